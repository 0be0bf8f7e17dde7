"""Long paths through conversation and learning cycle: whatever comes in whatever order, nothing is stuck or doubled."""

from typing import Any
from uuid import UUID, uuid5

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from contracts.learning import ConceptMarked, LearningRequested, PathRequested
from contracts.problems import Code, problem
from contracts.session import MessageParked, QuizRequested, RetryRequested, StepFailed, StepTimedOut
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.grading.events import AnswersIn, NotesWritten
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
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.orchestrator.decide.positions import SESSION, TIME, plain
from tests.orchestrator.decide.positions import positions as ready
from tests.orchestrator.learning.positions import PLACES, bank, graded

READY = ready()["ready"]
CODES = st.sampled_from([Code.UNAVAILABLE, Code.NOTHING_TO_ASK, Code.MODEL_FAILED])
INTENTS = st.sampled_from(["diagnose", "learn", "plan", "question", "answer", "unclear"])
TOPICS = st.sampled_from(["", "a", "One", "elsewhere"])
PHASES = ("probe", "hint", "explain", "cleared")


class Lessons(RuleBasedStateMachine):
    """Messages to one session, most of them fitting, many late, stale or repeated; the bank may be empty."""

    def __init__(self) -> None:
        super().__init__()
        self.state = READY
        self.journal: list[tuple[Event, Meta, Decision]] = []
        self.asked: dict[tuple[UUID, int], tuple[str, dict[str, Any]]] = {}
        self.items = bank()

    def tell(self, event: Event, command: UUID | None = None, attempt: int = 1) -> None:
        seq = len(self.journal) + 1
        topic = event.topic if isinstance(event, LearningRequested | Classified) else ""
        places = [place for place in PLACES if topic in ("", place.concept, place.section)]
        meta = Meta(id=uuid5(SESSION, f"walk {seq}"), seq=seq, time=TIME, command=command, attempt=attempt)
        meta = meta.model_copy(update={"places": places, "bank": self.items})
        before, decision = self.state, decide(self.state, event, meta)
        assert decision.kept or (decision.state is before and not decision.asks and not decision.lines)
        self.journal.append((event, meta, decision))
        self.state = decision.state
        for ask in decision.asks:
            assert (ask.command, ask.attempt) not in self.asked, "decided twice"
            self.asked[ask.command, ask.attempt] = (ask.kind, plain(ask))
        for one in decision.placed:
            assert self.state.quizzes[one.quiz_id].complete or not one.repeat

    def answer(self, kind: str, params: dict[str, Any], how: int) -> Event:
        quiz, attempt = UUID(str(params.get("quiz_id", SESSION))), UUID(str(params.get("attempt_id", SESSION)))
        events: dict[str, Event] = {
            "write": MaterialWritten(quiz_id=quiz, items=how % 4, cards=0),
            "validate": MaterialJudged(quiz_id=quiz, items=how % 3, cards=0, refused={"duplicate": how % 2}),
            "grade": graded(attempt, "ab"[: how % 2 + 1], right=how % 3 > 0),
            "notes": NotesWritten(attempt_id=attempt, notes=1),
            "classify": Classified(intent="question", topic="a", safe=how % 9 > 0),
            "explain": ExplanationIn(concepts=params.get("concepts", []), found=how % 4 > 0),
            "reply": ReplyIn(
                item_id=UUID(str(params.get("item_id", SESSION))), is_correct=how % 4 == 3, phase=PHASES[how % 4]
            ),
            "diagnose": DiagnosisIn(level="beginner", gaps=["a"]),
            "plan": PathLaid(topics=1, next_topic="a"),
        }
        return events[kind]

    def some(self, pick: int) -> tuple[UUID, int] | None:
        return list(self.asked)[pick % len(self.asked)] if self.asked else None

    @rule(pick=st.integers(0, 99), how=st.integers(0, 99))
    def fitting_answer(self, pick: int, how: int) -> None:
        if self.state.open:
            command = list(self.state.open)[pick % len(self.state.open)]
            step = self.state.open[command]
            self.tell(self.answer(step.kind, plain(step), how), command, step.attempt)

    @rule(times=st.integers(1, 20), how=st.integers(1, 99))
    def many_fitting_answers(self, times: int, how: int) -> None:
        for _ in range(times):
            self.fitting_answer(0, how)

    @rule(pick=st.integers(0, 999), how=st.integers(0, 9))
    def any_answer_again(self, pick: int, how: int) -> None:
        if found := self.some(pick):
            self.tell(self.answer(*self.asked[found], how), *found)

    @rule(intent=INTENTS, topic=TOPICS, pick=st.integers(0, 9))
    def message(self, intent: Any, topic: str, pick: int) -> None:
        self.tell(MessageIn(characters=5))
        found = [(key, step) for key, step in self.state.open.items() if step.kind == "classify"]
        if found:
            command, step = found[pick % len(found)]
            self.tell(Classified(intent=intent, topic=topic), command, step.attempt)

    @rule(topic=TOPICS, diagnostic=st.booleans(), most=st.sampled_from([None, 1, 2]))
    def learn(self, topic: str, diagnostic: bool, most: int | None) -> None:
        self.tell(LearningRequested(topic=topic, diagnostic=diagnostic, max_cycles=most))

    @rule(what=st.sampled_from([PathRequested(), QuizRequested(), QuizRequested(practice="mistakes")]))
    def ask(self, what: Event) -> None:
        self.tell(what)

    @rule(threshold=st.sampled_from([0.0, 0.5, 1.0]), mark=st.sampled_from(["known", "not_yet", "none"]))
    def aim(self, threshold: float, mark: Any) -> None:
        self.tell(AimsIn(mastery_threshold=threshold))
        self.tell(ConceptMarked(concept="a", mark=mark))

    @rule(pick=st.integers(0, 99), fresh=st.booleans())
    def hand_in(self, pick: int, fresh: bool) -> None:
        quizzes = list(self.state.quizzes)
        cycle = self.state.cycle
        quiz = cycle.quiz_id if cycle and cycle.quiz_id and pick % 2 else quizzes[pick % len(quizzes)]
        attempt = uuid5(SESSION, f"attempt {len(self.journal) if fresh else pick}")
        self.tell(AnswersIn(quiz_id=quiz, attempt_id=attempt, answers=3))

    @rule(each=st.integers(0, 3), answered=st.integers(0, 3))
    def restock(self, each: int, answered: int) -> None:
        self.items = bank(each, answered)
        if self.items and answered:
            self.items[-1] = self.items[-1].model_copy(update={"latest": True})

    @rule(pick=st.integers(0, 99), code=CODES, final=st.booleans())
    def failure(self, pick: int, code: Code, final: bool) -> None:
        if self.state.open:
            command = list(self.state.open)[pick % len(self.state.open)]
            attempt = self.state.open[command].attempt
            self.tell(StepFailed(problem=problem(code, "It failed."), final=final), command, attempt)

    @rule(diagnostic=st.booleans(), graded=st.booleans(), code=CODES, then=st.sampled_from([QuizRequested(), None]))
    def ungraded(self, diagnostic: bool, graded: bool, code: Code, then: Event | None) -> None:
        """Grade or notes of what the cycle waits for fail for good; the learner goes on with something else."""
        self.learn(topic="", diagnostic=diagnostic, most=None)
        self.many_fitting_answers(9, 1)
        self.hand_in(1, fresh=True)
        kinds = ("grade", "notes")[: graded + 1]
        for kind in kinds:
            found = [(command, step) for command, step in self.state.open.items() if step.kind == kind]
            for command, step in found[-1:]:
                event = StepFailed(problem=problem(code, "It failed."), final=True)
                answer = event if kind == kinds[-1] else self.answer(kind, plain(step), 1)
                self.tell(answer, command, step.attempt)
        if then is not None:
            self.tell(then)

    @rule(pick=st.integers(0, 99))
    def late_or_parked(self, pick: int) -> None:
        if found := self.some(pick):
            message = MessageParked(message_type="x", topic="t", reason="r", command=found[0], attempt=found[1])
            self.tell(message if pick % 2 else StepTimedOut(), *found)

    @rule()
    def retry(self) -> None:
        self.tell(RetryRequested(version=max(1, len(self.journal))))

    @invariant()
    def promises(self) -> None:
        state, steps = self.state, [*self.state.open.values(), *self.state.unfinished.values()]
        assert not set(state.open) & set(state.unfinished)
        assert (state.problem is None) == (state.failed_version is None)
        assert not any(step.journey.kind in ("talk", "path") for step in state.unfinished.values())
        for quiz, facts in state.quizzes.items():
            if facts.purpose != "quiz" and facts.complete:
                assert 0 <= (facts.questions or 0) <= 12
                assert facts.order is None
            if facts.purpose != "quiz" and not facts.complete:
                assert any(plain(step).get("quiz_id") == str(quiz) for step in steps), "nobody writes it"
        self.nothing_is_stuck(state)
        assert State.model_validate_json(state.model_dump_json(exclude_defaults=True)) == state

    def nothing_is_stuck(self, state: State) -> None:
        """What a cycle waits for is under way, can be retried, or is the learner's to do."""
        cycle, steps = state.cycle, [*state.open.values(), *state.unfinished.values()]
        if cycle is None:
            return
        of_attempt = [step for step in steps if plain(step).get("attempt_id") == str(cycle.attempt_id)]
        if cycle.phase == "TUTOR_EXPLAINING":
            assert [step.journey for step in steps if step.kind == "explain"].count(Journey("cycle", cycle.id)) == 1
        if cycle.phase == "FEEDBACK_ANALYZING":
            assert of_attempt or state.problem
        if cycle.phase == "QUIZ_ACTIVE":
            assert cycle.quiz_id in state.quizzes
            assert state.quizzes[cycle.quiz_id].questions != 0
            assert cycle.attempt_id is None
        if cycle.diagnosing and cycle.attempt_id:
            assert of_attempt or any(step.kind == "diagnose" for step in steps) or state.problem
        assert cycle.phase != "LOOP_AGAIN"
        assert cycle.number <= max(5, state.max_cycles)

    def teardown(self) -> None:
        state = READY
        for event, meta, decision in self.journal:
            read = type(event).model_validate_json(event.model_dump_json(exclude_none=True))
            again = decide(state, read, Meta.model_validate_json(meta.model_dump_json(exclude_none=True)))
            assert again.model_dump_json() == decision.model_dump_json()
            state = again.state
        assert state == self.state


TestLessons = Lessons.TestCase
TestLessons.settings = settings(
    max_examples=120, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
