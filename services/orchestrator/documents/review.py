"""A person decides about a document that was read badly: sets pages right, approves, rejects, sends a better scan."""

from contracts.message import Phrase
from contracts.problems import Code
from contracts.reading import DocumentReplaced, PageCorrected, ReviewDecided
from services.orchestrator.documents import beginning
from services.orchestrator.documents.reading import JOURNEY, begin, changed, digest, gather, known, paper_of, without
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import dropped, told, unmoved


def corrected(state: State, message: PageCorrected) -> Decision:
    """A page's text was set right: it is remembered for the next gathering; the last one counts."""
    paper = _reviewed(state, message.document_sha256)
    if (
        paper is None
        or message.page > max(paper.ranges, default=0)
        or paper.corrections.get(message.page) == message.text
    ):
        return unmoved(state)
    return Decision(state=changed(state, paper, corrections={**paper.corrections, message.page: message.text}))


def decided(state: State, meta: Meta, message: ReviewDecided) -> Decision:
    """Approved: it is gathered again and goes on as if read, without the pages that were read badly, but for those
    that were corrected or are accepted as they are. Rejected: it ends here."""
    paper = _reviewed(state, message.document_sha256)
    if paper is None or _stopped(state):
        return unmoved(state)
    if message.decision == "approve":
        so_far = Decision(state=changed(state, paper, held=None))
        if not paper.ranges:
            return unmoved(state)
        accepted = sorted(set(message.pages))
        return gather(so_far, meta, paper.sha256, approved=True, accepted=accepted)
    reason = message.reason.strip() or Phrase.of("problems.no_reason")
    why = told(Code.REVIEW_REJECTED, "rejected", name=paper.document.filename, reason=reason)
    after = changed(state, paper, rejected=True, held=None)
    steps = {key: step for key, step in beginning.left(state).open.items() if step.journey != JOURNEY}
    # What was being written of it is written no more.
    quizzes = {
        quiz: facts.ended() if facts.order and facts.order.journey == JOURNEY else facts
        for quiz, facts in state.quizzes.items()
    }
    return Decision(state=dropped(after).changed(open=steps, quizzes=quizzes, problem=why, failed_version=meta.seq))


def replaced(state: State, meta: Meta, message: DocumentReplaced) -> Decision:
    """A better scan takes the document's place and is read from the beginning, or as it was read before."""
    paper = _reviewed(state, message.replaces) if paper_of(state, message.document.sha256) is None else None
    if paper is None or _stopped(state):
        return unmoved(state)
    better = Paper(document=message.document)
    if found := meta.readings.get(better.sha256):
        better = known(better, found)
    state = without(beginning.left(state), paper.sha256)
    state = state.changed(
        papers=[better if one.sha256 == paper.sha256 else one for one in state.papers],
        open={key: step for key, step in state.open.items() if step.kind != "digest"},
    )
    so_far = begin(Decision(state=state), meta, "a better scan came in")
    return digest(so_far, meta, "a better scan came in") if better.read else so_far


def _reviewed(state: State, sha256: str) -> Paper | None:
    """The document, if a person has something to say about it: it is held, or some of its pages were recognised."""
    paper = paper_of(state, sha256)
    if paper is None or paper.rejected or not (paper.held or paper.reviewable):
        return None
    return paper


def _stopped(state: State) -> bool:
    """The documents' journey has failed: it is retried, not reviewed."""
    failed = any(step.journey == JOURNEY for step in state.unfinished.values())
    return failed or (state.problem is not None and state.problem.code == Code.REVIEW_REJECTED)
