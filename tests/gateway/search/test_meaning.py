"""Search by meaning: a question in another language finds its passage; and whatever is missing, words find theirs."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest

from contracts.digest import EmbedQuestion, QuestionEmbedded
from contracts.documents import Block
from contracts.envelope import Envelope, reply
from contracts.problems import Code, problem
from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.gateway.documents.pictures import Drawings
from services.gateway.messaging.bus import Line
from services.gateway.messaging.waiting import Waiters
from services.gateway.search.meaning import Meanings
from services.search.vectors import kept, packed, said_of, sketch, windows_of
from tests.gateway.conftest import Sent
from tests.gateway.search.test_search import found, lesson
from tests.gateway.shelf import Kept, Shelf
from tests.standins.messages import Rec
from tests.standins.model.meaning import vector

MODEL = "small"
BLOCKS = [
    Block(block_id="h", text="Plants", kind="heading", level=1),
    Block(
        block_id="a",
        text="Leaves are thin. Transpiration is the loss of water vapour from leaves. It cools them.",
        source_page=2,
    ),
    Block(block_id="b", text="Bees make honey. They keep it in combs."),
    Block(block_id="c", text="The moon pulls the sea. Thus the tide comes in."),
]
NORWEGIAN = "Hva er det som trekker havet?"


@pytest.fixture
def meanings(waiters: Waiters, sent: Sent) -> Meanings:
    return Meanings(MODEL, waiters, sent.publish, seconds=2)


class Coach:
    """Answers the gateway's questions as the Coach does, or as `answers` says."""

    def __init__(self, sent: Sent, line: Line) -> None:
        self.questions: list[str] = []
        self.answers: Callable[[str], QuestionEmbedded | None] = lambda question: QuestionEmbedded(
            vector=packed(vector(question))
        )
        self._line, self._tasks = line, set[asyncio.Task[None]]()
        sent.asked = self._asked

    def _asked(self, messages: Sequence[Outgoing]) -> None:
        for message in messages:
            asked = EmbedQuestion.read(message.value)
            assert (message.topic, asked.model) == ("coach.embeddings", MODEL)
            self.questions.append(asked.question)
            if (told := self.answers(asked.question)) is not None:
                headers = reply(told, Envelope.from_headers(message.headers), source="coach", ordinal=0).headers()
                record: Any = Rec("session.updates", b"", told.write(), headers)
                self._tasks.add(asyncio.create_task(self._line.hear(record)))


@pytest.fixture
def coach(sent: Sent, waiters: Waiters, drawings: Drawings, meanings: Meanings) -> Coach:
    return Coach(sent, Line(Settings(), waiters, drawings.heard, meanings.heard))


def text(shelf: Shelf, tenant: str) -> Kept:
    kept_rows = shelf.session(tenant, "ann", blocks=0)
    shelf.blocks(kept_rows, BLOCKS)
    return kept_rows


def embedded(shelf: Shelf, kept_rows: Kept, *, done: bool = True, problem: Code | None = None, few: int = 9) -> None:
    """Vectors of all windows, or of a few, as the orchestrator keeps them."""
    own = {"tenant_id": kept_rows.tenant, "user_id": kept_rows.user, "reading_id": kept_rows.reading, "model": MODEL}
    places = {"part": 0, "ordinal": 0, "start": 0, "follow": [], "open": [], "tries": 0}
    shelf.insert("embeddings", **own, **places, done=done, problem=problem)
    windows = [(block, window) for block in BLOCKS[1:] for window in windows_of(block)]
    for block, window in windows[:few]:
        direction = kept(packed(vector(said_of(block, window, "Plants"))))
        place = {"block_id": block.block_id, "start": window.start, "stop": window.end}
        shelf.insert("block_vectors", **own, **place, vector=direction, sketch=sketch(direction))


