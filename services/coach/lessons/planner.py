"""Planning a lesson: concepts, standings and who is taught become the steps of a plan."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.lessons import LessonPlanned, PlanLesson
from contracts.message import Message
from services.chassis.model.client import Model
from services.coach.lessons.planning import planned_of
from services.coach.lessons.replanning import replanned_of
from services.coach.ports import Running
from services.coach.tutor.offline import ORIGIN


@dataclass(frozen=True)
class Planner:
    """Handles `PlanLesson`. `model` None: by rules."""

    model: Model | None

    async def plan(self, command: PlanLesson, run: Running) -> Sequence[Message]:
        """One `LessonPlanned`. Raises `Failure`, final (502, 504): the model failed."""
        about = f"replan ({command.replan.reason})" if command.replan else "plan"
        run.note(
            input_summary=f"{about} of {command.topic or 'what is weakest'}: {len(command.objectives)} objectives, "
            f"{len(command.places)} concepts, {len(command.standings)} standings"
        )
        cause = run.envelope.id
        planned = replanned_of(command, command.replan, cause) if command.replan else planned_of(command, cause)
        run.note(output="; ".join(step.title for step in planned.steps), reasoning=planned.reasoning)
        return [LessonPlanned(todo_list=list(planned.steps), reasoning=planned.reasoning, origin=ORIGIN)]
