"""What who watches a house sees of a good session, a 422, a 502 and a kill; and that no learner's word is in it."""

import asyncio
import json
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from aiokafka import AIOKafkaProducer
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from contracts.envelope import first
from contracts.learning import Explain, MessageSent
from contracts.message import Message
from tests.e2e.dying import Held, Mortal
from tests.e2e.houses import Up, assert_nothing_left, files_below
from tests.e2e.school import ModelServer
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner
from tests.standins.model import model_behaviours as does
from tests.standins.otlp_receiver import OtlpReceiver, Received
from tests.standins.tables import every_row, select

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
TITLE, TEXT, FILE, SAID, GIVEN, WISH, BROKEN, PARKED, EDIT, QUERY = MARKERS = (
    "Quillonberg",
    "Zwirnhald",
    "Ytterbrekke",
    "Brimblewick",
    "Snarkelmoor",
    "Fjaerlund",
    "Kvennsteg",
    "Oddvassli",
    "Trollhaug",
    "Langnesodd",
)
"""One word for each way by which a person's words come into a house."""
QUOTING = "Quotewell"
SECONDS = 60.0
SERVICES = {f"pensum-{service}" for service in ("gateway", "orchestrator", "reader", "coach", "evaluator")}
NAMES = re.compile(r"(send|process) [a-z]+\.[a-z]+(\.parked)?|chat small|(POST|PUT|PATCH|DELETE) /v1/[a-z_/{}-]+")


@dataclass
class Watched:
    """The house, who uses it, and what a collector has of it."""

    mortal: Mortal
    me: Learner
    traces: OtlpReceiver
    good: str = ""
    short: str = ""
    refused: str = ""
    more: list[str] = field(default_factory=list)

    @property
    def up(self) -> Up:
        return self.mortal.up

    def spans(self, session: str, until: Callable[[list[Received]], bool] = bool) -> list[Received]:
        """The spans of a session's trace, once they are as they shall be and each has its parent."""
        trace, deadline = session.replace("-", ""), time.monotonic() + SECONDS
        while True:
            found = self.traces.of(trace)
            ids = {each.span_id for each in found}
            if all(not each.parent or each.parent in ids for each in found) and until(found):
                return found
            assert time.monotonic() < deadline, [(each.service, each.span.name, each.attributes) for each in found]
            time.sleep(0.1)

    def lines(self, session: str) -> list[dict[str, Any]]:
        """What the services log about a session, each line with its `service`."""
        found = [json.loads(line) for path in self.logs("json") for line in path.read_text().splitlines()]
        return [line for line in found if line.get("trace_id") == session.replace("-", "")]

    def logs(self, kind: str = "all") -> list[Path]:
        """The log files of the house; `json`: those of its services alone."""
        services = [self.up.data / "logs" / f"{service.removeprefix('pensum-')}.log" for service in SERVICES]
        if kind == "json":
            return services
        place = self.up.data / "postgres.place"
        folders = [self.up.data, *([Path(place.read_text().strip())] if place.exists() else [])]
        found = {path for folder in folders for path in files_below(folder) if ".log" in path.name}
        return [*found, self.up.said]


@pytest.fixture(scope="module")
def watched(traces: OtlpReceiver) -> Iterator[Watched]:
    """A house with a model that quotes what it is asked when it refuses; three sessions have been through it."""
    around = Path(tempfile.mkdtemp(prefix="pensum-watched-"))
    around.chmod(0o711)
    wish = around / "kill"
    with ModelServer() as model:
        quotes = does.status(400, message=f"We do not like your prompt, which says {TITLE} and {TEXT}.")
        model.server.when(lambda body: QUOTING in str(body), quotes)
        env = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": traces.endpoint,
            "PENSUM_MODEL_BASE_URL": model.server.base_url,
            "PENSUM_MODEL": "small",
            "PENSUM_KILL_AT": str(wish),
        }
        with Up(around / "data", env=env) as up:
            running = up.house
            with Learner(running.url, running.owner_token, running.learner_token) as me:
                found = Watched(Mortal(up, wish), me, traces)
                note = f"A {TEXT} is a stone that sailors of {TEXT} keep in the pocket for luck at sea."
                answers = {
                    "good": me.upload(lesson(f"Plates of {TITLE}", note=note), name=f"{FILE}.pdf"),
                    "short": me.upload(f"{TITLE} {TEXT} is short.".encode(), name=f"{FILE}.txt"),
                    "refused": me.upload(lesson(f"{QUOTING} and {TITLE}", note=note), name=f"{FILE}-2.pdf"),
                }
                for name, answer in answers.items():
                    assert answer.status_code == 202, answer.text
                    setattr(found, name, answer.json()["session_id"])
                for session in (found.good, found.short, found.refused):
                    me.settle(session)
                quiz = me.quiz(found.good)
                me.answer(found.good, quiz, wrong={quiz["questions"][0]["item_id"]})
                me.notes(found.good)
                me.settle(found.good)
                yield found
    assert_nothing_left(around)
    shutil.rmtree(around)


