"""Validating: good items pass, each rule refuses what it is for and says so, and nothing makes it fail."""

import time
from hashlib import sha256
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from pydantic import BaseModel

from contracts.documents import Continued
from contracts.items import Asked, Cloze, MultipleChoice
from contracts.proof import Option
from contracts.quizzes import ValidateItems, Verdict
from services.evaluator.validation.proofs import page_wrong
from services.evaluator.validation.validate import validate
from tests.evaluator.every_type import every

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
    assert codes(verdict_on(good, item=change(first_choice(good), question="Why do the waves rise? " * 30))) == {
        "stem_too_long"
    }


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


def test_a_card_may_answer_in_words_of_its_own_if_the_quote_holds_half_of_them(good: ValidateItems) -> None:
    card = good.flashcards[0]
    free = change(card.proof, answer_start=None, answer_end=None)
    assert verdict_on(good, card=change(card, answer="the tides of smallest ranges", proof=free)).accepted
    for answer in ("the weakest of them all", "nonsense", "it is so"):
        assert codes(verdict_on(good, card=change(card, answer=answer, proof=free))) == {"answer_not_in_quote"}


def test_of_two_that_ask_the_same_the_first_stays(good: ValidateItems) -> None:
    item, card = first_choice(good), good.flashcards[0]
    again = change(good.items[1], question=item.question.upper())
    fact = change(item, item_id=uuid4(), question="Name it.")
    card_again = change(card, card_id=uuid4(), question="Say what it is.")
    command = change(good, items=[item, again, fact], flashcards=[card, card_again])
    twice = {"duplicate"}
    found = [codes(v) for v in validate(command).verdicts]
    assert found == [set(), {*twice, "stem_elsewhere"}, twice, set(), twice]


def test_an_id_that_stands_twice_is_refused_the_second_time(good: ValidateItems) -> None:
    one, other = good.items[0], good.items[1]
    command = change(good, items=[one, change(other, item_id=one.item_id)], flashcards=[])
    assert [codes(v) for v in validate(command).verdicts] == [set(), {"duplicate"}]


def test_a_refused_item_makes_no_other_a_duplicate(good: ValidateItems) -> None:
    item = first_choice(good)
    bad = change(item, item_id=uuid4(), proof=change(item.proof, source_page=9))
    command = change(good, items=[bad, item], flashcards=[])
    assert [codes(v) for v in validate(command).verdicts] == [{"page_wrong"}, set()]


@pytest.mark.parametrize(
    ("starts", "said", "right"),
    [
        (200, (1, None), True),  # after all of the quote
        (10, (1, 2), True),
        (10, (1, None), True),  # who does not know that it goes on names where it begins
        (10, (2, None), False),
        (10, (1, 3), False),
        (200, (1, 2), False),
    ],
)
def test_a_proof_names_the_pages_on_which_its_quote_stands(
    good: ValidateItems, starts: int, said: tuple[int, int | None], right: bool
) -> None:
    block = next(block for block in good.blocks if block.block_id == "b1")
    text = block.text + " " + "It is the smallest of all. " * 10
    torn = change(block, text=text, continues=[Continued(start=starts, source_page=2)])
    item = next(item for item in good.items if item.proof.block_id == "b1")
    changed = change(item.proof, block_sha256=sha256(text.encode()).hexdigest(), source_page=said[0], last_page=said[1])
    command = change(good, blocks=[torn], items=[change(item, proof=changed, explanations=[])], flashcards=[])
    [verdict] = validate(command).verdicts
    assert ("page_wrong" not in codes(verdict)) == right


def test_who_does_not_know_that_a_block_goes_on_names_its_page(good: ValidateItems) -> None:
    """A foreign Coach that was written before blocks could."""
    block = good.blocks[0].model_copy(update={"continues": [Continued(start=5, source_page=2)]})
    behind = good.items[0].proof.model_copy(update={"start": 10, "end": 20})
    said = [behind.model_copy(update={"source_page": page}) for page in (1, 2, 3)]
    assert [page_wrong(each, block) is None for each in said] == [True, True, False]


def test_an_item_and_a_card_on_one_fact_are_no_duplicates(good: ValidateItems) -> None:
    item, card = good.items[1], good.flashcards[1]
    same = change(card, answer="fetch", question=item.question, proof=item.proof)
    assert all(v.accepted for v in validate(change(good, items=[item], flashcards=[same])).verdicts)


def test_every_reason_is_a_sentence(good: ValidateItems) -> None:
    verdict = verdict_on(change(good, blocks=[]), item=change(first_cloze(good), question="___"))
    assert {"block_missing", "gap_mismatch", "stem_empty"} <= codes(verdict)
    assert all(reason.sentence[0].isupper() and reason.sentence.endswith(".") for reason in verdict.reasons)


def test_fifty_items_among_a_hundred_asked_before_take_under_a_second(good: ValidateItems) -> None:
    typed = every()
    many = [
        change(item, item_id=uuid4(), question=f"{item.question} ({n})")
        for n in range(4)
        for item in [*good.items[:4], *typed.items]
    ][:50]
    before = [
        Asked(question=f"Which {n} stands in “sentence {n} of many”?", answer=f"answer {n}", quote=f"Sentence {n}.")
        for n in range(100)
    ]
    command = change(typed, items=many, asked=before, blocks=[*good.blocks, *typed.blocks])
    begun = time.process_time()
    validate(command)
    assert time.process_time() - begun < 1
