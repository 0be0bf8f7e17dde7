"""How far a session is, as the protocol tells it: each notice further than the last, and one now and then in between,
so that a client that waits for them knows that somebody is at work."""

import asyncio
from collections.abc import Awaitable, Callable

from services.mcp.house import Json

EVERY_SECONDS, STEP = 5.0, 0.001
WORDS = {
    "accepted": "Taken",
    "reading": "Reading",
    "digesting": "Finding what it is about",
    "writing": "Writing",
    "validating": "Holding what was written against the text",
    "grading": "Grading",
    "coaching": "Writing notes",
    "diagnosing": "Diagnosing",
    "tutoring": "The tutor is at work",
    "planning": "Planning",
}
Report = Callable[[float, float | None, str], Awaitable[None]]


class Notices:
    """The notices of one call. `report` is the protocol's: how far, of how much, and a sentence."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._told: tuple[float, str] | None = None
        self._value, self._at = 0.0, 0.0

    async def state(self, state: Json) -> None:
        """Tells where a session stands, if that is news or was last told a while ago."""
        progress = state.get("progress") or {}
        pages, of = progress.get("pages_done", 0), progress.get("pages_total", 0)
        reads = progress.get("step") == "reading" and of
        done = progress.get("steps_done", 0) + (pages / of if reads else 0)
        where = f", page {pages} of {of}" if reads else ""
        said = f"{WORDS.get(state['status'], state['status'])}{where}."
        await self.say(said, done, progress.get("steps_total") or None)

    async def say(self, said: str, done: float = 0.0, of: float | None = None) -> None:
        """Tells a sentence."""
        now = asyncio.get_running_loop().time()
        if self._told == (done, said) and now - self._at < EVERY_SECONDS:
            return
        self._told, self._at = (done, said), now
        self._value = max(done, self._value + STEP)
        await self._report(self._value, of if of and of > self._value else None, said)
