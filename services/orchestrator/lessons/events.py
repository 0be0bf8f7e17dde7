"""The messages of a lesson as `decide` sees them: without what was said, which goes into rows."""

from typing import Self
from uuid import UUID

from contracts.grading import BY_LEARNER
from contracts.learning import QuestionPhase
from contracts.lessons import (
    LessonPlanned,
    LessonRequested,
    MasterySignal,
    Moderated,
    Pace,
    ReplanReason,
    SafetyCategory,
    TurnAssessed,
    TurnIntent,
    TurnTaught,
)
from contracts.message import Fields, Message
from services.orchestrator.workflow.evidence import Answered
from services.orchestrator.workflow.lessons import LessonStep
from services.text.internal import leaks


class LessonIn(Fields):
    """A lesson is wanted. `begins`: with a session of its own, whose it is (tenant and user)."""

    topic: str = ""
    guideline_id: UUID | None = None
    begins: tuple[str, str] | None = None
    pace: Pace = "normal"
    allow_extension: bool = True

    @classmethod
    def from_message(cls, message: LessonRequested) -> Self:
        """Without who is taught, and what for."""
        begins = message.begins
        return cls(
            topic=message.goal.topic,
            guideline_id=message.goal.guideline_id,
            begins=(begins.tenant_id, begins.user_id) if begins else None,
            pace=message.pace_preference,
            allow_extension=message.allow_extension,
        )


class PlanIn(Fields):
    """The lesson is planned: its steps, without their words."""

    steps: list[LessonStep]

    @classmethod
    def from_message(cls, message: LessonPlanned) -> Self:
        """Statuses are the orchestrator's own."""
        return cls(steps=[LessonStep.of(step) for step in message.todo_list])


class ModeratedIn(Fields):
    """Whether a message may reach the tutor."""

    safe: bool
    category: SafetyCategory = ""

    @classmethod
    def from_message(cls, message: Moderated) -> Self:
        """Without what its writer is told."""
        return cls(safe=message.safe, category=message.category)


class AssessedIn(Fields):
    """What a message is, and what it says. `answered`: of an answer what it says of its concept; `undecided`: it could
    not be judged, and says nothing. `told`: words for the learner came with it."""

    intent: TurnIntent
    correct: bool | None = None
    undecided: bool = False
    phase: QuestionPhase | None = None
    answered: Answered | None = None
    item_id: UUID | None = None
    signal: MasterySignal | None = None
    advance_to_step: int | None = None
    replan: ReplanReason | None = None
    concept: str = ""
    told: bool = False

    @classmethod
    def from_message(cls, message: TurnAssessed) -> Self:
        """Without words."""
        graded, said = message.graded, None
        if graded is not None and graded.observation is not None and not graded.undecided:
            said = Answered(
                ordinal=0,
                concept=graded.concept,
                observation=graded.observation,
                correct=graded.is_correct,
                own=graded.made_by == BY_LEARNER,
            )
        return cls(
            intent=message.intent,
            correct=message.answer_correct,
            undecided=graded is not None and graded.undecided,
            phase=message.phase,
            answered=said,
            item_id=graded.item_id if graded else None,
            signal=message.mastery_signal,
            advance_to_step=message.advance_to_step,
            replan=message.replan_reason if message.replan_needed else None,
            concept=message.concept,
            told=bool(message.feedback),
        )


class TaughtIn(Fields):
    """A turn is written. `asks`: it has a question; `leaks`: it tells what is not to be told."""

    asks: bool
    leaks: bool = False

    @classmethod
    def from_message(cls, message: TurnTaught) -> Self:
        """Whether it may be told."""
        told = [message.message, *(hint.text for hint in message.hints)]
        return cls(asks=message.question_asked is not None, leaks=any(map(leaks, told)))


LessonEvent = LessonIn | PlanIn | ModeratedIn | AssessedIn | TaughtIn
LESSON_EVENTS: dict[str, type[LessonEvent]] = {
    LessonRequested.type_name: LessonIn,
    LessonPlanned.type_name: PlanIn,
    Moderated.type_name: ModeratedIn,
    TurnAssessed.type_name: AssessedIn,
    TurnTaught.type_name: TaughtIn,
}


def event_of_lesson(message: Message) -> LessonEvent | None:
    """The event that a message of a lesson is; None for any other message."""
    match message:
        case LessonRequested():
            return LessonIn.from_message(message)
        case LessonPlanned():
            return PlanIn.from_message(message)
        case Moderated():
            return ModeratedIn.from_message(message)
        case TurnAssessed():
            return AssessedIn.from_message(message)
        case TurnTaught():
            return TaughtIn.from_message(message)
    return None
