"""The protocol's rule 10: what answers nothing that its session asked is put aside, and uses up nothing."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.envelope import Envelope, answer_id, timeout_id
from contracts.grading import Evaluation
from contracts.message import Message
from contracts.problems import Code, problem
from contracts.reading import ReadingProgress
from contracts.session import QuizRequested, StepFailed, StepTimedOut
from services.chassis.broker.outgoing import Outgoing
from tests.standins.breaking import home
from tests.standins.messages import Hall, Rec, all_answers, answer, command_of, envelope_of, said, submitted, timeout
from tests.standins.workers.services import answers

FAILED = StepFailed(problem=problem(Code.NO_TEXT, "No text."), final=True)
Bad = Callable[[Outgoing, Outgoing], Rec]


def changed(record: Rec, message: Message | None = None, topic: str = "", **update: object) -> Rec:
    """The record with another envelope: what is given as None is left out."""
    envelope = Envelope.from_headers(record.headers).model_copy(update=update)
    value = record.value if message is None else message.write()
    return Rec(topic or record.topic, record.key, value, envelope.headers())


def true_of(write: Outgoing) -> Rec:
    """The only answer to an order for material."""
    return all_answers(write)[0]


def material_of(write: Outgoing) -> StudyMaterial:
    found = answers(command_of(write))[0]
    assert isinstance(found, StudyMaterial)
    return found


def without_a_cause(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), cause=None)


def of_an_unknown_command(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), cause=UUID(int=7))


def of_another_session(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), cause=envelope_of(other).id)


def of_another_type(write: Outgoing, other: Outgoing) -> Rec:
    notes = CoachNotes(notes=["Well done."])
    return changed(true_of(write), notes, type=CoachNotes.type_name, id=uuid4())


def of_another_quiz(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), material_of(write).model_copy(update={"quiz_id": UUID(int=7)}))


def with_items_of_another_quiz(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), material_of(other).model_copy(update={"quiz_id": command_of(write).quiz_id}))


def of_a_future_attempt(write: Outgoing, other: Outgoing) -> Rec:
    to = envelope_of(write)
    return changed(true_of(write), attempt=2, id=answer_id(to.id, StudyMaterial.type_name, 2, 0))


def under_an_id_of_something_else(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), ordinal=1)


def from_another_service(write: Outgoing, other: Outgoing) -> Rec:
    return changed(answer(write, FAILED), topic="reader.outputs")


def a_failure_of_a_future_attempt(write: Outgoing, other: Outgoing) -> Rec:
    return answer(write, FAILED, attempt=2)


def progress_of_another_worker(write: Outgoing, other: Outgoing) -> Rec:
    return answer(write, ReadingProgress(pages_done=1, pages_total=2))._replace(topic="reader.outputs")


def a_learners_wish(write: Outgoing, other: Outgoing) -> Rec:
    return changed(true_of(write), QuizRequested(), type=QuizRequested.type_name, cause=None)


BAD: dict[Bad, str] = {
    without_a_cause: "ce_causeid: missing",
    of_an_unknown_command: "no such command",
    of_another_session: "no such command",
    of_another_type: "answers no write command",
    of_another_quiz: "quiz_id",
    with_items_of_another_quiz: "quiz",
    of_a_future_attempt: "ce_attempt",
    under_an_id_of_something_else: "ce_id",
    from_another_service: "reader.outputs",
    a_failure_of_a_future_attempt: "ce_attempt",
    progress_of_another_worker: "reader.outputs",
    a_learners_wish: "does not belong",
}


async def writing(hall: Hall) -> Outgoing:
    """A session whose first material is being written; the order."""
    [write] = await hall.walk(submitted(uuid4()), until="write_material")
    return write


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.__name__)
async def test_a_strangers_answer_is_put_aside_and_the_true_one_is_taken(hall: Hall, bad: Bad) -> None:
    write, other = await writing(hall), await writing(hall)
    session = envelope_of(write).subject
    before, journaled = await hall.row(session), await hall.count("journal")
    record = bad(write, other)
    [parked] = await hall.tell(record)
    assert parked.topic == f"{record.topic}.parked"
    assert BAD[bad] in dict(parked.headers)["pensum_reason"].decode()
    assert await hall.tell(*home([parked])) == []
    assert await hall.count("parked", session) == 1
    assert await hall.row(session) == before
    assert await hall.count("journal") == journaled
    await hall.walk(true_of(write))
    assert (await hall.row(session))["status"] == "ready"
    assert (await hall.row(envelope_of(other).subject))["status"] == "writing"


@pytest.mark.parametrize(
    "bad", [without_a_cause, of_an_unknown_command, of_another_quiz, under_an_id_of_something_else]
)
async def test_so_it_is_where_both_come_in_one_batch(hall: Hall, bad: Bad) -> None:
    write, other = await writing(hall), await writing(hall)
    out = await hall.tell(bad(write, other), true_of(write))
    assert [message.topic for message in out] == ["evaluator.commands", "coach.outputs.parked"][::-1]


async def test_a_strangers_progress_or_id_of_no_derivation_is_told_apart(hall: Hall) -> None:
    """Who draws ids at random harms nobody: none of them can be another message's."""
    write = await writing(hall)
    await hall.walk(changed(true_of(write), id=uuid4()))
    assert (await hall.row(envelope_of(write).subject))["status"] == "ready"


async def test_a_deadline_of_a_future_attempt_uses_up_no_attempt(hall: Hall) -> None:
    """Else that attempt's own deadline is dropped as a duplicate, and nobody ever asks again."""
    write = await writing(hall)
    for early in (3, 2):
        [parked] = await hall.tell(timeout(write, early))
        assert parked.topic == "session.inputs.parked"
        assert await hall.tell(*home([parked])) == []
    [second] = await hall.tell(timeout(write))
    [third] = await hall.tell(timeout(second))
    assert envelope_of(third).attempt == 3


