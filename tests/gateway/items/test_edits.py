"""An owner's edit of each type: what may be edited, what the edit makes of the proof, and which field is at fault."""

from typing import Any, get_args
from uuid import UUID, uuid4

import pytest
from pydantic import ValidationError

from contracts.documents import Block, Continued
from contracts.items import Flashcard, Item, ItemType, answered_by
from contracts.problems import Failure, contract_problem
from contracts.proof import Proof
from services.gateway.items.edits import MOST_BYTES, edited
from tests.gateway.kinds import ORIGIN, every_type, proof

TEXT = "Moss is a small plant. A leaf is green, and a stem is brown."
QUOTE = "A leaf is green, and a stem is brown."
BLOCK = Block(block_id="p0", text=TEXT)
AT = 23
TYPES: tuple[str, ...] = get_args(ItemType)


def resting(item: Item) -> Item:
    """The item, resting on the second sentence, its answer placed at its first words."""
    spanned = proof(TEXT, "p0").model_copy(
        update={"start": AT, "end": len(TEXT), "quote": QUOTE, "answer_start": AT, "answer_end": AT + 6}
    )
    why = [one.model_copy(update={"proof": spanned}) for one in item.explanations]
    return item.model_copy(update={"proof": spanned, "explanations": why})


def one(kind: str) -> Item:
    return resting(next(item for item in every_type(uuid4(), "x") if item.type == kind))


def made(old: Item | Flashcard, wanted: dict[str, Any]) -> Any:
    """The edit, with the fields of its type."""
    return edited(old, wanted, BLOCK)


def fault(old: Item | Flashcard, wanted: dict[str, Any]) -> list[str]:
    """The fields that the refusal names."""
    try:
        edited(old, wanted, BLOCK)
    except Failure as error:
        return error.problem.fields
    except ValidationError as error:
        return contract_problem(error).fields
    return []


NEW: dict[str, dict[str, Any]] = {
    "multiple_choice": {"answer": "b", "options": [{"option_id": "b", "text": "stem and root"}]},
    "multiple_answer": {"answer": ["a"], "options": [{"option_id": "c", "text": "twig"}]},
    "true_false": {"statement": "Leaves are red.", "wrong": "red", "right": "green"},
    "cloze": {"answer": "A leaf", "accepted": ["leaf", "leaves"]},
    "matching": {"answer": {"2": "b"}, "prompts": [{"option_id": "1", "text": "greenish"}]},
    "ordering": {"answer": ["a", "b", "c"]},
    "numeric": {"answer": "12", "value": 12, "tolerance": 0.5, "unit": "cm"},
    "short_answer": {"answer": "It is a leaf.", "key_points": [{"text": "a stem is brown"}]},
}


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_is_edited_in_its_own_fields_and_keeps_the_rest(kind: str) -> None:
    old = one(kind)
    common = {"question": "What now?", "difficulty": "hard"}
    wanted = NEW.get(kind, {"answer": "leaf"} if answered_by(kind) == "words" else {})
    new = made(old, {**common, **wanted})
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    assert (after["question"], after["difficulty"]) == ("What now?", "HARD")
    changed = {name for name in after if after[name] != before[name]}
    typed = answered_by(kind) == "words"
    dropped = {"explanations"} if typed or kind in ("multiple_choice", "multiple_answer") else set()
    assert changed - {"proof"} == {"question", "difficulty", *wanted} | dropped
    assert all(after["proof"][name] == before["proof"][name] for name in ("start", "end", "quote", "block_sha256"))


def test_of_options_and_explanations_those_that_are_named_change() -> None:
    new = made(one("multiple_choice"), {"options": [{"option_id": "c", "text": "bark"}]})
    assert [option.text for option in new.options] == ["leaf", "root", "bark"]
    new = made(new, {"explanations": [{"option_id": "b", "sentence": "A root is below."}]})
    assert [each.sentence for each in new.explanations] == ["why x", "A root is below."]
    assert new.explanations[1].proof is not None


