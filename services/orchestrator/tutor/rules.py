"""The coordinator's routing: a message is classified, and goes to diagnosis, learning cycle, path planner, or tutor.

A question is answered by the tutor, who then asks one in turn; what is replied to that is judged until it is right or
has been explained. Whatever goes wrong here ends in a sentence of the conversation and harms no quiz.
"""

from collections.abc import Sequence
from uuid import UUID

from contracts.agents import Agent
from contracts.items import AnsweredBy, answered_by
from contracts.learning import PathRequested
from contracts.problems import Problem
from services.orchestrator.assistant.events import AssistedIn
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning import cycle
from services.orchestrator.learning.events import Classified, ExplanationIn, MessageIn, PathLaid, ReplyIn
from services.orchestrator.learning.topics import EXPLAINED, chosen
from services.orchestrator.quizzes import bank
from services.orchestrator.workflow.learning import Banked, Line, Pending
from services.orchestrator.workflow.params import AssistParams, ClassifyParams, ExplainParams, ReplyParams
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import ask_more, beside, close, leading, line
from services.text.scores import percent

ASKABLE: tuple[AnsweredBy, ...] = ("option", "words")
"""How an item is answered that can be asked in a conversation."""
JOURNEYS = ("talk", "path", "asked")


def sent(state: State, meta: Meta, event: MessageIn) -> Decision:
    """A learner wrote something: what does it ask for?"""
    if not cycle.readable(state):
        return line(Decision(state=state), "not_ready")
    waits_for = state.pending.item_id if state.pending else None
    params = ClassifyParams(message=meta.id, pending=waits_for, time_zone=event.time_zone)
    if answering(state):
        return Decision(state=state.changed(waiting=[*state.waiting, params]))
    return beside(state, _first(Decision(state=state), meta, params))


def taken_up(so_far: Decision, meta: Meta, first: ClassifyParams) -> Decision:
    """What has waited: what does it ask for?"""
    state = so_far.state
    if state.pending is None or first.pending != state.pending.item_id:
        first = ClassifyParams(message=first.message, time_zone=first.time_zone)
    return beside(state, _first(so_far, meta, first))


def _first(so_far: Decision, meta: Meta, params: ClassifyParams) -> Decision:
    """The assistant reads first what may answer what it asked; else it is found out what is wanted."""
    journey = Journey("talk", params.message)
    if not so_far.state.assistant_waits:
        return ask_more(so_far, meta, journey, "CLASSIFY_INTENT", params)
    return ask_more(so_far, meta, journey, "TASK: the assistant has asked", _to_assistant(params, offered=True))


def answering(state: State) -> bool:
    """Whether a message is under way, here or in a lesson."""
    return any(step.journey.kind in ("talk", "lesson") for step in state.open.values())


def classified(
    state: State, meta: Meta, event: Classified, command: UUID, journey: Journey, asked: ClassifyParams
) -> Decision:
    """To the specialist; what cannot be routed is answered by the coordinator."""
    shut = close(state, command)
    so_far = Decision(state=shut)
    if not event.safe:
        return line(_back(so_far, "it is not answered"), "as_told")
    if event.stranger and event.intent in ("quiz", "diagnose", "learn"):
        return line(_back(so_far, "it is about nothing of the document"), "stranger")
    match event.intent:
        case "task" if not asked.declined:
            reason = "TASK: the learner's study tasks"
            return beside(shut, ask_more(so_far, meta, journey, reason, _to_assistant(asked)))
        case "quiz":
            return _quiz(so_far, meta, event, asked)
        case "feedback" if event.mistake:
            told = _back(so_far, "FEEDBACK: the learner asks what was wrong", "feedback")
            return line(told, "mistake", "feedback", topic=event.topic)
        case "feedback":
            return _feedback(so_far, event)
        case "greeting":
            return line(_back(so_far, "nothing is asked for"), _after_lesson(state, "greeting"))
        case "stop":
            return _stopped(so_far)
        case "diagnose":
            return cycle.begin(so_far, meta, event.topic, diagnostic=True, ends="path")
        case "learn" if not event.topic and (stuck := cycle.at_its_quiz(state)):
            return beside(shut, _once_more(so_far, meta, journey, stuck))
        case "learn":
            return cycle.begin(so_far, meta, event.topic, diagnostic=False)
        case "plan":
            return beside(shut, cycle.plan(so_far, meta, "asked", "PLAN: the learner asked", event.topic))
        case "question":
            return beside(shut, _question(so_far, meta, event, journey, asked))
        case "answer" if state.pending is not None:
            return beside(shut, _reply(so_far, meta, state.pending, journey, asked))
        case "answer":
            return line(_back(so_far, "no question waits for an answer"), _after_lesson(state, "no_question"))
    if event.foreign:
        return line(_back(so_far, "it is in a language that is not understood"), "foreign")
    return line(_back(so_far, "it is not clear what is asked for"), _after_lesson(state, "unclear"))


