"""The journey of documents around their reading (`reading.py`): submitted, and digested, whereupon the Coach writes."""

from uuid import UUID

from contracts.problems import Code, problem
from contracts.session import DocumentSubmitted
from services.orchestrator.decide.events import Digested
from services.orchestrator.decide.material import write
from services.orchestrator.decide.papers import Paper
from services.orchestrator.decide.reading import begin, digest, known
from services.orchestrator.decide.state import Decision, Meta, State
from services.orchestrator.decide.steps import close, fail_journey, unmoved


def submitted(state: State, meta: Meta, letter: DocumentSubmitted) -> Decision:
    """A new session: read each document, unless its owner's house has read these bytes before."""
    found = {**({letter.document.sha256: meta.reading} if meta.reading else {}), **meta.readings}
    papers = [Paper(document=document) for document in (letter.document, *letter.more)]
    papers = [known(paper, found[paper.sha256]) if paper.sha256 in found else paper for paper in papers]
    state = state.model_copy(
        update={
            "tenant_id": letter.tenant_id,
            "user_id": letter.user_id,
            "course_id": letter.course_id,
            "papers": papers,
            "instructions": letter.instructions,
        }
    )
    if len(papers) > 1:
        whole = meta.whole
    else:
        whole = papers[0].reading_id if papers[0].read and found[papers[0].sha256].digested else None
    if whole is not None and all(paper.read for paper in papers):
        state = state.model_copy(update={"reading_id": whole})
        return write(state, meta, "document", letter.instructions, None, "these bytes were read before")
    so_far = begin(Decision(state=state), meta, "a document came in")
    return digest(so_far, meta, "these bytes were read before")


def digested(state: State, meta: Meta, event: Digested) -> Decision:
    """The concepts are known: the Coach writes, unless it has: a reviewed document brings no quiz by itself."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "digest" or meta.command is None:
        return unmoved(state)
    reading = UUID(step.params["reading_id"]) if "reading_id" in step.params else state.reading_id
    state = close(state, meta.command).model_copy(update={"reading_id": reading})
    if event.blocks == 0:
        said = "The document has 0 whole sentences of prose: only headings, tables, code, formulas or references."
        why = problem(Code.NOTHING_TO_ASK, said, terms=event.terms)
        return fail_journey(state, meta, meta.command, step, why)
    writing = any(step.kind in ("write", "validate") and step.journey == "document" for step in state.open.values())
    if writing or any(facts.complete for facts in state.quizzes.values()):
        done = {"last_routed_to": "coordinator", "routing_reason": "the reviewed text is in"}
        return Decision(state=state.model_copy(update=done))
    return write(state, meta, step.journey, state.instructions, None, "the concepts are known")
