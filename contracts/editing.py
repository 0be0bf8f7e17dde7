"""The owner's messages about items and flashcards: added, edited, decided upon, retracted, reinstated, ordered anew."""

from typing import ClassVar, Literal
from uuid import UUID

from pydantic import Field, model_validator

from contracts.documents import Plain
from contracts.items import Flashcard, Item
from contracts.message import Message


class ItemEdited(Message):
    """Event: the owner rewrote an item or a card. It takes the old one's place only once the Evaluator accepts it.

    `revision`: of the text that it was made from; at another one it is refused. None: whichever stands there.
    """

    type_name: ClassVar[str] = "pensum.session.item_edited.v1"
    item: Item | None = None
    flashcard: Flashcard | None = None
    revision: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def one_of(self) -> "ItemEdited":
        if (self.item is None) == (self.flashcard is None):
            raise ValueError("item: exactly one of item and flashcard")
        return self


class ItemAdded(Message):
    """Event: the owner wrote an item by hand. It joins its quiz only once the Evaluator accepts it."""

    type_name: ClassVar[str] = "pensum.session.item_added.v1"
    item: Item


class ItemDecided(Message):
    """Event: the owner approved, deleted or restored an item or a card. A deleted one is asked no more."""

    type_name: ClassVar[str] = "pensum.session.item_decided.v1"
    item_id: UUID
    decision: Literal["approved", "deleted", "restored"]
    reason: Plain = Field(default="", max_length=500)


class ItemRetracted(Message):
    """Event: the owner took an item back because it is wrong: it is asked no more, and what it counted for is void."""

    type_name: ClassVar[str] = "pensum.session.item_retracted.v1"
    item_id: UUID
    reason: Plain = Field(default="", max_length=500)


class ItemReinstated(Message):
    """Event: taking an item back was wrong: it is asked again, and what it counted for counts again."""

    type_name: ClassVar[str] = "pensum.session.item_reinstated.v1"
    item_id: UUID
    reason: Plain = Field(default="", max_length=500)


class RegenerationRequested(Message):
    """Event: the owner wants another item about the same concept in the place of this one."""

    type_name: ClassVar[str] = "pensum.session.regeneration_requested.v1"
    item_id: UUID
    reason: Plain = Field(default="", max_length=500)