def _stopped(so_far: Decision) -> Decision:
    """The learner wants no more: the cycle and the tutor's question are over, and what was answered counts."""
    state = so_far.state
    if not (state.pending or (state.cycle is not None and state.cycle.under_way)):
        return line(_back(so_far, "nothing is under way"), _after_lesson(state, "nothing_to_stop"))
    ended = cycle.without(state).changed(pending=None)
    return line(_back(so_far.changed(state=ended), "the learner wants to stop"), "stopped")


def _after_lesson(state: State, code: str) -> str:
    """What is said to who writes on after a lesson, by how it ended; `code` where none was the last thing."""
    lesson = state.lesson
    if lesson is None or lesson.ended is None or state.cycle is not None:
        return code
    return f"lesson_after_{lesson.ended}"


def path_requested(state: State, meta: Meta, message: PathRequested) -> Decision:
    """The learner wants to know what to learn next."""
    if not cycle.readable(state):
        return line(Decision(state=state), "not_ready")
    return beside(state, cycle.plan(Decision(state=state), meta, "asked", "PLAN: the learner asked"))


def explained(state: State, meta: Meta, event: ExplanationIn, command: UUID, params: ExplainParams) -> Decision:
    """The tutor has answered a question for sure, and asks one about the same concepts, one at a time; or has explained
    a round once more, whose quiz waits."""
    counted = {concept: state.explained.get(concept, 0) + 1 for concept in event.concepts if event.found and event.sure}
    state = close(state, command).changed(explained={**state.explained, **counted})
    so_far = _back(Decision(state=state), "the tutor has answered")
    if params.message is None:
        quiz = cycle.awaited(state)
        return leading(line(so_far, "quiz_waits", "quiz"), "quiz", quiz) if quiz else so_far
    free = state.pending is None and not state.waiting
    item = _to_ask(state, meta, event.concepts) if event.found and event.sure and free else None
    if item is None:
        return so_far
    pending = Pending(item_id=item.item_id, concept=item.concept)
    asked = Line(agent="tutor", code="asks", item_id=item.item_id)
    after = so_far.state.changed(pending=pending)
    return so_far.changed(state=after, lines=[*so_far.lines, asked])


def assisted(
    state: State, meta: Meta, event: AssistedIn, command: UUID, journey: Journey, asked: AssistParams
) -> Decision:
    """The assistant has answered; what is none of its business is classified as any message is, once."""
    shut = close(state, command).changed(assistant_waits=event.handled and event.waits)
    if event.handled:
        return _back(Decision(state=shut), "the assistant has answered")
    if not asked.offered:
        return line(_back(Decision(state=shut), "it is not clear what is asked for"), _after_lesson(state, "unclear"))
    params = ClassifyParams(message=asked.message, pending=asked.pending, time_zone=asked.time_zone, declined=True)
    return beside(shut, ask_more(Decision(state=shut), meta, journey, "CLASSIFY_INTENT", params))


def _to_assistant(asked: ClassifyParams, *, offered: bool = False) -> AssistParams:
    told = {"message": asked.message, "pending": asked.pending, "time_zone": asked.time_zone}
    return AssistParams(offered=offered, **told)


