"""Traces: a session's id is its trace id, so whoever holds a session id can find and continue its trace.

Without an endpoint nothing of OpenTelemetry is imported and a span only hands on its parent. Names follow the semantic
conventions (`messaging.*`, `gen_ai.*`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from services.chassis.settings import Settings
from services.chassis.traceparent import root_of

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

Kind = Literal["internal", "server", "client", "producer", "consumer"]
_provider: "TracerProvider | None" = None
_share = 1.0


class Spanned:
    """A span that is open. `traceparent` is what a message or request caused by it carries."""

    def __init__(self, traceparent: str | None, span: "Span | None" = None) -> None:
        self.traceparent = traceparent
        self._span = span

    def set(self, **attributes: Any) -> None:
        """Attributes known only later; None is left out."""
        if self._span is not None:
            self._span.set_attributes(_known(attributes))

    def failed(self, reason: str) -> None:
        """Marks it as an error, without an exception."""
        if self._span is not None:
            from opentelemetry.trace import Status, StatusCode

            self._span.set_status(Status(StatusCode.ERROR, reason))


def configure(settings: Settings, room: str) -> None:
    """Begin to export this process's spans as `pensum-<room>`, if there is an endpoint."""
    global _provider, _share
    shutdown()
    _share = settings.sample
    if settings.otlp_endpoint or settings.zipkin_endpoint:
        from services.chassis.tracing import provider

        _provider = provider(settings, f"pensum-{room}")


def shutdown() -> None:
    """Send what is left and stop; happens by itself when the process ends in an orderly way."""
    global _provider
    if _provider is not None:
        _provider.shutdown()
    _provider = None


def traceparent_of(session: UUID) -> str:
    """The `traceparent` of the session's root span, the upload."""
    return root_of(session, _share)


def session_context(session: UUID) -> "Context":
    """OpenTelemetry's context whose parent is the session's root span."""
    return _context(traceparent_of(session))


@contextmanager
def span(
    name: str, *, parent: "str | Context | None" = None, kind: Kind = "internal", **attributes: Any
) -> Iterator[Spanned]:
    """A span below `parent`: a `traceparent`, a context, or None for the one that is open here.

    An exception that leaves it is recorded. Attributes with dots in their names come as `**{"messaging.system": ...}`.
    """
    if _provider is None:
        yield Spanned(parent if isinstance(parent, str) else None)
        return
    context = _context(parent) if isinstance(parent, str) else parent
    with _open(_provider, name, context, kind, attributes, []) as spanned:
        yield spanned


@contextmanager
def root_span(
    name: str, session: UUID, *, link: str | None = None, kind: Kind = "server", **attributes: Any
) -> Iterator[Spanned]:
    """The session's first span, with the ids that its id says. `link`: the `traceparent` that came with the request."""
    if _provider is None:
        yield Spanned(traceparent_of(session))
        return
    from opentelemetry.context import Context
    from opentelemetry.trace import Link, get_current_span

    linked = [Link(get_current_span(_context(link)).get_span_context())] if link else []
    linked = [each for each in linked if each.context.is_valid]
    with _open(_provider, name, Context(), kind, attributes, linked, session) as spanned:
        yield spanned


@contextmanager
def _open(
    provider: "TracerProvider",
    name: str,
    context: "Context | None",
    kind: Kind,
    attributes: dict[str, Any],
    links: list[Any],
    session: UUID | None = None,
) -> Iterator[Spanned]:
    from opentelemetry.trace import SpanKind, use_span

    from services.chassis.tracing import beginning

    tracer = provider.get_tracer("pensum")
    token = beginning.set(session)
    try:
        made = tracer.start_span(name, context, SpanKind[kind.upper()], _known(attributes), links)
    finally:
        beginning.reset(token)
    at = made.get_span_context()
    traceparent = f"00-{at.trace_id:032x}-{at.span_id:016x}-{int(at.trace_flags) & 1:02x}"
    with use_span(made, end_on_exit=True):
        yield Spanned(traceparent, made)


def _context(traceparent: str) -> "Context":
    from opentelemetry.context import Context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": traceparent}, Context())


def _known(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value is not None}
