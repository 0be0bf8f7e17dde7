"""What may be shown of learning: the cycle, mastery, messages, progress in a quiz, disputes, reviews."""

from collections.abc import Mapping
from typing import ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime

from contracts.agents import Phase, Routing
from contracts.documents import Relevance, UnsurePlace
from contracts.grading import Answer
from contracts.items import ItemType
from contracts.mastery import ErrorPattern, KnowledgeGap, Level, Mark
from contracts.message import Fields, Phrase, Worded
from contracts.proof import Option, Proof
from contracts.views.lessons import LessonView
from contracts.views.material import PassageCount


class ConceptView(Fields):
    """A concept and how well the learner stands in it.

    `score`: from 0 to 1; 0 without an answer. `mastered`: it reaches the session's threshold. `decided`: mastered, or
    surely not known. `certainty`: how much of the threshold the score has reached; 1 when decided, and never before.
    `answers_needed`: so many right answers to new questions surely master it; `missing`: the same in a sentence, in
    the reader's language; "" when mastered. `unlocked`: its prerequisites are mastered, or marked as known.
    """

    concept: str
    relevance: Relevance
    section: str
    score: float
    certainty: float
    answers: int
    correct: int
    decided: bool
    mastered: bool
    mark: Mark
    answers_needed: int
    prerequisites: list[str] = []
    unlocked: bool = True
    missing: str = ""


class MappedConcept(ConceptView):
    """A concept on the map, and where the document introduces it (`source_page` 0: nowhere, it was only asked about).

    `builds_on`: the prerequisites without those that follow from another one, so that each is a line to draw. `level`:
    how many steps it stands above what builds on nothing. `questions`: of the session's, how many are about it.
    """

    definition: str = ""
    document_sha256: str = ""
    source_page: int = 0
    block_id: str = ""
    builds_on: list[str] = []
    level: int = 0
    questions: int = 0


class MappedSection(PassageCount):
    """A section of the document ("": before the first heading), its concepts, and how far its passages are covered.

    `score`: the mean over its concepts, of which one that was not asked counts 0; 0 without any.
    """

    section: str
    concepts: int
    mastered: int
    score: float


class ConceptMap(Fields):
    """The concepts in the document's order, and its sections. `next_topic`: where the path leads next, or ""."""

    concepts: list[MappedConcept]
    sections: list[MappedSection]
    next_topic: str = ""


class CycleView(Fields):
    """A row of `learning_cycles`: one round of explanation, quiz and feedback on a topic."""

    topic: str
    cycle_number: int
    quiz_id: UUID | None = None
    quiz_score: float | None = None
    mastery_achieved: bool | None = None
    started_at: AwareDatetime
    completed_at: AwareDatetime | None = None


class Recall(Fields):
    """An item that was taken back or corrected, what the learner is told, and the score of an attempt around it."""

    item_id: UUID
    question: str
    attempt_id: UUID
    what: Literal["retracted", "corrected", "reinstated"]
    reason: str
    score_before: float | None
    score_after: float | None
    timestamp: AwareDatetime


class AskedQuestion(Fields):
    """A question in the learner's state; what tells its answer is "" until it is answered."""

    question_id: UUID
    question_text: str
    concept_name: str
    difficulty: str
    expected_answer: str
    source_context: str


class GivenResponse(Fields):
    """A graded answer in the learner's state; "" where it was skipped."""

    question_id: UUID
    learner_answer: str
    is_correct: bool
    time_taken_seconds: float
    attempt_number: int


class LearnerTotals(Fields):
    """How many there are in all of what the learner's state shows a page of."""

    quiz_responses: int = 0
    cycles: int = 0
    recalls: int = 0


class LearnerView(Fields):
    """The learner's state: each agent's keys, the cycle, mastery, and the newest lesson.

    `phase` None: no cycle is under way. `lesson` None: there was none yet. Of `quiz_responses`, `cycles` and `recalls`
    a page of the newest is shown, oldest first; `totals` has how many there are.
    """

    user_id: str
    session_id: UUID
    current_topic: str = ""
    prerequisite_gaps: list[str] = []
    diagnostic_complete: bool = False
    learner_level: Level = "unknown"
    recommendations: list[str] = []
    explanation: str = ""
    explanation_quotes: list[Proof] = []
    examples_provided: list[str] = []
    quiz_questions: list[AskedQuestion] = []
    quiz_responses: list[GivenResponse] = []
    quiz_score: float = 0.0
    quiz_paused: bool = False
    quiz_question_index: int = 0
    mastery_score: float = 0.0
    mastery_threshold: float = 0.85
    learning_cycle_count: int = 0
    max_cycles: int = 5
    error_patterns: list[ErrorPattern] = []
    feedback_text: str = ""
    improvement_areas: list[str] = []
    knowledge_gaps: list[KnowledgeGap] = []
    goals: list[str] = []
    learning_path: list[str] = []
    next_topic: str = ""
    path_reasoning: str = ""
    remediation: list[str] = []
    last_routed_to: str = ""
    routing_reason: str = ""
    routing: Routing = "AWAITING_INPUT"
    phase: Phase | None = None
    cycle_quiz: UUID | None = None
    topics: list[str] = []
    concepts: list[ConceptView] = []
    cycles: list[CycleView] = []
    recalls: list[Recall] = []
    totals: LearnerTotals = LearnerTotals()
    lesson: LessonView | None = None


