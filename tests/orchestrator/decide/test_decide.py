"""Every stage x every message: what moves is listed here, and everything else is asserted unmoved."""

import pytest

from contracts.reading import ReadingProgress
from contracts.session import MessageParked, StepFailed, StepTimedOut
from services.orchestrator.documents.events import BlocksRead, Digested
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.state import State
from services.orchestrator.workflow.steps import FAILURES, LOSSES
from tests.orchestrator.decide.positions import (
    AWAY,
    DOC_META,
    FIRST_QUIZ,
    OTHER,
    fold,
    messages,
    only,
    plain,
    positions,
)

POSITIONS = positions()
NAMES = list(messages(POSITIONS["new"]))
ANSWERS = NAMES[: NAMES.index("parked")]
STEP = {"failed": ("same", 1), "timed out": ("same", 1), "parked": ("failed", 0)}
LEARNER = {"forget": ("forgotten", 0), "parked quiz": ("failed", 0)}
ITEMS = {
    "add item": ("same", 1),
    "edit": ("same", 1),
    "approve item": ("same", 0),
    "delete item": ("same", 0),
    "retract item": ("same", 0),
    "regenerate item": ("same", 1),
}
MADE = {
    "answers": ("grading", 1),
    "quiz": ("writing", 1),
    **ITEMS,
    "add item": ("validating", 1),
    "edit": ("validating", 1),
    "regenerate item": ("writing", 1),
}
ANEW = {"answers": ("same", 1), "quiz": ("same", 1), **ITEMS}
CHECKING = {"answers": ("validating", 1), "quiz": ("validating", 1), **STEP, "parked": ("ready", 0), **LEARNER}
READ = {"progress": ("reading", 0), "planned": ("reading", 3), "held": ("pending_review", 0)}
REVIEW = {"correct": ("same", 0), "approve": ("reading", 1), "reject": ("failed", 0), "replace": ("reading", 1)}
MOVES: dict[str, dict[str, tuple[str, int]]] = {
    "new": {"submitted": ("reading", 1), "parked upload": ("failed", 0), **LEARNER},
    "reading": {"blocks": ("reading", 0), **READ, **STEP, **LEARNER},
    "half read": {"blocks": ("digesting", 1), **READ, **STEP, **LEARNER},
    "planned": {"progress": ("reading", 0), "range": ("reading", 0), **STEP, **LEARNER},
    "range 2 read": {"progress": ("reading", 0), "range": ("reading", 1), **STEP, **LEARNER},
    "gathering": {"blocks": ("reading", 0), "held": ("pending_review", 0), **STEP, **LEARNER},
    "held": {**REVIEW, **LEARNER},
    "approved": {"blocks": ("reading", 0), "held": ("pending_review", 0), **REVIEW, **STEP, **LEARNER},
    "rejected": {"forget": ("forgotten", 0)},
    "replaced": {"blocks": ("reading", 0), **READ, **STEP, **LEARNER},
    "digesting a scan": {"digested": ("writing", 1), **REVIEW, "approve": ("same", 1), **STEP, **LEARNER},
    "a scan ready": {**MADE, **REVIEW, **LEARNER},
    "a ready scan approved": {
        "blocks": ("reading", 0),
        "held": ("pending_review", 0),
        **ITEMS,
        "quiz": ("reading", 1),
        "answers": ("reading", 1),
        **REVIEW,
        **STEP,
        **LEARNER,
    },
    "a ready scan gathered anew": {
        "digested": ("ready", 0),
        "answers": ("same", 1),
        "quiz": ("same", 1),
        **ITEMS,
        **REVIEW,
        "approve": ("same", 1),
        **STEP,
        **LEARNER,
    },
    "digesting": {"digested": ("writing", 1), **STEP, **LEARNER},
    "writing": {"written": ("validating", 1), "quiz": ("writing", 1), **ITEMS, **STEP, **LEARNER},
    "half written": {"judged": ("writing", 0), "quiz": ("writing", 1), **ITEMS, **STEP, **LEARNER},
    "validating": {"judged": ("ready", 0), "quiz": ("validating", 1), **ITEMS, **STEP, **LEARNER},
    "writing again": {
        "written": ("validating", 1),
        "quiz": ("writing", 1),
        **ITEMS,
        **STEP,
        "parked": ("ready", 0),
        **LEARNER,
    },
    "checking": {
        "judged": ("ready", 0),
        **CHECKING,
        **ITEMS,
        "delete item": ("ready", 0),
        "retract item": ("ready", 0),
        "regenerate item": ("writing", 1),
    },
    "an item rewritten": {
        "written": ("validating", 1),
        **CHECKING,
        "answers": ("writing", 1),
        "quiz": ("writing", 1),
        **ITEMS,
        "edit": ("validating", 1),
        "delete item": ("ready", 0),
        "retract item": ("ready", 0),
    },
    "an item rejudged": {
        "judged": ("ready", 0),
        **CHECKING,
        **ITEMS,
        "delete item": ("ready", 0),
        "retract item": ("ready", 0),
        "regenerate item": ("writing", 1),
    },
    "an item taken back": {
        **MADE,
        **LEARNER,
        "edit": ("same", 0),
        "approve item": ("none", 0),
        "delete item": ("none", 0),
        "retract item": ("none", 0),
        "reinstate item": ("same", 0),
        "regenerate item": ("same", 0),
    },
    "an item deleted": {
        **MADE,
        **LEARNER,
        "edit": ("same", 0),
        "approve item": ("none", 0),
        "delete item": ("none", 0),
        "restore item": ("same", 0),
        "regenerate item": ("same", 0),
    },
    "ready": {**MADE, **LEARNER},
    "grading": {"graded": ("coaching", 1), **ANEW, **STEP, **LEARNER},
    "coaching": {"noted": ("ready", 0), **ANEW, **STEP, **LEARNER},
    "noted": {**MADE, **LEARNER},
    "failed, can be retried": {"retry": ("reading", 1), "forget": ("forgotten", 0)},
    "failed for good": {"forget": ("forgotten", 0)},
    "forgotten": {},
}
"""By position and message: the status after it, and how many commands it leads to."""


