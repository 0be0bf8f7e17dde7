"""What names a kind is told from praise, ordinals and judgements, in English, Norwegian and German."""

import pytest

from services.text.vocabulary.genus import names_kind


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("a rise in prices", "en"),
        ("an important process that removes waste", "en"),
        ("a large organ of the belly", "en"),
        ("a problem that no machine can solve", "en"),
        ("en stigning i priser", "no"),
        ("en viktig prosess som fjerner avfall", "no"),
        ("ein Anstieg der Preise", "de"),
        ("ein wichtiger Vorgang, bei dem Abfall entsteht", "de"),
        ("un cercle important", "fr"),
        ("una excepción", "es"),
    ],
)
def test_a_kind(said: str, language: str) -> None:
    assert names_kind(said, language)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("an exception", "en"),
        ("one of the oldest trades", "en"),
        ("the most important of all organs", "en"),
        ("a very important and costly part of the work", "en"),
        ("a major issue in many lands, where schools are poor", "en"),
        ("the first step that they took", "en"),
        ("et unntak fra regelen", "no"),
        ("en vanskelig oppgave å få til", "no"),
        ("an integral part of all good work", "en"),
        ("un exemple de travail", "fr"),
        ("l’une des plus grandes villes", "fr"),
        ("en av de eldste byene", "no"),
        ("den viktigste av gassene, og uten den ville det være kaldt", "no"),
        ("eine einmalige Ausnahme von der Regel", "de"),
        ("die wichtigste Stadt am Fluss", "de"),
    ],
)
def test_no_kind(said: str, language: str) -> None:
    assert not names_kind(said, language)
