"""Material is written in parts and judged; what did not hold up is ordered again, at most twice; then a quiz is whole.

Each part goes to the Evaluator at once, whatever the order in which parts come. A round is over when all its parts are
judged. No material at all is a 422.
"""

from uuid import UUID, uuid5

from contracts.coaching import Instructions
from contracts.problems import Code
from contracts.quizzes import QuizSpec
from services.orchestrator.quizzes import bank, shortfall
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.params import Order, ValidateParams, WriteParams
from services.orchestrator.workflow.quizzes import KINDS, Of, QuizChange, QuizFacts, narrowed, ordered, plus
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State, Step
from services.orchestrator.workflow.steps import ask, ask_more, close, fail_journey, unmoved

TRIES = 2
HOPELESS = {
    "text_exhausted",
    "choices_exhausted",
    "duplicate",
    "open_limit",
    "concept_limit",
    "concept_exhausted",
    "kept_for_later",
    "language_without_patterns",
    "author_wrote_fewer",
    "text_garbled",
    "text_not_prose",
    "text_too_short",
    "no_terms",
}
"""Reasons of the Coach that no other try changes: the text has no more, or it was asked before."""


def write(
    state: State,
    meta: Meta,
    journey: Journey,
    instructions: Instructions,
    spec: QuizSpec | None,
    reason: str,
    *,
    exam: bool = False,
) -> Decision:
    """Asks the Coach for material. The quiz's id derives from the message, so that the gateway can tell it at once."""
    quiz = uuid5(meta.id, "quiz")
    assert state.reading_id is not None
    params = WriteParams(
        quiz_id=quiz,
        reading_id=state.reading_id,
        instructions=instructions,
        quiz_spec=spec,
        generated_at=meta.time,
    )
    order = Order(write=params, journey=journey)
    facts = QuizFacts(number=len(state.quizzes) + 1, asked=ordered(instructions, spec), order=order, exam=exam)
    return ask(known(state, quiz, facts), meta, journey, reason, params)


def nothing_asked(state: State, meta: Meta) -> State:
    """The state with a first quiz of no question: nobody is asked to write one."""
    return known(state, uuid5(meta.id, "quiz"), QuizFacts(number=len(state.quizzes) + 1, questions=0))


def known(state: State, quiz: UUID, facts: QuizFacts) -> State:
    """The state with something else known of a quiz."""
    return state.changed(quizzes={**state.quizzes, quiz: facts})


def in_parts(step: Step, event: MaterialWritten) -> tuple[Step, bool, bool]:
    """The step with this part, whether it is a new one, and whether all parts are in."""
    parts = sorted({*step.parts, event.part})
    whole = set(range(1, event.of + 1)) <= set(parts)
    return step.changed(parts=parts), event.part not in step.parts, whole


def written(
    state: State, meta: Meta, event: MaterialWritten, command: UUID, step: Step, asked: WriteParams
) -> Decision:
    """A part came: the Evaluator judges it; after the last one the Coach is done."""
    quiz, facts = event.quiz_id, state.quizzes[event.quiz_id]
    after, new, whole = in_parts(step, event)
    if not new and not whole:
        return unmoved(state)
    state = close(state, command) if whole else reopened(state, command, after)
    so_far = Decision(state=state)
    if new:
        short = {of: plus(facts.short.get(of, {}), event.short.get(of, {})) for of in KINDS}
        hopeful = {of for of in KINDS if event.short.get(of, {}).keys() - HOPELESS} | set(facts.hopeful)
        dropped = {of: plus(facts.dropped.get(of, {}), event.dropped.get(of, {})) for of in KINDS}
        update: QuizChange = {
            "short": {of: codes for of, codes in short.items() if codes},
            "hopeful": sorted(hopeful),
            "dropped": {of: codes for of, codes in dropped.items() if codes},
            "model": sorted({*facts.model, *event.by_model, *event.dropped}),
        }
        facts = facts.changed(**update).changed(batches=facts.batches + 1)
        so_far = Decision(state=known(state, quiz, facts))
        if event.items + event.cards:
            params = ValidateParams(quiz_id=quiz, reading_id=asked.reading_id, batch=facts.batches, before=asked.before)
            so_far = ask_more(so_far, meta, step.journey, "material is written", params)
    return _round_over(so_far, meta, quiz, command, step)


def reopened(state: State, command: UUID, step: Step) -> State:
    """The state in which an open step is this one."""
    return state.changed(open={**state.open, command: step})


def judged(
    state: State, meta: Meta, event: MaterialJudged, command: UUID, step: Step, asked: ValidateParams
) -> Decision:
    """Verdicts on a part came: what was accepted can be seen. What is judged again is counted anew."""
    facts = state.quizzes[event.quiz_id]
    refused = {**facts.refused}
    for of, codes in event.by_kind.items():
        if codes:
            refused[of] = plus(refused.get(of, {}), codes)
    new: dict[Of, int] = {"quiz": event.items, "flashcards": event.cards}
    made = {of: new[of] + (0 if asked.again else facts.made.get(of, 0)) for of in KINDS}
    hopeful = sorted({*facts.hopeful, *(of for of, codes in event.by_kind.items() if codes)})
    facts = facts.changed(**_by_author(facts, event, asked.again)).changed(made=made, refused=refused, hopeful=hopeful)
    so_far = Decision(state=known(close(state, command), event.quiz_id, facts))
    if asked.again and facts.missing:
        return rest(so_far, meta, event.quiz_id)
    return _round_over(so_far, meta, event.quiz_id, command, step)


