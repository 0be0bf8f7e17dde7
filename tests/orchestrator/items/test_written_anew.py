"""An item written anew: its author is told what the quiz had in any state, and the end of the wish says what was."""

from typing import Any
from uuid import UUID

from contracts.coaching import QuizEntry, StudyMaterial, WriteMaterial
from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.items import Cloze
from services.chassis.broker.outgoing import Outgoing
from services.orchestrator.batch.replay import replay
from services.orchestrator.quizzes.asked_before import REWRITTEN
from tests.orchestrator.items.material import first, history, items, wish
from tests.standins.messages import Hall, all_answers, answer, command_of, said
from tests.standins.workers.writing import DRAFT


async def ordered(hall: Hall, session: UUID, item: UUID, reason: str = "") -> tuple[Outgoing, WriteMaterial]:
    [write] = await hall.tell(said(RegenerationRequested(item_id=item, reason=reason), session))
    command = command_of(write)
    assert isinstance(command, WriteMaterial)
    return write, command


async def instead(hall: Hall, write: Outgoing, **other: Any) -> list[Outgoing]:
    """The Coach's answer, but for some of its item's fields."""
    [written] = all_answers(write)
    assert written.value is not None
    message = StudyMaterial.read(written.value)
    [entry] = message.quiz
    entry = QuizEntry(question=entry.question, item=entry.item.model_copy(update=other))
    changed = message.model_copy(update={"quiz": [entry]})
    return await hall.tell(answer(write, changed))


async def test_the_owners_reason_reaches_the_author(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    _, command = await ordered(hall, session, item.item_id, "Too easy.")
    [refused] = command.refused
    assert (refused.question, refused.answer, refused.quote) == (item.question, item.answer, item.proof.quote)
    assert [(why.code, why.sentence) for why in refused.reasons] == [("owner", "Too easy.")]


async def test_one_that_was_refused_is_told_to_the_author_of_the_next(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    write, command = await ordered(hall, session, item.item_id)
    assert command.refused == []
    [validate] = await instead(hall, write, question=f"{DRAFT}____ is it.")
    await hall.walk(*all_answers(validate))
    [entry] = await history(hall)
    assert entry["outcome"] == "refused"
    said = "What was written in its place was refused: It is a draft."
    phrase = {"code": "refusals.instead", "values": {"why": "It is a draft."}}
    assert entry["reasons"] == [{"code": "answer_leaked", "sentence": said, "phrase": phrase}]
    _, command = await ordered(hall, session, item.item_id)
    [refused] = command.refused
    assert refused.question == f"{DRAFT}____ is it."
    assert refused.reasons[0].code == "answer_leaked"


async def test_what_the_quiz_had_in_any_state_is_told_to_the_author(hall: Hall) -> None:
    session = await hall.ready()
    rows = await items(hall, session)
    one, two, three, four = (Cloze.model_validate(row["body"]) for row in rows)
    await wish(hall, session, RegenerationRequested(item_id=one.item_id))
    await wish(hall, session, ItemDecided(item_id=two.item_id, decision="deleted"))
    await wish(hall, session, ItemRetracted(item_id=three.item_id))
    await wish(hall, session, ItemEdited(item=four.model_copy(update={"question": "Better: ____."})))
    _, command = await ordered(hall, session, four.item_id)
    assert {one.question, two.question, three.question, "Better: ____."} < {each.question for each in command.asked}
    [refused] = command.refused
    assert (refused.question, refused.reasons[0].sentence) == (four.question, REWRITTEN)


async def test_one_that_the_quiz_has_already_ends_the_wish_with_a_sentence_that_says_so(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    before = await items(hall, session)
    write, _ = await ordered(hall, session, item.item_id)
    validate = await instead(hall, write, item_id=before[1]["item_id"])
    assert [command_of(each).items for each in validate] == [[]]
    await hall.walk(*all_answers(validate[0]))
    [entry] = await history(hall)
    assert (entry["outcome"], entry["reasons"][0]["code"]) == ("refused", "concept_exhausted")
    assert "has not had before" in entry["reasons"][0]["sentence"]
    assert await items(hall, session) == before
    assert (await hall.row(session))["status"] == "ready"
    done = await replay(hall.connection, session)
    assert done
    assert done.differs == ""


async def test_notes_leave_out_answers_to_what_was_taken_back(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    [grade] = await hall.tell(said(await hall.answers(session), session))
    [again] = await hall.tell(said(ItemRetracted(item_id=item.item_id), session))
    assert await hall.tell(*all_answers(grade)) == []
    [notes] = await hall.tell(*all_answers(again))
    evaluation = command_of(notes).evaluation
    assert item.item_id not in {each.item_id for each in evaluation.answers}
    assert len(evaluation.answers) == 3
    assert evaluation.score == sum(each.credit for each in evaluation.answers) / 3
