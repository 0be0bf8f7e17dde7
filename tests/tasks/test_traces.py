"""A call of a tool is a span below its caller's, so that it stands in the trace of the session that it was made in."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from contracts.tasks import CALL
from services.chassis.tracing.traceparent import root_id, root_of
from tests.standins.otlp_receiver import OtlpReceiver, Received
from tests.tasks.client import Caller, Served, calling, token


async def span_of(traces: OtlpReceiver, trace: str) -> Received:
    """The one span of the tasks in that trace, as soon as it is there."""
    async with asyncio.timeout(30):
        while True:
            if found := [each for each in traces.spans if each.trace_id == trace]:
                [span] = found
                return span
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("carrier", ["_meta", "header", "both"])
async def test_a_call_is_a_span_in_its_sessions_trace(served: Served, traces: OtlpReceiver, carrier: str) -> None:
    session, elsewhere, call = uuid4(), uuid4(), uuid4()
    in_header = root_of(session if carrier == "header" else elsewhere)
    headers = {} if carrier == "_meta" else {"traceparent": in_header}
    meta: Any = {CALL: str(call), **({} if carrier == "header" else {"traceparent": root_of(session)})}
    async with calling(served.url, token(uuid4().hex), headers) as me:
        await me.session.call_tool("add_task", {"title": "A word of mine"}, meta=meta)
    span = await span_of(traces, session.hex)
    assert (span.service, span.span.name, span.parent) == ("pensum-tasks", "tools/call add_task", root_id(session))
    assert span.attributes["gen_ai.tool.name"] == "add_task"
    assert span.attributes["gen_ai.tool.call.id"] == str(call)
    assert "A word of mine" not in str(span.span)
    assert not [each for each in traces.spans if each.trace_id == elsewhere.hex]


async def test_a_call_that_was_refused_is_a_span_that_failed_with_its_code(me: Caller, traces: OtlpReceiver) -> None:
    session = uuid4()
    meta: Any = {"traceparent": root_of(session)}
    await me.session.call_tool("complete_task", {"task_id": 10**9}, meta=meta)
    span = await span_of(traces, session.hex)
    assert (span.attributes["error.type"], span.attributes["pensum.problem.code"]) == ("tool_error", "NOT_FOUND")


@pytest.mark.parametrize("said", ["", "00-0-0-0", "x" * 5000, 7, None, ["00"]])
async def test_a_traceparent_that_is_none_is_left_out(me: Caller, said: object) -> None:
    meta: Any = {"traceparent": said}
    answer = await me.session.call_tool("add_task", {"title": "t"}, meta=meta)
    assert not answer.is_error
