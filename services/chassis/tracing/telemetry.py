"""Traces: a session's id is its trace id, so whoever holds a session id can find and continue its trace.

Without an endpoint nothing of OpenTelemetry is imported and a span only hands on its parent. Names follow the semantic
conventions (`http.*`, `messaging.*`, `gen_ai.*`); no span holds a word of a learner or of a document
(`logs/redaction.py`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from services.chassis.logs.redaction import kind_of, traced
from services.chassis.settings import Settings
from services.chassis.tracing.traceparent import root_of

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

Kind = Literal["internal", "server", "client", "producer", "consumer"]
_provider: "TracerProvider | None" = None
_share = 1.0
GOODBYE_S = 2.0
"""How long a process that ends waits for its last spans to be taken."""


class Spanned:
    """A span that is open. `traceparent` is what a message or request caused by it carries."""

    def __init__(self, traceparent: str | None, span: "Span | None" = None) -> None:
        self.traceparent = traceparent
        self.marked = False
        """Whether it is an error already."""
        self._span = span

    def set(self, **attributes: Any) -> None:
        """Attributes known only later; None is left out."""
        if self._span is not None:
            self._span.set_attributes(_known(attributes))

    def name(self, name: str) -> None:
        """Another name than the one it began with."""
        if self._span is not None:
            self._span.update_name(name)

    def failed(self, kind: str, code: str | None = None) -> None:
        """Marks it as an error, without an exception. `kind`: of the error; `code`: of the problem that it became."""
        self.marked = True
        if self._span is not None:
            from opentelemetry.trace import Status, StatusCode

            self._span.set_status(Status(StatusCode.ERROR, code or kind))
            self.set(**{"error.type": kind, "pensum.problem.code": code})

    def broke(self, error: BaseException) -> None:
        """Marks it as an error by an exception: its kind and where it came from, never its text."""
        if self._span is not None and not self.marked:
            kind = kind_of(error)
            self.failed(kind)
            self._span.add_event("exception", {"exception.type": kind, "exception.stacktrace": traced(error)})

    def end(self) -> None:
        """It is over; for one that was begun with `begin`."""
        if self._span is not None:
            self._span.end()


def configure(settings: Settings, service: str) -> None:
    """Begin to export this process's spans as `pensum-<service>`, if there is an endpoint."""
    global _provider, _share
    shutdown()
    _share = settings.sample
    if settings.otlp_endpoint or settings.zipkin_endpoint:
        from services.chassis.tracing.sdk import provider

        _provider = provider(settings, f"pensum-{service}")


def on() -> bool:
    """Whether spans leave this process."""
    return _provider is not None


def shutdown() -> None:
    """Send what is left and stop. `process/serve.py` does so when a service ends: a forked child runs no atexit."""
    global _provider
    if _provider is not None:
        # In a thread: it would wait for a collector that is away, and nobody waits so long for a service to end.
        ending = Thread(target=_provider.shutdown, daemon=True)
        ending.start()
        ending.join(GOODBYE_S)
    _provider = None


def traceparent_of(session: UUID) -> str:
    """The `traceparent` of the session's root span, the upload."""
    return root_of(session, _share)


def session_context(session: UUID) -> "Context":
    """OpenTelemetry's context whose parent is the session's root span."""
    return _context(traceparent_of(session))


def begin(
    name: str,
    *,
    parent: "str | Context | None" = None,
    root: UUID | None = None,
    link: str | None = None,
    kind: Kind = "internal",
    started: int | None = None,
    **attributes: Any,
) -> Spanned:
    """Begins a span that is ended by hand. `parent`: a `traceparent`, a context, or None for the one open here.

    `root`: the session whose first span it is, with the ids that its id says. `link`: the `traceparent` of a foreign
    cause. `started`: when it began, in nanoseconds. Attributes with dots come as `**{"messaging.system": ...}`.
    """
    if _provider is None:
        return Spanned(traceparent_of(root) if root else parent if isinstance(parent, str) else None)
    from opentelemetry.context import Context
    from opentelemetry.trace import Link, SpanKind, get_current_span

    from services.chassis.tracing.sdk import beginning

    context = Context() if root else _context(parent) if isinstance(parent, str) else parent
    foreign = get_current_span(_context(link)).get_span_context() if link else None
    links = [Link(foreign)] if foreign is not None and foreign.is_valid else []
    token = beginning.set(root)
    try:
        tracer = _provider.get_tracer("pensum")
        made = tracer.start_span(name, context, SpanKind[kind.upper()], _known(attributes), links, started)
    finally:
        beginning.reset(token)
    at = made.get_span_context()
    return Spanned(f"00-{at.trace_id:032x}-{at.span_id:016x}-{int(at.trace_flags) & 1:02x}", made)


@contextmanager
def span(
    name: str, *, parent: "str | Context | None" = None, kind: Kind = "internal", **attributes: Any
) -> Iterator[Spanned]:
    """A span around what is done; see `begin`. An exception that leaves it marks it (`Spanned.broke`)."""
    with _around(begin(name, parent=parent, kind=kind, **attributes)) as spanned:
        yield spanned


@contextmanager
def root_span(
    name: str, session: UUID, *, link: str | None = None, kind: Kind = "server", **attributes: Any
) -> Iterator[Spanned]:
    """The session's first span, around what is done; see `begin`."""
    with _around(begin(name, root=session, link=link, kind=kind, **attributes)) as spanned:
        yield spanned


@contextmanager
def _around(spanned: Spanned) -> Iterator[Spanned]:
    if spanned._span is None:
        yield spanned
        return
    from opentelemetry.trace import use_span

    with use_span(spanned._span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
        try:
            yield spanned
        except Exception as error:
            spanned.broke(error)
            raise


def _context(traceparent: str) -> "Context":
    from opentelemetry.context import Context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": traceparent}, Context())


def _known(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value is not None}
