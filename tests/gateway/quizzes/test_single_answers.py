"""One answer is graded at once: it is final, an exam has none, and handing in the quiz repeats it unchanged."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from contracts.grading import AnswerGiven, QuizResults
from contracts.items import Item
from contracts.proof import Explanation
from contracts.session import QuizRequested, Status
from contracts.views.material import ResultView
from services.chassis.broker.outgoing import Outgoing
from services.gateway.quizzes.routes import attempt_to_be
from tests.gateway.conftest import Sent
from tests.gateway.kinds import items, proof
from tests.gateway.learnt import own
from tests.gateway.quizzes.test_answers import answers
from tests.gateway.shelf import Kept, Shelf

NOW = {"Prefer": "wait=0"}


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


def at(kept: Kept) -> str:
    return f"/v1/sessions/{kept.session}/quizzes/{kept.quiz}/answers"


def said(kept: Kept, number: int = 0, answer: str | None = "b", **more: Any) -> dict[str, Any]:
    return {"item_id": str(kept.items[number].item_id), "answer": answer, "latency_sec": 3, **more}


def taken(shelf: Shelf, kept: Kept, number: int = 0, answer: str = "b") -> UUID:
    """The orchestrator took an answer, and it is graded."""
    attempt, item = attempt_to_be(kept.session, kept.quiz, 0), kept.items[number]
    row = {"answers": [said(kept, number, answer)], "graded_by": "evaluator", "submitted_at": datetime.now(UTC)}
    shelf.insert("attempts", attempt_id=attempt, quiz_id=kept.quiz, open=True, score=1.0, **row, **own(kept))
    shelf.insert(
        "results",
        result_id=uuid4(),
        attempt_id=attempt,
        quiz_id=kept.quiz,
        item_id=item.item_id,
        ordinal=number,
        concept=item.concept,
        difficulty=item.difficulty,
        answer=answer,
        is_correct=True,
        credit=1,
        latency_sec=3,
        graded_by="evaluator",
        timestamp=datetime.now(UTC),
        **own(kept),
    )
    return attempt


async def test_an_answer_becomes_a_message_and_its_grade_is_waited_for(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    def graded(messages: Sequence[Outgoing]) -> None:
        taken(shelf, kept)

    sent.asked = graded
    answer = await ann.post(at(kept), json=said(kept))
    assert answer.status_code == 200, answer.text
    shown = ResultView.model_validate_json(answer.content)
    assert (shown.item_id, shown.is_correct, shown.proof.quote != "") == (kept.items[0].item_id, True, True)
    message = AnswerGiven.read(sent.messages[0].value)
    assert (message.quiz_id, message.attempt_id) == (kept.quiz, attempt_to_be(kept.session, kept.quiz, 0))
    assert (message.answer.item_id, message.answer.answer) == (kept.items[0].item_id, "b")
    alone = await ann.get(f"{at(kept)}/{kept.items[0].item_id}")
    assert ResultView.model_validate_json(alone.content) == shown


async def test_a_grade_that_takes_longer_is_a_202_that_says_where_to_look(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    answer = await ann.post(at(kept), json=said(kept), headers=NOW)
    assert (answer.status_code, answer.headers["location"]) == (202, f"{at(kept)}/{kept.items[0].item_id}")
    assert (await ann.get(answer.headers["location"])).status_code == 202
    waiting = (await ann.get(at(kept))).json()
    assert (waiting["results"], waiting["waiting"]) == ([], [str(kept.items[0].item_id)])
    taken(shelf, kept)
    assert (await ann.get(answer.headers["location"])).status_code == 200
    graded = (await ann.get(at(kept))).json()
    assert ([one["credit"] for one in graded["results"]], graded["waiting"]) == ([1], [])
    assert (await ann.get(f"{at(kept)}/{kept.items[1].item_id}")).status_code == 404
    assert len(sent.messages) == 1


async def test_an_answer_whose_question_is_taken_back_at_that_moment_is_refused_at_once(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    def taken_back(messages: Sequence[Outgoing]) -> None:
        """The orchestrator knows the message, and drops it: the question went before."""
        shelf.state(kept.items[0].item_id, "retracted")
        [(id,)] = shelf.ask("select message_id from intake where session_id = %(s)s", s=kept.session)
        row = {"meta": {}, "message": {}, "commands": [], "rules": 1, "decide_ms": 1, "received_at": datetime.now(UTC)}
        shelf.insert("journal", message_id=id, seq=900, type="x", kept=False, **row, **own(kept))

    sent.asked = taken_back
    answer = await ann.post(at(kept), json=said(kept))
    assert (answer.status_code, answer.json()["fields"]) == (409, ["item_id"])
    assert "removed" in answer.json()["detail"]
    assert (await ann.get(at(kept))).json()["waiting"] == [], "not even until the sweep has settled it"
    assert (await ann.get(f"{at(kept)}/{kept.items[0].item_id}")).status_code == 404


async def test_an_answer_that_was_taken_and_whose_question_went_before_its_grade_waits_for_nothing(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    taken(shelf, kept)
    shelf.ask("delete from results where session_id = %(s)s returning 1", s=kept.session)
    where = f"{at(kept)}/{kept.items[0].item_id}"
    assert (await ann.get(where)).status_code == 202
    shelf.state(kept.items[0].item_id, "retracted")
    assert (await ann.get(where)).status_code == 409
    assert (await ann.get(at(kept))).json()["waiting"] == []


def explained(quiz: UUID, mark: str) -> list[Item]:
    """A choice whose explanations quote the sentence of the gap that follows, and another one."""
    choice, gap, _ = items(quiz, mark)
    told = [("a", gap.proof), ("b", proof("Leaves fall in autumn.", "elsewhere"))]
    whys = [Explanation(option_id=id, sentence=at.quote, proof=at) for id, at in told]
    own = proof("The pigment is green.", "its own")
    return [choice.model_copy(update={"explanations": whys, "proof": own}), gap]


async def test_what_the_tutor_told_right_before_the_quiz_explains_no_typed_answer_again(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    def with_whys(quiz: UUID, mark: str) -> list[Item]:
        choice, gap, _ = items(quiz, mark)
        at = proof("Leaves fall in autumn.", "elsewhere")
        typed = Explanation(option_id=str(gap.answer), sentence=at.quote, proof=at)
        chosen = Explanation(option_id="a", sentence=at.quote, proof=at)
        return [one.model_copy(update={"explanations": [why]}) for one, why in ((choice, chosen), (gap, typed))]

    kept = shelf.quiz(shelf.session(tenant, "ann"), made=with_whys)
    shelf.attempt(kept)

    async def explanations() -> list[int]:
        found = (await ann.get(f"/v1/sessions/{kept.session}/results")).json()["results"]
        return [len(one["explanations"]) for one in found]

    line = {"role": "tutor", "agent": "tutor", "text": "x", "timestamp": datetime.now(UTC)}
    quoted = proof("Leaves fall in autumn.", "elsewhere").model_dump(mode="json")
    later = {**quoted, "block_id": "another"}
    shelf.insert("messages", message_id=uuid4(), seq=1, quotes=[later], **line, **own(kept))
    shelf.insert("messages", message_id=uuid4(), seq=3, quotes=[], quiz_id=kept.quiz, **line, **own(kept))
    shelf.insert("messages", message_id=uuid4(), seq=4, quotes=[quoted], **line, **own(kept))
    assert await explanations() == [1, 1], "it was told after it, or long before"
    shelf.insert("messages", message_id=uuid4(), seq=2, quotes=[quoted], **line, **own(kept))
    assert await explanations() == [1, 0], "an option keeps what is said of it"


async def test_what_an_open_question_rests_on_explains_no_answer_before_it_is_answered_too(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), made=explained)
    attempt, where = taken(shelf, kept), f"{at(kept)}/{{}}"

    async def told() -> list[list[str]]:
        alone = (await ann.get(where.format(kept.items[0].item_id))).json()
        [listed, *_] = (await ann.get(at(kept))).json()["results"]
        again = (await ann.post(at(kept), json=said(kept), headers=NOW)).json()
        return [[one["option_id"] for one in shown["explanations"]] for shown in (alone, listed, again)]

    assert await told() == [["b"]] * 3
    gap = kept.items[1]
    row = {"attempt_id": attempt, "quiz_id": kept.quiz, "item_id": gap.item_id, "ordinal": 1, "concept": gap.concept}
    row |= {"difficulty": gap.difficulty, "answer": "x", "is_correct": False, "credit": 0, "latency_sec": 3}
    shelf.insert("results", result_id=uuid4(), graded_by="evaluator", timestamp=datetime.now(UTC), **row, **own(kept))
    assert await told() == [["a", "b"]] * 3


@pytest.mark.parametrize("under_way", [True, False])
async def test_it_is_final_while_it_is_under_way_and_afterwards(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, under_way: bool
) -> None:
    if under_way:
        assert (await ann.post(at(kept), json=said(kept), headers=NOW)).status_code == 202
    else:
        taken(shelf, kept)
    before = len(sent.messages)
    other = await ann.post(at(kept), json=said(kept, answer="a"), headers=NOW)
    assert (other.status_code, other.json()["fields"]) == (409, ["answer"])
    again = await ann.post(at(kept), json=said(kept, latency_sec=9), headers=NOW)
    assert (again.status_code, len(sent.messages)) == (202 if under_way else 200, before)
    told = (await ann.get(at(kept).replace("/answers", "/progress"))).json()
    assert (told["given"], [one["answer"] for one in told["answers"]]) == ([str(kept.items[0].item_id)], ["b"])


async def test_handing_in_repeats_what_was_given_else_409(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    attempt, url = taken(shelf, kept), f"/v1/sessions/{kept.session}/results"
    changed = answers(kept)
    changed["answers"][0]["answer"] = "c"
    refused = await ann.post(url, json=changed)
    assert (refused.status_code, refused.json()["fields"]) == (409, ["answers.0.answer"])
    elsewhere = await ann.post(url, json=answers(kept, attempt_id=str(uuid4())))
    assert (elsewhere.status_code, elsewhere.json()["fields"]) == (409, ["attempt_id"])
    assert (await ann.post(url, json=answers(kept))).status_code == 202
    assert QuizResults.read(sent.messages[0].value).attempt_id == attempt, "it closes the attempt that was begun"
    late = await ann.post(at(kept), json=said(kept, 1), headers=NOW)
    assert (late.status_code, len(sent.messages)) == (409, 1)


async def test_an_open_attempt_is_no_result_yet(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    attempt = taken(shelf, kept)
    session = f"/v1/sessions/{kept.session}"
    assert (await ann.get(f"{session}/results")).json()["results"] == []
    assert (await ann.get(f"{session}/results?attempt_id={attempt}")).status_code == 404
    assert (await ann.get(f"{session}/quizzes/{kept.quiz}")).json()["attempted"] == 0


async def test_an_exam_and_a_quiz_that_is_not_there_take_none(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, tenant: str
) -> None:
    shelf.ask("update quizzes set exam = true where quiz_id = %(quiz)s", quiz=kept.quiz)
    assert (await ann.get(at(kept).removesuffix("/answers"))).json()["exam"] is True
    refused = await ann.post(at(kept), json=said(kept))
    assert refused.status_code == 409
    assert "exam" in refused.json()["detail"]
    assert (refused.json()["title"], refused.json()["action"]) == (
        "This is an exam",
        "Answer all its questions, and hand them in together.",
    )
    early = shelf.quiz(shelf.session(tenant, "ann", status=Status.VALIDATING), ready=False)
    assert (await ann.post(at(early), json=said(early))).status_code == 409
    kept.quiz = early.quiz
    assert (await ann.post(at(kept), json=said(kept))).status_code == 404
    assert sent.messages == []


async def test_broken_answers_are_a_400_that_names_the_field(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    for body, field in (
        (said(kept, item_id=str(uuid4())), "item_id"),
        (said(kept, 2), "item_id"),
        (said(kept, is_correct=True), "is_correct"),
        (said(kept, latency_sec=-1), "latency_sec"),
        ({"answer": "b"}, "item_id"),
        ({**said(kept), "answer": 7}, "answer"),
    ):
        answer = await ann.post(at(kept), json=body)
        assert (answer.status_code, answer.json()["fields"]) == (400, [field]), body
    shelf.state(kept.items[0].item_id, "retracted")
    assert (await ann.post(at(kept), json=said(kept))).status_code == 409
    assert sent.messages == []


async def test_an_exam_and_what_is_due_are_ordered(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    url = f"/v1/sessions/{kept.session}/quizzes"
    assert (await ann.post(url, json={"practice": "due"})).status_code == 409
    shelf.attempt(kept)
    schedule = {"kind": "item", "due": datetime(2026, 1, 1, tzinfo=UTC), "state": "review", "reviews": 1, "lapses": 0}
    shelf.insert("schedules", card_id=kept.items[0].item_id, **schedule, **own(kept))
    assert (await ann.post(url, json={"practice": "due"})).status_code == 202
    assert (await ann.post(url, json={"exam": True})).status_code == 202
    assert (await ann.post(url, json={"numQuizQuestions": 4, "exam": True})).status_code == 202
    asked = [QuizRequested.read(message.value) for message in sent.messages]
    assert asked[:2] == [QuizRequested(practice="due"), QuizRequested(exam=True)]
    assert asked[2].instructions is not None
    assert (asked[2].exam, asked[2].instructions.constraints.num_quiz_questions) == (True, 4)
    wrong = await ann.post(url, json={"exam": "yes"})
    assert (wrong.status_code, wrong.json()["fields"]) == (400, ["exam"])
