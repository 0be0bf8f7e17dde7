"""Material comes in parts where its author has something early: that at once, then the rest, the same each time."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from contracts.coaching import StudyMaterial, WriteMaterial
from contracts.documents import Part
from contracts.envelope import Envelope
from contracts.quizzes import Shortfall
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import Worker
from services.coach.authors.offline.author import written_from
from services.coach.compose.handler import FIRST, Composer
from services.coach.compose.material import material_of
from services.coach.compose.parts import MOST_BYTES, in_parts, parts_ahead
from services.coach.drafts.draft import Written
from services.coach.drafts.order import Order, order_of
from tests.chassis.worker.commands import command as record_of
from tests.coach.orders import CELL_TERMS, CELLS, Noted, order


class Hasty:
    """An author that tells what it has about a few concepts before it has the rest, as a model is asked."""

    async def write(
        self, order: Order, session: str, told: Callable[[Written], Awaitable[object]] | None = None
    ) -> Written:
        """All that the offline author writes."""
        written = written_from(order)
        if told is not None:
            simple = [draft for draft in written.quiz if not draft.doubt]
            few = list(dict.fromkeys(draft.concept for draft in simple))[: 2 * FIRST]
            await told(replace(written, quiz=[draft for draft in simple if draft.concept in few], cards=[]))
        return written


def large_order(questions: int = 8, **more: object) -> WriteMaterial:
    command = order(CELLS, CELL_TERMS, questions=questions, cards=5)
    return command.model_copy(update=more)


async def composed(command: WriteMaterial) -> tuple[list[StudyMaterial], list[StudyMaterial]]:
    """What was told on the way, and what was answered."""
    run = Noted()
    answers = await Composer(Hasty()).compose(command, run)
    told = [message for message in run.told if isinstance(message, StudyMaterial)]
    answered = [message for message in answers if isinstance(message, StudyMaterial)]
    assert (len(told), len(answered)) == (len(run.told), len(answers))
    return told, answered


async def test_what_an_author_has_early_is_told_before_the_rest_is_written() -> None:
    told, answered = await composed(large_order())
    assert [message.part for message in told] == [Part(number=1, of=2)]
    assert [message.part for message in answered] == [Part(number=1, of=2), Part(number=2, of=2)]
    assert [len(message.quiz) for message in answered] == [3, 5]
    first, rest = (len(message.flashcards) for message in answered)
    assert (first, bool(rest)) == (0, True)


async def test_what_was_told_stands_first_among_the_answers_byte_by_byte() -> None:
    told, answered = await composed(large_order())
    assert told[0].write() == answered[0].write()


async def test_no_question_comes_in_two_parts() -> None:
    _, answered = await composed(large_order())
    ids = [entry.item.item_id for message in answered for entry in message.quiz]
    quotes = [entry.item.proof.quote for message in answered for entry in message.quiz]
    assert len(set(ids)) == len(set(quotes)) == 8


async def test_sent_again_it_gives_the_same_messages() -> None:
    once, again = await composed(large_order()), await composed(large_order())
    assert [message.write() for message in once[1]] == [message.write() for message in again[1]]
    assert once[0] == again[0]


async def test_what_is_told_early_is_about_the_foremost_focus_areas() -> None:
    areas = [CELL_TERMS[n][0] for n in (5, 1, 3)]
    told, answered = await composed(order(CELLS, CELL_TERMS, questions=8, cards=5, focusAreas=areas))
    concepts = [entry.item.concept for message in answered for entry in message.quiz]
    assert concepts[:3] == areas, "in the order in which they were named"
    assert [entry.item.concept for message in told for entry in message.quiz] == concepts[: len(told) * 3]


async def test_a_small_order_and_what_a_quiz_lacks_come_in_one_message() -> None:
    for command in (large_order(3), large_order(tries=1), large_order(replaces=large_order().quiz_id)):
        told, answered = await composed(command)
        assert told == []
        assert [message.part for message in answered] == [None]


async def test_the_last_part_carries_the_shortfall() -> None:
    _, answered = await composed(large_order(50))
    assert answered[0].shortfall == []
    assert {short.of for short in answered[-1].shortfall} == {"quiz", "flashcards"}
    short = next(short for short in answered[-1].shortfall if short.of == "quiz")
    assert short.made == sum(len(message.quiz) for message in answered)
    assert all(message.shortfall == [] for message in answered[:-1])
    assert answered[-1].part == Part(number=len(answered), of=len(answered))


async def test_a_hard_quiz_does_not_begin_with_easy_questions() -> None:
    command = order(CELLS, CELL_TERMS, questions=6, cards=0, difficulty="hard")
    _, answered = await composed(command)
    levels = [entry.item.difficulty for message in answered for entry in message.quiz]
    assert "HARD" in levels
    assert levels == sorted(levels, key=lambda level: level != "HARD")


def large(copies: int) -> StudyMaterial:
    """More than a message holds."""
    read = order_of(order(cards=6))
    small = material_of(read, written_from(read))
    short = Shortfall(of="quiz", asked=99, made=10, code="text_exhausted", sentence="10 of 99 questions.")
    return small.model_copy(
        update={"quiz": small.quiz * copies, "flashcards": small.flashcards * copies, "shortfall": [short]}
    )


def test_material_that_is_too_large_for_one_message_is_parted_by_size() -> None:
    material = large(40)
    parts = in_parts(material, None)
    assert len(parts) > 2
    assert all(len(part.write()) <= 1.1 * MOST_BYTES for part in parts)
    assert [part.part for part in parts] == [Part(number=n, of=len(parts)) for n in range(1, len(parts) + 1)]
    assert [entry for part in parts for entry in part.quiz] == material.quiz
    assert [card for part in parts for card in part.flashcards] == material.flashcards
    assert [bool(part.shortfall) for part in parts] == [False] * (len(parts) - 1) + [True]


def test_the_number_of_parts_that_was_told_is_kept_whatever_came() -> None:
    assert parts_ahead(order_of(order())) == 2
    assert parts_ahead(order_of(order(questions=50, cards=100))) > 2
    for copies in (1, 40):
        material = large(copies)
        (ahead,) = in_parts(material.model_copy(update={"quiz": material.quiz[:3]}), None, of=4)
        parts = in_parts(material, ahead)
        assert [part.part for part in parts] == [Part(number=n, of=4) for n in range(1, 5)]
        assert [entry for part in parts for entry in part.quiz] == material.quiz


class Wire:
    """Stands where the bus does. `takes`: so many publications are taken, then it breaks."""

    def __init__(self, takes: int = 9) -> None:
        self.takes = takes
        self.sent: list[tuple[UUID, bytes]] = []

    async def __call__(self, messages: Sequence[Outgoing]) -> None:
        if self.takes == 0:
            raise OSError("the broker is away")
        self.takes -= 1
        self.sent += [(Envelope.from_headers(each.headers).id, each.value) for each in messages]


async def worked(blobs: Blobs, wire: Wire) -> None:
    """A process of the Coach takes the order."""
    handler = Handler(
        command=WriteMaterial,
        handle=Composer(Hasty()).compose,
        agent="quiz",
        dear=True,
        limit_s=20,
    )
    record = record_of(large_order(), topic="coach.commands")
    await Worker("coach", [handler], wire, blobs).handle(record)


async def test_a_process_that_ends_between_the_parts_leaves_the_same_messages_to_the_next(tmp_path: Path) -> None:
    blobs, broken, whole = Blobs(tmp_path), Wire(takes=1), Wire()
    with pytest.raises(OSError, match="away"):
        await worked(blobs, broken)
    await worked(blobs, whole)
    (early,) = broken.sent
    assert [id for id, _ in whole.sent].count(early[0]) == 1
    assert whole.sent[0] == early
    assert len(dict(whole.sent)) == 2
    afresh = Wire()
    await worked(Blobs(tmp_path / "other"), afresh)
    assert [id for id, _ in afresh.sent] == [early[0], *dict(whole.sent)]
