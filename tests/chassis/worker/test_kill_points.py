"""A worker killed by kill -9 at each of its points: the command comes again, is answered, and is paid once."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiokafka import ConsumerRecord

from contracts.envelope import Envelope, answer_id
from services.chassis.broker.bus import Bus
from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.console.embedded.broker import EmbeddedBroker
from tests.chassis.worker.commands import COMMAND, command

PROGRAM = """
import asyncio, os
from pathlib import Path
from contracts.reading import ReadDocument, ReadingProgress
from services.chassis.settings import Settings
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import work

async def handle(message, run):
    with open(os.environ["PAID"], "a") as file:
        file.write("paid\\n")
    return [ReadingProgress(pages_done=1, pages_total=1)]

handlers = [Handler(ReadDocument, handle, "reader", True, 5)]
asyncio.run(work("reader", handlers, Settings(), lambda: print("ready", flush=True)))
"""


@pytest.fixture
def broker() -> Iterator[EmbeddedBroker]:
    engine = EmbeddedBroker().start()
    yield engine
    engine.stop()


class Answers(list[Envelope]):
    """The Reader's answers as the orchestrator would get them."""

    async def hear(self, record: ConsumerRecord) -> None:
        self.append(Envelope.from_headers(record.headers))

    async def until(self, number: int, seconds: float = 10) -> None:
        for _ in range(int(seconds * 100)):
            if len(self) >= number:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{len(self)} of {number} answers came")


@asynccontextmanager
async def reader(environment: dict[str, str]) -> AsyncIterator[subprocess.Popen[bytes]]:
    process = await asyncio.to_thread(
        subprocess.Popen, [sys.executable, "-c", PROGRAM], env=environment, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout
        await asyncio.to_thread(process.stdout.readline)
        yield process
    finally:
        process.kill()
        await asyncio.to_thread(process.wait)
        assert process.stdout
        process.stdout.close()


@pytest.mark.parametrize(
    ("point", "answers", "paid"), [("received", 1, 1), ("committed", 1, 1), ("published", 2, 1), ("acknowledged", 1, 1)]
)
async def test_a_killed_worker_answers_after_all(
    point: str, answers: int, paid: int, broker: EmbeddedBroker, tmp_path: Path
) -> None:
    settings = Settings(kafka=broker.bootstrap, kafka_embedded=True)
    environment = os.environ | {
        "PENSUM_KAFKA": broker.bootstrap,
        "PENSUM_KAFKA_EMBEDDED": "1",
        "PENSUM_BLOBS": str(tmp_path / "blobs"),
        "PENSUM_KILL_AT": f"reader:{point}",
        "PENSUM_KILL_ONCE": str(tmp_path / "killed"),
        "PAID": str(tmp_path / "paid"),
        "PYTHONPATH": ".",
    }
    said, bus = Answers(), Bus(settings, "orchestrator")
    bus.consume_each(["reader.outputs"], said.hear, at_once=1)
    await bus.start()
    asked = command()
    try:
        async with reader(environment) as process:
            await bus.publish([Outgoing(asked.topic, asked.key, asked.value, list(asked.headers))])
            assert await asyncio.to_thread(process.wait, 60) == -signal.SIGKILL
        assert (tmp_path / "killed").exists()
        async with reader(environment) as successor:
            await said.until(answers)
            await asyncio.sleep(0.3)
            assert successor.poll() is None
    finally:
        await bus.stop()
    assert len(said) == answers
    assert {each.id for each in said} == {answer_id(COMMAND, "pensum.reader.progress.v1", 1, 0)}
    assert (tmp_path / "paid").read_text().count("paid") == paid
    (memo,) = (tmp_path / "blobs" / "memo").glob("*/*.json")
    assert json.loads(memo.read_text())[0]["body"] == {"pages_done": 1, "pages_total": 1, "pages_without_text": []}
