"""The workers of a lesson: trivial ones, but the real Evaluator grades and the real Coach's rules write the notes.

Every second item is an open question, which only a person can judge unless it is answered word for word.
"""

from collections.abc import Sequence

from contracts.coaching import CoachNotes, QuizEntry, StudyMaterial, WriteNotes
from contracts.grading import GradeQuiz
from contracts.items import Cloze, Item, ShortAnswer
from contracts.message import Message
from services.coach.notes.rules import notes_from
from services.evaluator.grading.grade import grade
from tests.standins.workers import services

ALIKE = ("item_id", "quiz_id", "concept", "difficulty", "question", "proof", "origin")


def graded(command: Message) -> list[Message]:
    """What a worker answers to a command."""
    match command:
        case GradeQuiz():
            return [grade(command)]
        case WriteNotes():
            notes = notes_from(
                command.evaluation,
                command.language,
                command.standings,
                command.places,
                changed=command.regraded and command.changed,
            )
            return [
                CoachNotes(
                    notes=[note.sentence for note in notes],
                    evidence=[note.evidence for note in notes],
                    attempt_id=command.evaluation.attempt_id,
                )
            ]
    return [
        _opened(message) if isinstance(message, StudyMaterial) else message for message in services.answers(command)
    ]


def _opened(message: StudyMaterial) -> StudyMaterial:
    items: Sequence[Item | None] = [entry.item for entry in message.quiz]
    asked = [_open(item) if n % 2 and isinstance(item, Cloze) else item for n, item in enumerate(items)]
    quiz = [QuizEntry(question=item.question, item=item) for item in asked if item is not None]
    return message.model_copy(update={"quiz": quiz})


def _open(item: Cloze) -> ShortAnswer:
    about = {name: getattr(item, name) for name in ALIKE}
    answer = f"The moon pulls {item.answer} towards the coast"
    points = [{"text": answer, "start": 0, "end": len(answer)}]
    return ShortAnswer.model_validate({**about, "answer": answer, "key_points": points})
