"""The planner that asks a language model. What it plans is held against the lesson, else the rules' plan stands.

1. Three to five steps in all, the last one practice; concepts of the lesson alone; no more right answers than there are
   questions; nothing that is only said among ourselves.
2. Of another plan no step comes again as it was. Completed steps stand first, as they were.
3. What does not hold is asked for once more, with what was wrong; then the rules' plan stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain, Text
from contracts.lessons import LEAST_STEPS, MOST_STEPS, PlanLesson, PlanStep, StepType
from services.chassis.model.client import Model
from services.chassis.model.failures import ModelError, upstream
from services.coach.lessons.ground import ground_of
from services.coach.lessons.planning import Planned
from services.coach.lessons.prompting import planner_request, planner_rules
from services.text.internal import is_internal
from services.text.words import fold

ROLE = "coach"
VERSION = "1"
_MAX_TOKENS = 1800
_TRIES = 2


class ComposedStep(BaseModel):
    """A step as a model plans it."""

    model_config = ConfigDict(frozen=True)

    type: StepType
    title: Text = Field(max_length=200)
    description: Text = Field(max_length=1000)
    teaching_approach: Text = Field(max_length=1000)
    success_criteria: Text = Field(max_length=500)
    concepts: list[Text] = Field(min_length=1, max_length=8, description="named exactly as in the request")
    needed: int = Field(ge=1, le=10, description="right answers that meet the criterion")


class ComposedPlan(BaseModel):
    """The answer."""

    model_config = ConfigDict(frozen=True)

    todo_list: list[ComposedStep] = Field(min_length=1, max_length=MOST_STEPS)
    reasoning: Plain = Field(default="", description="one or two sentences for the log")


@dataclass(frozen=True)
class ByModel:
    """`name` "": the rules' plan stands, and `refused` says what did not hold."""

    planned: Planned
    tokens: int
    name: str = ""
    refused: str = ""


async def planned_by(model: Model, command: PlanLesson, rules: Planned, cause: UUID, session: str) -> ByModel:
    """The plan. Raises `Failure`, final (502, 504): the model failed."""
    done = [step for step in rules.steps if step.status == "completed"]
    left = [step for step in rules.steps if step.status != "completed"]
    if not left:
        return ByModel(rules, 0)
    least, most = max(1, LEAST_STEPS - len(done)), MOST_STEPS - len(done)
    tokens, wrong = 0, ""
    for _ in range(_TRIES):
        complaint = f"Your last plan was not taken, because {wrong}. Plan again." if wrong else ""
        try:
            answer = await model.ask(
                role=ROLE,
                system=planner_rules(command, least, most),
                user=planner_request(command, left, complaint),
                schema=ComposedPlan,
                session=session,
                max_tokens=_MAX_TOKENS,
            )
        except ModelError as error:
            raise upstream(error, tokens) from error
        tokens += answer.tokens
        wrong = _wrong(answer.value.todo_list, command, least, most)
        if not wrong:
            steps = [_step(each, command, n, cause) for n, each in enumerate(answer.value.todo_list, len(done))]
            return ByModel(Planned([*done, *steps], answer.value.reasoning.strip()), tokens, answer.model)
    return ByModel(rules, tokens, refused=wrong)


def _wrong(steps: Sequence[ComposedStep], command: PlanLesson, least: int, most: int) -> str:
    """Why a plan does not hold; "": it does."""
    ground = ground_of(command)
    if not least <= len(steps) <= most:
        return f"it has {len(steps)} steps, and {least} to {most} are wanted"
    if steps[-1].type != "practice":
        return "its last step is not practice"
    names = [name for step in steps for name in step.concepts]
    known = {fold(topic.name) for topic in ground.topics} | {fold(place.concept) for place in command.places}
    if strange := next((name for name in names if fold(name) not in known), None):
        return f"“{strange}” is no concept of the request"
    counts = {fold(name): count for name, count in command.questions.items()}
    there = sum(counts.get(key, 0) for key in {fold(name) for name in names})
    if sum(step.needed for step in steps) > max(there, len(steps)):
        return f"it wants more right answers than there are questions ({there})"
    for step in steps:
        if any(map(is_internal, (step.title, step.description, step.teaching_approach, step.success_criteria))):
            return "it speaks of the learner to somebody else, or of how it was made"
    before = command.replan.plan.todo_list if command.replan else []
    old = {_content(step) for step in before if step.status != "completed"}
    return "a step of the plan before comes again as it was" if any(_content(step) in old for step in steps) else ""


def _content(step: PlanStep | ComposedStep) -> tuple[str, ...]:
    return tuple(map(fold, (step.type, step.title, step.teaching_approach, step.success_criteria)))


def _step(composed: ComposedStep, command: PlanLesson, number: int, cause: UUID) -> PlanStep:
    names = {fold(place.concept): place.concept for place in command.places}
    names |= {fold(objective.concept): objective.concept for objective in command.objectives}
    concepts = list(dict.fromkeys(names[fold(name)] for name in composed.concepts))
    fields = composed.model_dump(exclude={"concepts"})
    return PlanStep(step_id=uuid5(cause, f"step:{number}:{composed.title}"), concepts=concepts, **fields)
