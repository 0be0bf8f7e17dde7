"""Where a session can stand, and every message that it can get there: the ground of the product test."""

from typing import Any
from uuid import UUID, uuid5

from contracts.documents import DocMeta, Document
from contracts.editing import ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.problems import Code, problem
from contracts.reading import DocumentReplaced, PageCorrected, ReadingProgress, ReviewDecided
from contracts.session import (
    DocumentSubmitted,
    ForgetRequested,
    MessageParked,
    QuizRequested,
    RetryRequested,
    StepFailed,
    StepTimedOut,
)
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.documents.events import BlocksRead, Digested, DocumentHeld, Planned, RangeRead
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten
from services.orchestrator.items.events import AddIn, EditIn
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.quizzes import KnownItem
from services.orchestrator.workflow.state import Ask, Decision, Meta, State, Step

SESSION = UUID(int=1)
TIME = "2026-01-01T00:00:00+00:00"
DOCUMENT = Document(sha256="0" * 64, filename="a.pdf", media_type="application/pdf", bytes=1, blob="documents/a")
DOC_META = DocMeta(title="T", language="en")
FIRST_QUIZ = uuid5(uuid5(SESSION, "digested"), "quiz")
ATTEMPT, OTHER, ITEM = UUID(int=7), UUID(int=8), UUID(int=9)
AWAY = problem(Code.UNAVAILABLE, "Away.")
SHA, BETTER = DOCUMENT.sha256, DOCUMENT.model_copy(update={"sha256": "1" * 64, "filename": "better.pdf"})
LOW = problem(Code.LOW_CONFIDENCE, "Page 2 of 6 cannot be read.", pages=1)
PLANNED = Planned(plan="plans/a", ranges=[2, 4, 6], pages_total=6, recognised=3)
HELD = DocumentHeld(document_sha256=SHA, problem=LOW, doc_meta=DOC_META, reading="readings/held")
SUBMITTED = DocumentSubmitted(tenant_id="t", user_id="u", course_id=UUID(int=2), document=DOCUMENT, uploaded_at=TIME)


OWNED = EditIn | ItemDecided | ItemRetracted | ItemReinstated | RegenerationRequested
"""What an owner says of an item that is there."""


def fold(
    state: State, name: str, event: Event, command: UUID | None = None, attempt: int = 1, seq: int = 1
) -> Decision:
    """Decides a message whose id derives from its name; the item that it is about is the first quiz's."""
    meta = Meta(id=uuid5(SESSION, name), seq=seq, time=TIME, command=command, attempt=attempt)
    if state.quizzes and isinstance(event, OWNED):
        quiz = next(iter(state.quizzes))
        meta = meta.model_copy(update={"item": KnownItem(quiz_id=quiz, accepted=event.item_id == ITEM)})
    return decide(state, event, meta)


def plain(of: Step | Ask) -> dict[str, Any]:
    """What a step or a command is about, as JSON has it."""
    return of.params.model_dump(mode="json", exclude_none=True)


def only(state: State) -> UUID:
    """The command of the last step that was opened."""
    return list(state.open)[-1]


def positions() -> dict[str, State]:
    """Every stage, reached as a session reaches it."""
    found = {"new": State(session_id=SESSION)}

    def go(to: str, at: str, event: Event, attempt: int = 1) -> None:
        state = found[at]
        decision = fold(state, to, event, only(state) if state.open else None, attempt)
        assert decision.kept, to
        found[to] = decision.state

    go("reading", "new", SUBMITTED)
    go("half read", "reading", BlocksRead(number=1, of=2, blocks=2, doc_meta=DOC_META))
    go("digesting", "half read", BlocksRead(number=2, of=2, blocks=2, doc_meta=DOC_META, reading="readings/a"))
    go("digested", "digesting", Digested(terms=3, blocks=4))
    go("writing", "digesting", Digested(terms=3, blocks=4))
    found["writing"] = found.pop("digested")
    go("half written", "writing", MaterialWritten(quiz_id=FIRST_QUIZ, items=2, cards=1, part=2, of=2))
    go("validating", "writing", MaterialWritten(quiz_id=FIRST_QUIZ, items=4, cards=1))
    go("writing again", "validating", MaterialJudged(quiz_id=FIRST_QUIZ, items=3, cards=1, refused={"duplicate": 1}))
    go("ready", "validating", MaterialJudged(quiz_id=FIRST_QUIZ, items=4, cards=1, refused={}))
    go("checking", "ready", EditIn(item_id=ITEM))
    go("an item rewritten", "ready", RegenerationRequested(item_id=ITEM))
    go("an item rejudged", "an item rewritten", MaterialWritten(quiz_id=FIRST_QUIZ, items=1, cards=0))
    go("an item taken back", "ready", ItemRetracted(item_id=ITEM))
    go("an item deleted", "ready", ItemDecided(item_id=ITEM, decision="deleted"))
    go("grading", "ready", AnswersIn(quiz_id=FIRST_QUIZ, attempt_id=ATTEMPT, answers=4))
    go("coaching", "grading", Graded(attempt_id=ATTEMPT, score=0.5, assessed=["a", "b"], weak=["a"]))
    go("noted", "coaching", NotesWritten(attempt_id=ATTEMPT, notes=1))
    go("planned", "reading", PLANNED)
    ranges = list(found["planned"].open)
    for number, command in enumerate(ranges, 1):
        name = "gathering" if number == 3 else f"range {number} read"
        state = found["planned"] if number == 1 else found[f"range {number - 1} read"]
        found[name] = fold(state, name, RangeRead(number=number), command).state
    del found["range 1 read"]
    go("held", "gathering", HELD)
    go("approved", "held", ReviewDecided(document_sha256=SHA, decision="approve"))
    go("rejected", "held", ReviewDecided(document_sha256=SHA, decision="reject", reason="It is blank."))
    go("replaced", "held", DocumentReplaced(replaces=SHA, document=BETTER))
    left_out = BlocksRead(number=1, of=1, blocks=2, doc_meta=DOC_META, reading="readings/b", reviewable=True)
    go("digesting a scan", "gathering", left_out)
    go("writing of a scan", "digesting a scan", Digested(terms=3, blocks=4))
    quiz = next(iter(found["writing of a scan"].quizzes))
    go("validating of a scan", "writing of a scan", MaterialWritten(quiz_id=quiz, items=4, cards=1))
    go("a scan ready", "validating of a scan", MaterialJudged(quiz_id=quiz, items=4, cards=1, refused={}))
    del found["writing of a scan"], found["validating of a scan"]
    go("a ready scan approved", "a scan ready", ReviewDecided(document_sha256=SHA, decision="approve"))
    go("a ready scan gathered anew", "a ready scan approved", left_out)
    go("failed, can be retried", "reading", StepFailed(problem=AWAY, final=True))
    go("failed for good", "reading", StepFailed(problem=problem(Code.NO_TEXT, "No text."), final=True))
    go("forgotten", "ready", ForgetRequested())
    return found


