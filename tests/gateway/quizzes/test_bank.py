"""A quiz that asks again what was written for another, one's own or the course owner's; and grades that change."""

from datetime import timedelta
from uuid import UUID, uuid4

import httpx
import pytest

from contracts.grading import QuizResults
from contracts.views.material import QuizView
from tests.gateway.conftest import Sent
from tests.gateway.learnt import own
from tests.gateway.shelf import START, Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


def asked_again(shelf: Shelf, kept: Kept, purpose: str = "cycle") -> UUID:
    """Another quiz, of the first one's second question (again) and a new one."""
    first = kept.items
    shelf.quiz(kept, number=2)
    shelf.ask("update quizzes set purpose = %(p)s where quiz_id = %(q)s", p=purpose, q=kept.quiz)
    row = {"item_id": first[1].item_id, "ordinal": 9, "repeat": True}
    shelf.insert("quiz_items", quiz_id=kept.quiz, **row, **own(kept))
    shelf.state(kept.items[1].item_id, "deleted")
    kept.items = [kept.items[0], first[1]]
    return kept.quiz


async def test_a_quiz_asks_items_of_the_bank_and_says_which_come_again(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    quiz = asked_again(shelf, kept)
    for path in ("quiz", f"quizzes/{quiz}"):
        told = QuizView.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}/{path}")).content)
        assert (told.quiz_id, told.purpose) == (quiz, "cycle")
        assert [(one.item_id, one.repeat) for one in told.questions] == [
            (kept.items[0].item_id, False), (kept.items[1].item_id, True),
        ]  # fmt: skip
        assert {one.quiz_id for one in told.questions} == {quiz}, "the quiz that asks, not the one it was written for"
    state = (await ann.get(f"/v1/sessions/{kept.session}")).json()
    assert (state["totals"]["questions"], len(state["quiz_items"])) == (4, 4)
    answers = [{"item_id": str(item.item_id), "answer": "b"} for item in kept.items]
    body = {"quiz_id": str(quiz), "answers": answers}
    assert (await ann.post(f"/v1/sessions/{kept.session}/results", json=body)).status_code == 202
    assert [one.item_id for one in QuizResults.read(sent.messages[0].value).answers] == [
        item.item_id for item in kept.items
    ]


async def test_a_result_tells_who_graded_it_and_whether_it_counts(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    shelf.attempt(kept)
    shelf.ask(
        "update results set void = true, repeat = true, made_by = 'rule:choice' where result_id = %(r)s", r=kept.result
    )
    url = f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}"
    told = (await ann.get(url)).json()
    one, other = told["results"]
    assert (one["void"], one["repeat"], one["made_by"], one["retracted"]) == (True, True, "rule:choice", None)
    assert (other["void"], other["repeat"], other["made_by"]) == (False, False, "")
    assert told["score"] == 0, "without the right answer, which counts in nothing"
    shelf.ask("update attempts set score = null, graded_at = now() where attempt_id = %(a)s", a=kept.attempt)
    nothing = await ann.get(url)
    assert (nothing.status_code, nothing.json()["score"], len(nothing.json()["results"])) == (200, 0, 2)


async def test_an_answer_shows_the_item_as_it_was_graded_though_its_owner_is_another(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    shelf.attempt(kept)
    owner, item = shelf.session(tenant, "teacher"), kept.items[0]
    shelf.ask("update items set session_id = %(s)s where item_id = %(i)s", s=owner.session, i=item.item_id)
    before = {**item.model_dump(mode="json"), "question": "As it was?"}
    for days, action, more in ((1, "edited", {"before": before}), (2, "retracted", {"reason": "It was wrong."})):
        at = START + timedelta(days=days)
        shelf.done(owner, uuid4(), item.item_id, action, "done", timestamp=at, **more)
    shelf.state(item.item_id, "retracted")
    told = (await ann.get(f"/v1/sessions/{kept.session}/results")).json()["results"][0]
    assert (told["question"], told["retracted"]) == ("As it was?", "It was wrong.")
