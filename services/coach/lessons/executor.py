"""Teaching a turn: a directive, blocks and a question become what the learner reads next.

1. Without a model the rules write it. With one it writes; a turn that does not hold is asked for once more, then
   that of the rules is told, and the log says what did not hold.
2. A model that fails ends the step (502, 504); the rules do not stand in for it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from contracts.lessons import TeachTurn, TurnTaught
from contracts.message import Message
from contracts.problems import Code, failure
from contracts.proof import Origin
from services.chassis.model.client import Model
from services.chassis.model.json_answer import read_each
from services.coach.drafts.prove import proof_of
from services.coach.lessons.asking import shown
from services.coach.lessons.executor_model import (
    BY_RULES,
    VERSION,
    ComposedMastery,
    ComposedTurn,
    taught_by,
)
from services.coach.lessons.turn import Turn, asks, telling_of, turned
from services.coach.lessons.words import question_mark
from services.coach.ports import Running
from services.coach.tutor.offline import ORIGIN
from services.text.catalogue.phrases import rendered
from services.text.once import marks_of

_RULE = "rule:turn:v1"
_LONGEST_SUMMARY, _MOST_ESTIMATES = 280, 20


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
        by_rules = await asyncio.to_thread(turned, command)
        taught = taught_of(by_rules, command, ORIGIN, f"{_RULE}: {command.directive}, {command.pacing}")
        if self.model is not None and command.directive not in BY_RULES:
            taught = await self._by_model(self.model, command, taught, by_rules, run)
        # The answer is in no log: `output` is what the learner reads.
        run.note(output=taught.message, reasoning=taught.reasoning)
        return [taught]

    async def _by_model(
        self, model: Model, command: TeachTurn, rules: TurnTaught, by_rules: Turn, run: Running
    ) -> TurnTaught:
        done = await taught_by(model, command, self.input_tokens, str(run.envelope.subject))
        run.note(tokens_used=done.tokens)
        refused = f"; refused {len(done.refused)}: {', '.join(done.refused)}" if done.refused else ""
        if done.turn is None or done.composed is None:
            return rules.model_copy(update={"reasoning": f"{rules.reasoning}, in the place of a model's turn{refused}"})
        turn = done.turn if done.turn.hints else replace(done.turn, hints=by_rules.hints)
        origin = Origin(author="model", name=done.name, version=VERSION)
        reasoning = f"model:{done.name}: {_unsaid(done.composed.reasoning, command)}{refused}"
        return _with_opinions(taught_of(turn, command, origin, reasoning), done.composed, command)


def _with_opinions(taught: TurnTaught, composed: ComposedTurn, command: TeachTurn) -> TurnTaught:
    """With what the model thinks of the learner: noted, and nothing follows from it."""
    known = {each.id: each for each in command.misconceptions}
    estimates = read_each(composed.mastery_updates, ComposedMastery)[0]
    steps = len(command.plan.todo_list)
    summary = _unsaid(composed.turn_summary, command)
    return taught.model_copy(
        update={
            "misconceptions_detected": [known[id] for id in composed.misconceptions_detected if id in known][:5],
            "mastery_signal": composed.mastery_signal,
            "mastery_updates": {each.concept: each.score for each in estimates[:_MOST_ESTIMATES]},
            "advance_to_step": composed.advance_to_step if (composed.advance_to_step or 0) <= steps else None,
            "session_complete": composed.session_complete,
            "turn_summary": f"{taught.turn_summary} {summary}".strip()[:_LONGEST_SUMMARY],
        }
    )


def _unsaid(text: str, command: TeachTurn) -> str:
    """A line for the log without the answer to the question that is asked."""
    line = " ".join(text.split())
    return "" if telling_of(command).guard.says(line) else line[:_LONGEST_SUMMARY]


def taught_of(turn: Turn, command: TeachTurn, origin: Origin, reasoning: str) -> TurnTaught:
    """The event."""
    item = command.item if asks(command) else None
    text = turn.text(command.language)
    around = text.replace(rendered(shown(item), command.language), "") if item else text
    asked_of = [question_mark(item)] if item else []
    said = dict.fromkeys([*asked_of, *turn.said, *marks_of("\n".join([around, *(hint.text for hint in turn.hints)]))])
    told = f"{len(turn.quotes)} passages told"
    proof = command.proof if command.proof and command.feedback.strip() else None
    if proof and telling_of(command).guard.rests_on(proof.quote):
        proof = None  # It answers the question behind it.
    asked = f"asked a question ({item.type})" if item else "asked nothing"
    return TurnTaught(
        message=text,
        phrase=turn.phrase,
        hints=list(turn.hints),
        quotes=[
            *([proof] if proof else []),
            *(proof_of(at, command.document_sha256 or "") for at in turn.quotes),
        ],
        question_asked=item.question if item else None,
        expected_answer=item.answer_text if item else None,
        question_concept=item.concept if item else None,
        turn_summary=f"{command.directive}: {told}, {asked} [{' '.join(said)}]",
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
