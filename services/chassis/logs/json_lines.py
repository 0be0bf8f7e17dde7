"""A process's log: a JSON object a line on stderr, with the trace id of the session it is about, and no word of it.

Whoever handles a message or a request says once whose it is (`about`, `now_about`); every line from there on, also a
library's, has its `trace_id`. What could quote a learner or a document is held back here and not at each call:
exceptions are shown as `redaction.py` has it, also as arguments; of libraries that we do not know only the template.
"""

import json
import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from services.chassis.logs.redaction import described, kind_of, traced

_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_OURS = ("services", "contracts", "pensum", "__main__", "root")
_KNOWN = ("aiokafka", "uvicorn", "psycopg", "opentelemetry")
"""Libraries whose lines speak of connections and partitions, never of what goes through them."""
_session: ContextVar[UUID | None] = ContextVar("session", default=None)
log = logging.getLogger(__name__)


@contextmanager
def about(session: UUID | None) -> Iterator[None]:
    """Lines that are logged within are about this session; None: about none."""
    token = _session.set(session)
    try:
        yield
    finally:
        _session.reset(token)


def now_about(session: UUID) -> None:
    """The rest of this task is about this session."""
    _session.set(session)


def log_json_lines(service: str, level: int = logging.INFO) -> None:
    """Send all logging of this process to stderr, and what would end it or a thread of it with a traceback."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(service))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, at: log.critical("The process ends.", exc_info=(kind, error, at))
    threading.excepthook = lambda told: log.error("A thread broke.", exc_info=told.exc_value)
    sys.unraisablehook = lambda told: log.error("An error could not be raised.", exc_info=told.exc_value)


def log_loop_errors(loop: Any, context: Mapping[str, Any]) -> None:
    """asyncio's exception handler: its own would show what the task had in hand."""
    log.error(str(context["message"]), exc_info=context.get("exception"))


class JsonLines(logging.Formatter):
    """A record as one JSON object: timestamp, level, service, logger, message, error, and what came by `extra`."""

    def __init__(self, service: str) -> None:
        super().__init__()
        self._service = service

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, Any] = {
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "service": self._service,
            "logger": record.name,
            "message": _message(record),
        }
        if (session := _session.get()) is not None:
            line |= {"trace_id": session.hex, "session_id": str(session)}
        line |= {name: _shown(value) for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info and (error := record.exc_info[1]) is not None:
            line |= {"error_type": kind_of(error), "error": traced(error)}
        return json.dumps(line, default=str, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    if record.name == "py.warnings":  # "file:line: Category: text"
        return ": ".join(record.getMessage().split(": ")[:2])
    if record.name.split(".")[0] not in _OURS + _KNOWN:
        return str(record.msg) if record.args else f"{record.module}:{record.lineno}"
    if isinstance(record.args, tuple):
        return str(record.msg) % tuple(map(_shown, record.args)) if record.args else str(record.msg)
    return record.getMessage()


def _shown(value: Any) -> Any:
    return described(value) if isinstance(value, BaseException) else value
