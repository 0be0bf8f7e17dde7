"""One run of an agent, as it is logged and sent along with its output."""

import hashlib
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType

from contracts.documents import AgentRun
from contracts.envelope import Envelope
from contracts.message import Message
from services.chassis.model.spending import Tally

WORDS = ("input_summary", "output", "reasoning")
"""What a run says in words, which may be a learner's or a document's."""
log = logging.getLogger("pensum.runs")


@dataclass
class Notes:
    """What a handler says about its run, what it measured, what models took for it, and when it began."""

    said: dict[str, str] = field(default_factory=dict)
    tokens_used: int | None = None
    measured: dict[str, float | str] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    started: float = field(default_factory=time.perf_counter)

    def begin(self) -> None:
        """It begins now: what it waited before does not count."""
        self.began, self.started = datetime.now(UTC), time.perf_counter()

    def take(self, tokens_used: int | None, **said: str) -> None:
        """Adds to the notes; what is given replaces what stood there."""
        self.said |= {name: text for name, text in said.items() if text}
        self.tokens_used = self.tokens_used if tokens_used is None else tokens_used


def agent_run(
    agent: str, notes: Notes, command: Message, answers: Sequence[Message], errors: Sequence[str]
) -> AgentRun:
    """The run that ends now."""
    return AgentRun(
        timestamp=notes.began,
        agent=agent,
        duration_ms=round((time.perf_counter() - notes.started) * 1000, 3),
        input_hash=hashlib.sha256(command.write()).hexdigest(),
        output_hash=hashlib.sha256(b"\n".join(answer.write() for answer in answers)).hexdigest(),
        tokens_used=notes.tokens_used if notes.tally.tokens is None else notes.tally.tokens,
        errors=list(errors),
        spending=notes.tally.spent(),
        **notes.said,
    )


def log_run(run: AgentRun, command: Envelope, measured: Mapping[str, float | str] = MappingProxyType({})) -> None:
    """One JSON line; its trace id is the session id. `measured`: figures beside the run's own.

    Of what was said it has the length alone, of an error its code: the words stand in `agent_runs`, and are forgotten
    with the session.
    """
    where = {
        "trace_id": command.subject.hex,
        "session_id": str(command.subject),
        "command_id": str(command.id),
        "attempt": command.attempt,
    }
    said = {name: len(getattr(run, name)) for name in WORDS}
    told = run.model_dump(mode="json", exclude={*WORDS, "errors"})
    log.log(
        logging.WARNING if run.errors else logging.INFO,
        "agent run",
        extra=dict(measured)
        | told
        | {f"{name}_characters": length for name, length in said.items()}
        | {"errors": [error.partition(":")[0] for error in run.errors]}
        | where,
    )
