"""Item-writing flaws: each of the nineteen criteria is seen where it is, and a type is none by its design."""

from typing import Any

import pytest

from contracts.items import MultipleChoice
from contracts.quizzes import ValidateItems
from services.evaluator.validation.flaws import flawed, flaws
from services.evaluator.validation.validate import validate
from tests.evaluator.conftest import choice, cloze
from tests.evaluator.every_type import every, options, statement


def one(question: str, *texts: str, key: str = "") -> MultipleChoice:
    """A choice with these options in this order; the first is the key unless another is named."""
    item = choice("b2", "fetch", "the distance over which the wind blows", "estuary")
    at = texts.index(key) if key else 0
    return item.model_copy(update={"question": question, "options": options(texts), "answer": "abcd"[at]})


ASKED = "How far does the wind of a storm blow over the lake?"
FLAWED: list[tuple[str, MultipleChoice]] = [
    ("ambiguous", one("What is it in these waters?", "fetch", "ridge", "shoal")),
    ("implausible_distractor", one(ASKED, "a mile", "40", "an inch")),
    ("none_of_the_above", one(ASKED, "a mile", "an inch", "none of the above")),
    ("none_of_the_above", one(ASKED, "a mile", "an inch", "Ingen av alternativene")),
    ("longest_option", one(ASKED, "as far as the open water lets it blow", "a mile", "an inch")),
    ("gratuitous", one(" ".join(["Storms are strong, and"] * 13) + " how far do they blow?", "a mile", "an inch")),
    ("true_false_question", one("Does the wind blow over open water?", "Yes", "No")),
    ("convergence", one(ASKED, "long salty waves", "long ripples", "salty foam")),
    ("logical_cue", one("How far does the storm blow?", "a mile", "the storm", "an inch")),
    ("all_of_the_above", one(ASKED, "a mile", "an inch", "All of the above", key="All of the above")),
    ("fill_in_blank", one("The storm blows over ____ of the lake.", "a mile", "an inch")),
    ("absolute_terms", one(ASKED, "a mile", "never an inch")),
    ("word_repeats", one("What is a storm blown over a lake?", "a lake storm", "a calm")),
    ("unfocused_stem", one("Which of the following is true?", "a mile", "an inch")),
    ("unfocused_stem", one("Hvilket av disse utsagnene er riktig?", "a mile", "an inch")),
    ("complex_type", one(ASKED, "a mile", "an inch", "A and B")),
    ("grammatical_cue", one("The length over which a storm blows is called a", "mile", "inch")),
    ("lost_sequence", one(ASKED, "30", "10", "20")),
    ("vague_terms", one(ASKED, "a mile", "usually an inch")),
    ("more_than_one_correct", one(ASKED, "fetch", "long fetch")),
    ("more_than_one_correct", one(ASKED, "fetch", "the wind")),
    ("negative_wording", one("How far does the wind of a storm not blow?", "a mile", "an inch")),
    ("negative_wording", one("Hvor langt blåser ikke vinden?", "a mile", "an inch")),
]


@pytest.mark.parametrize(("code", "item"), FLAWED, ids=[f"{code}-{n}" for n, (code, _) in enumerate(FLAWED)])
def test_each_criterion_is_seen(code: str, item: MultipleChoice) -> None:
    assert code in flaws(item, "en")


def test_a_sound_item_of_any_type_has_none(good: ValidateItems) -> None:
    for item in [*good.items, *every().items, statement(true=False)]:
        assert flaws(item, "en") == [], item


def test_a_question_that_names_all_its_options_tells_none(good: ValidateItems) -> None:
    asked = "Which is longer, a fetch or a ridge?"
    assert flaws(one(asked, "a fetch", "a ridge"), "en") == []
    assert "logical_cue" in flaws(one(asked, "a mile", "a ridge"), "en")
    first = good.items[0]
    assert isinstance(first, MultipleChoice)
    texts = [option.text for option in first.options]
    named = first.model_copy(update={"question": f"Which of these is it: {', '.join(texts)}?"})
    assert "answer_leaked" not in verdict(named, good)


def test_a_type_is_no_flaw_by_being_what_it_is(good: ValidateItems) -> None:
    gap = cloze("b3", "salt water", "estuary")
    assert flaws(gap, "en") == []
    assert flaws(gap.model_copy(update={"question": gap.question.replace("where", "never where")}), "en") == []


@pytest.mark.parametrize(
    "question",
    [
        "Which term does the text define as “it is not all that it may be”?",
        "Hvilket begrep definerer teksten som «den som aldri er ute»?",
    ],
)
def test_what_a_question_quotes_keeps_the_words_of_the_text(question: str) -> None:
    assert flaws(one(question, "fetch", "ridge", "shoal"), "en") == []


def test_what_follows_a_colon_is_quoted_where_the_text_has_it() -> None:
    asked = "Which term completes the sentence: The ____ is the distance over which the wind blows across open water."
    assert flaws(one(asked, "fetch", "ridge", "shoal"), "en") == []
    assert flaws(one(asked.replace("open", "wide"), "fetch", "ridge", "shoal"), "en") == ["fill_in_blank"]


def test_all_within_an_option_claims_nothing() -> None:
    assert flaws(one(ASKED, "over all the sea", "up to the shore"), "en") == []
    assert flaws(one(ASKED, "All seas", "few shores"), "en") == ["absolute_terms"]


def verdict(item: MultipleChoice, command: ValidateItems, **limit: Any) -> dict[str, str]:
    (judged,) = validate(command.model_copy(update={"items": [item], "flashcards": []}), **limit).verdicts
    return {reason.code: reason.sentence for reason in judged.reasons}


def test_one_flaw_is_borne_and_two_refuse_an_item_naming_them(good: ValidateItems) -> None:
    first = good.items[0]
    assert isinstance(first, MultipleChoice)
    once = first.model_copy(update={"question": "Which of these is not a spring flood?"})
    assert verdict(once, good) == {}
    assert (
        "1 item-writing flaws and 0 is the most: negative wording"
        in verdict(once, good, flaws_limit=0)["item_writing_flaws"]
    )
    twice = once.model_copy(update={"question": "Which of these is not ____?"})
    assert "fill in blank, negative wording" in verdict(twice, good)["item_writing_flaws"]
    assert verdict(twice, good, flaws_limit=3).keys() <= {"answer_leaked"}
    assert flawed(twice, "en", 3) is None