def messages(state: State) -> dict[str, tuple[Event, UUID | None, int]]:
    """Every kind of message, as it fits best where the session stands: event, command, attempt."""
    command = only(state) if state.open else next(iter(state.unfinished), OTHER)
    attempt = state.open[command].attempt if command in state.open else 1
    quiz = next(iter(state.quizzes), FIRST_QUIZ)
    number = plain(state.open[command]).get("number", 1) if command in state.open else 1
    answers: dict[str, Event] = {
        "progress": ReadingProgress(pages_done=3, pages_total=9),
        "planned": PLANNED,
        "range": RangeRead(number=number),
        "held": HELD,
        "blocks": BlocksRead(number=2, of=2, blocks=2, doc_meta=DOC_META, reading="readings/a"),
        "digested": Digested(terms=3, blocks=4),
        "written": MaterialWritten(quiz_id=quiz, items=4, cards=1),
        "judged": MaterialJudged(quiz_id=quiz, items=4, cards=1, refused={}),
        "graded": Graded(attempt_id=ATTEMPT, score=0.5, assessed=["a"], weak=["a"]),
        "noted": NotesWritten(attempt_id=ATTEMPT, notes=1),
        "failed": StepFailed(problem=AWAY, final=False),
        "timed out": StepTimedOut(),
        "parked": MessageParked(
            message_type="x", topic="reader.outputs", reason="a bug", command=command, attempt=attempt
        ),
    }
    inputs: dict[str, Event] = {
        "submitted": SUBMITTED,
        "answers": AnswersIn(quiz_id=quiz, attempt_id=OTHER, answers=4),
        "quiz": QuizRequested(),
        "retry": RetryRequested(version=state.failed_version or 1),
        "forget": ForgetRequested(),
        "correct": PageCorrected(document_sha256=SHA, page=2, text="corrections/s/a", characters=9),
        "approve": ReviewDecided(document_sha256=SHA, decision="approve"),
        "reject": ReviewDecided(document_sha256=SHA, decision="reject", reason="It is blank."),
        "replace": DocumentReplaced(replaces=SHA, document=BETTER),
        "add item": AddIn(item_id=OTHER, quiz_id=quiz),
        "edit": EditIn(item_id=ITEM),
        "approve item": ItemDecided(item_id=ITEM, decision="approved"),
        "delete item": ItemDecided(item_id=ITEM, decision="deleted"),
        "restore item": ItemDecided(item_id=ITEM, decision="restored"),
        "retract item": ItemRetracted(item_id=ITEM),
        "reinstate item": ItemReinstated(item_id=ITEM),
        "regenerate item": RegenerationRequested(item_id=ITEM),
        "parked edit": MessageParked(message_type=ItemEdited.type_name, topic="session.inputs", reason="a bug"),
        "parked upload": MessageParked(
            message_type=DocumentSubmitted.type_name, topic="session.inputs", reason="a bug"
        ),
        "parked quiz": MessageParked(message_type=QuizRequested.type_name, topic="session.inputs", reason="a bug"),
    }
    return {name: (event, command, attempt) for name, event in answers.items()} | {
        name: (event, None, 1) for name, event in inputs.items()
    }
