"""Where a session can stand in conversation and learning cycle, and every message of these that it can get there."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from contracts.learning import ConceptMarked, LearningRequested, MessageSent, PathRequested
from contracts.mastery import Observation
from contracts.session import MessageParked
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten
from services.orchestrator.learning.events import (
    AimsIn,
    Classified,
    DiagnosisIn,
    ExplanationIn,
    MessageIn,
    PathLaid,
    ReplyIn,
)
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.evidence import Answered
from services.orchestrator.workflow.learning import Banked, Place
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.orchestrator.decide.positions import OTHER, SESSION, TIME, only
from tests.orchestrator.decide.positions import positions as plain

PLACES = [Place(concept="a", section="One"), Place(concept="b", section="One"), Place(concept="c", section="Two")]
KNOWS, KNOWS_NOT = Observation(if_known=0.9, if_unknown=0.05), Observation(if_known=0.1, if_unknown=0.9)
PENDING = uuid5(SESSION, "a:0")


def bank(each: int = 3, answered: int = 0) -> list[Banked]:
    """Items about each concept, the last ones answered before."""
    return [
        Banked(
            item_id=uuid5(SESSION, f"{p.concept}:{n}"), concept=p.concept, type="cloze", answered=n >= each - answered
        )
        for p in PLACES
        for n in range(each)
    ]


def fold(
    state: State,
    name: str,
    event: Event,
    command: UUID | None = None,
    attempt: int = 1,
    each: int = 3,
    unasked: Sequence[str] = (),
) -> Decision:
    """Decides a message with what the shell would have looked up for it."""
    topic = event.topic.casefold() if isinstance(event, LearningRequested | Classified) else ""
    places = [place for place in PLACES if topic in ("", place.concept, place.section.casefold())]
    meta = Meta(id=uuid5(SESSION, name), seq=1, time=TIME, command=command, attempt=attempt)
    return decide(
        state, event, meta.model_copy(update={"places": places, "bank": bank(each), "unasked": list(unasked)})
    )


def graded(attempt: UUID, concepts: str, right: bool, answers: int = 3) -> Graded:
    """The grade of an attempt with so many answers about each concept."""
    seen = KNOWS if right else KNOWS_NOT
    return Graded(
        attempt_id=attempt,
        score=float(right),
        assessed=list(concepts),
        weak=[] if right else list(concepts),
        answers=[
            Answered(ordinal=n, concept=concept, observation=seen, correct=right)
            for n, concept in enumerate(concepts * answers)
        ],
    )


def positions() -> dict[str, State]:
    """Every stage of conversation and cycle, reached as a session reaches it."""
    found = {"ready": plain()["ready"]}

    def go(to: str, at: str, event: Event, each: int = 3) -> None:
        state = found[at]
        decision = fold(state, to, event, only(state) if state.open else None, each=each)
        assert decision.kept, to
        found[to] = decision.state

    def cycle_quiz(at: str) -> UUID:
        cycle = found[at].cycle
        assert cycle
        assert cycle.quiz_id
        return cycle.quiz_id

    go("classifying", "ready", MessageIn(characters=9))
    go("answering", "classifying", Classified(intent="question", topic="a"))
    go("asked back", "answering", ExplanationIn(concepts=["a"]))
    go("classifying a reply", "asked back", MessageIn(characters=9))
    go("judging", "classifying a reply", Classified(intent="answer"))
    go("probed", "judging", ReplyIn(item_id=PENDING, is_correct=False, phase="probe"))
    go("planning", "ready", PathRequested())
    go("planned", "planning", PathLaid(topics=2, next_topic="a"))
    go("explaining", "ready", LearningRequested(topic="One"))
    go("quiz active", "explaining", ExplanationIn(concepts=["a", "b"]))
    go("quiz being written", "explaining", ExplanationIn(concepts=["a", "b"]), each=1)
    quiz = cycle_quiz("quiz being written")
    go("quiz being checked", "quiz being written", MaterialWritten(quiz_id=quiz, items=4, cards=0))
    go("quiz written", "quiz being checked", MaterialJudged(quiz_id=quiz, items=4, cards=0, refused={}))
    attempt = AnswersIn(quiz_id=cycle_quiz("quiz active"), attempt_id=UUID(int=70), answers=6)
    go("grading a round", "quiz active", attempt)
    go("feedback", "grading a round", graded(UUID(int=70), "ab", right=False))
    go("second round", "feedback", NotesWritten(attempt_id=UUID(int=70), notes=1))
    go("feedback of who knows", "grading a round", graded(UUID(int=70), "ab", right=True, answers=6))
    go("mastered", "feedback of who knows", NotesWritten(attempt_id=UUID(int=70), notes=1))
    go("mastered and planned", "mastered", PathLaid(topics=1, next_topic="c"))
    go("diagnostic quiz", "ready", LearningRequested(diagnostic=True))
    attempt = AnswersIn(quiz_id=cycle_quiz("diagnostic quiz"), attempt_id=UUID(int=71), answers=6)
    go("grading a diagnosis", "diagnostic quiz", attempt)
    go("coaching a diagnosis", "grading a diagnosis", graded(UUID(int=71), "abc", right=False, answers=2))
    go("diagnosing", "coaching a diagnosis", NotesWritten(attempt_id=UUID(int=71), notes=1))
    go("explaining after a diagnosis", "diagnosing", DiagnosisIn(level="beginner", gaps=["a"]))
    del found["ready"]
    return found


def messages(state: State) -> dict[str, tuple[Event, UUID | None, int]]:
    """Every message of conversation and cycle, as it fits best where the session stands: event, command, attempt."""
    command = only(state) if state.open else OTHER
    attempt = state.open[command].attempt if command in state.open else 1
    answers: dict[str, Event] = {
        "classified": Classified(intent="question", topic="a"),
        "told": ExplanationIn(concepts=["a"]),
        "diagnosed": DiagnosisIn(level="beginner", gaps=["a"]),
        "replied": ReplyIn(item_id=PENDING, is_correct=True, phase="cleared"),
        "laid": PathLaid(topics=1, next_topic="a"),
    }
    inputs: dict[str, Event] = {
        "message": MessageIn(characters=9),
        "learn": LearningRequested(topic="a"),
        "path": PathRequested(),
        "aims": AimsIn(mastery_threshold=0.5),
        "mark": ConceptMarked(concept="a", mark="known"),
        "parked message": MessageParked(message_type=MessageSent.type_name, topic="session.inputs", reason="a bug"),
    }
    return {name: (event, command, attempt) for name, event in answers.items()} | {
        name: (event, None, 1) for name, event in inputs.items()
    }
