"""Teaching a turn: a directive, blocks and a question become what the learner reads next."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.lessons import TeachTurn, TurnTaught
from contracts.message import Message
from contracts.problems import Code, failure
from contracts.proof import Origin
from services.chassis.model.client import Model
from services.coach.drafts.prove import proof_of
from services.coach.lessons.turn import Turn, asks, turned
from services.coach.ports import Running
from services.coach.tutor.offline import ORIGIN

_RULE = "rule:turn:v1"


@dataclass(frozen=True)
class Executor:
    """Handles `TeachTurn`. `model` None: by rules. `input_tokens`: how much of the text a model is shown."""

    model: Model | None
    input_tokens: int

    async def teach(self, command: TeachTurn, run: Running) -> Sequence[Message]:
        """One `TurnTaught`. Raises `Failure`, final: 400 a block of no known document, 502 or 504 the model failed."""
        _check(command)
        run.note(
            input_summary=f"{command.directive}, {command.pacing}: {len(command.blocks)} blocks, "
            f"{len(command.told)} passages told before"
        )
        turn = await asyncio.to_thread(turned, command)
        reasoning = f"{_RULE}: {command.directive}, {command.pacing}, {command.manner.length}"
        taught = taught_of(turn, command, ORIGIN, reasoning)
        # The answer is in no log: `output` is what the learner reads.
        run.note(output=taught.message, reasoning=taught.reasoning)
        return [taught]


def taught_of(turn: Turn, command: TeachTurn, origin: Origin, reasoning: str) -> TurnTaught:
    """The event."""
    item = command.item if asks(command) else None
    told = f"{len(turn.quotes)} passages told"
    asked = f"asked a question ({item.type})" if item else "asked nothing"
    return TurnTaught(
        message=turn.text(command.language),
        phrase=turn.phrase,
        hints=list(turn.hints),
        quotes=[proof_of(at, command.document_sha256 or "") for at in turn.quotes],
        question_asked=item.question if item else None,
        expected_answer=item.answer_text if item else None,
        question_concept=item.concept if item else None,
        turn_summary=f"{command.directive}: {told}, {asked} [{' '.join(turn.said)}]",
        reasoning=reasoning,
        origin=origin,
    )


def _check(command: TeachTurn) -> None:
    """A passage names its document."""
    if command.document_sha256 is None and any(block.document_sha256 is None for block in command.blocks):
        raise failure(
            Code.CONTRACT_BROKEN,
            "document_sha256: some blocks name no document, and the command names none for them.",
            fields=["document_sha256"],
        )
