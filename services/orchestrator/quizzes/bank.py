"""A quiz put together: from the course's bank first, what is missing is ordered from the Coach, then repeats fill up.

At most 10 questions, 1 to 3 about a concept, none about others, none whose answer another's question tells; one whose
answer others' options show or another's answer is, or that rests on a sentence explained just now, only where there is
no other; the latter comes last. Pure: which items there are came with the message.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal
from uuid import UUID, uuid5

from contracts.agents import Agent
from contracts.coaching import Goal, Instructions
from contracts.items import answered_by
from services.orchestrator.workflow.learning import Banked, Placed, Purpose
from services.orchestrator.workflow.params import Order, ValidateParams, WriteParams
from services.orchestrator.workflow.quizzes import QuizFacts, ShapeChange, tailored
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import ask_more, leading, line

LEAST, MOST, EACH = 3, 10, 3
"""Questions of a cycle's quiz, and at most so many about one concept."""
_SPARE_REPEATS = 3
"""Times as many repeats are kept ready as may be wanted: not each can stand beside what is written."""
_ENOUGH = 2
"""Questions about a concept beside which none is asked that was answered by the explanation just now, and in all beside
which none is repeated that has the answer of another."""
_LAST = 10_000_000
"""Repeats stand after all that is written, wherever in its rounds and parts."""


def quiz_only(first: Instructions) -> list[Goal]:
    """The goals of a quiz without cards."""
    return [goal for goal in first.generation_goals if goal in ("quiz", "multiple_choice_quiz")] or ["quiz"]


def shares(concepts: Sequence[str], each: int, most: int) -> dict[str, int]:
    """How many questions about each concept, in rounds over them, the first first."""
    found = dict.fromkeys(concepts, 0)
    for _ in range(each):
        for concept in found:
            if sum(found.values()) < most:
                found[concept] += 1
    return {concept: count for concept, count in found.items() if count}


def limits(state: State, purpose: Purpose, concepts: int) -> tuple[int, int]:
    """How many questions a concept, and in all, by the session's instructions within the seed's limits.

    A diagnosis asks one or two a concept; about a single one as many as a quiz has at least.
    """
    shape = state.instructions.constraints
    each = min(EACH, shape.questions_per_concept)
    if purpose == "diagnostic" and concepts > 1:
        each = min(each, 2)
    return each, max(LEAST, min(MOST, shape.num_quiz_questions or MOST))


def compose(so_far: Decision, meta: Meta, purpose: Purpose, journey: Journey, concepts: Sequence[str]) -> Decision:
    """A quiz about these concepts and no others, the first of them first. Its id derives from the message.

    What is given away is asked only where nothing else can be.
    """
    state, quiz = so_far.state, uuid5(meta.id, "quiz")
    each, most = limits(state, purpose, len(concepts))
    wanted = shares(concepts, each, max(most, len(concepts)) if purpose == "diagnostic" else most)
    waiting = state.pending.item_id if state.pending else None  # The tutor will tell its answer.
    there = [one for one in meta.bank if one.item_id not in state.removed and one.item_id != waiting]
    fresh = _fresh(there, wanted)
    lacking = {concept: count - len(fresh[concept]) for concept, count in wanted.items() if len(fresh[concept]) < count}
    chosen = sorted(_in_turn(list(fresh.values())), key=lambda one: one.explained)
    facts = QuizFacts(
        number=len(state.quizzes) + 1,
        asked={"quiz": sum(lacking.values())} if lacking else {},
        purpose=purpose,
        placed=len(chosen),
        reserve=_placed(quiz, _reserve(there, lacking, chosen)),
        spare=_placed(quiz, [one for one in there if one.concept not in wanted]),
        latest=next((one.item_id for one in there if one.latest), None),
    )
    so_far = so_far.changed(placed=[*so_far.placed, *_placed(quiz, chosen)])
    if not lacking:
        return finish(so_far, quiz, facts)
    room = min(each - len(fresh[concept]) for concept in lacking)
    params = _order(state, meta, quiz, list(lacking), sum(lacking.values()), room)
    facts = facts.changed(order=Order(write=params, journey=journey))
    so_far = so_far.changed(state=_known(state, quiz, facts))
    stage = "DIAGNOSE" if purpose == "diagnostic" else "QUIZ_ACTIVE"
    reason = f"{stage}: the bank lacks {facts.asked['quiz']} questions"
    return ask_more(so_far, meta, journey, reason, params)