async def test_a_deadline_of_another_sessions_command_is_put_aside(hall: Hall) -> None:
    write, other = await writing(hall), await writing(hall)
    to = envelope_of(other)
    record = changed(timeout(write), cause=to.id, id=timeout_id(to.id, 1))
    assert [each.topic for each in await hall.tell(record)] == ["session.inputs.parked"]
    nameless = changed(timeout(write), cause=None)
    [parked] = await hall.tell(nameless)
    assert b"ce_causeid: missing" in dict(parked.headers)["pensum_reason"]
    assert len(await hall.tell(timeout(write))) == 1
    assert StepTimedOut.type_name == envelope_of(record).type


async def test_what_comes_late_is_no_strangers_and_changes_nothing(hall: Hall) -> None:
    """After the step is done, and after its journey has failed."""
    write = await writing(hall)
    [again] = await hall.tell(timeout(write))
    await hall.walk(true_of(write))
    session = envelope_of(write).subject
    state = (await hall.row(session))["state"]
    late = [true_of(again), answer(again, FAILED), timeout(again), true_of(write), answer(write, FAILED)]
    for record in late:
        assert await hall.tell(record) == []
    assert (await hall.row(session))["state"] == state
    failing = await writing(hall)
    [again] = await hall.tell(timeout(failing))
    assert await hall.tell(answer(again, FAILED)) == []
    assert await hall.tell(true_of(failing), true_of(again)) == []
    assert (await hall.row(envelope_of(failing).subject))["status"] == "failed"
    assert await hall.count("parked") == 0


async def test_a_future_attempt_at_a_failed_step_uses_up_no_id_of_the_retry(hall: Hall) -> None:
    write = await writing(hall)
    assert await hall.tell(answer(write, FAILED)) == []
    [parked] = await hall.tell(of_a_future_attempt(write, write))
    assert b"ce_attempt" in dict(parked.headers)["pensum_reason"]


async def test_an_answer_that_breaks_its_contract_costs_an_attempt_and_not_the_step(hall: Hall) -> None:
    write = await writing(hall)
    session = envelope_of(write).subject
    broken = true_of(write)._replace(value=b'{"quiz_id": 1}')
    [parked] = await hall.tell(broken)
    [again] = await hall.tell(*home([parked]))
    assert (envelope_of(again).id, envelope_of(again).attempt) == (envelope_of(write).id, 2)
    assert await hall.tell(*home(await hall.tell(broken, broken))) == []
    await hall.walk(true_of(write))
    assert (await hall.row(session))["status"] == "ready"


async def test_three_attempts_that_break_it_fail_the_step(hall: Hall) -> None:
    sent = [await writing(hall)]
    while more := await hall.tell(*home(await hall.tell(true_of(sent[-1])._replace(value=b"[]")))):
        sent += more
    assert [envelope_of(each).attempt for each in sent] == [1, 2, 3]
    row = await hall.row(envelope_of(sent[0]).subject)
    assert (row["status"], row["error"]["status"]) == ("failed", 500)


async def test_progress_that_breaks_its_contract_costs_nothing(hall: Hall) -> None:
    [read] = await hall.tell(submitted(uuid4()))
    broken = answer(read, ReadingProgress(pages_done=1, pages_total=2))._replace(value=b"{}")
    assert await hall.tell(*home(await hall.tell(broken))) == []
    assert (await hall.row(envelope_of(read).subject))["status"] == "reading"


async def test_a_message_of_another_kind_on_an_answers_topic_fails_no_ready_session(hall: Hall) -> None:
    session = await hall.ready()
    wish = said(QuizRequested(), session)._replace(topic="coach.outputs")
    assert await hall.tell(*home(await hall.tell(wish))) == []
    assert (await hall.row(session))["status"] == "ready"


async def test_answers_to_an_attempt_of_another_session_are_put_aside(hall: Hall) -> None:
    one, other = await hall.ready(), await hall.ready()
    theirs = await hall.answers(other)
    await hall.walk(said(theirs, other))
    mine = (await hall.answers(one)).model_copy(update={"attempt_id": theirs.attempt_id})
    [parked] = await hall.tell(said(mine, one))
    assert b"an attempt that another session has" in dict(parked.headers)["pensum_reason"]


async def test_a_grade_with_results_of_another_attempt_is_put_aside(hall: Hall) -> None:
    one, other = await hall.ready(), await hall.ready()
    await hall.walk(said(await hall.answers(other), other))
    theirs = [row["result_id"] for row in await hall.rows("select result_id from results")]
    [grade] = await hall.tell(said(await hall.answers(one), one))
    true = answers(command_of(grade))[0]
    assert isinstance(true, Evaluation)
    stolen = [each.model_copy(update={"result_id": id}) for each, id in zip(true.answers, theirs, strict=False)]
    [parked] = await hall.tell(answer(grade, true.model_copy(update={"answers": stolen})))
    assert b"a result that another attempt has" in dict(parked.headers)["pensum_reason"]
    await hall.walk(answer(grade, true))
    assert await hall.count("results", one) == len(true.answers)


async def test_an_upload_into_somebody_elses_course_is_put_aside(hall: Hall) -> None:
    course = uuid4()
    await hall.ready(course=course)
    [parked] = await hall.tell(submitted(uuid4(), course=course, user="another"))
    assert b"a course that somebody else has" in dict(parked.headers)["pensum_reason"]