def failed(spans: list[Received]) -> list[Received]:
    return [each for each in spans if each.span.status.code == Status.STATUS_CODE_ERROR]


def test_a_good_session_is_requests_messages_and_model_calls_by_their_conventions(watched: Watched) -> None:
    def over(found: list[Received]) -> bool:
        return "pensum.coach.notes.v1" in {each.attributes.get("pensum.letter") for each in found}

    spans = watched.spans(watched.good, over)
    assert {each.service for each in spans} == SERVICES
    assert failed(spans) == []
    assert {each.span.name for each in spans if not NAMES.fullmatch(each.span.name)} == set()
    by_id = {each.span_id: each for each in spans}
    (root,) = [each for each in spans if not each.parent]
    asked = {
        "http.request.method": "POST",
        "http.route": "/v1/documents",
        "url.path": "/v1/documents",
        "url.scheme": "http",
        "http.response.status_code": "202",
        "server.address": "127.0.0.1",
        "session.id": watched.good,
    }
    assert (root.span.name, root.span.kind) == ("POST /v1/documents", Span.SPAN_KIND_SERVER)
    assert asked.items() <= root.attributes.items()
    assert root.attributes["user_agent.original"].startswith("python-httpx")
    (handed_in,) = [each for each in spans if each.span.name.endswith("/results")]
    assert handed_in.attributes["url.path"] == f"/v1/sessions/{watched.good}/results"
    assert handed_in.attributes["http.route"] == "/v1/sessions/{session_id}/results"
    processed = [each for each in spans if each.span.name.startswith("process ")]
    assert len(processed) > 12
    for each in processed:
        sent = by_id[each.parent]
        assert (each.span.kind, sent.span.kind) == (Span.SPAN_KIND_CONSUMER, Span.SPAN_KIND_PRODUCER)
        assert sent.span.name.split()[1] == each.span.name.split()[1]
        assert sent.attributes["messaging.message.id"] == each.attributes["messaging.message.id"]
    calls = [each for each in spans if each.span.name == "chat small"]
    assert {by_id[each.parent].service for each in calls} >= {"pensum-coach"}
    for each in calls:
        told = each.attributes
        assert (told["gen_ai.provider.name"], told["gen_ai.response.model"]) == ("local", "small-stand-in")
        assert (told["gen_ai.usage.input_tokens"], told["gen_ai.usage.output_tokens"]) == ("100", "20")
        assert "stop" in told["gen_ai.response.finish_reasons"]
    assert watched.me.http.get(f"/sessions/{watched.good}/logs/summary").json()["errors"] == 0


@pytest.mark.parametrize(
    ("which", "service", "step", "kind", "code"),
    [
        ("short", "reader", "process reader.commands", "text_too_short", "text_too_short"),
        ("refused", "coach", "process coach.commands", "ModelRejected", "model_rejected"),
    ],
)
def test_a_step_that_failed_is_an_error_in_its_span_the_log_and_the_logs_api(
    which: str, service: str, step: str, kind: str, code: str, watched: Watched
) -> None:
    session: str = getattr(watched, which)
    spans = watched.spans(session, lambda found: any(each.span.name == step for each in failed(found)))
    (broken,) = [each for each in failed(spans) if each.span.name == step]
    assert broken.service == f"pensum-{service}"
    assert (broken.attributes["error.type"], broken.attributes["pensum.problem.code"]) == (kind, code)
    called = [each for each in spans if each.span.name == "chat small"]
    assert {each.attributes.get("error.type") for each in called} <= {"HTTP 400"}
    assert bool(called) == (which == "refused")
    (run,) = [line for line in watched.lines(session) if line.get("errors")]
    assert (run["service"], run["level"], run["errors"]) == (service, "warning", [code])
    told = watched.me.http.get(f"/sessions/{session}/logs/summary").json()
    assert told["errors"] == 1
    logged = watched.me.http.get(f"/sessions/{session}/logs").json()["logs"]
    assert [each["agent"] for each in logged if each["errors"]]


def test_a_request_that_is_refused_is_in_the_trace_of_its_session_and_one_that_reads_is_not(watched: Watched) -> None:
    session = watched.good
    watched.me.http.get(f"/sessions/{session}/logs", params={"agent": QUERY})
    refused = watched.me.http.post(f"/sessions/{session}/retry", params={"q": QUERY}, json={"version": 1})
    assert refused.status_code == 409

    def told(found: list[Received]) -> bool:
        return any(each.span.name.endswith("/retry") for each in found)

    (span,) = [each for each in watched.spans(session, told) if each.span.name.endswith("/retry")]
    assert span.attributes["http.response.status_code"] == "409"
    assert span.attributes["pensum.problem.code"] == "conflict"
    assert not failed([span]), "it is the caller's"
    assert not [each for each in watched.spans(session) if "GET" in each.span.name]


