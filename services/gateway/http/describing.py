"""The OpenAPI document: FastAPI's own, with the bodies that the routes read by themselves."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from contracts.coaching import Fallback, Goal, Instructions
from contracts.documents import Plain
from contracts.learning import AimsSet, ConceptMarked, LearningRequested, MessageSent, PathRequested
from contracts.quizzes import Answer, QuizResults, QuizSpec
from contracts.session import RetryRequested
from services.gateway.http.bodies import JoinWish, Objection, OwnGrade, Practice, Recalled, Ruled, SavedAnswers

PAGE_CHARACTERS = 40_000
FileBytes = Annotated[bytes, Field(json_schema_extra={"contentMediaType": "application/octet-stream"})]


def takes(*names: str, media_type: str = "application/json", required: bool = True) -> dict[str, Any]:
    """The OpenAPI request body of a route that reads it by itself: one of these schemas."""
    schemas: list[dict[str, Any]] = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    return {"requestBody": {"required": required, "content": {media_type: {"schema": schema}}}}


class Wishes(BaseModel):
    """What the learner wishes for; what is left out is as the house thinks best (`fallback`: as it is set up)."""

    targetAudience: str = Field(default="", max_length=200)
    generationGoals: list[Goal] = ["flashcards", "quiz"]
    focusAreas: list[str] = Field(default=[], max_length=50)
    numFlashcards: int = Field(default=15, ge=0, le=100)
    numQuizQuestions: int = Field(default=10, ge=0, le=50)
    quizDifficulty: Literal["easy", "medium", "hard"] = "medium"
    questionsPerConcept: int = Field(default=3, ge=1, le=10)
    fallback: Fallback = "proof"


class UploadForm(Wishes):
    """One document or up to 50, and wishes. Lists repeat their field. `password`: for those that are encrypted."""

    file: list[FileBytes] = Field(min_length=1, max_length=50)
    password: str = Field(default="", max_length=4096)


class ScanForm(BaseModel):
    """A better scan of a document under review."""

    file: FileBytes
    password: str = Field(default="", max_length=4096)


class RawAnswer(Answer):
    """A raw answer: an option's id, typed text, a list of option ids, or option ids by prompt id; null: skipped."""

    answer: str | list[str] | dict[str, str] | None = None  # type: ignore[assignment] # Wider than the letter's.


class HandedIn(QuizResults):
    """Exactly one answer for each question of the quiz."""

    answers: list[RawAnswer] = Field(min_length=1, max_length=50)  # type: ignore[assignment]


class Saved(SavedAnswers):
    """Answers so far, each in any of its forms."""

    answers: list[RawAnswer] = Field(default=[], max_length=50)  # type: ignore[assignment]


class PageText(BaseModel):
    """A page's text as it should be; paragraphs are apart by an empty line."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(min_length=1, max_length=PAGE_CHARACTERS, pattern=r"^[^\x00]*[^\x00\s][^\x00]*$")


class Approval(BaseModel):
    """Nothing more is to be said."""

    model_config = ConfigDict(extra="forbid")


class Remark(Approval):
    """Why, in the owner's words: kept in the history."""

    reason: Plain = Field(default="", max_length=500)


class Rejection(Approval):
    """Why, in the learner's words."""

    reason: Plain = Field(default="", max_length=1000)


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


BODIES: tuple[type[BaseModel], ...] = (
    UploadForm,
    ScanForm,
    Wishes,
    Instructions,
    QuizSpec,
    HandedIn,
    RetryRequested,
    PageText,
    Approval,
    Rejection,
    Remark,
    ItemEdit,
    CardEdit,
    JoinWish,
    Saved,
    Practice,
    OwnGrade,
    Objection,
    Ruled,
    Recalled,
    MessageSent,
    LearningRequested,
    PathRequested,
    AimsSet,
    ConceptMarked,
)


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI 3.1 document, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, found = models_json_schema(
            [(body, "validation") for body in BODIES], ref_template="#/components/schemas/{model}"
        )
        parts = made.setdefault("components", {})
        parts["schemas"] = {**found["$defs"], **parts.get("schemas", {})}
        parts["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
        made["security"] = [{"bearer": []}]
        app.openapi_schema = made
    return app.openapi_schema
