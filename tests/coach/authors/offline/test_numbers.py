"""Numeric: the gap, and how far off is still right."""

import pytest

from services.coach.authors.offline.item_types import numbers
from services.coach.drafts.draft import Number
from services.coach.facts.fact import Quantity
from tests.coach.authors.offline.by_hand import concept, order_about, source, span


@pytest.mark.parametrize(
    ("sentence", "number", "value", "unit", "tolerance"),
    [
        ("The bridge rests on 8 pillars.", "8", 8, "", 0),
        ("The bridge is 134 metres high.", "134", 134, "metres", 0.5),
        ("The bridge is 48.8 metres wide.", "48.8", 48.8, "metres", 0.05),
        ("The bridge is about 1,150 metres long.", "1,150", 1150, "metres", 5),
        ("The bridge cost about 40 kroner.", "40", 40, "kroner", 2),
        ("The bridge needed some 6 million rivets.", "6 million", 6e6, "", 300_000),
        ("Brua er 0,65 meter tykk ved toppen.", "0,65", 0.65, "meter", 0.005),
    ],
)
def test_the_tolerance_is_what_the_rounding_implies(
    sentence: str, number: str, value: float, unit: str, tolerance: float
) -> None:
    language = "no" if sentence.startswith("Brua") else "en"
    name = "brua" if language == "no" else "bridge"
    read = order_about([sentence], [name], language)
    fact = Quantity(concept(read, name), span(read, sentence), span(read, number), value, unit)
    (draft,) = numbers.number_of(fact, source(read))
    assert isinstance(draft.shape, Number)
    assert draft.question == sentence.replace(number, "____")
    assert (draft.shape.answer, draft.shape.value, draft.shape.unit) == (number, value, unit)
    assert draft.shape.tolerance == pytest.approx(tolerance)


def test_a_number_that_stands_twice_gets_no_gap() -> None:
    text = "The 12 pillars carry 12 arches of brick."
    read = order_about([text], ["pillars"])
    fact = Quantity(concept(read, "pillars"), span(read, text), span(read, "12"), 12)
    assert list(numbers.number_of(fact, source(read))) == []


@pytest.mark.parametrize("text", ["The bridge is 100 % of steel.", "Iron: All of the bridge holds 12 % of carbon."])
def test_all_of_it_and_the_line_of_a_label_ask_for_no_number(text: str) -> None:
    read = order_about([text], ["bridge"])
    number = "100" if "100" in text else "12"
    fact = Quantity(concept(read, "bridge"), span(read, text), span(read, number), float(number), "%")
    assert list(numbers.number_of(fact, source(read))) == []


def test_what_is_listed_right_behind_its_number_is_counted_by_whoever_reads_it() -> None:
    text = "The bridge rests on 4 pillars, the old one, the new one, the short one, and the tall one."
    read = order_about([text], ["bridge"])
    fact = Quantity(concept(read, "bridge"), span(read, text), span(read, "4"), 4)
    assert list(numbers.number_of(fact, source(read))) == []


def test_a_number_that_the_text_states_twice_is_asked_once() -> None:
    texts = ["The bridge rests on 32 pillars of oak.", "On 32 pillars the bridge crosses the river."]
    read = order_about(texts, ["bridge"])
    facts = [Quantity(concept(read, "bridge"), span(read, text), span(read, "32", text), 32) for text in texts]
    assert len(list(numbers.numbers_of(facts, source(read)))) == 1


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("en", "The keeper must close the gate of the lock within 20 minutes.", "20"),
        ("en", "Boats may only pass the lock when they are no more than 40 metres long.", "40"),
        ("no", "Porten i slusen skal lukkes senest 20 minutter etter flo.", "20"),
    ],
)
def test_a_number_that_is_laid_down_is_to_be_known_and_one_that_is_told_is_not(
    language: str, text: str, number: str
) -> None:
    told = "Boats waited 20 minutes in the lock." if language == "en" else "Båtene ventet 20 minutter i slusen."
    read = order_about([text, told], ["lock" if language == "en" else "slusen"], language)
    about = read.concepts[0]
    laid_down = Quantity(about, span(read, text), span(read, number, text), float(number), "minutes")
    happened = Quantity(about, span(read, told), span(read, "20", told), 20, "minutes")
    assert [draft.doubt for draft in numbers.number_of(laid_down, source(read))] == [0]
    assert [draft.doubt for draft in numbers.number_of(happened, source(read))] == [2]


@pytest.mark.parametrize(
    ("text", "number", "doubt"),
    [
        ("A bridge of steel has 8 pillars of brick.", "8", 0),
        ("If a bridge has 8 pillars, the deck is not pulled down by a flood.", "8", 2),
        ("There are two trials with a bridge and each has 8 runs.", "8", 2),
        ("A bridge is a way of crossing that has changed over the past 800 years.", "800", 2),
        ("A bridge with arches of 10 metres has 8 pillars.", "8", 2),
    ],
)
def test_a_number_of_an_example_is_hardly_worth_asking(text: str, number: str, doubt: int) -> None:
    read = order_about([text], ["bridge"])
    fact = Quantity(concept(read, "bridge"), span(read, text), span(read, number), float(number), "")
    (draft,) = numbers.number_of(fact, source(read))
    assert draft.doubt == doubt
