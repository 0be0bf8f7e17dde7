"""Drafts as messages: each shape becomes its item with whole proofs, options in order, and ids that stay."""

from dataclasses import replace
from hashlib import sha256
from uuid import UUID

import pytest

from contracts.items import Cloze, Item, Matching, MultipleAnswer, MultipleChoice, Numeric, Ordering, ShortAnswer
from contracts.items import TrueFalse as TrueOrFalse
from contracts.proof import Proof
from services.coach.authors.items.registry import said_by
from services.coach.compose.items import entry, flashcard
from services.coach.drafts.draft import Choice, Draft, OneOf, Pairs, Statement, Steps
from services.coach.drafts.order import order_of
from services.coach.drafts.shapes import in_order
from tests.coach.drafts.shaped import BLOCK, CARD, FOOD, GROWS, OFFLINE, SEAL, SHAPES, WALRUS, draft
from tests.coach.orders import DOCUMENT, QUIZ, order

ORDER = order_of(order())


def item(of: Draft) -> Item:
    return entry(of, ORDER, OFFLINE).item


def proofs(of: Item) -> list[Proof]:
    return [of.proof, *(each.proof for each in of.explanations if each.proof)]


@pytest.mark.parametrize("kind", SHAPES)
def test_each_shape_becomes_its_item_and_every_proof_in_it_holds(kind: str) -> None:
    made = item(SHAPES[kind])
    assert made.type == kind
    assert made.quiz_id == QUIZ
    assert made.question == SHAPES[kind].question
    for each in proofs(made):
        assert each.quote == BLOCK.text[each.start : each.end]
        assert each.block_sha256 == sha256(BLOCK.text.encode()).hexdigest()
        assert (each.source_page, each.document_sha256) == (3, DOCUMENT)
        if each.answer_start is not None and each.answer_end is not None:
            assert each.start <= each.answer_start < each.answer_end <= each.end
    assert made.proof.quote == SHAPES[kind].quote
    assert made.answer_text == said_by(SHAPES[kind].shape, "en")


@pytest.mark.parametrize("kind", SHAPES)
def test_ids_follow_from_quiz_and_content(kind: str) -> None:
    made, again = item(SHAPES[kind]), item(SHAPES[kind])
    assert made == again
    assert item(replace(SHAPES[kind], question="Another?")).item_id != made.item_id
    other = entry(SHAPES[kind], replace(ORDER, quiz_id=UUID(int=8)), OFFLINE).item
    assert other.item_id != made.item_id


def test_all_kinds_have_ids_of_their_own() -> None:
    assert len({item(each).item_id for each in SHAPES.values()}) == len(SHAPES) == 8


def test_the_same_question_with_other_options_is_another_item() -> None:
    first = SHAPES["multiple_choice"]
    assert isinstance(first.shape, OneOf)
    fewer = replace(first, shape=OneOf(first.shape.key, first.shape.others[:1]))
    assert item(fewer).item_id != item(first).item_id


def test_a_choice_stands_alphabetically_and_each_option_says_why_and_where() -> None:
    made = entry(SHAPES["multiple_choice"], ORDER, OFFLINE)
    assert isinstance(made.item, MultipleChoice)
    assert made.options == ["Cod", "harbour seal", "walrus"]
    assert (made.correct_answer_index, made.item.answer) == (2, "c")
    said = {each.option_id: (each.sentence, each.proof and each.proof.quote) for each in made.item.explanations}
    assert said == {
        "a": ("That is food.", FOOD.text),
        "b": ("That is a small seal.", SEAL.text),
        "c": ("The text says so.", WALRUS.text),
    }


def test_a_key_that_says_nothing_of_itself_is_explained_by_the_quote_and_another_option_not_at_all() -> None:
    made = item(draft(OneOf(Choice("walrus"), [Choice("bear")]), WALRUS, answer="walrus"))
    (why,) = made.explanations
    assert (why.option_id, why.sentence) == ("b", WALRUS.text)
    assert why.proof
    assert why.proof.quote == WALRUS.text


def test_numbers_stand_by_size_not_by_their_first_digit() -> None:
    choices = [Choice(text) for text in ("1 200 km", "90 km", "1,5 km", "250 km")]
    assert [each.text for each in in_order(choices)] == ["1,5 km", "90 km", "250 km", "1 200 km"]
    assert [each.text for each in in_order([Choice("1,500"), Choice("−2"), Choice("0.25")])] == ["−2", "0.25", "1,500"]
    assert [each.text for each in in_order([Choice("90"), Choice("about 100")])] == ["90", "about 100"]


def test_only_a_multiple_choice_has_an_index_and_only_types_with_options_have_options() -> None:
    made = {kind: entry(each, ORDER, OFFLINE) for kind, each in SHAPES.items()}
    assert [kind for kind, each in made.items() if each.correct_answer_index is not None] == ["multiple_choice"]
    without = {kind for kind, each in made.items() if not each.options}
    assert without == {"cloze", "numeric", "short_answer"}


