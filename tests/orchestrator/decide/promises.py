"""What holds of a session's state whatever came in whatever order."""

from uuid import UUID

from services.orchestrator.documents.reading import AT_ONCE, READING, of
from services.orchestrator.quizzes.rounds import TRIES
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.params import ValidateParams, Wished, WriteParams
from services.orchestrator.workflow.stages import BEGINNING
from services.orchestrator.workflow.state import State, Step
from tests.orchestrator.decide.positions import plain


def wish_of(step: Step) -> UUID | None:
    """The item that a step of an owner's wish is about."""
    return step.params.item_id if isinstance(step.params, Wished) else None


def of_material(state: State) -> None:
    """A quiz is under way, whole, or was given up with a problem; of an item one wish at a time, never failed."""
    steps = [*state.open.values(), *state.unfinished.values()]
    own = {step.params.quiz_id for step in steps if isinstance(step.params, WriteParams | ValidateParams)}
    for quiz, facts in state.quizzes.items():
        assert facts.tries <= TRIES
        assert facts.order is None or not facts.complete
        assert (facts.order is not None) <= (quiz in own or (facts.begun and _being_read(state)))
        assert not facts.complete or quiz not in own
        assert facts.complete or facts.order or not (facts.begun and any(facts.made.values())), "it cannot be handed in"
    wishes = [wish_of(step) for step in state.open.values() if wish_of(step)]
    assert len(set(wishes)) == len(wishes)
    assert not any(map(wish_of, state.unfinished.values()))
    assert not set(wishes) & set(state.removed)


def _being_read(state: State) -> bool:
    """Whether the documents' journey goes on, or can: what is begun waits for it."""
    steps = [*state.open.values(), *state.unfinished.values()]
    return state.held is not None or any(step.journey.kind == "document" for step in steps)


def of_reading(state: State, before: dict[str, Paper]) -> dict[str, Paper]:
    """Each range once, no more at once than allowed, gathered when all are in; no material before all passed; after a
    rejection, which ends it for good, nothing.

    Takes the papers by hash as they were, returns them as they are.
    """
    steps = [*state.open.values(), *state.unfinished.values()]
    assert sum(step.kind == "pages" for step in state.open.values()) <= AT_ONCE
    reading = [(of(step), step.kind, plain(step).get("number")) for step in steps if step.kind in READING]
    assert len(set(reading)) == len(reading)
    over = any(paper.rejected for paper in state.papers)
    assert not (over and reading)
    begun = [step for step in state.open.values() if step.journey == BEGINNING]
    assert len([step for step in begun if step.kind in ("begin", "digest")]) <= 1
    assert not (begun and over)
    assert not any(step.journey == BEGINNING for step in state.unfinished.values())
    for paper in state.papers:
        mine = [kind for sha256, kind, _ in reading if sha256 == paper.sha256]
        under_way = mine.count("pages")
        assert over or paper.asked - paper.done == under_way
        assert len(set(mine)) <= 1
        assert paper.done <= paper.asked <= len(paper.ranges)
        assert "gather" not in mine or paper.done == len(paper.ranges)
        assert paper.pages_done <= paper.pages_total
        if not paper.read and not paper.held and not over and not state.forgotten:
            assert mine or (paper.asked < len(paper.ranges)), "nobody reads it"
    if not all(paper.read for paper in state.papers):
        assert not state.quizzes or state.reading_id or all(facts.begun for facts in state.quizzes.values())
        assert all(step.kind != "digest" or step.journey == BEGINNING for step in state.open.values())
    known = {paper.sha256: paper for paper in state.papers}
    for sha256, old in before.items():
        if sha256 in known:
            assert known[sha256].pages_done >= old.pages_done
            assert known[sha256].pages_total >= old.pages_total
            assert set(known[sha256].corrections) >= set(old.corrections)
    return known
