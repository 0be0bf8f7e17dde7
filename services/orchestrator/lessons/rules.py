"""A lesson's rules: planned, then turn by turn moderated, assessed, perhaps planned anew, and taught, until it ends.

Router: no plan -> planner; the learner spoke last -> safety, then evaluator; else executor. A worker proposes; what a
step's status is, whether there is another plan, and when a lesson is over is decided here.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from contracts.lessons import Directive, LessonRouting, ReplanReason
from contracts.mastery import LEAST_ANSWERS
from contracts.problems import Code, Problem
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning import cycle
from services.orchestrator.learning.events import MessageIn
from services.orchestrator.learning.mastery import refreshed
from services.orchestrator.learning.topics import chosen as concepts_of
from services.orchestrator.lessons import plan, questions, signals
from services.orchestrator.lessons.events import AssessedIn, LessonIn, ModeratedIn, PlanIn, TaughtIn
from services.orchestrator.quizzes import bank
from services.orchestrator.workflow.evidence import Answered, Evidence
from services.orchestrator.workflow.learning import Placed
from services.orchestrator.workflow.lessons import Ending, Lesson, LessonQuestion, LessonStep, TurnFacts, Writing
from services.orchestrator.workflow.params import (
    AssessParams,
    ClassifyParams,
    LessonPlanParams,
    ModerateParams,
    TeachParams,
)
from services.orchestrator.workflow.quizzes import QuizFacts
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State, Step
from services.orchestrator.workflow.steps import again_of, ask_more, beside, close, line, told, unmoved

STREAK = 3
"""Right answers at once, in a row and none wrong, from which on a learner excels."""
LOST = 2
"""Messages in a row that said that nothing was understood, from which on the approach does not work."""
KINDS = ("lesson_plan", "moderate", "assess", "teach")


def takes(state: State) -> bool:
    """Whether what the learner writes is said in the lesson."""
    lesson = state.lesson
    if lesson is None or state.forgotten:
        return False
    return lesson.ended is None or signals.may_extend(lesson, signals.avg_mastery(state, lesson))


def requested(state: State, meta: Meta, event: LessonIn) -> Decision:
    """A learner wants a lesson: about their documents, or with a session of its own about a guideline."""
    if event.begins is not None:
        return _begun(state, meta, event)
    if not state.papers:
        return unmoved(state)
    if not cycle.readable(state):
        return line(Decision(state=state), "not_ready")
    concepts = concepts_of(state, meta.places, event.topic)
    if not concepts:
        return line(Decision(state=state), "unknown_topic" if event.topic else "no_concepts", topic=event.topic)
    return beside(state, _planning(without(cycle.without(state)), meta, event, concepts))


def _begun(state: State, meta: Meta, event: LessonIn) -> Decision:
    if state.papers or state.problem is not None or event.begins is None:
        return unmoved(state)
    tenant, user = event.begins
    own = state.changed(tenant_id=tenant, user_id=user, joined=True)
    guideline = meta.guideline
    if guideline is None:
        why = told(Code.NOT_FOUND, "no_guideline")
        return Decision(state=own.changed(problem=why, failed_version=meta.seq))
    state = own.changed(course_id=guideline.course_id, reading_id=guideline.reading_id, papers=guideline.papers)
    return _planning(state, meta, event, guideline.concepts)


def _planning(state: State, meta: Meta, event: LessonIn, concepts: Sequence[str]) -> Decision:
    """A lesson in the place of whatever was learnt before; a quiz that waits can still be handed in."""
    quiz = uuid5(meta.id, "lesson")
    lesson = Lesson(
        id=meta.id,
        quiz_id=quiz,
        topic=event.topic,
        guideline_id=event.guideline_id,
        concepts=list(concepts),
        pace=event.pace,
        allow_extension=event.allow_extension,
        turn=TurnFacts(),
    )
    facts = QuizFacts(number=len(state.quizzes) + 1, questions=0, purpose="lesson")
    state = state.changed(
        lesson=lesson, current_topic=event.topic, pending=None, quizzes={**state.quizzes, quiz: facts}
    )
    so_far = Decision(state=state)
    if event.begins is None:
        so_far = bank.stocked(so_far, meta, quiz, Journey("asked", meta.id), concepts, LEAST_ANSWERS)
    return so_far if so_far.asks else _first_plan(so_far, meta)


def stocked(decision: Decision, meta: Meta) -> Decision:
    """A lesson is planned as soon as nobody writes questions for it any more, however many there are now."""
    state = decision.state
    if not decision.kept or not unplanned(state) or failed(state):
        return decision
    under_way = any(step.journey.kind == "lesson" for step in state.open.values())
    if under_way or state.quizzes[_lesson(state).quiz_id].order is not None:
        return decision
    return beside(state, _first_plan(decision, meta))


def unplanned(state: State) -> bool:
    """Whether a lesson has no plan yet."""
    return state.lesson is not None and state.lesson.version == 0 and state.lesson.ended is None


def _first_plan(so_far: Decision, meta: Meta) -> Decision:
    return _plan(so_far, meta, Journey("lesson", _lesson(so_far.state).id), "PLANNER: a lesson is wanted")


def _plan(
    so_far: Decision, meta: Meta, journey: Journey, reason: str, replan: ReplanReason | None = None, concept: str = ""
) -> Decision:
    lesson = _lesson(so_far.state)
    return ask_more(so_far, meta, journey, reason, LessonPlanParams(lesson=lesson.id, replan=replan, concept=concept))


def planned(
    state: State, meta: Meta, event: PlanIn, command: UUID, journey: Journey, asked: LessonPlanParams
) -> Decision:
    """A plan: its first step is taught. One that changes nothing of the one before, or that does not hold with what is
    completed, is none: the lesson goes on by the one it has."""
    lesson = state.lesson
    if lesson is None or lesson.id != asked.lesson:
        return Decision(state=close(state, command))
    shut, again = close(state, command), lesson.version > 0
    after = plan.replanned(lesson, event.steps)
    if after is None or (again and plan.unchanged(lesson, event.steps)):
        turn = (lesson.turn or TurnFacts()).changed(routing="Advance")
        return _onwards(Decision(state=shut.changed(lesson=lesson.changed(turn=turn))), meta, journey)
    so_far = Decision(state=shut.changed(lesson=after))
    turn = (after.turn or TurnFacts()).changed(new_step=True)
    return _teach(so_far, meta, journey, "explain" if again else "open", turn)


def sent(state: State, meta: Meta, event: MessageIn) -> Decision:
    """The learner has written: may it reach the tutor? A turn that failed is tried again first: what it was to ask, the
    learner has not read yet."""
    lesson = _lesson(state)
    said = Writing(words=event.words, emoji=event.emoji, asks=event.asks)
    state = state.changed(lesson=lesson.changed(writing=[*lesson.writing, said][-signals.OVER :]))
    if not failed(state):
        return moderate(Decision(state=state), meta, meta.id)
    return again_of(state.changed(waiting=[*state.waiting, ClassifyParams(message=meta.id)]), "lesson")


def failed(state: State) -> bool:
    """Whether a turn waits for another try."""
    return any(step.journey.kind == "lesson" for step in state.unfinished.values())


def moderate(so_far: Decision, meta: Meta, message: UUID) -> Decision:
    """The gate before everything else."""
    params = ModerateParams(message=message)
    return beside(so_far.state, ask_more(so_far, meta, Journey("lesson", message), "SAFETY: the learner wrote", params))


def moderated(
    state: State, meta: Meta, event: ModeratedIn, command: UUID, journey: Journey, asked: ModerateParams
) -> Decision:
    """What is not safe reaches nobody else: its writer is told something for it."""
    shut, lesson = close(state, command), state.lesson
    if lesson is None:
        return Decision(state=shut)
    if not event.safe:
        flags = [*lesson.flags, event.category]
        after = lesson.changed(warnings=lesson.warnings + 1, flags=flags[-20:], turn=None)
        so_far = Decision(state=shut.changed(lesson=after).routed("safety", f"SAFETY: {event.category}"))
        return line(so_far, "as_told", "safety")
    waits = lesson.question
    turn = TurnFacts(message=asked.message, new_step=False)
    params = AssessParams(
        message=asked.message,
        attempt_id=uuid5(asked.message, "answer"),
        item_id=waits.item_id if waits else None,
        previous=waits.wrong if waits else [],
        repeat=waits.repeat if waits else False,
    )
    so_far = Decision(state=shut.changed(lesson=lesson.changed(turn=turn)))
    return beside(shut, ask_more(so_far, meta, journey, "EVALUATOR: the message is safe", params))


def assessed(
    state: State, meta: Meta, event: AssessedIn, command: UUID, journey: Journey, asked: AssessParams
) -> Decision:
    """What the message is: an answer moves the plan; anything else is met and leaves the question where it is."""
    shut, lesson = close(state, command), state.lesson
    if lesson is None or lesson.turn is None:
        return Decision(state=shut)
    turn = lesson.turn.changed(
        intent=event.intent, said=event.told, signal=event.signal, correct=event.correct, concept=event.concept
    )
    off_topic = lesson.off_topic + (event.intent == "off_topic")
    lost = lesson.lost + 1 if event.intent == "confusion" else 0 if event.intent == "answer" else lesson.lost
    lesson = lesson.changed(turn=turn, off_topic=off_topic, lost=lost)
    so_far = Decision(state=shut.changed(lesson=lesson))
    match event.intent:
        case "off_topic":
            return beside(shut, _teach(so_far, meta, journey, "repeat", turn.changed(said=True), routing="Redirect"))
        case "stop":
            return line(_stopped(so_far), "lesson_stopped", "tutor")
        case "answer" if lesson.question is not None and lesson.question.item_id == event.item_id:
            return beside(shut, _answered(so_far, meta, journey, event, lesson.question, asked))
        case "confusion":
            return beside(shut, _confused(so_far, meta, journey, event))
        case "question":
            return beside(shut, _teach(so_far, meta, journey, "answer", turn, routing="Continue"))
    if lesson.question is not None:
        return beside(shut, _teach(so_far, meta, journey, "repeat", turn, routing="Continue"))
    return beside(shut, _onwards(so_far, meta, journey))


def _answered(
    so_far: Decision, meta: Meta, journey: Journey, event: AssessedIn, waits: LessonQuestion, asked: AssessParams
) -> Decision:
    """An answer: the question goes on, or is over and counts; then the step, the plan, and perhaps another one."""
    state, lesson = so_far.state, _lesson(so_far.state)
    turn = lesson.turn or TurnFacts()
    first = waits.first or event.answered
    if event.phase in ("probe", "hint"):
        wrong, concept = [*waits.wrong, asked.message], waits.concept
        failures = {**lesson.failures, concept: lesson.failures.get(concept, 0) + (not event.undecided)}
        missing = waits.missing or event.replan == "missing_prerequisite"
        waits = waits.changed(phase=event.phase, wrong=wrong, first=first, missing=missing)
        after = _counted(lesson, correct=False).changed(question=waits, failures=failures, streak=0)
        so_far = so_far.changed(state=state.changed(lesson=after))
        return _teach(so_far, meta, journey, "repeat", turn, routing="Continue")
    state = _evidence(state, meta, event, first, asked)
    shown = [*state.shown, waits.item_id] if waits.item_id not in state.shown else state.shown
    turn = turn.changed(over=waits.item_id, over_first=first if event.correct is False else None)
    trend = [*lesson.trend, signals.avg_mastery(state, lesson)][-6:]
    right = bool(event.correct)
    wrongs = lesson.failures.get(waits.concept, 0) + (not event.undecided)
    failures = {**lesson.failures, waits.concept: 0 if right else wrongs}
    streak = lesson.streak + 1 if right and not waits.wrong else 0
    after = lesson.changed(question=None, turn=turn, trend=trend, failures=failures, streak=streak)
    if right and after.ended is None:
        after = _longer(state, after, meta)
    after = _counted(after, correct=right)
    if right and event.advance_to_step is not None:
        after = plan.advanced(after, event.advance_to_step)
    if after.ended is None and right:
        after = plan.mastered(after, [name for name, found in state.standings.items() if found.mastered])
    so_far = so_far.changed(state=state.changed(lesson=after, shown=shown))
    if after.ended is None and (reason := _wanted(after, event, waits)):
        return _replan(so_far, meta, journey, reason, waits.concept)
    if after.ended is None and event.undecided and waits.again:
        # All was asked, and nobody here can judge it: it would come again for ever.
        after = plan.told(after)
        so_far = so_far.changed(state=so_far.state.changed(lesson=after))
    return _onwards(so_far, meta, journey, moved=plan.index(after.steps) != plan.index(lesson.steps))


def _longer(state: State, lesson: Lesson, meta: Meta) -> Lesson:
    """The last step takes one right answer more, where it would end just short of mastery and more can be asked."""
    now = plan.current(lesson.steps)
    if now is None or not now.needed - 1 <= now.correct < questions.MOST_NEEDED - 1:
        return lesson
    is_last = all(step.status == "completed" for step in lesson.steps if step.step_id != now.step_id)
    if not is_last or not questions.nearly(state, lesson, meta.bank):
        return lesson
    more = now.changed(needed=now.correct + 2)
    return lesson.changed(steps=[more if step.step_id == now.step_id else step for step in lesson.steps])


def _counted(lesson: Lesson, *, correct: bool) -> Lesson:
    """What is answered beyond the plan counts for no step of it."""
    return lesson if lesson.ended is not None else plan.answered(lesson, correct=correct)


def _wanted(lesson: Lesson, event: AssessedIn, waits: LessonQuestion) -> ReplanReason | None:
    """Why another plan is wanted; None: it is not. Never for one mistake, whatever the evaluator says; and what is
    missing under a concept is looked for once, when its question had to be explained."""
    missing = waits.missing or event.replan == "missing_prerequisite"
    if event.phase == "explain" and missing and waits.concept not in lesson.dug:
        return "missing_prerequisite"
    if lesson.failures.get(waits.concept, 0) >= plan.FAILURES:
        return "failures"
    easy = [step for step in lesson.steps if step.status in ("pending", "in_progress") and step.type != "practice"]
    if lesson.streak >= STREAK and not any(lesson.failures.values()) and easy and lesson.replans < lesson.max_replans:
        return "excelling"
    return None


def _confused(so_far: Decision, meta: Meta, journey: Journey, event: AssessedIn) -> Decision:
    lesson = _lesson(so_far.state)
    again = lesson.lost >= LOST and lesson.lost % LOST == 0
    if again and lesson.ended is None and plan.current(lesson.steps) is not None:
        return _replan(so_far, meta, journey, "approach", lesson.question.concept if lesson.question else "")
    return _teach(so_far, meta, journey, "again", lesson.turn or TurnFacts(), routing="Continue")


def _replan(so_far: Decision, meta: Meta, journey: Journey, reason: ReplanReason, concept: str) -> Decision:
    """Another plan; the fourth is none any more: a person has to look. So where it was wanted as often for failures, or
    for who understands nothing, though none was to be had that changes anything."""
    lesson = _lesson(so_far.state)
    if reason in ("failures", "missing_prerequisite"):
        lesson = plan.blocked(lesson)
    if reason == "missing_prerequisite":
        lesson = lesson.changed(dug=[*lesson.dug, concept])
    failures = {**lesson.failures, concept: 0}
    lost = lesson.lost if reason == "approach" else 0
    wanted = lesson.wanted + (reason in ("failures", "missing_prerequisite"))
    after = lesson.changed(question=None, failures=failures, lost=lost, wanted=wanted, streak=0)
    so_far = so_far.changed(state=so_far.state.changed(lesson=after))
    none_left = lesson.replans >= lesson.max_replans or wanted > lesson.max_replans
    if none_left or lost > LOST * lesson.max_replans:
        return _ending(so_far, meta, journey, "intervention")
    turn = (lesson.turn or TurnFacts()).changed(routing="Replan")
    so_far = so_far.changed(state=so_far.state.changed(lesson=after.changed(turn=turn)))
    return _plan(so_far, meta, journey, f"PLANNER: {reason}", reason, concept)


def _onwards(so_far: Decision, meta: Meta, journey: Journey, *, moved: bool = False) -> Decision:
    """The next question, the next step, or the end."""
    lesson = _lesson(so_far.state)
    turn = lesson.turn or TurnFacts()
    if lesson.ended is not None:
        return _teach(so_far, meta, journey, "extend", turn, routing="Extend")
    if plan.done(lesson):
        stuck = any(step.status == "blocked" for step in lesson.steps)
        return _ending(so_far, meta, journey, "intervention" if stuck else "complete")
    now = plan.current(lesson.steps)
    moved = moved or (now is not None and now.status == "pending")
    planned_anew, explains = turn.routing == "Replan", now is not None and now.type == "explain"
    directive: Directive = "explain" if moved and (explains or planned_anew) else "ask"
    return _teach(so_far, meta, journey, directive, turn.changed(new_step=moved))


def _ending(so_far: Decision, meta: Meta, journey: Journey, ending: Ending) -> Decision:
    lesson = _lesson(so_far.state)
    after = lesson.changed(ended=ending, question=None)
    so_far = so_far.changed(state=so_far.state.changed(lesson=after))
    directive: Directive = "close" if ending == "complete" else "intervene"
    return _teach(so_far, meta, journey, directive, lesson.turn or TurnFacts(), routing="End")


def _teach(
    so_far: Decision,
    meta: Meta,
    journey: Journey,
    directive: Directive,
    turn: TurnFacts,
    routing: LessonRouting | None = None,
) -> Decision:
    """One turn is written; what it asks is chosen here, from what the course has."""
    state, lesson = so_far.state, _lesson(so_far.state)
    step = plan.current(lesson.steps)
    average = signals.avg_mastery(state, lesson)
    turn = turn.changed(
        routing=routing or turn.routing,
        directive=directive,
        pacing=signals.pacing(lesson, average),
        manner=signals.manner(lesson.writing),
    )
    if directive in ("open", "explain", "ask", "extend"):
        so_far = _asking(so_far, meta, step if directive != "extend" else _beyond(lesson), harder=directive == "extend")
        lesson = _lesson(so_far.state)
    after = lesson.changed(turn=turn)
    so_far = so_far.changed(state=so_far.state.changed(lesson=after))
    params = TeachParams(
        lesson=lesson.id,
        directive=directive,
        message=turn.message,
        step_id=step.step_id if step else None,
        item_id=lesson.question.item_id if lesson.question else None,
        pacing=turn.pacing,
        manner=turn.manner,
        new_step=turn.new_step,
        said=turn.said,
        concept=turn.concept,
    )
    return ask_more(so_far, meta, journey, f"EXECUTOR: {directive}", params)


def _beyond(lesson: Lesson) -> LessonStep | None:
    """Beyond the plan: all of its concepts, as its last step has them."""
    concepts = list(dict.fromkeys(name for step in lesson.steps for name in step.concepts))
    return lesson.steps[-1].changed(status="in_progress").model_copy(update={"concepts": concepts})


def _asking(so_far: Decision, meta: Meta, step: LessonStep | None, *, harder: bool) -> Decision:
    """The step's next question, under the lesson's quiz, where its answer will count."""
    state, lesson = so_far.state, _lesson(so_far.state)
    pace = harder or lesson.pace == "fast"
    item = questions.chosen(state, lesson, step, meta.bank, harder=pace) if step else None
    if item is None:
        return so_far.changed(state=state.changed(lesson=lesson.changed(question=None)))
    told = bool(lesson.asked) and lesson.asked[-1] in item.told_after
    seen = item.answered or item.item_id in state.shown or told
    again, number = item.item_id in lesson.asked, len(lesson.asked)
    question = LessonQuestion(item_id=item.item_id, concept=item.concept, repeat=seen, again=again)
    asked = [*(one for one in lesson.asked if one != item.item_id), item.item_id]
    after = lesson.changed(question=question, asked=asked)
    if again:
        return so_far.changed(state=state.changed(lesson=after))
    facts = state.quizzes[lesson.quiz_id]
    if facts.order is None:  # What is written for it is counted when that is over.
        facts = facts.changed(questions=(facts.questions or 0) + 1)
    facts = facts.changed(placed=facts.placed + 1)
    quizzes = {**state.quizzes, lesson.quiz_id: facts}
    placed = Placed(quiz_id=lesson.quiz_id, item_id=item.item_id, ordinal=number, repeat=item.answered)
    return so_far.changed(state=state.changed(lesson=after, quizzes=quizzes), placed=[*so_far.placed, placed])


def taught(state: State, meta: Meta, event: TaughtIn, command: UUID, journey: Journey, asked: TeachParams) -> Decision:
    """The turn is written. What it must not tell it is asked for once more without; then the house says it plainly."""
    lesson = state.lesson
    if lesson is None or lesson.id != asked.lesson:
        return Decision(state=close(state, command))
    shut, turn = close(state, command), lesson.turn or TurnFacts()
    if event.leaks and not asked.leaked:
        after = lesson.changed(leaks=lesson.leaks + 1, turn=turn.changed(leaks=1))
        so_far = Decision(state=shut.changed(lesson=after))
        once_more = asked.model_copy(update={"leaked": True})
        return beside(shut, ask_more(so_far, meta, journey, "EXECUTOR: it told what is not to be told", once_more))
    after = lesson
    if asked.directive in ("open", "explain", "ask"):
        after = plan.asked(lesson) if lesson.question is not None else plan.told(lesson)
    leaked = lesson.leaks + (1 if event.leaks else 0)
    after = after.changed(turns=lesson.turns + 1, turn=None, leaks=leaked)
    so_far = Decision(state=shut.changed(lesson=after).routed("executor", f"the turn is taught: {turn.routing}"))
    if event.leaks:
        return line(so_far, "lesson_plainly", "tutor")
    return so_far


def _stopped(so_far: Decision) -> Decision:
    lesson = _lesson(so_far.state)
    ended: Ending = lesson.ended or "stopped"
    after = lesson.changed(turn=None, turns=lesson.turns + 1, ended=ended, question=None, allow_extension=False)
    return so_far.changed(state=so_far.state.changed(lesson=after).routed("coordinator", "the learner ends the lesson"))


def _evidence(state: State, meta: Meta, event: AssessedIn, first: Answered | None, asked: AssessParams) -> State:
    """What the question says of its concept, once it is over: the right answer, or where it was told the first one."""
    said = event.answered
    if said is None:
        return state
    if not event.correct and first is not None:
        said = said.model_copy(update={"observation": first.observation, "correct": False})
    evidence = meta.evidence or Evidence(at=datetime.fromisoformat(meta.time))
    standings = refreshed(state.standings, state.mastery_threshold, asked.attempt_id, [said], evidence)
    return state.changed(standings=standings)


def without(state: State) -> State:
    """The state without a lesson under way: another takes its place, or a cycle does. What was learnt stays."""
    lesson = state.lesson
    if lesson is None:
        return state
    steps = {key: step for key, step in state.open.items() if step.journey.kind != "lesson"}
    ended = lesson.changed(ended=lesson.ended or "stopped", question=None, turn=None)
    return _given_up(state).changed(open=steps, lesson=ended)


def _given_up(state: State) -> State:
    """Without what failed of a lesson: the learner goes on."""
    left = {key: step for key, step in state.unfinished.items() if step.journey.kind != "lesson"}
    if len(left) == len(state.unfinished):
        return state
    if left:
        return state.changed(unfinished=left)
    return state.changed(unfinished={}, problem=None, failed_version=None)


def recalled(so_far: Decision, event: ItemRecalled) -> Decision:
    """Nobody waits for an answer to a question that was wrong: the next message brings another."""
    lesson = so_far.state.lesson
    if lesson is None or lesson.question is None or lesson.question.item_id != event.item_id:
        return so_far
    after = so_far.state.changed(lesson=lesson.changed(question=None))
    return line(so_far.changed(state=after, kept=True), "question_gone")


def step_failed(before: State, command: UUID, why: Problem, failing: Decision) -> Decision:
    """A step of a turn failed for good. What another try can help is kept for it; else the turn is over with a line,
    and the learner's message stays."""
    step = before.open[command]
    if why.status >= 500:
        return _said_why(failing, step, why)
    shut = close(before, command)
    lesson = _lesson(shut)
    ended: Ending | None = "stopped" if lesson.version == 0 else lesson.ended
    after = shut.changed(lesson=lesson.changed(turn=None, ended=ended))
    return _said_why(Decision(state=after.routed("coordinator", f"{step.kind} failed")), step, why)


def _said_why(so_far: Decision, step: Step, why: Problem) -> Decision:
    return line(so_far, "failed", kind=step.kind, detail=why.phrase or why.detail, problem=str(why.code))


def _lesson(state: State) -> Lesson:
    assert state.lesson is not None
    return state.lesson
