"""Answers handed in, held against the quiz as it is now. Pure."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from contracts.grading import Answer, QuizResults
from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.gateway.http.problems import broken
from services.gateway.quizzes.schemas import Saved


def ungraded(sent: Saved) -> None:
    """Raises `Failure` 400 naming an answer on the way that has a grade."""
    for number, one in enumerate(sent.answers):
        if one.is_correct is not None:
            raise broken(f"answers.{number}.is_correct", "on_the_way_ungraded")


def same(sent: QuizResults, quiz: UUID, kept: list[dict[str, Any]]) -> bool:
    """Whether the kept answers are those that are sent: to that quiz, and each as it was. Latencies may differ."""
    said = {str(one.item_id): one.answer for one in sent.answers}
    each = [one["item_id"] in said and said[one["item_id"]] == one.get("answer") for one in kept]
    return sent.quiz_id == quiz and bool(each) and all(each)


def unchanged(sent: QuizResults, attempt: UUID, given: Mapping[UUID, Answer]) -> None:
    """Raises `Failure` 409 where an answer that was given singly is another one now, or the attempt is another one."""
    if sent.attempt_id not in (None, attempt):
        raise failed(Code.CONFLICT, "attempt_open", fields=["attempt_id"])
    for number, one in enumerate(sent.answers):
        if one.item_id in given and given[one.item_id].answer != one.answer:
            field = f"answers.{number}.answer"
            raise failed(Code.CONFLICT, "given_otherwise", field=field, fields=[field])


def to_question(sent: Answer, asked: set[UUID], ever: set[UUID]) -> None:
    """Raises `Failure` 400 where the answer is to no question of the quiz, 409 to one that was removed since."""
    if sent.item_id not in asked | ever:
        raise broken("item_id", "no_question_of_quiz")
    if sent.item_id not in asked:
        raise removed()


def removed() -> Failure:
    """409: the question of an answer is asked no more."""
    return failed(Code.CONFLICT, "question_removed", fields=["item_id"])


def on_the_way(sent: Saved, asked: set[UUID], ever: set[UUID]) -> list[Answer]:
    """The answers to what the quiz asks now; what was removed meanwhile is dropped.

    Raises `Failure` 400 naming the answer to no question of the quiz, or the index beyond its end.
    """
    for number, one in enumerate(sent.answers):
        if one.item_id not in asked | ever:
            raise broken(f"answers.{number}.item_id", "no_question_of_quiz")
    if sent.question_index > len(asked):
        raise broken("question_index", "beyond_questions", count=len(asked))
    return [one for one in sent.answers if one.item_id in asked]


def to_questions(sent: QuizResults, asked: set[UUID], ever: set[UUID]) -> list[Answer]:
    """The answers to what the quiz asks now: `asked` are its questions, `ever` all that it ever had.

    What was removed since the quiz was fetched is dropped. Raises `Failure` 400 naming `answers` where an answer is
    missing or to no question of the quiz, 409 where the quiz has other questions by now, or none.
    """
    answered = {one.item_id for one in sent.answers}
    missing, strange = len(asked - answered), len(answered - asked - ever)
    if missing and not strange and answered - asked:
        raise failed(Code.CONFLICT, "quiz_changed", missing=missing, fields=["answers"], numbers={"missing": missing})
    if missing or strange:
        raise broken("answers", "one_for_each", count=len(asked), missing=missing, strange=strange)
    if not asked:
        raise failed(Code.CONFLICT, "all_removed")
    return [one for one in sent.answers if one.item_id in asked]
