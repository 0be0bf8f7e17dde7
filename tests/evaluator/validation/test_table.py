"""The table: of sixty planted faults and sixty good items, ten kinds of each, what a strong reviewer lets through.

The reviewer's word was written by hand (`table.REVIEWS`); here it is held through the same code as a model's.
"""

from collections import Counter
from functools import cache
from typing import cast

import pytest

from contracts.items import Flashcard, Item
from contracts.quizzes import Refusal
from services.evaluator.items.registry import rules_of
from services.evaluator.validation.review import Reviewed, refusals
from services.evaluator.validation.validate import reviewable, validate
from tests.evaluator.validation.reviewing import command_of, made
from tests.evaluator.validation.table import FAULTS, GOOD, REVIEWS, TEXTS, all_items

LEAST = 57


def said(one: Item | Flashcard, number: int) -> Reviewed:
    """A review in the form in which a model gives it."""
    word = REVIEWS.get(number, "")
    other = word.removeprefix("also: ") if word.startswith("also: ") else ""
    ids = {} if isinstance(one, Flashcard) else {o.text: o.option_id for o in rules_of(one).options(one)}
    return Reviewed(
        number=number,
        key_follows=word != "key",
        also_right=[ids[other]] if other else [],
        unsupported=[1] if word == "claim 1" else [],
        gives_away=word == "away",
        why=word,
    )


@cache
def judged() -> dict[str, list[list[Refusal]]]:
    """Why each is refused, of the good ones and of the planted faults."""
    found: dict[str, list[list[Refusal]]] = {"good": [], "fault": []}
    for number, (kind, text, composed) in enumerate(all_items()):
        one = made(composed, [TEXTS[text]])
        by_rules = reviewable(command_of(one, [TEXTS[text]]))
        found[kind.partition(":")[0]].append([*by_rules, *refusals(one, said(one, number))])
    return found


def test_the_table_has_sixty_of_each_in_ten_kinds() -> None:
    for kinds in (GOOD, FAULTS):
        assert (len(kinds), sum(map(len, kinds.values()))) == (10, 60)


def test_of_sixty_planted_faults_at_least_57_are_refused() -> None:
    assert sum(map(bool, judged()["fault"])) >= LEAST


def test_of_sixty_good_items_at_least_57_pass() -> None:
    refused = [why for why in judged()["good"] if why]
    assert 60 - len(refused) >= LEAST, [each.code for why in refused for each in why]


@pytest.mark.parametrize("kind", FAULTS)
def test_each_kind_of_fault_is_refused_with_a_reason_of_its_own(kind: str) -> None:
    first = 60 + 6 * list(FAULTS).index(kind)
    codes = Counter(why[0].code for why in judged()["fault"][first - 60 : first - 54] if why)
    expected = {
        "false reason": "explanation_unproved",
        "second right option": "key_ambiguous",
        "gives itself away": "answer_leaked",
    }.get(kind, "key_unproved")
    assert codes[expected] >= 5, codes


def test_rules_on_words_alone_are_too_tight_and_too_open() -> None:
    """What the reviewer is for."""
    refused = {"good": 0, "fault": 0}
    for kind, text, composed in all_items():
        one = cast(Item, made(composed, [TEXTS[text]]))
        refused[kind.partition(":")[0]] += not validate(command_of(one, [TEXTS[text]])).verdicts[0].accepted
    assert refused["good"] > 60 - LEAST
    assert refused["fault"] < LEAST
