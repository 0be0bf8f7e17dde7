"""Documents are read: each planned, taken apart into ranges, and gathered; when all have passed, they are digested.

Of the ranges of all documents at most `AT_ONCE` are open; one that comes in makes room for the next.
"""

from collections.abc import Sequence
from typing import Unpack
from uuid import UUID, uuid5

from contracts.reading import ReadingProgress
from services.orchestrator.documents.events import BlocksRead, DocumentHeld, Planned, RangeRead
from services.orchestrator.workflow.documents import Paper, PaperChange
from services.orchestrator.workflow.params import (
    BeginParams,
    DigestParams,
    GatherParams,
    PagesParams,
    ReadParams,
)
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, KnownReading, Meta, State, Step
from services.orchestrator.workflow.steps import ask_more, close, unmoved

AT_ONCE = 16
JOURNEY = Journey("document")
READING = ("read", "pages", "gather")


def of(step: Step) -> str:
    """The hash of the document that a reading step is about; "" for any other step."""
    found = step.params
    return found.document if isinstance(found, ReadParams | BeginParams | PagesParams | GatherParams) else ""


def paper_of(state: State, sha256: str) -> Paper | None:
    """The session's document of that hash."""
    return next((paper for paper in state.papers if paper.sha256 == sha256), None)


def changed(state: State, paper: Paper, **update: Unpack[PaperChange]) -> State:
    """The state with something else known of a paper; how much of it is read is counted anew."""
    after = paper.changed(**update)
    steps = [step for step in state.open.values() if step.kind in ("read", "pages") and of(step) == paper.sha256]
    done = min(after.pages_total, after.counted + sum(step.pages for step in steps))
    after = after.changed(pages_done=max(after.pages_done, done))
    papers = [after if one.sha256 == paper.sha256 else one for one in state.papers]
    return state.changed(papers=papers)


def known(paper: Paper, found: KnownReading) -> Paper:
    """A paper whose bytes its owner has had read before."""
    count = len(found.ranges)
    return paper.changed(
        reading_id=found.reading_id,
        doc_meta=found.doc_meta,
        plan=found.plan,
        ranges=found.ranges,
        corrections=found.corrections,
        reading=found.blob,
        reviewable=found.reviewable,
        asked=count,
        done=count,
        read=True,
    )


def begin(so_far: Decision, meta: Meta, reason: str) -> Decision:
    """Asks for each document that nobody reads yet."""
    begun = {of(step) for step in so_far.state.open.values() if step.kind in READING}
    for paper in so_far.state.papers:
        if not paper.read and not paper.held and paper.sha256 not in begun:
            so_far = ask_more(so_far, meta, JOURNEY, reason, ReadParams(document=paper.sha256))
    return so_far


def planned(state: State, meta: Meta, event: Planned) -> Decision:
    """A document is long, or needs OCR: its ranges are read by whoever is there."""
    found = _open(state, meta, "read")
    if found is None:
        return unmoved(state)
    command, _, paper = found
    total = max(paper.pages_total, event.pages_total)
    after = changed(state, paper, plan=event.plan, ranges=event.ranges, pages_total=total, parts=[], reviewable=False)
    return _fill(Decision(state=close(after, command)), meta)


def range_read(state: State, meta: Meta, event: RangeRead) -> Decision:
    """A range is in: the next one is read, or all of them are gathered."""
    found = _open(state, meta, "pages")
    if found is None:
        return unmoved(state)
    command, step, paper = found
    if not isinstance(step.params, PagesParams) or step.params.number != event.number:
        return unmoved(state)
    pages = paper.pages(event.number)
    counted = paper.counted + pages.last - pages.first + 1
    so_far = Decision(state=changed(close(state, command), paper, done=paper.done + 1, counted=counted))
    if paper.done + 1 == len(paper.ranges):
        so_far = gather(so_far, meta, paper.sha256)
    return _fill(so_far, meta)


def gather(
    so_far: Decision, meta: Meta, sha256: str, *, approved: bool = False, accepted: Sequence[int] = ()
) -> Decision:
    """Asks for the blocks of all ranges, in place of an earlier asking. `accepted`: pages that count as recognised."""
    state = without(so_far.state, sha256, ("gather",))
    paper = next(paper for paper in state.papers if paper.sha256 == sha256)
    so_far = Decision(state=changed(state, paper, parts=[]), asks=so_far.asks)
    corrections = {str(page): blob for page, blob in sorted(paper.corrections.items())}
    params = GatherParams(document=sha256, approved=approved, corrections=corrections, accepted=list(accepted))
    return ask_more(so_far, meta, JOURNEY, "all of its ranges are read", params)


