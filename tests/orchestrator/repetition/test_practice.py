"""Progress within a quiz, and the schedule of reviews."""

from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.editing import ItemRetracted
from contracts.grading import Answer, CardReviewed, QuizProgressSaved
from services.orchestrator.repetition.schedule import Rated, rating_of, scheduled
from tests.orchestrator.grading.classroom import ITEMS, NOON, answers, of, owner, right, said_at, walk
from tests.standins.messages import Hall, Rec, said

S, ATTEMPT = UUID(int=77), UUID(int=1001)
GIVEN = {name: right(name) for name in ITEMS}


def saved(quiz: UUID, minutes: float, index: int, paused: bool = False) -> Rec:
    message = QuizProgressSaved(
        quiz_id=quiz, answers=[Answer(item_id=of(quiz, "tide"), answer="a")], question_index=index, paused=paused
    )
    return said_at(message, S, minutes, uuid5(S, f"saved {minutes}"))


async def test_the_latest_progress_by_its_time_counts_and_nothing_from_before_handing_in(hall: Hall) -> None:
    quiz = await owner(hall, S)
    await walk(hall, saved(quiz, 3, 3, paused=True), saved(quiz, 2, 2))
    await walk(hall, saved(quiz, 1, 1), saved(UUID(int=5), 1, 1))
    [row] = await hall.rows("select * from quiz_progress_view")
    assert (row["question_index"], row["paused"], row["answers"][0]["answer"]) == (3, True, "a")
    await walk(hall, said_at(answers(quiz, ATTEMPT, GIVEN), S, 10, ATTEMPT))
    await walk(hall, saved(quiz, 9, 5))
    assert await hall.count("quiz_progress") == 0
    await walk(hall, saved(quiz, 11, 1))
    assert await hall.count("quiz_progress") == 1
    told = await hall.rows("select message::text as message from journal")
    assert not any('"answer"' in row["message"] for row in told)


async def test_an_answered_item_enters_the_schedule_and_reviews_move_it(hall: Hall) -> None:
    quiz = await owner(hall, S)
    [card] = await hall.rows("select card_id from card_view")
    await walk(hall, said_at(answers(quiz, ATTEMPT, GIVEN | {"tide": "b"}), S, 10, ATTEMPT))
    rows = {row["card_id"]: row for row in await hall.rows("select * from schedule_view")}
    assert len(rows) == len(ITEMS) - 1  # The open answer is undecided.
    assert rows[of(quiz, "tide")]["due"] < rows[of(quiz, "ebb")]["due"]
    assert rows[of(quiz, "tide")]["last_review"] == NOON + timedelta(minutes=10)
    later: list[tuple[UUID, Literal["again", "easy"], float]] = [
        (card["card_id"], "easy", 20),
        (of(quiz, "ebb"), "again", 30),
    ]
    for id, rating, minutes in later:
        message = CardReviewed(card_id=id, rating=rating)
        await walk(hall, *[said_at(message, S, minutes, uuid5(S, f"review {id}"))] * 2)
    await walk(hall, said(CardReviewed(card_id=UUID(int=5), rating="good"), S))
    rows = {row["card_id"]: row for row in await hall.rows("select * from schedule_view")}
    assert (rows[card["card_id"]]["kind"], rows[card["card_id"]]["state"]) == ("card", "review")
    assert rows[of(quiz, "ebb")]["reviews"] == 2
    await walk(hall, said_at(ItemRetracted(item_id=card["card_id"]), S, 60, uuid5(S, "r")))
    assert await hall.rows("select from schedules where card_id = %s", card["card_id"]) == []
    await walk(hall, said(CardReviewed(card_id=card["card_id"], rating="good"), S))
    assert await hall.rows("select from review_events where card_id = %s", card["card_id"]) == []


@pytest.mark.parametrize(("credit", "rating"), [(0, 1), (0.01, 2), (0.99, 2), (1, 3)])
def test_a_graded_answer_rates_its_item(credit: float, rating: int) -> None:
    assert rating_of(credit) == rating


RATINGS = st.lists(
    st.tuples(st.integers(0, 10**6), st.uuids(), st.sampled_from([1, 2, 3, 4])),
    unique_by=lambda one: one[1],
    max_size=12,
)


@given(RATINGS, st.randoms(use_true_random=False))
def test_a_schedule_is_the_same_in_whatever_order_the_ratings_come(
    ratings: list[tuple[int, UUID, int]], chance: object
) -> None:
    rated = [Rated(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=at), id, rating) for at, id, rating in ratings]
    found = scheduled(rated)
    assert found == scheduled(reversed(rated))
    assert (found is None) == (not ratings)
    if found is not None:
        assert found.reviews == len(ratings)
        assert found.due > found.last_review
        assert 1 <= (found.difficulty or 0) <= 10
        assert (found.stability or 0) > 0
