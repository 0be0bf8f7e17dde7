"""All kinds together: order, places, other languages, and the time that they take."""

import time
from dataclasses import fields

import pytest

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.facts.fact import Facts
from services.coach.facts.find import facts_of
from services.coach.sentences.split import sentences_of
from tests.coach.facts.found import concepts, facts
from tests.coach.orders import CELL_TERMS, CELLS, blocks_of

KINDS = ("definitions", "enumerations", "quantities", "causes", "leads", "contrasts")


def test_nothing_is_found_in_nothing() -> None:
    assert facts_of([], [], "en") == Facts(*[[]] * len(fields(Facts)))
    assert facts("Water boils because heat makes it boil at 100 degrees.", language="en").causes == []


@pytest.mark.parametrize(
    ("named", "text"),
    [
        ("locks", "A lock is a chamber with two gates for boats."),
        ("lock", "Locks are chambers that lift boats between two gates."),
        ("ferry", "Ferries are boats that carry people over a river."),
        ("ferries", "A ferry is a boat that carries people over a river."),
        ("marshes", "A marsh is a piece of land that the sea floods."),
    ],
)
def test_a_term_that_the_text_names_in_the_other_number_is_defined(named: str, text: str) -> None:
    assert len(facts(text, named).definitions) == 1


@pytest.mark.parametrize("language", ["fr", "ar", "xx"])
def test_a_language_without_patterns_has_no_facts_but_years_and_shares(language: str) -> None:
    text = "Le projet est a, b et c. Le projet commence parce que, because, a new project is due to it in 1993."
    found = facts(text, "projet", "project", language=language)
    assert not any(getattr(found, kind) for kind in KINDS if kind != "quantities")


def test_every_part_stands_within_its_quote() -> None:
    blocks = blocks_of(CELLS)
    found = facts_of(concepts([name for name, _ in CELL_TERMS]), sentences_of(blocks, "en"), "en", blocks)
    assert len(found.definitions) >= 7
    for kind in KINDS:
        for fact in getattr(found, kind):
            parts = [value for value in vars(fact).values() if isinstance(value, Span)]
            parts += [*vars(fact).get("members", ())]
            for part in parts:
                assert part.block == fact.at.block
                assert fact.at.start <= part.start < part.end <= fact.at.end
                assert part.text == part.text.strip()


def test_the_same_text_gives_the_same_facts() -> None:
    blocks = blocks_of(CELLS)
    names = concepts([name for name, _ in CELL_TERMS])
    assert facts_of(names, sentences_of(blocks, "en"), "en") == facts_of(names, sentences_of(blocks, "en"), "en")


def test_a_long_text_takes_less_than_two_seconds() -> None:
    blocks = [Block(block_id=f"{n}-{block.block_id}", text=block.text) for n in range(80) for block in blocks_of(CELLS)]
    assert sum(len(block.text) for block in blocks) > 130_000
    names = concepts([name for name, _ in CELL_TERMS])
    started = time.process_time()
    facts_of(names, sentences_of(blocks, "en"), "en", blocks)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        ",,,,",
        "because",
        "first then finally",
        "1 2 3 4",
        "(((",
        "是因为水",
        "\u0000".replace("\u0000", "-"),
        "3,,4..5 % because, and: a, b and c",
    ],
)
def test_odd_text_gives_nothing_and_no_error(text: str) -> None:
    block = Block(block_id="b1", text=text or "-")
    for language in ("en", "no", "de", "zh"):
        found = facts_of(concepts(["a", "water"]), sentences_of([block], language, last_resort=True), language, [block])
        assert not any(getattr(found, kind) for kind in KINDS)
