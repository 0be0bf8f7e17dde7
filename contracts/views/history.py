"""Views over a learner's sessions: history, stats, scorecard, progress, summary, replay."""

from datetime import date
from uuid import UUID

from pydantic import AwareDatetime

from contracts.agents import Money, Spending, Spent
from contracts.mastery import ErrorPattern
from contracts.message import Fields
from contracts.session import Status
from contracts.views.learners import CycleView, MessageView


class HistoryLine(Fields):
    """A session in the history."""

    session_id: UUID
    title: str
    filename: str
    status: Status
    topic: str = ""
    attempts: int
    answers: int
    score: float | None
    mastery_score: float | None
    cycles: int
    created_at: AwareDatetime
    updated_at: AwareDatetime


class History(Fields):
    """A page of the history. `next`: the cursor of the next page; None: this is the last."""

    sessions: list[HistoryLine]
    total: int
    next: str | None = None


class Stats(Fields):
    """Aggregated learning figures of a learner. Seconds are the answers' latencies, added up.

    `concepts`: all of the sessions' documents, as each session's own view lists them; of these `concepts_seen` were
    asked about.
    """

    sessions: int
    documents: int
    quizzes_taken: int
    answers: int
    correct: int
    accuracy: float | None
    seconds: float
    concepts_seen: int
    concepts_mastered: int
    reviews_due: int
    days_active: int
    streak_days: int
    concepts: int = 0


class ScorecardConcept(Fields):
    """A concept on the scorecard."""

    concept: str
    score: float
    answers: int
    mastered: bool


class ScorecardSession(Fields):
    """A document on the scorecard, with its concepts, weakest first. `subtopic`: of the guideline by which it was
    taught; "" for a document."""

    session_id: UUID
    title: str
    mastery_score: float | None
    score: float | None
    trend: list[float]
    strengths: list[ScorecardConcept]
    weaknesses: list[ScorecardConcept]
    patterns: list[ErrorPattern] = []
    subtopic: str = ""


class Scorecard(Fields):
    """All of a learner's documents."""

    sessions: list[ScorecardSession]
    total: int


class SubtopicProgress(Fields):
    """Progress by section of a document: concepts mastered of those it has."""

    session_id: UUID
    title: str
    subtopic: str
    concepts: int
    mastered: int
    score: float


class MasteryPoint(Fields):
    """How well a concept was known from `at` on: the score, by `answers` of which `correct` were right.

    `low` and `high`: what the next answer would have made of the score, wrong or right; the less was known yet, the
    wider apart. None: of before this was kept.
    """

    at: AwareDatetime
    score: float
    low: float | None
    high: float | None
    answers: int
    correct: int


class ConceptProgress(Fields):
    """A concept over time, oldest first (at most 100 points, the last among them), and what was spent on its
    questions."""

    concept: str
    points: list[MasteryPoint]
    seconds: float
    answers: int


class CalibrationStep(Fields):
    """The answers that came while a score stood from `least` to `most`: their mean score before (`expected`), and the
    share of them that was right. None without such an answer."""

    least: float
    most: float
    answers: int
    expected: float | None
    right: float | None


class ProgressDay(Fields):
    """What was answered on a day (UTC), and the seconds it took."""

    day: date
    answers: int
    correct: int
    seconds: float


class ProgressView(Fields):
    """How learning went over time in a session."""

    session_id: UUID
    mastery_threshold: float
    concepts: list[ConceptProgress]
    calibration: list[CalibrationStep]
    days: list[ProgressDay]


class Summary(Fields):
    """A session's summary, and what it took of language models.

    Where there was a lesson, `steps_completed` are steps of its plan, `misconceptions_seen` their short names, and
    `intervention` says that it ended for a person to take over; else the steps are rounds of learning, and the
    misconceptions sentences on what was taken for something else: what was merely missed is none.
    """

    session_id: UUID
    steps_completed: int
    mastery_score: float
    misconceptions_seen: list[str]
    suggestions: list[str]
    spending: Spending | None = None
    intervention: bool = False


