"""What an owner does to items and cards: edits, approves, deletes, restores, retracts, orders anew.

An edit takes the old text's place once the Evaluator accepts it, a new item the old one's place likewise. Of two wishes
about one item under way the later counts. However such a wish ends, the quiz and the session are unharmed.
"""

from typing import Literal
from uuid import UUID

from contracts.coaching import Goal, Instructions
from contracts.editing import ItemDecided, ItemRetracted, RegenerationRequested
from contracts.problems import Problem
from contracts.quizzes import Refusal
from services.orchestrator.items.events import EditIn
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.quizzes.rounds import in_parts, known, reopened
from services.orchestrator.workflow.quizzes import KnownItem, Removed
from services.orchestrator.workflow.state import Decision, Meta, Settled, State, Step
from services.orchestrator.workflow.steps import ask_more, beside, close, unmoved

JOURNEYS = ("edit", "item")
_NOT_NOW: dict[str, str] = {
    "deleted": "The item was deleted; restore it first.",
    "retracted": "The item was retracted.",
    "replaced": "Another item has taken its place.",
    "not_accepted": "The item was never accepted.",
    "outdated": "Its text has changed since this edit was begun: read it again.",
    "superseded": "Another wish about the same item came before this one was done.",
}


def edited(state: State, meta: Meta, event: EditIn) -> Decision:
    """A new text for an item: the Evaluator checks it first."""
    item = meta.item
    if item is None or item.card != event.card or (event.quiz_id is not None and event.quiz_id != item.quiz_id):
        return unmoved(state)
    refused = _not_now(state, event.item_id, item, event.revision)
    if refused is not None:
        return _settle(state, meta, refused, "an edit came too late")
    state, settled = _superseded(state, event.item_id, "superseded")
    params = {"wish": str(meta.id), "item_id": str(event.item_id), "card": item.card, "quiz_id": str(item.quiz_id)}
    params |= {"reading_id": str(state.reading_id)}
    asked = ask_more(Decision(state=state), meta, "check", f"edit:{meta.id}", "its owner edited an item", **params)
    return beside(state, asked).changed(settled=settled)


def checked(state: State, event: MaterialJudged, command: UUID, step: Step) -> Decision:
    """The Evaluator's word on an edit."""
    done = event.items + event.cards > 0
    said = "the edit is taken" if done else "the edit was refused"
    after = close(state, command).changed(last_routed_to="coordinator", routing_reason=said)
    return Decision(state=after, settled=[_ended(step, "done" if done else "refused")])


def decided(state: State, meta: Meta, message: ItemDecided) -> Decision:
    """Approved, deleted, or restored: where that means something."""
    item, now = message.item_id, state.removed.get(message.item_id)
    if (
        meta.item is None
        or not meta.item.accepted
        or now not in ((None,), ("deleted",))[message.decision == "restored"]
    ):
        return unmoved(state)
    settled: list[Settled] = []
    if message.decision == "deleted":
        state, settled = _superseded(state, item, "deleted")
        state = _removed(state, item, "deleted")
    if message.decision == "restored":
        state = state.changed(removed={key: how for key, how in state.removed.items() if key != item})
    return _settle(state, meta, [], f"its owner {message.decision} an item", settled)


def retracted(state: State, meta: Meta, message: ItemRetracted) -> Decision:
    """An item was wrong: it is asked no more; its results stay."""
    item = message.item_id
    if meta.item is None or not meta.item.accepted or state.removed.get(item) == "retracted":
        return unmoved(state)
    state, settled = _superseded(state, item, "retracted")
    return _settle(_removed(state, item, "retracted"), meta, [], "its owner retracted an item", settled)


def regenerated(state: State, meta: Meta, message: RegenerationRequested) -> Decision:
    """Another item about the same concept is ordered; which concept that is, is looked up when the order is built."""
    item = meta.item
    if item is None or state.reading_id is None or item.quiz_id not in state.quizzes:
        return unmoved(state)
    if (refused := _not_now(state, message.item_id, item)) is not None:
        return _settle(state, meta, refused, "a wish came too late")
    state, settled = _superseded(state, message.item_id, "superseded")
    params = {
        "quiz_id": str(item.quiz_id),
        "reading_id": str(state.reading_id),
        "instructions": _one_more(state.instructions, item.card).model_dump(mode="json"),
        "quiz_spec": None,
        "generated_at": meta.time,
        "replaces": str(message.item_id),
        "item_id": str(message.item_id),
        "wish": str(meta.id),
        "card": item.card,
        "before": _batches(state, item.quiz_id),
    }
    asked = ask_more(Decision(state=state), meta, "write", f"item:{meta.id}", "an item is written anew", **params)
    return beside(state, asked).changed(settled=settled)


