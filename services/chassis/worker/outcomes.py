"""How a run ends: its answers signed and logged, or its failure as an event."""

import asyncio
from collections.abc import Sequence

from contracts.message import Message
from contracts.problems import Code, Failure
from contracts.session import StepFailed
from services.chassis import problems
from services.chassis.logs.redaction import kind_of
from services.chassis.model.failures import ModelError
from services.chassis.model.failures import told as told_of
from services.chassis.model.spending import tallied
from services.chassis.worker.handlers import Handler, Run
from services.chassis.worker.run_log import agent_run, log_run

MOST_BYTES = 900_000
"""An answer beyond this is a bug of its author: the broker takes messages under 1 MB."""


async def within_limit(message: Message, handler: Handler, run: Run) -> list[Message]:
    """The handler's answers. Raises `Failure` step_timed_out, not final, beyond the handler's limit."""
    try:
        async with asyncio.timeout(handler.limit_s) as limit:
            with tallied(run.notes.tally):
                return list(await handler.handle(message, run))
    except TimeoutError as error:
        if not limit.expired():
            raise  # Somebody else's, and an OSError.
        seconds = handler.limit_s
        values = {"agent": handler.agent, "seconds": f"{seconds:g}"}
        raise problems.failed(
            Code.STEP_TIMED_OUT, "step_slow", final=False, numbers={"seconds": seconds}, **values
        ) from error


def signed(answers: list[Message], message: Message, handler: Handler, run: Run) -> list[Message]:
    """The answers with the run on the last of them; the run is logged. Raises ValueError for one that is too large."""
    made = agent_run(handler.agent, run.notes, message, answers, [])
    if answers and "run" in type(answers[-1]).model_fields:
        answers[-1] = answers[-1].model_copy(update={"run": made})
    if any(len(answer.write()) > MOST_BYTES for answer in answers):
        raise ValueError(f"an answer is larger than {MOST_BYTES} bytes")
    log_run(made, run.envelope, run.notes.measured)
    return answers


def failed(error: Failure | ModelError | OSError, message: Message, handler: Handler, run: Run) -> Sequence[Message]:
    """The failure as an event with its run; the run is logged, and its span is an error."""
    if isinstance(error, Failure):
        known, detail = error, str(error)
    elif isinstance(error, ModelError):
        known = Failure(told_of(error), final=error.final, tokens=error.tokens)
        detail = error.detail
    else:
        known = problems.failed(Code.UNAVAILABLE, "store_away", final=False)
        detail = repr(error)
    run.notes.take(known.tokens)
    run.failed(kind_of(error.__cause__ or error), known.problem.code)
    told = StepFailed(problem=known.problem, final=known.final, tokens_used=run.notes.tokens_used)
    answer = told if handler.failed is None else handler.failed(message, known.problem)
    made = agent_run(handler.agent, run.notes, message, [answer], [f"{known.problem.code}: {detail}"])
    log_run(made, run.envelope, run.notes.measured)
    return (
        [told.model_copy(update={"run": made, "tokens_used": made.tokens_used})] if handler.failed is None else [answer]
    )
