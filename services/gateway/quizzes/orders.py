"""What a learner wishes for: the form's fields, multipart or JSON, become `Instructions` or a `QuizSpec`."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from contracts.coaching import Constraints, Fallback, Instructions
from contracts.problems import Code, Failure, contract_problem
from contracts.quizzes import QuizSpec
from contracts.session import QuizRequested
from services.chassis.problems import failed
from services.gateway.http.problems import broken

COUNTS = ("numFlashcards", "numQuizQuestions", "quizDifficulty", "questionsPerConcept", "levels")
LISTS = ("generationGoals", "focusAreas")
FIELDS = ("targetAudience", "fallback", *LISTS, *COUNTS)
SPEC = frozenset(QuizSpec.model_fields)


def instructions(wishes: Mapping[str, Any], fallback: Fallback, *, of_a_quiz: bool = False) -> Instructions:
    """The wishes, by the form's names; `fallback` where they do not say it. Raises `Failure` 400 naming the field.

    `of_a_quiz`: of another quiz alone.
    """
    for name in wishes:
        if name not in FIELDS:
            raise broken(name, "extra_forbidden")
    try:
        constraints = Constraints.model_validate({name: wishes[name] for name in COUNTS if name in wishes})
        rest = {"fallback": fallback} | {name: value for name, value in wishes.items() if name not in COUNTS}
        order = Instructions.model_validate({**rest, "constraints": constraints})
        return of_something(order) if of_a_quiz or "explanation" not in order.generation_goals else order
    except ValidationError as error:
        wrong = contract_problem(error)
        fields = list(dict.fromkeys(field.partition(".")[0] for field in wrong.fields))
        raise Failure(wrong.model_copy(update={"fields": fields})) from None


def of_something(order: Instructions) -> Instructions:
    """The order itself. Raises `Failure` 400 if it asks for neither a question nor a card."""
    goals, amounts = set(order.generation_goals), order.constraints
    if not goals & {"flashcards", "quiz", "multiple_choice_quiz"}:
        raise broken("generationGoals", "neither_goal")
    counts = {"numFlashcards": amounts.num_flashcards} if "flashcards" in goals else {}
    if goals & {"quiz", "multiple_choice_quiz"}:
        counts["numQuizQuestions"] = amounts.num_quiz_questions
    if not sum(counts.values()):
        raise broken(", ".join(counts), "nothing_asked", fields=list(counts))
    return order


def from_form(fields: Mapping[str, list[str]], fallback: Fallback) -> Instructions:
    """The wishes of a form, where all is text, blank is not given, and lists repeat their field or use commas."""
    wishes: dict[str, Any] = {}
    for name, values in fields.items():
        given = [value.strip() for value in values if value.strip()]
        if name == "generationGoals":
            given = [goal.strip() for value in given for goal in value.split(",") if goal.strip()]
        if not given:
            continue
        if name not in LISTS and len(given) > 1:
            raise broken(name, "given_twice")
        wishes[name] = given if name in LISTS else given[0]
    return instructions(wishes, fallback)


def quiz_wished(body: bytes, fallback: Fallback) -> QuizRequested:
    """The order for another quiz: nothing, the form's fields, `Instructions`, a `QuizSpec`, or practice. Raises 400.

    Beside any of them: whether it is an exam.
    """
    if not body.strip():
        return QuizRequested()
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise failed(Code.CONTRACT_BROKEN, "no_object", fields=["(body)"])
    if exam := said.pop("exam", False):
        if exam is not True:
            raise broken("exam", "true_or_false")
        return quiz_wished(json.dumps(said).encode(), fallback).model_copy(update={"exam": True})
    if not said:
        return QuizRequested()
    if "practice" in said:
        return QuizRequested.model_validate_json(body, strict=True)
    if SPEC & said.keys():
        return QuizRequested(quiz_spec=QuizSpec.model_validate_json(body, strict=True))
    if "constraints" in said or "target_audience" in said or "generation_goals" in said:
        order = of_something(Instructions.model_validate_json(body, strict=True))
        unsaid = {} if "fallback" in order.model_fields_set else {"fallback": fallback}
        return QuizRequested(instructions=order.model_copy(update=unsaid))
    # The session has its cards already: more of them only for who names them.
    goals = {} if "numFlashcards" in said else {"generationGoals": ["quiz"]}
    return QuizRequested(instructions=instructions({**goals, **said}, fallback, of_a_quiz=True))
