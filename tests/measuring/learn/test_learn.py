"""The targets of the learning cycle on simulated learners, quickly; `make learn` runs many more."""

from collections.abc import Sequence

import pytest

from contracts.items import Item
from tests.measuring.learn import recalling
from tests.measuring.learn.asking import fixed, until_decided
from tests.measuring.learn.decisions import errors
from tests.measuring.learn.journeys import adaptive, at_random, travelled
from tests.measuring.learn.learn import BEGIN, END, FALSE, LEARNERS, MISSED, PAGE
from tests.measuring.learn.lessons import pool


@pytest.fixture(scope="module")
def items() -> Sequence[Item]:
    return pool()


def test_few_masters_are_missed_and_fewer_guessers_believed_after_eight_items(items: Sequence[Item]) -> None:
    found = errors(150, items)
    assert found.missed <= MISSED
    assert found.false <= FALSE
    assert found.raw_missed >= 2 * MISSED


def test_the_whole_cycle_decides_rightly_and_masters_more_than_chance_on_what_is_weak(items: Sequence[Item]) -> None:
    core, chance = travelled(300, items, adaptive), travelled(300, items, at_random)
    assert core.false <= FALSE
    assert core.missed <= MISSED
    assert core.mastered > chance.mastered
    assert core.weak_share > chance.weak_share


def test_a_decision_takes_fewer_questions_than_in_random_order_and_misses_less_than_fixed_quizzes(
    items: Sequence[Item],
) -> None:
    core, chance, quiz = until_decided(30, items, core=True), until_decided(30, items, core=False), fixed(30, items, 8)
    assert core.questions < chance.questions
    assert core.questions < quiz.questions
    assert core.missed < quiz.missed
    assert core.open <= 0.025, "some concepts have hardly a question that the house can grade"


def test_after_a_recall_all_is_as_if_the_items_had_never_existed(items: Sequence[Item]) -> None:
    found = recalling.recalled(15, items)
    assert found.attempts > 15
    assert found.void > 15
    assert found.equal == found.compared == 15


def test_a_state_in_which_they_did_exist_is_seen_to_differ(items: Sequence[Item]) -> None:
    found = recalling.recalled(5, items, forget_to_regrade=True)
    assert found.equal <= 1, "what is void may have changed nothing for one"


def test_the_same_seed_gives_the_same_figures(items: Sequence[Item]) -> None:
    assert errors(10, items) == errors(10, items)
    assert travelled(5, items, adaptive) == travelled(5, items, adaptive)
    assert errors(10, items, seed=1) != errors(10, items, seed=2)


def test_the_page_tells_of_the_full_run() -> None:
    page = PAGE.read_text(encoding="utf-8")
    inside = page.partition(BEGIN)[2].partition(END)[0]
    assert f"{LEARNERS} masters" in inside
    assert "masters missed (M15)" in inside
    assert not [line for line in inside.splitlines() if line.endswith("| no |")]
