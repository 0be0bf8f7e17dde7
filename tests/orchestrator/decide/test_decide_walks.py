"""Long paths through `decide`: whatever comes in whatever order, the state keeps its promises."""

from typing import Any
from uuid import UUID, uuid5

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from contracts.documents import Pages
from contracts.editing import ItemDecided, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.problems import Code, problem
from contracts.reading import DocumentReplaced, PageCorrected, ReadingProgress, ReviewDecided
from contracts.session import ForgetRequested, MessageParked, QuizRequested, RetryRequested, StepFailed, StepTimedOut
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.documents.events import BlocksRead, Digested, DocumentHeld, Planned, RangeRead
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten
from services.orchestrator.items.events import EditIn
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.quizzes import KnownItem
from services.orchestrator.workflow.stages import Kind
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import FAILURES, LOSSES
from tests.orchestrator.decide.positions import AWAY, DOC_META, DOCUMENT, LOW, SESSION, SUBMITTED, TIME, plain
from tests.orchestrator.decide.promises import of_material, of_reading

RANGES = 12
OWNED = [
    *(ItemDecided.model_validate({"item_id": SESSION, "decision": d}) for d in ("approved", "deleted", "restored")),
    ItemRetracted(item_id=SESSION),
    ItemReinstated(item_id=SESSION),
]
CODES = st.sampled_from([Code.UNAVAILABLE, Code.NO_TEXT, Code.MODEL_FAILED, Code.MODEL_TIMED_OUT])