def test_an_option_without_explanation_gets_one() -> None:
    old = one("multiple_choice").model_copy(update={"explanations": []})
    new = made(old, {"explanations": [{"option_id": "b", "sentence": "A root is below."}]})
    assert [(each.option_id, each.proof) for each in new.explanations] == [("b", None)]


@pytest.mark.parametrize("kind", ["multiple_choice", "multiple_answer", "ordering"])
def test_an_option_that_gets_other_words_loses_its_old_explanation_unless_one_is_given(kind: str) -> None:
    words = {"options": [{"option_id": "c", "text": "bark"}]}
    assert [each.option_id for each in made(one(kind), words).explanations] == ["a", "b"]
    told = made(one(kind), {**words, "explanations": [{"option_id": "c", "sentence": "Bark is outside."}]})
    assert [each.sentence for each in told.explanations] == ["why x", "why x", "Bark is outside."]
    kept = made(one(kind), {**words, "explanations": [{"option_id": "c", "sentence": "why x"}]})
    assert len(kept.explanations) == 3, "an explanation that is named again is given"
    same = made(one(kind), {"options": [{"option_id": "c", "text": "stem"}, {"option_id": "a", "text": "leaf"}]})
    assert len(same.explanations) == 3


def test_the_key_with_other_words_keeps_the_quote_that_explains_it() -> None:
    old = one("multiple_choice")
    why = [each.model_copy(update={"sentence": f"The text says: {QUOTE}"}) for each in old.explanations]
    old = old.model_copy(update={"explanations": why})
    new = made(old, {"options": [{"option_id": "a", "text": "a leaf"}, {"option_id": "b", "text": "a root"}]})
    assert [each.option_id for each in new.explanations] == ["a", "c"]


def test_a_pair_with_other_words_keeps_its_proof() -> None:
    words = {"options": [{"option_id": "a", "text": "x"}], "prompts": [{"option_id": "1", "text": "y"}]}
    assert made(one("matching"), words).explanations == one("matching").explanations


def test_pairs_are_merged() -> None:
    assert made(one("matching"), {"answer": {"1": "b"}}).answer == {"1": "b", "2": "c"}


def test_a_whole_item_with_one_change_is_that_change() -> None:
    old = one("multiple_choice")
    body = old.model_dump(mode="json")
    assert made(old, body) == old
    assert made(old, {**body, "question": "And?"}) == old.model_copy(update={"question": "And?"})


def test_null_is_as_if_left_out() -> None:
    assert made(one("cloze"), {"accepted": None}).accepted == []
    assert fault(one("cloze"), {"answer": None}) == ["answer"]


@pytest.mark.parametrize("kind", ["multiple_choice", "cloze", "numeric"])
def test_the_answers_place_is_looked_for_in_the_quote(kind: str) -> None:
    words: dict[str, Any] = {"options": [{"option_id": "a", "text": "Brown"}]} if kind == "multiple_choice" else {}
    found = made(one(kind), words or {"answer": "brown", **({"unit": ""} if kind == "numeric" else {})}).proof
    assert found.answer_start is not None
    assert TEXT[found.answer_start : found.answer_end] == "brown"
    nowhere = made(one(kind), {"options": [{"option_id": "a", "text": "moss"}]} if words else {"answer": "ro"})
    assert (nowhere.proof.answer_start, nowhere.proof.answer_end) == (None, None)


def test_a_quote_that_is_cut_anew_is_of_the_pages_on_which_it_stands() -> None:
    torn = BLOCK.model_copy(update={"continues": [Continued(start=AT, source_page=2)]})
    old = one("true_false")
    for start, end, pages in ((0, 22, (1, None)), (AT, len(TEXT), (2, None)), (10, len(TEXT), (1, 2))):
        new = edited(old, {"proof": {"start": start, "end": end}}, torn)
        assert (new.proof.source_page, new.proof.last_page) == pages


