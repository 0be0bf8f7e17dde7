"""How a step begins, ends, fails and is tried again: the rules 9 to 12 of the protocol, the same for every journey."""

import re
from uuid import UUID

from contracts.agents import Agent
from contracts.envelope import command_id
from contracts.message import Phrase
from contracts.problems import Code, Problem, problem
from contracts.session import MessageParked, StepFailed
from services.orchestrator.workflow.learning import Line, Opening
from services.orchestrator.workflow.params import AnyParams, GatherParams, PagesParams, ReadParams
from services.orchestrator.workflow.stages import AGENT, BEGINNING, Journey, JourneyKind
from services.orchestrator.workflow.state import Ask, Decision, Meta, State, Step
from services.text.catalogue.phrases import rendered

# `TypeError(...)`, `KeyError: ...`, or what the database said.
_RAISED = re.compile(r"\w\(|\w(?:Error|Exception|Violation)\b|^[A-Z]\w+: |^deciding it failed|^the database refuses it")
FAILURES = 3
LOSSES = 6


def ask(state: State, meta: Meta, journey: Journey, reason: str, params: AnyParams) -> Decision:
    """Opens a step and asks for it; its command's id derives from the message and its place."""
    return ask_more(Decision(state=state), meta, journey, reason, params)


def ask_more(so_far: Decision, meta: Meta, journey: Journey, reason: str, params: AnyParams) -> Decision:
    """The same beside what the message has led to so far."""
    command, kind = command_id(meta.id, len(so_far.asks)), params.kind
    state = remedied(so_far.state)
    step = Step(kind=kind, journey=journey, params=params)
    state = state.changed(open={**state.open, command: step}, last_routed_to=AGENT[kind], routing_reason=reason)
    asked = Ask(command=command, kind=kind, params=params, attempt=1)
    return so_far.changed(state=state, asks=[*so_far.asks, asked])


def remedied(state: State) -> State:
    """The learner acts: that is the remedy of a failure that no other try can help."""
    why = state.problem
    if why is None or why.code == Code.REVIEW_REJECTED or (why.status >= 500 and state.unfinished):
        return state
    return dropped(state).changed(problem=None, failed_version=None)


def dropped(state: State) -> State:
    """The state without what is unfinished. A cycle that waits for a grade of it waits for other answers instead."""
    cycle, journeys = state.cycle, {step.journey for step in state.unfinished.values()}
    if cycle is not None and Journey("attempt", cycle.attempt_id) in journeys:
        state = state.changed(cycle=cycle.ungraded())
    return state.changed(unfinished={})


def beside(before: State, asked: Decision) -> Decision:
    """What was asked for is no remedy: a failure of the session stays as it was."""
    return asked.changed(state=asked.state.failing_as(before))


def line(so_far: Decision, code: str, agent: Agent = "coordinator", **values: str | int | Phrase) -> Decision:
    """The house adds a line to the conversation."""
    added = Line(agent=agent, code=code, values=dict(values))
    return so_far.changed(lines=[*so_far.lines, added])


def leading(so_far: Decision, opens: Opening, quiz: UUID | None = None) -> Decision:
    """The line that the house added last leads there."""
    last = so_far.lines[-1].changed(opens=opens, quiz_id=quiz)
    return so_far.changed(lines=[*so_far.lines[:-1], last])


def close(state: State, command: UUID) -> State:
    """The step is done."""
    return state.changed(open={key: step for key, step in state.open.items() if key != command})


def unmoved(state: State) -> Decision:
    """Out of turn, late or repeated: nothing."""
    return Decision(state=state, kept=False)


def again(state: State, command: UUID, step: Step) -> Decision:
    """Sends a step once more, under its own id, as its next attempt."""
    step = step.changed(attempt=step.attempt + 1)
    asked = Ask(command=command, kind=step.kind, params=step.params, attempt=step.attempt, losses=step.losses)
    return Decision(state=state.changed(open={**state.open, command: step}), asks=[asked])


def failed(state: State, meta: Meta, message: StepFailed) -> Decision:
    """A worker could not: tried again up to three times where that can help, else the journey fails."""
    step = _current(state, meta)
    if step is None or meta.command is None:
        return unmoved(state)
    step = step.changed(failures=step.failures + 1)
    if message.final or step.failures >= FAILURES:
        return fail_journey(state, meta, meta.command, step, _of_several(state, step, message.problem))
    return again(state, meta.command, step)