def _fresh(there: Sequence[Banked], wanted: Mapping[str, int]) -> dict[str, list[Banked]]:
    """Of each concept what was never answered and is not given away: first what was not explained just now, of
    different types where there are some."""
    taken: list[Banked] = []
    fresh: dict[str, list[Banked]] = {concept: [] for concept in wanted}
    for concept, count in wanted.items():
        left = [one for one in there if one.concept == concept and not (one.answered or one.given_away)]
        while left and len(fresh[concept]) < count:
            types = [one.type for one in fresh[concept]]
            best = min(
                left,
                key=lambda one: (one.explained, _is_alike(one, taken), _is_shown(one, taken), types.count(one.type)),
            )
            left.remove(best)
            if not _tells(best, taken):
                taken.append(best)
                fresh[concept].append(best)
    return fresh


def _reserve(there: Sequence[Banked], lacking: Mapping[str, int], chosen: Sequence[Banked]) -> list[Banked]:
    """What fills up where nobody can write: what was asked before, and last of all what is given away."""
    found = []
    for concept, count in lacking.items():
        of_it = [one for one in there if one.concept == concept and one not in chosen and not _tells(one, chosen)]
        of_it.sort(key=lambda one: (one.explained, one.given_away, one.answered))
        others = sum(one.concept == concept for one in chosen) + sum(not one.explained for one in of_it)
        if others >= _ENOUGH:
            of_it = [one for one in of_it if not one.explained]
        found.append(of_it[: _SPARE_REPEATS * count])
    return _in_turn(found)


def _tells(one: Banked, others: Sequence[Banked]) -> bool:
    """Whether a question of the same quiz tells its answer, or its own tells another's."""
    return any(other.item_id in one.told_by or one.item_id in other.told_by for other in others)


def _is_shown(one: Banked, others: Sequence[Banked]) -> bool:
    """Whether options of the same quiz have its answer, or its own have another's."""
    return any(other.item_id in one.shown_by or one.item_id in other.shown_by for other in others)


def _is_alike(one: Banked, others: Sequence[Banked]) -> bool:
    """Whether another has its answer."""
    return any(other.item_id in one.alike for other in others)


def _untold(there: Sequence[Banked]) -> list[Banked]:
    """As many as a quiz asks, in their order: what another shows among its options only where there are no others, and
    what another tells or has the answer of only where a quiz would have fewer than three. It waits for the next one."""
    chosen: list[Banked] = []
    for also_shown in (False, True):
        for one in there:
            if len(chosen) < MOST and one not in chosen and not (_tells(one, chosen) or _is_alike(one, chosen)):
                chosen += [one] if also_shown or not _is_shown(one, chosen) else []
    told = [one for one in there if one not in chosen]
    chosen += told[: max(0, LEAST - len(chosen))]
    return [one for one in there if one in chosen]


def practice(state: State, meta: Meta, what: Literal["mistakes", "due"], *, exam: bool) -> Decision:
    """A quiz of what was answered wrongly, or is due again: repeats, and nothing new is written for it."""
    quiz = uuid5(meta.id, "quiz")
    there = [one for one in meta.bank if one.item_id not in state.removed]
    if not there:
        return line(Decision(state=state), f"no_{what}")
    latest = next((one.item_id for one in there if one.latest), None)
    placed = [one.changed(ordinal=n) for n, one in enumerate(_apart(_placed(quiz, _untold(there)), latest))]
    facts = QuizFacts(number=len(state.quizzes) + 1, purpose=what, placed=len(placed), exam=exam)
    return finish(Decision(state=state, placed=placed), quiz, facts)


