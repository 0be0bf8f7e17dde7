"""What owners' wishes about items and cards leave in rows: their history, and what shows at once."""

from collections.abc import Sequence
from uuid import UUID

from contracts.coaching import StudyMaterial
from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.message import Message, Phrase
from contracts.quizzes import ItemsValidated, Refusal
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.items.changes import CardState, ItemState, WishSettled
from services.orchestrator.items.events import about
from services.orchestrator.items.rules import refused
from services.orchestrator.items.tables import ItemHistoryRow
from services.orchestrator.workflow.params import RejudgeParams
from services.orchestrator.workflow.state import Settled, State, Step

# Nothing was judged: what the author wrote is in the quiz already, under the same id, so no row came of it.
_NOTHING_NEW = refused("concept_exhausted", Phrase.of("refusals.nothing_new"))


def replaced(writes: Writes, arrival: Arrival, message: ItemsValidated, before: State) -> None:
    """An item goes whose place another one has taken."""
    step = arrival.step(before)
    if (
        step is not None
        and isinstance(step.params, RejudgeParams)
        and any(verdict.accepted for verdict in message.verdicts)
    ):
        _put(writes, step.params.item_id, "replaced")


def wish(writes: Writes, arrival: Arrival, state: State, own: Own) -> None:
    """What an owner did: its entry in the history, as of when it was asked; what needs no check shows at once."""
    message, item = arrival.message, about(arrival.message)
    assert item is not None
    action, outcome, reason = "edited", None, ""
    after: Json | None = None
    words: str | None = None
    match message:
        case ItemEdited(item=None, flashcard=card) if card is not None:
            after = dump(card)
        case ItemEdited(item=edited) if edited is not None:
            after, words = dump(edited), edited.answer_text
        case ItemAdded(item=written):
            action, after, words = "added", dump(written), written.answer_text
        case RegenerationRequested():
            action, reason = "regenerated", message.reason
        case ItemDecided():
            action, outcome, reason = message.decision, "done", message.reason
            _put(writes, item, "live" if message.decision == "restored" else message.decision)
        case ItemRetracted():
            action, outcome, reason = "retracted", "done", message.reason
            _put(writes, item, "retracted")
        case ItemReinstated():
            action, outcome, reason = "reinstated", "done", message.reason
            _put(writes, item, "live")
    writes.insert(
        ItemHistoryRow(
            **own,
            message_id=arrival.envelope.id,
            item_id=item,
            session_id=state.session_id,
            action=action,
            outcome=outcome,
            reason=reason,
            after=after,
            answer_text=words,
            timestamp=arrival.envelope.time,
        )
    )


def settle(writes: Writes, arrival: Arrival, before: State, settled: Sequence[Settled]) -> None:
    """How wishes about items ended; those that were done as they came have ended in their entry."""
    message, step = arrival.message, arrival.step(before)
    if isinstance(message, ItemDecided | ItemRetracted | ItemReinstated):
        settled = settled[:-1]
    for each in settled:
        reasons = (each.reasons or _reasons(message, step)) if each.outcome == "refused" else []
        taken = _taken(message)
        writes.change(WishSettled(message_id=each.wish, outcome=each.outcome, reasons=dump_all(reasons), by=taken))


def _put(writes: Writes, item: UUID, state: str) -> None:
    for kind in (ItemState, CardState):
        writes.change(kind(id=item, state=state))


def _reasons(message: Message, step: Step | None) -> list[Refusal]:
    """Why a wish was refused, in the words of the Evaluator, or of the Coach."""
    match message:
        case ItemsValidated():
            found = [reason for verdict in message.verdicts for reason in verdict.reasons]
            if step is not None and isinstance(step.params, RejudgeParams):
                # The owner never saw that one: its reasons must not be read as the old one's.
                found = [
                    refused(why.code, Phrase.of("refusals.instead", why=why.phrase or why.sentence)) for why in found
                ]
            return found or [_NOTHING_NEW]
        case StudyMaterial() if message.shortfall:
            return [Refusal(code=each.code, sentence=each.sentence, phrase=each.phrase) for each in message.shortfall]
    return [refused("nothing_to_ask", Phrase.of("refusals.nothing_found"))]


def _taken(message: Message) -> UUID | None:
    """The item that was accepted in another one's place; of an edit, the item itself, whose history ignores it."""
    if not isinstance(message, ItemsValidated):
        return None
    return next((verdict.item_id for verdict in message.verdicts if verdict.accepted), None)
