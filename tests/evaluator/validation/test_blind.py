"""How the blind answers of a model are read: its ways of writing them are forgiven, another answer is not."""

import pytest

from contracts.items import Item
from contracts.proof import Option
from services.evaluator.validation.round_trip import refusal
from tests.evaluator.conftest import choice
from tests.evaluator.every_type import every


def test_words_of_an_option_are_told_from_the_id_of_another() -> None:
    asked = choice("b2", "fetch", "the distance", "estuary").model_copy(
        update={
            "options": [Option(option_id=i, text=t) for i, t in zip("abcd", ["A", "AB", "B", "O"], strict=True)],
            "answer": "c",
        }
    )
    assert refusal(asked, "B", "en") is None
    assert refusal(asked, "c", "en") is None
    assert refusal(asked, "C", "en") is None
    assert refusal(asked, "b", "en") is not None


def item_of(type: str) -> Item:
    return next(item for item in every().items if item.type == type)


@pytest.mark.parametrize(
    ("type", "answer", "right"),
    [
        ("true_false", "True", True),
        ("multiple_answer", "a, b, d", True),
        ("multiple_answer", "a,b", False),
        ("ordering", "b, c, a", True),
        ("matching", "1 = c, 2 = b", True),
        ("matching", "1=c", False),
        ("numeric", "32 km long", False),
        ("numeric", "32", True),
        ("short_answer", "Dry peat rots.", True),
        ("short_answer", "Because of the sea.", False),
    ],
)
def test_an_answer_may_be_written_as_models_do(type: str, answer: str, right: bool) -> None:
    refused = refusal(item_of(type), answer, "en")
    assert (refused is None) is right
    if refused:
        assert f"answered “{answer}”" in refused.sentence
