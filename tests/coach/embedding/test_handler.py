"""Passages and questions become vectors at a real server; what goes wrong is said, and a step fails by none of it."""

from array import array
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from aiokafka import ConsumerRecord

from contracts.digest import (
    MOST_PASSAGES,
    EmbedPassages,
    EmbedQuestion,
    PassagesEmbedded,
    PassageText,
    QuestionEmbedded,
)
from contracts.envelope import Envelope, first
from contracts.message import Message
from contracts.problems import Code
from contracts.topics import MAX_MESSAGE_BYTES, MESSAGES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.model.embedding import MOST_DIMENSIONS, MOST_TEXTS, OpenAIEmbeddings
from services.chassis.model.providers import ModelSettings
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.worker import Worker
from services.coach.app import embedding
from services.coach.embedding.handler import Embedder
from services.search.vectors import kept
from tests.chassis.model.asking import Clock
from tests.standins.model import model_behaviours as does
from tests.standins.model.meaning import vector
from tests.standins.model.openai_server import StandIn

PASSAGES = [
    PassageText(block_id="b1", start=0, end=20, text="Tides\nThe moon pulls."),
    PassageText(block_id="b1", start=21, end=40, text="Tides\nBees make honey."),
]
COMMAND = EmbedPassages(reading_id=uuid4(), model="small", passages=PASSAGES)


@pytest.fixture
async def embedder(server: StandIn) -> AsyncIterator[Embedder]:
    settings = ModelSettings(base_url=server.base_url, model="one", timeout_s=5)
    async with OpenAIEmbeddings(settings, sleep=Clock().sleep) as patient, OpenAIEmbeddings(settings, ()) as hasty:
        yield Embedder(patient, hasty)


class Room:
    """The Coach's worker, whose publishing is kept."""

    def __init__(self, embedder: Embedder, blobs: Path) -> None:
        self.out: list[Outgoing] = []
        self._worker = Worker("coach", embedding(embedder, 60), self._publish, Blobs(blobs))
        self._session = uuid4()

    async def _publish(self, messages: Sequence[Outgoing]) -> None:
        self.out += messages

    async def do(self, command: Message, id: UUID | None = None) -> tuple[str, Message]:
        """The topic and the message that it is answered with."""
        envelope = first(command, id=id or uuid4(), source="test", session=self._session, traceparent=None)
        record = ConsumerRecord(
            "coach.embeddings", 0, 0, 0, 0, b"k", command.write(), None, 0, 0, tuple(envelope.headers())
        )
        await self._worker.handle(record)
        last = self.out[-1]
        return last.topic, MESSAGES[Envelope.from_headers(last.headers).type].read(last.value)


@pytest.fixture
def room(embedder: Embedder, tmp_path: Path) -> Room:
    return Room(embedder, tmp_path)


async def test_each_passage_comes_back_with_the_direction_of_its_text_and_what_it_took(room: Room) -> None:
    topic, told = await room.do(COMMAND)
    assert topic == "coach.outputs"
    assert isinstance(told, PassagesEmbedded)
    assert [(each.block_id, each.start, each.end) for each in told.vectors] == [("b1", 0, 20), ("b1", 21, 40)]
    for each, passage in zip(told.vectors, PASSAGES, strict=True):
        signs = [value > 0 for value in vector(passage.text) if value]
        assert signs == [
            value > 0 for value, true in zip(array("b", kept(each.vector)), vector(passage.text), strict=True) if true
        ]
    assert told.run is not None
    assert [(spent.role, spent.model, spent.tokens_in) for spent in told.run.spending] == [("search", "small", 100)]


async def test_a_command_that_comes_twice_is_paid_once(room: Room, server: StandIn) -> None:
    id = uuid4()
    assert await room.do(COMMAND, id) == await room.do(COMMAND, id)
    assert len(server.embeddings) == 1


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (does.status(404), Code.MODEL_REJECTED),
        (does.no_quota(), Code.MODEL_QUOTA),
        (does.status(503), Code.MODEL_UNAVAILABLE),
        (does.embeds("nan"), Code.MODEL_UNAVAILABLE),
        (does.embeds("count"), Code.MODEL_UNAVAILABLE),
    ],
)
async def test_a_model_that_fails_is_told_and_not_remembered(
    fault: does.Behaviour, code: Code, room: Room, server: StandIn
) -> None:
    server.embedding_otherwise(fault)
    id = uuid4()
    topic, told = await room.do(COMMAND, id)
    assert isinstance(told, PassagesEmbedded)
    assert told.problem is not None
    assert (topic, told.problem.code, told.vectors) == ("coach.outputs", code, [])
    server.embedding_otherwise(does.embeds())
    _, again = await room.do(COMMAND, id)
    assert isinstance(again, PassagesEmbedded)
    assert len(again.vectors) == 2


async def test_a_question_is_answered_to_the_gateway_and_asked_once(room: Room, server: StandIn) -> None:
    topic, told = await room.do(EmbedQuestion(model="small", question="Hva er tidevann?"))
    assert isinstance(told, QuestionEmbedded)
    assert (topic, told.problem) == ("session.updates", None)
    server.embedding_otherwise(does.status(503))
    _, told = await room.do(EmbedQuestion(model="small", question="Hva er tidevann?"))
    assert isinstance(told, QuestionEmbedded)
    assert told.problem is not None
    assert len(server.embeddings) == 2


async def test_without_a_server_it_says_so_at_once(tmp_path: Path) -> None:
    room = Room(Embedder(None, None), tmp_path)
    _, told = await room.do(COMMAND)
    assert isinstance(told, PassagesEmbedded)
    assert told.problem is not None
    assert told.problem.code == Code.MODEL_REJECTED


def test_the_largest_answer_fits_into_a_message() -> None:
    assert MOST_TEXTS == MOST_PASSAGES
    largest = "B" * 5461 + "A=="
    one = {"block_id": "p1234b123-abcdef", "start": 10**6, "end": 10**6 + 600, "vector": largest}
    told = PassagesEmbedded.model_validate({"reading_id": uuid4(), "model": "m" * 200, "vectors": [one] * MOST_TEXTS})
    assert len(kept(largest)) == MOST_DIMENSIONS
    assert len(told.write()) < MAX_MESSAGE_BYTES