def timed_out(state: State, meta: Meta) -> Decision:
    """A deadline passed: sent again up to six times, then the journey fails with 504."""
    step = _current(state, meta)
    if step is None or meta.command is None:
        return unmoved(state)
    step = step.changed(losses=step.losses + 1)
    if step.losses > LOSSES:
        late = told(Code.STEP_TIMED_OUT, "step_late", doing=_doing(step), count=str(step.attempt))
        return fail_journey(state, meta, meta.command, step, late)
    return again(state, meta.command, step)


def parked(state: State, meta: Meta, message: MessageParked) -> Decision:
    """A message of this session was put aside: about a step, that step failed, for good or at this attempt."""
    if message.command is None:
        return unmoved(state)
    about = meta.changed(command=message.command, attempt=message.attempt)
    step = _current(state, about)
    if step is None:
        return unmoved(state)
    step = step.changed(failures=step.failures + 1)
    if not message.final and step.failures < FAILURES:
        return again(state, message.command, step)
    aside = told(Code.INTERNAL, "step_put_aside", doing=_doing(step), why=put_aside(message))
    return fail_journey(state, meta, message.command, step, aside)


def _doing(step: Step) -> Phrase:
    return Phrase.of(f"steps.{step.kind}")


def told(code: Code, name: str, /, **values: str | Phrase) -> Problem:
    """A problem in the catalogue's words: in English, and as data."""
    phrase = Phrase.of(f"problems.{name}", **values)
    return problem(code, rendered(phrase, "en"), phrase=phrase)


def put_aside(message: MessageParked) -> str:
    """Why, in brackets, for a learner; nothing where only an exception says so, which the parked row and logs keep."""
    return "" if _RAISED.search(message.reason) else f" ({message.reason[:200]})"


def fail_journey(state: State, meta: Meta, command: UUID, step: Step, why: Problem) -> Decision:
    """Closes all steps of the journey and remembers what is unfinished; late answers then change nothing.

    What is done with the beginning of a document fails nothing, and is left when the document's journey fails.
    """
    if step.journey == BEGINNING:
        return Decision(state=tried_to_begin(state).changed(open=_without_beginning(state)))
    if step.journey.kind == "document":
        state = state.changed(open=_without_beginning(state))
    shut = {key: other for key, other in state.open.items() if other.journey == step.journey}
    shut[command] = step
    return Decision(
        state=state.changed(
            open={key: other for key, other in state.open.items() if key not in shut},
            unfinished={**state.unfinished, **shut},
            problem=why,
            failed_version=meta.seq,
        )
    )


def tried_to_begin(state: State) -> State:
    """The state that knows that the beginning of its document brings nothing: it is asked for no more."""
    return state.changed(papers=[paper.changed(tried=True) for paper in state.papers])


def _without_beginning(state: State) -> dict[UUID, Step]:
    return {key: step for key, step in state.open.items() if step.journey != BEGINNING}


def retry(state: State) -> Decision:
    """Re-opens what is unfinished under its own ids, with the next attempt and a fresh allowance."""
    asks: list[Ask] = []
    opened = dict(state.open)
    for command, step in state.unfinished.items():
        fresh = step.changed(attempt=step.attempt + 1, failures=0, losses=0)
        opened[command] = fresh
        asks.append(Ask(command=command, kind=fresh.kind, params=fresh.params, attempt=fresh.attempt))
    return Decision(state=state.changed(open=opened, unfinished={}, problem=None, failed_version=None), asks=asks)


def again_of(state: State, kind: JourneyKind) -> Decision:
    """The same of one kind of journey; where something else failed too, that stays."""
    left = {key: step for key, step in state.unfinished.items() if step.journey.kind != kind}
    own = {key: step for key, step in state.unfinished.items() if key not in left}
    tried = retry(state.changed(unfinished=own))
    if not left:
        return tried
    return tried.changed(state=tried.state.failing_as(state).changed(unfinished=left))


def _current(state: State, meta: Meta) -> Step | None:
    """The open step that a failure or timeout is about, if it is about its current attempt."""
    step = state.open.get(meta.command) if meta.command else None
    return step if step is not None and step.attempt == meta.attempt else None


def _of_several(state: State, step: Step, why: Problem) -> Problem:
    """The problem, with the name of the document that it is about where there are several."""
    if len(state.papers) == 1 or not isinstance(step.params, ReadParams | PagesParams | GatherParams):
        return why
    names = [paper.document.filename for paper in state.papers if paper.sha256 == step.params.document]
    if not names:
        return why
    phrase = Phrase.of("signs.about", names[0], why.phrase) if why.phrase else None
    return why.model_copy(update={"detail": f"{names[0]}: {why.detail}", "phrase": phrase})
