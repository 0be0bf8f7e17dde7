"""A trivial planner, executor, evaluator and safety: small valid answers to the commands of a lesson.

What a message is stands in its first word: `right` or `wrong` (an answer), `what` (a question), `huh` (nothing was
understood), `weather` (off topic), `ok`, `stop`, `rude` (unsafe); `leap` is right and advances to the last step,
`beyond` right and, for the evaluator, past the end with every step completed, `skip` wrong and to the last step,
`vague` an answer that nobody can judge.

A student's style chooses, too: `leaky` gets what is not to be told the first time, `leakier` always; each turn for
`hasty` says that the lesson is over; another plan for `crowded` leaves out what is completed and brings five steps.
"""

from uuid import UUID, uuid5

from contracts.grading import GradedAnswer
from contracts.learning import QuestionPhase
from contracts.lessons import (
    AssessTurn,
    Hint,
    LessonPlanned,
    Misconception,
    Moderate,
    Moderated,
    PlanLesson,
    PlanStep,
    StepType,
    TeachTurn,
    TurnAssessed,
    TurnIntent,
    TurnTaught,
)
from contracts.mastery import Observation
from contracts.message import Message
from tests.standins.workers.teaching import proof
from tests.standins.workers.writing import ORIGIN

KNOWS, KNOWS_NOT = Observation(if_known=0.9, if_unknown=0.1), Observation(if_known=0.1, if_unknown=0.9)
PHASES: tuple[QuestionPhase, ...] = ("probe", "hint", "explain")
INTENTS: dict[str, TurnIntent] = {
    "what": "question",
    "huh": "confusion",
    "weather": "off_topic",
    "ok": "continuation",
    "stop": "stop",
}
ADVANCES = {"leap": 3, "skip": 3, "beyond": 9}
NAMESPACE = UUID("0b6f5f2c-2f7d-4a0e-9a51-3b9c6a1f7d10")


def lesson_told(command: Message) -> list[Message] | None:
    """The answers to a command of a lesson; None for any other."""
    match command:
        case PlanLesson():
            return [_planned(command)]
        case Moderate():
            if command.text.startswith("rude"):
                return [Moderated(safe=False, category="insult", guidance="Let us stay friendly.")]
            return [Moderated(safe=True)]
        case AssessTurn():
            return [_assessed(command)]
        case TeachTurn():
            return [_taught(command)]
    return None


def _planned(command: PlanLesson) -> LessonPlanned:
    """A step of each type about all concepts; another plan asks one right answer more of each that is to come, but for
    a student of a "fixed" style, whose plan stays, and of a "fixed long" one, which has five steps."""
    if command.replan and command.student.style == "crowded":
        return _crowded(command)
    replan = command.replan
    concepts = [place.concept for place in command.places][:8]
    kinds: list[StepType] = ["explain", "check", "practice"]
    if command.student.style == "fixed long":
        kinds = ["explain", "check", "explain", "check", "practice"]
    version = replan.plan.metadata.plan_version + 1 if replan else 1
    kept = [step for step in replan.plan.todo_list if step.status == "completed"] if replan else []
    needed = 1 if command.student.style.startswith("fixed") else version
    left = kinds[len(kept) :] or ["practice"]
    names = [f"{kind} {version}{' again' if kind in left[:n] else ''}" for n, kind in enumerate(left)]
    steps = [_step(kind, name, concepts, needed) for kind, name in zip(left, names, strict=True)]
    return LessonPlanned(todo_list=[*kept, *steps][:5], reasoning="One after another.", origin=ORIGIN)


def _crowded(command: PlanLesson) -> LessonPlanned:
    concepts = [place.concept for place in command.places][:8]
    steps = [_step("practice", f"crowded {n}", concepts, 1) for n in range(5)]
    return LessonPlanned(todo_list=steps, reasoning="All of it again.", origin=ORIGIN)


def _step(kind: StepType, title: str, concepts: list[str], needed: int) -> PlanStep:
    return PlanStep(
        step_id=uuid5(NAMESPACE, title),
        type=kind,
        title=title,
        description="What it is.",
        teaching_approach="By example.",
        success_criteria="Answered rightly.",
        concepts=concepts,
        needed=needed,
    )


def _assessed(command: AssessTurn) -> TurnAssessed:
    word = command.text.split()[0]
    item = command.item
    if word in INTENTS or item is None:
        intent = INTENTS.get(word, "continuation")
        away = "That is another story." if intent == "off_topic" else ""
        return TurnAssessed(intent=intent, off_topic_response=away)
    right = word in ("right", "leap", "beyond")
    vague = word == "vague"
    phase: QuestionPhase = "cleared" if right else PHASES[min(command.wrong_attempts, 2)]
    graded = GradedAnswer(
        result_id=uuid5(command.attempt_id, str(item.item_id)),
        item_id=item.item_id,
        concept=item.concept,
        difficulty=item.difficulty,
        answer=command.text,
        is_correct=right,
        credit=float(right),
        latency_sec=0,
        undecided=vague,
        observation=None if vague else KNOWS if right else KNOWS_NOT,
        made_by="rule:stand-in",
    )
    told = f" It is {item.answer_text}." if phase == "explain" else ""
    return TurnAssessed(
        intent="answer",
        score=float(right),
        answer_correct=None if vague else right,
        phase=phase,
        feedback=f"So: {phase}.{told}",
        proof=item.proof if phase in ("cleared", "explain") else None,
        graded=graded,
        misconceptions=[] if right else [Misconception(id="mixed_up", text="It is taken for another.")],
        mastery_signal="strong" if right else "needs_remediation",
        advance_to_step=ADVANCES.get(word),
        updated_step_statuses={str(step.step_id): "completed" for step in command.plan.todo_list if word == "beyond"},
        assessment_note=f"It was {'right' if right else 'wrong'}.",
        mastery_updates={item.concept: 1.0},
        replan_needed=word == "wrong" and "replan" in command.text,
        replan_reason="missing_prerequisite" if word == "wrong" and "replan" in command.text else None,
        concept=item.concept,
    )


def _taught(command: TeachTurn) -> TurnTaught:
    told = {(span.block_id, span.start) for span in command.told}
    quotes = [proof(block) for block in command.blocks if (block.block_id, 0) not in told][:1]
    style = command.student.style
    leaks = "Assessment: " if style == "leakier" or (style == "leaky" and not command.leaked) else ""
    asks = command.item.question if command.item else None
    words = [command.feedback, f"{command.directive}.", *(quote.quote for quote in quotes), asks or ""]
    return TurnTaught(
        message=leaks + " ".join(word for word in words if word),
        hints=[Hint(text="Look again.")] if asks else [],
        quotes=quotes,
        question_asked=asks,
        expected_answer=command.item.answer_text if command.item else None,
        question_concept=command.item.concept if command.item else None,
        turn_summary=f"{command.directive} with {command.pacing}",
        reasoning="It is its turn.",
        mastery_updates={"everything": 1.0},
        advance_to_step=3 if style == "hasty" else None,
        session_complete=style == "hasty",
        origin=ORIGIN,
    )
