"""Explaining: concepts or a question become what the tutor says, each sentence of substance with its quote.

1. Without a model the document's own sentences are quoted. With one it writes, and what no quote proves is dropped.
2. What the document does not tell is said to be so (`found` False), and nothing is made up.
3. A model that fails ends the step (502, 504); the offline tutor does not stand in for it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.learning import Example, Explain, Explained
from contracts.message import Message
from contracts.problems import Code, failure
from contracts.proof import Origin, Proof
from services.chassis.model.client import Model
from services.coach.drafts.draft import Span
from services.coach.drafts.prove import proof_of
from services.coach.ports import Running
from services.coach.tutor.model import Explainer, Spoken
from services.coach.tutor.offline import ORIGIN, tutored, without_answer
from services.coach.tutor.unsure import place_of
from services.coach.tutor.wording import Told


@dataclass(frozen=True)
class Tutor:
    """Handles `Explain`. `model` None: the document's own sentences. `input_tokens`: how much a model is shown."""

    model: Model | None
    input_tokens: int

    async def explain(self, command: Explain, run: Running) -> Sequence[Message]:
        """One `Explained`. Raises `Failure`, final: 400 a block of no known document, 502 or 504 the model failed."""
        _check(command)
        about = f"question: {command.question}" if command.question.strip() else ", ".join(command.concepts)
        run.note(input_summary=f"{about}; {len(command.blocks)} blocks, told {command.times} times before")
        told = await asyncio.to_thread(tutored, command)
        if self.model is None:
            explained = _quoted(told, command)
        else:
            spoken = await Explainer(self.model, self.input_tokens).speak(command, str(run.envelope.subject))
            run.note(tokens_used=spoken.tokens)
            explained = (
                _quoted(without_answer(told, command), command, spoken.origin)
                if spoken.not_told
                else _spoken(spoken, told, command)
            )
        run.note(
            output=explained.explanation,
            reasoning=f"{len(explained.quotes)} quotes" if explained.found else "the document does not tell it",
        )
        return [explained]


def _quoted(told: Told, command: Explain, origin: Origin = ORIGIN) -> Explained:
    return Explained(
        concepts=list(told.concepts),
        explanation=told.text(command.language),
        phrase=told.phrase,
        examples=_examples(told, command),
        quotes=[_proof(at, command) for at in told.quotes],
        found=told.found,
        unsure=[place_of(at, command) for at in told.unsure],
        origin=origin,
    )


def _examples(told: Told, command: Explain) -> list[Example]:
    if not told.found:
        return []
    return [Example(text=" ".join(at.text.split()), proof=_proof(at, command)) for at in told.examples]


def _spoken(spoken: Spoken, told: Told, command: Explain) -> Explained:
    # What was taken for what is told in the text's own words, whatever the model says of it.
    first = Told(told.concepts, told.mistaken)
    quotes = {(at.block.block_id, at.start, at.end): at for at in (*first.quotes, *spoken.quotes)}
    return Explained(
        concepts=list(command.concepts or told.concepts),
        explanation="\n\n".join(filter(None, [first.text(command.language) if first.found else "", spoken.text])),
        # Where the model gives none, the text's own.
        examples=[Example(text=text, proof=_proof(at, command)) for text, at in spoken.examples]
        or _examples(told, command),
        quotes=[_proof(at, command) for at in quotes.values()],
        origin=spoken.origin,
    )


def _proof(at: Span, command: Explain) -> Proof:
    return proof_of(at, command.document_sha256 or "")


def _check(command: Explain) -> None:
    """A quote names its document."""
    told = [*command.blocks, *command.unsure]
    if command.document_sha256 is None and any(block.document_sha256 is None for block in told):
        raise failure(
            Code.CONTRACT_BROKEN,
            "document_sha256: some blocks name no document, and the command names none for them.",
            fields=["document_sha256"],
        )