def test_the_quote_is_cut_from_the_block_and_explanations_go_along() -> None:
    old = one("matching")
    new = made(old, {"proof": {"start": AT, "end": AT + 15}})
    assert new.proof.quote == "A leaf is green"
    assert [each.proof and each.proof.quote for each in new.explanations] == ["A leaf is green"] * 2
    assert new.explanations[0].proof is not None
    assert new.explanations[0].proof.answer_end == AT + 6
    new = made(old, {"proof": {"start": 0, "end": 22}})
    assert (new.proof.quote, new.proof.answer_start) == ("Moss is a small plant.", None)
    elsewhere = old.explanations[1].model_copy(update={"proof": proof("other", "p9")})
    old = old.model_copy(update={"explanations": [old.explanations[0], elsewhere]})
    assert made(old, {"proof": {"start": 0, "end": 22}}).explanations[1] == elsewhere


def test_key_points_stand_where_their_words_do_or_where_they_stood() -> None:
    old = one("short_answer")
    wanted = [{"text": "reworded"}, {"text": "a stem is brown"}, {"text": "given", "start": 25, "end": 29}]
    new = made(old, {"key_points": wanted})
    spans = [(point.start, point.end) for point in new.key_points]
    assert spans == [(0, 5), (TEXT.index("a stem"), len(TEXT) - 1), (25, 29)]
    assert fault(old, {"key_points": [*wanted, {"text": "nowhere to be found"}]}) == ["key_points.3.start"]


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("cloze", {"item_id": str(UUID(int=1))}, "item_id"),
    ("cloze", {"concept": "moss"}, "concept"),
    ("cloze", {"origin": None}, "origin"),
    ("cloze", {"type": "numeric"}, "type"),
    ("cloze", {"options": []}, "options"),
    ("cloze", {"colour": "red"}, "colour"),
    ("cloze", {"question": ""}, "question"),
    ("cloze", {"question": "a\0b"}, "question"),
    ("cloze", {"question": 7}, "question"),
    ("cloze", {"difficulty": "odd"}, "difficulty"),
    ("cloze", {"accepted": "one"}, "accepted"),
    ("multiple_choice", {"answer": "z"}, "answer"),
    ("multiple_choice", {"answer": ["a"]}, "answer"),
    ("multiple_choice", {"options": "leaf"}, "options"),
    ("multiple_choice", {"options": None}, "options"),
    ("multiple_choice", {"options": ["leaf"]}, "options.0"),
    ("multiple_choice", {"options": [{"option_id": "z", "text": "moss"}]}, "options.0.option_id"),
    ("multiple_choice", {"options": [{"option_id": "a", "text": " "}]}, "options.0.text"),
    ("multiple_choice", {"options": [{"option_id": "a"}]}, "options.0.text"),
    ("multiple_choice", {"options": [{"option_id": "a", "text": "x", "right": True}]}, "options.0.right"),
    ("multiple_choice", {"explanations": [{"option_id": "z", "sentence": "x"}]}, "explanations.0.option_id"),
    ("multiple_choice", {"explanations": [{"option_id": "a", "sentence": "x", "proof": {}}]}, "explanations.0.proof"),
    ("matching", {"explanations": [{"option_id": "a", "sentence": "x"}]}, "explanations.0.option_id"),
    ("multiple_answer", {"answer": ["a", "b", "c"]}, "answer"),
    ("multiple_answer", {"answer": []}, "answer"),
    ("true_false", {"statement": "Leaves are red."}, "wrong"),
    ("true_false", {"answer": "true"}, "wrong"),
    ("matching", {"answer": {"3": "a"}}, "answer"),
    ("matching", {"answer": {"1": None}}, "answer"),
    ("ordering", {"answer": ["a", "b"]}, "answer"),
    ("numeric", {"value": "12"}, "value"),
    ("numeric", {"tolerance": -1}, "tolerance"),
    ("short_answer", {"key_points": []}, "key_points"),
    ("short_answer", {"key_points": "all"}, "key_points"),
    ("cloze", {"proof": []}, "proof"),
    ("cloze", {"proof": None}, "proof"),
    ("cloze", {"proof": {"start": -1}}, "proof.start"),
    ("cloze", {"proof": {"start": 60}}, "proof.start"),
    ("cloze", {"proof": {"end": 61}}, "proof.end"),
    ("cloze", {"proof": {"end": 23}}, "proof.end"),
    ("cloze", {"proof": {"start": "0"}}, "proof.start"),
    ("cloze", {"proof": {"end": True}}, "proof.end"),
    ("cloze", {"proof": {"start": 22, "end": 23}}, "proof.start"),
    ("cloze", {"proof": {"quote": "Made up."}}, "proof.quote"),
    ("cloze", {"proof": {"block_id": "p1"}}, "proof.block_id"),
    ("cloze", {"proof": {"answer_start": "x"}}, "proof.answer_start"),
]


