"""The catalogue of sentences: whole in each language, filled in alike, and the same for whoever speaks."""

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from contracts.message import Phrase
from services.text import catalogue
from services.text.catalogue import counted, sentences
from services.text.catalogue.phrases import rendered
from services.text.catalogue.shortfalls import REASONS, has_count, plain, told_as
from services.text.languages import spoken

FOLDER = Path(catalogue.__file__).parent
ALL: dict[str, dict[str, Any]] = {path.stem: tomllib.loads(path.read_text()) for path in FOLDER.glob("*.toml")}


def blanks(words: tuple[str, str]) -> set[str]:
    """What is filled into a sentence for one or for several."""
    return {name for form in words for _, name, _, _ in Formatter().parse(form) if name is not None}


@pytest.mark.parametrize("subject", sorted(ALL["en"]))
def test_each_language_has_all_of_a_subject_and_fills_in_the_same(subject: str) -> None:
    told = counted(subject)
    for language, words in told.items():
        assert words.keys() == told["en"].keys()
        for name, forms in words.items():
            assert blanks(forms) == blanks(told["en"][name]), (language, name)


def test_every_language_has_every_subject() -> None:
    assert ALL.keys() == {"en", "no", "de", "fr"}
    assert all(ALL[language].keys() == ALL["en"].keys() for language in ("no", "de"))
    assert ALL["fr"].keys() == {
        "frames",
        "quotation",
    }  # What stands around a French text; nobody is spoken to in French.
    with pytest.raises(KeyError):
        sentences("lullabies")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en-GB", "en"), ("nb", "no"), ("nn-NO", "no"), ("nob", "no"), ("de_AT", "de"), ("fr", "en"), ("", "en")],
)
def test_a_language_without_words_is_spoken_to_in_english(language: str, told: str) -> None:
    assert spoken(language, REASONS) == told


@pytest.mark.parametrize(
    ("language", "told"), [("en", "unknown language"), ("no", "ukjent språk"), ("de", "unbekannte Sprache")]
)
def test_a_language_that_could_not_be_told_has_words_for_it(language: str, told: str) -> None:
    assert rendered(Phrase.of("languages.und"), language) == told


@pytest.mark.parametrize("language", ["en", "no", "de"])
def test_a_reason_that_names_a_value_can_be_told_without_it(language: str) -> None:
    for code in REASONS["en"]:
        for count in (1, 2):
            told = rendered(Phrase.of(f"shortfall.{plain(code)}", count), language)
            assert not re.search(r"[{}]", told)
            assert (str(count) in told) is ("{}" in REASONS[language].get(f"{code}_plain", REASONS[language][code])[0])


def test_a_reason_is_told_with_what_is_known_of_it() -> None:
    about = {"most": "3 times", "kinds": "tables", "sentences": "2 sentences"}
    limit, kinds = Phrase.of("shortfall.concept_limit", 2, **about), Phrase.of("shortfall.text_not_prose", 1, **about)
    assert rendered(limit, "en") == "2 concepts have been asked about 3 times, which is the most"
    assert rendered(kinds, "en") == "most of the text is tables, which state no facts in sentences"
    assert (plain("concept_limit"), plain("text_not_prose")) == ("concept_limit_plain", "text_not_prose_plain")
    assert plain("duplicate") == "duplicate"
    assert has_count("concept_limit")
    assert not has_count("text_not_prose")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("quote_not_verbatim", "quote_not_found"),
        ("page_wrong", "quote_not_found"),
        ("option_shape", "options_unfit"),
        ("unit_wrong", "number_misread"),
        ("model_budget", "model_budget"),
        ("model_timeout", "model"),
        ("whatever", "other"),
    ],
)
def test_reasons_of_one_kind_are_told_alike(code: str, told: str) -> None:
    assert told_as(code) == told
