"""Composing: an order for study material becomes flashcards and a quiz, whichever author drafts them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.letter import Letter
from contracts.quizzes import Shortfall
from services.coach.choose import Chosen
from services.coach.draft import Written, entry, flashcard
from services.coach.order import Order, order_of
from services.coach.ports import Author, Running
from services.coach.shortfall import nothing, shortfall


@dataclass(frozen=True)
class Composer:
    """Handles `WriteMaterial`."""

    author: Author

    async def compose(self, command: WriteMaterial, run: Running) -> Sequence[Letter]:
        """One `StudyMaterial`.

        Raises `Failure`, final: 422 nothing to ask, 400 an unknown block, 502 or 504 the model failed.
        """
        order = order_of(command)
        run.note(
            input_summary=f"{order.title}: {order.questions} questions ({order.difficulty}), {order.flashcards} "
            f"flashcards from {len(order.blocks)} blocks, {len(order.concepts)} concepts"
        )
        written = await self.author.write(order, str(run.envelope.subject))
        run.note(tokens_used=written.tokens)
        material = material_of(order, written).model_copy(update={"part": command.part})
        run.note(
            output=f"{len(material.quiz)} questions, {len(material.flashcards)} flashcards",
            reasoning=" ".join(each.sentence for each in material.shortfall) or "all that was ordered",
        )
        return [material]


def material_of(order: Order, written: Written) -> StudyMaterial:
    """Chooses among the drafts. Raises `Failure` (422) where something was ordered and nothing can be made."""
    quiz = Chosen(written.quiz if order.questions else (), order.asked, order.difficulty)
    cards = Chosen(written.cards if order.flashcards else (), order.asked, order.difficulty)
    questions = quiz.fill(order.questions, mixed=not order.choice_only)
    shown = cards.fill(order.flashcards, mixed=False)
    if (order.questions or order.flashcards) and not questions and not shown:
        raise nothing(order, written.sentences)
    return StudyMaterial(
        quiz_id=order.quiz_id,
        flashcards=[flashcard(draft, order, written.origin) for draft in shown],
        quiz=[entry(draft, order, written.origin) for draft in questions],
        shortfall=[
            *_short("quiz", order.questions, len(questions), quiz, written, order),
            *_short("flashcards", order.flashcards, len(shown), cards, written, order),
        ],
    )


def _short(
    of: Literal["flashcards", "quiz"], asked: int, made: int, chosen: Chosen, written: Written, order: Order
) -> list[Shortfall]:
    dropped = written.dropped_quiz if of == "quiz" else written.dropped_cards
    reasons = {**dropped, "duplicate": chosen.repeated, "concept_limit": chosen.at_limit()}
    if not any(reasons.values()):
        reasons["text_exhausted" if written.tokens is None else "author_wrote_fewer"] = 1
    return shortfall(of, asked, made, reasons, order.language)
