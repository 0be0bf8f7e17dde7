"""Ordering: the steps of a process, and dated events without their dates."""

import pytest

from services.coach.authors.offline.item_types import steps
from services.coach.drafts.draft import Steps
from services.coach.facts.fact import Process
from tests.coach.authors.offline.by_hand import concept, order_about, source, span, year

TOWN = (
    "In 1904 the town burnt down to the last house.",
    "A harbour of stone was built in 1931, when the herring came.",
    "The railway reached the valley in May 1880.",
    "The last whaler left the bay on 3 June 1968.",
)
BY = (
    "Byen brant ned til siste hus i 1904.",
    "En havn av stein ble bygd i 1931, da silda kom.",
    "Jernbanen nådde dalen i mai 1880.",
)


def test_events_are_ordered_by_year_and_shown_without_it() -> None:
    read = order_about(TOWN, ["town", "harbour", "railway", "whaler"])
    dated = [
        year(read, name, text, number)
        for name, text, number in zip(
            ("town", "harbour", "railway", "whaler"), TOWN, ("1904", "1931", "1880", "1968"), strict=True
        )
    ]
    (draft,) = steps.dated(dated, source(read))
    assert isinstance(draft.shape, Steps)
    assert [step.text for step in draft.shape.steps] == [
        "The railway reached the valley",
        "The town burnt down to the last house",
        "A harbour of stone was built",
        "The last whaler left the bay",
    ]
    assert draft.question == "Put these events of the years 1880 to 1968 in order, the earliest first."
    assert draft.shape.steps[0].why == f'The text dates this to 1880: "{TOWN[2]}"'
    assert [step.at.text for step in draft.shape.steps if step.at] == [TOWN[2], TOWN[0], TOWN[1], TOWN[3]]
    assert draft.difficulty == "HARD"


def test_norwegian_events_are_ordered_too() -> None:
    read = order_about(BY, ["byen", "havn", "jernbanen"], "no")
    dated = [
        year(read, name, text, number)
        for name, text, number in zip(("byen", "havn", "jernbanen"), BY, ("1904", "1931", "1880"), strict=True)
    ]
    (draft,) = steps.dated(dated, source(read))
    assert isinstance(draft.shape, Steps)
    assert [step.text for step in draft.shape.steps] == [
        "Jernbanen nådde dalen",
        "Byen brant ned til siste hus",
        "En havn av stein ble bygd",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The winter of 1904 was long and hard for all.",
        "It was closed for good in 1904.",
        "The bridge, built in 1904 and 1905, is red.",
    ],
)
def test_a_date_that_cannot_be_cut_off_makes_no_event(text: str) -> None:
    read = order_about([text], ["winter", "bridge", "closed"])
    assert steps.event_of(year(read, read.concepts[0].name, text, "1904"), "en") is None


def test_after_a_date_norwegian_turns_its_words_round_so_that_no_event_is_left() -> None:
    text = "I 1904 brant byen ned til siste hus."
    read = order_about([text], ["byen"], "no")
    assert steps.event_of(year(read, "byen", text, "1904"), "no") is None


def test_a_process_is_put_in_order() -> None:
    text = "To bake bread, mix flour and water, knead the dough, let it rise and bake the loaf."
    parts = ["mix flour and water", "knead the dough", "let it rise", "bake the loaf"]
    read = order_about([text], ["bread"])
    fact = Process(concept(read, "bread"), span(read, text), "bread", [span(read, part) for part in parts])
    (draft,) = steps.ordered(fact, source(read))
    assert draft.question == 'In which order do these steps of "bread" follow each other?'
    assert isinstance(draft.shape, Steps)
    assert [step.text for step in draft.shape.steps] == parts
    assert draft.shape.steps[1].why == f'Number 2 in the text\'s order: "{text}"'


def test_steps_that_say_their_own_place_are_not_asked() -> None:
    text = "First mix flour and water, then knead the dough, finally bake the loaf."
    read = order_about([text], ["dough"])
    parts = ["First mix flour and water", "then knead the dough", "finally bake the loaf"]
    fact = Process(concept(read, "dough"), span(read, text), "bread", [span(read, part) for part in parts])
    assert list(steps.ordered(fact, source(read))) == []
