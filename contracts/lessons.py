"""Lessons: a plan of three to five steps, taught turn by turn. What planner, executor, evaluator and safety are asked
and answer, and what a turn comes to.

The orchestrator alone says where a lesson stands: a worker's word on statuses, mastery and the end is an opinion.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal
from uuid import UUID

from pydantic import Field, model_validator

from contracts.documents import AgentRun, Block, Plain, Sha256, Text
from contracts.grading import GradedAnswer
from contracts.items import Item
from contracts.learning import QuestionPhase, Said
from contracts.mastery import ConceptPlace, Level, Standing
from contracts.message import Fields, Message, Phrase, Worded
from contracts.proof import Origin, Proof

StepType = Literal["explain", "check", "practice"]
StepStatus = Literal["pending", "in_progress", "completed", "blocked"]
Pace = Literal["slow", "normal", "fast"]
MasterySignal = Literal["strong", "adequate", "needs_remediation"]
LessonRouting = Literal["Advance", "Continue", "Redirect", "Guide", "Replan", "Extend", "End"]
"""Where a turn went: on (the answer was right, or nothing was asked yet); the same question again; back to the topic;
to a word of safety; to another plan; beyond the plan; to the end."""
TurnIntent = Literal["answer", "question", "confusion", "off_topic", "continuation", "greeting", "stop"]
"""What a learner's message in a lesson is. `continuation`: "ok", "go on"; `stop`: the learner wants to end it."""
ReplanReason = Literal["failures", "missing_prerequisite", "excelling", "approach"]
"""Three failures of one concept; something underneath is missing; the learner can skip steps; it does not work so."""
Directive = Literal["open", "explain", "ask", "again", "answer", "repeat", "extend", "close", "intervene"]
"""What a turn is to do: open the lesson; explain what the step is about, then ask; ask the step's next question;
explain in other words to who is at a loss; answer the learner's question; put the same question once more; go beyond
the plan; end it with what was learnt; end it for a person to take over."""
Pacing = Literal["first_turn", "accelerate", "extend", "simplify", "consolidate", "steady"]
Length = Literal["short", "medium", "long"]
"""Of a reply: two to three sentences, three to five, or as many as it takes."""
SafetyCategory = Literal["", "self_harm", "threat", "minors", "keys", "rules", "insult", "privacy", "other"]
"""What is the matter with a message: the writer's own life; a threat; sexual words about children; the answer keys; the
house's instructions; an insult; other people's data."""

MAX_REPLANS = 3
LEAST_STEPS, MOST_STEPS = 3, 5


class Student(Fields):
    """Who is taught, as whoever begins the lesson knows it. `id`: theirs; it says nothing of who may read."""

    id: Plain = Field(default="", max_length=200)
    grade: int | None = Field(default=None, ge=0, le=20)
    style: Plain = Field(default="", max_length=100)
    lang: Plain = Field(default="", max_length=35)
    interests: list[Plain] = Field(default=[], max_length=10)
    learning_style: Plain = Field(default="", max_length=100)
    language_level: Literal["", "simple", "normal", "advanced"] = ""


class LessonGoal(Fields):
    """What is to be learnt: of the session's document a concept or a section's title ("": what is weakest), else the
    subtopic of a guideline."""

    topic: Plain = Field(default="", max_length=200)
    syllabus: Plain = Field(default="", max_length=200)
    learning_objectives: list[Plain] = Field(default=[], max_length=20)
    guideline_id: UUID | None = None


class Begins(Fields):
    """Whose session a lesson begins."""

    tenant_id: str
    user_id: str


class LessonRequested(Message):
    """Event: a learner wants a lesson. `begins`: with it a session of its own, about the goal's guideline; None: it is
    about the session's documents.
    """

    type_name: ClassVar[str] = "pensum.session.lesson_requested.v1"
    student: Student = Student()
    goal: LessonGoal = LessonGoal()
    begins: Begins | None = None
    estimated_duration_minutes: int | None = Field(default=None, ge=1, le=600)
    pace_preference: Pace = "normal"
    allow_extension: bool = True

    @model_validator(mode="after")
    def about_something(self) -> "LessonRequested":
        if self.begins is not None and self.goal.guideline_id is None:
            raise ValueError("goal.guideline_id: a session without a document needs one")
        return self


class StatusInfo(Fields):
    """How a step went so far. `attempts`: answers to its questions."""

    questions_asked: int = Field(default=0, ge=0)
    questions_correct: int = Field(default=0, ge=0)
    attempts: int = Field(default=0, ge=0)


class PlanStep(Worded):
    """One step of a plan. `needed`: so many right answers meet its criterion. The phrases are the same as data, where
    they are the house's own words."""

    worded: ClassVar[Mapping[str, str]] = {
        "title": "title_phrase",
        "description": "description_phrase",
        "teaching_approach": "approach_phrase",
        "success_criteria": "criteria_phrase",
    }
    step_id: UUID
    type: StepType
    title: Text = Field(max_length=200)
    description: Text = Field(max_length=1000)
    teaching_approach: Text = Field(max_length=1000)
    success_criteria: Text = Field(max_length=500)
    concepts: list[Text] = Field(min_length=1, max_length=8)
    needed: int = Field(default=1, ge=1, le=10)
    status: StepStatus = "pending"
    status_info: StatusInfo = StatusInfo()
    title_phrase: Phrase | None = None
    description_phrase: Phrase | None = None
    approach_phrase: Phrase | None = None
    criteria_phrase: Phrase | None = None


