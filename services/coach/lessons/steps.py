"""A plan's steps in words: the catalogue's, as data and said in the lesson's language. Pure."""

from collections.abc import Iterable, Sequence
from uuid import UUID, uuid5

from contracts.lessons import PlanStep
from contracts.message import Phrase
from services.coach.lessons.drafts import MOST_CONCEPTS, Draft
from services.coach.lessons.ground import Ground
from services.coach.lessons.learner import Learner
from services.text.catalogue.phrases import rendered

_MOST_NAMES, _LONGEST_NAME, _LONGEST_GOALS = 3, 45, 700
OTHERS = ("other_0", "other_1", "other_2", "other_3")


def say(name: str, *numbered: int, **named: str | int | Phrase) -> Phrase:
    """One of a plan's phrases."""
    return Phrase.of(f"lesson_plan.{name}", *numbered, **named)


def named(concepts: Sequence[str]) -> Phrase:
    """Concepts in quotation marks, of many the first three and how many more."""
    shown = [Phrase.quoted(_short(each)) for each in concepts[:_MOST_NAMES]]
    if len(concepts) <= _MOST_NAMES:
        return Phrase.listed("and", shown)
    return say("names_more", len(concepts) - _MOST_NAMES, names=Phrase.listed("comma", shown))


def step_of(
    draft: Draft, number: int, ground: Ground, learner: Learner, language: str, cause: UUID, other: str = ""
) -> PlanStep:
    """The step. `number`: its place in the plan, by which and by `cause` it gets its id. `other`: how it is taught
    otherwise than in the plan before."""
    concepts = [*draft.concepts, *draft.told][:MOST_CONCEPTS]
    title = say(f"title_{draft.kind}", concepts=named(concepts))
    about = _about(draft, concepts, ground)
    ways = [say(way) for way in _ways(draft, learner, other)]
    if learner.style and draft.type == "explain":
        ways.append(say("way_style", style=learner.style))
    if learner.interests and draft.type == "explain":
        ways.append(say("way_interest", interest=learner.interests[number % len(learner.interests)]))
    approach = Phrase.listed("space", ways)
    asked = [*draft.concepts, *(name for name in draft.told if ground.budget(name))]
    criteria = say(f"shown_{draft.type}", draft.needed, concepts=named(asked))
    return PlanStep(
        step_id=uuid5(cause, f"step:{number}:{draft.kind}:{':'.join(concepts)}"),
        type=draft.type,
        title=rendered(title, language),
        description=rendered(about, language),
        teaching_approach=rendered(approach, language),
        success_criteria=rendered(criteria, language),
        concepts=concepts,
        needed=draft.needed,
        title_phrase=title,
        description_phrase=about,
        approach_phrase=approach,
        criteria_phrase=criteria,
    )


def codes_of(phrase: Phrase | None) -> frozenset[str]:
    """All codes of a phrase, without their subject."""
    if phrase is None:
        return frozenset()
    inner = (codes_of(each) for each in phrase.values.values() if isinstance(each, Phrase))
    return frozenset({phrase.code.partition(".")[2]}.union(*inner))


def _about(draft: Draft, concepts: Sequence[str], ground: Ground) -> Phrase:
    topics = [topic for name in concepts if (topic := ground.topic(name))]
    goals = list(_fitting(goal for topic in topics for goal in topic.goals))
    page = min((topic.page for topic in topics if topic.page), default=None)
    if draft.kind == "explain" and goals:
        return say("goal", goals=Phrase.listed("space", goals))
    if draft.kind == "explain" and page:
        return say("about_explain_page", concepts=named(concepts), page=page)
    return say(f"about_{draft.kind}", concepts=named(concepts))


def _fitting(goals: Iterable[str]) -> Iterable[str]:
    """As many as there is room for, as they are written."""
    room = _LONGEST_GOALS
    for goal in dict.fromkeys(goals):
        if len(goal) > room:
            return
        room -= len(goal)
        yield goal


def _ways(draft: Draft, learner: Learner, other: str) -> list[str]:
    anew = [other.replace("other", "anew")] if other else []
    if draft.type == "check":
        return [*anew, "way_check"] + ["way_slow"] * (learner.pace == "slow")
    if draft.kind == "harder":
        return [*anew, "way_harder"]
    if draft.type == "practice":
        return [*anew, "way_practice"] + ["way_fast"] * (learner.pace == "fast")
    first = "way_words"
    if learner.visual or draft.kind == "examples":
        first = "way_visual"
    elif learner.doing:
        first = "way_doing"
    elif learner.deep:
        first = "way_deep"
    ways = [other or first]
    if learner.simple or draft.kind == "smaller":
        ways.append("way_simple")
    if learner.pace != "normal":
        ways.append(f"way_{learner.pace}")
    return ways


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
