"""Words by which one asks."""

import pytest

from services.text.questions import asked_rightly


@pytest.mark.parametrize(
    ("written", "meant", "language"),
    [
        ("waht is a quay", "what is a quay", "en"),
        ("hwo many quays", "how many quays", "en"),
        ("hwo was it", "who was it", "en"),
        ("wat does a winch do", "what does a winch do", "en"),
        ("diffrence betwen quay and pier", "difference between quay and pier", "en"),
        ("hvordna virker en vinsj", "hvordan virker en vinsj", "no"),
        ("That is what the whey does", "That is what the whey does", "en"),
        ("whey protein", "whey protein", "en"),
        ("how are they", "how are they", "en"),
        ("Warum ist Rost zwsichen Eisen und Luft?", "Warum ist Rost zwischen Eisen und Luft?", "de"),
        ("explain it simplr", "explain it simpler", "en"),
    ],
)
def test_a_slip_of_the_fingers_in_what_asks_is_mended(written: str, meant: str, language: str) -> None:
    assert asked_rightly(written, language) == meant


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the simplex method?", "en"),
        ("What does a sampler do?", "en"),
        ("What is a simper?", "en"),
        ("Odes of Keats?", "en"),
        ("Was ist weiches Wasser?", "de"),
        ("Elche im Wald?", "de"),
        ("Wespen", "de"),
        ("Wessex", "de"),
        ("Kelche", "de"),
        ("Warum zischen Schlangen?", "de"),
        ("Hvorfor hvisket han?", "no"),
    ],
)
def test_a_word_of_the_language_is_no_slip(text: str, language: str) -> None:
    assert asked_rightly(text, language) == text


def test_a_word_of_the_document_is_no_slip() -> None:
    assert asked_rightly("Hvorfor er hvilen viktig?", "no", {"hvilen"}) == "Hvorfor er hvilen viktig?"
