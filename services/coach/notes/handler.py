"""Notes: an evaluation becomes sentences for the learner, each with the results it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.coaching import CoachNotes, WriteNotes
from contracts.message import Message
from services.chassis.model.client import Model
from services.coach.notes.model import noted_by
from services.coach.notes.rules import Note, decided_of, notes_from
from services.coach.ports import Running


@dataclass(frozen=True)
class NoteWriter:
    """Handles `WriteNotes`. Without a model, and of what was graded again, the notes are the rules' own sentences."""

    model: Model | None

    async def write(self, command: WriteNotes, run: Running) -> Sequence[Message]:
        """One `CoachNotes`. Raises `Failure`, final (502, 504): the model failed."""
        evaluation, again = command.evaluation, command.regraded
        told = f"{len(evaluation.answers)} answers, score {evaluation.score:.2f}{', graded again' * again}"
        run.note(input_summary=told)
        notes: Sequence[Note] = notes_from(
            evaluation, command.language, command.standings, command.places, changed=again and command.changed
        )
        if self.model and decided_of(evaluation) and not again:
            notes, tokens = await noted_by(self.model, command, notes, str(run.envelope.subject))
            run.note(tokens_used=tokens)
        run.note(
            output=" ".join(note.sentence for note in notes),
            reasoning=", ".join(note.evidence.made_by for note in notes),
        )
        return [
            CoachNotes(
                notes=[note.sentence for note in notes],
                evidence=[note.evidence for note in notes],
                phrases=[note.phrase for note in notes],
                attempt_id=evaluation.attempt_id,
            )
        ]
