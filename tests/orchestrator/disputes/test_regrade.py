"""Grading again, decided: wherever an attempt stands, one grade of it is under way, over what counts now."""

from uuid import UUID, uuid5

from contracts.grading import AnswerSelfGraded, DisputeDecided, DisputeRaised
from contracts.mastery import Observation, Standing
from contracts.session import StepFailed
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.grading.events import Graded, NotesWritten
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.workflow.attempts import KnownAttempt, KnownDispute, KnownPractice, KnownResult
from services.orchestrator.workflow.evidence import Evidence
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.orchestrator.decide.positions import (
    ATTEMPT,
    AWAY,
    FIRST_QUIZ,
    ITEM,
    OTHER,
    SESSION,
    TIME,
    only,
    plain,
    positions,
)

POSITIONS = positions()
RECALLED = ItemRecalled(item_id=ITEM, what="retracted", reason="Wrong.")
RESULT = KnownResult(result_id=UUID(int=99), attempt_id=ATTEMPT, quiz_id=FIRST_QUIZ, item_id=ITEM, open=True)


def told(state: State, event: Event, name: str = "it", command: UUID | None = None, **known: object) -> Decision:
    practice = KnownPractice.model_validate(known) if known else None
    return decide(state, event, Meta(id=uuid5(SESSION, name), seq=9, time=TIME, command=command, practice=practice))


def attempt(left: int, evidence: Evidence | None = None) -> KnownAttempt:
    return KnownAttempt(attempt_id=ATTEMPT, quiz_id=FIRST_QUIZ, left=left, evidence=evidence)


def test_an_item_that_was_never_answered_moves_nothing() -> None:
    for state in POSITIONS.values():
        assert not told(state, RECALLED).kept


def test_a_graded_attempt_is_graded_again_beside_whatever_is_under_way() -> None:
    for name in ("noted", "coaching"):
        before = POSITIONS[name]
        after = told(before, RECALLED, attempts=[attempt(3)])
        [ask] = after.asks
        assert (ask.kind, plain(ask)["attempt_id"]) == ("grade", str(ATTEMPT))
        assert after.state.open[ask.command].journey == Journey("regrade", ATTEMPT)
        assert set(before.open) <= set(after.state.open)
        assert after.recalled == [ATTEMPT]


def test_a_grade_under_way_is_asked_for_again_in_its_own_journey() -> None:
    before = POSITIONS["grading"]
    after = told(before, RECALLED, attempts=[attempt(3)])
    [command] = after.state.open
    assert command not in before.open
    assert after.state.open[command].journey == Journey("attempt", ATTEMPT)
    late = Graded(attempt_id=ATTEMPT, score=1, assessed=[], weak=[])
    assert not told(after.state, late, "late", only(before)).kept
    again = told(after.state, RECALLED, "more", attempts=[attempt(2)])
    assert len(again.state.open) == 1
    noting = told(again.state, late, "graded", only(again.state))
    assert [ask.kind for ask in noting.asks] == ["notes"]


def test_a_grade_that_failed_is_left_to_the_learners_retry() -> None:
    failed = told(POSITIONS["grading"], StepFailed(problem=AWAY, final=True), "failed", only(POSITIONS["grading"]))
    after = told(failed.state, RECALLED, attempts=[attempt(3)])
    assert after.asks == []
    assert after.state.problem == AWAY
    assert after.state.unfinished == failed.state.unfinished


def test_a_failure_of_something_else_stays_while_it_is_graded_again() -> None:
    state = POSITIONS["noted"].model_copy(update={"problem": AWAY, "failed_version": 3})
    after = told(state, RECALLED, attempts=[attempt(3)])
    assert len(after.asks) == 1
    assert (after.state.problem, after.state.failed_version) == (AWAY, 3)


def test_where_nothing_is_left_the_attempt_is_over_and_mastery_without_it() -> None:
    seen = Observation(if_known=0.9, if_unknown=0.2)
    evidence = Evidence(at=TIME, before=["a"])
    for name in ("grading", "coaching", "noted"):
        state = POSITIONS[name].model_copy(update={"standings": {"a": Standing(concept="a", score=0.1, answers=1)}})
        after = told(state, RECALLED, attempts=[attempt(0, evidence)])
        assert after.asks == []
        assert after.emptied == [ATTEMPT]
        assert after.state.open == {}
        assert after.state.standings == {}
        assert "a" not in after.state.focus
    other = {"at": TIME, "attempt_id": OTHER, "ordinal": 0, "concept": "a", "observation": seen, "correct": True}
    left = Evidence.model_validate({"at": TIME, "before": ["a"], "others": [other]})
    after = told(POSITIONS["noted"], RECALLED, attempts=[attempt(0, left)])
    assert after.state.standings["a"].answers == 1
    failed = told(POSITIONS["grading"], StepFailed(problem=AWAY, final=True), "failed", only(POSITIONS["grading"]))
    cured = told(failed.state, RECALLED, attempts=[attempt(0)])
    assert (cured.state.problem, cured.state.unfinished) == (None, {})


def test_a_learner_rules_only_where_nobody_else_can() -> None:
    state, message = POSITIONS["noted"], AnswerSelfGraded(result_id=RESULT.result_id, credit=1)
    assert len(told(state, message, result=RESULT).asks) == 1
    assert not told(state, message).kept
    for no in ({"open": False}, {"void": True}, {"ruled_by": "owner"}):
        assert not told(state, message, result=RESULT.model_copy(update=no)).kept


def test_a_dispute_moves_a_grade_only_when_its_owner_decides_so() -> None:
    state = POSITIONS["noted"]
    raised = DisputeRaised(of="grade", result_id=RESULT.result_id, reason="No.")
    assert told(state, raised, result=RESULT).kept
    assert told(state, raised, result=RESULT).asks == []
    assert not told(state, raised).kept
    dispute = KnownDispute(dispute_id=OTHER, of="grade", result=RESULT)
    upheld, rejected = (
        DisputeDecided(dispute_id=OTHER, decision=word, decided_by="o") for word in ("upheld", "rejected")
    )
    assert len(told(state, upheld, dispute=dispute).asks) == 1
    assert told(state, rejected, dispute=dispute).asks == []
    reversing = dispute.model_copy(update={"result": RESULT.model_copy(update={"ruled_by": "owner"})})
    assert len(told(state, rejected, dispute=reversing).asks) == 1
    later = KnownDispute.model_validate({**dispute.model_dump(), "decided_at": "2026-06-01T00:00:00Z"})
    assert not told(state, upheld, dispute=later).kept
    assert not told(state, upheld).kept


def test_later_attempts_about_the_same_concepts_get_their_notes_anew() -> None:
    state = told(POSITIONS["noted"], RECALLED, attempts=[attempt(3)]).state
    later = KnownAttempt(attempt_id=OTHER, quiz_id=FIRST_QUIZ, left=1)
    grade = Graded(attempt_id=ATTEMPT, score=0.5, assessed=["a"], weak=[])
    after = told(state, grade, "graded", only(state), told=[later])
    assert [(ask.kind, plain(ask)["attempt_id"]) for ask in after.asks] == [
        ("notes", str(ATTEMPT)),
        ("notes", str(OTHER)),
    ]
    for ask in after.asks:
        closed = told(after.state, NotesWritten(attempt_id=None, notes=1), f"n{ask.command}", ask.command)
        assert ask.command not in closed.state.open
