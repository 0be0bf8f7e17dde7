"""No learner reads a contradiction: all that tells how a learner stands is held against the one number, step by step.

What is read: the learner's view and the session's score, the coach's notes, the path and what helps, the diagnosis, the
tutor's answer to "how am I doing". All by the house's own pure functions, in English, whose sentences are read back.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.grading import Evaluation
from contracts.items import Item
from contracts.learning import Diagnose, PlanPath
from contracts.mastery import ConceptPlace
from contracts.views.learners import ConceptView
from services.coach.notes.rules import notes_from
from services.coach.path.rules import planned_of
from services.evaluator.diagnosis.diagnose import diagnose
from services.gateway.learning.views import Sitting, concept_views, learner
from services.orchestrator.decide.routing import decide
from services.orchestrator.learning.commands import standings
from services.orchestrator.learning.cycle import with_threshold
from services.orchestrator.learning.events import Classified
from services.orchestrator.learning.rows import learning
from services.orchestrator.tutor.words import sentence
from services.orchestrator.workflow.learning import Cycle
from services.orchestrator.workflow.params import ClassifyParams
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.standings import Known
from services.orchestrator.workflow.state import Meta, State, Step
from services.text.scores import more, percent
from tests.measuring.learn.journeys import NAMES
from tests.measuring.learn.learner import LEARNING, Learner
from tests.measuring.learn.lessons import about
from tests.measuring.learn.sitting import Sittings

SITTINGS, EACH, ASKED = 4, 6, 6
THRESHOLDS = (0.5, 0.7, 0.85, 0.85, 0.85, 0.9, 0.95)
_COMMAND = UUID(int=1)
_FIGURES = (
    re.compile(r"“([^”]+)”(?: least)? \((\d+) %"),
    re.compile(r"“([^”]+)”(?: \(page \d+\)| needs [^:]+)?: you stand at (\d+) %"),
    re.compile(r"^“([^”]+)”: of .*(?:stand at|mastered \()(?: )?(\d+) %"),
)
_MORE = r"((?:up to )?\w+ more right answers? \(repeated questions may count less\))"
_LACKS = (
    re.compile(r"“([^”]+)”(?: least)? \(\d+ %(?:: |\): )" + _MORE),
    re.compile(r"“([^”]+)” needs " + _MORE),
    re.compile(r"(?:right|judged|mastered[^.]*)\. “([^”]+)”: " + _MORE),
    re.compile(r"^“([^”]+)”: of .*stand at \d+ %: " + _MORE),
)
_COUNTED = re.compile(r"You have mastered (\d+) of (\d+) concepts|mastered: (\d+)\.")
_STRUGGLES = re.compile(r"You struggle with “([^”]+)”")
_NEARLY = 2
_MASTERS = re.compile(
    r"You (?:have mastered|master \w+ of \d+ concepts and can pass over \w+:) ((?:“[^”]+”|, | and | \([^)]*\))+)"
)
_NAMED = re.compile("“([^”]+)”")


@dataclass(frozen=True)
class Read:
    """Learners, steps at which all was read, and what contradicted."""

    learners: int
    steps: int
    found: Sequence[str]


def read_by(learners: int, items: Sequence[Item], seed: int = 70) -> Read:
    """So many simulated learners, each with a threshold, an order of concepts and marks of their own."""
    chance, steps, found = random.Random(seed), 0, list[str]()
    for number in range(learners):
        own = random.Random(chance.getrandbits(64))
        threshold = own.choice(THRESHOLDS)
        knower = Learner({name: own.random() < 0.5 for name in NAMES}, LEARNING, own)
        sittings = Sittings(knower, about(NAMES, EACH, own, items), f"read {number}", threshold=threshold)
        for _ in range(SITTINGS):
            wanted = own.sample(NAMES, own.randint(1, len(NAMES)))
            before = dict(sittings.standings)
            graded = sittings.sit(sittings.composed(wanted)[:ASKED])
            state = shown_state(sittings.standings, threshold, own.sample(NAMES, own.randint(0, 2)))
            told = [*contradictions(state, graded), *_unmoved(before, sittings.standings, graded)]
            found += [f"learner {number}: {one}" for one in told]
            steps += 1
    return Read(learners, steps, found)


def shown_state(known: Mapping[str, Known], threshold: float, topic: Sequence[str] = ()) -> State:
    """A session in which these standings are held against a threshold, and perhaps a topic is learnt."""
    cycle = Cycle(id=UUID(int=3), topic="", concepts=list(topic)) if topic else None
    step = Step(kind="classify", params=ClassifyParams(message=UUID(int=2)), journey=Journey("talk", UUID(int=2)))
    opened = {_COMMAND: step}
    state = State(session_id=UUID(int=4), standings=dict(known), cycle=cycle, open=opened)
    return with_threshold(state, threshold)


def contradictions(state: State, graded: Evaluation | None = None) -> Iterator[str]:
    """What a learner would read in one place and find denied in another."""
    shows = learning(state)
    rows = [_row(name, state.standings.get(name)) for name in NAMES]
    views = {one.concept: one for one in concept_views(rows, [], {**shows, "language": "en"})}
    told = learner(Sitting(session=state.session_id, user="u", learning=shows, state={}, concepts=rows))
    least = round(100 * told.mastery_threshold)
    for one in views.values():
        yield from _of_view(one, least)
    yield from _of_session(state, views, told.mastery_score, told.mastery_threshold)
    for place, text in _texts(state, graded):
        yield from (f"{place}: {wrong}: {text}" for wrong in _of_text(text, views, least))
    yield from _of_plans(state, views)


def _of_view(one: ConceptView, least: int) -> Iterator[str]:
    if not one.answers:
        if one.score or one.mastered:
            yield f"{one.concept} was never asked and shows {one.score}"
        return
    if (percent(one.score) >= least) != one.mastered:
        yield f"{one.concept} shows {percent(one.score)} of {least} %, mastered: {one.mastered}"
    if (one.answers_needed == 0) != one.mastered or (one.missing == "") != one.mastered:
        yield f"{one.concept} is mastered: {one.mastered}, and lacks {one.answers_needed}: {one.missing}"
    if one.missing and more(one.answers_needed, "en") not in one.missing:
        yield f"{one.concept} lacks {one.answers_needed}, and the sentence says: {one.missing}"
    if (one.certainty == 1) != one.decided or (one.mastered and not one.decided):
        yield f"{one.concept} is decided: {one.decided}, mastered: {one.mastered}, certainty {one.certainty}"
    if one.decided and not one.mastered and percent(one.score) > 2:
        yield f"{one.concept} is surely not known and shows {one.score}"


def _of_session(state: State, views: Mapping[str, ConceptView], score: float, threshold: float) -> Iterator[str]:
    concepts = state.cycle.concepts if state.cycle else [one.concept for one in views.values() if one.answers]
    all_of_it = bool(concepts) and all(views[concept].mastered for concept in concepts)
    if (score >= threshold) != all_of_it:
        yield f"the session shows {score} of {threshold}, and all is mastered: {all_of_it}"


def _texts(state: State, graded: Evaluation | None) -> Iterator[tuple[str, str]]:
    """All sentences, with where they stand."""
    if graded is not None:
        for note in notes_from(graded, "en", _told(state)):
            yield note.evidence.made_by, note.sentence
    for topic in ("", *NAMES[:1]):
        plan = planned_of(_plan(state, topic))
        yield from (("path", each) for each in (plan.reasoning, *plan.remediation))
    for each in diagnose(Diagnose(places=_places(), standings=_told(state))).recommendations:
        yield "diagnosis", each
    for topic in ("", *NAMES):
        event = Classified(intent="feedback", topic=topic)
        decision = decide(state, event, Meta(id=UUID(int=5), seq=1, time="2026-01-05T08:00:00+00:00", command=_COMMAND))
        for line in decision.lines:
            yield "tutor", sentence(line.code, "en", line.values)


def _of_text(text: str, views: Mapping[str, ConceptView], least: int) -> Iterator[str]:
    for concept, figure in (one for figures in _FIGURES for one in figures.findall(text)):
        if int(figure) != percent(views[concept].score):
            yield f"{figure} % of {concept}, which shows {percent(views[concept].score)} %"
    for concept, lacks in (one for lacking in _LACKS for one in lacking.findall(text)):
        if lacks != more(views[concept].answers_needed, "en"):
            yield f"{lacks} on {concept}, which lacks {views[concept].answers_needed}"
    done = sum(one.mastered for one in views.values())
    for path_done, count, tutor_done in _COUNTED.findall(text):
        if int(path_done or tutor_done) != done or (count and int(count) != len(views)):
            yield f"not {done} of {len(views)}"
    mastered = "It is mastered" in text or "all of that is mastered" in text
    for named in re.findall(r"^“([^”]+)”: of \d+", text):
        if mastered != views[named].mastered:
            yield f"{named} is mastered: {views[named].mastered}"
    if "all of that is mastered" in text and any(one.answers and not one.mastered for one in views.values()):
        yield f"not all is mastered from {least} %"
    for concept in _STRUGGLES.findall(text):
        if views[concept].mastered:
            yield f"{concept} is mastered"
        elif 0 < views[concept].answers_needed <= _NEARLY:
            yield f"{views[concept].answers_needed} right answers master {concept}"
    for concept in (one for names in _MASTERS.findall(text) for one in _NAMED.findall(names)):
        if not views[concept].mastered:
            yield f"{concept} is not mastered"


def _of_plans(state: State, views: Mapping[str, ConceptView]) -> Iterator[str]:
    plan = planned_of(_plan(state, ""))
    for concept in [*plan.path, plan.next_topic]:
        if concept and views[concept].mastered:
            yield f"the path goes to {concept}, which is mastered"
    left = [one for one in views.values() if not one.mastered]
    if bool(plan.path) != bool(left):
        yield f"the path has {len(plan.path)} topics, and {len(left)} concepts are not mastered"
    for gap in diagnose(Diagnose(places=_places(), standings=_told(state))).prerequisite_gaps:
        if views[gap].mastered:
            yield f"the diagnosis misses {gap}, which is mastered"


def _unmoved(before: Mapping[str, Known], now: Mapping[str, Known], graded: Evaluation) -> Iterator[str]:
    """Right answers alone must have raised the score, and wrong ones alone not have raised it."""
    for concept in dict.fromkeys(answer.concept for answer in graded.answers):
        given = [answer for answer in graded.answers if answer.concept == concept and not answer.undecided]
        was, stands = before.get(concept), now.get(concept)
        if not given or stands is None:
            continue
        if all(answer.is_correct for answer in given) and stands.score <= (was.score if was else 0):
            yield f"{len(given)} right answers on {concept} do not move it from {stands.score}"
        wrong = was is not None and all(not answer.credit for answer in given)
        if wrong and was is not None and stands.score > max(was.score, 0.02):
            yield f"{len(given)} wrong answers on {concept} raise it to {stands.score}"


def _told(state: State) -> list[Any]:
    return list(standings(state, state.standings))


def _plan(state: State, topic: str) -> PlanPath:
    return PlanPath(reason="remediation" if topic else "asked", topic=topic, places=_places(), standings=_told(state))


def _places() -> list[ConceptPlace]:
    """The concepts in a row, each building on the one before."""
    return [
        ConceptPlace(
            concept=name, block_id=f"b{n}", ordinal=n, source_page=n + 1, prerequisites=NAMES[max(0, n - 1) : n]
        )
        for n, name in enumerate(NAMES)
    ]


def _row(concept: str, known: Known | None) -> Mapping[str, Any]:
    """As `concept_view` has it."""
    names = ("score", "answers", "correct", "decided", "mastered", "mark", "needed")
    told = {name: getattr(known, name) if known else None for name in names}
    return {"concept": concept, "relevance": "High", "section": "", **told}
