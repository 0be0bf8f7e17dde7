"""What stands in a text for a word of a question."""

import time

import pytest

from services.search.words import MOST_WORDS, as_written, asked_for, in_other_words, resolved, terms_of

TEXT = {
    "en": "The pigment chlorophyll absorbs light. Plants transpire; transpiration cools leaves. The nuclei of cells "
    "divided. He wrote about iron in the blood. A photosystem gathers light.",
    "no": "Grunnvann er vann under bakken. Jostedalsbreen er stor. Nedbør faller i et nedbørfelt. Skogen tørket ut.",
    "de": "Die Lichtreaktion liefert Energie. Der Wald speichert Kohlenstoff.",
    "zh": "光合作用把光能变成化学能。",
}


def found(question: str, language: str) -> dict[str, str]:
    """By each word of the question how it was found."""
    return {word.said: word.how for word in resolved(question, set(terms_of(TEXT[language], language)), language)}


@pytest.mark.parametrize(
    ("question", "language", "how"),
    [
        ("What does chlorophyll absorb?", "en", {"chlorophyll": "same", "absorb": "same"}),
        ("dividing nucleus", "en", {"dividing": "same", "nucleus": "form"}),
        ("Who writes about irons?", "en", {"writes": "form", "irons": "same"}),
        ("chlorophil absorbtion", "en", {"chlorophil": "typo", "absorbtion": "form"}),
        ("plents", "en", {"plents": "typo"}),
        ("fotosystems and hlight", "en", {"fotosystems": "typo", "hlight": "typo"}),
        ("photosystem's vapor", "en", {"photosystem": "same", "vapor": "nowhere"}),
        ("hva er grunnvannet", "no", {"grunnvannet": "same"}),
        ("Which system is it?", "en", {"system": "part"}),
        ("vannets felt", "no", {"vannets": "same", "felt": "part"}),
        ("skogene", "no", {"skogene": "same"}),
        ("jostedallsbreen", "no", {"jostedallsbreen": "typo"}),
        ("Was liefert die Lichtreaktionen?", "de", {"liefert": "same", "lichtreaktionen": "same"}),
        ("Kohlenstoffspeicherung", "de", {"kohlenstoffspeicherung": "part"}),
        ("光合作用", "zh", {"光合": "same", "合作": "same", "作用": "same"}),
        ("蛋白", "zh", {"蛋白": "nowhere"}),
    ],
)
def test_a_word_is_found_in_any_form(question: str, language: str, how: dict[str, str]) -> None:
    assert found(question, language) == how


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("ion", "is too short for a slip"),
        ("brood", "is a word that people use, one letter from blood"),
        ("fight", "is one from light"),
        ("1844", "is a number"),
        ("chemotherapy", "is near nothing"),
    ],
)
def test_another_word_is_no_slip(question: str, why: str) -> None:
    assert set(found(question, "en").values()) == {"nowhere"}, why


@pytest.mark.parametrize(
    ("word", "text", "language"),
    [
        ("vapor", "vapour", "en"),
        ("colour", "colors", "en"),
        ("fiber", "fibres", "en"),
        ("analyze", "analyses", "en"),
        ("organise", "organized", "en"),
        ("hemoglobin", "haemoglobin", "en"),
        ("thought", "think", "en"),
        ("bacteria", "bacterium", "en"),
        ("skyene", "skyer", "no"),
        ("steg", "stige", "no"),
    ],
)
def test_two_spellings_and_irregular_forms_are_one_word(word: str, text: str, language: str) -> None:
    assert [each.how for each in resolved(word, terms_of(text, language), language)] in (["same"], ["form"])


def test_words_that_only_ask_are_not_looked_for() -> None:
    assert [said for said, _ in asked_for("What does the sun do, and why does a cell die?", "en")] == [
        "sun",
        "cell",
        "die",
    ]
    assert [said for said, _ in asked_for("Wie viele Zellen hat der Mensch?", "de")] == ["zellen", "mensch"]


def test_a_question_of_such_words_alone_is_looked_for_as_it_stands() -> None:
    assert [said for said, _ in asked_for("Who was he?", "en")] == ["who", "was", "he"]
    assert asked_for("?!", "en") == []


def test_a_word_asked_twice_counts_once_and_a_long_question_is_cut() -> None:
    assert [said for said, _ in asked_for("cells, cell and Cells", "en")] == ["cells"]
    assert len(asked_for(" ".join(f"q{n}" for n in range(200)), "en")) == MOST_WORDS


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("What is a Drumhouse?", "What is a Drum house?"),
        ("the brakes man", "the brakesman"),
        ("a drum-house and its brakes-man", "a drum-house and its brakesman"),
        ("the start-up brake", "the startup brake"),
        ("the house drum", "the house drum"),
        ("background", "background"),
        ("thedrum", "thedrum"),
    ],
)
def test_one_word_and_two_are_the_same_as_the_text_writes_them(question: str, written: str) -> None:
    text = "The drum house holds the drum. A brakesman came back over the ground at startup."
    vocabulary = set(terms_of(text, "en"))
    assert as_written(question, vocabulary, "en") == written
    assert as_written(question, vocabulary, "no") == question
    assert {word.how for word in in_other_words("drumhouse", vocabulary, "en")} == {"same"}


def test_a_word_without_end_takes_no_time() -> None:
    began = time.process_time()
    assert as_written("x" * 4000, {"drum", "hous"}, "en") == "x" * 4000
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("Warum schließt man die Schleuse ab?", "Warum abschließen man die Schleuse?"),
        ("Wann fängt die Flut an?", "Wann fängt die Flut an?"),  # No such word is there.
        ("Schließt man die Schleuse ab?", "abschließen man die Schleuse?"),
        ("Worauf kommt es an?", "Worauf kommt es an?"),
        (
            "Wie sieht der Druck aus?",
            "Wie sieht der Druck aus?",
        ),  # A thing and no verb, though the text has both in one.
    ],
)
def test_a_parted_german_verb_is_one_word_where_the_text_has_it_so(question: str, written: str) -> None:
    vocabulary = set(terms_of("Die Schleuse abschließen, auf einen Ausdruck hin.", "de"))
    assert as_written(question, vocabulary, "de") == written
