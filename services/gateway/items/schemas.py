"""What is asked and answered about items and cards."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain
from contracts.message import Fields
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
