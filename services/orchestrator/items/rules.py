"""What an owner does to items and cards: adds, edits, approves, deletes, restores, retracts, reinstates, orders anew.

What is added joins its quiz once the Evaluator accepts it. An edit takes the old text's place once it does, a new
item the old one's place likewise. Of two wishes about one item under way the later counts. However such a wish ends,
the quiz and the session are unharmed.
"""

from typing import Literal
from uuid import UUID

from contracts.coaching import Goal, Instructions
from contracts.editing import ItemDecided, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.message import Phrase
from contracts.problems import Problem
from contracts.quizzes import Refusal
from services.orchestrator.items.events import AddIn, EditIn
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.quizzes.rounds import in_parts, known, reopened
from services.orchestrator.workflow.params import CheckParams, RejudgeParams, RewriteParams, Wished
from services.orchestrator.workflow.quizzes import KnownItem, Removed, tailored
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, Settled, State, Step
from services.orchestrator.workflow.steps import ask_more, beside, close, unmoved
from services.text.catalogue.phrases import rendered


def refused(code: str, phrase: Phrase) -> Refusal:
    """A refusal in the catalogue's words: in English, and as data."""
    return Refusal(code=code, sentence=rendered(phrase, "en"), phrase=phrase)


def added(state: State, meta: Meta, event: AddIn) -> Decision:
    """An item that its owner wrote by hand: the Evaluator checks it first, and until then it is nowhere."""
    if meta.item is not None or event.quiz_id not in state.quizzes or (reading := state.reading_id) is None:
        return unmoved(state)
    params = CheckParams(wish=meta.id, item_id=event.item_id, card=False, quiz_id=event.quiz_id, reading_id=reading)
    asked = ask_more(Decision(state=state), meta, Journey("edit", meta.id), "its owner wrote an item", params)
    return beside(state, asked)


def edited(state: State, meta: Meta, event: EditIn) -> Decision:
    """A new text for an item: the Evaluator checks it first."""
    item = meta.item
    reading = state.reading_id
    if item is None or item.card != event.card or (event.quiz_id is not None and event.quiz_id != item.quiz_id):
        return unmoved(state)
    if reading is None:
        return unmoved(state)
    refused = _not_now(state, event.item_id, item, event.revision)
    if refused is not None:
        return _settle(state, meta, refused, "an edit came too late")
    state, settled = _superseded(state, event.item_id, "superseded")
    params = CheckParams(wish=meta.id, item_id=event.item_id, card=item.card, quiz_id=item.quiz_id, reading_id=reading)
    asked = ask_more(Decision(state=state), meta, Journey("edit", meta.id), "its owner edited an item", params)
    return beside(state, asked).changed(settled=settled)


def checked(state: State, event: MaterialJudged, command: UUID, asked: CheckParams) -> Decision:
    """The Evaluator's word on an edit, or on what was written by hand."""
    done = event.items + event.cards > 0
    said = "the edit is taken" if done else "the edit was refused"
    after = close(state, command).changed(last_routed_to="coordinator", routing_reason=said)
    return Decision(state=after, settled=[_ended(asked, "done" if done else "refused")])


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


def reinstated(state: State, meta: Meta, message: ItemReinstated) -> Decision:
    """Taking an item back was wrong: it is asked again."""
    item = message.item_id
    if meta.item is None or not meta.item.accepted or state.removed.get(item) != "retracted":
        return unmoved(state)
    state = state.changed(removed={key: how for key, how in state.removed.items() if key != item})
    return _settle(state, meta, [], "its owner reinstated an item")


def regenerated(state: State, meta: Meta, message: RegenerationRequested) -> Decision:
    """Another item about the same concept is ordered; which concept that is, is looked up when the order is built."""
    item = meta.item
    if item is None or (reading := state.reading_id) is None or item.quiz_id not in state.quizzes:
        return unmoved(state)
    if (refused := _not_now(state, message.item_id, item)) is not None:
        return _settle(state, meta, refused, "a wish came too late")
    state, settled = _superseded(state, message.item_id, "superseded")
    params = RewriteParams(
        quiz_id=item.quiz_id,
        reading_id=reading,
        instructions=_one_more(state.instructions, item.card),
        generated_at=meta.time,
        item_id=message.item_id,
        wish=meta.id,
        card=item.card,
        before=_batches(state, item.quiz_id),
    )
    asked = ask_more(Decision(state=state), meta, Journey("item", meta.id), "an item is written anew", params)
    return beside(state, asked).changed(settled=settled)


