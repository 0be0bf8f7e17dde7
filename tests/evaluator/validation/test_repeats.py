"""Nothing is asked twice, here or earlier in the session; what only looks alike is let pass."""

from typing import Any, TypeVar
from uuid import uuid4

import pytest
from pydantic import BaseModel

from contracts.items import Asked, Cloze, Flashcard, Item, MultipleChoice
from contracts.quizzes import ValidateItems
from services.evaluator.validation.repeats import said
from services.evaluator.validation.validate import validate
from tests.evaluator.conftest import card, choice, cloze
from tests.evaluator.every_type import every, numbers, statement

M = TypeVar("M", bound=BaseModel)


def change(model: M, **fields: Any) -> M:
    return model.model_copy(update=fields)


def asked(one: Item | Flashcard, **fields: str) -> Asked:
    """As the session remembers it."""
    answer = one.answer if isinstance(one, Flashcard) else one.answer_text
    return Asked(**{"question": one.question, "answer": answer, "quote": one.proof.quote, **fields})


def codes(command: ValidateItems, **fields: Any) -> list[set[str]]:
    return [{reason.code for reason in verdict.reasons} for verdict in validate(change(command, **fields)).verdicts]


def test_what_the_session_was_asked_before_is_refused(good: ValidateItems) -> None:
    before = [asked(item) for item in good.items]
    assert codes(good, asked=before, flashcards=[]) == [{"duplicate"}] * len(good.items)
    typed = every()
    assert codes(typed, asked=[asked(item) for item in typed.items]) == [{"duplicate"}] * len(typed.items)


def test_a_card_that_the_session_has_is_refused(good: ValidateItems) -> None:
    before = [asked(card) for card in good.flashcards]
    assert codes(good, cards=before, items=[]) == [{"duplicate"}] * 3


def test_items_are_compared_with_items_and_cards_with_cards(good: ValidateItems) -> None:
    items, cards = [asked(item) for item in good.items], [asked(card) for card in good.flashcards]
    assert not any(codes(good, asked=cards, cards=items))


@pytest.mark.parametrize(
    ("fields", "repeats"),
    [
        ({}, True),
        ({"question": "Name it."}, True),  # the same sentence with the same answer
        ({"question": "Name it.", "quote": "Elsewhere."}, False),
        ({"question": "Which term is defined in the text as “what wind crosses”?", "quote": "Elsewhere."}, True),
        ({"question": "Which term is defined in the text as “what wind moves”?", "answer": "sea", "quote": ""}, False),
        (
            {"question": "What term does the text define as “the distance over which wind blows across open water”?",
             "answer": "reach", "quote": "Elsewhere."},
            True,
        ),
        ({"question": "What is “the distance over which wind crosses”?", "quote": "Elsewhere."}, False),
    ],
)  # fmt: skip
def test_the_same_fact_the_same_kind_of_stem_or_a_stem_that_reads_alike(
    good: ValidateItems, fields: dict[str, str], repeats: bool
) -> None:
    item = good.items[1]
    told = codes(good, items=[item], flashcards=[], asked=[asked(item, **fields)])
    assert told == [{"duplicate"} if repeats else set()]


def test_two_gaps_for_one_word_ask_it_twice(good: ValidateItems) -> None:
    first = cloze("b3", "salt water", "estuary")
    second = change(
        first, item_id=uuid4(), question="____ mixes.", proof=change(first.proof, quote="Salt water mixes.")
    )
    assert said(second, "en").repeats(said(first, "en"))
    assert not said(change(second, answer="brine"), "en").repeats(said(first, "en"))


def test_one_answer_may_be_asked_for_in_two_ways() -> None:
    first, second = cloze("b2", "fetch", "fetch"), choice("b2", "fetch", "a stretch of water", "estuary")
    elsewhere = change(second, proof=change(second.proof, quote="Another sentence on the fetch."))
    assert not said(elsewhere, "en").repeats(said(first, "en"))


def test_a_number_or_true_is_the_answer_to_many_questions() -> None:
    dike = numbers()[0]
    other = change(dike, question="How long is the canal?", proof=change(dike.proof, quote="It is 32 kilometres."))
    assert not said(other, "en").repeats(said(dike, "en"))
    one = statement(true=True)
    two = change(one, statement="A groyne is a low wall.", proof=change(one.proof, quote="A groyne is a low wall."))
    assert not said(two, "en").repeats(said(one, "en"))
    assert said(one, "en").repeats(said(change(one, proof=two.proof), "en"))  # the same statement


def test_a_short_question_is_no_part_of_every_longer_one(good: ValidateItems) -> None:
    here, there = good.items[1], good.items[0]
    one = change(here, question="What blows?")
    other = change(here, question="What blows sand over dunes?", proof=there.proof)
    assert not said(one, "en").repeats(said(other, "en"))


def test_a_statement_is_not_asked_twice_because_another_was_as_true() -> None:
    one = change(statement(true=False), question='Is this what the text says of "sluice"?')
    before = Asked(question='Is this what the text says of "dike"?', answer="False", quote="A dike is a wall.")
    assert codes(every(), items=[one], asked=[before]) == [set()]
    assert codes(every(), items=[one], asked=[change(before, quote=one.proof.quote)]) == [{"duplicate"}]


def test_a_card_and_its_reverse_stand_side_by_side(good: ValidateItems) -> None:
    there = card("b2", "fetch", "the distance over which the wind blows across open water")
    at = there.proof.quote.index("fetch")
    back = change(
        there,
        card_id=uuid4(),
        question="Which term does the text define as “the distance over which the wind blows across open water”?",
        answer="fetch",
        proof=change(there.proof, answer_start=at, answer_end=at + len("fetch")),
    )
    assert codes(good, items=[], flashcards=[there, back]) == [set(), set()]
    assert codes(good, items=[], flashcards=[there, back], cards=[asked(back)]) == [set(), {"duplicate"}]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What is meant by “tide”?", "What is meant by “neap tide”?"),
        ("What is meant by “DNA”?", "What is meant by “RNA”?"),
        ("In which year did the first world war begin?", "In which year did the first world war end?"),
        ("How many bones has the hand?", "How many bones has the foot?"),
    ],
)
def test_questions_that_differ_by_the_word_that_matters_are_two(good: ValidateItems, one: str, other: str) -> None:
    there, here = good.items[0], good.items[1]
    assert isinstance(there, MultipleChoice)
    assert isinstance(here, MultipleChoice)
    assert not said(change(here, question=other), "en").repeats(said(change(there, question=one), "en"))


def test_of_two_gaps_in_one_sentence_each_shows_what_the_other_asks_for() -> None:
    first, second = cloze("b1", "smallest range", "neap tide"), cloze("b1", "neap tide", "neap tide")
    assert isinstance(first, Cloze)
    assert said(second, "en").repeats(said(first, "en"))


def test_a_duplicate_names_what_it_repeats(good: ValidateItems) -> None:
    item = good.items[1]
    (verdict,) = validate(change(good, items=[item], flashcards=[], asked=[asked(item)])).verdicts
    assert verdict.reasons[0].sentence.startswith("The same is asked in this course already: “Which term is defined")
    assert len(verdict.reasons[0].sentence) < 150


def test_a_statement_of_which_only_its_frame_is_known_hides_no_question_about_its_term(good: ValidateItems) -> None:
    one = change(good.items[0], question="What is a neap tide?")
    had = asked(one, question="Is this a neap tide?", answer="True", quote="Elsewhere.")
    assert "duplicate" not in codes(good, items=[one], asked=[had])[0]
    assert "duplicate" in codes(good, items=[one], asked=[change(had, answer="a low tide")])[0]
