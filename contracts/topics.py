"""The topic table: what flows where, who writes and reads it, how it is kept, and why.

Topics are created and the AsyncAPI document is made from it.
"""

from dataclasses import dataclass

from contracts.assistant import (
    AskAssistant,
    AssistantAnswered,
    ConversationMoved,
    Converse,
    DropConversations,
    OpenConversation,
)
from contracts.coaching import CoachNotes, StudyMaterial, WriteMaterial, WriteNotes
from contracts.digest import (
    DigestDocument,
    DocumentDigested,
    EmbedPassages,
    EmbedQuestion,
    PassagesEmbedded,
    QuestionEmbedded,
)
from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.grading import (
    AnswerGiven,
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    Evaluation,
    GradeQuiz,
    QuizProgressSaved,
    QuizResults,
)
from contracts.learning import (
    AimsSet,
    ClassifyIntent,
    ConceptMarked,
    Diagnose,
    Diagnosed,
    Explain,
    Explained,
    IntentClassified,
    JudgeReply,
    LearningRequested,
    MessageSent,
    PathPlanned,
    PathRequested,
    PlanPath,
    ReplyJudged,
)
from contracts.lessons import (
    AssessTurn,
    LessonPlanned,
    LessonRequested,
    Moderate,
    Moderated,
    PlanLesson,
    TeachTurn,
    TurnAssessed,
    TurnTaught,
)
from contracts.message import Message
from contracts.quizzes import ItemsValidated, ValidateItems
from contracts.reading import (
    DocumentReplaced,
    GatherDocument,
    PageCorrected,
    PageRendered,
    PagesRead,
    ReadDocument,
    ReaderOutput,
    ReadingHeld,
    ReadingPlanned,
    ReadingProgress,
    ReadPages,
    RenderPage,
    ReviewDecided,
)
from contracts.session import (
    CourseClosed,
    CourseJoined,
    CourseShared,
    DocumentSubmitted,
    ForgetRequested,
    QuizRequested,
    RetryRequested,
    SessionUpdated,
    StepFailed,
    StepProgressed,
    StepTimedOut,
)

WEEK_MS = 7 * 24 * 3600 * 1000
MAX_MESSAGE_BYTES = 512 * 1024


@dataclass(frozen=True)
class Topic:
    """One topic. `key`: what its messages are keyed by; none is compacted."""

    name: str
    messages: tuple[type[Message], ...]
    producers: tuple[str, ...]
    consumers: tuple[str, ...]
    key: str
    why: str
    partitions: int = 4
    retention_ms: int = WEEK_MS


SERVICES = ("gateway", "orchestrator", "reader", "coach", "evaluator", "assistant")