def test_the_table_has_every_position() -> None:
    assert set(MOVES) == set(POSITIONS)
    assert not {name for moves in MOVES.values() for name in moves} - set(NAMES)


@pytest.mark.parametrize("at", POSITIONS)
def test_every_message_everywhere(at: str) -> None:
    state = POSITIONS[at]
    for name in NAMES:
        event, command, attempt = messages(state)[name]
        decision = fold(state, f"{at}:{name}", event, command, attempt, seq=20)
        if MOVES[at].get(name, ("none", 0))[0] == "none":
            assert decision.state is state, name
            assert not decision.kept, name
            assert decision.asks == [], name
            continue
        status, asks = MOVES[at][name]
        assert decision.kept, name
        assert decision.state != state, name
        assert decision.state.status == (state.status if status == "same" else status), name
        assert len(decision.asks) == asks, name
        assert all(decision.state.open[ask.command].attempt == ask.attempt for ask in decision.asks), name


@pytest.mark.parametrize("at", POSITIONS)
def test_an_answer_to_a_command_that_is_not_open_changes_nothing(at: str) -> None:
    for name in ANSWERS:
        event, _, attempt = messages(POSITIONS[at])[name]
        for command in (OTHER, None):
            decision = fold(POSITIONS[at], "stray", event, command, attempt)
            assert decision.state is POSITIONS[at], name
            assert not decision.kept, name


@pytest.mark.parametrize("name", ["failed", "timed out", "parked"])
@pytest.mark.parametrize("at", [at for at in POSITIONS if POSITIONS[at].open])
def test_what_is_about_another_attempt_changes_nothing(at: str, name: str) -> None:
    event, command, attempt = messages(POSITIONS[at])[name]
    if isinstance(event, MessageParked):
        event = event.model_copy(update={"attempt": attempt + 1})
    assert fold(POSITIONS[at], "stale", event, command, attempt + 1).state is POSITIONS[at]


def spend(state: State, event: object, times: int) -> State:
    command = only(state)
    for turn in range(times):
        if command not in state.open:
            break
        state = fold(state, f"spend{turn}", event, command, state.open[command].attempt).state  # type: ignore[arg-type]
    return state


def test_failures_and_losses_have_allowances_of_their_own() -> None:
    reading, away = POSITIONS["reading"], StepFailed(problem=AWAY, final=False)
    worn = spend(spend(reading, away, FAILURES - 1), StepTimedOut(), LOSSES)
    assert worn.status == "reading"
    assert spend(worn, away, 1).problem == AWAY
    late = spend(worn, StepTimedOut(), 1).problem
    assert late
    assert late.status == 504


def test_a_document_without_anything_to_ask_is_a_422_that_no_retry_helps() -> None:
    digesting = POSITIONS["digesting"]
    empty = fold(digesting, "empty", Digested(terms=0, blocks=0), only(digesting)).state
    validating = POSITIONS["validating"]
    refused = MaterialJudged(quiz_id=FIRST_QUIZ, items=0, cards=0, refused={"quote_not_found": 4})
    none = fold(validating, "none", refused, only(validating)).state
    none = fold(none, "nothing more", MaterialWritten(quiz_id=FIRST_QUIZ, items=0, cards=0), only(none)).state
    for state in (empty, none):
        assert state.problem
        assert state.problem.status == 422
        event, _, _ = messages(state)["retry"]
        assert fold(state, "retry", event).state is state
    assert none.problem
    assert "4 had quotes that are not in the text" in none.problem.detail


def test_cards_alone_are_a_course_too() -> None:
    validating = POSITIONS["validating"]
    cards = MaterialJudged(quiz_id=FIRST_QUIZ, items=0, cards=3, refused={})
    assert fold(validating, "cards", cards, only(validating)).state.status == "ready"


def test_material_of_another_quiz_changes_nothing() -> None:
    writing = POSITIONS["writing"]
    other = MaterialWritten(quiz_id=OTHER, items=1, cards=1)
    assert fold(writing, "other", other, only(writing)).state is writing


def test_progress_never_goes_back_and_a_part_counts_once() -> None:
    half = fold(
        POSITIONS["half read"], "on", ReadingProgress(pages_done=5, pages_total=9), only(POSITIONS["half read"])
    ).state
    assert fold(half, "back", ReadingProgress(pages_done=4, pages_total=9), only(half)).state is half
    twice = BlocksRead(number=1, of=2, blocks=2, doc_meta=DOC_META)
    assert fold(half, "twice", twice, only(half)).state is half


def test_weak_concepts_come_first_in_the_next_quiz_and_leave_when_known() -> None:
    noted = POSITIONS["noted"]
    assert noted.focus == ["a"]
    [asked] = fold(noted, "quiz", messages(noted)["quiz"][0]).asks
    assert plain(asked)["instructions"]["focusAreas"] == ["a"]
