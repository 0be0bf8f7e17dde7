"""The progress of a session as a bar on stderr; where that is no terminal, a line a step and a tenth of the pages."""

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from services.console.study.client import Json

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

STEPS = {
    "accepted": "Accepted",
    "reading": "Reading",
    "digesting": "Finding what matters",
    "writing": "Writing questions and cards",
    "validating": "Checking each against the text",
    "grading": "Grading",
    "coaching": "Writing notes",
    "diagnosing": "Finding what is missing",
    "tutoring": "The tutor is writing",
    "planning": "Planning your path",
    "ready": "Ready",
    "pending_review": "Waits for a look",
    "failed": "Failed",
    "forgotten": "Forgotten",
}


def step(state: Json) -> str:
    """What goes on."""
    status = str(state["status"])
    return STEPS.get(status, status)


def words(state: Json) -> str:
    """What goes on, with the pages while it is read."""
    progress = state.get("progress") or {}
    said = step(state)
    total = progress.get("pages_total")
    return (
        f"{said}, page {progress.get('pages_done', 0)} of {total}" if state["status"] == "reading" and total else said
    )


def share(state: Json) -> float | None:
    """How much is done, from 0 to 1; None: not known."""
    if state["status"] == "ready":
        return 1.0
    progress = state.get("progress") or {}
    total = progress.get("steps_total") or 0
    pages = progress.get("pages_total") or 0
    read = progress.get("pages_done", 0) / pages if pages and state["status"] == "reading" else 0.0
    return (progress.get("steps_done", 0) + read) / total if total else None


def tenths(state: Json) -> int:
    """How many tenths of the pages are read: what is worth a line of its own."""
    progress = state.get("progress") or {}
    total = progress.get("pages_total") or 0
    return progress.get("pages_done", 0) * 10 // total if total and state["status"] == "reading" else 0


class Bar:
    """A context in which `show(state)` keeps the bar."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._said = ("", 0)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (BarColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("Sending", total=None)
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, state: Json) -> None:
        """Show a new state."""
        if self._bar is not None and self._task is not None:
            done = share(state)
            total = None if done is None else 1.0
            self._bar.update(self._task, description=words(state), completed=done or 0.0, total=total)
        elif (reached := (step(state), tenths(state))) != self._said:
            self._said = reached
            print(f"{words(state)} ...", file=sys.stderr, flush=True)
