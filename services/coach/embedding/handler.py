"""Turns passages of a reading, and what somebody searches for, into vectors. No step of a session hangs on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.digest import EmbedPassages, EmbedQuestion, PassagesEmbedded, PassageVector, QuestionEmbedded
from contracts.message import Message
from contracts.problems import Code, Problem, failure
from services.chassis.model.embedding import Embeds
from services.coach.ports import Running
from services.search.vectors import packed

ROLE = "search"


@dataclass(frozen=True)
class Embedder:
    """Handles `EmbedPassages` with a patient client and `EmbedQuestion` with a hasty one. None: there is no model."""

    patient: Embeds | None
    hasty: Embeds | None

    async def passages(self, command: EmbedPassages, run: Running) -> Sequence[Message]:
        """One `PassagesEmbedded`. Raises ModelError, or `Failure` without a model; the worker says it with `unmade`."""
        run.note(input_summary=f"{len(command.passages)} passages")
        found = await self._asked(self.patient, [each.text for each in command.passages], command.model)
        vectors = [
            PassageVector(block_id=each.block_id, start=each.start, end=each.end, vector=packed(vector))
            for each, vector in zip(command.passages, found, strict=True)
        ]
        run.note(output=f"{len(vectors)} vectors of {len(found[0])} dimensions")
        return [PassagesEmbedded(reading_id=command.reading_id, model=command.model, vectors=vectors)]

    async def question(self, command: EmbedQuestion, run: Running) -> Sequence[Message]:
        """One `QuestionEmbedded`. Raises likewise."""
        [vector] = await self._asked(self.hasty, [command.question], command.model)
        return [QuestionEmbedded(vector=packed(vector))]

    async def _asked(self, model: Embeds | None, texts: Sequence[str], named: str) -> list[list[float]]:
        if model is None:
            raise failure(Code.MODEL_REJECTED, "No server for embeddings is configured.")
        return await model.embed(texts, model=named, role=ROLE)


def unmade(command: EmbedPassages, problem: Problem) -> Message:
    """What a failure is answered with: the passages are asked for again, later or not at all."""
    return PassagesEmbedded(reading_id=command.reading_id, model=command.model, problem=problem)


def unknown(command: EmbedQuestion, problem: Problem) -> Message:
    """What a failure is answered with: the search goes by words alone."""
    return QuestionEmbedded(problem=problem)
