"""Answers handed in: read from the HTTP body in any of their forms, and held against the quiz as it is now. Pure."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic_core import from_json

from contracts.answers import written
from contracts.problems import Code, failure
from contracts.quizzes import Answer, QuizResults
from services.gateway.http.bodies import SavedAnswers
from services.gateway.items.spans import broken


def results(body: bytes) -> QuizResults:
    """The letter of a body whose answers may also be lists of option ids or objects (option id by prompt id).

    Raises `Failure` 400 or `pydantic.ValidationError`, both naming the field.
    """
    return QuizResults.model_validate_json(_plain(body), strict=True)


def saved(body: bytes) -> SavedAnswers:
    """Answers on the way, in the same forms. Raises likewise."""
    found = SavedAnswers.model_validate_json(_plain(body), strict=True)
    for number, one in enumerate(found.answers):
        if one.is_correct is not None:
            raise broken(f"answers.{number}.is_correct", "an answer on the way has no grade.")
    return found


def same(sent: QuizResults, quiz: UUID, kept: list[dict[str, Any]]) -> bool:
    """Whether the kept answers are those that are sent: to that quiz, and each as it was. Latencies may differ."""
    said = {str(one.item_id): one.answer for one in sent.answers}
    each = [one["item_id"] in said and said[one["item_id"]] == one.get("answer") for one in kept]
    return sent.quiz_id == quiz and bool(each) and all(each)


def on_the_way(sent: SavedAnswers, asked: set[UUID], ever: set[UUID]) -> list[Answer]:
    """The answers to what the quiz asks now; what was removed meanwhile is dropped.

    Raises `Failure` 400 naming the answer to no question of the quiz, or the index beyond its end.
    """
    for number, one in enumerate(sent.answers):
        if one.item_id not in asked | ever:
            raise broken(f"answers.{number}.item_id", "is no question of this quiz.")
    if sent.question_index > len(asked):
        raise broken("question_index", f"the quiz has {len(asked)} questions.")
    return [one for one in sent.answers if one.item_id in asked]


def _plain(body: bytes) -> bytes | str:
    """The body with each answer in its one form."""
    try:
        said = from_json(body)
    except ValueError:
        said = None  # The letter says best what is wrong with it.
    answers = said.get("answers") if isinstance(said, dict) else None
    changed = False
    for number, one in enumerate(answers if isinstance(answers, list) else ()):
        if isinstance(one, dict) and isinstance(given := one.get("answer"), list | dict):
            one["answer"], changed = _written(f"answers.{number}.answer", given), True
    return json.dumps(said) if changed else body


def to_questions(sent: QuizResults, asked: set[UUID], ever: set[UUID]) -> list[Answer]:
    """The answers to what the quiz asks now: `asked` are its questions, `ever` all that it ever had.

    What was removed since the quiz was fetched is dropped. Raises `Failure` 400 naming `answers` where an answer is
    missing or to no question of the quiz, 409 where the quiz has other questions by now, or none.
    """
    answered = {one.item_id for one in sent.answers}
    missing, strange = len(asked - answered), len(answered - asked - ever)
    if missing and not strange and answered - asked:
        said = f"The quiz has changed since you took it: {missing} of its questions are not answered. Read it again."
        raise failure(Code.CONFLICT, said, fields=["answers"], missing=missing)
    if missing or strange:
        said = f"exactly one for each of the {len(asked)} questions; {missing} missing, {strange} of no question."
        raise broken("answers", said)
    if not asked:
        raise failure(Code.CONFLICT, "Every question of this quiz was removed: there is nothing to hand in.")
    return [one for one in sent.answers if one.item_id in asked]


def _written(field: str, given: list[Any] | Mapping[str, Any]) -> str | None:
    parts = [*given, *given.values()] if isinstance(given, Mapping) else given
    for part in parts:
        if not isinstance(part, str):
            raise broken(field, "holds something else than ids in text.")
        if not part.strip() or "," in part or "=" in part:
            raise broken(field, "holds an id that is empty or has a comma or an equals sign.")
    if isinstance(given, list) and len(set(given)) != len(given):
        raise broken(field, "names an option twice.")
    return written(given)
