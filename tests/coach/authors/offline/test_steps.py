"""Ordering: the steps of a process."""

from services.coach.authors.offline.item_types import steps
from services.coach.drafts.draft import Steps
from services.coach.facts.fact import Process
from tests.coach.authors.offline.by_hand import concept, order_about, source, span


def test_a_process_is_put_in_order() -> None:
    text = "To bake bread, mix flour and water, knead the dough, let it rise and bake the loaf."
    parts = ["mix flour and water", "knead the dough", "let it rise", "bake the loaf"]
    read = order_about([text], ["bread"])
    fact = Process(concept(read, "bread"), span(read, text), "bread", [span(read, part) for part in parts])
    (draft,) = steps.ordered(fact, source(read))
    assert draft.question == "In which order do these steps of “bread” follow each other?"
    assert isinstance(draft.shape, Steps)
    assert [step.text for step in draft.shape.steps] == parts
    assert draft.shape.steps[1].why == f"Number 2 in the text's order: “{text}”"


def test_steps_that_say_their_own_place_are_not_asked() -> None:
    text = "First mix flour and water, then knead the dough, finally bake the loaf."
    read = order_about([text], ["dough"])
    parts = ["First mix flour and water", "then knead the dough", "finally bake the loaf"]
    fact = Process(concept(read, "dough"), span(read, text), "bread", [span(read, part) for part in parts])
    assert list(steps.ordered(fact, source(read))) == []
