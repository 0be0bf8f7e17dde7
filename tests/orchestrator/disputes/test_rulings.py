"""Persons rule on grades, and dispute them; what a model judged once stands."""

from uuid import UUID, uuid5

import pytest

from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from contracts.message import Message
from contracts.session import ForgetRequested
from services.orchestrator.batch.replay import replay
from tests.orchestrator.grading.classroom import ITEMS, answers, of, outcome, owner, replies, right, said_at, walk
from tests.standins.messages import Hall, Rec, answer, command_of, said

S, ATTEMPT = UUID(int=77), UUID(int=1001)
GIVEN = {name: right(name) for name in ITEMS} | {"why": "Because of the moon."}


async def graded(hall: Hall) -> UUID:
    quiz = await owner(hall, S)
    await walk(hall, said_at(answers(quiz, ATTEMPT, GIVEN), S, 10, ATTEMPT))
    return quiz


def result(quiz: UUID, name: str) -> UUID:
    return uuid5(ATTEMPT, str(of(quiz, name)))


def at(message: Message, minutes: float) -> Rec:
    return said_at(message, S, minutes, uuid5(S, f"{message.type_name} {minutes}"))


async def row(hall: Hall, quiz: UUID, name: str) -> dict[str, object]:
    return (await hall.rows("select * from results where result_id = %s", result(quiz, name)))[0]


async def score(hall: Hall) -> object:
    return (await hall.rows("select score from attempts"))[0]["score"]


async def test_a_learner_grades_what_no_rule_could_and_the_last_by_time_counts(hall: Hall) -> None:
    quiz = await graded(hall)
    why = await row(hall, quiz, "why")
    assert (why["undecided"], await score(hall)) == (True, 1.0)
    assert await hall.rows("select from schedules where card_id = %s", of(quiz, "why")) == []
    one, two = (AnswerSelfGraded(result_id=result(quiz, "why"), credit=credit) for credit in (1, 0.5))
    await walk(hall, at(two, 30), at(two, 30))
    await walk(hall, at(one, 20))
    why = await row(hall, quiz, "why")
    assert (why["undecided"], why["credit"], why["made_by"]) == (False, 0.5, "learner")
    assert await score(hall) == pytest.approx(6.5 / 7)
    [rated] = await hall.rows("select rating from review_events where card_id = %s", of(quiz, "why"))
    assert rated["rating"] == 2
    [standing] = await hall.rows("select answers from concept_mastery where concept = 'Moon'")
    assert standing["answers"] == 3
    done = await replay(hall.connection, S)
    assert done
    assert done.differs == ""


async def test_a_learner_does_not_grade_what_a_rule_graded_or_somebody_elses(hall: Hall) -> None:
    quiz = await graded(hall)
    for whose, name in ((S, "tide"), (S, "nothing")):
        assert await hall.tell(said(AnswerSelfGraded(result_id=result(quiz, name), credit=1), whose)) == []
    other = await hall.ready(user="other")
    assert await hall.tell(said(AnswerSelfGraded(result_id=result(quiz, "why"), credit=1), other)) == []
    assert await hall.count("rulings") == 0


async def test_a_dispute_that_is_upheld_changes_the_grade_and_stands_over_the_learner(hall: Hall) -> None:
    quiz = await owner(hall, S)
    await walk(hall, said_at(answers(quiz, ATTEMPT, GIVEN | {"tide": "b"}), S, 10, ATTEMPT))
    raised = DisputeRaised(of="grade", result_id=result(quiz, "tide"), reason="The text says b too.")
    await walk(hall, at(raised, 20))
    [dispute] = await hall.rows("select * from dispute_view")
    assert (dispute["state"], dispute["attempt_id"], dispute["reason"]) == ("open", ATTEMPT, raised.reason)
    before = await score(hall)
    word = {"dispute_id": dispute["dispute_id"], "decided_by": "owner", "reason": "So it does."}
    await walk(hall, at(DisputeDecided(decision="upheld", credit=1, **word), 30))
    assert (await row(hall, quiz, "tide"))["made_by"] == "owner"
    assert await score(hall) == 1.0 != before
    [decided] = await hall.rows("select * from dispute_view")
    assert (decided["state"], decided["credit"], decided["decision_reason"]) == ("upheld", 1.0, "So it does.")
    assert len(await hall.rows("select * from dispute_log")) == 2
    await walk(hall, at(DisputeDecided(decision="rejected", **word), 25))  # Older, and late: nothing.
    assert (await hall.rows("select state from disputes"))[0]["state"] == "upheld"
    await walk(hall, at(DisputeDecided(decision="rejected", **word), 40))
    assert (await hall.rows("select state from disputes"))[0]["state"] == "rejected"
    assert await score(hall) == before
    assert await hall.count("rulings") == 0