def replied(state: State, event: ReplyIn, command: UUID, asked: ReplyParams) -> Decision:
    """A reply is judged: right, or explained after the third wrong one, the question is done with."""
    state = close(state, command)
    pending = state.pending
    if pending is not None and pending.item_id == event.item_id:
        wrong = pending.wrong if event.is_correct else [*pending.wrong, asked.message]
        over = event.phase in ("cleared", "explain")
        after = pending.changed(wrong=wrong, phase=event.phase)
        shown = [*state.shown, event.item_id] if over and event.item_id not in state.shown else state.shown
        state = state.changed(pending=None if over else after, shown=shown)
    return _back(Decision(state=state), f"the reply is judged: {event.phase}")


def taken_back(so_far: Decision, event: ItemRecalled) -> Decision:
    """The tutor waits for no answer to a question that was wrong."""
    pending = so_far.state.pending
    if pending is None or pending.item_id != event.item_id:
        return so_far
    after = so_far.state.changed(pending=None)
    return line(so_far.changed(state=after, kept=True), "question_gone")


def laid(state: State, event: PathLaid, command: UUID) -> Decision:
    """The path is planned. Where a round's quiz waits, that comes before it."""
    after = close(state, command).changed(next_topic=event.next_topic)
    so_far = _back(Decision(state=after), f"{event.topics} topics are planned")
    quiz = cycle.awaited(after)
    return leading(line(so_far, "quiz_waits", "quiz"), "quiz", quiz) if quiz else so_far


def step_failed(before: State, command: UUID, why: Problem, failing: Decision) -> Decision:
    """A step of this failed for good: the learner reads why. Where a cycle waited for it, that can be tried again."""
    step = before.open[command]
    if step.kind in ("write", "validate"):
        return line(failing, "failed", kind=step.kind, detail=why.phrase or why.detail, problem=str(why.code))
    in_cycle = step.journey.kind in cycle.JOURNEYS
    if in_cycle and why.status >= 500:
        return line(failing, "failed", kind=step.kind, detail=why.phrase or why.detail, problem=str(why.code))
    shut = cycle.without(before) if in_cycle else close(before, command)
    done = _back(Decision(state=shut), f"{step.kind} failed")
    return line(done, "failed", kind=step.kind, detail=why.phrase or why.detail, problem=str(why.code))


def unwritten(before: State, failing: Decision, command: UUID, quiz: UUID) -> Decision:
    """The quiz that a message asked for could not be made: it ends with what is there, and the session goes on."""
    step = before.open[command]
    why = failing.state.problem
    assert why is not None
    steps = {key: other for key, other in before.open.items() if other.journey != step.journey}
    so_far = bank.finish(Decision(state=before.changed(open=steps)), quiz, before.quizzes[quiz])
    if so_far.state.quizzes[quiz].questions:
        return so_far
    untold = so_far.changed(lines=[])
    return line(untold, "failed", kind=step.kind, detail=why.phrase or why.detail, problem=str(why.code))


def _quiz(so_far: Decision, meta: Meta, event: Classified, asked: ClassifyParams) -> Decision:
    """A quiz about the topic, or about what is weakest; the one that waits already; a diagnosis if nothing is known."""
    state = so_far.state
    waiting = cycle.awaited(state)
    if waiting is not None and state.cycle is not None and event.topic in ("", state.cycle.topic):
        return leading(line(_back(so_far, "a quiz waits already"), "quiz_waits", "quiz"), "quiz", waiting)
    if any(other.journey.kind == "asked" for other in state.open.values()):
        return line(_back(so_far, "a quiz is under way"), "quiz_under_way", "quiz")
    if not event.topic and not any(found.answers for found in state.standings.values()):
        return cycle.begin(so_far, meta, "", diagnostic=True, ends="path")
    if not cycle.readable(state):
        return line(so_far, "not_ready")
    concepts = chosen(state, meta.places, event.topic)
    if not concepts:
        return line(so_far, "unknown_topic" if event.topic else "no_concepts", topic=event.topic)
    so_far = cycle.forewarned(so_far, meta, event.topic, concepts)
    return beside(state, bank.compose(so_far, meta, "asked", Journey("asked", asked.message), concepts))


