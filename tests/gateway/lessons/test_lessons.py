"""Lessons over HTTP: begun, gone on with, waited for, looked at; each request once; each failure as a problem."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

import httpx
import pytest

from contracts.learning import MessageSent
from contracts.lessons import LessonRequested
from contracts.problems import Code
from contracts.session import Status
from services.chassis.broker.outgoing import Outgoing
from services.gateway.access.quotas import Quotas
from services.gateway.api import Resources, create_app
from services.gateway.database import Rows
from services.gateway.http.limits import Limits
from tests.gateway.conftest import As, Sent
from tests.gateway.kinds import items
from tests.gateway.learnt import own, read
from tests.gateway.lessons.taught import (
    RIGHT,
    SHOWN_STUDENT,
    STEPS,
    TEACHERS,
    WISH,
    alone,
    at_work,
    guideline,
    id_of,
    known,
    lesson,
    plan,
    said,
    turn,
)
from tests.gateway.shelf import START, Kept, Shelf

NOW = {"Prefer": "wait=0"}
SECRETS = "a-mark-that-no-learner-may-read"


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return read(shelf, shelf.quiz(shelf.session(tenant, "ann")))


def wish(id: UUID) -> dict[str, Any]:
    return {**WISH, "goal": {**WISH["goal"], "guideline_id": str(id)}}  # type: ignore[dict-item]


async def test_a_lesson_by_a_guideline_begins_a_session_and_answers_its_first_turn(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    by = guideline(shelf)

    def taught(messages: Sequence[Outgoing]) -> None:
        begun = alone(shelf, tenant, UUID(messages[-1].key.decode()))
        turn(shelf, begun, lesson(shelf, begun, id_of(messages[-1])))

    sent.asked = taught
    answer = await ann.post("/v1/sessions", json=wish(by))
    assert answer.status_code == 201, answer.text
    session = UUID(answer.json()["session_id"])
    first = {
        "message": "A leaf makes sugar. What absorbs light?",
        "hints": ["It is green."],
        "step_idx": 0,
        "mastery_score": 0.5,
    }
    assert answer.json() == {"session_id": str(session), "first_turn": first}
    [asked] = [LessonRequested.read(one.value) for one in sent.messages]
    assert asked.begins is not None
    assert (asked.begins.tenant_id, asked.begins.user_id) == (tenant, "ann")
    assert asked.goal.guideline_id == by
    assert asked.student.model_dump() == SHOWN_STUDENT
    assert (asked.estimated_duration_minutes, asked.pace_preference, asked.allow_extension) == (20, "slow", False)
    again = await ann.get(answer.headers["Location"])
    assert (again.status_code, again.json()) == (200, answer.json())


async def test_a_session_that_begins_with_a_lesson_is_there_as_soon_as_it_is_accepted(
    ann: httpx.AsyncClient, shelf: Shelf
) -> None:
    answer = await ann.post("/v1/sessions", json=wish(guideline(shelf)), headers=NOW)
    assert answer.status_code == 202
    told = answer.json()
    assert answer.headers["Location"] == told["url"] == f"/v1/sessions/{told['session_id']}/turns/{told['message_id']}"
    [line] = (await ann.get("/v1/sessions")).json()["sessions"]
    assert (line["session_id"], line["course_id"], line["status"]) == (
        told["session_id"],
        told["course_id"],
        "accepted",
    )
    waiting = await ann.get(told["url"])
    assert (waiting.status_code, waiting.json()["message_id"]) == (202, told["message_id"])
    reply = await ann.post(f"/v1/sessions/{told['session_id']}/step", json={"student_reply": "Hello"}, headers=NOW)
    assert reply.status_code == 202


async def test_the_same_lesson_asked_for_twice_is_begun_once(ann: httpx.AsyncClient, shelf: Shelf, sent: Sent) -> None:
    by, key = guideline(shelf), {**NOW, "Idempotency-Key": "once"}
    first, second = [(await ann.post("/v1/sessions", json=wish(by), headers=key)).json() for _ in range(2)]
    assert first == second
    assert len(sent.messages) == 1
    other = await ann.post("/v1/sessions", json={**wish(by), "pace_preference": "fast"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"goal": {"topic": "Fractions"}}, 400, "goal.guideline_id"),
        ({"goal": {"guideline_id": str(uuid4())}}, 404, "goal.guideline_id"),
        ({"goal": {"guideline_id": "none"}}, 400, "goal.guideline_id"),
        ({"student": {"grade": "3"}}, 400, "student.grade"),
        ({"student": {"nick": "A"}}, 400, "student.nick"),
        ({"pace_preference": "warp"}, 400, "pace_preference"),
        ({"session_context": {"estimated_duration_minutes": 0}}, 400, "session_context.estimated_duration_minutes"),
        ({"allow_extension": "yes"}, 400, "allow_extension"),
    ],
)
async def test_a_lesson_that_cannot_be_begun_names_its_field(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, change: dict[str, Any], status: int, field: str
) -> None:
    answer = await ann.post("/v1/sessions", json={**wish(guideline(shelf)), **change}, headers=NOW)
    assert (answer.status_code, answer.json()["fields"]) == (status, [field])
    assert sent.messages == []


async def test_a_lesson_about_the_document_takes_its_topic_as_the_document_spells_it(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    at = f"/v1/sessions/{kept.session}/lessons"
    assert (await ann.post(at, json={"topic": "CHLOROPHYLL"}, headers=NOW)).status_code == 202
    assert (await ann.post(at, json={"topic": "above the ground"}, headers=NOW)).status_code == 202
    assert (await ann.post(at, headers=NOW)).status_code == 202
    asked = [LessonRequested.read(one.value) for one in sent.messages]
    assert [one.goal.topic for one in asked] == ["chlorophyll", "Above the ground", ""]
    assert {one.begins for one in asked} == {None}
    strange = await ann.post(at, json={"topic": "football"}, headers=NOW)
    assert (strange.status_code, strange.json()["fields"]) == (400, ["topic"])


async def test_before_the_document_is_read_there_is_no_lesson_about_it(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    young = shelf.session(tenant, "ann", status=Status.READING)
    answer = await ann.post(f"/v1/sessions/{young.session}/lessons", headers=NOW)
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert sent.messages == []


async def test_a_lesson_that_is_refused_later_is_answered_with_the_houses_sentence(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    def refused(messages: Sequence[Outgoing]) -> None:
        id = id_of(messages[-1])
        known(shelf, kept, id)
        said(shelf, kept, uuid5(id, "said:0"), "The document is not read yet.", role="tutor")

    sent.asked = refused
    answer = await ann.post(f"/v1/sessions/{kept.session}/lessons")
    assert (answer.status_code, answer.json()["detail"]) == (409, "The document is not read yet.")


async def test_a_reply_is_a_message_of_the_conversation_and_answers_the_turn_that_follows(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    begun = lesson(shelf, kept)
    turn(shelf, kept, begun)

    def taught(messages: Sequence[Outgoing]) -> None:
        more: dict[str, Any] = {"mastery_score": 0.68, "number": 2, "message": "Great! And now?"}
        turn(shelf, kept, begun, id_of(messages[-1]), seq=4, assessment=RIGHT, mark=SECRETS, **more)

    sent.asked = taught
    answer = await ann.post(f"/v1/sessions/{kept.session}/step", json={"student_reply": "the pigment"})
    assert answer.status_code == 200, answer.text
    assert answer.json() == {
        "next_turn": {
            "message": "Great! And now?",
            "hints": ["It is green."],
            "step_idx": 0,
            "mastery_score": 0.68,
            "is_complete": False,
        },
        "routing": "Advance",
        "last_grading": {"score": 0.95, "rationale": "Rightly seen.", "labels": ["bigger_denominator"]},
    }
    [message] = sent.messages
    assert MessageSent.read(message.value).text == "the pigment"
    again = await ann.get(answer.headers["Location"])
    assert again.json() == answer.json()


async def test_a_reply_that_is_sent_twice_is_said_once_and_answered_twice(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    begun = lesson(shelf, kept)
    at, key = f"/v1/sessions/{kept.session}/step", {"Idempotency-Key": "reply", **NOW}
    body = {"student_reply": "the pigment"}
    assert (await ann.post(at, json=body, headers=key)).status_code == 202
    turn(shelf, kept, begun, id_of(sent.messages[-1]), seq=4)
    assert (await ann.post(at, json=body, headers=key)).status_code == 200
    assert len(sent.messages) == 1


@pytest.mark.parametrize("reply", ["", "  \n", "x" * 4001, "nul\0", None, 5])
async def test_a_reply_has_the_limits_of_a_message(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept, reply: object
) -> None:
    lesson(shelf, kept)
    answer = await ann.post(f"/v1/sessions/{kept.session}/step", json={"student_reply": reply})
    assert (answer.status_code, answer.json()["fields"]) == (400, ["student_reply"])
    assert sent.messages == []


async def test_without_a_lesson_there_is_no_step(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/step", json={"student_reply": "Hello"})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert sent.messages == []


async def test_a_turn_that_failed_answers_with_its_problem_and_trace(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    begun, message = lesson(shelf, kept), uuid4()
    known(shelf, kept, message)
    said(shelf, kept, message, "the pigment", seq=3)
    turn(shelf, kept, begun, message, seq=3, message=None)
    failed = {
        "code": "conversation.failed",
        "values": {"detail": "It was refused.", "code": "edit_refused", "trace": "t"},
    }
    said(shelf, kept, uuid4(), "It failed.", role="tutor", seq=4, in_reply_to=message, phrase=failed)
    answer = await ann.get(f"/v1/sessions/{kept.session}/turns/{message}")
    assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (
        422,
        Code.EDIT_REFUSED,
        "It was refused.",
    )
    assert answer.json()["trace_id"] == kept.session.hex
    at_work(shelf, kept)  # It is tried again.
    assert (await ann.get(f"/v1/sessions/{kept.session}/turns/{message}")).status_code == 202


async def test_a_turn_that_ours_failed_answers_with_the_sessions_error(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    broken = shelf.quiz(shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_TIMED_OUT))
    lesson(shelf, broken)
    message = uuid4()
    known(shelf, broken, message)
    said(shelf, broken, message, "the pigment", seq=3)
    failed = {"code": "conversation.failed", "values": {"detail": "Too slow.", "code": "model_timed_out", "trace": "t"}}
    said(shelf, broken, uuid4(), "It failed.", role="tutor", seq=4, in_reply_to=message, phrase=failed)
    answer = await ann.get(f"/v1/sessions/{broken.session}/turns/{message}")
    assert (answer.status_code, answer.json()["code"]) == (504, "model_timed_out")


@pytest.mark.parametrize(
    ("path", "wish"),
    [("retry", {"version": 7}), ("step", {"student_reply": "And now?"}), ("messages", {"text": "And now?"})],
)
async def test_a_turn_that_failed_is_under_way_as_soon_as_another_try_is_accepted(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, sent: Sent, path: str, wish: dict[str, Any]
) -> None:
    broken = shelf.quiz(shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_UNAVAILABLE))
    message, refused = uuid4(), uuid4()
    lesson(shelf, broken)
    for id, code, seq in ((refused, "edit_refused", 2), (message, "model_unavailable", 4)):
        known(shelf, broken, id, seq + 50)
        said(shelf, broken, id, "the pigment", seq=seq)
        failed = {"code": "conversation.failed", "values": {"detail": "It was away.", "code": code, "trace": "t"}}
        said(shelf, broken, uuid4(), "It failed.", role="tutor", seq=seq + 1, in_reply_to=id, phrase=failed)
    at = f"/v1/sessions/{broken.session}"
    assert (await ann.get(f"{at}/turns/{message}")).status_code == 502
    accepted = await ann.post(f"{at}/{path}", json=wish, headers=NOW)
    assert accepted.status_code == 202, accepted.text
    under_way = await ann.get(f"{at}/turns/{message}")
    assert (under_way.status_code, under_way.json()["message_id"]) == (202, str(message))
    assert (await ann.get(f"{at}/turns/{refused}")).status_code == 422, "what is over is not tried again"
    known(shelf, broken, id_of(sent.messages[-1]), 60)  # It failed again.
    assert (await ann.get(f"{at}/turns/{message}")).status_code == 502


async def test_a_turn_whose_lesson_another_has_replaced_is_409(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    begun, message = lesson(shelf, kept), uuid4()
    known(shelf, kept, message)
    turn(shelf, kept, begun, message, message=None)
    at_work(shelf, kept)
    assert (await ann.get(f"/v1/sessions/{kept.session}/turns/{message}")).status_code == 202
    shelf.ask("update sessions set status = 'ready', progress = null where session_id = %(s)s", s=kept.session)
    answer = await ann.get(f"/v1/sessions/{kept.session}/turns/{message}")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


async def test_after_the_end_a_reply_is_answered_by_the_conversation(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    lesson(shelf, kept, ended="complete")
    message = uuid4()
    known(shelf, kept, message)
    said(shelf, kept, message, "Thanks!", seq=9)
    said(shelf, kept, uuid4(), "You are welcome.", role="tutor", seq=9, in_reply_to=message)
    answer = await ann.get(f"/v1/sessions/{kept.session}/turns/{message}")
    assert answer.json() == {
        "next_turn": {
            "message": "You are welcome.",
            "hints": [],
            "step_idx": 2,
            "mastery_score": 0.5,
            "is_complete": True,
        },
        "routing": "End",
        "last_grading": None,
    }


async def test_who_writes_before_there_is_a_plan_is_answered_with_the_first_turn(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    begun, message = lesson(shelf, kept), uuid4()
    known(shelf, kept, message)
    said(shelf, kept, message, "Go on", seq=1)
    turn(shelf, kept, begun, seq=2)
    answer = (await ann.get(f"/v1/sessions/{kept.session}/turns/{message}")).json()
    assert answer["next_turn"]["message"] == "A leaf makes sugar. What absorbs light?"


async def test_who_stops_a_lesson_is_told_that_it_is_over(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    stopped = turn(shelf, kept, lesson(shelf, kept, ended="stopped"), uuid4(), routing="End", message="We stop here.")
    answer = (await ann.get(f"/v1/sessions/{kept.session}/turns/{stopped}")).json()
    assert (answer["routing"], answer["next_turn"]["is_complete"]) == ("End", True)


async def test_a_turn_of_nobody_and_one_of_another_session_are_404(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept, tenant: str
) -> None:
    other = shelf.quiz(shelf.session(tenant, "bob"))
    theirs = turn(shelf, other, lesson(shelf, other))
    for id in (uuid4(), theirs):
        assert (await ann.get(f"/v1/sessions/{kept.session}/turns/{id}")).status_code == 404


async def test_turns_are_told_oldest_first_in_pages_and_from_a_place_on(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    begun = lesson(shelf, kept)
    turn(shelf, kept, begun, seq=2, message="one")
    turn(shelf, kept, begun, uuid4(), seq=5, message="two", number=2, assessment=RIGHT)
    turn(shelf, kept, begun, uuid4(), seq=9, message=None)
    at = f"/v1/sessions/{kept.session}/turns"
    told = (await ann.get(at)).json()
    assert ([one["message"] for one in told["turns"]], told["total"]) == (["one", "two"], 2)
    assert told["turns"][0]["quotes"][0]["block_id"] == "p2"
    assert told["turns"][1]["last_grading"]["score"] == 0.95
    assert [one["message"] for one in (await ann.get(f"{at}?limit=1&offset=1")).json()["turns"]] == ["two"]
    assert [one["message"] for one in (await ann.get(f"{at}?after=2")).json()["turns"]] == ["two"]
    assert (await ann.get(f"{at}?after=5")).json() == {"turns": [], "total": 0}


async def test_turns_hints_and_rationale_come_in_the_readers_language(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    phrase = {"code": "conversation.lesson_stopped", "values": {}}
    assessment = {**RIGHT, "phrase": phrase}
    hints = [{"text": "We stop.", "phrase": phrase}]
    one = turn(
        shelf, kept, lesson(shelf, kept), uuid4(), message="We stop.", phrase=phrase, hints=hints, assessment=assessment
    )
    german = (await ann.get(f"/v1/sessions/{kept.session}/turns/{one}", headers={"Accept-Language": "de"})).json()
    said_in = {german["next_turn"]["message"], german["next_turn"]["hints"][0], german["last_grading"]["rationale"]}
    assert len(said_in) == 1
    assert said_in.pop().startswith("Wir hören hier auf")


async def test_the_learners_state_has_the_lesson_without_what_is_not_for_learners(
    as_user: As, shelf: Shelf, kept: Kept
) -> None:
    previous, waits = uuid4(), {"concept": "leaf", "phase": "probe", "wrong_attempts": 1}
    said(shelf, kept, previous, "the root")
    question = {**waits, "item_id": str(kept.items[0].item_id), "previous": [str(previous)]}
    begun = lesson(shelf, kept, question=question, off_topic_count=1, warning_count=2, safety_flags=["insult"])
    plan(shelf, kept, begun, 2, "failures")
    turn(shelf, kept, begun, mark=SECRETS, assessment=RIGHT)
    answer = await as_user("ann").get(f"/v1/sessions/{kept.session}/learner")
    told = answer.json()["lesson"]
    assert SECRETS not in answer.text
    assert TEACHERS not in answer.text
    steps = told.pop("study_plan")
    assert [step["status"] for step in steps["todo_list"]] == ["in_progress", "pending", "pending"]
    assert steps["todo_list"][0] == {
        **STEPS[0].model_dump(mode="json", include=set(steps["todo_list"][0])),
        "status": "in_progress",
        "status_info": {"questions_asked": 1, "questions_correct": 0, "attempts": 0},
    }
    assert steps["metadata"] == {"plan_version": 1, "replan_count": 0, "max_replans": 3}
    assert told.pop("topic_info") == {
        "topic": "Fractions",
        "subtopic": "Comparing fractions",
        "grade": 3,
        "syllabus": "CBSE Grade 3",
        "learning_objectives": ["Compare two fractions"],
        "guideline_id": str(shelf.ask("select guideline_id from lessons where lesson_id = %(l)s", l=begun)[0][0]),
    }
    assert told.pop("student_profile") == SHOWN_STUDENT
    assert told.pop("last_question") == {
        "question_text": "What absorbs light?",
        "concept": "leaf",
        "wrong_attempts": 1,
        "previous_student_answers": ["the root"],
        "phase": "probe",
    }
    assert {name: value for name, value in told.items() if not name.endswith(("_at", "_id"))} == {
        "session_context": {"estimated_duration_minutes": 20},
        "turn_count": 1,
        "current_step": 1,
        "step_idx": 0,
        "mastery_estimates": {"leaf": 0.7},
        "mastery_score": 0.5,
        "misconceptions": [
            {"id": "bigger_denominator", "text": "A bigger denominator is a bigger fraction."},
        ],
        "off_topic_count": 1,
        "warning_count": 2,
        "safety_flags": ["insult"],
        "pace_preference": "slow",
        "allow_extension": False,
        "is_complete": False,
        "ended": None,
        "progress_trend": "steady",
        "replan_needed": False,
        "replan_reason": "failures",
    }


async def test_a_question_whose_concept_is_its_answer_does_not_name_it(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    item = kept.items[0].item_id
    shelf.ask("update items set answer_text = 'The Leaf' where item_id = %(i)s", i=item)
    question = {"concept": "leaf", "phase": "asked", "wrong_attempts": 0, "item_id": str(item), "previous": []}
    turn(shelf, kept, lesson(shelf, kept, question=question))
    told = (await ann.get(f"/v1/sessions/{kept.session}/learner")).json()["lesson"]["last_question"]
    assert (told["question_text"], told["concept"]) == ("What absorbs light?", "")


async def test_while_another_question_is_on_its_way_none_is_shown(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    question = {"concept": "leaf", "phase": "asked", "wrong_attempts": 0, "item_id": str(uuid4()), "previous": []}
    begun = lesson(shelf, kept, question=question)
    turn(shelf, kept, begun)
    turn(shelf, kept, begun, uuid4(), seq=5, message=None)
    assert (await ann.get(f"/v1/sessions/{kept.session}/learner")).json()["lesson"]["last_question"] is None


async def test_before_the_plan_the_lesson_has_none(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    lesson(shelf, kept, planned=False)
    told = (await ann.get(f"/v1/sessions/{kept.session}/learner")).json()["lesson"]
    assert (told["study_plan"], told["turn_count"], told["current_step"], told["step_idx"]) == (None, 0, 1, 0)


async def test_the_summary_of_a_lesson_counts_steps_and_says_who_has_to_look(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    order = [str(step.step_id) for step in STEPS]
    info = {"questions_asked": 1, "questions_correct": 1, "attempts": 1}
    statuses = dict(zip(order, ("completed", "completed", "blocked"), strict=True))
    progress = {"order": order, "steps": {id: {"status": of, "status_info": info} for id, of in statuses.items()}}
    begun = lesson(shelf, kept, ended="intervention", progress=progress, mastery_score=0.42, turns=9)
    turn(shelf, kept, begun, assessment=RIGHT)
    told = (await ann.get(f"/v1/sessions/{kept.session}/summary")).json()
    assert (told["steps_completed"], told["mastery_score"], told["intervention"]) == (2, 0.42, True)
    assert told["misconceptions_seen"] == ["bigger_denominator"]
    assert told["suggestions"] == [
        "Look at “Comparing fractions” together with somebody: its plans did not lead there.",
        "Look again at leaf.",
    ]


async def test_a_lessons_questions_are_no_quiz_to_take(as_user: As, shelf: Shelf, kept: Kept, sent: Sent) -> None:
    quiz = uuid4()
    begun = lesson(shelf, kept, quiz_id=quiz)
    turn(shelf, kept, begun)
    made = items(quiz, SECRETS)[0]
    about = {"course_id": kept.course, "quiz_id": quiz}
    shelf.insert(
        "quizzes",
        number=2,
        ready=True,
        complete=True,
        shortfall=[],
        refused={},
        created_at=START,
        purpose="lesson",
        **about,
        **own(kept),
    )
    body = made.model_dump(mode="json")
    shelf.insert("items", item_id=made.item_id, ordinal=0, body=body, accepted=True, reasons=[], **about, **own(kept))
    shelf.insert("quiz_items", quiz_id=quiz, item_id=made.item_id, ordinal=0, **own(kept))
    ann, at = as_user("ann"), f"/v1/sessions/{kept.session}"
    assert (await ann.get(f"{at}/quiz")).json()["quiz_id"] == str(kept.quiz)
    for path in (f"quizzes/{quiz}", f"quizzes/{quiz}/progress", f"quizzes/{quiz}/answers"):
        assert (await ann.get(f"{at}/{path}")).status_code == 404, path
    given = {"item_id": str(made.item_id), "answer": "b", "latency_sec": 1}
    assert (await ann.post(f"{at}/quizzes/{quiz}/answers", json=given)).status_code == 404
    handed = {"quiz_id": str(quiz), "answers": [given]}
    assert (await ann.post(f"{at}/results", json=handed)).json()["fields"] == ["quiz_id"]
    state = (await ann.get(at)).json()
    assert (state["quizzes"], state["totals"]["quizzes"], state["totals"]["questions"]) == ([str(kept.quiz)], 1, 2)
    assert str(made.item_id) not in [one["item_id"] for one in state["quiz_items"]]
    assert sent.messages == []


async def test_lessons_and_replies_count_among_the_messages_of_an_hour(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept, resources: Resources, rows: Rows
) -> None:
    few = Limits(messages_per_hour=3)
    transport = httpx.ASGITransport(create_app(replace(resources, quotas=Quotas(rows, few))))
    async with httpx.AsyncClient(transport=transport, base_url="http://house", headers=ann.headers) as client:
        lesson(shelf, kept)
        at = f"/v1/sessions/{kept.session}"
        asked = [
            await client.post("/v1/sessions", json=wish(guideline(shelf)), headers=NOW),
            await client.post(f"{at}/lessons", headers=NOW),
            await client.post(f"{at}/step", json={"student_reply": "Hello"}, headers=NOW),
            await client.post(f"{at}/step", json={"student_reply": "Hello"}, headers=NOW),
        ]
    assert [each.status_code for each in asked] == [202, 202, 202, 429]
