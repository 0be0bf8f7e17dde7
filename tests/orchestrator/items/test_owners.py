"""Owners' wishes about items on the real shell and the real Postgres: edits, decisions, items written anew."""

from typing import Literal
from uuid import uuid4

import pytest

from contracts.editing import ItemAdded, ItemDecided, ItemEdited, ItemReinstated, ItemRetracted, RegenerationRequested
from contracts.items import Cloze, Flashcard
from contracts.message import Message
from contracts.session import ForgetRequested, QuizRequested
from services.orchestrator.batch.replay import replay
from tests.orchestrator.items.material import first, history, items, quiz, wish
from tests.standins.messages import Hall, all_answers, command_of, said
from tests.standins.workers.writing import DRAFT


async def test_an_edit_takes_the_items_place_once_it_holds_up(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    better = item.model_copy(update={"question": "Better: ____ is fact 0 of part 1.", "answer": "new words"})
    [check] = await hall.tell(said(ItemEdited(item=better), session))
    told = command_of(check)
    assert (told.items, len(told.blocks), len(told.asked), len(told.cards)) == ([better], 1, 3, 1)
    assert item.answer not in {each.answer for each in told.asked}
    assert await first(hall, session) == item
    [entry] = await history(hall)
    assert (entry["outcome"], entry["before"]["question"]) == (None, item.question)
    assert (await hall.row(session))["status"] == "validating"
    await hall.walk(*all_answers(check))
    [row, *_] = await items(hall, session)
    assert (Cloze.model_validate(row["body"]), row["revision"], row["answer_text"]) == (better, 2, "new words")
    [entry] = await history(hall)
    assert (entry["outcome"], entry["reasons"], entry["action"]) == ("done", [], "edited")
    assert entry["before"]["question"] == item.question
    assert entry["after"]["question"] == better.question
    assert (await hall.row(session))["status"] == "ready"


async def test_an_edit_that_does_not_hold_up_leaves_everything_as_it_was(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    await wish(hall, session, ItemEdited(item=item.model_copy(update={"question": f"{DRAFT}{item.question}"})))
    [row, *_] = await items(hall, session)
    assert (Cloze.model_validate(row["body"]), row["revision"], row["accepted"]) == (item, 1, True)
    [entry] = await history(hall)
    assert (entry["outcome"], entry["reasons"]) == (
        "refused",
        [{"code": "answer_leaked", "sentence": "It is a draft."}],
    )
    row = await hall.row(session)
    assert (row["status"], row["error"]) == ("ready", None)
    assert (await quiz(hall))["refused"] == {}


async def test_an_item_written_by_hand_joins_its_quiz_once_it_holds_up(hall: Hall) -> None:
    session = await hall.ready()
    old = await first(hall, session)
    mine = old.model_copy(update={"item_id": uuid4(), "question": "Mine: ____ is fact 0 of part 1."})
    draft = mine.model_copy(update={"item_id": uuid4(), "question": f"{DRAFT}{mine.question}"})
    [check] = await hall.tell(said(ItemAdded(item=mine), session))
    assert (command_of(check).items, len(command_of(check).asked)) == ([mine], 4)
    assert len(await items(hall, session)) == 4
    await hall.walk(*all_answers(check), *all_answers(check))
    *_, row = await items(hall, session)
    assert (Cloze.model_validate(row["body"]), row["accepted"], row["revision"], row["ordinal"]) == (
        mine,
        True,
        1,
        4,
    )
    [asked] = await hall.rows("select ordinal, repeat from quiz_items where item_id = %s", mine.item_id)
    assert (asked["ordinal"], asked["repeat"]) == (row["ordinal"], False)
    [entry] = await history(hall)
    assert (entry["action"], entry["outcome"], entry["before"]) == ("added", "done", None)
    await wish(hall, session, ItemAdded(item=draft))
    assert len(await items(hall, session)) == 5
    refused = (await history(hall))[-1]
    assert (refused["outcome"], refused["reasons"][0]["code"]) == ("refused", "answer_leaked")
    assert await hall.tell(said(ItemAdded(item=mine), session)) == [], "it is there already"
    await wish(hall, session, ItemEdited(item=mine.model_copy(update={"question": "Still mine: ____ is fact 0."})))
    assert (await items(hall, session))[-1]["revision"] == 2


async def test_only_what_was_taken_back_is_put_back(hall: Hall) -> None:
    session = await hall.ready()
    item = (await first(hall, session)).item_id
    for act in (ItemReinstated(item_id=item), ItemRetracted(item_id=item), ItemReinstated(item_id=item)):
        await wish(hall, session, act)
    await wish(hall, session, ItemReinstated(item_id=item))
    assert [row["action"] for row in await history(hall)] == ["retracted", "reinstated"]
    assert len(await items(hall, session)) == 4


async def test_cards_are_edited_and_written_anew_likewise(hall: Hall) -> None:
    session = await hall.ready()
    [row] = await items(hall, session, "flashcard_view")
    card = Flashcard.model_validate(row["body"])
    await wish(hall, session, ItemEdited(flashcard=card.model_copy(update={"question": "Better?"})))
    [row] = await items(hall, session, "flashcard_view")
    assert (row["body"]["question"], row["revision"]) == ("Better?", 2)
    [write] = await hall.tell(said(RegenerationRequested(item_id=card.card_id), session))
    told = command_of(write).handover.instructions_for_coach
    assert (told.generation_goals, told.focus_areas) == (["flashcards"], [card.concept])
    await hall.walk(*all_answers(write))
    [row] = await items(hall, session, "flashcard_view")
    assert (row["card_id"] != card.card_id, row["ordinal"], row["batch"]) == (True, 0, 2)
    assert len(await items(hall, session)) == 4


async def test_another_item_about_the_same_concept_takes_the_old_ones_place(hall: Hall) -> None:
    session = await hall.ready()
    before = await items(hall, session)
    old = before[1]
    [write] = await hall.tell(said(RegenerationRequested(item_id=old["item_id"], reason="Too easy."), session))
    told = command_of(write)
    shape = told.handover.instructions_for_coach.constraints
    assert (told.replaces, shape.num_quiz_questions, shape.quiz_difficulty) == (old["item_id"], 1, "medium")
    assert told.handover.instructions_for_coach.focus_areas == [old["body"]["concept"]]
    assert old["body"]["question"] in {each.question for each in told.asked}
    await hall.walk(*all_answers(write))
    after = await items(hall, session)
    assert [row["ordinal"] for row in after] == [row["ordinal"] for row in before]
    assert [a["item_id"] == b["item_id"] for a, b in zip(after, before, strict=True)] == [True, False, True, True]
    [gone] = await hall.rows("select state from item_view where item_id = %s", old["item_id"])
    assert gone["state"] == "replaced"
    [entry] = await history(hall)
    assert (entry["action"], entry["outcome"], entry["reason"]) == ("regenerated", "done", "Too easy.")
    assert (entry["before"], entry["after"]) == (old["body"], after[1]["body"])


async def test_two_that_are_written_anew_side_by_side_know_of_each_other(hall: Hall) -> None:
    session = await hall.ready()
    olds = (await items(hall, session))[:2]
    writes = [(await hall.tell(said(RegenerationRequested(item_id=old["item_id"]), session)))[0] for old in olds]
    one, two = [command_of((await hall.tell(*all_answers(write)))[0]) for write in writes]
    assert one.items[0].question not in {each.question for each in one.asked}
    assert one.items[0].question in {each.question for each in two.asked}


async def test_decisions_show_at_once_and_the_last_of_a_batch_counts(hall: Hall) -> None:
    session = await hall.ready()
    one, two, three, four = [row["item_id"] for row in await items(hall, session)]
    messages: list[Message] = [
        ItemDecided(item_id=one, decision="approved"),
        ItemDecided(item_id=two, decision="deleted", reason="Too easy."),
        ItemDecided(item_id=three, decision="deleted"),
        ItemDecided(item_id=three, decision="restored"),
        ItemRetracted(item_id=four, reason="It is wrong."),
        ItemDecided(item_id=uuid4(), decision="deleted"),
    ]
    assert await hall.tell(*[said(message, session) for message in messages]) == []
    rows = await hall.rows("select state from item_view order by ordinal")
    assert [row["state"] for row in rows] == ["approved", "deleted", "live", "retracted"]
    told = {(row["action"], row["outcome"], row["reason"]) for row in await history(hall)}
    assert told == {
        ("approved", "done", ""),
        ("deleted", "done", "Too easy."),
        ("deleted", "done", ""),
        ("restored", "done", ""),
        ("retracted", "done", "It is wrong."),
    }


async def test_the_history_of_a_batch_is_in_the_order_in_which_it_was_asked(hall: Hall) -> None:
    session = await hall.ready()
    item = (await items(hall, session))[0]["item_id"]
    acts: list[Literal["deleted", "restored"]] = ["deleted", "restored"] * 3
    await hall.tell(*[said(ItemDecided(item_id=item, decision=act), session) for act in acts])
    assert [row["action"] for row in await history(hall)] == acts


async def test_an_edit_of_a_deleted_item_is_refused_with_the_reason(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    await wish(hall, session, ItemDecided(item_id=item.item_id, decision="deleted"))
    assert await hall.tell(said(ItemEdited(item=item), session)) == []
    entry = (await history(hall))[-1]
    assert (entry["outcome"], entry["reasons"][0]["code"]) == ("refused", "deleted")


async def test_of_two_edits_the_later_counts(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    texts = [item.model_copy(update={"question": f"{n}: {item.question}"}) for n in (1, 2)]
    one, two = [(await hall.tell(said(ItemEdited(item=text), session)))[0] for text in texts]
    await hall.walk(*all_answers(two), *all_answers(one))
    assert await first(hall, session) == texts[1]
    ended = {row["after"]["question"][0]: (row["outcome"], row["reasons"]) for row in await history(hall)}
    assert ended["2"] == ("done", [])
    assert ended["1"][0] == "refused"
    assert ended["1"][1][0]["code"] == "superseded"


@pytest.mark.parametrize("at_once", [True, False])
async def test_an_edit_made_from_a_text_that_was_edited_meanwhile_is_refused(hall: Hall, at_once: bool) -> None:
    """Both were made from revision 1; the first is accepted before the second is folded, or in the same batch."""
    session = await hall.ready()
    item = await first(hall, session)
    one, two = [item.model_copy(update={"question": f"{n}: {item.question}"}) for n in (1, 2)]
    [check] = await hall.tell(said(ItemEdited(item=one, revision=1), session))
    later = said(ItemEdited(item=two, revision=1), session)
    batches = [[*all_answers(check), later]] if at_once else [all_answers(check), [later]]
    for batch in batches:
        assert await hall.tell(*batch) == []
    assert await first(hall, session) == one
    told = {row["after"]["question"][0]: (row["outcome"], row["reasons"]) for row in await history(hall)}
    assert told["1"] == ("done", [])
    assert (told["2"][0], told["2"][1][0]["code"]) == ("refused", "outdated")
    await wish(hall, session, ItemEdited(item=two, revision=2))
    assert await first(hall, session) == two
    done = await replay(hall.connection, session)
    assert done
    assert done.differs == ""


async def test_an_edit_during_another_write_goes_its_own_way(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    [write] = await hall.tell(said(QuizRequested(), session))
    better = item.model_copy(update={"question": f"Better: {item.question}"})
    await wish(hall, session, ItemEdited(item=better))
    assert (await hall.row(session))["status"] == "writing"
    assert (await items(hall, session))[0]["body"]["question"] == better.question
    await hall.walk(*all_answers(write))
    assert (await hall.row(session))["status"] == "ready"
    assert len(await items(hall, session)) == 8


async def test_answers_to_what_was_removed_since_are_not_graded(hall: Hall) -> None:
    session = await hall.ready()
    results = await hall.answers(session)
    gone = results.answers[0].item_id
    [grade] = await hall.tell(said(ItemRetracted(item_id=gone), session), said(results, session))
    told = command_of(grade)
    assert len(told.items) == len(told.results.answers) == 3
    assert gone not in {item.item_id for item in told.items}
    await hall.walk(*all_answers(grade))
    assert (await hall.row(session))["status"] == "ready"


async def test_where_all_of_them_were_deleted_the_learner_still_gets_a_grade(hall: Hall) -> None:
    session = await hall.ready()
    results = await hall.answers(session)
    for each in results.answers:
        await wish(hall, session, ItemDecided(item_id=each.item_id, decision="deleted"))
    [grade] = await hall.tell(said(results, session))
    assert len(command_of(grade).items) == 4


async def test_where_all_of_them_were_retracted_nothing_is_graded(hall: Hall) -> None:
    session = await hall.ready()
    results = await hall.answers(session)
    for each in results.answers:
        await wish(hall, session, ItemRetracted(item_id=each.item_id))
    assert await hall.tell(said(results, session)) == []
    assert (await hall.row(session))["status"] == "ready"
    [attempt] = await hall.rows("select score, graded_at from attempts")
    assert (attempt["score"], attempt["graded_at"] is None) == (None, False)


async def test_results_of_a_retracted_item_stay(hall: Hall) -> None:
    session = await hall.ready()
    results = await hall.answers(session)
    await hall.walk(said(results, session))
    await wish(hall, session, ItemRetracted(item_id=results.answers[0].item_id))
    assert await hall.count("results", session) == 4


async def test_forgetting_takes_the_history_too(hall: Hall) -> None:
    session = await hall.ready()
    await wish(hall, session, ItemEdited(item=await first(hall, session)))
    assert await hall.count("item_history") == 1
    await hall.tell(said(ForgetRequested(), session))
    assert await hall.count("item_history") == await hall.count("items") == 0


async def test_no_text_of_an_edit_stands_in_state_or_journal(hall: Hall) -> None:
    session = await hall.ready()
    item = await first(hall, session)
    await wish(hall, session, ItemEdited(item=item.model_copy(update={"question": "Some new words, ____."})))
    told = await hall.rows(
        "select state::text as t from sessions union all select message::text || commands::text from journal"
    )
    assert not any("new words" in row["t"] for row in told)
    done = await replay(hall.connection, session)
    assert done
    assert done.differs == ""