def blocks_read(state: State, meta: Meta, event: BlocksRead) -> Decision:
    """A part of a reading: when all are in, this document is read."""
    found = _open(state, meta, "read", "gather")
    if found is None or event.number in found[2].parts:
        return unmoved(state)
    command, _, paper = found
    parts = sorted([*paper.parts, event.number])
    reviewable = event.reviewable or (paper.reviewable and len(parts) > 1)
    if len(parts) < event.of:
        return Decision(state=changed(state, paper, parts=parts, reviewable=reviewable))
    there: PaperChange = {"reading_id": command, "reading": event.reading, "doc_meta": event.doc_meta}
    there |= {"read": True, "held": None, "reviewable": reviewable, "parts": [], "pages_done": paper.pages_total}
    state = changed(close(state, command), paper, **there)
    return digest(Decision(state=state), meta, "all of it is read")


def held(state: State, meta: Meta, event: DocumentHeld) -> Decision:
    """The gate refused: a person decides; the other documents are read on."""
    found = _open(state, meta, "read", "gather")
    if found is None:
        return unmoved(state)
    command, _, paper = found
    there: PaperChange = {"reading_id": command, "reading": event.reading, "doc_meta": event.doc_meta}
    there |= {"read": False, "held": event.problem, "reviewable": True, "parts": []}
    state = changed(close(state, command), paper, **there)
    return Decision(state=state.routed("coordinator", "the quality gate held it"))


def progressed(state: State, meta: Meta, message: ReadingProgress) -> Decision:
    """How far a range or a short document is; it never goes back."""
    found = _open(state, meta, "read", "pages")
    if found is None:
        return unmoved(state)
    command, step, paper = found
    done = message.pages_done
    if isinstance(step.params, PagesParams):
        pages = paper.pages(step.params.number)
        done = min(done, pages.last - pages.first + 1)
    if done <= step.pages:
        return unmoved(state)
    state = state.changed(open={**state.open, command: step.changed(pages=done)})
    total = max(paper.pages_total, message.pages_total) if step.kind == "read" else paper.pages_total
    return Decision(state=changed(state, paper, pages_total=total))


def digest(so_far: Decision, meta: Meta, reason: str) -> Decision:
    """When every document is read and has passed, the whole of them is digested; its beginning need not be any more."""
    state = so_far.state
    if any(not paper.read for paper in state.papers) or any(step.kind in READING for step in state.open.values()):
        return so_far
    older = {key: step for key, step in state.open.items() if step.kind not in ("begin", "digest")}
    papers = state.papers
    params = DigestParams(
        readings=[paper.reading or "" for paper in papers],
        doc_meta=papers[0].doc_meta,
        members=[paper.reading_id for paper in papers if paper.reading_id],
        reading_id=papers[0].reading_id if len(papers) == 1 else uuid5(meta.id, "set"),
    )
    state = state.changed(open=older)
    return ask_more(Decision(state=state, asks=so_far.asks), meta, JOURNEY, reason, params)


def without(state: State, sha256: str, kinds: tuple[str, ...] = READING) -> State:
    """The state without the steps of a document, open or unfinished."""

    def stays(step: Step) -> bool:
        return step.kind not in kinds or of(step) != sha256

    opened = {key: step for key, step in state.open.items() if stays(step)}
    unfinished = {key: step for key, step in state.unfinished.items() if stays(step)}
    return state.changed(open=opened, unfinished=unfinished)


def _open(state: State, meta: Meta, *kinds: str) -> tuple[UUID, Step, Paper] | None:
    """The open step that an answer is about, if it is of such a kind, with its document."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or meta.command is None or step.kind not in kinds:
        return None
    paper = paper_of(state, of(step))
    return (meta.command, step, paper) if paper else None


def _fill(so_far: Decision, meta: Meta) -> Decision:
    """Opens ranges, in the order of documents and pages, until as many are open as may be."""
    room = AT_ONCE - sum(step.kind == "pages" for step in so_far.state.open.values())
    for sha256 in [paper.sha256 for paper in so_far.state.papers]:
        while room > 0:
            paper = paper_of(so_far.state, sha256)
            if paper is None or paper.asked == len(paper.ranges):
                break
            number, room = paper.asked + 1, room - 1
            so_far = Decision(state=changed(so_far.state, paper, asked=number), asks=so_far.asks)
            so_far = ask_more(
                so_far, meta, JOURNEY, "its ranges are known", PagesParams(document=sha256, number=number)
            )
    return so_far
