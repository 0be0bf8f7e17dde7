"""An item is taken back or its key corrected: everybody's answers count as if it had never been asked that way."""

import random
import re
from typing import Any
from uuid import UUID, uuid5

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from contracts.editing import ItemDecided, ItemEdited, ItemReinstated, ItemRetracted
from contracts.grading import GradeQuiz
from contracts.items import MultipleChoice
from services.chassis.broker.outgoing import Outgoing
from services.console.embedded.postgres import Postgres
from services.orchestrator.batch.replay import replay
from tests.orchestrator.grading.classroom import (
    ITEMS,
    answers,
    muddle,
    of,
    outcome,
    owner,
    replies,
    right,
    said_at,
    walk,
)
from tests.standins import database as databases
from tests.standins.messages import Hall, Rec, command_of

S = UUID(int=77)
NAMES = tuple(ITEMS)


def attempt(number: int) -> UUID:
    return UUID(int=1000 + number)


def handed(quiz: UUID, number: int, given: dict[str, str | None], minutes: float | None = None) -> Rec:
    at = number * 10 if minutes is None else minutes
    return said_at(answers(quiz, attempt(number), given), S, at, attempt(number))


async def all_equal(hall: Hall) -> None:
    for row in await hall.rows("select session_id from sessions"):
        done = await replay(hall.connection, row["session_id"])
        assert done
        assert done.differs == ""


async def test_a_retraction_grades_again_and_tells_why(hall: Hall) -> None:
    quiz = await owner(hall, S)
    given: dict[str, str | None] = {name: right(name) for name in NAMES}
    await walk(hall, handed(quiz, 1, given | {"tide": "b", "why": None}))
    [before] = await hall.rows("select score from attempts")
    await walk(hall, said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="Two are right."), S, 30, uuid5(S, "r")))
    [after] = await hall.rows("select score from attempts")
    [recall] = await hall.rows("select * from recalls")
    assert (recall["what"], recall["reason"], recall["item_id"]) == ("retracted", "Two are right.", of(quiz, "tide"))
    assert (recall["score_before"], recall["score_after"]) == (before["score"], after["score"])
    assert before["score"] == pytest.approx(5 / 7)
    assert after["score"] == pytest.approx(5 / 6)
    voids = await hall.rows("select item_id from results where void")
    assert [row["item_id"] for row in voids] == [of(quiz, "tide")]
    assert await hall.rows("select from schedules where card_id = %s", of(quiz, "tide")) == []
    notes = [row["note"] for row in await hall.rows("select note from notes order by ordinal")]
    assert notes[0] == "What counts in this attempt has changed since it was graded: 5 of 6 right."
    await all_equal(hall)


async def test_where_nothing_is_left_there_is_no_score_and_nothing_is_said(hall: Hall) -> None:
    quiz = await owner(hall, S, ["alone"])
    await walk(hall, handed(quiz, 1, {"alone": "b"}))
    assert await hall.count("concept_mastery") == 1
    await walk(hall, said_at(ItemRetracted(item_id=of(quiz, "alone")), S, 30, uuid5(S, "r")))
    row = await hall.row(S)
    assert (row["status"], row["error"], row["state"].get("standings", {})) == ("ready", None, {})
    [left] = await hall.rows("select score, graded_at from attempts")
    assert (left["score"], left["graded_at"] is not None) == (None, True)
    for table in (
        "notes",
        "error_patterns",
        "knowledge_gaps",
        "schedules",
        "review_events",
        "deadlines",
        "concept_mastery",
    ):
        assert await hall.count(table) == 0, table
    [recall] = await hall.rows("select * from recalls")
    assert (recall["score_before"], recall["score_after"]) == (0.0, None)
    await all_equal(hall)


async def test_a_corrected_key_counts_for_what_was_answered_before(hall: Hall) -> None:
    quiz = await owner(hall, S)
    given: dict[str, str | None] = {name: right(name) for name in NAMES}
    given |= {"tide": "b", "why": None}
    await walk(hall, handed(quiz, 1, given))
    [row] = await hall.rows("select body from items where item_id = %s", of(quiz, "tide"))
    item = MultipleChoice.model_validate(row["body"])
    reworded, corrected = item.model_copy(update={"question": "Which?"}), item.model_copy(update={"answer": "b"})
    await walk(hall, said_at(ItemEdited(item=reworded), S, 20, uuid5(S, "reworded")))
    assert await hall.count("recalls") == 0
    await walk(hall, said_at(ItemEdited(item=corrected), S, 30, uuid5(S, "corrected")))
    [recall] = await hall.rows("select * from recalls")
    assert recall["what"] == "corrected"
    assert recall["score_after"] == pytest.approx(6 / 7)
    [result] = await hall.rows("select credit, void from results where item_id = %s", item.item_id)
    assert (result["credit"], result["void"]) == (1.0, False)
    [schedule] = await hall.rows("select lapses, reviews from schedules where card_id = %s", item.item_id)
    assert schedule["reviews"] == 1
    await all_equal(hall)