def rewritten(state: State, meta: Meta, event: MaterialWritten, command: UUID, step: Step) -> Decision:
    """The new item came: the Evaluator judges it. None came: the old one stays."""
    after, new, whole = in_parts(step, event)
    if new and (event.cards if step.params["card"] else event.items):
        facts = state.quizzes[event.quiz_id]
        facts = facts.changed(batches=_batches(state, event.quiz_id) + 1)
        names = ("quiz_id", "reading_id", "replaces", "item_id", "wish", "card", "before")
        params = {**{name: step.params[name] for name in names}, "batch": facts.batches}
        so_far = Decision(state=known(close(state, command), event.quiz_id, facts))
        return ask_more(so_far, meta, "validate", step.journey, "an item is written anew", **params)
    if whole:
        return Decision(
            state=close(state, command).routed("coordinator", "no other item was found"),
            settled=[_ended(step, "refused")],
        )
    return Decision(state=reopened(state, command, after)) if new else unmoved(state)


def rejudged(state: State, event: MaterialJudged, command: UUID, step: Step) -> Decision:
    """The Evaluator's word on the new item: accepted, it takes the old one's place."""
    done = (event.cards if step.params["card"] else event.items) > 0
    state = close(state, command)
    if done:
        state = _removed(state, UUID(step.params["replaces"]), "replaced")
    said = "an item is replaced" if done else "the new item was refused"
    state = state.changed(last_routed_to="coordinator", routing_reason=said)
    return Decision(state=state, settled=[_ended(step, "done" if done else "refused")])


def spared(state: State, command: UUID, why: Problem) -> Decision:
    """A step of a wish failed for good: the wish is refused with the failure's words, and nothing else happens."""
    step = state.open[command]
    reasons = [Refusal(code=str(why.code), sentence=why.detail)]
    return Decision(
        state=close(state, command).routed("coordinator", "a wish about an item failed"),
        settled=[_ended(step, "refused", reasons)],
    )


def _not_now(state: State, item_id: UUID, item: KnownItem, revision: int | None = None) -> list[Refusal] | None:
    """Why nothing can be written in an item's place; None if it can. `revision`: what was made from that text."""
    outdated = revision not in (None, item.revision)
    code = state.removed.get(item_id) or ("not_accepted" if not item.accepted else "outdated" if outdated else None)
    return [Refusal(code=code, sentence=_NOT_NOW[code])] if code else None


def _superseded(state: State, item: UUID, code: str) -> tuple[State, list[Settled]]:
    """The state without what is under way about an item, and how that ended."""
    gone = {
        key: step
        for key, step in state.open.items()
        if step.journey.split(":")[0] in JOURNEYS and step.params["item_id"] == str(item)
    }
    reasons = [Refusal(code=code, sentence=_NOT_NOW[code])]
    opened = {key: step for key, step in state.open.items() if key not in gone}
    return state.changed(open=opened), [_ended(step, "refused", reasons) for step in gone.values()]


def _settle(
    state: State, meta: Meta, refused: list[Refusal], reason: str, settled: list[Settled] | None = None
) -> Decision:
    """A wish that is done, or refused, at once."""
    outcome: Literal["done", "refused"] = "refused" if refused else "done"
    own = Settled(wish=meta.id, outcome=outcome, reasons=refused)
    return Decision(state=state.routed("coordinator", reason), settled=[*(settled or []), own])


def _ended(step: Step, outcome: Literal["done", "refused"], reasons: list[Refusal] | None = None) -> Settled:
    return Settled(wish=UUID(step.params["wish"]), outcome=outcome, reasons=reasons or [])


def _removed(state: State, item: UUID, how: Removed) -> State:
    return state.changed(removed={**state.removed, item: how})


def _batches(state: State, quiz: UUID) -> int:
    """How many messages of material a quiz with items had; one of older rules, which counted none, had one."""
    return max(1, state.quizzes[quiz].batches)


def _one_more(first: Instructions, card: bool) -> Instructions:
    """The session's instructions for one question, or one card."""
    quiz: list[Goal] = [goal for goal in first.generation_goals if goal in ("quiz", "multiple_choice_quiz")] or ["quiz"]
    counts = {"num_quiz_questions": 0 if card else 1, "num_flashcards": 1 if card else 0}
    shape = first.constraints.model_copy(update=counts)
    goals: list[Goal] = ["flashcards"] if card else quiz
    return first.model_copy(update={"generation_goals": goals, "focus_areas": [], "constraints": shape})
