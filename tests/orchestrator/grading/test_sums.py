"""Running sums: a grade is decided by what all answers say, without reading them, however many attempts there were."""

import random
from uuid import UUID, uuid5

import pytest

from contracts.editing import ItemRetracted
from services.orchestrator.grading import commands, lookup
from services.orchestrator.grading.rules import NEWEST
from services.orchestrator.repetition.schedule import Rated, scheduled
from services.orchestrator.workflow.evidence import Tally, Witness
from tests.orchestrator.grading.classroom import ITEMS, answers, muddle, of, owner, right, said_at, walk
from tests.standins.messages import Hall, Rec, said

S = UUID(int=91)


def attempt(number: int) -> UUID:
    return uuid5(S, f"attempt {number}")


def handed(quiz: UUID, number: int, rng: random.Random, minutes: float | None = None) -> Rec:
    """Some of the questions, answered somehow."""
    names = rng.sample(list(ITEMS), rng.randint(2, len(ITEMS)))
    given = {name: right(name) if rng.random() < 0.7 else "b" for name in names}
    at = float(number if minutes is None else minutes)
    return said_at(answers(quiz, attempt(number), given), S, at, uuid5(S, f"handed in {number}"))


async def tell_the_same(hall: Hall) -> int:
    """Each sum is the fold of the answers that there are, and each schedule that of the ratings; how many sums."""
    witnesses = await hall.rows(
        """select r.*, a.submitted_at as at, r.is_correct as correct, r.made_by = 'learner' as own
           from results r join attempts a using (attempt_id)
           where not r.void and not r.undecided and r.observation is not null
           order by a.submitted_at, r.attempt_id, r.ordinal"""
    )
    sums = await hall.rows("select * from evidence_sums")
    for row in sums:
        folded = before = Tally()
        about = [Witness.model_validate(one, extra="ignore") for one in witnesses if one["concept"] == row["concept"]]
        assert about[-1].attempt_id == row["attempt_id"]
        for one in about:
            folded = folded.and_then(one)
            before = folded if one.attempt_id != row["attempt_id"] else before
        assert Tally.model_validate(row["all_of_it"]) == folded
        assert Tally.model_validate(row["before"]) == before
    for row in await hall.rows("select * from schedules where last_event is not null"):
        rated = await hall.rows("select * from review_events where card_id = %s", row["card_id"])
        due = scheduled(Rated(one["timestamp"], one["event_id"], one["rating"]) for one in rated)
        assert due is not None
        assert due == type(due)(**{name: row[name] for name in due.__dataclass_fields__})
    return len(sums)


@pytest.mark.parametrize("seed", range(4))
async def test_sums_and_schedules_are_the_fold_of_what_there_is_in_whatever_order_it_came(
    hall: Hall, seed: int
) -> None:
    rng = random.Random(seed)
    quiz = await owner(hall, S)
    times = rng.sample(range(100), 12)
    await muddle(hall, rng, [handed(quiz, number, rng, at) for number, at in enumerate(times)])
    assert await tell_the_same(hall)
    await walk(hall, said(ItemRetracted(item_id=of(quiz, "ebb"), reason="wrong"), S))
    await tell_the_same(hall)
    await walk(hall, handed(quiz, 50, rng, 200))
    assert await tell_the_same(hall)


async def test_the_answers_of_earlier_attempts_are_not_read(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    quiz = await owner(hall, S)
    every = {name: right(name) for name in ITEMS}
    await walk(hall, said_at(answers(quiz, attempt(0), every), S, 0, uuid5(S, "first")))
    for where in (lookup, commands):
        monkeypatch.setattr(where, "_WITNESSES", "select * from no_such_table")
    for number in range(1, 4):
        await walk(hall, said_at(answers(quiz, attempt(number), every), S, number, uuid5(S, f"again {number}")))
    [tide] = await hall.rows("select answers, correct from concept_mastery where concept = 'Tide'")
    assert (tide["answers"], tide["correct"]) == (12, 12)
    assert await tell_the_same(hall)


async def test_a_state_does_not_grow_with_attempts_and_none_counts_twice(hall: Hall) -> None:
    quiz = await owner(hall, S)
    given = {"tide": "a", "moon": "b"}
    for number in range(NEWEST + 4):
        await walk(hall, said_at(answers(quiz, attempt(number), given), S, number, uuid5(S, f"once {number}")))
    [row] = await hall.rows("select state, version from sessions")
    assert row["state"]["attempts"] == [str(attempt(number)) for number in range(4, NEWEST + 4)]
    before = await hall.rows("select result_id, timestamp from results order by result_id")
    # The first of them is not in the state any more: its rows tell that it was handed in.
    await walk(hall, said_at(answers(quiz, attempt(0), given), S, 90, uuid5(S, "twice")))
    assert await hall.rows("select result_id, timestamp from results order by result_id") == before
    [last] = await hall.rows("select kept, commands from journal order by seq desc limit 1")
    assert (last["kept"], last["commands"]) == (False, [])


async def test_what_moves_nothing_does_not_write_the_state(hall: Hall) -> None:
    quiz = await owner(hall, S)
    message = answers(quiz, attempt(0), {"tide": "a"})
    await walk(hall, said_at(message, S, 0, uuid5(S, "once")))
    # A mark that only writing the state takes away.
    await hall.rows("update sessions set state = (state::text || ' ')::json returning session_id")
    await walk(hall, said_at(message, S, 1, uuid5(S, "twice")))
    [row] = await hall.rows("select state::text as state, version from sessions")
    assert row["state"].endswith(" ")
    [newest] = await hall.rows("select max(seq) as seq from journal")
    assert row["version"] == newest["seq"]
