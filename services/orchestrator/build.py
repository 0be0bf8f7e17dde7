"""Builds commands from what `decide` asked for: parameters name rows, the rows' JSON is set in as it is, unparsed."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from contracts.coaching import HandoverV1, Metadata, WriteMaterial, WriteNotes
from contracts.coaching import Instructions as InstructionsForCoach
from contracts.digest import Context, DigestDocument, Term
from contracts.documents import DocMeta
from contracts.letter import Letter
from contracts.quizzes import ConceptScore, Evaluation, GradedAnswer, GradeQuiz, QuizResults, QuizSpec, ValidateItems
from contracts.reading import GatherDocument, ReadDocument, ReadPages
from services.chassis.database import Connection
from services.orchestrator.decide.state import Ask, State
from services.orchestrator.reading_commands import reading_command

LETTER: dict[str, type[Letter]] = {
    "read": ReadDocument,
    "pages": ReadPages,
    "gather": GatherDocument,
    "digest": DigestDocument,
    "write": WriteMaterial,
    "validate": ValidateItems,
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
            return await _write(connection, state, params)
        case "validate":
            return await _validate(connection, state, params)
        case "grade":
            return await _grade(connection, state, params)
        case "notes":
            return await _notes(connection, state, params)


async def _write(connection: Connection, state: State, params: dict[str, Any]) -> bytes | None:
    found = await _one(connection, "select digest, doc_meta from readings where reading_id = %s", params["reading_id"])
    if found is None or found["digest"] is None or not state.papers:
        return None
    digest, first = found["digest"], state.papers[0].document
    about = DocMeta.model_validate(found["doc_meta"], extra="ignore")
    spec = QuizSpec.model_validate(params["quiz_spec"]) if params["quiz_spec"] else None
    wanted = spec.blocks_to_assess if spec else digest["blocks"]
    blocks = await _blocks(connection, UUID(params["reading_id"]), wanted)
    if not blocks:
        return None
    asked = await _all(
        connection,
        """select json_build_object('question', body->>'question', 'quote', body->'proof'->>'quote', 'answer',
                  coalesce((select o->>'text' from json_array_elements(body->'options') o
                            where o->>'option_id' = body->>'answer'), body->>'answer'))::text as body
           from items join quizzes using (quiz_id)
           where items.session_id = %s and quiz_id <> %s order by number desc, ordinal limit 60""",
        *(state.session_id, params["quiz_id"]),
    )
    handover = HandoverV1(
        metadata=Metadata(
            session_id=state.session_id,
            source_title=about.title or first.filename,
            source_hash=first.sha256,
            language=about.language,
            generated_at=params["generated_at"],
        ),
        context=Context.model_validate(digest["context"]),
        instructions_for_coach=InstructionsForCoach.model_validate(params["instructions"]),
    )
    terms = [Term.model_validate(term) for term in digest["terms"]]
    return _join(
        {
            "quiz_id": json.dumps(params["quiz_id"]),
            "handover": handover.write().decode(),
            "quiz_spec": spec.write().decode() if spec else None,
            "blocks": _array(row["body"] for row in blocks),
            "terms": _array(term.model_dump_json(exclude_none=True) for term in terms),
            "asked": _array(row["body"] for row in asked),
        }
    )


async def _validate(connection: Connection, state: State, params: dict[str, Any]) -> bytes | None:
    of_the_quiz = (params["quiz_id"],)
    items = await _all(connection, _MATERIAL.format(table="items"), *of_the_quiz)
    cards = await _all(connection, _MATERIAL.format(table="flashcards"), *of_the_quiz)
    wanted = sorted({row["block_id"] for row in (*items, *cards)})
    blocks = await _blocks(connection, UUID(params["reading_id"]), wanted)
    # Each block names its document; this one is the whole command's where they do not, and the first of several.
    document = next((row["sha256"] for row in blocks if row["sha256"]), None) or _first(state)
    return _join(
        {
            "quiz_id": json.dumps(params["quiz_id"]),
            "document_sha256": json.dumps(document),
            "language": json.dumps(_language(state)),
            "items": _array(row["body"] for row in items),
            "flashcards": _array(row["body"] for row in cards),
            "blocks": _array(row["body"] for row in blocks),
        }
    )


async def _grade(connection: Connection, state: State, params: dict[str, Any]) -> bytes | None:
    items = await _all(
        connection,
        "select body::text from items where quiz_id = %s and accepted order by ordinal",
        *(params["quiz_id"],),
    )
    attempt = await _one(connection, "select * from attempts where attempt_id = %s", params["attempt_id"])
    if not items or attempt is None:
        return None
    results = QuizResults(
        quiz_id=attempt["quiz_id"],
        attempt_id=attempt["attempt_id"],
        answers=attempt["answers"],
        graded_by=attempt["graded_by"],
    )
    language = _language(state)
    bodies = _array(row["body"] for row in items)
    return _join({"items": bodies, "results": results.write().decode(), "language": json.dumps(language)})


async def _notes(connection: Connection, state: State, params: dict[str, Any]) -> bytes | None:
    attempt = await _one(connection, "select * from attempts where attempt_id = %s", params["attempt_id"])
    rows = await _all(connection, "select * from results where attempt_id = %s order by ordinal", params["attempt_id"])
    if attempt is None or attempt["score"] is None or not rows:
        return None
    answers = [GradedAnswer.model_validate({name: row[name] for name in GradedAnswer.model_fields}) for row in rows]
    concepts: dict[str, list[bool]] = {}
    for answer in answers:
        concepts.setdefault(answer.concept, []).append(answer.is_correct)
    evaluation = Evaluation(
        quiz_id=attempt["quiz_id"],
        attempt_id=attempt["attempt_id"],
        score=attempt["score"],
        answers=answers,
        concepts=[ConceptScore(concept=name, asked=len(got), correct=sum(got)) for name, got in concepts.items()],
        weak_concepts=attempt["weak_concepts"] or [],
    )
    language = _language(state)
    audience = state.instructions.target_audience
    return WriteNotes(evaluation=evaluation, language=language, target_audience=audience).write()


_MATERIAL = """select body::text, body->'proof'->>'block_id' as block_id from {table} where quiz_id = %s
               order by ordinal"""


async def _blocks(connection: Connection, reading: UUID, wanted: Sequence[str]) -> list[dict[str, Any]]:
    return await _all(
        connection,
        """select body::text, body ->> 'document_sha256' as sha256
           from reading_members m join blocks b using (reading_id)
           where m.set_id = %s and b.block_id = any(%s::text[]) order by m.ordinal, b.part, b.ordinal""",
        *(reading, list(wanted)),
    )


def _language(state: State) -> str:
    return next((paper.doc_meta.language for paper in state.papers if paper.doc_meta), "")


def _first(state: State) -> str:
    return state.papers[0].sha256 if state.papers else ""


async def _all(connection: Connection, statement: str, *values: Any) -> list[dict[str, Any]]:
    return await (await connection.execute(statement.encode(), values)).fetchall()


async def _one(connection: Connection, statement: str, *values: Any) -> dict[str, Any] | None:
    return await (await connection.execute(statement.encode(), values)).fetchone()


def _array(bodies: Any) -> str:
    return f"[{','.join(bodies)}]"


def _join(fields: dict[str, str | None]) -> bytes:
    told = ",".join(f'"{name}":{body}' for name, body in fields.items() if body is not None)
    return f"{{{told}}}".encode()
