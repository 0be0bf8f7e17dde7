"""Somebody who learns a topic in cycles over the HTTP API: answers by the key, or wrongly, until the cycle is over."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.standins.learners.learner import Json, Learner

UNDER_WAY = {"TUTOR_EXPLAINING", "QUIZ_ACTIVE", "FEEDBACK_ANALYZING", "LOOP_AGAIN"}
Knows = Callable[[Json], bool]
"""Whether the answer to an item is known."""


@dataclass
class Course:
    """What a walk through the cycles left: the learner's view before each quiz, the quizzes, and the last view."""

    views: list[Json] = field(default_factory=list)
    quizzes: list[Json] = field(default_factory=list)
    attempts: list[str] = field(default_factory=list)
    last: Json = field(default_factory=dict)


def learner_view(me: Learner, session: str) -> Json:
    """`LearnerView`."""
    found: Json = me.http.get(f"/sessions/{session}/learner").raise_for_status().json()
    return found


def begin(me: Learner, session: str, **wishes: object) -> Json:
    """Begin to learn; the view once the first quiz is there, or all is over."""
    version = me.session(session)["version"]
    me.post(f"/sessions/{session}/learning", wishes)
    return _well(me, session, version)


def learn(me: Learner, session: str, knows: Knows = lambda _: True, most: int = 30, **wishes: object) -> Course:
    """Learn a topic to its end, in at most `most` quizzes."""
    walked, view = Course(), begin(me, session, **wishes)
    while view["cycle_quiz"] and len(walked.quizzes) < most:
        quiz = me.quiz(session, view["cycle_quiz"])
        by_id = {item["item_id"]: item for item in me.items(session)}
        wrong = [each["item_id"] for each in quiz["questions"] if not knows(by_id[each["item_id"]])]
        version = me.session(session)["version"]
        walked.views.append(view)
        walked.quizzes.append(quiz)
        walked.attempts.append(me.answer(session, quiz, wrong)["attempt_id"])
        view = _well(me, session, version)
    walked.last = view
    return walked


def goes_to_mastery(me: Learner, session: str) -> Course:
    """A topic is learnt by somebody who knows every answer; what must hold on the way."""
    topic = learner_view(me, session)["concepts"][0]["concept"]
    walked = learn(me, session, topic=topic)
    last = walked.last
    assert (last["phase"], last["cycle_quiz"]) == ("MASTERED", None)
    assert 1 < len(walked.quizzes) <= last["max_cycles"] == 5
    for view, quiz in zip(walked.views, walked.quizzes, strict=True):
        assert view["phase"] == "QUIZ_ACTIVE"
        assert view["explanation"]
        assert view["explanation_quotes"]
        assert 1 <= len(quiz["questions"]) <= 10
    cycles = [cycle for cycle in last["cycles"] if cycle["topic"] == topic]
    assert [cycle["cycle_number"] for cycle in cycles] == list(range(1, len(walked.quizzes) + 1))
    assert [cycle["mastery_achieved"] for cycle in cycles] == [False] * (len(walked.quizzes) - 1) + [True]
    assert all(cycle["quiz_score"] == 1 and cycle["completed_at"] for cycle in cycles)
    (stands,) = [each for each in last["concepts"] if each["concept"] == topic]
    assert stands["mastered"]
    assert stands["score"] >= last["mastery_threshold"] == 0.85
    assert stands["answers"] >= 5
    assert last["path_reasoning"]
    assert topic not in last["learning_path"]
    return walked


def ends_in_remediation(me: Learner, session: str, cycles: int) -> Course:
    """A topic is not learnt by somebody who knows nothing; what must hold then."""
    topic = learner_view(me, session)["concepts"][1]["concept"]
    walked = learn(me, session, knows=lambda _: False, topic=topic, max_cycles=cycles)
    last = walked.last
    assert (last["phase"], last["cycle_quiz"]) == (None, None)
    assert len(walked.quizzes) == cycles
    assert last["remediation"]
    # An attempt of which only one answer could be judged shows none.
    assert any(view["error_patterns"] for view in (*walked.views, last))
    assert last["improvement_areas"]
    assert not any(cycle["mastery_achieved"] for cycle in last["cycles"] if cycle["topic"] == topic)
    (stands,) = [each for each in last["concepts"] if each["concept"] == topic]
    assert not stands["mastered"]
    assert stands["score"] < 0.5
    return walked


def _well(me: Learner, session: str, after: int) -> Json:
    state = me.settle(session, after)
    assert state["status"] == "ready", state["error"]
    return learner_view(me, session)
