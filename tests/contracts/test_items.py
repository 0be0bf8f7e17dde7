"""Each kind of item is told by its type, holds together by itself, and a broken one is refused by name."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from contracts.items import Item, ItemType, chosen, paired, written
from tests.contracts.walk import example

ITEM: TypeAdapter[Item] = TypeAdapter(Item)
ABC = [{"option_id": letter, "text": f"{letter} of it"} for letter in "abc"]
TWO = [{"option_id": each, "text": each.capitalize()} for each in ("true", "false")]
KINDS: dict[str, dict[str, Any]] = {
    "multiple_choice": {"options": ABC, "answer": "b"},
    "multiple_answer": {"options": ABC, "answer": ["a", "c"]},
    "true_false": {"statement": "Ebb rises.", "options": TWO, "answer": "false", "wrong": "rises", "right": "falls"},
    "cloze": {"answer": "ebb", "accepted": []},
    "matching": {"prompts": ABC, "options": ABC, "answer": {"a": "c", "b": "a", "c": "b"}},
    "ordering": {"options": ABC, "answer": ["c", "a", "b"]},
    "numeric": {"answer": "12,5", "value": 12.5, "tolerance": 0.05, "unit": "m"},
    "short_answer": {"answer": "It falls.", "key_points": [{"text": "falls", "start": 3, "end": 8}]},
}


def body(type: str, **changes: Any) -> dict[str, Any]:
    """The JSON of an item of a type."""
    common = example("pensum.session.item_edited.v1")["item"]
    kept = {name: common[name] for name in ("item_id", "quiz_id", "concept", "difficulty", "level", "question")}
    return {
        **kept,
        "proof": {**common["proof"], "last_page": None, "page_kind": None, "heading": None},
        "supports": [],
        "origin": common["origin"],
        "explanations": [],
        "hints": ["Think."],
        "type": type,
        **KINDS[type],
        **changes,
    }


def test_there_is_a_kind_for_each_type() -> None:
    assert set(KINDS) == set(ItemType.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("type", KINDS)
def test_each_kind_comes_back_byte_for_byte(type: str) -> None:
    value = json.dumps(body(type))
    item = ITEM.validate_json(value, strict=True)
    assert item.type == type
    assert json.loads(item.model_dump_json()) == json.loads(value)


def test_an_item_of_before_levels_and_supports_asks_to_recall_and_rests_on_one_quote() -> None:
    old = body("cloze")
    del old["level"], old["supports"]
    item = ITEM.validate_python(old)
    assert (item.level, item.proofs) == ("recall", [item.proof])


@pytest.mark.parametrize(
    ("type", "changes", "field"),
    [
        ("multiple_choice", {"answer": "d"}, "answer"),
        ("multiple_choice", {"options": ABC[:1], "answer": "a"}, "options"),
        ("multiple_choice", {"options": [*ABC, ABC[0]]}, "options"),
        ("multiple_answer", {"answer": ["a", "b", "c"]}, "answer"),
        ("multiple_answer", {"answer": ["a", "a"]}, "answer"),
        ("multiple_answer", {"answer": []}, "answer"),
        ("true_false", {"wrong": "", "right": ""}, "wrong"),
        ("true_false", {"wrong": "sinks"}, "wrong"),
        ("true_false", {"answer": "true"}, "wrong"),
        ("true_false", {"answer": "maybe"}, "answer"),
        ("true_false", {"options": TWO[::-1]}, "options"),
        ("matching", {"answer": {"a": "c", "b": "a"}}, "answer"),
        ("matching", {"answer": {"a": "c", "b": "a", "c": "z"}}, "answer"),
        ("matching", {"answer": {"a": "c", "b": "c", "c": "b"}}, "answer"),
        ("ordering", {"answer": ["c", "a"]}, "answer"),
        ("ordering", {"answer": ["c", "a", "a"]}, "answer"),
        ("numeric", {"tolerance": -1}, "tolerance"),
        ("numeric", {"value": None}, "value"),
        ("short_answer", {"key_points": []}, "key_points"),
        ("cloze", {"answer": ""}, "answer"),
    ],
)
def test_a_broken_item_is_refused_by_name(type: str, changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        ITEM.validate_python(body(type, **changes))
    assert field in str(refused.value)


def test_an_item_has_three_hints_at_most() -> None:
    with pytest.raises(ValidationError, match="hints"):
        ITEM.validate_python(body("cloze", hints=["One.", "Two.", "Three.", "Four."]))


@pytest.mark.parametrize("type", KINDS)
def test_the_answer_in_words_says_no_option_id(type: str) -> None:
    item = ITEM.validate_python(body(type))
    assert item.answer_text
    assert item.said(written(item.answer)) in (item.answer_text, item.answer_text.removesuffix(" m"))


def test_a_raw_answer_has_one_form_whatever_the_type() -> None:
    assert written(None) is None
    assert written("typed, with a comma") == "typed, with a comma"
    assert written(["c", "a"]) == "c,a"
    assert written({"1": "b", "2": "a"}) == "1=b,2=a"
    assert chosen(" c, a,,") == ["c", "a"]
    assert paired("1=b, 2 = a,3,=x") == {"1": "b", "2": "a"}
