"""The seconds of work that a child may take, for what it does next and for its whole job; and what is said beyond them.

Work is processor time, the child's own and that of the programs it has waited for: a document is not to blame for a
busy machine. Only when a limit has not been worked off after `patience` times its seconds by the wall clock is the
child ended too, and then it is the machine's fault: a 504 that may be tried again.

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
from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.reader.sandbox.frames import Kind, Sink, plain

_AGAIN = 0.05
_YIELDS = 5


def yields() -> None:
    """What reads a document or a range leaves the processor to what is seen next: a digest, the beginning of a long
    document and its plan, and whoever writes and judges."""
    os.nice(_YIELDS)


@dataclass(frozen=True)
class Limit:
    """What is being done, and for how many seconds of work it may last.

    `left`: seconds of work until it is over, by its own limit or the job's; `wall`: by the wall clock.
    """

    what: str = "The document"
    seconds: float = 0
    page: int = 0
    left: float = 0
    wall: float = 0

    def met(self) -> Failure:
        """The 422 reading_limit that names this limit: the document takes too much work."""
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
        )

    def late(self) -> Failure:
        """The 504 step_timed_out: the machine did not come to do the work. It may be tried again."""
        return failed(Code.STEP_TIMED_OUT, "busy_machine", final=False, numbers={"page": self.page})


class Clock:
    """A child's time. `whole`: what it reads, for the sentence; `seconds`: of work that all of it may take.

    `patience`: see `ReaderSettings`.
    """

    def __init__(self, tell: Sink, whole: str, seconds: float, patience: float) -> None:
        self._tell, self._whole, self._seconds, self._patience = tell, whole, seconds, patience
        self._began, self._worked = time.monotonic(), worked()
        self._limit = Limit(whole, seconds, 0, seconds, patience * seconds)
        self._step_began, self._cpu = self._began, self._worked
        signal.signal(signal.SIGALRM, self._over)

    def page(self, number: int, seconds: float) -> None:
        """The next thing is page `number`, which may take `seconds`."""
        self._set(f"Page {number}", seconds, number)

    def rest(self, page: int = 0) -> None:
        """The next thing may take all that is left."""
        self._set(self._whole, self._seconds, page)

    def _set(self, what: str, seconds: float, page: int) -> None:
        self._step_began, self._cpu = time.monotonic(), worked()
        left = max(self._seconds - (self._cpu - self._worked), 0.001)
        wall = max(self._patience * self._seconds - (self._step_began - self._began), 0.001)
        if seconds >= left:
            what, seconds = self._whole, self._seconds
        self._limit = Limit(what, seconds, page, min(seconds, left), min(self._patience * seconds, wall))
        limit = self._limit
        self._tell(Kind.LIMIT, plain([limit.what, limit.seconds, limit.page, limit.left, limit.wall]))
        signal.setitimer(signal.ITIMER_REAL, min(limit.left, limit.wall))

    def _over(self, _signal: int, _frame: FrameType | None) -> None:
        """Says which limit was met and leaves; no `except` of a library can catch that. Else it looks again later."""
        if getattr(self._tell, "busy", False):
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)  # A frame is half sent: what is said now would be lost in it.
            return
        done, waited = worked() - self._cpu, time.monotonic() - self._step_began
        if (over := over_limit(self._limit, done, waited)) is None:
            signal.setitimer(signal.ITIMER_REAL, max(_AGAIN, min(self._limit.left - done, self._limit.wall - waited)))
            return
        told = {"problem": over.problem.model_dump(mode="json"), "final": over.final}
        self._tell(Kind.FAILED, plain(told))
        os._exit(0)


def over_limit(limit: Limit, done: float, waited: float) -> Failure | None:
    """What a child is told as that has worked, and waited, that many seconds since it said the limit; None: go on."""
    if done >= limit.left:
        return limit.met()
    return limit.late() if waited >= limit.wall else None


def worked() -> float:
    """The seconds of work so far: processor time of this process and of the children it has waited for."""
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
