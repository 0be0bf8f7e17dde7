"""What is quoted within quotation marks has inner ones, and is found again where it is told."""

from types import SimpleNamespace

import pytest

from services.text.catalogue.phrases import rendered
from services.text.quotation import alike, nested


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("no", "Det kalles «flo» her.", "«Det kalles ‘flo’ her.»"),
        ("no", "Det kalles “flo” her.", "«Det kalles “flo” her.»"),
        ("no", "som «flo og fjære", "«som ‘flo og fjære»"),
        ("de", "Das heißt „Flut“ hier.", "„Das heißt ‚Flut‘ hier.“"),
        ("de", "Das heißt “Flut” hier.", "„Das heißt ‚Flut‘ hier.“"),
        ("de", "Das heißt »Flut« hier.", "„Das heißt »Flut« hier.“"),
        ("en", "It is called “flood” here, the sea’s own.", "“It is called ‘flood’ here, the sea’s own.”"),
        ("en", "Det kalles «flo» her.", "“Det kalles «flo» her.”"),
    ],
)
def test_a_quotation_within_one_has_the_inner_marks_of_whoever_reads(language: str, text: str, told: str) -> None:
    said = rendered(SimpleNamespace(code="signs.quoted", values={"0": text}), language)
    assert said == told
    assert alike(text) in alike(said), "it is found where it is told"
    assert len(said) == len(text) + 2


@pytest.mark.parametrize(("language", "told"), [("no", "«Hva er ‘flo’?»"), ("de", "„Was ist ‚flo‘?“")])
def test_a_phrase_within_marks_has_inner_ones_too(language: str, told: str) -> None:
    quoted = SimpleNamespace(code="signs.quoted", values={"0": "flo"})
    asked = rendered(SimpleNamespace(code="signs.about", values={"0": "x", "1": quoted}), language)
    question = {"no": f"Hva er {asked[3:]}?", "de": f"Was ist {asked[3:]}?"}[language]
    values = {"question": question, "answer": "a", "key": "b", "why": ""}
    assert told in rendered(SimpleNamespace(code="conversation.mistake", values=values), language)


def test_outside_of_marks_a_value_keeps_its_own() -> None:
    quoted = SimpleNamespace(code="signs.quoted", values={"0": "flo"})
    assert rendered(SimpleNamespace(code="signs.about", values={"0": "x", "1": quoted}), "no") == "x: «flo»"


def test_marks_that_are_no_outer_ones_stay() -> None:
    assert nested("a 'b' “c”", '""', "''") == "a 'b' “c”"
    assert nested('a "b"', '""', "''") == "a 'b'"
