"""Sessions whose answers the real Evaluator grades and whose notes the real Coach's rules write, over known items."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from contracts.coaching import CoachNotes, QuizEntry, StudyMaterial, WriteMaterial, WriteNotes
from contracts.envelope import first
from contracts.grading import Answer, GradeQuiz, QuizResults
from contracts.items import Item, MultipleChoice, ShortAnswer
from contracts.message import Message
from contracts.proof import Option
from services.chassis.broker.outgoing import Outgoing
from services.coach.notes.rules import notes_from
from services.evaluator.grading.grade import grade
from tests.standins.messages import Hall, Rec, answer, command_of, submitted
from tests.standins.workers import services
from tests.standins.workers.writing import ORIGIN, card, item

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ITEMS = {
    "tide": ("Tide", "choice"),
    "ebb": ("Tide", "cloze"),
    "flood": ("Tide", "cloze"),
    "moon": ("Moon", "choice"),
    "orbit": ("Moon", "cloze"),
    "why": ("Moon", "open"),
    "alone": ("Spring tide", "choice"),
}
"""The items of the course by name: concept and kind."""


def of(quiz: UUID, name: str) -> UUID:
    """An item's id."""
    return uuid5(quiz, name)


def written(command: WriteMaterial, names: Sequence[str]) -> StudyMaterial:
    """A Coach's material with these of the items."""
    quiz, block = command.quiz_id, command.blocks[0]
    found: list[Item] = []
    for name in names:
        concept, kind = ITEMS[name]
        plain = item(block, quiz, quiz, name).model_copy(
            update={"item_id": of(quiz, name), "concept": concept, "answer": name}
        )
        about = {field: getattr(plain, field) for field in ("item_id", "quiz_id", "concept", "difficulty", "proof")}
        match kind:
            case "choice":
                options = [Option(option_id=key, text=f"{name} {key}") for key in "abc"]
                found.append(MultipleChoice(**about, question=f"{name}?", options=options, answer="a", origin=ORIGIN))
            case "open":
                points = [{"text": "it pulls the water", "start": 0, "end": 5}]
                open_one = {**about, "question": f"{name}?", "answer": "It pulls.", "key_points": points}
                found.append(ShortAnswer.model_validate({**open_one, "origin": ORIGIN}))
            case _:
                found.append(plain)
    entries = [QuizEntry(question=each.question, item=each) for each in found]
    return StudyMaterial(quiz_id=quiz, quiz=entries, flashcards=[card(block, quiz, quiz, "card")])


def replies(outgoing: Outgoing, names: Sequence[str]) -> list[Rec]:
    """What the services answer to a command."""
    match command_of(outgoing):
        case WriteMaterial() as order:
            messages: Sequence[Message] = [written(order, names)]
        case GradeQuiz() as command:
            messages = [grade(command)]
        case WriteNotes() as command:
            notes = notes_from(
                command.evaluation,
                command.language,
                command.standings,
                command.places,
                changed=command.regraded and command.changed,
            )
            messages = [
                CoachNotes(
                    notes=[note.sentence for note in notes],
                    evidence=[note.evidence for note in notes],
                    attempt_id=command.evaluation.attempt_id,
                )
            ]
        case other:
            messages = services.answers(other)
    return [answer(outgoing, message, number) for number, message in enumerate(messages)]


def said_at(message: Message, session: UUID, minutes: float, id: UUID) -> Rec:
    """An input of the gateway's, said so many minutes after noon."""
    envelope = first(message, id=id, source="gateway", session=session, traceparent=None)
    envelope = envelope.model_copy(update={"time": NOON + timedelta(minutes=minutes)})
    return Rec("session.inputs", str(session).encode(), message.write(), envelope.headers())


async def walk(hall: Hall, *records: Rec, names: Sequence[str] = tuple(ITEMS)) -> None:
    """Handles these, and all that follows."""
    batch = list(records)
    while batch:
        out = await hall.tell(*batch)
        batch = []
        for message in out:
            batch += replies(message, names) if message.topic.endswith(".commands") else [Rec(*message)]


async def muddle(hall: Hall, rng: random.Random, records: Sequence[Rec], names: Sequence[str] = tuple(ITEMS)) -> None:
    """Handles these, and all that follows, in any order and batches; some of it twice."""
    pool = list(records)
    while pool:
        rng.shuffle(pool)
        cut = rng.choice((1, 1, 2, 5))
        batch, pool = pool[:cut], pool[cut:]
        pool += [record for record in batch if rng.random() < 0.2]
        for message in await hall.tell(*batch):
            pool += replies(message, names) if message.topic.endswith(".commands") else [Rec(*message)]


async def owner(hall: Hall, session: UUID, names: Sequence[str] = tuple(ITEMS)) -> UUID:
    """An owner's session with its first quiz, all ids of which derive from the session's."""
    upload = submitted(session, course=uuid5(session, "course"))
    message = command_of(upload)
    await walk(hall, said_at(message, session, -60, uuid5(session, "upload")), names=names)
    [row] = await hall.rows("select quiz_id from quizzes where session_id = %s and complete", session)
    quiz: UUID = row["quiz_id"]
    return quiz


def answers(quiz: UUID, attempt: UUID, given: Mapping[str, str | None]) -> QuizResults:
    """Raw answers by the names of items."""
    found = [Answer(item_id=of(quiz, name), answer=raw, latency_sec=9) for name, raw in given.items()]
    return QuizResults(quiz_id=quiz, attempt_id=attempt, answers=found)


def right(name: str) -> str:
    """The right answer to an item."""
    return "a" if ITEMS[name][1] == "choice" else name


COMPARED = {
    "attempts": "attempt_id, session_id, score, weak_concepts, improvement_areas",
    "results": "result_id, session_id, attempt_id, item_id, ordinal, concept, credit, undecided, observation, made_by,"
    " repeat",
    "concept_mastery": "session_id, concept, score, answers, correct, decided, mastered",
    "error_patterns": "attempt_id, ordinal, pattern_type, description, affected_questions, concept",
    "knowledge_gaps": "attempt_id, concept, description, severity, item_ids, mistaken_for",
    "schedules": "session_id, card_id, kind, due, state, stability, difficulty, reviews, lapses, last_review",
    "review_events": "event_id, session_id, card_id, kind, rating, source, timestamp",
    "notes": "session_id, attempt_id, note",
}
"""What must be the same in the end, whatever came in whatever order."""
_AGAIN = "has changed since it was graded"


async def outcome(hall: Hall) -> dict[str, list[Any]]:
    """All that a learner's answers led to; without what is void, and without the note that says it was graded again."""
    found: dict[str, list[Any]] = {}
    for table, columns in COMPARED.items():
        where = " where not void" if table == "results" else ""
        rows = [tuple(row.values()) for row in await hall.rows(f"select {columns} from {table}{where}")]
        if table == "notes":
            rows = [row for row in rows if _AGAIN not in row[-1]]
        found[table] = sorted(rows, key=repr)
    states = await hall.rows("select session_id, state -> 'standings' as standings from sessions")
    found["standings"] = sorted((str(row["session_id"]), row["standings"] or {}) for row in states)
    return found
