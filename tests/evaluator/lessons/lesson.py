"""A lesson of our own about a harbour: its plan, its questions of every type, and a turn of it."""

from typing import Any
from uuid import UUID, uuid5

from contracts.items import Item
from contracts.learning import Said
from contracts.lessons import AssessTurn, Misconception, Objective, PlanStep, StatusInfo, StudyPlan, TurnAssessed
from contracts.mastery import ConceptPlace, Standing
from services.evaluator.lessons.assess import assess
from services.evaluator.lessons.reading import read
from tests.measuring.quality.metrics.made import TEXTS, sound

ITEMS: dict[str, Item] = {item.type: item for item in sound()}
ATTEMPT = UUID(int=21)
PLACES = [
    ConceptPlace(concept="port", block_id="b3", ordinal=0),
    ConceptPlace(concept="breakwater", block_id="b1", ordinal=1, prerequisites=["port"]),
    ConceptPlace(concept="bollard", block_id="b2", ordinal=2, prerequisites=["port"]),
    ConceptPlace(concept="dredging", block_id="b4", ordinal=3, prerequisites=["port"]),
]


def step(number: int, concept: str, status: str = "pending", **info: int) -> PlanStep:
    """A step of the plan."""
    return PlanStep(
        step_id=uuid5(ATTEMPT, str(number)),
        type="explain",
        title=f"What a {concept} is",
        description=f"What a {concept} is, and why there is one.",
        teaching_approach="With the text's own words.",
        success_criteria="One question is answered rightly.",
        concepts=[concept],
        status=status,
        status_info=StatusInfo(**info),
    )


def plan(*steps: PlanStep) -> StudyPlan:
    """Three steps: the first done, the second under way."""
    made = [step(1, "port", "completed", questions_asked=1, questions_correct=1, attempts=1)]
    made += [step(2, "breakwater", "in_progress", questions_asked=1), step(3, "bollard")]
    return StudyPlan(todo_list=list(steps) or made)


def turn(said: str, item: Item | None = None, language: str = "en", **more: Any) -> AssessTurn:
    """A message in the second step, with the question that waits."""
    its_plan = more.pop("plan", plan())
    fields: dict[str, Any] = {
        "attempt_id": ATTEMPT,
        "text": said,
        "language": language,
        "item": item,
        "plan": its_plan,
        "step": its_plan.todo_list[1],
        "topic": "Harbours",
        "objectives": [Objective(objective_id="o1", text="Say what shelters a harbour.", concept="breakwater")],
        "places": PLACES,
        "conversation": [Said(role="tutor", text=" ".join(TEXTS.values()))],
        "misconceptions": [Misconception(id="posts_shelter", text="Posts on the quay shelter ships from waves.")],
    }
    return AssessTurn(**fields | more)


def assessed(said: str, kind: str = "", language: str = "en", **more: Any) -> TurnAssessed:
    """The same, assessed by rules. `kind`: the type of the item that waits; "": none."""
    command = turn(said, ITEMS[kind] if kind else None, language, **more)
    return assess(command, read(command))


def standing(concept: str, correct: int, answers: int, score: float = 0.2) -> Standing:
    """How somebody stands in a concept."""
    return Standing(concept=concept, score=score, answers=answers, correct=correct)
