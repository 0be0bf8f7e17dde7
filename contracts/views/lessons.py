"""What a learner may see of a lesson: its turns, and where it stands. Of a question that waits for its answer no key is
here, and nothing of what agents or teachers are told."""

from typing import Literal
from uuid import UUID

from pydantic import AwareDatetime

from contracts.learning import QuestionPhase
from contracts.lessons import (
    LessonRouting,
    Pace,
    PlanMetadata,
    ReplanReason,
    SafetyCategory,
    StatusInfo,
    StepStatus,
    StepType,
    TurnIntent,
)
from contracts.message import Fields
from contracts.proof import Proof


class TaughtTurn(Fields):
    """What the learner reads. `hints`: gentlest first; `step_idx`: of the plan's steps, from 0. `mastery_score`: from 0
    to 1, 0.5 before the first answer."""

    message: str
    hints: list[str]
    step_idx: int
    mastery_score: float


class NextTurn(TaughtTurn):
    """A turn after the first. `is_complete`: the lesson is over."""

    is_complete: bool


class Grading(Fields):
    """How an answer was judged. `labels`: the misconceptions that it shows, by their ids."""

    score: float
    rationale: str
    labels: list[str]


class LessonBegun(Fields):
    """A lesson's first turn."""

    session_id: UUID
    first_turn: TaughtTurn


class StepTaken(Fields):
    """What became of a learner's reply. `last_grading` None: the reply was no answer to a question."""

    next_turn: NextTurn
    routing: LessonRouting
    last_grading: Grading | None = None


class TurnView(Fields):
    """A turn that was told. `turn_id`: of the learner's message that it answers; of the first one, the lesson's. `seq`:
    its place in the session; `number`: in its lesson, from 1. `question`: what it asks; None: nothing."""

    turn_id: UUID
    lesson_id: UUID
    seq: int
    number: int
    message: str
    hints: list[str]
    quotes: list[Proof] = []
    question: str | None = None
    step_idx: int
    current_step: int
    mastery_score: float
    is_complete: bool
    intent: TurnIntent | None = None
    routing: LessonRouting
    last_grading: Grading | None = None
    started_at: AwareDatetime
    completed_at: AwareDatetime


class StepView(Fields):
    """A step of the plan, with its status as it is now."""

    step_id: UUID
    type: StepType
    title: str
    description: str
    teaching_approach: str
    success_criteria: str
    concepts: list[str]
    status: StepStatus
    status_info: StatusInfo


class PlanView(Fields):
    """The plan that counts now."""

    todo_list: list[StepView]
    metadata: PlanMetadata


class StudentProfile(Fields):
    """Who is taught, as it was said when the lesson was begun."""

    id: str = ""
    grade: int | None = None
    style: str = ""
    lang: str = ""
    interests: list[str] = []
    learning_style: str = ""
    language_level: str = ""


class TopicInfo(Fields):
    """What the lesson is about. `topic`: of the goal; `subtopic`: of the guideline, "" in a lesson about documents."""

    topic: str
    subtopic: str = ""
    grade: int | None = None
    syllabus: str = ""
    learning_objectives: list[str] = []
    guideline_id: UUID | None = None


class SessionContext(Fields):
    """In how many minutes the lesson is to be done; None: it was not said."""

    estimated_duration_minutes: int | None = None


class OpenQuestion(Fields):
    """The question that waits. `concept` is what it is asked about; "" where that would tell the answer."""

    question_text: str
    concept: str
    wrong_attempts: int = 0
    previous_student_answers: list[str] = []
    phase: QuestionPhase = "asked"


class SeenMisconception(Fields):
    """A misconception that an answer showed: its short name, and what it takes for true."""

    id: str
    text: str = ""


class LessonView(Fields):
    """Where the newest lesson of a session stands.

    `current_step`: from 1, one more than there are steps once all are done with; `step_idx`: from 0, the last one then.
    `mastery_estimates`: by concept, of those of the plan. `ended` None: it goes on. `replan_needed`: another plan is
    being made; `replan_reason`: of the last one that was made.
    """

    session_id: UUID
    lesson_id: UUID
    created_at: AwareDatetime
    last_updated_at: AwareDatetime
    student_profile: StudentProfile
    topic_info: TopicInfo
    session_context: SessionContext
    study_plan: PlanView | None = None
    turn_count: int
    current_step: int
    step_idx: int
    mastery_estimates: dict[str, float] = {}
    mastery_score: float
    misconceptions: list[SeenMisconception] = []
    last_question: OpenQuestion | None = None
    off_topic_count: int
    warning_count: int
    safety_flags: list[SafetyCategory] = []
    pace_preference: Pace
    allow_extension: bool
    is_complete: bool
    ended: Literal["complete", "intervention", "stopped"] | None = None
    progress_trend: Literal["improving", "struggling", "steady"]
    replan_needed: bool
    replan_reason: ReplanReason | None = None
