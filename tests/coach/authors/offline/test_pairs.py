"""Matching: terms and what the text says that each is, every pair with its own place."""

from services.coach.authors.offline.item_types import pairs
from services.coach.authors.offline.questions import source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Pairs
from tests.coach.authors.offline.by_hand import PLACES, STEDER, order_about, source


def test_every_pair_is_proved_by_its_own_sentence() -> None:
    for texts, names, language in (
        (PLACES, ["moraine", "fjord", "delta"], "en"),
        (STEDER, ["fjord", "delta", "myr"], "no"),
    ):
        read = order_about(texts, names, language)
        facts = source_of(read, read.blocks, Places(read)).facts
        drafts = list(pairs.matched(facts.definitions, source(read, facts)))
        assert drafts
        for draft in drafts:
            assert isinstance(draft.shape, Pairs)
            assert 3 <= len(draft.shape.pairs) <= 5
            for prompt, option in draft.shape.pairs:
                assert prompt.at is not None
                assert option in prompt.at.text
                assert prompt.text in prompt.at.text.casefold()
                assert prompt.why.endswith(("”", '"', "»"))


def test_no_definition_names_another_term_of_the_group() -> None:
    read = order_about(PLACES, ["glacier", "moraine", "fjord", "delta"])
    facts = source_of(read, read.blocks, Places(read)).facts
    (draft,) = pairs.matched(facts.definitions, source(read, facts))
    assert isinstance(draft.shape, Pairs)
    names = {prompt.text for prompt, _ in draft.shape.pairs}
    assert not {"glacier", "moraine"} <= names
    assert len(names) == 3


def test_terms_of_different_kinds_are_not_matched() -> None:
    texts = (*PLACES[2:], "A hammer is a tool that drives nails into planks of wood.")
    read = order_about(texts, ["fjord", "delta", "hammer"])
    facts = source_of(read, read.blocks, Places(read)).facts
    assert list(pairs.matched(facts.definitions, source(read, facts))) == []


def test_two_definitions_make_no_matching() -> None:
    texts = ("A fjord is a long arm of the sea between steep walls.", "A delta is a fan of sand at a river mouth.")
    read = order_about(texts, ["fjord", "delta"])
    facts = source_of(read, read.blocks, Places(read)).facts
    assert list(pairs.matched(facts.definitions, source(read, facts))) == []
