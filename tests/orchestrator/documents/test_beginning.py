"""The beginning of a long document is asked about while the rest is read; what it brings is held against the whole."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from contracts.coaching import WriteMaterial
from contracts.digest import DigestDocument, DocumentDigested
from contracts.documents import Pages
from contracts.grading import Answer, AnswerGiven
from contracts.problems import Code, problem
from contracts.quizzes import ItemsValidated, Refusal, ValidateItems, Verdict
from contracts.reading import GatherDocument, ReadDocument, ReadingPlanned, ReadingProgress, ReadPages
from contracts.session import ForgetRequested, RetryRequested, StepFailed
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.blobs import Blobs
from services.orchestrator.documents.dropped_files import drop_blobs
from tests.standins.messages import Hall, all_answers, answer, command_of, document, said, submitted
from tests.standins.workers.services import BEGUN

BOOK = document("long book.pdf")
ACCEPTED = "select batch, ordinal, body ->> 'question' as question from items where accepted order by ordinal"
LATE = StepFailed(problem=problem(Code.NO_TEXT, "Its pages have no text."), final=True)


async def planned(hall: Hall, session: UUID) -> tuple[Outgoing, list[Outgoing]]:
    """The command that reads the beginning, and those that read the ranges."""
    [read] = await hall.tell(submitted(session, file=BOOK.filename))
    *ranges, begin = await hall.tell(*all_answers(read))
    assert {type(command_of(each)) for each in ranges} == {ReadPages}
    assert command_of(begin) == ReadDocument(document=BOOK, pages=Pages(first=1, last=2))
    return begin, ranges


async def begun(hall: Hall, session: UUID) -> list[Outgoing]:
    """The commands of the ranges, when the beginning has been asked about."""
    begin, ranges = await planned(hall, session)
    assert await hall.walk(*all_answers(begin)) == []
    return ranges


async def whole(hall: Hall, ranges: list[Outgoing], until: str) -> Outgoing:
    """The first such command that the whole document leads to."""
    [found] = await hall.walk(*[record for each in ranges for record in all_answers(each)], until=until)
    return found


async def test_there_are_questions_before_the_ranges_are_read_and_the_rest_comes_from_the_whole(hall: Hall) -> None:
    session = uuid4()
    ranges = await begun(hall, session)
    first = await hall.rows(ACCEPTED)
    [quiz] = await hall.rows("select ready, complete from quizzes")
    row = await hall.row(session)
    assert len(first) == 1
    assert (quiz["ready"], quiz["complete"], row["status"], row["progress"]["step"]) == (
        True,
        False,
        "reading",
        "reading",
    )
    assert [each["reading_id"] for each in await hall.rows("select reading_id from courses")] == [None]
    judge = await whole(hall, ranges, "validate_items")
    again = command_of(judge)
    assert isinstance(again, ValidateItems)
    assert again.reviewed
    assert ([each.question for each in again.items], again.asked, len(again.flashcards)) == (
        [each["question"] for each in first],
        [],
        1,
    )
    [write] = await hall.tell(*all_answers(judge))
    order = command_of(write)
    assert isinstance(order, WriteMaterial)
    assert [each.level for each in order.asked] == ["recall"]
    shape = order.handover.instructions_for_coach.constraints
    assert (shape.num_quiz_questions, shape.num_flashcards) == (9, 14)
    assert len(order.blocks) == 4
    await hall.walk(*all_answers(write))
    items = await hall.rows(ACCEPTED)
    assert (await hall.row(session))["status"] == "ready"
    assert len(items) == 4
    assert items[0] == first[0]
    assert [each["complete"] for each in await hall.rows("select complete from quizzes")] == [True]


async def test_where_nobody_judged_the_beginning_it_is_reviewed_with_the_whole(hall: Hall) -> None:
    ranges = await begun(hall, uuid4())
    await hall.connection.execute("update items set accepted = null")
    again = command_of(await whole(hall, ranges, "validate_items"))
    assert isinstance(again, ValidateItems)
    assert again.items
    assert not again.reviewed


async def test_what_does_not_hold_against_the_whole_is_asked_no_more_and_another_is_ordered(hall: Hall) -> None:
    session = uuid4()
    judge = await whole(hall, await begun(hall, session), "validate_items")
    again = command_of(judge)
    gone = Refusal(code="quote_not_found", sentence="It is not there.")
    verdicts = [Verdict(item_id=each.item_id, accepted=False, reasons=[gone]) for each in again.items]
    verdicts += [Verdict(item_id=each.card_id, accepted=True, reasons=[]) for each in again.flashcards]
    message = ItemsValidated(quiz_id=again.quiz_id, verdicts=verdicts)
    [write] = await hall.tell(answer(judge, message))
    shape = command_of(write).handover.instructions_for_coach.constraints
    assert (shape.num_quiz_questions, shape.num_flashcards) == (10, 14)
    assert await hall.rows(ACCEPTED) == []


@pytest.mark.parametrize("at", ["begin", "digest", "write", "validate"])
async def test_whatever_fails_of_the_beginning_the_document_is_read_and_asked_about(hall: Hall, at: str) -> None:
    session = uuid4()
    begin, ranges = await planned(hall, session)
    names = {"digest": "digest_document", "write": "write_material", "validate": "validate_items"}
    failing = [begin] if at == "begin" else (await hall.walk(*all_answers(begin), until=names[at]))[:1]
    assert await hall.tell(answer(failing[0], LATE)) == []
    assert (await hall.row(session))["status"] == "reading"
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    row = await hall.row(session)
    assert (row["status"], row["error"]) == ("ready", None)
    assert len(await hall.rows(ACCEPTED)) == 4
    assert await hall.count("deadlines") == 0


async def test_a_beginning_without_anything_to_ask_is_no_failure(hall: Hall) -> None:
    session = uuid4()
    begin, ranges = await planned(hall, session)
    [digest] = await hall.tell(*all_answers(begin))
    told = command_of(digest)
    assert isinstance(told, DigestDocument)
    [empty] = all_answers(digest)
    nothing = DocumentDigested.read(empty.value).model_copy(update={"terms": [], "blocks": []})
    assert await hall.tell(answer(digest, nothing)) == []
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    assert (await hall.row(session))["status"] == "ready"


async def test_the_whole_does_not_wait_for_a_beginning_that_is_not_digested(hall: Hall) -> None:
    session = uuid4()
    begin, ranges = await planned(hall, session)
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    assert (await hall.row(session))["status"] == "ready"
    version = (await hall.row(session))["version"]
    assert await hall.tell(*all_answers(begin)) == []  # It comes too late, and changes nothing.
    row = await hall.row(session)
    assert (row["status"], row["version"], await hall.count("readings")) == ("ready", version + 1, 1)


async def test_the_whole_waits_for_what_is_being_written_of_the_beginning(hall: Hall) -> None:
    session = uuid4()
    begin, ranges = await planned(hall, session)
    [write] = await hall.walk(*all_answers(begin), until="write_material")
    assert await hall.walk(*[record for each in ranges for record in all_answers(each)]) == []
    assert (await hall.row(session))["status"] == "writing"
    await hall.walk(*all_answers(write))
    assert (await hall.row(session))["status"] == "ready"
    assert len(await hall.rows(ACCEPTED)) == 4


async def test_a_failed_document_leaves_its_beginning_and_a_retry_goes_on_with_what_there_is(hall: Hall) -> None:
    session = uuid4()
    begin, ranges = await planned(hall, session)
    [digest] = await hall.tell(*all_answers(begin))
    away = StepFailed(problem=problem(Code.UNAVAILABLE, "Away."), final=True)
    await hall.tell(answer(ranges[0], away))
    assert await hall.tell(*all_answers(digest)) == []
    row = await hall.row(session)
    assert (row["status"], await hall.count("quizzes")) == ("failed", 0)
    again = await hall.tell(said(RetryRequested(version=row["version"]), session))
    await hall.walk(*[record for each in again for record in all_answers(each)])
    assert (await hall.row(session))["status"] == "ready"


@pytest.mark.parametrize("at", ["range", "gather", "digest", "no prose"])
async def test_what_was_made_can_be_handed_in_when_the_document_fails_for_good(hall: Hall, at: str) -> None:
    session = uuid4()
    ranges = await begun(hall, session)
    names = {"gather": "gather_document", "digest": "digest_document", "no prose": "digest_document"}
    step = ranges[0] if at == "range" else await whole(hall, ranges, names[at])
    nothing = DocumentDigested.read(all_answers(step)[0].value) if at == "no prose" else None
    failing = nothing.model_copy(update={"terms": [], "blocks": []}) if nothing else LATE
    assert await hall.tell(answer(step, failing)) == []
    assert (await hall.row(session))["error"]["status"] == 422
    [quiz] = await hall.rows("select quiz_id, ready, complete from quizzes")
    assert (quiz["ready"], quiz["complete"], len(await hall.rows(ACCEPTED))) == (True, True, 1)
    given = await hall.answers(session)
    await hall.walk(said(given, session))
    [attempt] = await hall.rows("select attempt_id from attempt_view where session_id = %s", session)
    assert attempt["attempt_id"] == given.attempt_id
    assert await hall.count("deadlines") == 0


async def test_the_rest_is_written_though_nobody_can_judge_the_beginning_again(hall: Hall) -> None:
    session = uuid4()
    judge = await whole(hall, await begun(hall, session), "validate_items")
    [write] = await hall.tell(answer(judge, LATE))
    shape = command_of(write).handover.instructions_for_coach.constraints
    assert (shape.num_quiz_questions, shape.num_flashcards) == (9, 14)
    await hall.walk(*all_answers(write))
    row = await hall.row(session)
    assert (row["status"], row["error"], len(await hall.rows(ACCEPTED))) == ("ready", None, 4)
    assert [each["complete"] for each in await hall.rows("select complete from quizzes")] == [True]


async def test_another_failure_keeps_nothing_of_the_quiz_back_and_stays_shown(hall: Hall) -> None:
    session = uuid4()
    ranges = await begun(hall, session)
    [item] = await hall.rows("select quiz_id, item_id from items where accepted")
    given = AnswerGiven(quiz_id=item["quiz_id"], attempt_id=uuid4(), answer=Answer(item_id=item["item_id"], answer="x"))
    [grade] = await hall.tell(said(given, session))
    away = StepFailed(problem=problem(Code.UNAVAILABLE, "Away."), final=True)
    assert await hall.tell(answer(grade, away)) == []
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    row = await hall.row(session)
    assert (row["status"], row["error"]["code"]) == ("failed", Code.UNAVAILABLE)
    assert len(await hall.rows(ACCEPTED)) == 4
    assert [each["complete"] for each in await hall.rows("select complete from quizzes")] == [True]
    [again] = await hall.tell(said(RetryRequested(version=row["version"]), session))
    await hall.walk(*all_answers(again))
    assert (await hall.row(session))["status"] == "ready"


async def test_the_reading_of_a_beginning_is_used_by_nobody_else_and_goes_with_its_document(
    hall: Hall, tmp_path: Any
) -> None:
    session, other = uuid4(), uuid4()
    await begun(hall, session)
    [read] = await hall.tell(submitted(other, file=BOOK.filename))
    assert isinstance(command_of(read), ReadDocument)
    await hall.tell(said(ForgetRequested(), other))
    store = Blobs(tmp_path)
    name = f"readings/{BOOK.sha256}{BEGUN}.json"
    store.create(name, b"x")
    await hall.tell(said(ForgetRequested(), session))
    await hall.connection.execute("update dropped_blobs set due_at = now()")
    await drop_blobs(hall.connection, store)
    assert not store.exists(name)
    assert [await hall.count(table) for table in ("readings", "blocks", "reading_members")] == [0, 0, 0]


@pytest.mark.parametrize("more", [{"more": [document("c.pdf")]}, {"file": "long.pdf"}])
async def test_several_documents_and_plans_that_name_no_beginning_are_read_whole(
    hall: Hall, more: dict[str, Any]
) -> None:
    reads = await hall.tell(submitted(uuid4(), **{"file": BOOK.filename, **more}))
    said_then = await hall.tell(*all_answers(reads[0]))
    assert {type(command_of(each)) for each in said_then} == {ReadPages}


async def test_the_whole_is_gathered_as_if_there_were_no_beginning(hall: Hall) -> None:
    ranges = await begun(hall, uuid4())
    told = command_of(await whole(hall, ranges, "gather_document"))
    assert isinstance(told, GatherDocument)
    assert len(told.ranges) == 18


PAGES = Pages(first=1, last=2)
"""What the stand-in's plan names."""