def test_a_multiple_answer_keys_each_of_its_keys() -> None:
    made = item(SHAPES["multiple_answer"])
    assert isinstance(made, MultipleAnswer)
    assert [option.text for option in made.options] == ["cod", "squid", "tusks"]
    assert made.answer == ["a", "b"]
    assert [each.option_id for each in made.explanations] == ["a", "b", "c"]


@pytest.mark.parametrize(("language", "words"), [("en", ["True", "False"]), ("nb", ["Sant", "Usant"])])
def test_a_statement_is_judged_in_the_texts_language_and_both_options_are_explained(
    language: str, words: list[str]
) -> None:
    made = entry(SHAPES["true_false"], order_of(order(language=language)), OFFLINE).item
    assert isinstance(made, TrueOrFalse)
    assert [option.text for option in made.options] == words
    assert (made.answer, made.wrong, made.right) == ("false", "light", "heavy")
    assert [(each.option_id, each.sentence) for each in made.explanations] == [
        ("true", "The text says heavy."),
        ("false", "The text says heavy."),
    ]
    true = item(draft(Statement(WALRUS.text, "It says so."), WALRUS))
    assert isinstance(true, TrueOrFalse)
    assert true.answer == "true"


def test_a_matching_item_proves_each_pair_and_hides_it_in_the_order() -> None:
    made = item(SHAPES["matching"])
    assert isinstance(made, Matching)
    assert [prompt.option_id for prompt in made.prompts] == ["1", "2"]
    assert [option.option_id for option in made.options] == ["a", "b", "c"]
    words = {option.option_id: option.text for option in made.options}
    assert words[made.answer["1"]] == "a small seal of northern shores"
    assert words[made.answer["2"]] == "a heavy seal with two long tusks"
    assert [each.proof and each.proof.quote for each in made.explanations] == [SEAL.text, WALRUS.text]
    assert made.explanations[1].sentence == WALRUS.text
    assert made.proof.quote == SEAL.text


def test_pairs_that_are_in_order_already_are_turned() -> None:
    pairs = [(Choice("seal", at=SEAL), "a small seal"), (Choice("walrus", at=WALRUS), "tusks")]
    made = item(draft(Pairs(pairs)))
    assert isinstance(made, Matching)
    assert made.answer == {"1": "b", "2": "a"}


def test_two_prompts_with_one_option_are_refused() -> None:
    pairs = [(Choice("harbour seal", at=SEAL), "seal"), (Choice("walrus", at=WALRUS), "seal")]
    with pytest.raises(ValueError, match="twice"):
        item(draft(Pairs(pairs, ["fish"])))


def test_steps_are_shown_alphabetically_and_turned_where_that_is_the_right_order() -> None:
    made = item(SHAPES["ordering"])
    assert isinstance(made, Ordering)
    assert [option.text for option in made.options] == ["dives alone", "sheds its coat", "suckles"]
    assert made.answer == ["c", "b", "a"]
    sorted_ones = item(draft(Steps([Choice("eats"), Choice("rests"), Choice("swims")]), GROWS))
    assert isinstance(sorted_ones, Ordering)
    assert [option.text for option in sorted_ones.options] == ["rests", "swims", "eats"]
    assert sorted_ones.answer == ["c", "a", "b"]


def test_what_is_typed_keeps_what_else_is_right() -> None:
    cloze, number, written = (item(SHAPES[kind]) for kind in ("cloze", "numeric", "short_answer"))
    assert isinstance(cloze, Cloze)
    assert isinstance(number, Numeric)
    assert isinstance(written, ShortAnswer)
    assert (cloze.answer, cloze.accepted) == ("tusks", ["two tusks"])
    assert (number.answer, number.value, number.tolerance, number.unit) == ("11", 11.0, 0.5, "kilograms")
    (point,) = written.key_points
    assert BLOCK.text[point.start : point.end] == point.text == "their skin loses much heat"
    assert cloze.explanations == number.explanations == written.explanations == []


def test_a_card_is_a_card_and_a_question_is_none() -> None:
    card = flashcard(CARD, ORDER, OFFLINE)
    assert (card.answer, card.concept, card.proof.quote) == (
        "a small seal of northern shores",
        "harbour seal",
        SEAL.text,
    )
    assert card == flashcard(CARD, ORDER, OFFLINE)
    with pytest.raises(ValueError, match="card"):
        item(CARD)
    with pytest.raises(ValueError, match="card"):
        flashcard(SHAPES["cloze"], ORDER, OFFLINE)


def test_more_options_than_the_contract_takes_are_refused_not_cut() -> None:
    with pytest.raises(ValueError, match="options"):
        item(draft(OneOf(Choice("a"), [Choice(text) for text in "bcdef"])))