class PlanMetadata(Fields):
    """Which plan of its lesson it is."""

    plan_version: int = Field(default=1, ge=1)
    replan_count: int = Field(default=0, ge=0)
    max_replans: int = Field(default=MAX_REPLANS, ge=0)


class StudyPlan(Fields):
    """A lesson's plan: its steps, with their statuses, are the only truth about where it stands."""

    todo_list: list[PlanStep] = Field(min_length=LEAST_STEPS, max_length=MOST_STEPS)
    metadata: PlanMetadata = PlanMetadata()


class Objective(Fields):
    """What a guideline wants learnt, and the concept by which it is asked and counted. `text`: as teachers are told it;
    `goal`: as learners are."""

    objective_id: Text
    text: Text
    goal: Plain = ""
    concept: Text
    builds_on: list[Text] = []


class Misconception(Fields):
    """What learners take for true. `id`: its short name; `answers`: raw answers to the question that waits that show
    it."""

    id: Text = Field(max_length=100)
    text: Plain = ""
    answers: list[Plain] = []


class Replan(Fields):
    """Why another plan is wanted, and what it is made from. `concept`: what it is about, where it is one concept."""

    plan: StudyPlan
    reason: ReplanReason
    said: Plain = ""
    concept: Plain = ""
    notes: Plain = ""
    conversation: list[Said] = Field(default=[], max_length=10)


class Setting(Fields):
    """What every command that teaches has: for whom, by which guideline ("": none, it is about a document)."""

    topic: Plain = ""
    language: str = ""
    student: Student = Student()
    guideline: Plain = ""
    objectives: list[Objective] = []
    minutes: int | None = Field(default=None, ge=1)
    pace: Pace = "normal"


class PlanLesson(Setting, Message):
    """Command: plan a lesson, or plan the rest of it anew (`replan`).

    `places`: the concepts that it may be about, with what they build on; `questions`: how many there are about each.
    """

    type_name: ClassVar[str] = "pensum.coach.plan_lesson.v1"
    places: list[ConceptPlace]
    standings: list[Standing] = []
    questions: dict[str, int] = {}
    learner_level: Level = "unknown"
    replan: Replan | None = None


class LessonPlanned(Message):
    """Event: the plan's steps. Of another plan those that are completed stand first, as they were."""

    type_name: ClassVar[str] = "pensum.coach.lesson_planned.v1"
    todo_list: list[PlanStep] = Field(min_length=LEAST_STEPS, max_length=MOST_STEPS)
    reasoning: Plain = ""
    origin: Origin
    run: AgentRun | None = None

    @model_validator(mode="after")
    def each_once(self) -> "LessonPlanned":
        if len({step.step_id for step in self.todo_list}) != len(self.todo_list):
            raise ValueError("todo_list: a step_id twice")
        return self


class Moderate(Message):
    """Command: may this message reach the tutor? `country`: whose words of help are told, where they are configured."""

    type_name: ClassVar[str] = "pensum.evaluator.moderate.v1"
    text: Text
    language: str = ""
    country: Plain = ""


class Moderated(Message):
    """Event: safe or not, and what the learner is told where it is not (`guidance`; `phrase`: the same as data)."""

    type_name: ClassVar[str] = "pensum.evaluator.moderated.v1"
    safe: bool
    category: SafetyCategory = ""
    guidance: Plain = ""
    reasoning: Plain = ""
    phrase: Phrase | None = None
    run: AgentRun | None = None

    @model_validator(mode="after")
    def says_why(self) -> "Moderated":
        if not self.safe and not (self.category and self.guidance):
            raise ValueError("guidance: an unsafe message needs a category and words for its writer")
        return self


class AssessTurn(Message):
    """Command: what is this message, and if it answers the question that waits (`item`), how well?

    `step`: the one under way; `wrong_attempts`, `previous`: what was answered wrongly before. `conversation`: up to ten
    lines before it; `timeline`: a line for each turn so far. `attempt_id`: under which an answer counts. `repeat`: the
    learner was shown its answer before, so it says less.
    """

    type_name: ClassVar[str] = "pensum.evaluator.assess_turn.v1"
    attempt_id: UUID
    text: Text
    language: str = ""
    item: Item | None = None
    wrong_attempts: int = Field(default=0, ge=0)
    previous: list[str] = []
    step: PlanStep | None = None
    plan: StudyPlan
    topic: Plain = ""
    objectives: list[Objective] = []
    places: list[ConceptPlace] = []
    standings: list[Standing] = []
    misconceptions: list[Misconception] = []
    guideline: Plain = ""
    conversation: list[Said] = Field(default=[], max_length=10)
    timeline: list[str] = []
    notes: Plain = ""
    repeat: bool = False