async def announced(hall: Hall, session: UUID) -> tuple[Outgoing, Outgoing]:
    """The command that reads the whole, and that which reads the beginning before there is a plan."""
    [read] = await hall.tell(submitted(session, file=BOOK.filename))
    progress = ReadingProgress(pages_done=0, pages_total=36, first=PAGES)
    [begin] = await hall.tell(answer(read, progress, ordinal=9))
    assert command_of(begin) == ReadDocument(document=BOOK, pages=PAGES)
    assert await hall.tell(answer(read, progress, ordinal=10)) == []
    return read, begin


async def test_the_beginning_is_read_while_the_whole_is_planned_and_asked_about_when_it_is(hall: Hall) -> None:
    session = uuid4()
    read, begin = await announced(hall, session)
    assert await hall.walk(*all_answers(begin)) == []
    assert await hall.count("quizzes") == 0
    *ranges, write = await hall.tell(*all_answers(read))
    assert isinstance(command_of(write), WriteMaterial)
    assert {type(command_of(each)) for each in ranges} == {ReadPages}
    await hall.walk(*all_answers(write), *[record for each in ranges for record in all_answers(each)])
    assert (await hall.row(session))["status"] == "ready"
    assert len(await hall.rows(ACCEPTED)) == 4


@pytest.mark.parametrize("at", ["begin", "digest", "no prose"])
async def test_a_beginning_that_brought_nothing_is_asked_for_once(hall: Hall, at: str) -> None:
    session = uuid4()
    read, begin = await announced(hall, session)
    [failing] = [begin] if at == "begin" else await hall.tell(*all_answers(begin))
    nothing = DocumentDigested.read(all_answers(failing)[0].value) if at == "no prose" else None
    bad = nothing.model_copy(update={"terms": [], "blocks": []}) if nothing else LATE
    assert await hall.tell(answer(failing, bad)) == []
    progress = ReadingProgress(pages_done=1, pages_total=36, first=PAGES)
    assert await hall.tell(answer(read, progress, ordinal=11)) == []
    ranges = await hall.tell(*all_answers(read))
    assert {type(command_of(each)) for each in ranges} == {ReadPages}
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    assert (await hall.row(session))["status"] == "ready"


