"""What becomes of each command: answers, failures, repetitions, what was dear, and what is parked. Without a broker."""

import asyncio
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from aiokafka import ConsumerRecord
from aiokafka.errors import KafkaError

from contracts.digest import DigestDocument, DocumentDigested
from contracts.documents import Block, DocMeta, Part
from contracts.envelope import Envelope, answer_id
from contracts.message import Message
from contracts.problems import Code, Failure, failure
from contracts.reading import ReadDocument, ReaderOutput, ReadingProgress
from contracts.session import StepFailed
from contracts.topics import MESSAGES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.model.failures import ModelRefused, UpstreamTimedOut
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.handlers import Handle, Handler, Run
from services.chassis.worker.memos import KEPT_S, Memos
from services.chassis.worker.worker import Worker
from tests.chassis.worker.commands import COMMAND, SESSION, command

EXAMPLES = Path(__file__).resolve().parents[3] / "contracts" / "examples"
DIGESTED = DocumentDigested.read((EXAMPLES / "pensum.reader.digested.v1.json").read_bytes())


@dataclass
class Published:
    """Stands where the bus does and keeps what was sent."""

    sent: list[Outgoing] = field(default_factory=list)
    broken: bool = False

    async def __call__(self, messages: Sequence[Outgoing]) -> None:
        await asyncio.sleep(0)
        if self.broken:
            raise KafkaError("away")
        self.sent += messages

    def answers(self) -> list[tuple[Envelope, Message]]:
        return [
            (envelope := Envelope.from_headers(each.headers), MESSAGES[envelope.type].read(each.value))
            for each in self.sent
            if each.topic == "reader.outputs"
        ]

    def failed(self) -> StepFailed:
        ((_, message),) = self.answers()
        assert isinstance(message, StepFailed)
        return message


@pytest.fixture
def published() -> Published:
    return Published()


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path)


def worker(handle: Handle, published: Published, blobs: Blobs, *, dear: bool = True, limit_s: float = 5) -> Worker:
    return Worker("reader", [Handler(ReadDocument, handle, "reader", dear, limit_s)], published, blobs)


async def digested(message: ReadDocument, run: Run) -> Sequence[Message]:
    run.note(input_summary="one document", tokens_used=12)
    run.note(output="a digest")
    return [ReadingProgress(pages_done=1, pages_total=1), DIGESTED]