class Walks(RuleBasedStateMachine):
    """Messages to one session, most of them fitting, many late, stale or repeated."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State(session_id=SESSION)
        self.journal: list[tuple[Event, Meta, Decision]] = []
        self.asked: dict[tuple[UUID, int], str] = {}
        self.kinds: dict[UUID, tuple[Kind, dict[str, Any]]] = {}
        self.papers: dict[str, Paper] = {}

    def tell(self, event: Event, command: UUID | None = None, attempt: int = 1, item: KnownItem | None = None) -> None:
        seq = len(self.journal) + 1
        meta = Meta(id=uuid5(SESSION, str(seq)), seq=seq, time=TIME, command=command, attempt=attempt, item=item)
        before, decision = self.state, decide(self.state, event, meta)
        assert decision.kept or (decision.state is before and not decision.asks)
        self.journal.append((event, meta, decision))
        self.state = decision.state
        for ask in decision.asks:
            assert (ask.command, ask.attempt) not in self.asked, "decided twice"
            self.asked[ask.command, ask.attempt] = ask.kind
            self.kinds[ask.command] = (ask.kind, plain(ask))
        if before.forgotten:
            assert self.state is before

    def reading(self, sha256: str, how: int, kind: Kind) -> Event:
        """A part of the blocks; or the gate holds it; or, of a document that is read at once, it is planned."""
        paper = next((paper for paper in self.state.papers if paper.sha256 == sha256), None)
        if how % 4 == 0:
            return DocumentHeld(document_sha256=sha256, problem=LOW, doc_meta=DOC_META, reading="h")
        if kind == "read" and how % 4 in (2, 3):
            first = Pages(first=1, last=3) if how % 4 == 2 else None
            ranges = [2 * n + 2 for n in range(RANGES)]
            return Planned(plan="plans/a", ranges=ranges, pages_total=2 * RANGES, first=first)
        number = len(paper.parts) % 2 + 1 if paper else 1
        return BlocksRead(number=number, of=2, blocks=2, doc_meta=DOC_META, reading="r", reviewable=how % 2 == 1)

    def answer(self, command: UUID, how: int = 1) -> Event:
        kind, params = self.kinds[command]
        quiz, attempt = UUID(str(params.get("quiz_id", SESSION))), UUID(str(params.get("attempt_id", SESSION)))
        events: dict[str, Event] = {
            "read": self.reading(str(params.get("document")), how, kind),
            "begin": BlocksRead(number=how % 2 + 1, of=2, blocks=2, doc_meta=DOC_META, reading="b"),
            "pages": RangeRead(number=params.get("number", 1)),
            "gather": self.reading(str(params.get("document")), how if not params.get("approved") else 1, kind),
            "digest": Digested(terms=2, blocks=how % 7 and 3),
            "write": MaterialWritten(quiz_id=quiz, items=how % 4, cards=1, part=how % 2 + 1, of=2 - how % 5 // 4),
            "validate": MaterialJudged(quiz_id=quiz, items=how % 3, cards=how % 2, refused={"duplicate": how % 4}),
            "check": MaterialJudged(quiz_id=quiz, items=how % 2, cards=0, refused={}),
            "grade": Graded(attempt_id=attempt, score=0.5, assessed=["a", "b"], weak=["b"]),
            "notes": NotesWritten(attempt_id=attempt, notes=1),
        }
        return events[kind]

    def some(self, pick: int) -> tuple[UUID, int] | None:
        return sorted(self.asked)[pick % len(self.asked)] if self.asked else None

    @rule(several=st.booleans())
    def upload(self, several: bool) -> None:
        more = [DOCUMENT.model_copy(update={"sha256": f"{n:064x}"}) for n in (7, 8)] if several else []
        self.tell(SUBMITTED.model_copy(update={"more": more}))

    @rule(pick=st.integers(0, 99), how=st.integers(0, 99))
    def fitting_answer(self, pick: int, how: int) -> None:
        if self.state.open:
            command = sorted(self.state.open)[pick % len(self.state.open)]
            self.tell(self.answer(command, how), command, self.state.open[command].attempt)

    @rule(times=st.integers(1, 30), how=st.integers(1, 99), newest=st.booleans())
    def many_fitting_answers(self, times: int, how: int, newest: bool = False) -> None:
        for _ in range(times):
            if self.state.open:
                command = list(self.state.open)[-newest]
                self.tell(self.answer(command, how), command, self.state.open[command].attempt)

    @rule(pick=st.integers(0, 99), done=st.integers(0, 9))
    def progress(self, pick: int, done: int) -> None:
        if self.state.open:
            command = sorted(self.state.open)[pick % len(self.state.open)]
            first = Pages(first=1, last=2) if done % 3 == 0 else None
            self.tell(ReadingProgress(pages_done=done, pages_total=9, first=first), command)

    @rule(pick=st.integers(0, 99), what=st.sampled_from(["correct", "approve", "approve", "reject", "replace"]))
    def review(self, pick: int, what: str) -> None:
        if not self.state.papers:
            return
        sha256 = self.state.papers[pick % len(self.state.papers)].sha256
        if what == "correct":
            self.tell(PageCorrected(document_sha256=sha256, page=pick + 1, text=f"c/{len(self.journal)}", characters=1))
        elif what == "replace":
            better = DOCUMENT.model_copy(update={"sha256": f"{len(self.journal) + 100:064x}"})
            self.tell(DocumentReplaced(replaces=sha256, document=better))
        elif what == "approve" or pick < 10:
            self.tell(ReviewDecided(document_sha256=sha256, decision="approve" if what == "approve" else "reject"))

    @rule(pick=st.integers(0, 999))
    def any_answer_again(self, pick: int) -> None:
        if found := self.some(pick):
            self.tell(self.answer(found[0]), *found)

    @rule(pick=st.integers(0, 999), code=CODES, final=st.booleans())
    def failure(self, pick: int, code: Code, final: bool) -> None:
        if found := self.some(pick):
            self.tell(StepFailed(problem=problem(code, "It failed."), final=final), *found)

    @rule(pick=st.integers(0, 99))
    def current_timeout_or_failure(self, pick: int) -> None:
        if self.state.open:
            command = sorted(self.state.open)[pick % len(self.state.open)]
            event = StepTimedOut() if pick % 3 else StepFailed(problem=AWAY, final=False)
            self.tell(event, command, self.state.open[command].attempt)

    @rule(pick=st.integers(0, 999))
    def parked(self, pick: int) -> None:
        if found := self.some(pick):
            message = MessageParked(message_type="x", topic="t", reason="r", command=found[0], attempt=found[1])
            self.tell(message, *found)

    @rule(pick=st.integers(0, 9), fresh=st.booleans())
    def hand_in(self, pick: int, fresh: bool) -> None:
        if self.state.quizzes:
            quiz = list(self.state.quizzes)[pick % len(self.state.quizzes)]
            attempt = uuid5(SESSION, f"attempt:{len(self.journal) if fresh else pick}")
            self.tell(AnswersIn(quiz_id=quiz, attempt_id=attempt, answers=3))

    @rule(pick=st.integers(0, 4), what=st.sampled_from([*OWNED, EditIn, RegenerationRequested]), card=st.booleans())
    def own(self, pick: int, what: Any, card: bool) -> None:
        """An owner's wish about one of few items; it harms nothing."""
        if not self.state.quizzes:
            return
        id, before = uuid5(SESSION, f"item:{pick}"), self.state
        quiz = list(before.quizzes)[pick % len(before.quizzes)]
        event = what(item_id=id) if isinstance(what, type) else what.model_copy(update={"item_id": id})
        known = KnownItem(quiz_id=quiz, card=card and not isinstance(event, EditIn), accepted=pick > 0)
        self.tell(event, item=known)
        if not before.forgotten:
            assert (before.problem, before.unfinished) == (self.state.problem, self.state.unfinished)

    @rule()
    def another_quiz(self) -> None:
        self.tell(QuizRequested())

    @rule(back=st.integers(0, 3))
    def retry(self, back: int) -> None:
        before = self.state
        self.tell(RetryRequested(version=max(1, len(self.journal) - back)))
        if before.problem and before.problem.status < 500:
            assert self.state is before

    @rule(sure=st.integers(0, 30))
    def forget(self, sure: int) -> None:
        if sure == 0:
            self.tell(ForgetRequested())

    @invariant()
    def promises(self) -> None:
        state = self.state
        assert not set(state.open) & set(state.unfinished)
        assert (state.problem is None) == (state.failed_version is None)
        assert (state.status == "failed") == (state.problem is not None)
        assert state.problem or not state.unfinished
        assert (state.status == "pending_review") == bool(state.held and not state.open and not state.problem)
        self.papers = of_reading(state, self.papers)
        assert state.failed_version is None or 1 <= state.failed_version <= len(self.journal)
        assert state.failed_version is None or self.journal[state.failed_version - 1][2].kept
        for step in state.open.values():
            assert step.failures < FAILURES
            assert step.losses <= LOSSES
        for command, step in state.open.items():
            assert (command, step.attempt) in self.asked
        assert [facts.number for facts in state.quizzes.values()] == list(range(1, len(state.quizzes) + 1))
        assert (state.progress is None) == (not state.open)
        of_material(state)
        assert State.model_validate_json(state.model_dump_json(exclude_defaults=True)) == state

    def teardown(self) -> None:
        state = State(session_id=SESSION)
        for event, meta, decision in self.journal:
            read = type(event).model_validate_json(event.model_dump_json(exclude_none=True))
            again = decide(state, read, Meta.model_validate_json(meta.model_dump_json(exclude_none=True)))
            assert again.model_dump_json() == decision.model_dump_json()
            state = again.state
        assert state == self.state


TestWalks = Walks.TestCase
TestWalks.settings = settings(
    max_examples=80, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def test_a_rejection_ends_what_was_read_and_written_of_it() -> None:
    """Found by a longer walk: a quiz that was being written stayed so for good."""
    walk = Walks()
    walk.upload(several=False)
    walk.many_fitting_answers(how=1, times=3)
    walk.review(pick=0, what="reject")
    walk.promises()
    walk = Walks()
    walk.upload(several=True)
    walk.fitting_answer(how=0, pick=0)
    walk.review(pick=8, what="reject")
    walk.promises()
