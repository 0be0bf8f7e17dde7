"""The OpenAPI document: FastAPI's own, with the bodies that the routes read by themselves."""

from typing import Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from contracts.coaching import Goal, Instructions
from contracts.quizzes import QuizResults, QuizSpec
from contracts.session import RetryRequested


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
    """A document and wishes. Lists repeat their field."""

    file: bytes = Field(json_schema_extra={"contentMediaType": "application/pdf"})


BODIES: tuple[type[BaseModel], ...] = (UploadForm, Wishes, Instructions, QuizSpec, QuizResults, RetryRequested)


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