_LIVE = (
    Topic(
        "session.inputs",
        (
            DocumentSubmitted,
            QuizRequested,
            QuizResults,
            RetryRequested,
            ForgetRequested,
            StepTimedOut,
            PageCorrected,
            ReviewDecided,
            DocumentReplaced,
            ItemAdded,
            ItemEdited,
            ItemDecided,
            ItemRetracted,
            ItemReinstated,
            RegenerationRequested,
            QuizProgressSaved,
            AnswerGiven,
            AnswerSelfGraded,
            DisputeRaised,
            DisputeDecided,
            CardReviewed,
            MessageSent,
            LearningRequested,
            PathRequested,
            AimsSet,
            ConceptMarked,
            LessonRequested,
            CourseShared,
            CourseClosed,
            CourseJoined,
        ),
        ("gateway", "orchestrator"),
        ("orchestrator",),
        "session_id",
        "What a learner asks of a session, and deadlines that passed.",
    ),
    Topic(
        "reader.commands",
        (ReadDocument, ReadPages, GatherDocument, DigestDocument),
        ("orchestrator",),
        ("reader",),
        "command id",
        "Keyed by their own id, so that pages of one document spread over all Readers.",
        partitions=12,
    ),
    Topic(
        "reader.outputs",
        (
            ReaderOutput,
            ReadingPlanned,
            PagesRead,
            ReadingHeld,
            ReadingProgress,
            DocumentDigested,
            StepFailed,
            StepProgressed,
        ),
        ("reader",),
        ("orchestrator",),
        "session_id",
        "Blocks in parts, progress and digest.",
    ),
    Topic(
        "reader.pictures",
        (RenderPage,),
        ("gateway",),
        ("reader",),
        "picture",
        "Page pictures that somebody is looking at: no step of a session, lost without harm, asked for again.",
    ),
    Topic(
        "coach.commands",
        (WriteMaterial, WriteNotes, Explain, PlanPath, PlanLesson, TeachTurn),
        ("orchestrator",),
        ("coach",),
        "command id",
        "The handover and what it is about; what to explain, what to plan, and the turns of a lesson.",
    ),
    Topic(
        "coach.outputs",
        (
            StudyMaterial,
            CoachNotes,
            Explained,
            PathPlanned,
            LessonPlanned,
            TurnTaught,
            PassagesEmbedded,
            StepFailed,
            StepProgressed,
        ),
        ("coach",),
        ("orchestrator",),
        "session_id",
        "Material, notes, explanations, paths, plans and turns of lessons; vectors of passages.",
    ),
    Topic(
        "coach.embeddings",
        (EmbedPassages, EmbedQuestion),
        ("orchestrator", "gateway"),
        ("coach",),
        "command id",
        "Texts to be turned into vectors, where a model for that is named: no step of a session, lost without harm, "
        "asked for again.",
    ),
    Topic(
        "evaluator.commands",
        (ValidateItems, GradeQuiz, ClassifyIntent, Diagnose, JudgeReply, Moderate, AssessTurn),
        ("orchestrator",),
        ("evaluator",),
        "command id",
        "What is to be judged; the only topic besides coach.outputs that carries keys.",
    ),
    Topic(
        "evaluator.outputs",
        (
            ItemsValidated,
            Evaluation,
            IntentClassified,
            Diagnosed,
            ReplyJudged,
            Moderated,
            TurnAssessed,
            StepFailed,
            StepProgressed,
        ),
        ("evaluator",),
        ("orchestrator",),
        "session_id",
        "Verdicts, grades, intents, diagnoses; what a lesson's messages are.",
    ),
    Topic(
        "assistant.conversations",
        (OpenConversation, Converse, DropConversations),
        ("gateway",),
        ("assistant",),
        "conversation",
        "What users write to the assistant in conversations of its own, each in its order.",
    ),
    Topic(
        "assistant.commands",
        (AskAssistant,),
        ("orchestrator",),
        ("assistant",),
        "command id",
        "What a learner wrote in a course's chat about study tasks.",
    ),
    Topic(
        "assistant.outputs",
        (AssistantAnswered, StepFailed, StepProgressed),
        ("assistant",),
        ("orchestrator",),
        "session_id",
        "What the assistant answers in a course's chat.",
    ),
    Topic(
        "session.updates",
        (SessionUpdated, PageRendered, QuestionEmbedded, ConversationMoved),
        ("orchestrator", "reader", "coach", "assistant"),
        ("gateway",),
        "session_id",
        "A wake-up for those who wait; may be lost.",
        partitions=1,
    ),
)


def parked(topic: str) -> str:
    """The topic where messages of `topic` are put aside."""
    return f"{topic}.parked"


_PARKED = tuple(
    Topic(
        parked(topic.name),
        topic.messages,
        topic.consumers,
        ("orchestrator",),
        "as it came",
        f"Messages of {topic.name} that were invalid or broke their reader, with the reason.",
        partitions=1,
    )
    for topic in _LIVE
    if topic.name != "session.updates"
)

TOPICS: tuple[Topic, ...] = _LIVE + _PARKED

COMMANDS: dict[type[Message], str] = {
    message: topic.name for topic in _LIVE if topic.name.endswith(".commands") for message in topic.messages
}
MESSAGES: dict[str, type[Message]] = {message.type_name: message for topic in _LIVE for message in topic.messages}


def consumed_by(service: str) -> tuple[Topic, ...]:
    """The topics that a service reads."""
    return tuple(topic for topic in TOPICS if service in topic.consumers)


def answers_of(service: str) -> str:
    """The topic on which a worker answers."""
    return f"{service}.outputs"