async def test_whatever_the_order_of_rulings_the_rows_are_the_same(hall: Hall) -> None:
    quiz = await graded(hall)
    raised = at(DisputeRaised(of="grade", result_id=result(quiz, "why"), reason="It is right."), 15)
    await walk(hall, raised)
    [dispute] = await hall.rows("select dispute_id from disputes")
    word = {"dispute_id": dispute["dispute_id"], "decided_by": "owner"}
    messages = [
        at(AnswerSelfGraded(result_id=result(quiz, "why"), credit=0.25), 20),
        at(DisputeDecided(decision="upheld", credit=0.75, **word), 30),
        at(AnswerSelfGraded(result_id=result(quiz, "why"), credit=1), 40),
    ]
    await walk(hall, *messages[::-1])
    assert (await row(hall, quiz, "why"))["credit"] == 0.75
    found = await outcome(hall)
    await walk(hall, *messages)
    assert await outcome(hall) == found


async def test_a_note_that_is_disputed_rightly_is_taken_back_and_stays_so(hall: Hall) -> None:
    quiz = await graded(hall)
    notes = await hall.rows("select note from notes order by ordinal")
    await walk(hall, at(DisputeRaised(of="note", attempt_id=ATTEMPT, note=0, reason="I did not."), 20))
    await walk(hall, at(DisputeRaised(of="note", attempt_id=ATTEMPT, note=99, reason="There is none."), 21))
    [dispute] = await hall.rows("select dispute_id, subject from disputes")
    assert dispute["subject"] == notes[0]["note"]
    word = {"dispute_id": dispute["dispute_id"], "decided_by": "owner"}
    await walk(hall, at(DisputeDecided(decision="upheld", **word), 30))
    [back, *_] = await hall.rows("select taken_back from notes order by ordinal")
    assert back["taken_back"] is True
    await walk(hall, at(AnswerSelfGraded(result_id=result(quiz, "why"), credit=1), 40))
    kept = await hall.rows("select note, taken_back from notes order by ordinal")
    assert {row["note"]: row["taken_back"] for row in kept}.get(notes[0]["note"], True) is True
    await walk(hall, at(DisputeDecided(decision="rejected", **word), 50))
    assert await hall.rows("select from notes where taken_back") == []


async def test_a_model_is_not_asked_again_what_it_has_judged(hall: Hall) -> None:
    quiz = await owner(hall, S)
    [grading] = await hall.tell(said_at(answers(quiz, ATTEMPT, GIVEN), S, 10, ATTEMPT))
    [reply] = replies(grading, list(ITEMS))
    message = command_of(reply)
    judged = [
        one.model_copy(update={"undecided": False, "credit": 0.5, "made_by": "rubric:some-model"})
        if one.item_id == of(quiz, "why")
        else one
        for one in message.answers
    ]
    out = await hall.tell(answer(grading, message.model_copy(update={"answers": judged})))
    await walk(hall, *[record for each in out for record in replies(each, list(ITEMS))])
    await walk(hall, at(DisputeRaised(of="grade", result_id=result(quiz, "tide"), reason="No."), 20))
    [dispute] = await hall.rows("select dispute_id from disputes")
    decided = DisputeDecided(dispute_id=dispute["dispute_id"], decision="upheld", credit=0, decided_by="owner")
    [again] = await hall.tell(at(decided, 30))
    ruled = {(ruling.item_id, ruling.credit, ruling.by) for ruling in command_of(again).rulings}
    assert ruled == {(of(quiz, "why"), 0.5, "rubric:some-model"), (of(quiz, "tide"), 0.0, "owner")}


async def test_forgetting_takes_all_of_it(hall: Hall) -> None:
    quiz = await graded(hall)
    await walk(hall, at(AnswerSelfGraded(result_id=result(quiz, "why"), credit=1), 20))
    await walk(hall, at(DisputeRaised(of="grade", result_id=result(quiz, "tide"), reason="No."), 20))
    await hall.tell(said(ForgetRequested(), S))
    for table in ("rulings", "disputes", "recalls", "schedules", "review_events", "quiz_items", "concept_mastery"):
        assert await hall.count(table) == 0, table
