"""The shape of a language model's answer: flashcards and questions of every type, each of which is read by itself.

Which type needs which field stands in the prompt, and so is said once. In which block a quote stands is not asked for,
since it is found, nor how hard a question is, since its level tells it; where they are told they are read. Pairs and
reasons are asked for as lists, whose places say what names would say each time anew.
"""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from contracts.documents import Plain, Text
from contracts.items import ItemType
from contracts.proof import Difficulty, Level
from services.chassis.model.answer_schema import ShownAs


class _Composed(BaseModel):
    model_config = ConfigDict(frozen=True)


class ComposedQuote(_Composed):
    """A quote, and where it stands."""

    block_id: SkipJsonSchema[Plain] = ""
    quote: Plain = ""


def _as_quote(said: object) -> object:
    return {"quote": said} if isinstance(said, str) else said


Support = Annotated[ComposedQuote, BeforeValidator(_as_quote), WithJsonSchema({"type": "string"})]


class ComposedPair(_Composed):
    """One pair of a matching question, with its own proof."""

    prompt: Text
    answer: Text
    block_id: SkipJsonSchema[Plain] = ""
    quote: Text


class ComposedReason(ComposedQuote):
    """Why an option, or an answer that may be typed, is right or wrong; with the sentence that says so, if one does."""

    option: Text
    why: Text


def _named(*names: str) -> Callable[[object], object]:
    """Reads a list's entries by their places; null is none. What lacks one that it needs costs itself."""

    def read(said: object) -> object:
        if not isinstance(said, list):
            return said
        return {name: each for name, each in zip(names, said, strict=False) if each is not None}

    return read


_IN_A_LIST = WithJsonSchema({"type": "array", "items": {"type": "string"}})
Pair = Annotated[ComposedPair, BeforeValidator(_named("prompt", "answer", "quote")), _IN_A_LIST]
Reason = Annotated[ComposedReason, BeforeValidator(_named("option", "why", "quote")), _IN_A_LIST]


def _whole(said: object) -> object:
    """Without reasons that say nothing, or not of what: a bare word or sentence in the place of a list."""
    if not isinstance(said, list):
        return said
    return [each for each in said if isinstance(each, dict) or (isinstance(each, list) and len(each) > 1)]


class ComposedQuestion(_Composed):
    """A question as a model writes it. What its type does not need is empty. `wrong`, `right`: of a false statement,
    where they are not its two `answers`."""

    type: ItemType
    concept: Text
    difficulty: SkipJsonSchema[Difficulty | None] = None
    level: Level = "recall"
    question: Text
    options: list[Text] = []
    answer: Plain = ""
    answers: list[Text] = []
    pairs: list[Pair] = []
    wrong: SkipJsonSchema[Plain] = ""
    right: SkipJsonSchema[Plain] = ""
    unit: Plain = ""
    reasons: Annotated[list[Reason], BeforeValidator(_whole)] = []
    block_id: SkipJsonSchema[Plain] = ""
    quote: Text
    supports: list[Support] = []


class ComposedCard(_Composed):
    """A flashcard as a model writes it."""

    concept: Text
    question: Text
    answer: Text
    block_id: SkipJsonSchema[Plain] = ""
    quote: Text


class Composition(_Composed):
    """The answer: `quiz` and `flashcards`. Each entry is read by itself."""

    flashcards: list[Annotated[Any, ShownAs(ComposedCard)]]
    quiz: list[Annotated[Any, ShownAs(ComposedQuestion)]]