def test_after_a_kill_the_trace_is_whole_and_what_had_ended_was_told_before(watched: Watched) -> None:
    with Held(watched.mortal, "coach", "received") as held:
        session = watched.me.upload(lesson("Killed amid it")).json()["session_id"]
        held.wait_dead()
        # Nobody serves the Coach now. All that was done before is with the collector nevertheless.
        watched.spans(session, lambda found: any(each.span.name == "send coach.commands" for each in found))
        assert not [each for each in watched.traces.of(session.replace("-", "")) if each.service == "pensum-coach"]
    watched.more.append(session)
    assert watched.me.settle(session)["status"] == "ready"
    spans = watched.spans(session, lambda found: any(each.service == "pensum-coach" for each in found))
    assert len({each.span_id for each in spans}) == len(spans)
    assert len([each for each in spans if each.span.name == "send coach.commands"]) >= 1
    assert failed(spans) == []


def test_no_word_of_a_learner_or_a_document_is_in_a_log_or_a_span_and_none_is_left_when_they_are_forgotten(
    watched: Watched,
) -> None:
    me, good = watched.me, watched.good
    me.post(f"/sessions/{good}/messages", {"text": f"What is a {SAID}?"})
    me.http.patch(f"/sessions/{good}/aims", json={"goals": [f"know every {WISH}"]})
    for body in ({"quiz_spec": {WISH: WISH}}, {WISH: 1}, {"generationGoals": [WISH]}):
        assert me.http.post(f"/sessions/{good}/quizzes", json=body).status_code == 400
    assert me.http.get(f"/sessions/{good}/items", params={"concept": QUERY, "cursor": QUERY}).status_code >= 400
    quiz = me.new_quiz(good, numQuizQuestions=3)
    answers = [{"item_id": each["item_id"], "answer": GIVEN, "latency_sec": 1} for each in quiz["questions"]]
    wrong = me.http.post(f"/sessions/{good}/results", json={"quiz_id": quiz["quiz_id"], "answers": answers})
    assert wrong.status_code in (202, 400)
    item, *_ = me.items(good)
    me.owner.patch(f"/sessions/{good}/items/{item['item_id']}", json={"question": f"What does {EDIT} say?"})
    damaged = me.upload(b"%PDF-1.7\n" + f"{BROKEN} ".encode() * 400, name=f"{FILE}-{BROKEN}.pdf")
    watched.more.append(damaged.json()["session_id"])
    me.settle(watched.more[-1])
    put_aside(watched.up, good, MessageSent(text="so"), "session.inputs", {"text": {PARKED: PARKED}})
    example = (Path(__file__).parents[3] / "contracts/examples/pensum.coach.explain.v1.json").read_bytes()
    put_aside(watched.up, good, Explain.read(example), "coach.commands", {"blocks": PARKED})
    database = watched.up.house.database
    me.until(lambda: len(select(database, "select from parked where session_id = %s", good)) == 2)
    me.settle(good)

    rows = "\n".join(every_row(database))
    unseen = [word for word in (TITLE, TEXT, FILE, SAID, WISH, PARKED.encode().hex()) if word not in rows]
    assert unseen == [], "the tables do hold them, so they were looked for well"
    errors = [line for line in watched.lines(good) if line["level"] == "error"]
    assert {line["service"] for line in errors} == {"orchestrator"}
    assert {"a message was put aside"} <= {line["message"] for line in errors}
    watched.spans(good)
    time.sleep(1.2)  # The last spans leave once a second.
    assert_no_word("logs", "\n".join(path.read_text(errors="replace") for path in watched.logs()))
    assert_no_word("spans", "\n".join(str(each.span) for each in watched.traces.spans))

    for session in (good, watched.short, watched.refused, *watched.more):
        me.forget(session)
    me.until(lambda: not kept(database), lambda: str(kept(database)))
    assert_no_word("logs", "\n".join(path.read_text(errors="replace") for path in watched.logs()))


def kept(database: str) -> list[str]:
    """The rows that have a word, as text or as bytes."""
    words = [*MARKERS, *(word.encode().hex() for word in MARKERS)]
    return [row[:300] for row in every_row(database) if any(word in row for word in words)]


def assert_no_word(place: str, told: str) -> None:
    assert len(told) > 10_000, f"the {place} were not looked at"
    found = {word: [line[:400] for line in told.splitlines() if word.lower() in line.lower()][:2] for word in MARKERS}
    assert {word: lines for word, lines in found.items() if lines} == {}, place


def put_aside(up: Up, session: str, like: Message, topic: str, body: object) -> None:
    """Publishes a message that breaks its contract, as somebody else's service might."""
    envelope = first(like, id=uuid4(), source="stranger", session=UUID(session), traceparent=None)

    async def send() -> None:
        async with AIOKafkaProducer(bootstrap_servers=up.house.kafka) as producer:
            value = json.dumps(body).encode()
            await producer.send_and_wait(topic, value, key=session.encode(), headers=envelope.headers())

    asyncio.run(send())