def _feedback(so_far: Decision, event: Classified) -> Decision:
    """How the learner is doing, from the evidence alone: in all, or in a concept."""
    so_far = _back(so_far, "FEEDBACK: the learner asks how it goes", "feedback")
    asked = {name: found for name, found in so_far.state.standings.items() if found.answers}
    about = next((found for name, found in asked.items() if name.casefold() == event.topic.casefold()), None)
    if about is None and len(asked) == 1:
        (about,) = asked.values()  # Of a single one none is known least.
    if about is not None:
        code = "standing_mastered" if about.mastered else "standing"
        told = {"answers": about.answers, "correct": about.correct, "percent": percent(about.score)}
        told |= {} if about.mastered else {"needed": about.needed}
        return leading(line(so_far, code, "feedback", topic=about.concept, **told), "mastery")
    if not asked:
        return line(so_far, "no_progress", "feedback")
    done = [found for found in asked.values() if found.mastered]
    weakest = min(asked.values(), key=lambda found: (found.mastered, found.score, found.concept))
    counts = {
        "answers": sum(found.answers for found in asked.values()),
        "correct": sum(found.correct for found in asked.values()),
        "mastered": len(done),
        "concepts": len(asked),
    }
    if weakest.mastered:
        return leading(line(so_far, "progress_mastered", "feedback", **counts), "mastery")
    least: dict[str, str | int] = {"weakest": weakest.concept, "percent": percent(weakest.score)}
    least["needed"] = weakest.needed
    return leading(line(so_far, "progress", "feedback", **counts, **least), "mastery")


def _question(so_far: Decision, meta: Meta, event: Classified, journey: Journey, asked: ClassifyParams) -> Decision:
    state = so_far.state
    concepts = chosen(state, meta.places, event.topic)[:EXPLAINED] if event.topic else []
    times = cycle.explained_before(state, concepts)
    params = ExplainParams(concepts=concepts, times=times, message=asked.message)
    return ask_more(so_far, meta, journey, "LEARN: the learner has a question", params)


def _once_more(so_far: Decision, meta: Meta, journey: Journey, concepts: list[str]) -> Decision:
    """A learner who is at a loss amid a round reads other passages about the same; the round's quiz still waits."""
    times = cycle.explained_before(so_far.state, concepts)
    params = ExplainParams(concepts=concepts, times=times, about=concepts, mistaken=False)
    return ask_more(so_far, meta, journey, "LEARN: explained once more, amid the round", params)


def _reply(so_far: Decision, meta: Meta, pending: Pending, journey: Journey, asked: ClassifyParams) -> Decision:
    params = ReplyParams(item_id=pending.item_id, message=asked.message, previous=pending.wrong)
    return ask_more(so_far, meta, journey, "LEARN: the learner replies to the tutor", params)


def _to_ask(state: State, meta: Meta, concepts: Sequence[str]) -> Banked | None:
    """An item about these that can be asked here, best one that is not known yet; none of a quiz that waits, and none
    whose answer was told just now, but what it is in the learner's own words."""
    there = [
        one
        for one in meta.bank
        if one.concept in concepts
        and answered_by(one.type) in ASKABLE
        and one.item_id not in state.removed
        and not (one.latest or one.asked)
        and not (one.explained and (one.given_away or one.named or answered_by(one.type) == "option"))
    ]

    def rank(one: Banked) -> tuple[bool, ...]:
        return one.given_away, one.answered, one.item_id in state.shown, one.explained

    return min(there, key=rank, default=None)


def _back(so_far: Decision, reason: str, agent: Agent = "coordinator") -> Decision:
    """AWAITING_INPUT again."""
    return so_far.changed(state=so_far.state.routed(agent, reason))
