"""In which language a few words are."""

import pytest

from services.text.guessing import group_said, has_words_of_another, is_asked_otherwise, is_foreign, tongue_said

SPOKEN = ("en", "no", "de")


@pytest.mark.parametrize(
    ("text", "language", "tongue"),
    [
        ("teach me about photosynthesis", "no", "en"),
        ("lær meg om fotosyntese", "en", "no"),
        ("was ist die Photosynthese, und wie wird sie?", "en", "de"),
        ("i am lost", "en", "en"),
        ("photosynthesis", "nb", "no"),
        ("photosynthesis", "fr", "en"),
        ("", "de-AT", "de"),
    ],
)
def test_a_message_is_answered_in_its_own_language_else_in_the_documents(text: str, language: str, tongue: str) -> None:
    assert tongue_said(text, language, SPOKEN) == tongue


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("What is the name of the narrow arm of the sea?", "en"),
        ("Hva kalles strekningen som vinden blåser over?", "scandinavian"),
        ("Hvad er en fjord, og hvor er den dyb?", "scandinavian"),
        ("Quelle est la distance sur laquelle le vent souffle?", "fr"),
        ("fetch", None),
        ("", None),
    ],
)
def test_a_few_words_say_their_language_or_nothing(text: str, group: str | None) -> None:
    assert group_said(text) == group


@pytest.mark.parametrize(
    ("text", "among", "foreign"),
    [
        ("Montre-moi mes tâches", SPOKEN, True),
        ("Recuérdame repasar esto el viernes", SPOKEN, True),
        ("je ne comprends pas", SPOKEN, True),
        ("提醒我星期五复习", SPOKEN, True),
        ("покажи мои задачи", SPOKEN, True),
        ("Zeig mir meine Aufgaben", SPOKEN, False),
        ("Zeig mir meine Aufgaben", ("en", "no"), True),
        ("vis oppgavene mine", SPOKEN, False),
        ("Påminn mig om att läsa på fredag", SPOKEN, False),  # Half of the words are the same.
        ("remove the x", SPOKEN, False),
        ("cells die", SPOKEN, False),
        ("osmosis", SPOKEN, False),
        ("blah blah", SPOKEN, False),
        ("123 ?", SPOKEN, False),
        ("", SPOKEN, False),
    ],
)
def test_what_nobody_understood_is_known_to_be_in_another_language(
    text: str, among: tuple[str, ...], foreign: bool
) -> None:
    assert is_foreign(text, among) == foreign


@pytest.mark.parametrize(
    ("question", "language", "otherwise"),
    [
        ("Hvorfor ble arbeiderne syke?", "en", True),
        ("Warum wurden Arbeiter krank?", "en", True),
        ("Why?", "nb", True),
        ("Why would I use it?", "nb", True),
        ("Why were workers ill?", "en", False),
        ("Hvorfor?", "da", False),
        ("slate", "nb", False),
    ],
)
def test_one_word_that_asks_tells_in_which_language_a_question_is(
    question: str, language: str, otherwise: bool
) -> None:
    assert is_asked_otherwise(question, language) == otherwise


@pytest.mark.parametrize(
    ("text", "languages", "another"),
    [
        ("jordskjelv", ("en",), True),
        ("Erdbeben", ("en", "nb"), True),
        ("hudkreft", ("en",), True),
        ("svettekjertel", ("en",), True),  # A specialist's half beside one that everybody uses.
        ("keratin", ("en",), False),
        ("transpirashun", ("en",), False),
        ("earthquake", ("nb",), True),
        ("earthquake", ("en",), False),
        ("drift", ("nb",), False),  # A word of both.
        ("qwxz", ("en",), False),
        ("jordskjelv", (), False),
    ],
)
def test_a_word_that_is_one_in_another_language_alone_is_known(
    text: str, languages: tuple[str, ...], another: bool
) -> None:
    assert has_words_of_another(text, languages, SPOKEN) == another
