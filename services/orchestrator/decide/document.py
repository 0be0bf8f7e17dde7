"""The journey of a document: read, digested, then material written and judged."""

from uuid import UUID, uuid5

from contracts.coaching import Instructions
from contracts.problems import Code, problem
from contracts.quizzes import QuizSpec
from contracts.reading import ReadingProgress
from contracts.session import DocumentSubmitted
from services.orchestrator.decide.events import BlocksRead, Digested, MaterialJudged, MaterialWritten
from services.orchestrator.decide.state import Decision, Meta, QuizFacts, State
from services.orchestrator.decide.steps import ask, close, fail_journey, unmoved


def submitted(state: State, meta: Meta, letter: DocumentSubmitted) -> Decision:
    """A new session: read the document, unless its owner's house has read these bytes before."""
    state = state.model_copy(
        update={
            "tenant_id": letter.tenant_id,
            "user_id": letter.user_id,
            "course_id": letter.course_id,
            "document": letter.document,
            "instructions": letter.instructions,
        }
    )
    if meta.reading is None:
        document = letter.document.model_dump(mode="json")
        return ask(state, meta, "read", "document", "a document came in", document=document)
    known = meta.reading
    found = {"reading_id": known.reading_id, "reading_blob": known.blob, "doc_meta": known.doc_meta}
    state = state.model_copy(update=found)
    return write(state, meta, "document", letter.instructions, None, "these bytes were read before")


def blocks_read(state: State, meta: Meta, event: BlocksRead) -> Decision:
    """A part of the reading: when all are in, the whole is digested."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "read" or meta.command is None or event.number in state.parts:
        return unmoved(state)
    parts = sorted([*state.parts, event.number])
    read = {"reading_id": meta.command, "reading_blob": event.reading, "doc_meta": event.doc_meta}
    state = state.model_copy(update={**read, "parts": parts})
    if len(parts) < event.of:
        return Decision(state=state)
    state = close(state, meta.command)
    meta_json = event.doc_meta.model_dump(mode="json", exclude_none=True)
    reading = event.reading or ""
    return ask(state, meta, "digest", "document", "all of it is read", reading=reading, doc_meta=meta_json)


def progressed(state: State, meta: Meta, letter: ReadingProgress) -> Decision:
    """How far the reading is; it never goes back."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "read" or letter.pages_done <= state.pages_done:
        return unmoved(state)
    pages = {"pages_done": letter.pages_done, "pages_total": letter.pages_total}
    return Decision(state=state.model_copy(update=pages))


def digested(state: State, meta: Meta, event: Digested) -> Decision:
    """The concepts are known: the Coach writes."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "digest" or meta.command is None:
        return unmoved(state)
    state = close(state, meta.command)
    if event.blocks == 0:
        why = problem(Code.NOTHING_TO_ASK, "The document has no text that can be asked about.", terms=event.terms)
        return fail_journey(state, meta, meta.command, step, why)
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
