"""A real OTLP/HTTP receiver: takes what exporters send to `/v1/traces` and keeps the spans."""

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span


@dataclass(frozen=True)
class Received:
    """One span with the service that sent it; ids in hex, `parent` "" for a root."""

    service: str
    span: Span

    @property
    def trace_id(self) -> str:
        return self.span.trace_id.hex()

    @property
    def span_id(self) -> str:
        return self.span.span_id.hex()

    @property
    def parent(self) -> str:
        return self.span.parent_span_id.hex()

    @property
    def attributes(self) -> dict[str, str]:
        return {each.key: str(getattr(each.value, each.value.WhichOneof("value"))) for each in self.span.attributes}


class OtlpReceiver:
    """Use as a context manager; `endpoint` is what `OTEL_EXPORTER_OTLP_ENDPOINT` takes."""

    def __init__(self) -> None:
        self.spans: list[Received] = []
        spans = self.spans

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.path != "/v1/traces":
                    self.send_error(404)
                    return
                if self.headers.get("Content-Encoding") == "gzip":
                    import gzip

                    body = gzip.decompress(body)
                for sent in ExportTraceServiceRequest.FromString(body).resource_spans:
                    service = next(a.value.string_value for a in sent.resource.attributes if a.key == "service.name")
                    spans.extend(Received(service, span) for scope in sent.scope_spans for span in scope.spans)
                answer = ExportTraceServiceResponse().SerializeToString()
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:
                """Silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}"

    def of(self, trace_id: str) -> list[Received]:
        """The spans of one trace, oldest first."""
        found = [each for each in list(self.spans) if each.trace_id == trace_id]
        return sorted(found, key=lambda each: each.span.start_time_unix_nano)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
