"""Composing: an order for study material becomes flashcards and a quiz, whichever author drafts them.

1. One message answers; of an author that has something early (a model that is asked more than once) the first questions
   go ahead of the rest, as part 1. They are told at once and stand among the answers too: under one id, so that
   whoever heard them hears nothing new, and who did not hears them now.
2. What a model leaves missing is filled up offline where the order says so: what does not hold up after it was ordered
   once more, or whatever is missing at once. Each item says who wrote it. A model that is away or refuses is a failure.
3. To find nothing is a 422 for a whole quiz; for what a quiz lacks, or one item instead of another, it is a shortfall.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.message import Message
from contracts.problems import Failure
from services.coach.compose.material import chosen_of, early_of, material_of
from services.coach.compose.parts import in_parts, parts_ahead
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.order import Order, order_of
from services.coach.ports import Author, Running

FIRST = 3


@dataclass(frozen=True)
class Composer:
    """Handles `WriteMaterial`. `fallback`: who fills up what the author, a model, leaves missing."""

    author: Author
    fallback: Author | None = None

    async def compose(self, command: WriteMaterial, run: Running) -> Sequence[Message]:
        """One `StudyMaterial`, or several parts of it.

        Raises `Failure`, final: 422 nothing to ask, 400 an unknown block, 502 or 504 the model failed.
        """
        order = await asyncio.to_thread(order_of, command)
        run.note(
            input_summary=f"{order.title}: {order.questions} questions ({order.difficulty}), {order.flashcards} "
            f"flashcards from {len(order.blocks)} blocks, {len(order.concepts)} concepts"
        )
        ahead = _Ahead(command, order, run)
        written = await self._written(order, ahead, run)
        material = await asyncio.to_thread(material_of, order, *written, early=ahead.early)
        run.note(
            output=f"{len(material.quiz)} questions, {len(material.flashcards)} flashcards",
            reasoning=" ".join(each.sentence for each in material.shortfall) or "all that was ordered",
        )
        if command.part is not None:
            return [material.model_copy(update={"part": command.part})]
        return in_parts(material, ahead.told)

    async def _written(self, order: Order, ahead: "_Ahead", run: Running) -> list[Written]:
        """What the author wrote, and what fills it up."""
        session = str(run.envelope.subject)
        if self.fallback is not None and order.offline_alone:
            return [await self.fallback.write(order, session)]
        try:
            written = [await self.author.write(order, session, ahead.tell if ahead.fits else None)]
        except Failure as failed:
            run.note(tokens_used=failed.tokens)
            raise
        run.note(tokens_used=written[0].tokens)
        if self.fallback is None or not order.filled_now:
            return written
        if (await asyncio.to_thread(chosen_of, order, *written, early=ahead.early)).shortfall:
            written.append(await self.fallback.write(order, session))
        return written


class _Ahead:
    """The first questions of an order, once they are told. `fits`: whether there may be any."""

    def __init__(self, command: WriteMaterial, order: Order, run: Running) -> None:
        self.fits = command.part is None and order.is_new and order.questions > FIRST
        self.early: Sequence[Draft] = ()
        self.told: StudyMaterial | None = None
        self._order, self._run = order, run

    async def tell(self, written: Written) -> None:
        """Tells the best of what is written so far, if there is any."""
        early, material = await asyncio.to_thread(early_of, self._order, written, FIRST)
        if early:
            (told,) = in_parts(material, None, of=parts_ahead(self._order))
            await self._run.tell(told)
            self.early, self.told = early, told
