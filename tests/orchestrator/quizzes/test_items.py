"""Parts and rounds on the real shell and the real Postgres, and what the gateway sees of them."""

import pytest
from psycopg.types.json import Json

from contracts.coaching import StudyMaterial
from contracts.editing import ItemEdited, RegenerationRequested
from contracts.quizzes import Shortfall
from contracts.session import QuizRequested
from services.orchestrator.batch.replay import replay
from tests.orchestrator.items.material import first, history, items, quiz, wish, writing
from tests.standins.messages import Hall, all_answers, answer, command_of, envelope_of, said
from tests.standins.workers.writing import DRAFT

OLD = {"number": 1}
"""A quiz that is being written, as rules 2 kept it."""


async def test_a_part_can_be_seen_before_the_next_is_written(hall: Hall) -> None:
    write = await writing(hall)
    session = envelope_of(write).subject
    one, two = all_answers(write)
    [validate] = await hall.tell(one)
    assert [row["batch"] for row in await hall.rows("select batch from items")] == [1]
    assert not (await quiz(hall))["ready"]
    await hall.walk(*all_answers(validate))
    seen = await quiz(hall)
    assert (seen["ready"], seen["complete"], len(await items(hall, session))) == (True, False, 1)
    assert (await hall.row(session))["status"] == "writing"
    assert await hall.tell(said(await hall.answers(session), session)) == []
    await hall.walk(two)
    seen = await quiz(hall)
    assert (seen["ready"], seen["complete"], len(await items(hall, session))) == (True, True, 4)
    assert (await hall.row(session))["status"] == "ready"
    assert len(await hall.tell(said(await hall.answers(session), session))) == 1


@pytest.mark.parametrize("turned", [False, True])
async def test_parts_in_any_order_and_twice_give_the_same_items(hall: Hall, turned: bool) -> None:
    write = await writing(hall)
    parts = all_answers(write)
    parts = parts[::-1] if turned else parts
    told = await hall.tell(parts[0], parts[0])
    told += await hall.tell(parts[0], parts[1], parts[1])
    assert [len(command_of(each).items) for each in told] == ([3, 1] if turned else [1, 3])
    assert await hall.tell(*parts) == []
    concepts = [row["concept"] for row in await hall.rows("select body ->> 'concept' as concept from items")]
    ordered = await hall.rows("select body ->> 'concept' as concept from items order by ordinal")
    assert [row["concept"][:6] for row in ordered] == ["term10", "term11", "term20", "term21"]
    assert len(concepts) == 4


async def test_what_was_refused_is_ordered_again_and_told(hall: Hall) -> None:
    write = await writing(hall)
    session = envelope_of(write).subject
    [again] = await hall.walk(*all_answers(write), until="write_material")
    told = command_of(again)
    [refused] = told.refused
    assert refused.question.startswith(DRAFT)
    assert [{"item_id": refused.item_id}] == await hall.rows("select item_id from items where not accepted")
    assert (refused.answer[:6], refused.reasons[0].code, told.tries) == ("term21", "answer_leaked", 1)
    assert sorted(each.answer[:6] for each in told.asked) == ["term10", "term11", "term20"]
    assert len(told.cards) == 1
    assert told.quiz_id == command_of(write).quiz_id
    [validate] = await hall.tell(*all_answers(again))
    judged = command_of(validate)
    assert ([item.answer[:6] for item in judged.items], len(judged.asked)) == (["term21"], 3)
    await hall.walk(*all_answers(validate))
    [short, cards] = (await quiz(hall))["shortfall"]
    assert (short["of"], short["asked"], short["made"], short["code"]) == ("quiz", 10, 4, "answer_leaked")
    assert short["sentence"] == "4 of 10 questions: 1 told its own answer, the author wrote no more."
    assert cards["sentence"] == "1 of 15 flashcards: the author wrote no more."
    assert (await quiz(hall))["refused"] == {"answer_leaked": 1}
    assert len(await items(hall, session)) == 4
    done = await replay(hall.connection, session)
    assert done
    assert done.differs == ""