async def test_a_plan_that_comes_first_asks_for_nothing_again(hall: Hall) -> None:
    session = uuid4()
    read, begin = await announced(hall, session)
    ranges = await hall.tell(*all_answers(read))
    assert {type(command_of(each)) for each in ranges} == {ReadPages}
    await hall.walk(*all_answers(begin))
    assert len(await hall.rows(ACCEPTED)) == 1
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    assert len(await hall.rows(ACCEPTED)) == 4


@pytest.mark.parametrize("digested", [True, False])
async def test_nothing_is_asked_of_a_beginning_where_pages_have_to_pass_the_gate(hall: Hall, digested: bool) -> None:
    session = uuid4()
    read, begin = await announced(hall, session)
    if digested:
        await hall.walk(*all_answers(begin))
    [plan] = all_answers(read)
    scanned = ReadingPlanned.read(plan.value).model_copy(update={"first": None, "recognised": 3})
    ranges = await hall.tell(answer(read, scanned))
    assert {type(command_of(each)) for each in ranges} == {ReadPages}
    if not digested:
        assert await hall.walk(*all_answers(begin)) == []
    assert await hall.count("quizzes") == 0
    await hall.walk(*[record for each in ranges for record in all_answers(each)])
    assert (await hall.row(session))["status"] == "ready"
