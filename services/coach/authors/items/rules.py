"""What the Coach must know of a type of item: a class in the file named after it, and a row in `registry.py`. Pure.

What is not overridden is what most types have. `found` holds what a model composed against the text, and raises `Unfit`
with the reason as a shortfall counts it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from contracts.documents import Block
from contracts.items import Item
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import GAP, Choice, Draft, Shape, Span
from services.coach.drafts.order import Order
from services.coach.drafts.quote import locate
from services.text.words import content_of, find, fold

S = TypeVar("S", bound=Shape)


class Unfit(Exception):
    """`reason` as a shortfall counts it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Found:
    """A question's shape, its answer's place, its quote where that is another than the composed one, and what is told
    of answers that are typed."""

    shape: Shape
    answer: Span | None = None
    quote: Span | None = None
    told: Sequence[Choice] = ()


class Rules(ABC, Generic[S]):
    """One type's rules. `shape` is a draft's, `fields` what every item has."""

    shape: ClassVar[type[Any]]
    """The class of its drafts' shapes."""
    wear: ClassVar[float]
    """What one more of the type costs a quiz for each that is there: common types wear off slowly."""
    instruction: ClassVar[str]
    """What a model is told of it."""
    answer_tells: ClassVar[bool] = True
    """Whether two questions of one answer may ask the same; a number, or true, is the answer to many."""
    judged: ClassVar[bool] = False
    """It is a statement to judge."""

    @abstractmethod
    def found(self, composed: ComposedQuestion, quote: Span, blocks: Mapping[str, Block], order: Order) -> Found:
        """The shape of what a model composed. Raises `Unfit`."""

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


def quoted(block_id: str, quote: str, blocks: Mapping[str, Block]) -> Span:
    """Where a quote stands. Raises `Unfit`."""
    block = blocks.get(block_id)
    place = locate(quote, block.text) if block else None
    if block is None or place is None:
        raise Unfit("quote_not_found")
    return Span(block, *place)


def within(words: str, quote: Span) -> Span | None:
    """Where words stand in a quote, in any case; None: nowhere."""
    place = locate(words, quote.block.text, quote.start, quote.end, any_case=True) if words.strip() else None
    return Span(quote.block, *place) if place else None


def answer_in(words: str, quote: Span) -> Span:
    """Where the answer stands. Raises `Unfit`."""
    place = within(words, quote)
    if place is None:
        raise Unfit("answer_not_in_quote")
    return place


def gap_in(composed: ComposedQuestion, quote: Span) -> Span:
    """The answer's place, if the question is the quote's own words with one gap for it."""
    answer = answer_in(composed.answer, quote)
    if composed.question.count(GAP) != 1 or "__" in composed.question.replace(GAP, ""):
        raise Unfit("gap_mismatch")
    if within(composed.question.replace(GAP, composed.answer), quote) is None:
        raise Unfit("gap_mismatch")
    return answer


def distinct(options: Sequence[str], least: int, most: int) -> Sequence[str]:
    """The options, if they are as many as may be and all differ. Raises `Unfit`."""
    if not least <= len(options) <= most or len({fold(option) for option in options}) != len(options):
        raise Unfit("options_unfit")
    return options


def refuse_told(question: str, keys: Sequence[str], others: Sequence[str], order: Order) -> None:
    """Raises where the question shares a word with a key that no other option has."""
    elsewhere = frozenset[str]().union(*(content_of(option, order.language) for option in others))
    for key in keys:
        if (content_of(question, order.language) & content_of(key, order.language)) - elsewhere:
            raise Unfit("answer_leaked")


def refuse_in_quote(others: Sequence[str], quote: Span) -> None:
    """Raises where a wrong option stands in the quote."""
    folded = fold(quote.text)
    if any(find(option, folded) >= 0 for option in others):
        raise Unfit("key_ambiguous")


def choice_of(text: str, composed: ComposedQuestion, at: Span | None) -> Choice:
    """An option with its reason."""
    return Choice(text, why_of(text, composed), at)


def why_of(text: str, composed: ComposedQuestion) -> str:
    """The reason that was composed for an option."""
    return next((reason.why for reason in composed.reasons if fold(reason.option) == fold(text)), "")
