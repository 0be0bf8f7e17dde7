"""The OpenTelemetry SDK as the house sets it: imported only when somewhere is an endpoint for traces."""

from collections.abc import Sequence
from contextvars import ContextVar
from uuid import UUID

from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import IdGenerator, RandomIdGenerator
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState
from opentelemetry.util.types import Attributes

from services.chassis.settings import Settings
from services.chassis.tracing.traceparent import root_id, sampled

EXPORT_MS = 1000
beginning: ContextVar[UUID | None] = ContextVar("beginning", default=None)
"""The session whose root span is being made right now."""


class SessionIds(IdGenerator):
    """Random ids, but a session's root span gets those that its id says."""

    def __init__(self) -> None:
        self._random = RandomIdGenerator()

    def generate_trace_id(self) -> int:
        """128 bits."""
        session = beginning.get()
        return session.int if session else self._random.generate_trace_id()

    def generate_span_id(self) -> int:
        """64 bits."""
        session = beginning.get()
        return int(root_id(session), 16) if session else self._random.generate_span_id()


class SessionRatio(Sampler):
    """Keeps a share of the sessions, each whole, by the id's first 6 bytes: a UUID fixes bits of the others."""

    def __init__(self, share: float) -> None:
        self._share = share

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """The same for every span of a trace, in every process that has the same share."""
        keep = sampled(trace_id, self._share)
        return SamplingResult(Decision.RECORD_AND_SAMPLE if keep else Decision.DROP, attributes if keep else None)

    def get_description(self) -> str:
        """For the log."""
        return f"SessionRatio({self._share})"


def provider(settings: Settings, service: str) -> TracerProvider:
    """A provider that exports to every endpoint in the settings."""
    made = TracerProvider(
        resource=Resource.create({"service.name": service}),
        sampler=SessionRatio(settings.sample),
        id_generator=SessionIds(),
    )
    if settings.otlp_endpoint:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        exporter = OTLPSpanExporter(endpoint=f"{settings.otlp_endpoint.rstrip('/')}/v1/traces")
        made.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=EXPORT_MS))
    if settings.zipkin_endpoint:
        from opentelemetry.exporter.zipkin.json import ZipkinExporter

        zipkin = ZipkinExporter(endpoint=settings.zipkin_endpoint)
        made.add_span_processor(BatchSpanProcessor(zipkin, schedule_delay_millis=EXPORT_MS))
    return made
