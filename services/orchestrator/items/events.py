"""What is told of single items, as `decide` sees it and the journal keeps it: without their texts."""

from typing import ClassVar, Literal, Self
from uuid import UUID

from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.items import Flashcard, ItemFields
from contracts.message import Fields, Message


class ItemRecalled(Message):
    """An item of the course was taken back, its key was corrected, or it counts again: told to each session of it.

    The orchestrator derives it within the transaction that folds its cause; it is never sent.
    """

    type_name: ClassVar[str] = "pensum.orchestrator.item_recalled.v1"
    item_id: UUID
    what: Literal["retracted", "corrected", "reinstated"]
    reason: str = ""


class AddIn(Fields):
    """An owner wrote an item by hand for a quiz."""

    item_id: UUID
    quiz_id: UUID

    @classmethod
    def from_message(cls, message: ItemAdded) -> Self:
        """Without the text."""
        return cls(item_id=message.item.item_id, quiz_id=message.item.quiz_id)


class EditIn(Fields):
    """An owner wrote another text for an item (`quiz_id`: its own word for where that belongs) or a card.

    `revision`: of the text that it was made from; None in what older gateways sent.
    """

    item_id: UUID
    card: bool = False
    quiz_id: UUID | None = None
    revision: int | None = None

    @classmethod
    def from_message(cls, message: ItemEdited) -> Self:
        """Without the text."""
        if message.item is not None:
            return cls(item_id=message.item.item_id, quiz_id=message.item.quiz_id, revision=message.revision)
        assert message.flashcard is not None
        return cls(item_id=message.flashcard.card_id, card=True, revision=message.revision)


def about(message: Message) -> UUID | None:
    """The item or card that an owner's message is about; None for any other message."""
    match message:
        case ItemAdded(item=ItemFields() as item) | ItemEdited(item=ItemFields() as item):
            return item.item_id
        case ItemEdited(flashcard=Flashcard() as card):
            return card.card_id
        case ItemDecided() | ItemRetracted() | ItemReinstated() | RegenerationRequested():
            return message.item_id
    return None
