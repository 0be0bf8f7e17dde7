"""Planning a lesson: concepts, standings and who is taught become the steps of a plan.

Without a model the rules plan. With one it plans; what does not hold is asked for once more, then the rules' plan
stands. A model that fails ends the step (502, 504).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.lessons import LessonPlanned, PlanLesson
from contracts.message import Message
from contracts.problems import Code, failure
from contracts.proof import Origin
from services.chassis.model.client import Model
from services.coach.lessons.planner_model import VERSION, planned_by
from services.coach.lessons.planning import planned_of
from services.coach.lessons.replanning import replanned_of
from services.coach.ports import Running
from services.coach.tutor.offline import ORIGIN


@dataclass(frozen=True)
class Planner:
    """Handles `PlanLesson`. `model` None: by rules."""

    model: Model | None

    async def plan(self, command: PlanLesson, run: Running) -> Sequence[Message]:
        """One `LessonPlanned`. Raises `Failure`, final: 400 it is about nothing, 502 or 504 the model failed."""
        if not (command.places or command.objectives or command.topic.strip()):
            raise failure(Code.CONTRACT_BROKEN, "places: there is nothing to plan a lesson about.", fields=["places"])
        about = f"replan ({command.replan.reason})" if command.replan else "plan"
        run.note(
            input_summary=f"{about} of {command.topic or 'what is weakest'}: {len(command.objectives)} objectives, "
            f"{len(command.places)} concepts, {len(command.standings)} standings"
        )
        cause = run.envelope.id
        planned = replanned_of(command, command.replan, cause) if command.replan else planned_of(command, cause)
        reasoning, origin = planned.reasoning, ORIGIN
        if self.model is not None:
            done = await planned_by(self.model, command, planned, cause, str(run.envelope.subject))
            run.note(tokens_used=done.tokens)
            planned = done.planned
            if done.name:
                origin = Origin(author="model", name=done.name, version=VERSION)
                reasoning = f"model:{done.name}: {planned.reasoning}"
            elif done.refused:
                reasoning += f"; in the place of a model's plan: {done.refused}"
        run.note(output="; ".join(step.title for step in planned.steps), reasoning=reasoning)
        return [LessonPlanned(todo_list=list(planned.steps), reasoning=reasoning, origin=origin)]
