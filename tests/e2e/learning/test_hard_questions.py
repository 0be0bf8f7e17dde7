"""Who answers the hard questions wrongly and the others right is told so, whatever the types of the hard ones."""

import pytest

from tests.console.samples.make_samples import lesson
from tests.standins.learners.learner import Json, Learner

pytestmark = pytest.mark.embedded
QUESTIONS = 15


def test_hard_questions_answered_wrongly_are_noted_also_where_the_learner_graded_them(me: Learner) -> None:
    state = me.study(lesson("human-body.en"), numQuizQuestions=QUESTIONS, numFlashcards=0)
    session, quiz = state["session_id"], me.quiz(state["session_id"])
    items = {item["item_id"]: item for item in me.items(session)}
    hard = {id for id, item in items.items() if item["difficulty"] == "HARD"}
    opened = {id for id in hard if items[id]["type"] == "short_answer"}
    assert len(opened) >= 2
    assert len(hard - opened) == 1, "one that a rule can grade: one slip is no pattern"
    attempt = me.answer(session, quiz, wrong=hard)["attempt_id"]
    results = me.results(session, attempt)["results"]
    assert {each["item_id"] for each in results if each["undecided"]} == opened
    me.settle(session)
    assert "hard questions" not in " ".join(sentences(me, session))
    # What only they can judge, they call wrong: it counts too.
    for each in results:
        if each["item_id"] in opened:
            version = me.session(session)["version"]
            path = f"/sessions/{session}/results/{each['result_id']}/self-grade"
            assert me.http.post(path, json={"credit": 0.0}).status_code == 202
            me.settle(session, version)
    me.until(lambda: f"hard questions incorrectly: {len(hard)} of {len(hard)}" in " ".join(sentences(me, session)))


def sentences(me: Learner, session: str) -> list[str]:
    """What the notes say."""
    found: list[Json] = me.notes(session)
    return [note["note"] for note in found]
