"""A hint that gives the answer away is refused, whatever the type; one that only helps is not."""

import pytest

from contracts.items import Cloze, Item, MultipleChoice, Numeric, ShortAnswer, TrueFalse
from services.evaluator.validation.hints import hint_tells
from services.evaluator.validation.validate import validate
from tests.evaluator.every_type import every, gap

COMMAND = every()
ITEMS = [*COMMAND.items, gap()]
BY_TYPE: dict[type, Item] = {type(item): item for item in reversed(ITEMS)}


def tells(item: Item, hint: str) -> bool:
    return hint_tells(item.model_copy(update={"hints": ["Read the text again.", hint]}), "en") is not None


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.type)
def test_a_hint_that_only_points_to_the_text_is_none(item: Item) -> None:
    assert not tells(item, "Look at the sentence before it.")


@pytest.mark.parametrize("kind", [Cloze, Numeric, ShortAnswer])
def test_a_hint_with_what_is_to_be_typed_is_refused(kind: type) -> None:
    item = BY_TYPE[kind]
    assert tells(item, f"You could say: {item.answer_text}")


def test_a_hint_with_the_number_in_other_figures_is_refused() -> None:
    number = Numeric.model_validate({**BY_TYPE[Numeric].model_dump(), "answer": "32", "value": 32, "unit": ""})
    assert tells(number, "It is 32.0.")
    assert not tells(number, "It is 4 times 8.")


def test_a_hint_may_name_the_right_option_beside_a_wrong_one() -> None:
    choice = MultipleChoice.model_validate(
        {
            **BY_TYPE[Cloze].model_dump(exclude={"type", "accepted", "explanations"}),
            "options": [{"option_id": "a", "text": "one half"}, {"option_id": "b", "text": "one third"}],
            "answer": "a",
        }
    )
    assert tells(choice, "Not less than one half.")
    assert not tells(choice, "Is it one half or one third?")


def test_a_hint_with_the_words_that_mend_a_false_statement_is_refused() -> None:
    judged = BY_TYPE[TrueFalse]
    assert isinstance(judged, TrueFalse)
    wrong = judged.model_copy(update={"answer": "false", "wrong": "ebb", "right": "flood"})
    assert tells(wrong, "Was it at flood?")
    assert not tells(wrong, "When was it?")


def test_the_validator_refuses_an_item_for_its_hint() -> None:
    item = BY_TYPE[Cloze]
    asked = item.model_copy(update={"hints": [f"It is {item.answer_text}."]})
    [verdict] = validate(COMMAND.model_copy(update={"items": [asked]})).verdicts
    assert [reason.code for reason in verdict.reasons] == ["answer_leaked"]
    assert verdict.reasons[0].sentence.startswith("A hint gives the answer away")