async def test_answers_carry_the_commands_envelope_and_the_run(
    published: Published, blobs: Blobs, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        await worker(digested, published, blobs).handle(command(attempt=2))
    (first, _), (second, digest) = published.answers()
    assert (first.ordinal, second.ordinal) == (0, 1)
    assert first.id == answer_id(COMMAND, ReadingProgress.type_name, 2, 0)
    assert second.id == answer_id(COMMAND, DocumentDigested.type_name, 2, 1)
    assert {(e.cause, e.subject, e.attempt, e.source) for e in (first, second)} == {
        (COMMAND, SESSION, 2, "pensum/reader")
    }
    assert {each.key for each in published.sent} == {str(SESSION).encode()}
    assert isinstance(digest, DocumentDigested)
    assert digest.run
    assert (digest.run.agent, digest.run.tokens_used) == ("reader", 12)
    assert (digest.run.input_summary, digest.run.output) == ("one document", "a digest")
    assert digest.model_copy(update={"run": None}) == DIGESTED.model_copy(update={"run": None})
    (line,) = [record for record in caplog.records if record.message == "agent run"]
    assert vars(line)["trace_id"] == SESSION.hex
    assert vars(line)["input_hash"] == digest.run.input_hash


async def test_many_answers_go_out_a_megabyte_at_a_time_in_their_order(published: Published, blobs: Blobs) -> None:
    pieces: list[int] = []

    async def publish(messages: Sequence[Outgoing]) -> None:
        pieces.append(sum(len(each.value) for each in messages))
        await published(messages)

    async def long(message: ReadDocument, run: Run) -> Sequence[Message]:
        blocks = [Block(block_id="b", text="x" * 400_000)]
        return [
            ReaderOutput(
                extracted_blocks=blocks, doc_meta=DocMeta(title="Long", language="en"), part=Part(number=n, of=5)
            )
            for n in range(1, 6)
        ]

    handler = Handler(ReadDocument, long, "reader", False, 5)
    await Worker("reader", [handler], publish, blobs, pause_s=0.01).handle(command())
    assert [round(size / 400_000) for size in pieces] == [2, 2, 1]
    assert [envelope.ordinal for envelope, _ in published.answers()] == [0, 1, 2, 3, 4]


async def test_rule_14_what_is_dear_is_kept_before_it_is_published_and_answers_a_repetition(
    published: Published, blobs: Blobs
) -> None:
    done = []

    async def once(message: ReadDocument, run: Run) -> Sequence[Message]:
        done.append(run.envelope.attempt)
        return await digested(message, run)

    published.broken = True
    with pytest.raises(KafkaError):
        await worker(once, published, blobs).handle(command())
    (kept,) = json.loads(json.dumps([json.loads(blobs.read(f"memo/{SESSION}/{COMMAND}.json"))]))
    assert [each["type"] for each in kept] == [ReadingProgress.type_name, DocumentDigested.type_name]
    published.broken = False
    await worker(once, published, blobs).handle(command(attempt=2))
    assert done == [1]
    assert [envelope.attempt for envelope, _ in published.answers()] == [2, 2]


async def test_rule_14_who_finds_a_memo_of_another_publishes_that_one(published: Published, blobs: Blobs) -> None:
    async def slow(message: ReadDocument, run: Run) -> Sequence[Message]:
        theirs = [{"type": ReadingProgress.type_name, "body": {"pages_done": 9, "pages_total": 9}}]
        blobs.create(f"memo/{SESSION}/{COMMAND}.json", json.dumps(theirs).encode())
        return [ReadingProgress(pages_done=1, pages_total=9)]

    await worker(slow, published, blobs).handle(command())
    ((_, answer),) = published.answers()
    assert answer == ReadingProgress(pages_done=9, pages_total=9)


async def test_rule_14_failures_and_cheap_answers_are_not_kept(published: Published, blobs: Blobs) -> None:
    async def fail(message: ReadDocument, run: Run) -> Sequence[Message]:
        raise failure(Code.NO_TEXT, "No text.")

    await worker(fail, published, blobs).handle(command())
    await worker(digested, published, blobs, dear=False).handle(command())
    assert not blobs.exists(f"memo/{SESSION}/{COMMAND}.json")


async def test_rule_14_memos_go_after_seven_days(published: Published, blobs: Blobs) -> None:
    old, young = f"memo/{SESSION}/{UUID(int=1)}.json", f"memo/{SESSION}/{UUID(int=2)}.json"
    for name in (old, young):
        blobs.create(name, b"[]")
    a_week_ago = datetime.now(UTC).timestamp() - 7 * 24 * 3600 - 60
    os.utime(blobs.path(old), (a_week_ago, a_week_ago))
    sweeping = asyncio.create_task(worker(digested, published, blobs).sweep())
    for _ in range(500):
        await asyncio.sleep(0.01)
        if not blobs.exists(old):
            break
    assert not blobs.exists(old)
    sweeping.cancel()
    assert blobs.exists(young)


def test_rule_14_a_session_that_is_forgotten_while_memos_go_ends_nothing(
    blobs: Blobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    for subject in range(3):
        blobs.create(f"memo/{UUID(int=subject)}/{COMMAND}.json", b"[]")
    unlink = Path.unlink

    def forgotten_beside(path: Path, missing_ok: bool = False) -> None:
        unlink(path, missing_ok)
        for other in list(path.parents[1].iterdir()):
            if other != path.parent:
                blobs.delete_folder(f"memo/{other.name}")

    monkeypatch.setattr(Path, "unlink", forgotten_beside)
    assert Memos(blobs).sweep(now=datetime.now(UTC).timestamp() + KEPT_S + 60) == 1


async def test_rule_13_a_repetition_of_the_attempt_in_hand_is_ignored_and_a_later_one_waits(
    published: Published, blobs: Blobs
) -> None:
    gate, begun = asyncio.Event(), []

    async def waits(message: ReadDocument, run: Run) -> Sequence[Message]:
        begun.append(run.envelope.attempt)
        await gate.wait()
        return [DIGESTED]

    at_work = worker(waits, published, blobs, dear=False)
    tasks = [asyncio.create_task(at_work.handle(command(attempt=attempt))) for attempt in (2, 2, 1, 3)]
    for _ in range(1000):
        if begun:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert begun == [2]
    assert not any(task.done() for task in tasks), "a repetition was acknowledged before the first was answered"
    gate.set()
    await asyncio.gather(*tasks)
    assert begun == [2, 3]
    assert [envelope.attempt for envelope, _ in published.answers()] == [2, 3]


async def test_rule_13_a_later_attempt_is_answered_from_the_memo(published: Published, blobs: Blobs) -> None:
    gate, begun = asyncio.Event(), []

    async def waits(message: ReadDocument, run: Run) -> Sequence[Message]:
        begun.append(run.envelope.attempt)
        await gate.wait()
        return [DIGESTED]

    at_work = worker(waits, published, blobs)
    tasks = [asyncio.create_task(at_work.handle(command(attempt=attempt))) for attempt in (1, 2)]
    await asyncio.sleep(0.02)
    gate.set()
    await asyncio.gather(*tasks)
    assert begun == [1]
    assert [envelope.attempt for envelope, _ in published.answers()] == [1, 2]


async def test_rule_13_a_repetition_of_one_that_broke_off_is_not_acknowledged(
    published: Published, blobs: Blobs
) -> None:
    published.broken = True
    at_work = worker(digested, published, blobs)
    outcomes = await asyncio.gather(*(at_work.handle(command()) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(outcome, Exception) for outcome in outcomes)


async def raises(error: Exception, published: Published, blobs: Blobs) -> StepFailed:
    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        raise error

    await worker(handle, published, blobs).handle(command())
    return published.failed()


async def test_a_failure_is_told_with_its_problem(published: Published, blobs: Blobs) -> None:
    known = Failure(failure(Code.ENCRYPTED, "It needs a password.").problem, final=True, tokens=7)
    told = await raises(known, published, blobs)
    assert (told.problem.code, told.problem.status, told.final, told.tokens_used) == (Code.ENCRYPTED, 422, True, 7)
    assert told.run
    assert (told.run.agent, told.run.tokens_used, told.run.errors) == ("reader", 7, ["encrypted: It needs a password."])


@pytest.mark.parametrize(
    ("error", "code", "status"),
    [
        (ModelRefused("no", 5), Code.MODEL_REFUSED, 502),
        (UpstreamTimedOut("slow", 5), Code.MODEL_TIMED_OUT, 504),
    ],
)
async def test_a_models_failure_is_final_at_once(
    error: Exception, code: Code, status: int, published: Published, blobs: Blobs
) -> None:
    told = await raises(error, published, blobs)
    assert (told.problem.code, told.problem.status, told.final, told.tokens_used) == (code, status, True, 5)


@pytest.mark.parametrize("error", [OSError("disk"), FileNotFoundError("blob"), TimeoutError("nfs")])
async def test_a_store_that_is_away_may_be_back(error: OSError, published: Published, blobs: Blobs) -> None:
    told = await raises(error, published, blobs)
    assert (told.problem.code, told.final) == (Code.UNAVAILABLE, False)


async def test_a_step_over_its_limit_is_told_and_may_be_tried_again(published: Published, blobs: Blobs) -> None:
    async def hangs(message: ReadDocument, run: Run) -> Sequence[Message]:
        await asyncio.sleep(60)
        return []

    await worker(hangs, published, blobs, limit_s=0.02).handle(command())
    told = published.failed()
    assert (told.problem.code, told.problem.status, told.final) == (Code.STEP_TIMED_OUT, 504, False)


NO_HANDLER = DigestDocument(reading="readings/1.json", doc_meta=DocMeta(title="", language="en"))


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (command(value=b'{"document": {}}'), "document.sha256"),
        (command(value=b"\xff\xfe{"), "(body)"),
        (command(value=None), "(body)"),
        (command(headers=()), "subject"),
        (command(headers=(("ce_id", b"\xff"), ("odd", None))), "id: "),
        (command(NO_HANDLER), "no handler"),
    ],
)
async def test_what_is_invalid_is_parked_as_it_came(
    record: ConsumerRecord, reason: str, published: Published, blobs: Blobs
) -> None:
    await worker(digested, published, blobs).handle(record)
    (parked,) = published.sent
    assert parked.topic == "reader.commands.parked"
    assert (parked.key, parked.value) == (record.key, record.value or b"")
    headers = dict(parked.headers)
    assert reason in headers["pensum_reason"].decode()
    assert len(headers["pensum_reason"]) <= 1024
    assert headers["pensum_topic"] == b"reader.commands"
    assert all(headers[name] == (value or b"") for name, value in record.headers)


async def test_a_bug_parks_the_command_and_answers_nothing(
    published: Published, blobs: Blobs, caplog: pytest.LogCaptureFixture
) -> None:
    async def bug(message: ReadDocument, run: Run) -> Sequence[Message]:
        raise ZeroDivisionError("ø" * 2000)

    await worker(bug, published, blobs).handle(command())
    (parked,) = published.sent
    assert parked.topic == "reader.commands.parked"
    reason = dict(parked.headers)["pensum_reason"]
    assert reason.decode().startswith("ZeroDivisionError: ø")
    assert len(reason) <= 1024
    assert "ZeroDivisionError" in caplog.text


async def test_an_answer_that_no_broker_takes_is_a_bug_too(published: Published, blobs: Blobs) -> None:
    async def huge(message: ReadDocument, run: Run) -> Sequence[Message]:
        context = DIGESTED.context.model_copy(update={"full_summary": "x" * 1_000_000})
        return [DIGESTED.model_copy(update={"context": context})]

    await worker(huge, published, blobs).handle(command())
    assert [each.topic for each in published.sent] == ["reader.commands.parked"]
    assert not blobs.exists(f"memo/{SESSION}/{COMMAND}.json")


async def test_progress_is_told_at_once_with_ordinals_of_its_own(published: Published, blobs: Blobs) -> None:
    async def tells(message: ReadDocument, run: Run) -> Sequence[Message]:
        for page in (1, 2):
            await run.tell(ReadingProgress(pages_done=page, pages_total=2))
            assert len(published.sent) == page
        return [DIGESTED]

    await worker(tells, published, blobs).handle(command())
    assert [(envelope.type, envelope.ordinal) for envelope, _ in published.answers()] == [
        (ReadingProgress.type_name, 0),
        (ReadingProgress.type_name, 1),
        (DocumentDigested.type_name, 0),
    ]


async def test_what_could_not_be_told_ends_the_process_even_where_a_handler_swallows_it(
    published: Published, blobs: Blobs
) -> None:
    async def swallows(message: ReadDocument, run: Run) -> Sequence[Message]:
        published.broken = True
        try:
            await run.tell(ReadingProgress(pages_done=1, pages_total=2))
        except KafkaError:
            published.broken = False
        return [DIGESTED]

    with pytest.raises(KafkaError):
        await worker(swallows, published, blobs).handle(command())
    assert published.sent == []
