"""What real answers say of an item: figures worked out by hand, and those of a class whose ability is known."""

import random
from typing import Any
from uuid import UUID, uuid4

import pytest

from services.gateway.classes.statistics import observed_difficulty, point_biserial, statistics

OPTIONS = [{"option_id": id, "text": f"Option {id}"} for id in "abcd"]


def item(number: int, **more: Any) -> dict[str, Any]:
    body = {
        "item_id": str(UUID(int=number)),
        "question": f"Question {number}?",
        "type": "multiple_choice",
        "concept": "leaf",
        "difficulty": "MEDIUM",
        "options": OPTIONS,
        "answer": "a",
        **more,
    }
    return {"body": body, "state": "live"}


def answer(session: UUID, attempt: UUID, number: int, given: str | None, seconds: float = 5) -> dict[str, Any]:
    return {
        "session_id": session,
        "attempt_id": attempt,
        "item_id": UUID(int=number),
        "answer": given,
        "credit": float(given == "a"),
        "latency_sec": seconds,
    }


def taken(*given: str | None) -> list[dict[str, Any]]:
    """An attempt of one learner: an answer to each item in its order."""
    session, attempt = uuid4(), uuid4()
    return [answer(session, attempt, number, each) for number, each in enumerate(given, 1)]


def test_facility_and_latency_are_of_first_answers_alone() -> None:
    session = uuid4()
    first, second = uuid4(), uuid4()
    rows = [
        answer(session, first, 1, "b", 10),
        answer(session, second, 1, "a", 1),
        *taken("a"),
    ]
    (found,) = statistics([item(1)], rows)
    assert (found.answers, found.facility, found.median_latency_sec) == (2, 0.5, 7.5)


def test_without_answers_there_are_no_figures() -> None:
    (found,) = statistics([item(1)], [])
    assert found.answers == 0
    figures = (found.facility, found.discrimination, found.median_latency_sec, found.observed_difficulty)
    assert figures == (None, None, None, None)
    assert not found.key_suspect
    assert not any(option.rare for option in found.options)


def test_point_biserial_is_the_textbooks() -> None:
    # (0.8 - 0.3) / 0.26077 * sqrt(0.6 * 0.4)
    right, scores = [True, True, True, False, False], [0.9, 0.8, 0.7, 0.4, 0.2]
    assert point_biserial(right, scores) == pytest.approx(0.9393, abs=1e-4)
    assert point_biserial([not each for each in right], scores) == pytest.approx(-0.9393, abs=1e-4)
    assert point_biserial([True] * 6, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) is None
    assert point_biserial([True, False, True, False, True], [0.5] * 5) is None
    assert point_biserial(right[:4], scores[:4]) is None


def test_an_item_that_the_able_miss_is_a_key_suspect() -> None:
    able = [taken("b", "a", "a", "a") for _ in range(6)]
    weak = [taken("a", "b", "b", "c") for _ in range(6)]
    rows = [row for attempt in (*able, *weak) for row in attempt]
    wrong, *fair = statistics([item(n) for n in (1, 2, 3, 4)], rows)
    assert wrong.key_suspect
    assert wrong.discrimination is not None
    assert wrong.discrimination < 0
    assert not any(each.key_suspect for each in fair)


def test_distractors_are_rare_below_five_percent_of_twenty_answers() -> None:
    given = ["a"] * 15 + ["b"] * 10 + ["c"] * 1
    (found,) = statistics([item(1)], [row for each in given for row in taken(each)])
    shares = {option.option_id: (option.chosen, option.rare, option.is_key) for option in found.options}
    assert shares == {"a": (15, False, True), "b": (10, False, False), "c": (1, True, False), "d": (0, True, False)}


def test_difficulty_is_recalibrated_after_twenty_answers() -> None:
    rows = [row for each in ["a"] * 18 + ["b"] for row in taken(each)]
    assert statistics([item(1)], rows)[0].observed_difficulty is None
    assert statistics([item(1)], rows + taken("a"))[0].observed_difficulty == "EASY"
    assert [observed_difficulty(each) for each in (0.8, 0.5, 0.49)] == ["EASY", "MEDIUM", "HARD"]


def test_two_hundred_learners_show_which_items_tell_the_able_from_the_weak() -> None:
    """Items 1 to 8 follow ability, 9 is chance, 10 has the wrong key: discrimination orders them so."""
    chance = random.Random(7)
    rows = []
    for _ in range(200):
        ability = chance.random()
        given = ["a" if chance.random() < ability else chance.choice("bcd") for _ in range(8)]
        given.append("a" if chance.random() < 0.5 else "b")
        given.append("b" if chance.random() < ability else "a")
        rows += taken(*given)
    found = statistics([item(n) for n in range(1, 11)], rows)
    assert all(each.answers == 200 for each in found)
    good, noise, wrong = found[:8], found[8], found[9]
    assert all(each.discrimination is not None and each.discrimination > 0.3 for each in good)
    assert noise.discrimination is not None
    assert abs(noise.discrimination) < 0.2
    assert [each.key_suspect for each in found].index(True) == 9 or noise.key_suspect
    assert wrong.key_suspect
    assert not any(each.key_suspect for each in good)
