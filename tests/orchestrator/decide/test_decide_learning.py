"""Both state machines: every stage x every message; what moves is listed, all else is asserted unmoved."""

import pytest

from services.orchestrator.workflow.learning import NEXT, Cycle
from services.orchestrator.workflow.state import routing
from tests.orchestrator.decide import positions as plain
from tests.orchestrator.decide.positions import OTHER, SESSION
from tests.orchestrator.learning import cycle_diagram
from tests.orchestrator.learning.positions import fold, messages, positions

POSITIONS = positions()
PLAIN = plain.positions()
NAMES = list(messages(PLAIN["new"]))
ANSWERS = ("classified", "told", "diagnosed", "replied", "laid")
LEARNER = {
    "message": ("CLASSIFY_INTENT", 1),
    "learn": ("LEARN", 1),
    "path": ("PLAN", 1),
    "aims": ("same", 0),
    "mark": ("same", 0),
    "parked message": ("same", 0),
}
# While something else is under way, that is what the routing machine shows.
BUSY = {name: ("same", asks) for name, (_, asks) in LEARNER.items()}
# While a message is being answered, the next one waits for its turn.
TALKING = BUSY | {"message": ("same", 0)}
MOVES: dict[str, dict[str, tuple[str, int]]] = {
    "classifying": {"classified": ("LEARN", 1), **TALKING},
    "answering": {"told": ("AWAITING_INPUT", 0), **TALKING},
    "asked back": LEARNER,
    "classifying a reply": {"classified": ("LEARN", 1), **TALKING},
    "judging": {"replied": ("AWAITING_INPUT", 0), **TALKING},
    "probed": LEARNER,
    "planning": {"laid": ("AWAITING_INPUT", 0), **BUSY},
    "planned": LEARNER,
    "explaining": {"told": ("AWAITING_INPUT", 0), **BUSY},
    "quiz active": LEARNER,
    "quiz being written": BUSY,
    "quiz being checked": BUSY,
    "quiz written": LEARNER,
    "grading a round": BUSY | {"message": ("CLASSIFY_INTENT", 1), "learn": ("LEARN", 1), "path": ("PLAN", 1)},
    "feedback": BUSY | {"message": ("CLASSIFY_INTENT", 1), "learn": ("LEARN", 1), "path": ("PLAN", 1)},
    "second round": {"told": ("AWAITING_INPUT", 0), **BUSY},
    "feedback of who knows": BUSY | {"message": ("CLASSIFY_INTENT", 1), "learn": ("LEARN", 1), "path": ("PLAN", 1)},
    "mastered": {"laid": ("AWAITING_INPUT", 0), **BUSY},
    "mastered and planned": LEARNER,
    "diagnostic quiz": LEARNER,
    "grading a diagnosis": BUSY | {"message": ("CLASSIFY_INTENT", 1), "learn": ("LEARN", 1), "path": ("PLAN", 1)},
    "coaching a diagnosis": BUSY | {"message": ("CLASSIFY_INTENT", 1), "learn": ("LEARN", 1), "path": ("PLAN", 1)},
    "diagnosing": {"diagnosed": ("LEARN", 1), **BUSY, "learn": ("LEARN", 1)},
    "explaining after a diagnosis": {"told": ("AWAITING_INPUT", 0), **BUSY},
}
"""By position and message: the routing after it, and how many commands it leads to."""
STANDS = {
    "classifying": (None, "CLASSIFY_INTENT"),
    "answering": (None, "LEARN"),
    "planning": (None, "PLAN"),
    "explaining": ("TUTOR_EXPLAINING", "LEARN"),
    "quiz active": ("QUIZ_ACTIVE", "AWAITING_INPUT"),
    "quiz being written": ("QUIZ_ACTIVE", "LEARN"),
    "grading a round": ("FEEDBACK_ANALYZING", "AWAITING_INPUT"),
    "feedback": ("FEEDBACK_ANALYZING", "AWAITING_INPUT"),
    "second round": ("TUTOR_EXPLAINING", "LEARN"),
    "mastered": ("MASTERED", "PLAN"),
    "diagnostic quiz": (None, "AWAITING_INPUT"),
    "diagnosing": (None, "DIAGNOSE"),
}


def test_the_table_has_every_position() -> None:
    assert set(MOVES) == set(POSITIONS)
    assert not {name for moves in MOVES.values() for name in moves} - set(NAMES)


@pytest.mark.parametrize("at", POSITIONS)
def test_every_message_at_every_position(at: str) -> None:
    state = POSITIONS[at]
    for name in NAMES:
        event, command, attempt = messages(state)[name]
        decision = fold(state, f"{at}:{name}", event, command, attempt)
        if name not in MOVES[at]:
            assert decision.state is state, name
            assert not decision.kept, name
            continue
        where, asks = MOVES[at][name]
        assert decision.kept, name
        assert routing(decision.state) == (routing(state) if where == "same" else where), name
        assert len(decision.asks) == asks, name
        assert decision.state.problem == state.problem, name


@pytest.mark.parametrize("at", PLAIN)
def test_where_no_cycle_is_under_way_only_a_learner_moves_anything(at: str) -> None:
    state = PLAIN[at]
    ready = state.reading_id is not None and all(paper.read for paper in state.papers)
    for name in NAMES:
        event, command, attempt = messages(state)[name]
        decision = fold(state, f"{at}:{name}", event, command, attempt)
        if name in ANSWERS or not state.papers or (name == "mark" and not decision.kept):
            assert decision.state is state, name
            continue
        asked = name in ("message", "learn", "path")
        assert decision.kept, name
        assert len(decision.asks) == (1 if ready and asked else 0), name
        assert bool(decision.lines) == (name == "parked message" or (not ready and asked)), name


@pytest.mark.parametrize("at", STANDS)
def test_each_stage_has_the_seeds_words(at: str) -> None:
    cycle = POSITIONS[at].cycle
    assert ((cycle.phase if cycle else None), routing(POSITIONS[at])) == STANDS[at]


def test_a_cycle_goes_only_where_the_seeds_diagram_goes() -> None:
    for phase, allowed in NEXT.items():
        cycle = Cycle(id=SESSION, topic="", concepts=["a"], phase=phase)
        for to in NEXT:
            if to in allowed:
                assert cycle.moved(to).phase == to
            else:
                with pytest.raises(ValueError, match="does not go"):
                    cycle.moved(to)


@pytest.mark.parametrize("at", POSITIONS)
def test_answers_to_no_open_step_change_nothing(at: str) -> None:
    for name in ("classified", "told", "diagnosed", "replied", "laid"):
        event, _, attempt = messages(POSITIONS[at])[name]
        for command in (OTHER, None):
            assert fold(POSITIONS[at], "stray", event, command, attempt).state is POSITIONS[at], name


def test_the_documented_diagram_is_the_codes() -> None:
    assert cycle_diagram.shown() == cycle_diagram.diagram()