async def test_a_question_in_another_language_finds_its_passage_and_nothing_is_wanting(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    told = await found(ann, kept_rows, NORWEGIAN)
    first = told["passages"][0]
    assert (first["block_id"], first["quote"], first["after"]) == (
        "c",
        "The moon pulls the sea.",
        "Thus the tide comes in.",
    )
    assert (first["heading"], first["filename"], first["share"], first["words"]) == ("Plants", "leaves.pdf", 0, [])
    assert first["likeness"] > 0.3
    assert told["notice"] == ""
    assert coach.questions == [NORWEGIAN]


async def test_what_words_and_meaning_have_found_is_one_passage_with_both(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    told = await found(ann, kept_rows, "What is the loss of water called?")
    first = told["passages"][0]
    assert first["quote"] == "Transpiration is the loss of water vapour from leaves."
    assert {"loss", "water"} <= set(first["words"])
    assert first["likeness"] > 0.3
    quotes = [(one["block_id"], one["quote"]) for one in told["passages"]]
    assert len(quotes) == len(set(quotes))


async def test_a_question_is_asked_once_and_kept(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    several = await asyncio.gather(*(found(ann, kept_rows, NORWEGIAN) for _ in range(3)))
    assert several[0] == several[1] == several[2] == await found(ann, kept_rows, NORWEGIAN)
    assert coach.questions == [NORWEGIAN]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What is honey?", "Search by meaning did not"),
        ("Hva er det som lager honning?", "Søk etter mening svarte ikke"),
    ],
)
async def test_a_model_that_does_not_answer_leaves_the_words_and_says_so(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach, asked: str, said: str
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    coach.answers = lambda _: QuestionEmbedded(problem=problem(Code.MODEL_UNAVAILABLE, "Away."))
    told = await found(ann, kept_rows, asked)
    assert told["notice"].startswith(said)
    assert ("Teksten er på engelsk" in told["notice"]) == ("Hva" in asked)
    if "honey" in asked:
        assert [one["block_id"] for one in told["passages"]] == ["b"]
    assert all(one["likeness"] is None for one in told["passages"])


async def test_after_no_answer_nobody_is_kept_waiting_for_the_next(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    coach.answers = lambda _: None
    for question in ("honey", "combs", "bees"):
        assert (await found(ann, kept_rows, question))["passages"][0]["block_id"] == "b"
    assert coach.questions == ["honey"]


async def test_a_broker_that_is_away_leaves_the_words(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, sent: Sent
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    sent.fails = ConnectionError("the broker is away")
    told = await found(ann, kept_rows, "honey")
    assert (told["passages"][0]["block_id"], told["notice"][:17]) == ("b", "Search by meaning")


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (None, "Søk etter mening gjøres ennå klart"),
        ({"done": False, "few": 0}, "Søk etter mening gjøres ennå klart"),
        ({"done": False, "few": 0, "problem": Code.MODEL_REJECTED}, "Søk etter mening kunne ikke gjøres klart"),
    ],
)
async def test_vectors_that_are_not_there_are_told_of_in_the_questions_language(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach, state: dict[str, Any] | None, said: str
) -> None:
    kept_rows = text(shelf, tenant)
    if state is not None:
        embedded(shelf, kept_rows, **state)
    if state is not None and "problem" in state:  # Whoever has none for passages has none for questions.
        coach.answers = lambda _: QuestionEmbedded(problem=problem(Code.MODEL_REJECTED, "None."))
    told = await found(ann, kept_rows, NORWEGIAN)
    assert told["notice"].startswith(said)
    assert "Teksten er på engelsk" in told["notice"]
    assert told["passages"] == []
    assert coach.questions == ([] if state is None else [NORWEGIAN])


async def test_vectors_of_another_length_are_not_compared(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach
) -> None:
    kept_rows = text(shelf, tenant)
    embedded(shelf, kept_rows)
    coach.answers = lambda _: QuestionEmbedded(vector=packed([1.0, 2.0, 3.0]))
    told = await found(ann, kept_rows, "honey")
    assert [one["block_id"] for one in told["passages"]] == ["b"]
    assert told["notice"].startswith("Search by meaning could not")


async def test_nobody_finds_by_meaning_what_is_somebody_elses(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, coach: Coach
) -> None:
    other = text(shelf, tenant)
    embedded(shelf, other)
    own = lesson(shelf, tenant)
    shelf.ask("update block_vectors set tenant_id = tenant_id")
    told = await found(ann, own, NORWEGIAN)
    assert {one["block_id"] for one in told["passages"]} <= {"a", "b", "c"}
    assert all("moon" not in one["quote"] for one in told["passages"])
