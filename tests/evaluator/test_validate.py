"""Validating: good items pass, each rule refuses what it is for and says so, and nothing makes it fail."""

from typing import Any, TypeVar
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from contracts.documents import Block
from contracts.quizzes import Cloze, Flashcard, MultipleChoice, Option, Origin, Proof, ValidateItems, Verdict
from services.evaluator.validate import validate

M = TypeVar("M", bound=BaseModel)


def change(model: M, **fields: Any) -> M:
    return model.model_copy(update=fields)


def verdict_on(command: ValidateItems, *, item: Any = None, card: Any = None) -> Verdict:
    """The verdict on one item or card alone."""
    alone = change(command, items=[item] if item else [], flashcards=[card] if card else [])
    (verdict,) = validate(alone).verdicts
    return verdict


def codes(verdict: Verdict) -> set[str]:
    return {reason.code for reason in verdict.reasons}


def first_choice(command: ValidateItems) -> MultipleChoice:
    return next(item for item in command.items if isinstance(item, MultipleChoice))


def first_cloze(command: ValidateItems) -> Cloze:
    return next(item for item in command.items if isinstance(item, Cloze))


def test_good_items_and_cards_are_all_accepted(good: ValidateItems) -> None:
    judged = validate(good)
    assert [verdict.reasons for verdict in judged.verdicts] == [[]] * 10
    assert [verdict.item_id for verdict in judged.verdicts] == [
        *(item.item_id for item in good.items),
        *(card.card_id for card in good.flashcards),
    ]


def test_the_same_message_is_judged_the_same(good: ValidateItems) -> None:
    assert validate(good).write() == validate(good).write()


def test_a_letter_that_went_over_the_wire_is_judged_the_same(good: ValidateItems) -> None:
    assert validate(ValidateItems.read(good.write())) == validate(good)


@pytest.mark.parametrize("question", [" ", "___", "?!"])
def test_an_empty_question_is_refused(good: ValidateItems, question: str) -> None:
    assert "stem_empty" in codes(verdict_on(good, item=change(first_choice(good), question=question)))
    assert "stem_empty" in codes(verdict_on(good, card=change(good.flashcards[0], question=question)))


def test_a_question_too_long_to_hold_is_refused(good: ValidateItems) -> None:
    assert codes(verdict_on(good, item=change(first_choice(good), question="why " * 200))) == {"stem_too_long"}


@pytest.mark.parametrize("text", ["FETCH ", "fetch.", "ｆetch"])
def test_options_that_read_the_same_are_refused(good: ValidateItems, text: str) -> None:
    item = first_choice(good)
    twice = [*item.options, Option(option_id="o9", text=text)]
    assert codes(verdict_on(good, item=change(item, options=twice))) == {"options_alike"}


@pytest.mark.parametrize(
    "text", ["42", "a long account of how the wind and the water of the sea take turns in it all day"]
)
def test_an_option_of_another_shape_is_refused(good: ValidateItems, text: str) -> None:
    item = first_choice(good)
    odd = [*item.options, Option(option_id="o9", text=text)]
    assert "option_shape" in codes(verdict_on(good, item=change(item, options=odd)))


@pytest.mark.parametrize("text", ["moon", "the pull of the sun", "Right angle", "tides"])
def test_a_distractor_that_stands_in_the_quote_is_a_second_key(good: ValidateItems, text: str) -> None:
    item = first_choice(good)
    more = [*item.options, Option(option_id="o9", text=text)]
    assert codes(verdict_on(good, item=change(item, options=more))) == {"key_ambiguous"}


def test_a_distractor_within_a_longer_word_is_no_second_key(good: ValidateItems) -> None:
    item = first_choice(good)
    more = [*item.options, Option(option_id="o9", text="mall")]  # in "smallest"
    assert verdict_on(good, item=change(item, options=more)).accepted


@pytest.mark.parametrize(
    ("question", "leaks"),
    [
        ("Which of the tides has the least range?", True),  # an inflection of a word that only the key has
        ("Which one has the least range?", False),
        ("Which term is defined in the text as the least?", False),
    ],
)
def test_a_question_that_holds_a_word_of_the_key_alone_is_refused(
    good: ValidateItems, question: str, leaks: bool
) -> None:
    assert codes(verdict_on(good, item=change(first_choice(good), question=question))) == (
        {"answer_leaked"} if leaks else set()
    )


def test_a_word_that_another_option_shares_tells_nothing(good: ValidateItems) -> None:
    item = first_choice(good)
    shared = [*item.options, Option(option_id="o9", text="spring tide")]
    told = change(item, question="Which tide has the least range?", options=shared)
    assert "answer_leaked" not in codes(verdict_on(good, item=told))


@pytest.mark.parametrize(
    "question",
    [
        "A neap tide is a tide with the smallest range",
        "A ____ is a tide with the ____",
        "A neap tide is a tide with the ______",
        "A neap tide is a wave with the ____",
    ],
)
def test_a_cloze_has_one_gap_and_says_what_the_quote_says(good: ValidateItems, question: str) -> None:
    assert "gap_mismatch" in codes(verdict_on(good, item=change(first_cloze(good), question=question)))


def test_a_cloze_may_be_a_part_of_the_quote(good: ValidateItems) -> None:
    part = change(first_cloze(good), question="… a tide with the ____, when the pull of the sun …")
    assert verdict_on(good, item=part).accepted


