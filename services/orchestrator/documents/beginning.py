"""The beginning of a long document is read, digested and asked about by itself, while all of it is being read.

Its steps are a journey of their own: however they end, the document is read as if there were none. What they bring are
the first questions and cards of the session's quiz. When the whole is digested, these are held against it, and then
what is missing of the order is written from the whole.
"""

from uuid import UUID, uuid5

from contracts.documents import Pages
from contracts.reading import ReadingProgress
from services.orchestrator.documents.events import BlocksRead, Digested, Planned
from services.orchestrator.documents.reading import JOURNEY, READING, progressed
from services.orchestrator.documents.reading import blocks_read as whole_read
from services.orchestrator.quizzes.rounds import is_of, known, reopened, rest
from services.orchestrator.workflow.params import BeginParams, DigestParams, Order, ValidateParams, WriteParams
from services.orchestrator.workflow.quizzes import QuizFacts, narrowed, ordered
from services.orchestrator.workflow.stages import BEGINNING
from services.orchestrator.workflow.state import Decision, Meta, State
from services.orchestrator.workflow.steps import ask_more, beside, close, tried_to_begin, unmoved

SHARE = 4
"""One part in so many of what was ordered is written from the beginning: the rest has the whole to choose from."""


def announced(state: State, meta: Meta, message: ReadingProgress) -> Decision:
    """How far a reading is, and maybe which pages can be read by themselves: they are, while the whole is planned."""
    so_far = progressed(state, meta, message)
    step = state.open.get(meta.command) if meta.command else None
    if message.first is None or step is None or step.kind != "read" or state.problem is not None:
        return so_far
    return _read(so_far.changed(kept=True), message.first, meta) if _is_first(state) else so_far


def asked(so_far: Decision, event: Planned, meta: Meta) -> Decision:
    """Reads by themselves the pages that the plan names, or goes on with them; leaves them if it names none."""
    state = so_far.state
    if not so_far.kept or len(state.papers) != 1:
        return so_far
    [paper] = state.papers
    if event.first is None:
        return so_far.changed(state=_begun(left(state), None))
    if paper.begun is not None:
        return _write(so_far.changed(state=_begun(state, None)), meta, paper.begun)
    return _read(so_far, event.first, meta) if _is_first(state) else so_far


def _is_first(state: State) -> bool:
    """Whether something is to be written of a session's only document, of which nothing has begun. With focus areas the
    whole is waited for."""
    told = state.instructions
    if len(state.papers) != 1 or state.quizzes or state.reading_id is not None:
        return False
    if state.papers[0].begun or state.papers[0].tried:
        return False
    under_way = any(step.journey == BEGINNING for step in state.open.values())
    return not under_way and not told.focus_areas and any(ordered(told, None).values())


def _read(so_far: Decision, pages: Pages, meta: Meta) -> Decision:
    document = so_far.state.papers[0].sha256
    params = BeginParams(document=document, first=pages.first, last=pages.last)
    return ask_more(so_far, meta, BEGINNING, "its first pages are read by themselves", params)


def _begun(state: State, reading: UUID | None) -> State:
    return state.changed(papers=[paper.changed(begun=reading) for paper in state.papers])


def blocks_read(state: State, meta: Meta, event: BlocksRead) -> Decision:
    """A part of a reading. When all of the beginning's are in, it is digested; its language counts until the whole is
    read."""
    command, step = meta.command, state.open.get(meta.command) if meta.command else None
    if command is None or step is None or step.kind != "begin":
        return whole_read(state, meta, event)
    if event.number in step.parts:
        return unmoved(state)
    parts = sorted([*step.parts, event.number])
    if len(parts) < event.of:
        return Decision(state=reopened(state, command, step.changed(parts=parts)))
    state = close(state, command)
    if event.reading is None:
        return Decision(state=tried_to_begin(state))
    papers = [paper if paper.read else paper.changed(doc_meta=event.doc_meta) for paper in state.papers]
    params = DigestParams(readings=[event.reading], doc_meta=event.doc_meta, members=[command], reading_id=command)
    so_far = Decision(state=state.changed(papers=papers))
    return beside(state, ask_more(so_far, meta, BEGINNING, "its first pages are read", params))


def digested(state: State, meta: Meta, event: Digested, command: UUID, asked: DigestParams) -> Decision:
    """The beginning's concepts are known: it is asked about once it is known that no page has to pass the gate."""
    state = close(state, command)
    if event.blocks == 0 or asked.reading_id is None or state.quizzes:
        return Decision(state=tried_to_begin(state))
    if state.papers[0].plan is None:
        return Decision(state=_begun(state, asked.reading_id))
    return _write(Decision(state=state), meta, asked.reading_id)


def _write(so_far: Decision, meta: Meta, reading: UUID) -> Decision:
    """The session's quiz begins with a part of what was ordered, out of the beginning alone."""
    state = so_far.state
    quiz, wanted = uuid5(meta.id, "quiz"), ordered(state.instructions, None)
    whole = WriteParams(quiz_id=quiz, reading_id=reading, instructions=state.instructions, generated_at=meta.time)
    facts = QuizFacts(number=1, asked=wanted, order=Order(write=whole, journey=JOURNEY), begun=True)
    part = narrowed(whole, {of: -(-count // SHARE) for of, count in wanted.items()})
    so_far = so_far.changed(state=known(state, quiz, facts))
    return beside(state, ask_more(so_far, meta, BEGINNING, "the concepts of its beginning are known", part))


def under_way(state: State) -> UUID | None:
    """The quiz that waits for the whole to be read."""
    return next((quiz for quiz, facts in state.quizzes.items() if facts.begun and facts.order is not None), None)


def left(state: State) -> State:
    """The state without the steps of the beginning."""
    return state.changed(open={key: step for key, step in state.open.items() if step.journey != BEGINNING})


def caught_up(so_far: Decision, meta: Meta) -> Decision:
    """When the whole is digested and nothing of the beginning is under way: what that brought is held against the
    whole; where it brought nothing, all is written. Only a failure of the document holds this up; one for good ends
    the quiz with what there is."""
    state = so_far.state
    quiz = under_way(state)
    if quiz is None or not so_far.kept:
        return so_far
    if any(step.journey == JOURNEY for step in state.unfinished.values()):
        for_good = state.problem is not None and state.problem.status < 500
        return so_far.changed(state=known(state, quiz, state.quizzes[quiz].ended())) if for_good else so_far
    steps = state.open.values()
    if state.reading_id is None or any(is_of(step, quiz) or step.kind in (*READING, "digest") for step in steps):
        return so_far
    facts = state.quizzes[quiz]
    assert facts.order is not None
    order = facts.order.write.changed(reading_id=state.reading_id, before=facts.batches)
    facts = facts.changed(order=Order(write=order, journey=JOURNEY), begun=False, short={}, hopeful=[])
    so_far = so_far.changed(state=known(state, quiz, facts))
    if not facts.batches:
        return beside(state, rest(so_far, meta, quiz))
    judge = ValidateParams(quiz_id=quiz, reading_id=state.reading_id, batch=facts.batches, again=True)
    return beside(state, ask_more(so_far, meta, JOURNEY, "the whole is read", judge))
