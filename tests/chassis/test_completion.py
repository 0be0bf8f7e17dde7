"""The span of a model call: GenAI names, and not a word of the text. The provider is global, so a child process."""

import json
import subprocess
import sys

CHILD = """
import asyncio, json
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from services.chassis.model import OpenAIModel
from services.chassis.model_failures import UpstreamFailed
from services.chassis.providers import ModelSettings
from tests.chassis.model_asking import GOOD, Clock, ask
from tests.standins import model_behaviours as does
from tests.standins.openai_server import StandIn

async def main():
    async with StandIn() as server:
        server.then(does.status(503, message="TEXT"), does.ok(GOOD))
        settings = ModelSettings(base_url=server.base_url, model="one", max_tokens=500)
        async with OpenAIModel(settings, sleep=Clock().sleep) as model:
            await ask(model)
        return server.port

spans = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(spans))
trace.set_tracer_provider(provider)
port = asyncio.run(main())
print(json.dumps({"port": port, "spans": [json.loads(span.to_json()) for span in spans.get_finished_spans()]}))
"""


def test_each_call_is_a_span_with_genai_names_and_no_text() -> None:
    child = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, timeout=60, check=True)
    told = json.loads(child.stdout)
    failed, answered = told["spans"]
    assert (answered["name"], answered["kind"]) == ("chat one", "SpanKind.CLIENT")
    asked = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "local",
        "gen_ai.request.model": "one",
        "gen_ai.request.max_tokens": 500,
        "gen_ai.output.type": "json",
        "gen_ai.agent.name": "reader",
        "server.address": "127.0.0.1",
        "server.port": told["port"],
    }
    assert answered["attributes"] == asked | {
        "gen_ai.response.model": "one-stand-in",
        "gen_ai.response.finish_reasons": ["stop"],
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
    }
    assert failed["attributes"] == asked | {"error.type": "HTTP 503"}
    assert failed["status"]["status_code"] == "ERROR"
    for words in ("TEXT", "Digest.", "Ørsted", "found it"):
        assert words not in json.dumps(told["spans"], ensure_ascii=False)