@pytest.mark.parametrize(("kind", "wanted", "field"), FAULTS, ids=lambda value: str(value)[:40])
def test_an_edit_that_makes_no_item_names_its_field(kind: str, wanted: dict[str, Any], field: str) -> None:
    assert fault(one(kind), wanted) == [field]


def test_an_edit_is_of_bounded_size_and_its_longest_field_is_named() -> None:
    """A message with it, its blocks and what was asked before could not be sent: it would be put aside unheard."""
    long = "x" * (MOST_BYTES // 2)
    assert fault(one("cloze"), {"question": long}) == []
    assert fault(one("cloze"), {"question": long, "accepted": [long, "y"]}) == ["accepted"]
    assert fault(one("cloze"), {"question": "é" * (MOST_BYTES // 2)}) == ["question"]
    old = one("cloze").model_copy(update={"question": f"{long}{long} ____"})
    assert fault(old, {**old.model_dump(mode="json"), "difficulty": "EASY"}) == []


@pytest.mark.parametrize("empty", ["", "  "])
def test_nothing_is_no_right_answer(empty: str) -> None:
    assert fault(one("cloze"), {"accepted": ["leaf", empty]}) == ["accepted.1"]


def test_a_card_is_edited_in_its_words_and_its_span() -> None:
    at = Proof.model_validate({**proof(TEXT, "p0").model_dump(), "start": AT, "end": len(TEXT), "quote": QUOTE})
    card = Flashcard(card_id=uuid4(), question="Leaf?", answer="green", concept="leaf", proof=at, origin=ORIGIN)
    new = made(card, {"answer": "a stem", "proof": {"start": AT + 21}})
    assert new.proof.quote == "a stem is brown."
    assert (new.proof.answer_start, new.proof.answer_end) == (AT + 21, AT + 27)
    assert fault(card, {"difficulty": "EASY"}) == ["difficulty"]
    assert fault(card, {"concept": "moss"}) == ["concept"]


def test_a_typed_answer_that_is_key_no_more_or_wrong_no_more_loses_its_explanation() -> None:
    old = one("cloze")
    assert [each.option_id for each in old.explanations] == ["key x", "wrong x"]
    assert [each.option_id for each in made(old, {"answer": "a leaf"}).explanations] == ["wrong x"]
    assert [each.option_id for each in made(old, {"accepted": ["Wrong x."]}).explanations] == ["key x"]
    assert made(old, {"question": "A ____ is brown."}).explanations == old.explanations
    number = one("numeric")
    assert [each.option_id for each in made(number, {"tolerance": 50.0}).explanations] == [number.answer]


def test_what_is_told_of_a_typed_answer_can_be_edited_and_of_no_other() -> None:
    old = one("cloze")
    new = made(old, {"explanations": [{"option_id": "wrong x", "sentence": "It is brown."}]})
    assert [each.sentence for each in new.explanations] == ["why x", "It is brown."]
    assert fault(old, {"explanations": [{"option_id": "moss", "sentence": "It is small."}]}) == [
        "explanations.0.option_id"
    ]
