"""What is asked and answered about items and cards."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain, Text
from contracts.message import Fields
from contracts.proof import Difficulty
from contracts.views.material import CardView, ItemEntry, OwnerCard, OwnerItem


class Items(Fields):
    """What was written for a session. `total`: how many items the filters let through; 0 beyond their end.

    `flashcards` are with the first page of items of any type. `refused` counts the reasons by their code.
    """

    items: list[OwnerItem]
    total: int
    flashcards: list[OwnerCard]
    refused: dict[str, int]


class OwnerCards(Fields):
    """A page of cards as their owner sees them. `total`: how many the filters let through; 0 beyond their end."""

    flashcards: list[OwnerCard]
    total: int


class Flashcards(Fields):
    """The accepted cards. `waiting`: those that wait until a question whose key they would tell is answered."""

    flashcards: list[CardView]
    waiting: int = 0


class ItemHistory(Fields):
    """What was done to an item or a card, oldest first."""

    history: list[ItemEntry]


class Remark(BaseModel):
    """Why, in the owner's words: kept in the history."""

    model_config = ConfigDict(extra="forbid")
    reason: Plain = Field(default="", max_length=500)


class Span(BaseModel):
    """Where the quote stands in the block's text, in code points, half open; the quote itself is cut by the house."""

    start: int = Field(ge=0)
    end: int = Field(ge=1)


class OptionText(BaseModel):
    """New words for an option or prompt."""

    option_id: str
    text: str = Field(min_length=1)


class OptionSentence(BaseModel):
    """Why an option is right or wrong."""

    option_id: str
    sentence: str = Field(min_length=1)


class PointText(BaseModel):
    """A key point. Without a span it is where its words stand in the quote."""

    text: str = Field(min_length=1)
    start: int | None = None
    end: int | None = None


class CardEdit(BaseModel):
    """A JSON merge of a card: what is left out stays. `revision`: the one that you have seen."""

    question: str | None = None
    answer: str | None = None
    proof: Span | None = None
    revision: int | None = Field(default=None, ge=1)


class ItemEdit(CardEdit):
    """A JSON merge of an item: what is left out stays, and each type has its own fields."""

    answer: str | list[str] | dict[str, str] | None = None  # type: ignore[assignment]
    difficulty: Literal["EASY", "MEDIUM", "HARD"] | None = None
    options: list[OptionText] | None = None
    prompts: list[OptionText] | None = None
    explanations: list[OptionSentence] | None = None
    accepted: list[str] | None = None
    statement: str | None = None
    wrong: str | None = None
    right: str | None = None
    value: float | None = None
    tolerance: float | None = None
    unit: str | None = None
    key_points: list[PointText] | None = None


class NewProof(BaseModel):
    """What proves it: the `quote` word for word, which the house looks for (in the block, if that is named), or its
    span in a block, in code points, half open."""

    model_config = ConfigDict(extra="forbid")
    quote: Plain = Field(default="", max_length=4000)
    block_id: str | None = None
    start: int | None = Field(default=None, ge=0)
    end: int | None = Field(default=None, ge=1)


Short = Annotated[Text, Field(max_length=2000)]
Id = Annotated[Text, Field(max_length=40)]


class NewOption(BaseModel):
    """An option of a new item: its id, as its `answer` names it, and its words."""

    model_config = ConfigDict(extra="forbid")
    option_id: Id
    text: Short


class NewPoint(BaseModel):
    """A key point of a new item: words of its quote."""

    model_config = ConfigDict(extra="forbid")
    text: Short


class NewSentence(BaseModel):
    """Why an option is right or wrong."""

    model_config = ConfigDict(extra="forbid")
    option_id: Id
    sentence: Short


class NewItem(BaseModel):
    """A question by hand: the fields of its type, and what proves it. `quiz_id`: which quiz asks it; else the first.

    A true-or-false one has its options by itself; its `answer` is `true` or `false`.
    """

    model_config = ConfigDict(extra="forbid")
    type: Literal["multiple_choice", "multiple_answer", "true_false", "cloze", "numeric", "short_answer"]
    question: Short
    concept: Annotated[Text, Field(max_length=200)]
    difficulty: Difficulty = "MEDIUM"
    proof: NewProof
    quiz_id: UUID | None = None
    answer: Short | list[Id]
    options: list[NewOption] = Field(default=[], max_length=8)
    explanations: list[NewSentence] = Field(default=[], max_length=8)
    accepted: list[Short] = Field(default=[], max_length=20)
    statement: Short | None = None
    wrong: Plain = Field(default="", max_length=2000)
    right: Plain = Field(default="", max_length=2000)
    value: float | None = None
    tolerance: float = 0
    unit: Plain = Field(default="", max_length=40)
    key_points: list[NewPoint] = Field(default=[], max_length=8)