async def test_a_grade_under_way_when_an_item_is_taken_back_never_counts_it(hall: Hall) -> None:
    quiz = await owner(hall, S)
    given: dict[str, str | None] = {name: right(name) for name in NAMES}
    [grading] = await hall.tell(handed(quiz, 1, given))
    [again] = await hall.tell(said_at(ItemRetracted(item_id=of(quiz, "tide")), S, 30, uuid5(S, "r")))
    late, fresh = replies(grading, NAMES), replies(again, NAMES)
    await hall.tell(*late)  # Its worker was at it already.
    assert await hall.count("results") == 0
    await walk(hall, *fresh)
    assert await hall.count("results") == len(NAMES) - 1
    assert (await hall.row(S))["status"] == "ready"


@pytest.mark.parametrize("together", [False, True])
async def test_taking_back_is_undone_by_grading_once_more(hall: Hall, postgres: Postgres, together: bool) -> None:
    """One attempt loses an answer, another all of them; then all is as before, in one batch with the retraction too."""
    quiz = await owner(hall, S)
    given: dict[str, str | None] = {name: right(name) for name in NAMES}
    given |= {"tide": "b"}
    await walk(hall, handed(quiz, 1, given), handed(quiz, 2, {"tide": "a"}))
    before = await outcome(hall)
    back = said_at(ItemRetracted(item_id=of(quiz, "tide")), S, 30, uuid5(S, "r"))
    undone = said_at(ItemReinstated(item_id=of(quiz, "tide"), reason="One is right."), S, 31, uuid5(S, "u"))
    if together:
        await walk(hall, back, undone)
    else:
        await walk(hall, back)
        assert await hall.rows("select from attempts where score is null")
        await walk(hall, undone, undone)
    after = await outcome(hall)
    for table in before.keys() - {"notes"}:
        assert after[table] == before[table], table
    assert {row[1] for row in after["notes"]} == {row[1] for row in before["notes"]}
    [item] = await hall.rows("select state from items where item_id = %s", of(quiz, "tide"))
    assert item["state"] == "live"
    told = await hall.rows("select attempt_id, what, reason, score_after from recalls where what = 'reinstated'")
    assert {row["attempt_id"] for row in told} == {attempt(1), attempt(2)}
    assert {row["reason"] for row in told} == {"One is right."}
    assert [row["action"] for row in await hall.rows("select action from item_history order by timestamp")] == [
        "retracted",
        "reinstated",
    ]
    await all_equal(hall)


async def in_turn(hall: Hall, first: int, asked: list[Outgoing]) -> None:
    """The grades of these commands, the `first` attempt's before the other's, with all that follows."""
    for message in sorted(
        asked, key=lambda one: one.topic.endswith(".commands") and _attempt_of(one) != attempt(first)
    ):
        await walk(hall, *(replies(message, NAMES) if message.topic.endswith(".commands") else [Rec(*message)]))


def _attempt_of(outgoing: Outgoing) -> UUID | None:
    command = command_of(outgoing)
    return command.results.attempt_id if isinstance(command, GradeQuiz) else None


async def repeats(hall: Hall, item: UUID) -> list[tuple[UUID, bool]]:
    rows = await hall.rows("select attempt_id, repeat from results where item_id = %s order by attempt_id", item)
    return [(row["attempt_id"], row["repeat"]) for row in rows]