def stocked(so_far: Decision, meta: Meta, quiz: UUID, journey: Journey, concepts: Sequence[str], each: int) -> Decision:
    """Orders what the bank lacks of `each` questions a concept that a lesson can ask, as material of a quiz that asks
    for it by and by. Of more than can be ordered the first concepts get all of theirs: what has a question or two can
    be mastered by nobody."""
    state = so_far.state
    there = [
        one.concept
        for one in meta.bank
        if one.item_id not in state.removed and not one.in_exam and answered_by(one.type) in ("option", "words")
    ]
    wanted = {concept: each - there.count(concept) for concept in concepts if there.count(concept) < each}
    lacking = dict[str, int]()
    for concept, missing in wanted.items():
        if sum(lacking.values()) < MOST:
            lacking[concept] = min(missing, MOST - sum(lacking.values()))
    if not lacking:
        return so_far
    count = sum(lacking.values())
    params = _order(state, meta, quiz, list(lacking), count, each)
    facts = state.quizzes[quiz].changed(questions=None, asked={"quiz": count})
    facts = facts.changed(order=Order(write=params, journey=journey))
    so_far = so_far.changed(state=_known(state, quiz, facts))
    return ask_more(so_far, meta, journey, f"the bank lacks {count} questions", params)


def finish(so_far: Decision, quiz: UUID, facts: QuizFacts, beside: Sequence[Banked] = ()) -> Decision:
    """Nothing more will be written for a quiz: repeats fill up what is missing, and it is complete. `beside`: what the
    quiz has and the repeats, as far as is known what tells what."""
    fresh = facts.made.get("quiz", 0) + facts.placed
    repeats = _within(_not_given(facts.reserve, beside), facts.reserve, beside)
    repeats = _unlike(repeats, facts.reserve, beside)[: facts.missing.get("quiz", 0)]
    used = repeats
    if not fresh and repeats and repeats[0].item_id == facts.latest:
        # Nothing comes back right after itself: another of them, else one about something else, stands before it.
        other = [one for one in facts.spare if one.item_id != facts.latest][:1]
        used = _apart(repeats, facts.latest) if len(repeats) > 1 else [*other, *repeats]
    if not fresh and (not repeats or [one.item_id for one in used] == [facts.latest]):
        used = []  # Nothing is about the topic, or it would come back right after itself.
    asked = facts.asked
    if used and "quiz" in asked:  # What others fill up is not missing.
        asked = {**asked, "quiz": max(facts.made.get("quiz", 0), asked["quiz"] - len(used))}
    count = facts.placed + len(used)
    facts = facts.changed(
        questions=fresh + len(used),
        order=None,
        hopeful=[],
        reserve=[],
        spare=[],
        latest=None,
        placed=count,
        asked=asked,
    )
    state = _known(so_far.state, quiz, facts).routed("coordinator", "ready")
    placed = [one.changed(ordinal=_LAST + n) for n, one in enumerate(used)]
    return _told(so_far.changed(state=state, placed=[*so_far.placed, *placed]), quiz, facts)


def _not_given(reserve: Sequence[Placed], beside: Sequence[Banked]) -> list[Placed]:
    """The repeats but those that what stands before them tells: first those that have nothing to do with another, then
    what is told before what tells it."""
    given = {one.item_id: set(one.given_by) for one in beside}
    repeats = {one.item_id for one in reserve}
    taken = given.keys() - repeats

    def is_apart(one: Placed) -> bool:
        tells = any(one.item_id in those for those in given.values())
        return not tells and given.get(one.item_id, set()).isdisjoint(given)

    kept = [one for one in reserve if is_apart(one)]
    for one in sorted(reserve, key=lambda one: -len(given.get(one.item_id, ()))):
        if one not in kept and given[one.item_id].isdisjoint(taken):
            kept.append(one)
            taken |= {one.item_id}
    return kept


def _within(repeats: Sequence[Placed], reserve: Sequence[Placed], beside: Sequence[Banked]) -> list[Placed]:
    """The repeats by which no concept is asked about more often than it may be, though others lack questions."""
    about, spare = {one.item_id: one.concept for one in beside}, {one.item_id for one in reserve}
    asked = Counter(one.concept for one in beside if one.item_id not in spare)
    kept = []
    for one in repeats:
        concept = about.get(one.item_id)
        if concept is None or asked[concept] < EACH:
            kept.append(one)
            asked.update([concept] if concept else [])
    return kept


