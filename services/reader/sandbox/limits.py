"""The seconds that a child may take: for what it does next, and for its whole job; and the sentence when it does not.

The child says each limit before it begins, so the Reader knows which one was met, and ends it from outside when it
hangs where no signal reaches it.
"""

import os
import resource
import signal
import time
from dataclasses import dataclass
from types import FrameType

from contracts.message import Phrase
from contracts.problems import Code, Problem
from services.chassis.problems import failed
from services.reader.sandbox.frames import Kind, Sink, plain

_BUSY = 0.3  # whoever used the processor for that share of its time was slow by itself
_AGAIN = 0.05


@dataclass(frozen=True)
class Limit:
    """What is being done, and for how many seconds it may last. `left`: until it is over, by its own or the job's."""

    what: str = "The document"
    seconds: float = 0
    page: int = 0
    left: float = 0

    def problem(self) -> Problem:
        """The 422 reading_limit that names this limit."""
        kind, _, which = self.what.partition(" ")
        name = {"The document": "slow_document", "The page": "slow_one", "Page": "slow_page"}
        form = name.get(self.what) or name.get(kind, "slow_pages")
        # What is one page says so itself.
        at = "_at" * bool(self.page and form in ("slow_document", "slow_pages"))
        return failed(
            Code.READING_LIMIT,
            form + at,
            which=Phrase.of("notices.through", *which.split(" to ")) if form == "slow_pages" else which,
            seconds=f"{self.seconds:g}",
            page=self.page,
            numbers={"seconds": self.seconds, "page": self.page},
        ).problem


class Clock:
    """A child's time. `whole`: what it reads, for the sentence; `seconds`: what all of it may take."""

    def __init__(self, tell: Sink, whole: str, seconds: float) -> None:
        self._tell, self._whole, self._seconds = tell, whole, seconds
        self._began = time.monotonic()
        self._limit = Limit(whole, seconds, 0, seconds)
        self._step_began, self._cpu = self._began, _cpu()
        signal.signal(signal.SIGALRM, self._over)

    def page(self, number: int, seconds: float) -> None:
        """The next thing is page `number`, which may take `seconds`."""
        self._set(Limit(f"Page {number}", seconds, number, seconds))

    def rest(self, page: int = 0) -> None:
        """The next thing may take all that is left."""
        self._set(Limit(self._whole, self._seconds, page, self._seconds))

    def _set(self, limit: Limit) -> None:
        left = self._seconds - (time.monotonic() - self._began)
        if limit.left >= left:
            limit = Limit(self._whole, self._seconds, limit.page, max(left, 0.001))
        self._limit, self._step_began, self._cpu = limit, time.monotonic(), _cpu()
        self._tell(Kind.LIMIT, plain([limit.what, limit.seconds, limit.page, limit.left]))
        signal.setitimer(signal.ITIMER_REAL, limit.left)

    def _over(self, _signal: int, _frame: FrameType | None) -> None:
        """Says which limit was met and leaves; no `except` of a library can catch that."""
        if getattr(self._tell, "busy", False):
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)  # A frame is half sent: what is said now would be lost in it.
            return
        # Where the document's limit is met, all of its time counts and not that of the last page alone.
        used = _cpu() if self._limit.what == self._whole else _cpu() - self._cpu
        final = used >= _BUSY * self._limit.seconds
        self._tell(Kind.FAILED, plain({"problem": self._limit.problem().model_dump(mode="json"), "final": final}))
        os._exit(0)


def _cpu() -> float:
    """Processor seconds of this process and of the children it has waited for."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in both)


def cpu_of(pid: int) -> float:
    """Processor seconds of another process, 0 where it cannot be told."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def ended(limit: Limit, cpu: float) -> tuple[Problem, bool]:
    """What a child that had to be ended from outside is told as, and whether that is final."""
    return limit.problem(), cpu >= _BUSY * limit.seconds
