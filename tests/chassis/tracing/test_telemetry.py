"""A session's spans, as a real receiver gets them."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from contracts.envelope import Envelope, first
from contracts.message import Message
from contracts.reading import ReadDocument, ReadingProgress
from contracts.session import StepProgressed
from services.chassis.broker.outgoing import Outgoing, sending
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.chassis.tracing import telemetry
from services.chassis.tracing.traceparent import root_id, sampled
from services.chassis.worker.handlers import Handler, Run
from services.chassis.worker.worker import Worker
from tests.chassis.worker.commands import command
from tests.standins.otlp_receiver import OtlpReceiver

SESSION = UUID("12345678-9abc-4def-8123-456789abcdef")


@pytest.fixture
def receiver() -> Iterator[OtlpReceiver]:
    """A receiver, and this process exporting to it as the gateway."""
    with OtlpReceiver() as receiving:
        telemetry.configure(Settings(otlp_endpoint=receiving.endpoint), "gateway")
        yield receiving
        telemetry.configure(Settings(otlp_endpoint=None, zipkin_endpoint=None), "gateway")


def test_the_upload_is_the_root_with_the_ids_of_its_session(receiver: OtlpReceiver) -> None:
    asked = f"00-{'a' * 32}-{'b' * 16}-01"
    with telemetry.root_span("POST /v1/documents", SESSION, link=asked, route="/v1/documents") as root:
        assert root.traceparent == telemetry.traceparent_of(SESSION)
    telemetry.shutdown()
    (span,) = receiver.spans
    assert (span.service, span.trace_id, span.span_id, span.parent) == (
        "pensum-gateway",
        SESSION.hex,
        SESSION.hex[:16],
        "",
    )
    assert span.attributes == {"route": "/v1/documents"}
    assert [(link.trace_id.hex(), link.span_id.hex()) for link in span.span.links] == [("a" * 32, "b" * 16)]


def test_whoever_knows_the_session_continues_its_trace(receiver: OtlpReceiver) -> None:
    with telemetry.span("later", parent=telemetry.traceparent_of(SESSION), kind="consumer") as later:
        with telemetry.span("within"):
            pass
        assert later.traceparent
        with telemetry.span("caused", parent=later.traceparent):
            pass
    with telemetry.span("by context", parent=telemetry.session_context(SESSION)):
        pass
    telemetry.shutdown()
    spans = {each.span.name: each for each in receiver.of(SESSION.hex)}
    assert spans["later"].parent == spans["by context"].parent == root_id(SESSION)
    assert spans["within"].parent == spans["caused"].parent == spans["later"].span_id
    assert len({each.span_id for each in spans.values()}) == 4


def test_an_exception_that_leaves_a_span_is_in_it_by_kind_and_place_and_not_by_its_text(
    receiver: OtlpReceiver,
) -> None:
    word = "photosynthesis"
    with pytest.raises(LookupError), telemetry.span("broken", parent=telemetry.traceparent_of(SESSION)):
        raise LookupError(f"nothing is known of {word}")
    telemetry.shutdown()
    (span,) = receiver.spans
    assert (span.span.status.code, span.span.status.message) == (span.span.status.STATUS_CODE_ERROR, "LookupError")
    assert span.attributes == {"error.type": "LookupError"}
    (event,) = span.span.events
    assert event.name == "exception"
    assert __file__ in str(event)
    assert word not in str(span.span)


def test_what_failed_without_an_exception_has_its_kind_and_its_problem(receiver: OtlpReceiver) -> None:
    with telemetry.span("failed", parent=telemetry.traceparent_of(SESSION)) as failed:
        failed.failed("ModelRejected", "model_rejected")
    telemetry.shutdown()
    (span,) = receiver.spans
    assert (span.span.status.code, span.span.status.message) == (2, "model_rejected")
    assert span.attributes == {"error.type": "ModelRejected", "pensum.problem.code": "model_rejected"}


def test_a_service_that_ends_sends_its_last_spans() -> None:
    """As a forked child that ends by `os._exit`, which runs no atexit."""
    program = """
import os
from uuid import UUID
from services.chassis.tracing import telemetry
from services.chassis.process.serve import serve
from services.chassis.settings import Settings

settings = Settings()

async def main(settings, ready):
    telemetry.configure(settings, "reader")
    with telemetry.span("last", parent=telemetry.traceparent_of(UUID(int=7 << 64))):
        raise LookupError

