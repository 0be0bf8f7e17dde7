"""What a learner is shown of a gap's answer: how its words begin, for other words are often right as well."""

from uuid import uuid4

import pytest

from contracts.items import Cloze
from services.gateway.items.views import asks, posed
from tests.gateway.kinds import items


def shown(answer: str, question: str = "A ____ lifts boats.") -> str:
    """The question as it is shown with a gap for that answer."""
    gap = next(each for each in items(uuid4(), "") if isinstance(each, Cloze))
    return posed(gap.model_copy(update={"question": question, "answer": answer}))


@pytest.mark.parametrize(
    ("answer", "begins"),
    [
        ("lock", "l…"),
        ("Storm Lock", "s… l…"),
        ("X lock", "… l…"),
        ("Élan-chain", "é…"),
        ("1815 rule", "… r…"),
        ("шлюз", "ш…"),
    ],
)
def test_each_word_shows_its_first_letter_and_a_short_one_or_a_number_that_it_is_there(
    answer: str, begins: str
) -> None:
    assert shown(answer) == f"A ____ ({begins}) lifts boats."


@pytest.mark.parametrize("answer", ["X", "22", "光合作用"])
def test_where_a_letter_would_tell_the_word_none_is_shown(answer: str) -> None:
    assert shown(answer) == "A ____ lifts boats."


def test_only_a_gap_has_it() -> None:
    choice, *_ = items(uuid4(), "")
    assert posed(choice) == choice.question


def test_once_it_is_answered_the_question_is_as_it_was_written() -> None:
    gap = next(each for each in items(uuid4(), "") if isinstance(each, Cloze))
    assert asks(gap) == gap.question != posed(gap)
