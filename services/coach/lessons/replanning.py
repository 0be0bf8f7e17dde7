"""Another plan by rules, for the rest of a lesson. Pure.

1. Completed steps stand first, as they were. The rest is made anew, and each time taught in another way.
2. After failures the step becomes a smaller one with an easier criterion; what its concept builds on and the learner
   lacks comes before it. A missing prerequisite is put first.
3. Who excels gets fewer steps and harder questions; only what is not familiar is still explained.
4. Where the approach does not work, the same concepts come again by examples and in smaller pieces.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from contracts.lessons import LEAST_STEPS, MOST_STEPS, PlanLesson, PlanStep, Replan
from services.coach.lessons.drafts import MOST_CONCEPTS, Draft, counted, squeezed
from services.coach.lessons.ground import Ground, ground_of
from services.coach.lessons.learner import learner_of
from services.coach.lessons.planning import Planned
from services.coach.lessons.steps import OTHERS, step_of
from services.text.words import fold

_EXPLAIN_GROUPS = 2


def replanned_of(command: PlanLesson, replan: Replan, cause: UUID) -> Planned:
    """The whole plan anew."""
    ground, learner = ground_of(command), learner_of(command, command.learner_level)
    done = [step for step in replan.plan.todo_list if step.status == "completed"]
    old = [step for step in replan.plan.todo_list if step.status != "completed"]
    room = MOST_STEPS - len(done)
    if not old or not room:
        return Planned(replan.plan.todo_list, "rule:replan:v1: every step is completed, so nothing is planned anew")
    least = max(1, LEAST_STEPS - len(done))
    drafts = _rest(replan, old, done, ground)
    most = min(room, max(least, len(old) - 1)) if replan.reason == "excelling" else room
    drafts = _stretched(squeezed(drafts, most), least)
    drafts = _eased(counted(drafts, ground.budget, least), replan, old)
    other = OTHERS[replan.plan.metadata.replan_count % len(OTHERS)]
    steps = [
        step_of(each, n, ground, learner, command.language, cause, other) for n, each in enumerate(drafts, len(done))
    ]
    reasoning = (
        f"rule:replan:v1: {replan.reason}{f' of {replan.concept}' if replan.concept else ''}; {len(done)} steps are "
        f"completed, {len(old)} became {len(steps)}, taught otherwise ({other})"
    )
    return Planned([*done, *steps], reasoning)


def _rest(replan: Replan, old: Sequence[PlanStep], done: Sequence[PlanStep], ground: Ground) -> list[Draft]:
    now = _current(old)
    about = _about(replan, now)
    places = {topic.name: place for place, topic in enumerate(ground.topics)}
    wanted = sorted((name for step in old for name in step.concepts), key=lambda name: places.get(name, len(places)))
    every = _asked(wanted, ground)
    behind = [step for step in old if step is not now]
    later = [name for step in behind if step.type == "explain" for name in step.concepts]
    later = [name for name in _asked(later, ground, every) if fold(name) != fold(about)]
    explains = _explaining(later)
    practice = Draft("practice", every)
    checks = [Draft("check", every)]
    match replan.reason:
        case "failures":
            return [*_basis(about, done, ground), Draft("smaller", (about,)), *explains, *checks, practice]
        case "missing_prerequisite":
            basis = _basis(about, done, ground) or [Draft("basis", (about,))]
            again = [Draft("smaller", tuple(_asked(now.concepts, ground, (about,))))]
            again = [each for each in again if set(each.concepts) != set(basis[0].concepts)]
            return [*basis, *again, *explains, *checks, practice]
        case "excelling":
            fresh = [name for name in every if name in later and not ground.is_familiar(name)]
            return [*([Draft("explain", tuple(fresh))] if fresh else []), Draft("harder", every)]
        case "approach":
            shown = tuple(dict.fromkeys([*_asked(now.concepts, ground, (about,)), *later]))
            first, rest = shown[:1], shown[1:]
            pieces = [Draft("smaller", rest)] if rest else []
            return [Draft("examples", first), *pieces, *checks, practice]


def _current(old: Sequence[PlanStep]) -> PlanStep:
    """The step that is in trouble: blocked, else under way, else the first."""
    for status in ("blocked", "in_progress"):
        if found := next((step for step in old if step.status == status), None):
            return found
    return old[0]


def _about(replan: Replan, now: PlanStep) -> str:
    """The concept, as the plan spells it where it has it."""
    names = [*now.concepts, *(name for step in replan.plan.todo_list for name in step.concepts)]
    return next((name for name in names if fold(name) == fold(replan.concept)), replan.concept or now.concepts[0])


def _asked(names: Sequence[str], ground: Ground, otherwise: Sequence[str] = ()) -> tuple[str, ...]:
    """Those that have questions enough, else some, each once; where there are none, `otherwise`, else all."""
    once = list(dict.fromkeys(names))[:MOST_CONCEPTS]
    enough = tuple(name for name in once if ground.is_varied(name))
    return enough or tuple(name for name in once if ground.budget(name)) or tuple(otherwise) or tuple(once)


def _basis(about: str, done: Sequence[PlanStep], ground: Ground) -> list[Draft]:
    """An explanation of what a concept builds on and the learner lacks; what was explained already is not it."""
    told = {fold(name) for step in done if step.type == "explain" for name in step.concepts}
    for name in ground.lacking(about):
        if fold(name) not in told:
            # Without a question about it the concept itself is asked, and it is told with that.
            return [Draft("basis", (name,))] if ground.budget(name) else [Draft("basis", (about,), (name,))]
    return []


def _explaining(names: Sequence[str]) -> list[Draft]:
    if len(names) <= _EXPLAIN_GROUPS:
        return [Draft("explain", (name,)) for name in names]
    half = (len(names) + 1) // 2
    return [Draft("explain", tuple(names[:half])), Draft("explain", tuple(names[half:]))]


def _stretched(drafts: Sequence[Draft], least: int) -> list[Draft]:
    """At least so many: a check before the practice, then examples, then a practice of its own."""
    found = list(drafts)
    every = found[-1].concepts
    for kind in ("check", "examples", "practice"):
        if len(found) < least and kind not in {each.kind for each in found}:
            found.insert(len(found) - 1, Draft(kind, every))
    return found


def _eased(drafts: Sequence[Draft], replan: Replan, old: Sequence[PlanStep]) -> list[Draft]:
    """After failures the smaller step takes one right answer, and the practice fewer than before."""
    if replan.reason not in ("failures", "approach"):
        return list(drafts)
    before = max((step.needed for step in old if step.type == "practice"), default=2)
    return [
        replace(each, needed=1)
        if each.kind in ("smaller", "examples")
        else replace(each, needed=max(1, min(each.needed, before - 1)))
        if each.kind == "practice"
        else each
        for each in drafts
    ]