class Opens(Fields):
    """What a line of the conversation leads to: a quiz (`quiz_id`; a diagnosis is one too), the path, or mastery."""

    kind: Literal["quiz", "path", "mastery"]
    quiz_id: UUID | None = None


class MessageView(Worded):
    """A line of the conversation. `agent`: which agent speaks; "" for the learner. `phrase`: the text as data.

    `in_reply_to`: the learner's line that it answers; None for a learner's own, for what the tutor asks by itself, and
    for what was kept before this was. `unsure`: places that may answer and were not read surely.
    """

    worded: ClassVar[Mapping[str, str]] = {"text": "phrase"}

    message_id: UUID
    in_reply_to: UUID | None = None
    role: Literal["learner", "tutor"]
    agent: str = ""
    text: str
    phrase: Phrase | None = None
    quotes: list[Proof] = []
    unsure: list[UnsurePlace] = []
    opens: Opens | None = None
    timestamp: AwareDatetime


class QuizProgressView(Fields):
    """Where a learner stands within a quiz that is not handed in. `attempt_id`: what to hand it in as.

    `given`: the questions whose answers were graded singly; these are final.
    """

    quiz_id: UUID
    attempt_id: UUID
    answers: list[Answer]
    question_index: int
    paused: bool
    saved_at: AwareDatetime | None = None
    given: list[UUID] = []


class DisputeEntry(Fields):
    """What was done about a dispute: the audit. `by`: the user. `credit`: what an upheld answer earns."""

    timestamp: AwareDatetime
    action: Literal["raised", "upheld", "rejected"]
    by: str
    reason: str = ""
    credit: float | None = None


class DisputeView(Worded):
    """A dispute and what became of it. `subject`: the question or the note that it is about, `phrase` the note as data;
    `trail`: oldest first. Of a grade `item_id` is its question, and `proof` what proves the answer."""

    worded: ClassVar[Mapping[str, str]] = {"subject": "phrase"}
    dispute_id: UUID
    session_id: UUID
    of: Literal["grade", "note"]
    result_id: UUID | None = None
    attempt_id: UUID | None = None
    note: int | None = None
    subject: str
    phrase: Phrase | None = None
    answer: str | None = None
    correct_answer: str | None = None
    item_id: UUID | None = None
    proof: Proof | None = None
    reason: str
    state: Literal["open", "upheld", "rejected"]
    decided_by: str = ""
    decision_reason: str = ""
    raised_at: AwareDatetime
    decided_at: AwareDatetime | None = None
    trail: list[DisputeEntry] = []


class DueCard(Fields):
    """A card or an answered item that is due. `kind` item: `question` is of that type, and its answer was shown before.
    `options` and `prompts` are those of such an item.

    `stability` in days, `difficulty` from 1 to 10, as FSRS has them; None: never reviewed, due at once.
    """

    card_id: UUID
    session_id: UUID
    kind: Literal["card", "item"]
    type: ItemType | None = None
    question: str
    answer: str
    concept: str
    proof: Proof
    due: AwareDatetime
    state: Literal["new", "learning", "review", "relearning"]
    reviews: int = 0
    lapses: int = 0
    options: list[Option] = []
    prompts: list[Option] = []
    stability: float | None = None
    difficulty: float | None = None


class DueView(Fields):
    """What is due now, the most overdue first, and how many in all.

    `waiting`: cards that would tell the key of a question that is not answered yet; they come once it is.
    """

    due: list[DueCard]
    total: int
    new: int
    waiting: int = 0


class ForecastDay(Fields):
    """How many cards and items fall due on a day (UTC); what is overdue counts for today."""

    day: str
    due: int


class Forecast(Fields):
    """Due cards for the days to come. `due_now`: how many of today's are due already, as `DueView.total` counts them;
    `later`: after the last day."""

    days: list[ForecastDay]
    later: int
    due_now: int = 0