def _unlike(repeats: Sequence[Placed], reserve: Sequence[Placed], beside: Sequence[Banked]) -> list[Placed]:
    """The repeats but those with the answer of a question that stands before them, as far as two others are there."""
    alike, spare = {one.item_id: set(one.alike) for one in beside}, {one.item_id for one in reserve}
    taken = alike.keys() - spare
    kept, others = [], []
    for one in repeats:
        if alike.get(one.item_id, set()).isdisjoint(taken):
            kept.append(one)
            taken |= {one.item_id}
        else:
            others.append(one)
    return kept + others[: max(0, _ENOUGH - len(taken))]


def left(before: State, so_far: Decision) -> Decision:
    """Quizzes that nobody writes any more, since the learner went on after they failed: each has what there is, and one
    that the learner ordered is under way no more."""
    state = so_far.state
    gone = [step for key, step in before.unfinished.items() if not (key in state.unfinished or key in state.open)]
    of_quizzes = [step.params.quiz_id for step in gone if isinstance(step.params, WriteParams | ValidateParams)]
    if any(step.journey.kind == "document" for step in gone):
        of_quizzes += [quiz for quiz, facts in state.quizzes.items() if facts.begun]
    for quiz in dict.fromkeys(of_quizzes):
        facts = state.quizzes.get(quiz)
        if facts is not None and facts.order is not None and facts.purpose != "quiz":
            so_far = finish(so_far, quiz, facts)
            so_far = so_far.changed(state=so_far.state.routed(state.last_routed_to, state.routing_reason))
        elif facts is not None and facts.order is not None:
            so_far = so_far.changed(state=_known(so_far.state, quiz, facts.ended()))
    return so_far


def _told(so_far: Decision, quiz: UUID, facts: QuizFacts) -> Decision:
    """The conversation leads to the quiz of a round, a diagnosis, or a message; a button's shows itself on the page."""
    if facts.purpose not in ("cycle", "diagnostic", "asked"):
        return so_far
    if facts.questions:
        agent: Agent = "diagnostic" if facts.purpose == "diagnostic" else "quiz"
        return leading(line(so_far, f"{facts.purpose}_quiz", agent, questions=facts.questions), "quiz", quiz)
    return line(so_far, "no_questions", "quiz") if facts.purpose == "asked" else so_far


def _order(state: State, meta: Meta, quiz: UUID, concepts: list[str], count: int, each: int) -> WriteParams:
    first = state.instructions
    shape: ShapeChange = {"num_quiz_questions": count, "num_flashcards": 0, "questions_per_concept": each}
    assert state.reading_id is not None
    return WriteParams(
        quiz_id=quiz,
        reading_id=state.reading_id,
        instructions=tailored(first, quiz_only(first), concepts[:50], **shape),
        generated_at=meta.time,
        concepts=concepts,
    )


def _in_turn(lists: Sequence[Sequence[Banked]]) -> list[Banked]:
    """One of each list in turn, so that no concept is asked about twice running where that can be helped."""
    longest = max(map(len, lists), default=0)
    return [one[n] for n in range(longest) for one in lists if n < len(one)]


def _apart(placed: list[Placed], latest: UUID | None) -> list[Placed]:
    """An item comes back after at least one other: the one answered last is not the quiz's first question."""
    if not placed or placed[0].item_id != latest:
        return placed
    return [*placed[1:2], placed[0], *placed[2:]]


def _placed(quiz: UUID, items: Sequence[Banked]) -> list[Placed]:
    return [Placed(quiz_id=quiz, item_id=one.item_id, ordinal=n, repeat=one.answered) for n, one in enumerate(items)]


def _known(state: State, quiz: UUID, facts: QuizFacts) -> State:
    return state.changed(quizzes={**state.quizzes, quiz: facts})
