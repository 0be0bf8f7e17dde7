"""The OpenAPI document: FastAPI's own, with the bodies that the routes read by themselves."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from contracts.coaching import Goal, Instructions
from contracts.documents import Plain
from contracts.quizzes import QuizResults, QuizSpec
from contracts.session import RetryRequested

PAGE_CHARACTERS = 40_000
FileBytes = Annotated[bytes, Field(json_schema_extra={"contentMediaType": "application/octet-stream"})]


def takes(*names: str, media_type: str = "application/json", required: bool = True) -> dict[str, Any]:
    """The OpenAPI request body of a route that reads it by itself: one of these schemas."""
    schemas: list[dict[str, Any]] = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    return {"requestBody": {"required": required, "content": {media_type: {"schema": schema}}}}


class Wishes(BaseModel):
    """What the learner wishes for; what is left out is as the house thinks best."""

    targetAudience: str = Field(default="", max_length=200)
    generationGoals: list[Goal] = ["flashcards", "quiz"]
    focusAreas: list[str] = Field(default=[], max_length=50)
    numFlashcards: int = Field(default=15, ge=0, le=100)
    numQuizQuestions: int = Field(default=10, ge=0, le=50)
    quizDifficulty: Literal["easy", "medium", "hard"] = "medium"


class UploadForm(Wishes):
    """One document or up to 50, and wishes. Lists repeat their field. `password`: for those that are encrypted."""

    file: list[FileBytes] = Field(min_length=1, max_length=50)
    password: str = Field(default="", max_length=4096)


class ScanForm(BaseModel):
    """A better scan of a document under review."""

    file: FileBytes
    password: str = Field(default="", max_length=4096)


class PageText(BaseModel):
    """A page's text as it should be; paragraphs are apart by an empty line."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(min_length=1, max_length=PAGE_CHARACTERS, pattern=r"^[^\x00]*[^\x00\s][^\x00]*$")


class Approval(BaseModel):
    """Nothing more is to be said."""

    model_config = ConfigDict(extra="forbid")


class Rejection(Approval):
    """Why, in the learner's words."""

    reason: Plain = Field(default="", max_length=1000)


BODIES: tuple[type[BaseModel], ...] = (
    UploadForm,
    ScanForm,
    Wishes,
    Instructions,
    QuizSpec,
    QuizResults,
    RetryRequested,
    PageText,
    Approval,
    Rejection,
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