@pytest.mark.parametrize("first", [1, 2])
async def test_an_answer_is_a_repeat_whichever_is_graded_first_after_its_item_was_taken_back(
    hall: Hall, first: int
) -> None:
    quiz = await owner(hall, S)
    tide = of(quiz, "tide")
    await hall.tell(handed(quiz, 1, {"tide": "a", "moon": "a"}), handed(quiz, 2, {"tide": "a", "moon": "a"}))
    back = said_at(ItemRetracted(item_id=tide), S, 30, uuid5(S, "r"))
    await in_turn(hall, 1, await hall.tell(back))  # Both without it.
    assert await repeats(hall, tide) == []
    undone = said_at(ItemReinstated(item_id=tide), S, 31, uuid5(S, "u"))
    await in_turn(hall, first, await hall.tell(undone))
    assert await repeats(hall, tide) == [(attempt(1), False), (attempt(2), True)]
    await all_equal(hall)


@pytest.mark.parametrize("first", [1, 2])
async def test_an_answer_stays_a_repeat_of_one_that_was_not_graded_for_its_item_was_removed(
    hall: Hall, first: int
) -> None:
    quiz = await owner(hall, S)
    tide = of(quiz, "tide")
    given: dict[str, str | None] = {"tide": "a", "ebb": "ebb", "moon": "a"}
    await hall.tell(handed(quiz, 1, given))
    await in_turn(hall, 2, await hall.tell(handed(quiz, 2, given)))
    await walk(hall, said_at(ItemDecided(item_id=tide, decision="deleted"), S, 29, uuid5(S, "d")))
    back = said_at(ItemRetracted(item_id=of(quiz, "ebb")), S, 30, uuid5(S, "r"))
    await in_turn(hall, first, await hall.tell(back))
    assert await repeats(hall, tide) == [(attempt(2), True)]
    await all_equal(hall)


def script(quiz: UUID, seed: int, retracted: tuple[str, ...], names: tuple[str, ...]) -> list[Rec]:
    """Attempts with the same answers whatever the names; and the retractions."""
    rng = random.Random(seed)
    records = []
    for number in range(1, rng.randint(2, 4)):
        given: dict[str, str | None] = {}
        for name in NAMES:
            raw = rng.choice([right(name), right(name), "b" if ITEMS[name][1] == "choice" else "other", None])
            asked = rng.random() < 0.8
            if name in names and asked:
                given[name] = raw
        if given:
            records.append(handed(quiz, number, given))
    for n, name in enumerate(retracted):
        message = ItemRetracted(item_id=of(quiz, name), reason="It is wrong.")
        records.append(said_at(message, S, 100 + n, uuid5(S, f"retract {name}")))
    return records


QUOTED = re.compile(
    r", and (?:the text says “[^”]*”|that is not what the text says there)"
    r"|\bis (?:wrong, and the text says “[^”]*”|not what the text says there)"
    r"| Then close the text and .*$"  # what to do there goes by what is told of it
)


def unquoted(notes: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Notes without what the text says. That is told only where no question asks for it: one that is taken back later
    did when the note was written, and nothing of the attempt has changed since."""
    return [(*row[:-1], QUOTED.sub("", row[-1])) for row in notes]


@example(seed=874792)  # Notes are written, then the question is taken back that kept their quotes from being told.
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
async def test_everything_is_as_if_the_items_had_never_been(hall: Hall, postgres: Postgres, seed: int) -> None:
    """Whatever the order and the delay of messages, and though some come twice."""
    rng = random.Random(seed)
    databases.empty(postgres)
    hall.shell = type(hall.shell)(hall.connection, hall.publish)
    retracted = tuple(rng.sample(NAMES, rng.choice((1, 1, 2, 4))))
    quiz = await owner(hall, S)
    records = script(quiz, seed, retracted, NAMES)
    await muddle(hall, rng, records)
    await all_equal(hall)
    found = await outcome(hall)
    databases.empty(postgres)
    hall.shell = type(hall.shell)(hall.connection, hall.publish)
    names = tuple(name for name in NAMES if name not in retracted)
    await owner(hall, S, names)
    for record in script(quiz, seed, (), names):
        await walk(hall, record, names=names)
    wanted = await outcome(hall)
    graded = {row[0] for row in wanted["attempts"]}
    found["attempts"] = [row for row in found["attempts"] if row[0] in graded]
    notes, wanted_notes = map(unquoted, (found.pop("notes"), wanted.pop("notes")))
    for table in wanted:
        assert found[table] == wanted[table], table
    # The note that says that something changed takes the place of the last of three.
    assert set(notes) <= set(wanted_notes)
    for one in graded:
        told = [sum(row[1] == one for row in rows) for rows in (notes, wanted_notes)]
        assert told[0] == told[1] or told == [2, 3]
