"""One session is one trace: its spans from all services form one tree, and its id is in every log that is about it."""

import json
import time

import pytest

from tests.e2e.houses import Up
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner
from tests.standins.otlp_receiver import OtlpReceiver, Received

pytestmark = pytest.mark.embedded
SERVICES = {f"pensum-{service}" for service in ("gateway", "orchestrator", "reader", "coach", "evaluator")}
SECONDS = 60.0


@pytest.fixture(scope="module")
def walk(house: Up, traces: OtlpReceiver) -> tuple[str, list[Received]]:
    """A session from the upload to the notes, and its spans."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        # A caller's own trace is linked to, never taken over.
        theirs = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        me.http.headers["traceparent"] = theirs
        session = me.study(lesson("traced"))["session_id"]
        me.answer(session, me.quiz(session))
        me.notes(session)
        me.settle(session)
        trace = session.replace("-", "")
        deadline = time.monotonic() + SECONDS
        while not _told(found := traces.of(trace)):
            assert time.monotonic() < deadline, [(each.service, each.span.name) for each in found]
            time.sleep(0.1)
    return session, traces.of(trace)


def _told(found: list[Received]) -> bool:
    """Whether the last step has arrived, and with it all parents."""
    ids = {each.span_id for each in found}
    said = any("pensum.coach.write_notes.v1" in each.attributes.values() for each in found)
    return said and {each.service for each in found} == SERVICES and all(not e.parent or e.parent in ids for e in found)


def test_the_spans_of_all_services_form_one_tree(walk: tuple[str, list[Received]]) -> None:
    session, spans = walk
    by_id = {each.span_id: each for each in spans}
    assert len(by_id) == len(spans)
    assert {each.service for each in spans} == SERVICES
    (root,) = [each for each in spans if not each.parent]
    assert root.service == "pensum-gateway"
    assert root.span_id == session.replace("-", "")[:16]
    for each in spans:
        above, steps = each, 0
        while above.parent:
            above, steps = by_id[above.parent], steps + 1
            assert steps < len(spans)
        assert above is root


def test_a_callers_trace_is_linked_and_not_joined(walk: tuple[str, list[Received]]) -> None:
    _, spans = walk
    (root,) = [each for each in spans if not each.parent]
    assert [link.trace_id.hex() for link in root.span.links] == ["0af7651916cd43dd8448eb211c80319c"]


def test_reading_a_session_makes_no_span_in_it(walk: tuple[str, list[Received]]) -> None:
    _, spans = walk
    assert [each.span.name for each in spans if "GET" in each.span.name] == []


def test_each_workers_log_lines_carry_the_trace_id(walk: tuple[str, list[Received]], house: Up) -> None:
    session, _ = walk
    for service in ("reader", "coach", "evaluator"):
        lines = [json.loads(line) for line in (house.data / "logs" / f"{service}.log").read_text().splitlines()]
        assert [line for line in lines if line.get("trace_id") == session.replace("-", "")], service