def test_a_cloze_that_says_its_answer_elsewhere_is_refused(good: ValidateItems) -> None:
    item = first_cloze(good)
    text = "A weir is a low wall, and every weir slows the river."
    block = change(good.blocks[0], text=text)
    leaky = change(item, question="A weir is a low wall, and every ____ slows the river.", answer="weir")
    command = change(good, blocks=[block])
    assert "answer_leaked" in codes(verdict_on(command, item=leaky))


def test_a_card_whose_front_tells_its_back_is_refused(good: ValidateItems) -> None:
    card = good.flashcards[0]
    told = change(card, question="What do we call a tide with the smallest range?")
    assert codes(verdict_on(good, card=told)) == {"answer_leaked"}


def test_a_card_needs_its_answer_or_its_term_in_the_quote(good: ValidateItems) -> None:
    card = good.flashcards[0]
    free = change(card.proof, answer_start=None, answer_end=None)
    assert verdict_on(good, card=change(card, answer="the weakest of them all", proof=free)).accepted
    assert codes(verdict_on(good, card=change(card, answer="the weakest", concept="ebb", proof=free))) == {
        "answer_not_in_quote"
    }


def test_of_two_that_ask_the_same_the_first_stays(good: ValidateItems) -> None:
    item, card = first_choice(good), good.flashcards[0]
    again = change(good.items[1], question=item.question.upper())
    fact = change(item, item_id=uuid4(), question="Name it.")
    card_again = change(card, card_id=uuid4(), question="Say what it is.")
    command = change(good, items=[item, again, fact], flashcards=[card, card_again])
    assert [codes(v) for v in validate(command).verdicts] == [set(), {"duplicate"}, {"duplicate"}, set(), {"duplicate"}]


def test_an_id_that_stands_twice_is_refused_the_second_time(good: ValidateItems) -> None:
    one, other = good.items[0], good.items[1]
    command = change(good, items=[one, change(other, item_id=one.item_id)], flashcards=[])
    assert [codes(v) for v in validate(command).verdicts] == [set(), {"duplicate"}]


def test_a_refused_item_makes_no_other_a_duplicate(good: ValidateItems) -> None:
    item = first_choice(good)
    bad = change(item, item_id=uuid4(), proof=change(item.proof, source_page=9))
    command = change(good, items=[bad, item], flashcards=[])
    assert [codes(v) for v in validate(command).verdicts] == [{"page_wrong"}, set()]


def test_an_item_and_a_card_on_one_fact_are_no_duplicates(good: ValidateItems) -> None:
    item, card = good.items[1], good.flashcards[1]
    same = change(card, answer="fetch", question=item.question, proof=item.proof)
    assert all(v.accepted for v in validate(change(good, items=[item], flashcards=[same])).verdicts)


def test_every_reason_is_a_sentence(good: ValidateItems) -> None:
    verdict = verdict_on(change(good, blocks=[]), item=change(first_cloze(good), question="___"))
    assert {"block_missing", "gap_mismatch", "stem_empty"} <= codes(verdict)
    assert all(reason.sentence[0].isupper() and reason.sentence.endswith(".") for reason in verdict.reasons)


odd = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40)
ORIGIN = Origin(author="model", name="m", version="1")
proofs = st.builds(
    Proof,
    document_sha256=st.just("0" * 64),
    block_id=st.sampled_from(["b", "c"]),
    block_sha256=st.just("1" * 64),
    source_page=st.integers(1, 3),
    start=st.integers(0, 50),
    end=st.integers(1, 50),
    quote=odd,
    answer_start=st.none() | st.integers(0, 50),
    answer_end=st.none() | st.integers(1, 50),
)
options = st.lists(odd, min_size=2, max_size=4).map(
    lambda texts: [Option(option_id=str(at), text=text) for at, text in enumerate(texts)]
)
fields: dict[str, Any] = {
    "item_id": st.uuids(),
    "quiz_id": st.uuids(),
    "concept": odd,
    "difficulty": st.just("EASY"),
    "question": odd | st.just("____ x"),
    "proof": proofs,
    "origin": st.just(ORIGIN),
}
choices = st.builds(MultipleChoice, **fields, options=options, answer=st.just("0"))
clozes = st.builds(Cloze, **fields, answer=odd)
cards = st.builds(
    Flashcard, card_id=st.uuids(), question=odd, answer=odd, concept=odd, proof=proofs, origin=st.just(ORIGIN)
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(choices | clozes, max_size=3), st.lists(cards, max_size=2), odd, st.sampled_from(["", "en", "nb-NO", "xx"])
)
def test_whatever_comes_gets_one_verdict_each(
    items: list[MultipleChoice | Cloze], cards: list[Flashcard], text: str, language: str
) -> None:
    command = ValidateItems(
        quiz_id=uuid4(),
        document_sha256="0" * 64,
        language=language,
        items=items,
        flashcards=cards,
        blocks=[Block(block_id="b", text=text)],
    )
    judged = validate(command)
    assert [v.item_id for v in judged.verdicts] == [*(i.item_id for i in items), *(c.card_id for c in cards)]
    assert not any(v.accepted for v in judged.verdicts)  # the hash is never right
