"""The shape of a language model's answer: flashcards and questions of every type, each of which is read by itself."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain, Text
from contracts.items import ItemType
from contracts.proof import Difficulty, Level
from services.chassis.model.answer_schema import ShownAs


class _Composed(BaseModel):
    model_config = ConfigDict(frozen=True)


class ComposedQuote(_Composed):
    """A quote, and where it stands."""

    block_id: Plain = ""
    quote: Plain = Field(default="", description="a whole sentence of that block, copied character by character")


class ComposedPair(_Composed):
    """One pair of a matching question, with its own proof."""

    prompt: Text
    answer: Text
    block_id: Text
    quote: Text = Field(description="a sentence of that block that joins prompt and answer, copied by character")


class ComposedReason(ComposedQuote):
    """Why an option, or an answer that may be typed, is right or wrong; with the sentence that says so, if one does."""

    option: Text
    why: Text = Field(description="one sentence that the text bears out")


class ComposedQuestion(_Composed):
    """A question as a model writes it. What its type does not need is empty."""

    type: ItemType
    concept: Text
    difficulty: Difficulty
    level: Level = "recall"
    question: Text = Field(description="cloze: a sentence with ____; true_false: the statement")
    options: list[Text] = Field(default=[], description="multiple_choice: 3 or 4; multiple_answer: 4 to 6; else empty")
    answer: Plain = Field(
        default="",
        description="the right option's words, what fills the gap, the number (as in the text, or computed); "
        "true_false: true or false; short_answer: a model answer; multiple_answer, matching, ordering: empty",
    )
    answers: list[Text] = Field(
        default=[],
        description="multiple_answer: the right options; ordering: the steps in the right order; short_answer: its key "
        "points, in words that stand in the quote; else empty",
    )
    pairs: list[ComposedPair] = Field(default=[], description="matching: 3 to 5 pairs; else empty")
    wrong: Plain = Field(default="", description="a false statement's words that are wrong; else empty")
    right: Plain = Field(default="", description="what the text says in their place; else empty")
    unit: Plain = Field(default="", description="numeric: the number's unit; else empty")
    reasons: list[ComposedReason] = Field(
        default=[], description="for each option, or typed answer, why it is right or wrong"
    )
    block_id: Text
    quote: Text = Field(description="a whole sentence of that block, copied character by character")
    supports: list[ComposedQuote] = Field(
        default=[], description="up to three more, where the answer follows from several sentences; else empty"
    )


class ComposedCard(_Composed):
    """A flashcard as a model writes it."""

    concept: Text
    question: Text
    answer: Text
    block_id: Text
    quote: Text = Field(
        description="the sentence of that block that the answer rests on, copied character by character"
    )


class Composition(_Composed):
    """The answer: `quiz` and `flashcards`. Each entry is read by itself."""

    flashcards: list[Annotated[Any, ShownAs(ComposedCard)]]
    quiz: list[Annotated[Any, ShownAs(ComposedQuestion)]]
