"""Planning: standings, goals and the document's structure become what to learn next, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.learning import PathPlanned, PlanPath
from contracts.message import Message
from services.chassis.model.client import Model
from services.coach.path.model import planned_by
from services.coach.path.rules import planned_of
from services.coach.ports import Running


@dataclass(frozen=True)
class PathPlanner:
    """Handles `PlanPath`. `model` None: the rules' own order and sentences."""

    model: Model | None

    async def plan(self, command: PlanPath, run: Running) -> Sequence[Message]:
        """One `PathPlanned`. Raises `Failure`, final (502, 504): the model failed."""
        run.note(
            input_summary=f"{command.reason}: {len(command.places)} concepts, {len(command.standings)} standings, "
            f"{len(command.goals)} goals"
        )
        planned, by = planned_of(command), "rule:path:v1"
        if self.model is not None:
            planned, tokens, name = await planned_by(self.model, command, planned, str(run.envelope.subject))
            run.note(tokens_used=tokens)
            by = f"model:{name}" if name else by
        run.note(output=", ".join(planned.path) or "nothing is left to learn", reasoning=f"{by}: {planned.reasoning}")
        return [
            PathPlanned(
                learning_path=list(planned.path),
                next_topic=planned.next_topic,
                path_reasoning=planned.reasoning,
                remediation=list(planned.remediation),
                phrase=planned.phrase,
                phrases=list(planned.phrases),
            )
        ]
