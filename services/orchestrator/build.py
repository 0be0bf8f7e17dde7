"""Builds commands from what `decide` asked for: parameters name rows, the rows' JSON is set in as it is, unparsed."""

import json
from typing import Any

from contracts.coaching import WriteMaterial, WriteNotes
from contracts.digest import DigestDocument
from contracts.letter import Letter
from contracts.quizzes import ConceptScore, Evaluation, GradedAnswer, GradeQuiz, QuizResults, ValidateItems
from contracts.reading import GatherDocument, ReadDocument, ReadPages
from services.chassis.database import Connection
from services.orchestrator.decide.state import Ask, State
from services.orchestrator.looking import array, every, joined, one
from services.orchestrator.material_commands import check, validate, write
from services.orchestrator.reading_commands import reading_command

LETTER: dict[str, type[Letter]] = {
    "read": ReadDocument,
    "pages": ReadPages,
    "gather": GatherDocument,
    "digest": DigestDocument,
    "write": WriteMaterial,
    "validate": ValidateItems,
    "check": ValidateItems,
    "grade": GradeQuiz,
    "notes": WriteNotes,
}


async def build(connection: Connection, state: State, ask: Ask) -> bytes | None:
    """A command's JSON; None if the rows that it is about are gone."""
    params = ask.params
    match ask.kind:
        case "read" | "pages" | "gather" | "digest":
            letter = reading_command(state, ask.kind, params)
            return letter.write() if letter else None
        case "write":
            return await write(connection, state, params)
        case "validate":
            return await validate(connection, state, params)
        case "check":
            return await check(connection, state, params)
        case "grade":
            return await _grade(connection, state, params)
        case "notes":
            return await _notes(connection, state, params)


async def _grade(connection: Connection, state: State, params: dict[str, Any]) -> bytes | None:
    """Answers to items that were removed since are dropped, unless nothing else was answered: then all are graded."""
    attempt = await one(connection, "select * from attempts where attempt_id = %s", params["attempt_id"])
    if attempt is None:
        return None
    given = {answer["item_id"]: answer for answer in attempt["answers"]}
    rows = await every(
        connection,
        """select item_id::text as id, body::text, state in ('live', 'approved') as there from items
           where quiz_id = %s and accepted and item_id = any(%s::uuid[]) order by ordinal, item_id""",
        *(params["quiz_id"], list(given)),
    )
    rows = [row for row in rows if row["there"]] or rows
    if not rows:
        return None
    results = QuizResults(
        quiz_id=attempt["quiz_id"],
        attempt_id=attempt["attempt_id"],
        answers=[given[id] for id in given if id in {row["id"] for row in rows}],
        graded_by=attempt["graded_by"],
    )
    bodies = array(row["body"] for row in rows)
    return joined({"items": bodies, "results": results.write().decode(), "language": json.dumps(state.language)})


async def _notes(connection: Connection, state: State, params: dict[str, Any]) -> bytes | None:
    """Answers to what was taken back since are left out, unless nothing else was answered."""
    attempt = await one(connection, "select * from attempts where attempt_id = %s", params["attempt_id"])
    rows = await every(
        connection,
        """select r.*, coalesce(i.state = 'retracted', false) as void
           from results r left join items i using (item_id) where attempt_id = %s order by r.ordinal""",
        params["attempt_id"],
    )
    if attempt is None or attempt["score"] is None or not rows:
        return None
    counted = [row for row in rows if not row["void"]] or rows
    answers = [GradedAnswer.model_validate({name: row[name] for name in GradedAnswer.model_fields}) for row in counted]
    concepts: dict[str, list[bool]] = {}
    decided = [answer for answer in answers if not answer.undecided]
    for answer in decided:
        concepts.setdefault(answer.concept, []).append(answer.is_correct)
    credits = [answer.credit for answer in decided] or [0.0]
    evaluation = Evaluation(
        quiz_id=attempt["quiz_id"],
        attempt_id=attempt["attempt_id"],
        score=attempt["score"] if len(counted) == len(rows) else sum(credits) / len(credits),
        answers=answers,
        concepts=[ConceptScore(concept=name, asked=len(got), correct=sum(got)) for name, got in concepts.items()],
        weak_concepts=attempt["weak_concepts"] or [],
    )
    language = state.language
    audience = state.instructions.target_audience
    return WriteNotes(evaluation=evaluation, language=language, target_audience=audience).write()
