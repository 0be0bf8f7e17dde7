"""The span of a model call, as a collector gets it: GenAI names, and not a word of the text."""

from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.settings import Settings
from services.chassis.tracing import telemetry
from tests.chassis.model.asking import GOOD, Clock, ask
from tests.chassis.tracing.test_telemetry import SESSION
from tests.standins.model import model_behaviours as does
from tests.standins.model.openai_server import StandIn
from tests.standins.otlp_receiver import OtlpReceiver


async def test_each_call_is_a_span_with_genai_names_below_its_step_and_without_a_text() -> None:
    with OtlpReceiver() as receiving:
        telemetry.configure(Settings(otlp_endpoint=receiving.endpoint), "coach")
        async with StandIn() as server:
            server.then(does.status(503, message="TEXT"), does.ok(GOOD))
            settings = ModelSettings(base_url=server.base_url, model="one", max_tokens=500)
            async with OpenAIModel(settings, sleep=Clock().sleep) as model:
                with telemetry.span("process coach.commands", parent=telemetry.traceparent_of(SESSION)):
                    await ask(model)
        telemetry.configure(Settings(otlp_endpoint=None, zipkin_endpoint=None), "coach")
    step, failed, answered = receiving.of(SESSION.hex)
    assert (answered.span.name, answered.span.kind) == ("chat one", answered.span.SPAN_KIND_CLIENT)
    assert {failed.parent, answered.parent} == {step.span_id}
    asked = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "local",
        "gen_ai.request.model": "one",
        "gen_ai.request.max_tokens": "500",
        "gen_ai.output.type": "json",
        "gen_ai.agent.name": "reader",
        "server.address": "127.0.0.1",
        "server.port": str(server.port),
    }
    told = dict(answered.attributes)
    assert "stop" in told.pop("gen_ai.response.finish_reasons")
    assert told == asked | {
        "gen_ai.response.model": "one-stand-in",
        "gen_ai.usage.input_tokens": "100",
        "gen_ai.usage.output_tokens": "20",
    }
    assert failed.attributes == asked | {"error.type": "HTTP 503"}
    assert (failed.span.status.code, step.span.status.code) == (failed.span.status.STATUS_CODE_ERROR, 0)
    for words in ("TEXT", "Digest.", "Ørsted", "found it"):
        assert words not in "".join(str(each.span) for each in receiving.spans)