async def test_a_report_on_coverage_finds_terms_and_counted_blocks(hall: Hall) -> None:
    session = await hall.ready()
    [digest] = await hall.rows("select * from digest_view where session_id = %s", session)
    assert [term["term"] for term in digest["terms"]] == ["term10", "term11", "term20", "term21"]
    assert digest["blocks"] == ["p1b0", "p1b1", "p2b0", "p2b1"]
    blocks = await hall.rows("select * from block_words_view where session_id = %s order by part, ordinal", session)
    assert [row["block_id"] for row in blocks] == digest["blocks"]
    assert {(row["words"], row["material"], row["kind"]) for row in blocks} == {(8, True, "paragraph")}
    assert blocks[0]["excerpt"].startswith("The term10 is fact 0")


async def test_however_long_a_session_goes_on_its_commands_stay_small(hall: Hall) -> None:
    session = await hall.ready()
    more = """insert into items select tenant_id, user_id, gen_random_uuid(), quiz_id, session_id, course_id,
              ordinal + 10, body, true, null, batch, state, revision, answer_text
              from items, generate_series(1, 500)"""
    await hall.connection.execute(more.encode())
    [write] = await hall.tell(said(QuizRequested(), session))
    told = command_of(write)
    assert 50 < len(told.asked) < 400
    [validate] = await hall.tell(*all_answers(write))
    assert len(command_of(validate).asked) == len(told.asked)
    assert max(len(write.value or b""), len(validate.value or b"")) < 60_000


async def test_the_coachs_own_word_stays_where_nothing_was_refused(hall: Hall) -> None:
    write = await writing(hall, "a.pdf")
    [written] = all_answers(write)
    said_short = Shortfall(
        of="quiz", asked=10, made=4, code="text_exhausted", sentence="4 of 10 questions: that is all."
    )
    message = StudyMaterial.read(written.value).model_copy(update={"shortfall": [said_short]})
    await hall.walk(answer(write, message))
    quiz_told, cards_told = (await quiz(hall))["shortfall"]
    assert quiz_told == said_short.model_dump(mode="json", exclude_none=True)
    assert cards_told["of"] == "flashcards"


async def test_what_the_coach_told_beside_the_numbers_stays_and_is_no_reason_of_theirs(hall: Hall) -> None:
    write = await writing(hall)
    hard = Shortfall(of="quiz", asked=4, made=0, code="difficulty", sentence="0 of 4 questions are hard.")
    *others, last = [StudyMaterial.read(part.value or b"") for part in all_answers(write)]
    last = last.model_copy(update={"shortfall": [hard]})
    await hall.walk(*(answer(write, message, n) for n, message in enumerate([*others, last])))
    told = (await quiz(hall))["shortfall"]
    assert [(each["of"], each["code"]) for each in told][:2] == [("quiz", "difficulty"), ("quiz", "answer_leaked")]
    assert told[0] == hard.model_dump(mode="json", exclude_none=True)
    assert told[1]["sentence"] == "4 of 10 questions: 1 told its own answer, the author wrote no more."


async def test_journals_and_states_of_older_rules_are_read_and_go_on(hall: Hall) -> None:
    """A session of rules 2 whose quiz is being written; then one that is ready."""
    write = await writing(hall, "a.pdf")
    session = envelope_of(write).subject
    row = await hall.row(session)
    stored = {**row["state"], "quizzes": {str(command_of(write).quiz_id): OLD}}
    await hall.connection.execute("update sessions set state = %s", (Json(stored),))
    await hall.connection.execute("update journal set rules = 2")
    await hall.walk(*all_answers(write))
    assert (await hall.row(session))["status"] == "ready"
    seen = await quiz(hall)
    assert (seen["ready"], seen["complete"], len(await items(hall, session))) == (True, True, 4)
    await wish(hall, session, ItemEdited(item=await first(hall, session)))
    assert (await history(hall))[0]["outcome"] == "done"
    stored = {
        **(await hall.row(session))["state"],
        "quizzes": {str(command_of(write).quiz_id): {**OLD, "questions": 4}},
    }
    await hall.connection.execute("update sessions set state = %s", (Json(stored),))
    [anew] = await hall.tell(said(RegenerationRequested(item_id=(await first(hall, session)).item_id), session))
    [validate] = await hall.tell(*all_answers(anew))
    assert len(command_of(validate).items) == 1
    await hall.walk(*all_answers(validate))
    assert len(await items(hall, session)) == 4
    older = """update journal set message = (message::jsonb - 'part' - 'of' - 'short' - 'refused_cards')::json
               where type like '%material%' or type like '%validated%'"""
    await hall.connection.execute(older.encode())
    done = await replay(hall.connection, session)
    assert done
    assert (done.older, done.differs) == (4, "")
