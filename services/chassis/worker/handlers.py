"""What a worker's service says that it does on a command, and what a handler is given to do it in."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from contracts.envelope import Envelope
from contracts.message import Message
from contracts.problems import Problem
from services.chassis.lanes import Lane
from services.chassis.worker.run_log import Notes


class Run:
    """One command's run, given to its handler. `envelope.subject` is the session id, `envelope.id` the command's."""

    def __init__(
        self,
        envelope: Envelope,
        say: Callable[[Message, int], Awaitable[None]],
        mark: Callable[..., None] | None = None,
        fail: Callable[[str, str], None] | None = None,
    ) -> None:
        self.envelope = envelope
        self.notes = Notes()
        self.unsaid: Exception | None = None
        self._say, self._mark, self._fail, self._told = say, mark, fail, Counter[str]()

    def again(self) -> None:
        """It is done once more from its beginning: what it tells then has the ids that it had."""
        self._told.clear()

    async def tell(self, message: Message) -> None:
        """Publishes an event at once. Raises when the broker does not take it, and then the process ends."""
        ordinal = self._told[message.type_name]
        self._told[message.type_name] += 1
        try:
            await self._say(message, ordinal)
        except Exception as error:
            self.unsaid = error  # Also for a handler that catches it: what was not said must not be forgotten.
            raise

    def note(
        self, *, input_summary: str = "", output: str = "", reasoning: str = "", tokens_used: int | None = None
    ) -> None:
        """For `agent_runs` and the log; what is given replaces what was noted before."""
        self.notes.take(tokens_used, input_summary=input_summary, output=output, reasoning=reasoning)

    def measure(self, **figures: float | str | None) -> None:
        """Figures of this run: on its span as `pensum.<name>`, in its log line as `<name>`. None is left out."""
        known = {name: figure for name, figure in figures.items() if figure is not None}
        self.notes.measured |= known
        if self._mark is not None:
            self._mark(**{f"pensum.{name}": figure for name, figure in known.items()})

    def failed(self, kind: str, code: str) -> None:
        """It ends in a problem: the error's kind and the problem's code, on its span."""
        if self._fail is not None:
            self._fail(kind, code)


Handle = Callable[[Any, Run], Awaitable[Sequence[Message]]]


@dataclass(frozen=True)
class Handler:
    """What a service does on a command. `dear`: its answers are kept. `limit_s`: seconds a run may take.

    `lane`: where a run waits for its place, which does not count as taking time. `answers`: the topic of its answers
    where that is not the service's own; such a handler says itself what a failure is answered with (`failed`).
    `stage`: how near it brings a session to what somebody waits for; of one owner's runs the later stage is first.
    """

    command: type[Message]
    handle: Handle
    agent: str
    dear: bool
    limit_s: float
    lane: Callable[[Any], Awaitable[Lane]] | None = None
    answers: str | None = None
    failed: Callable[[Any, Problem], Message] | None = None
    stage: int = 0

    def __post_init__(self) -> None:
        if (self.answers is None) != (self.failed is None):
            raise ValueError("answers, failed: a handler has both or neither")