os._exit(serve(main, settings, None))
"""
    with OtlpReceiver() as receiving:
        environment = {"PATH": "/usr/bin:/bin", "OTEL_EXPORTER_OTLP_ENDPOINT": receiving.endpoint}
        subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=False, timeout=90)
        assert [each.span.name for each in receiving.spans] == ["last"]


async def test_a_command_has_a_span_below_its_sender_and_its_answers_carry_it(
    receiver: OtlpReceiver, tmp_path: Path
) -> None:
    sent: list[Outgoing] = []

    async def publish(messages: Sequence[Outgoing]) -> None:
        sent.extend(messages)

    async def digest(message: ReadDocument, run: Run) -> Sequence[Message]:
        with telemetry.span("within the handler"):
            return [ReadingProgress(pages_done=1, pages_total=1)]

    handlers = [Handler(ReadDocument, digest, "reader", True, 5)]
    record = command(attempt=2)
    await Worker("reader", handlers, publish, Blobs(tmp_path)).handle(record)
    telemetry.shutdown()
    asked = Envelope.from_headers(record.headers)
    assert asked.traceparent
    spans = {each.span.name: each for each in receiver.of(asked.subject.hex)}
    span = spans["process reader.commands"]
    assert span.span.kind == span.span.SPAN_KIND_CONSUMER
    assert span.parent == asked.traceparent.split("-")[2]
    assert spans["within the handler"].parent == span.span_id
    assert span.attributes["messaging.system"] == "kafka"
    assert span.attributes["messaging.destination.name"] == "reader.commands"
    answer = Envelope.from_headers(sent[0].headers)
    assert answer.traceparent == f"00-{asked.subject.hex}-{span.span_id}-01"


def message(message: Message, topic: str, traceparent: str | None) -> Outgoing:
    envelope = first(message, id=uuid4(), source="here", session=SESSION, traceparent=traceparent)
    return Outgoing(topic, b"key", message.write(), envelope.headers())


def test_each_message_is_sent_in_a_span_of_its_own_that_it_carries_and_a_heartbeat_in_none(
    receiver: OtlpReceiver,
) -> None:
    parent = telemetry.traceparent_of(SESSION)
    told = message(ReadingProgress(pages_done=1, pages_total=1), "reader.outputs", parent)
    bare = message(ReadingProgress(pages_done=1, pages_total=1), "reader.outputs", None)
    beat = message(StepProgressed(), "reader.outputs", parent)
    with sending([told, bare, beat]) as (carried, *others):
        assert others == [bare, beat]
    with pytest.raises(LookupError), sending([told]):
        raise LookupError("no such topic")
    telemetry.shutdown()
    sent, failed = receiver.of(SESSION.hex)
    assert (sent.span.name, sent.span.kind) == ("send reader.outputs", sent.span.SPAN_KIND_PRODUCER)
    assert sent.parent == root_id(SESSION)
    assert (carried.topic, carried.key, carried.value) == (told.topic, told.key, told.value)
    theirs = Envelope.from_headers(carried.headers)
    assert theirs.traceparent == f"00-{SESSION.hex}-{sent.span_id}-01"
    assert theirs == Envelope.from_headers(told.headers).model_copy(update={"traceparent": theirs.traceparent})
    assert sent.attributes["messaging.message.id"] == str(theirs.id)
    assert (sent.span.status.code, failed.attributes["error.type"]) == (0, "LookupError")


def test_sampling_keeps_the_share_and_a_session_whole() -> None:
    kept = [session for session in (uuid4() for _ in range(4000)) if sampled(session.int, 0.25)]
    assert 850 < len(kept) < 1150
    assert not any(sampled(uuid4().int, 0.0) for _ in range(100))
    assert all(sampled(uuid4().int, 1.0) for _ in range(100))


def test_a_session_that_is_not_sampled_sends_nothing_and_says_so() -> None:
    with OtlpReceiver() as receiving:
        telemetry.configure(Settings(otlp_endpoint=receiving.endpoint, sample=0.05), "gateway")
        try:
            assert telemetry.traceparent_of(SESSION).endswith("-00")
            with telemetry.root_span("upload", SESSION) as root:
                assert root.traceparent == telemetry.traceparent_of(SESSION)
            with telemetry.span("below", parent=root.traceparent) as below:
                assert below.traceparent
                assert below.traceparent.startswith(f"00-{SESSION.hex}-")
                assert below.traceparent.endswith("-00")
        finally:
            telemetry.configure(Settings(otlp_endpoint=None, zipkin_endpoint=None), "gateway")
        assert receiving.spans == []


def test_without_an_endpoint_a_span_hands_on_its_parent_and_imports_nothing() -> None:
    program = """
import sys
from uuid import UUID
from services.chassis.tracing import telemetry
from services.chassis.broker.outgoing import sending
from services.chassis.settings import Settings
telemetry.configure(Settings(otlp_endpoint=None, zipkin_endpoint=None), "reader")
parent = telemetry.traceparent_of(UUID(int=7 << 64))
with telemetry.span("a", parent=parent) as span:
    assert span.traceparent == parent
    span.set(a=1)
    span.failed("x")
    span.broke(LookupError())
with sending([]) as messages:
    assert messages == []
assert not [name for name in sys.modules if name.startswith("opentelemetry")], "imported"
"""
    environment = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
