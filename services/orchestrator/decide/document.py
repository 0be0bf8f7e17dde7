"""The journey of documents around their reading (`reading.py`): submitted, digested, material written and judged."""

from uuid import UUID, uuid5

from contracts.coaching import Instructions
from contracts.problems import Code, problem
from contracts.quizzes import QuizSpec
from contracts.session import DocumentSubmitted
from services.orchestrator.decide.events import Digested, MaterialJudged, MaterialWritten
from services.orchestrator.decide.papers import Paper
from services.orchestrator.decide.reading import begin, digest, known
from services.orchestrator.decide.state import Decision, Meta, QuizFacts, State
from services.orchestrator.decide.steps import ask, close, fail_journey, unmoved


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
        why = problem(Code.NOTHING_TO_ASK, "The document has no text that can be asked about.", terms=event.terms)
        return fail_journey(state, meta, meta.command, step, why)
    writing = any(step.kind in ("write", "validate") and step.journey == "document" for step in state.open.values())
    if writing or any(facts.questions is not None for facts in state.quizzes.values()):
        done = {"last_routed_to": "coordinator", "routing_reason": "the reviewed text is in"}
        return Decision(state=state.model_copy(update=done))
    return write(state, meta, step.journey, state.instructions, None, "the concepts are known")


def write(
    state: State, meta: Meta, journey: str, instructions: Instructions, spec: QuizSpec | None, reason: str
) -> Decision:
    """Asks the Coach for material. The quiz's id derives from the message, so that the gateway can tell it at once."""
    quiz = uuid5(meta.id, "quiz")
    state = state.model_copy(update={"quizzes": {**state.quizzes, quiz: QuizFacts(number=len(state.quizzes) + 1)}})
    return ask(
        state,
        meta,
        "write",
        journey,
        reason,
        quiz_id=str(quiz),
        reading_id=str(state.reading_id),
        instructions=instructions.model_dump(mode="json"),
        quiz_spec=spec.plain() if spec else None,
        generated_at=meta.time,
    )


def written(state: State, meta: Meta, event: MaterialWritten) -> Decision:
    """Material came: the Evaluator judges it."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "write" or meta.command is None or step.params["quiz_id"] != str(event.quiz_id):
        return unmoved(state)
    params = {"quiz_id": step.params["quiz_id"], "reading_id": step.params["reading_id"]}
    return ask(close(state, meta.command), meta, "validate", step.journey, "the material is written", **params)


def judged(state: State, meta: Meta, event: MaterialJudged) -> Decision:
    """Verdicts came: the material that was accepted is ready; none at all is a 422."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "validate" or meta.command is None or step.params["quiz_id"] != str(event.quiz_id):
        return unmoved(state)
    state = close(state, meta.command)
    if event.items + event.cards == 0:
        reasons = ", ".join(f"{count} {code.replace('_', ' ')}" for code, count in sorted(event.refused.items()))
        why = problem(Code.NOTHING_TO_ASK, f"No item or card held up against the text ({reasons or 'none was made'}).")
        return fail_journey(state, meta, meta.command, step, why)
    quiz: UUID = event.quiz_id
    facts = state.quizzes[quiz].model_copy(update={"questions": event.items})
    ready = {"quizzes": {**state.quizzes, quiz: facts}, "last_routed_to": "coordinator", "routing_reason": "ready"}
    return Decision(state=state.model_copy(update=ready))
