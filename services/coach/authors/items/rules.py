"""What the Coach must know of a type of item: a class in the file named after it, and a row in `registry.py`. Pure.

What is not overridden is what most types have.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

from contracts.items import Item
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Shape, Span
from services.coach.drafts.order import Order

S = TypeVar("S", bound=Shape)


class Rules(ABC, Generic[S]):
    """One type's rules. `shape` is a draft's, `fields` what every item has."""

    shape: ClassVar[type[Any]]
    """The class of its drafts' shapes."""
    wear: ClassVar[float]
    """What one more of the type costs a quiz for each that is there: common types wear off slowly."""
    answer_tells: ClassVar[bool] = True
    """Whether two questions of one answer may ask the same; a number, or true, is the answer to many."""
    judged: ClassVar[bool] = False
    """It is a statement to judge."""

    def offline(self, source: Source) -> Iterator[Draft]:
        """Drafts without a model, where they need nothing but what the source has of one kind."""
        yield from ()

    def said(self, shape: S, language: str) -> str:
        """The right answer in words, as the item's `answer_text` will have it."""
        answer: str = getattr(shape, "answer", "")
        return answer

    def shown_with(self, shape: S) -> list[str]:
        """What is shown beside the question where that is but a frame."""
        return []

    def asked_with(self, shape: S) -> list[str]:
        """What is shown beside the question and is no option to choose."""
        return []

    def options(self, shape: S) -> list[str]:
        """What is shown to choose from or to join."""
        return []

    def keys(self, shape: S) -> list[str]:
        """The parts of the answer that another question could tell."""
        return [shape.answer] if self.answer_tells and hasattr(shape, "answer") else []

    def others(self, shape: S) -> list[str]:
        """What else a learner could tell items by."""
        return []

    def quotes(self, shape: S) -> list[Span]:
        """What it rests on beside the draft's own quote."""
        return []

    @abstractmethod
    def item(self, fields: dict[str, Any], shape: S, draft: Draft, order: Order) -> Item:
        """The item. Raises ValueError where its contract refuses it."""