def rewritten(
    state: State, meta: Meta, event: MaterialWritten, command: UUID, step: Step, asked: RewriteParams
) -> Decision:
    """The new item came: the Evaluator judges it. None came: the old one stays."""
    after, new, whole = in_parts(step, event)
    if new and (event.cards if asked.card else event.items):
        facts = state.quizzes[event.quiz_id]
        facts = facts.changed(batches=_batches(state, event.quiz_id) + 1)
        params = RejudgeParams(
            quiz_id=asked.quiz_id,
            reading_id=asked.reading_id,
            item_id=asked.item_id,
            wish=asked.wish,
            card=asked.card,
            before=asked.before,
            batch=facts.batches,
        )
        so_far = Decision(state=known(close(state, command), event.quiz_id, facts))
        return ask_more(so_far, meta, step.journey, "an item is written anew", params)
    if whole:
        return Decision(
            state=close(state, command).routed("coordinator", "no other item was found"),
            settled=[_ended(asked, "refused")],
        )
    return Decision(state=reopened(state, command, after)) if new else unmoved(state)


def rejudged(state: State, event: MaterialJudged, command: UUID, asked: RejudgeParams) -> Decision:
    """The Evaluator's word on the new item: accepted, it takes the old one's place."""
    done = (event.cards if asked.card else event.items) > 0
    state = close(state, command)
    if done:
        state = _removed(state, asked.item_id, "replaced")
    said = "an item is replaced" if done else "the new item was refused"
    state = state.changed(last_routed_to="coordinator", routing_reason=said)
    return Decision(state=state, settled=[_ended(asked, "done" if done else "refused")])


def step_failed(state: State, command: UUID, asked: Wished, why: Problem) -> Decision:
    """A step of a wish failed for good: the wish is refused with the failure's words, and nothing else happens."""
    reasons = [Refusal(code=str(why.code), sentence=why.detail, phrase=why.phrase)]
    return Decision(
        state=close(state, command).routed("coordinator", "a wish about an item failed"),
        settled=[_ended(asked, "refused", reasons)],
    )


def _not_now(state: State, item_id: UUID, item: KnownItem, revision: int | None = None) -> list[Refusal] | None:
    """Why nothing can be written in an item's place; None if it can. `revision`: what was made from that text."""
    outdated = revision not in (None, item.revision)
    code = state.removed.get(item_id) or ("not_accepted" if not item.accepted else "outdated" if outdated else None)
    return [refused(code, Phrase.of(f"refusals.{code}"))] if code else None


def _superseded(state: State, item: UUID, code: str) -> tuple[State, list[Settled]]:
    """The state without what is under way about an item, and how that ended."""
    gone = {
        key: step.params
        for key, step in state.open.items()
        if isinstance(step.params, Wished) and step.params.item_id == item
    }
    reasons = [refused(code, Phrase.of(f"refusals.{code}"))]
    opened = {key: step for key, step in state.open.items() if key not in gone}
    return state.changed(open=opened), [_ended(asked, "refused", reasons) for asked in gone.values()]


def _settle(
    state: State, meta: Meta, refused: list[Refusal], reason: str, settled: list[Settled] | None = None
) -> Decision:
    """A wish that is done, or refused, at once."""
    outcome: Literal["done", "refused"] = "refused" if refused else "done"
    own = Settled(wish=meta.id, outcome=outcome, reasons=refused)
    return Decision(state=state.routed("coordinator", reason), settled=[*(settled or []), own])


def _ended(asked: Wished, outcome: Literal["done", "refused"], reasons: list[Refusal] | None = None) -> Settled:
    return Settled(wish=asked.wish, outcome=outcome, reasons=reasons or [])


def _removed(state: State, item: UUID, how: Removed) -> State:
    return state.changed(removed={**state.removed, item: how})


def _batches(state: State, quiz: UUID) -> int:
    """How many messages of material a quiz with items had; one of older rules, which counted none, had one."""
    return max(1, state.quizzes[quiz].batches)


def _one_more(first: Instructions, card: bool) -> Instructions:
    """The session's instructions for one question, or one card."""
    quiz: list[Goal] = [goal for goal in first.generation_goals if goal in ("quiz", "multiple_choice_quiz")] or ["quiz"]
    goals: list[Goal] = ["flashcards"] if card else quiz
    return tailored(first, goals, [], num_quiz_questions=0 if card else 1, num_flashcards=1 if card else 0)
