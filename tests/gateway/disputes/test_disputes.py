"""Grades and notes that a person judges: graded by oneself, disputed, decided by the course's owner."""

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from contracts.views.learners import DisputeView
from tests.gateway.conftest import As, Sent
from tests.gateway.learnt import disputed, journaled, own
from tests.gateway.shelf import START, Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    shelf.attempt(kept)
    shelf.note(kept, "Look at pigments again.")
    return kept


def of_result(kept: Kept, verb: str) -> str:
    return f"/v1/sessions/{kept.session}/results/{kept.result}/{verb}"


def of_note(kept: Kept, note: int = 0) -> str:
    return f"/v1/sessions/{kept.session}/notes/{kept.attempt}/{note}/dispute"


async def test_an_undecided_answer_is_graded_by_who_gave_it(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    decided = await ann.post(of_result(kept, "self-grade"), json={"credit": 1})
    assert (decided.status_code, sent.messages) == (409, [])
    shelf.ask("update results set undecided = true where result_id = %(r)s", r=kept.result)
    answer = await ann.post(of_result(kept, "self-grade"), json={"credit": 0.5})
    assert answer.status_code == 202
    assert AnswerSelfGraded.read(sent.messages[0].value) == AnswerSelfGraded(result_id=kept.result, credit=0.5)
    shelf.ask("update results set undecided = false where result_id = %(r)s", r=kept.result)
    ruling = {"item_id": kept.items[0].item_id, "credit": 0.5, "by": "learner", "timestamp": START}
    shelf.insert("rulings", result_id=kept.result, attempt_id=kept.attempt, **ruling, **own(kept))
    assert (await ann.post(of_result(kept, "self-grade"), json={"credit": 0})).status_code == 202
    shelf.ask("update rulings set by = 'owner' where result_id = %(r)s", r=kept.result)
    assert (await ann.post(of_result(kept, "self-grade"), json={"credit": 1})).status_code == 409


async def test_an_answer_that_counts_in_nothing_is_neither_graded_nor_disputed(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    shelf.ask("update results set void = true, undecided = true where result_id = %(r)s", r=kept.result)
    assert (await ann.post(of_result(kept, "self-grade"), json={"credit": 1})).status_code == 409
    assert (await ann.post(of_result(kept, "dispute"), json={"reason": "Why?"})).status_code == 409
    kept.result = uuid4()
    assert (await ann.post(of_result(kept, "self-grade"), json={"credit": 1})).status_code == 404
    assert (await ann.post(of_result(kept, "dispute"), json={"reason": "Why?"})).status_code == 404
    assert sent.messages == []


async def test_a_grade_and_a_note_are_disputed_once_at_a_time(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    grade = await ann.post(of_result(kept, "dispute"), json={"reason": "It is right."})
    note = await ann.post(of_note(kept), json={"reason": "I knew it."})
    one, two = sent.messages
    assert DisputeRaised.read(one.value) == DisputeRaised(of="grade", result_id=kept.result, reason="It is right.")
    assert DisputeRaised.read(two.value) == DisputeRaised(
        of="note", attempt_id=kept.attempt, note=0, reason="I knew it."
    )
    for answer, message in ((grade, one), (note, two)):
        assert (answer.status_code, answer.json()["dispute_id"]) == (
            202,
            str(Envelope.from_headers(message.headers).id),
        )
    disputed(shelf, kept)
    disputed(shelf, kept, note=0)
    for url in (of_result(kept, "dispute"), of_note(kept)):
        assert (await ann.post(url, json={"reason": "Again."})).status_code == 409
    shelf.ask("update disputes set state = 'rejected' where session_id = %(s)s", s=kept.session)
    for url in (of_result(kept, "dispute"), of_note(kept)):
        assert (await ann.post(url, json={"reason": "Again."})).status_code == 202
    assert (await ann.post(of_note(kept, 1), json={"reason": "Which?"})).status_code == 404
    shelf.ask("update notes set taken_back = true where session_id = %(s)s", s=kept.session)
    assert (await ann.post(of_note(kept), json={"reason": "Again."})).status_code == 409


@pytest.mark.parametrize(
    ("verb", "body", "field"),
    [
        ("self-grade", {"credit": 1.5}, "credit"),
        ("self-grade", {"credit": "all"}, "credit"),
        ("self-grade", {}, "credit"),
        ("dispute", {"reason": ""}, "reason"),
        ("dispute", {"reason": " "}, "reason"),
        ("dispute", {"reason": "x" * 1001}, "reason"),
        ("dispute", {"reason": "x", "of": "note"}, "of"),
    ],
)
async def test_a_broken_body_is_a_400_that_names_the_field(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, verb: str, body: Any, field: str
) -> None:
    answer = await ann.post(of_result(kept, verb), json=body)
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, [field], [])


async def test_a_taken_back_note_is_told_as_such(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    url = f"/v1/sessions/{kept.session}"
    (before,) = (await ann.get(f"{url}/notes")).json()["notes"]
    assert (before["ordinal"], before["taken_back"]) == (0, False)
    shelf.ask("update notes set taken_back = true where session_id = %(s)s", s=kept.session)
    (after,) = (await ann.get(f"{url}/notes")).json()["notes"]
    assert (after["note"], after["taken_back"]) == (before["note"], True)
    assert (await ann.get(url)).json()["notes"] == []


async def test_the_owner_of_the_course_sees_its_disputes_and_decides(
    as_user: As, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    shelf.ask("update courses set user_id = 'teacher' where course_id = %(c)s", c=kept.course)
    grade, note = disputed(shelf, kept), disputed(shelf, kept, note=0)
    teacher, url = as_user("teacher", "owner"), f"/v1/courses/{kept.course}/disputes"
    mine = (await as_user("ann").get(f"/v1/sessions/{kept.session}/disputes")).json()
    # The owner's own session is what the course is known by.
    walk = shelf.session(kept.tenant, "teacher")
    shelf.ask("update sessions set course_id = %(c)s where session_id = %(s)s", c=kept.course, s=walk.session)
    found = (await teacher.get(url)).json()
    assert (found["total"], found) == (2, mine)
    first, second = (DisputeView.model_validate_json(json.dumps(one)) for one in found["disputes"])
    assert (first.dispute_id, first.subject, first.answer) == (grade, kept.items[0].question, "a pigment")
    assert (first.item_id, first.proof, second.proof) == (kept.items[0].item_id, kept.items[0].proof, None)
    assert (first.correct_answer, first.state, first.reason) == ("a pigment", "open", "It is right.")
    assert [(one.action, one.by, one.reason) for one in first.trail] == [("raised", "ann", "It is right.")]
    assert (second.dispute_id, second.subject, second.answer, second.note) == (
        note, "Look at pigments again.", None, 0,
    )  # fmt: skip
    body = {"decision": "upheld", "credit": 0.5, "reason": "Half of it."}
    answer = await teacher.post(f"{url}/{grade}", json=body, headers={"Idempotency-Key": "decided"})
    assert (answer.status_code, answer.json()["dispute_id"]) == (202, str(grade))
    message = DisputeDecided.read(sent.messages[0].value)
    assert message == DisputeDecided(dispute_id=grade, decided_by="teacher", **body)
    assert sent.messages[0].key == str(kept.session).encode()
    shelf.ask("update disputes set state = 'upheld' where dispute_id = %(d)s", d=grade)
    journaled(shelf, kept, 200, message.type_name, message.model_dump(mode="json"))
    same = await teacher.post(f"{url}/{grade}", json=body, headers={"Idempotency-Key": "decided"})
    assert (same.status_code, same.content, len(sent.messages)) == (202, answer.content, 1)
    assert (await teacher.post(f"{url}/{grade}", json=body)).status_code == 409
    (upheld,) = (await teacher.get(f"{url}?state=upheld")).json()["disputes"]
    trail = [(one["action"], one["by"], one["credit"]) for one in upheld["trail"]]
    assert trail == [("raised", "ann", None), ("upheld", "teacher", 0.5)]
    open_ = (await teacher.get(f"{url}?state=open&limit=1")).json()
    assert ([one["dispute_id"] for one in open_["disputes"]], open_["total"]) == ([str(note)], 1)
    for wrong, field in (
        ({"decision": "upheld"}, "reason"),
        ({"decision": "upheld", "reason": "  "}, "reason"),
        ({"decision": "upheld", "credit": 1}, "credit"),
        ({"decision": "rejected", "credit": 1}, "credit"),
        ({"decision": "perhaps"}, "decision"),
    ):
        refused = await teacher.post(f"{url}/{note}", json=wrong)
        assert (refused.status_code, refused.json()["fields"]) == (400, [field])
    assert (await teacher.post(f"{url}/{uuid4()}", json=body)).status_code == 404
    assert len(sent.messages) == 1


async def test_a_learner_decides_nothing_and_sees_no_course(as_user: As, shelf: Shelf, sent: Sent, kept: Kept) -> None:
    dispute, url = disputed(shelf, kept), f"/v1/courses/{kept.course}/disputes"
    for client, status in ((as_user("ann", "learner"), 403), (as_user("bob", "owner"), 404)):
        assert (await client.get(url)).status_code == status
        assert (await client.post(f"{url}/{dispute}", json={"decision": "upheld"})).status_code == status
    assert sent.messages == []