class TurnAssessed(Message):
    """Event: what the message is, and what it says of the learner.

    `score` 0 to 1 and `graded` of an answer alone; `phase`: where its question stands then. `feedback`
    and `off_topic_response` are told to the learner (the phrases: the same as data); nothing else is. `proof`: where
    the answer stands; only once it is told. `mastery_updates` are logged, never written; `updated_step_statuses`,
    `updated_status_info` and `advance_to_step` are proposals, by step_id and number from 1.
    """

    type_name: ClassVar[str] = "pensum.evaluator.turn_assessed.v1"
    intent: TurnIntent
    score: float | None = Field(default=None, ge=0, le=1)
    answer_correct: bool | None = None
    phase: QuestionPhase | None = None
    feedback: Plain = ""
    phrase: Phrase | None = None
    proof: Proof | None = None
    reasoning: Plain = ""
    graded: GradedAnswer | None = None
    misconceptions: list[Misconception] = Field(default=[], max_length=5)
    mastery_signal: MasterySignal | None = None
    mastery_updates: dict[str, float] = {}
    updated_step_statuses: dict[str, StepStatus] = {}
    updated_status_info: dict[str, StatusInfo] = {}
    advance_to_step: int | None = Field(default=None, ge=1)
    assessment_note: Plain = ""
    off_topic_response: Plain = ""
    off_topic_phrase: Phrase | None = None
    concept: Plain = ""
    replan_needed: bool = False
    replan_reason: ReplanReason | None = None
    replan_said: Plain = ""
    run: AgentRun | None = None

    @model_validator(mode="after")
    def whole(self) -> "TurnAssessed":
        if (self.intent == "answer") != (self.graded is not None):
            raise ValueError("graded: an answer has a grade, and nothing else has")
        if self.replan_needed and self.replan_reason is None:
            raise ValueError("replan_reason: another plan is wanted, and no reason says why")
        if self.intent == "off_topic" and not self.off_topic_response:
            raise ValueError("off_topic_response: what is off topic needs one")
        return self


class Style(Fields):
    """How a learner writes, so that a turn can meet it. `quiet`: five words a message and less."""

    length: Length = "medium"
    emoji: bool = False
    asks: bool = False
    disengaged: bool = False


class Told(Fields):
    """A span of a block that was told in this lesson: it is not told again."""

    block_id: Text
    start: int = Field(ge=0)
    end: int = Field(ge=1)


class TeachTurn(Setting, Message):
    """Command: write one turn: what is said to the learner's last message (`feedback`, told by who has assessed it,
    comes first, as it is), then what `directive` wants, then ONE question: `item`'s, where there is one.

    `question`: the learner's, which `answer` answers from these blocks. `summary` counts for `close`: what was learnt.
    `leaked`: what was written before told what is not to be told; it is asked once more. `proof`: what the
    feedback rests on; it is among the turn's quotes. `headings`: by the id of a block whose document has no pages, the
    heading that it stands under ("": none).
    """

    type_name: ClassVar[str] = "pensum.coach.teach_turn.v1"
    directive: Directive
    step: PlanStep | None = None
    plan: StudyPlan
    item: Item | None = None
    feedback: Plain = ""
    feedback_phrase: Phrase | None = None
    proof: Proof | None = None
    question: Plain = ""
    blocks: list[Block] = []
    headings: dict[Text, str] = {}
    places: list[ConceptPlace] = []
    document_sha256: Sha256 | None = None
    told: list[Told] = []
    standings: list[Standing] = []
    misconceptions: list[Misconception] = []
    pacing: Pacing = "steady"
    manner: Style = Style()
    conversation: list[Said] = Field(default=[], max_length=10)
    timeline: list[str] = []
    message: Plain = ""
    learner_level: Level = "unknown"
    new_step: bool = False
    leaked: bool = False


class Hint(Fields):
    """A hint to the question, gentlest first; it does not tell the answer. `phrase`: the same as data."""

    text: Text
    phrase: Phrase | None = None


class TurnTaught(Message):
    """Event: what the learner reads (`message`; `phrase`: the same as data), with its quotes and hints.

    `question_asked`: the question in it; None: it asks none. `turn_summary`: a line for the timeline; it and
    `reasoning` are shown to nobody. A model's own `mastery_updates` are logged, never written.
    """

    type_name: ClassVar[str] = "pensum.coach.turn_taught.v1"
    message: Text
    phrase: Phrase | None = None
    hints: list[Hint] = Field(default=[], max_length=5)
    quotes: list[Proof] = []
    question_asked: Text | None = None
    expected_answer: Text | None = None
    question_concept: Text | None = None
    misconceptions_detected: list[Misconception] = Field(default=[], max_length=5)
    mastery_signal: MasterySignal | None = None
    mastery_updates: dict[str, float] = {}
    advance_to_step: int | None = Field(default=None, ge=1)
    session_complete: bool = False
    turn_summary: Plain = ""
    reasoning: Plain = ""
    origin: Origin
    run: AgentRun | None = None