def rest(so_far: Decision, meta: Meta, quiz: UUID) -> Decision:
    """Orders what is missing of a quiz that was begun before all was read."""
    facts = so_far.state.quizzes[quiz]
    assert facts.order is not None
    order = facts.order
    return ask_more(so_far, meta, order.journey, "the whole is read", narrowed(order.write, facts.missing))


def _by_author(facts: QuizFacts, event: MaterialJudged, again: bool) -> QuizChange:
    """Whose work was accepted and refused, of kinds of which a model wrote some; `again`: of all that there is."""
    dropped = {**facts.dropped}
    offline = {of: event.offline.get(of, 0) + (0 if again else facts.offline.get(of, 0)) for of in facts.model}
    for of, codes in event.by_kind.items():
        theirs = event.refused_offline.get(of, {})
        models = {code: count - theirs.get(code, 0) for code, count in codes.items()}
        if of in facts.model and any(models.values()):
            dropped[of] = plus(dropped.get(of, {}), {code: count for code, count in models.items() if count > 0})
    return {"dropped": dropped, "offline": {of: count for of, count in offline.items() if count}}


def given_up(
    state: State, meta: Meta, command: UUID, asked: WriteParams | ValidateParams, failing: Decision
) -> Decision:
    """A round failed for good. With something made the quiz ends with that, and tells why; else it fails as any step.

    Only a first round that another try may still help stays open for the learner's retry. Where what was begun cannot
    be judged again, it stays as it is, and what is missing is written.
    """
    step, why = state.open[command], failing.state.problem
    quiz, facts = asked.quiz_id, state.quizzes[asked.quiz_id]
    stocked = bool(facts.placed or facts.reserve)
    made, later = stocked or any(facts.made.values()), stocked or facts.tries > 0
    if why is None or facts.order is None or (why.status >= 500 and not (made and later and step.kind == "write")):
        return failing
    if isinstance(asked, ValidateParams) and asked.again and facts.missing:
        return rest(Decision(state=close(state, command)), meta, quiz)
    if not made and not later and facts.purpose == "quiz":
        given_up = known(failing.state, quiz, facts.changed(order=None))
        return failing.changed(state=given_up)
    if isinstance(asked, WriteParams):
        said = "text_exhausted" if why.code == Code.NOTHING_TO_ASK else str(why.code)
        wanted: dict[Of, int] = ordered(asked.instructions, asked.quiz_spec)
        short = {of: {said: count} for of, count in facts.missing.items() if wanted.get(of)}
        facts = facts.changed(short={**facts.short, **short}, again=sorted({*facts.again, *short}))
    facts = facts.changed(tries=TRIES, hopeful=[])
    return _round_over(Decision(state=known(close(state, command), quiz, facts)), meta, quiz, command, step)


def _round_over(so_far: Decision, meta: Meta, quiz: UUID, command: UUID, step: Step) -> Decision:
    """When nothing of this round is open any more: another round, the end, or a 422. What is begun waits."""
    state, facts = so_far.state, so_far.state.quizzes[quiz]
    if facts.begun or any(is_of(other, quiz) for other in state.open.values()):
        return so_far
    left = {of: count for of, count in facts.missing.items() if of in facts.hopeful}
    if facts.order is not None and left and facts.tries < TRIES:
        return _once_more(so_far, meta, quiz, left)
    if facts.purpose != "quiz":
        return bank.finish(so_far, quiz, facts, meta.bank)
    none_asked = facts.order is not None and not any(facts.asked.values())
    if not any(facts.made.values()) and not none_asked:
        failing = known(state, quiz, facts.changed(order=None, hopeful=[]))
        return fail_journey(failing, meta, command, step, shortfall.nothing(facts, state.language))
    done = facts.changed(questions=facts.made.get("quiz", 0), order=None, hopeful=[])
    return Decision(state=known(state, quiz, done).routed("coordinator", "ready"))


def _once_more(so_far: Decision, meta: Meta, quiz: UUID, left: dict[Of, int]) -> Decision:
    """Orders what is missing again, with what was refused."""
    facts = so_far.state.quizzes[quiz]
    assert facts.order is not None
    order = facts.order
    short = {of: codes for of, codes in facts.short.items() if of not in left}
    again = sorted({*facts.again, *left})
    facts = facts.changed(tries=facts.tries + 1, hopeful=[], short=short, again=again)
    params = narrowed(order.write, left).changed(tries=facts.tries, before=facts.batches)
    state = known(so_far.state, quiz, facts)
    return ask_more(Decision(state=state), meta, order.journey, "some of it did not hold up", params)


def is_of(step: Step, quiz: UUID) -> bool:
    """A step of the quiz's own rounds: no item that is written anew."""
    return isinstance(step.params, WriteParams | ValidateParams) and step.params.quiz_id == quiz