class LogLine(Fields):
    """One run of an agent, or of the coordinator. `seq`: the message of the session that it belongs to, from 1.

    `reasoning` is "" for a learner.
    """

    seq: int
    timestamp: AwareDatetime
    agent: str
    input_summary: str
    output: str
    reasoning: str
    duration_ms: float
    input_hash: str
    output_hash: str
    tokens_used: int | None
    errors: list[str] = []
    spending: list[Spent] = []


class Logs(Fields):
    """A page of a session's log, oldest first. `total`: how many lines the filter lets through."""

    session_id: UUID
    logs: list[LogLine]
    total: int


class AgentFigures(Fields):
    """An agent's runs, added up; milliseconds."""

    agent: str
    runs: int
    failed: int
    duration_ms: float
    longest_ms: float
    tokens_used: int


class LogSummary(Fields):
    """A session's log, added up, by agent. Times None: there is no line."""

    session_id: UUID
    lines: int
    duration_ms: float
    tokens_used: int
    errors: int
    first: AwareDatetime | None
    last: AwareDatetime | None
    agents: list[AgentFigures]
    spending: Spending | None = None


class TurnSpent(Fields):
    """What one turn of a lesson took: its runs, their time, and what models took for it."""

    turn_id: UUID
    runs: int
    duration_ms: float
    spending: Spending


class TurnsSpent(Fields):
    """A page of a session's turns with what each took, oldest first."""

    session_id: UUID
    turns: list[TurnSpent]
    total: int


class TraceSpan(Fields):
    """One piece of work on a session: a run of a worker's agent, or a decision of the orchestrator (`orchestrator`).

    `seq`: the session's message that told of it, `message` its type. `after_ms`: from the session's first work to where
    this began. `tried_again`: it failed, or was lost, and was asked for once more. `cost`: "0" where no model was
    asked, None where a price is not known.
    """

    seq: int
    service: str
    agent: str
    what: str
    message: str
    started_at: AwareDatetime
    after_ms: float = 0
    duration_ms: float
    tokens_used: int | None
    cost: Money | None
    currency: str | None = None
    errors: list[str] = []
    tried_again: bool = False


class ServiceTrace(Fields):
    """What one service did on a session, added up. `cost` None: the price of some of it is not known."""

    service: str
    runs: int
    duration_ms: float
    failed: int
    tried_again: int
    tokens_used: int
    cost: Money | None


class TraceView(Fields):
    """A session's timeline, in the order in which work began. `url`: its place on the tracing page; None: there is no
    such page. `truncated`: there is more, which the logs have.
    """

    session_id: UUID
    trace_id: str
    url: str | None
    first: AwareDatetime | None
    last: AwareDatetime | None
    spans: list[TraceSpan]
    services: list[ServiceTrace]
    truncated: bool = False


class LoggedSession(Fields):
    """A session in the list of logs."""

    session_id: UUID
    title: str
    filename: str
    status: Status
    lines: int
    errors: int
    last: AwareDatetime | None


class LoggedSessions(Fields):
    """A page of the sessions with their logs. `next`: the cursor of the next page; None: this is the last."""

    sessions: list[LoggedSession]
    total: int
    next: str | None = None


class Subtopics(Fields):
    """Progress by section of all of a learner's documents, or of one; in pages."""

    subtopics: list[SubtopicProgress]
    total: int


class Transition(Fields):
    """Who handed over to whom, why, and how the message began that led to it."""

    from_agent: str
    to_agent: str
    reason: str
    message_excerpt: str
    timestamp: AwareDatetime


class Replay(Fields):
    """The whole conversation, and what the agents did."""

    session_id: UUID
    messages: list[MessageView]
    transitions: list[Transition]
    cycles: list[CycleView]
