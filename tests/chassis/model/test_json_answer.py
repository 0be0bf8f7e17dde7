"""What is read out of a model's text, and what is not."""

import json
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from services.chassis.model.answer_schema import Manner, ShownAs, messages, response_format, strict_schema
from services.chassis.model.json_answer import AnswerUnfit, read, read_each
from tests.standins.model.model_behaviours import from_schema


class Source(BaseModel):
    page: int = Field(ge=1)


class Card(BaseModel):
    question: str = Field(min_length=3, description="ends with a question mark")
    answer: str | None = None
    source: Source


class Deck(BaseModel):
    title: str
    cards: list[Annotated[Any, ShownAs(Card)]]


class Title(BaseModel):
    title: str


TITLE = '{"title": "Blåbær {not} <think>"}'


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (TITLE, True),
        (f"\ufeff\n {TITLE}\n", True),
        (f"<think>a draft: {{'title': 1}}\n</think>\n{TITLE}", True),
        (f'{{"title": "a draft"}} hm\n</think>\n{TITLE}', True),
        (f"<think>one</think><reasoning>two</reasoning>{TITLE}", True),
        (f"```json\n{TITLE}\n```", False),
        (f"Here you are:\n```\n{TITLE}\n```\nAnything else?", False),
        (f"<think>x</think>The set {{1, 2}} is meant.\n{TITLE} Good luck!", False),
        (f'An example: {{"other": 1}}. The answer: {TITLE}', False),
    ],
)
def test_the_answer_is_found_whatever_stands_around_it(text: str, bare: bool) -> None:
    found = read(text, Title)
    assert (found.value.title, found.bare) == ("Blåbær {not} <think>", bare)


def test_a_line_break_within_a_string_is_taken_as_written() -> None:
    assert read('{"title": "one\ntwo"}', Title).value.title == "one\ntwo"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot.",
        '{"title": "cut of',
        '<think>perhaps {"title": "x"}',
        '{"title": NaN}',
        '{"title": "\\ud800"}',
        "[" * 100_000,
        '{"a":' * 5_000,
        '[{"title": "x"}]',
    ],
    ids=lambda text: text[:20],
)
def test_what_is_broken_is_reported_and_never_mended(text: str) -> None:
    with pytest.raises(AnswerUnfit):
        read(text, Title)


def test_the_complaint_names_places_and_repeats_no_value() -> None:
    with pytest.raises(AnswerUnfit) as unfit:
        read('{"question": "SECRET", "source": {"page": 0}}', Card)
    assert unfit.value.complaint == "- source.page: Input should be greater than or equal to 1"
    assert not unfit.value.shapeless
    with pytest.raises(AnswerUnfit) as unfit:
        read('{"question": "SECRET"}', Card)
    assert unfit.value.shapeless


def test_one_bad_item_costs_one() -> None:
    good = {"question": "What?", "answer": None, "source": {"page": 2}}
    deck = read(json.dumps({"title": "t", "cards": [good, {"question": "?"}, 7, None, good]}), Deck).value
    cards, refused = read_each(deck.cards, Card)
    assert [card.source.page for card in cards] == [2, 2]
    assert [index for index, _ in refused] == [1, 2, 3]
    assert "source: Field required" in refused[0][1]


def test_the_model_is_shown_the_items_that_are_read_one_by_one() -> None:
    schema = strict_schema(Deck)
    items = schema["properties"]["cards"]["items"]
    shown = schema["$defs"][items["$ref"].rsplit("/", 1)[1]] if "$ref" in items else items
    assert shown["required"] == ["question", "answer", "source"]
    assert schema["$defs"]["Source"]["additionalProperties"] is False


def test_a_strict_schema_requires_all_allows_no_more_and_keeps_to_what_all_servers_know() -> None:
    assert strict_schema(Card) == {
        "$defs": {
            "Source": {
                "type": "object",
                "properties": {"page": {"type": "integer"}},
                "required": ["page"],
                "additionalProperties": False,
            }
        },
        "type": "object",
        "properties": {
            "question": {"type": "string", "description": "ends with a question mark"},
            "answer": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "source": {"$ref": "#/$defs/Source"},
        },
        "required": ["question", "answer", "source"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize("manner", list(Manner))
def test_the_schema_reaches_the_model_in_every_manner(manner: Manner) -> None:
    told = messages("s", "u", Deck, manner, None)
    body = {"messages": told, "response_format": response_format(Deck, manner)}
    cards, refused = read_each(read(json.dumps(from_schema(body)), Deck).value.cards, Card)
    assert (len(cards), refused) == (1, [])
    assert ("JSON schema" in told[0]["content"]) is (manner is not Manner.SCHEMA)
