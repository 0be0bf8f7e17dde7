"""Sentences as data: each code of the catalogue can be said in every language with the same values."""

import re
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest

from services.text.catalogue import counted, subjects
from services.text.catalogue.phrases import rendered

LANGUAGES = ("en", "no", "de")
# What a phrase of the house may name; the frames stand in the material itself, which keeps its language.
SUBJECTS = sorted(subjects() - {"frames"})


def phrase(code: str, **values: Any) -> Any:
    return SimpleNamespace(code=code, values={name.strip("_"): value for name, value in values.items()})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_each_code_is_said_in_each_language_with_the_same_values(subject: str) -> None:
    for name, (_, sentence) in counted(subject)["en"].items():
        blanks = [(blank, form) for _, blank, form, _ in Formatter().parse(sentence) if blank is not None]
        names = [(blank or str(n), form) for n, (blank, form) in enumerate(blanks)]
        named: dict[str, Any] = {each: 7 if form else f"<{each}>" for each, form in names}
        for language in LANGUAGES:
            told = rendered(SimpleNamespace(code=f"{subject}.{name}", values=named), language)
            assert told, (name, language)
            assert not re.search(r"[{}]", told), (name, language)
            assert [value for value in named.values() if str(value) not in told] == [], (name, language)


def test_a_phrase_within_a_phrase_is_said_in_the_same_language() -> None:
    quoted = [phrase("signs.quoted", _0=name) for name in ("ebb", "flo", "tide")]
    near = phrase("list.or", _0=quoted[0], _1=quoted[1], _2=quoted[2])
    told = phrase("conversation.stranger", topic="x", near=near)
    assert "«ebb», «flo» eller «tide»" in rendered(told, "nb")
    assert "„ebb“, „flo“ oder „tide“" in rendered(told, "de")
    assert "“ebb”, “flo” or “tide”" in rendered(told, "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_last_value_is_empty_no_blank_ends_a_sentence(language: str) -> None:
    assert rendered(phrase("refusals.review_key", why=""), language).endswith(".")


def test_several_are_said_one_after_another() -> None:
    assert rendered(phrase("list.and", _0="a"), "no") == "a"
    assert rendered(phrase("list.and", _0="a", _1="b"), "no") == "a og b"
    assert rendered(phrase("list.paragraphs", _0="a", _1="b"), "no") == "a\n\nb"
    assert rendered(phrase("list.semicolon", _0="a", _1=2), "no") == "a; 2"


def test_of_a_pair_the_number_chooses() -> None:
    assert rendered(phrase("counted.questions", _0=1), "en") == "1 question"
    assert rendered(phrase("counted.questions", _0=3), "en") == "3 questions"


@pytest.mark.parametrize(
    "unsaid",
    [phrase("lullabies.x"), phrase("conversation.x"), phrase("list.x", _0="a", _1="b"),
     phrase("conversation.unknown_topic"), phrase("counted.questions")],
)  # fmt: skip
def test_what_cannot_be_said_is_a_key_error(unsaid: Any) -> None:
    with pytest.raises(KeyError):
        rendered(unsaid, "en")


def test_braces_in_a_value_are_no_braces_of_the_sentence() -> None:
    assert "“{0.__class__}”" in rendered(phrase("conversation.unknown_topic", topic="{0.__class__}"), "en")
