"""The shape of a language model's answer: flashcards and questions of every type, each of which is read by itself."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain, Text
from contracts.items import ItemType
from contracts.proof import Difficulty
from services.chassis.model.answer_schema import ShownAs


class _Composed(BaseModel):
    model_config = ConfigDict(frozen=True)


class ComposedPair(_Composed):
    """One pair of a matching question, with its own proof."""

    prompt: Text
    answer: Text
    block_id: Text
    quote: Text = Field(description="a sentence of that block that holds prompt and answer, copied by character")


class ComposedReason(_Composed):
    """Why an option, or an answer that may be typed, is right or wrong."""

    option: Text
    why: Text = Field(description="one sentence, from the text")


class ComposedQuestion(_Composed):
    """A question as a model writes it. What its type does not need is empty."""

    type: ItemType
    concept: Text
    difficulty: Difficulty
    question: Text = Field(description="cloze, numeric: a sentence of the text with ____; true_false: the statement")
    options: list[Text] = Field(default=[], description="multiple_choice: 3 or 4; multiple_answer: 4 to 6; else empty")
    answer: Plain = Field(
        default="",
        description="words that stand in the quote: the right option's, what fills the gap, the number; true_false: "
        "true or false; short_answer: a model answer; multiple_answer, matching, ordering: empty",
    )
    answers: list[Text] = Field(
        default=[],
        description="multiple_answer: the right options; ordering: the steps in the right order; short_answer: its key "
        "points; all in words that stand in the quote; else empty",
    )
    pairs: list[ComposedPair] = Field(default=[], description="matching: 3 to 5 pairs; else empty")
    wrong: Plain = Field(default="", description="a false statement's words that are wrong; else empty")
    right: Plain = Field(default="", description="the words that the quote has in their place; else empty")
    unit: Plain = Field(default="", description="numeric: the number's unit in the quote; else empty")
    reasons: list[ComposedReason] = Field(
        default=[], description="for each option, or typed answer, why it is right or wrong"
    )
    block_id: Text
    quote: Text = Field(description="a whole sentence of that block, copied character by character")


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
