"""The journey of documents around their reading (`reading.py`): submitted, and digested, whereupon the Coach does what
the learner's goals ask for: it writes cards and a quiz, and the tutor explains the key concepts."""

from uuid import UUID

from contracts.coaching import Goal
from contracts.problems import Code
from contracts.session import DocumentSubmitted
from services.orchestrator.documents import beginning
from services.orchestrator.documents.events import Digested
from services.orchestrator.documents.reading import JOURNEY, begin, digest, known
from services.orchestrator.learning.events import ExplanationIn
from services.orchestrator.quizzes.rounds import nothing_asked, write
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.params import DigestParams, ExplainParams
from services.orchestrator.workflow.quizzes import ordered
from services.orchestrator.workflow.stages import BEGINNING, Journey
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import ask_more, close, fail_journey, told, unmoved

EXPLANATION: Goal = "explanation"
"""The goal, and the kind of journey that it leads to."""


def submitted(state: State, meta: Meta, message: DocumentSubmitted) -> Decision:
    """A new session: read each document, unless its owner's house has read these bytes before."""
    found = {**({message.document.sha256: meta.reading} if meta.reading else {}), **meta.readings}
    papers = [Paper(document=document) for document in (message.document, *message.more)]
    papers = [known(paper, found[paper.sha256]) if paper.sha256 in found else paper for paper in papers]
    state = state.changed(
        tenant_id=message.tenant_id,
        user_id=message.user_id,
        course_id=message.course_id,
        papers=papers,
        instructions=message.instructions,
    )
    if len(papers) > 1:
        whole = meta.whole
    else:
        whole = papers[0].reading_id if papers[0].read and found[papers[0].sha256].digested else None
    if whole is not None and all(paper.read for paper in papers):
        state = state.changed(reading_id=whole)
        return _made(state, meta, JOURNEY, "these bytes were read before")
    so_far = begin(Decision(state=state), meta, "a document came in")
    return digest(so_far, meta, "these bytes were read before")


def digested(state: State, meta: Meta, event: Digested) -> Decision:
    """The concepts are known: the Coach writes, unless it has: a reviewed document brings no quiz by itself."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or not isinstance(step.params, DigestParams) or meta.command is None:
        return unmoved(state)
    if step.journey == BEGINNING:
        return beginning.digested(state, meta, event, meta.command, step.params)
    state = close(state, meta.command).changed(reading_id=step.params.reading_id or state.reading_id)
    if event.blocks == 0:
        why = told(Code.NOTHING_TO_ASK, "no_prose").model_copy(update={"numbers": {"terms": float(event.terms)}})
        return fail_journey(state, meta, meta.command, step, why)
    if beginning.under_way(state):
        return explaining(Decision(state=state), meta, "the concepts are known")
    writing = any(step.kind in ("write", "validate") and step.journey == JOURNEY for step in state.open.values())
    if writing or any(facts.complete for facts in state.quizzes.values()):
        return Decision(state=state.routed("coordinator", "the reviewed text is in"))
    return _made(state, meta, step.journey, "the concepts are known")


def _made(state: State, meta: Meta, journey: Journey, reason: str) -> Decision:
    """What the goals ask for. A session that asks for an explanation alone has a quiz of no question."""
    if any(ordered(state.instructions, None).values()) or EXPLANATION not in state.instructions.generation_goals:
        so_far = write(state, meta, journey, state.instructions, None, reason)
    else:
        so_far = Decision(state=nothing_asked(state, meta))
    return explaining(so_far, meta, reason)


def explaining(so_far: Decision, meta: Meta, reason: str) -> Decision:
    """Where an explanation is a goal, the tutor explains the key concepts to this very learner."""
    if EXPLANATION not in so_far.state.instructions.generation_goals:
        return so_far
    # Which the key concepts are is in the digest's rows.
    return ask_more(so_far, meta, Journey("explanation"), reason, ExplainParams(concepts=[], times=0))


def explained(state: State, event: ExplanationIn, command: UUID) -> Decision:
    """The key concepts are explained."""
    counted = {concept: state.explained.get(concept, 0) + 1 for concept in event.concepts if event.found}
    after = close(state, command).changed(explained={**state.explained, **counted})
    if len(state.open) == 1:
        after = after.routed("coordinator", "the key concepts are explained")
    return Decision(state=after)
