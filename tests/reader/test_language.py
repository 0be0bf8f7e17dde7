"""Which language a text or a block is in, how many words it has, and what is said of a language we know little of."""

import pytest

from services.reader.language import block_language, language_of
from services.reader.language_names import NAMES
from services.reader.reading.notices import notice_for
from services.text.alphabets import length_of

NORWEGIAN = "Fiskeren kjenner tidevannet godt, og han drar ut på sjøen når det er høyt og kommer hjem før det snur."
ENGLISH = "The fisherman knows the tide well, and he goes out to sea when it is high and comes home before it turns."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Det er ei bok om fisk, og eg les ho ikkje lenger, for ho er ikkje god.", "no"),
        ("La marée monte deux fois par jour et les pêcheurs sortent avec la mer.", "fr"),
        ("La maree monte deux fols par jour et les pécheurs sortent avec 1a mer dans la nuit.", "fr"),
        ("يرتفع ماء البحر مرتين في اليوم بسبب جاذبية القمر.", "ar"),
        ("آب دریا روزی دو بار به سبب گرانش ماه بالا می‌آید.", "fa"),
        ("海水每天涨落两次，这是因为月球的引力。", "zh"),
        ("海の水は月の引力のために一日に二回上がる。", "ja"),
        ("바닷물은 달의 인력 때문에 하루에 두 번 오른다.", "ko"),
        ("น้ำทะเลขึ้นวันละสองครั้งเพราะแรงดึงดูดของดวงจันทร์", "th"),
        ("Вода піднімається двічі на день, бо її притягує Місяць, і це її сила.", "uk"),
        ("Office hours and contact page", "en"),
    ],
)
def test_a_language_is_told_by_script_small_words_and_known_words(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("La lluna atrau l'aigua del mar i per això la marea puja dues vegades cada dia, perquè la terra gira.", "ca"),
        ("A Hold vonzza a tenger vizét, ezért a víz naponta kétszer emelkedik, mert a Föld is forog.", "hu"),
        ("Tunglið dregur sjóinn til sín og þess vegna hækkar vatnið tvisvar á dag, því að jörðin snýst.", "is"),
        ("Ilargiak itsasoko ura erakartzen du, eta horregatik igotzen da ura egunean bi aldiz.", "eu"),
        ("Луната привлича водата на морето и затова тя се покачва два пъти на ден.", "bg"),
    ],
)
def test_a_language_whose_small_words_are_not_known_is_not_taken_for_a_sister(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text", ["Portez ce vieux", "Maria de Souza Johnson Hansen Olsen Garcia Lopez", "42 %", "", "Xq"]
)
def test_what_is_too_short_or_only_names_has_no_language(text: str) -> None:
    assert language_of(text) is None


def test_a_block_names_its_language_only_where_it_is_plainly_another() -> None:
    assert block_language(NORWEGIAN, "en") == "no"
    assert block_language(ENGLISH, "no") == "en"
    assert block_language("يرتفع ماء البحر مرتين في اليوم بسبب جاذبية القمر.", "en") == "ar"
    assert block_language(ENGLISH, "en") is None
    assert block_language("See de la Cruz and von der Leyen in this issue.", "en") is None
    assert block_language(NORWEGIAN, "da") is None
    quoted = "The poem opens with el mar y la luna en la noche de los peces, and no one knows why it is so."
    assert language_of(quoted, guess=False) != "en"
    assert block_language(quoted, "en") is None


@pytest.mark.parametrize(
    ("text", "language", "least", "most"),
    [
        ("one two three", "en", 3, 3),
        ("يرتفع ماء البحر", "ar", 3, 3),
        ("바닷물은 하루에 두 번", "ko", 4, 4),
        ("海水每天涨落两次，这是因为月球的引力。", "zh", 9, 13),
        ("海の水は月の引力のために一日に二回上がる。", "ja", 8, 12),
        ("น้ำทะเลขึ้นวันละสองครั้ง", "th", 4, 8),
        ("R语言 and Python", "zh", 3, 5),
    ],
)
def test_words_without_blanks_are_counted_by_their_letters(text: str, language: str, least: int, most: int) -> None:
    assert least <= length_of(text, language) <= most


def test_what_is_supported_needs_no_notice() -> None:
    assert notice_for("en") is None
    assert notice_for("no") is None


@pytest.mark.parametrize(("language", "name"), [("ar", "Arabic"), ("th", "Thai"), ("ka", "Georgian")])
def test_an_unsupported_language_is_named_with_what_is_made_and_what_is_not(language: str, name: str) -> None:
    notice = notice_for(language)
    assert notice is not None
    assert notice.code == "language_not_supported"
    assert f"is in {name}" in notice.sentence
    assert "flashcards" in notice.sentence
    assert "definitions" in notice.sentence


def test_german_is_supported_in_part_and_told_so_in_german() -> None:
    notice = notice_for("de")
    assert notice is not None
    assert "auf Deutsch" in notice.sentence
    assert "ohne Definitionen" in notice.sentence


def test_a_language_that_could_not_be_told_is_said_too() -> None:
    notice = notice_for("und")
    assert notice is not None
    assert "could not be told" in notice.sentence
    assert "und" not in notice.sentence.split()
    assert {"en", "no", "de", "sv"} < NAMES
