"""Text layers that are no text go to OCR; text in any script, and odd pages, are left in peace."""

import re

import pytest

from services.reader.pdf.text_layer import _model, is_garbage, likelihood, makes_no_words
from services.reader.words.lists import VOTERS
from tests.standins.documents.scans import text_pages

ENGLISH, NORWEGIAN = text_pages(1)[0], text_pages(1, language="no")[0]
PROSE = {
    "en": "The tide rises and falls twice a day, because the moon pulls at the water of the sea more on the near side.",
    "no": "Tidevannet stiger og faller to ganger om dagen, fordi månen trekker i vannet på den siden som er nærmest.",
    "de": "Das Meer steigt und fällt zweimal am Tag, weil der Mond das Wasser auf der näheren Seite stärker anzieht.",
    "is": "Sjórinn rís og fellur tvisvar á dag vegna þess að tunglið togar meira í vatnið þeim megin sem nær er.",
    "sw": "Bahari hupanda na kushuka mara mbili kwa siku kwa sababu mwezi huvuta maji ya upande ulio karibu zaidi.",
}
SHIFTED = str.maketrans("abcdefghijklmnopqrstuvwxyz", "qzjxkvwbgfphycdmulnrtosiae")


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_prose_makes_words_in_languages_with_and_without_a_list(text: str) -> None:
    assert not makes_no_words(text * 4)


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_shuffled_letters_make_none(text: str) -> None:
    assert makes_no_words(text.casefold().translate(SHIFTED) * 4)


@pytest.mark.parametrize("name", ["en", "no", "de"])
def test_a_known_language_is_the_only_one_tried(name: str) -> None:
    words = PROSE[name].casefold().replace(",", "").replace(".", "").split()
    assert (likelihood(words, name) or -9) > -3 > (likelihood([w.translate(SHIFTED) for w in words], name) or 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "qzxv kjwq",
        "1,4 0,3 17,2\n" * 60,
        "Bergen 1.4 0.3 12:40\nOslo 0.7 0.5 03:15\n" * 30,
        "for i in range(n): tmp[i] = fn(buf, idx) + ptr.next\nint strcmp(const char *s, const char *t);\n" * 8,
        "GET /v1/sessions HTTP/1.1\nETAG XKCD QWERTY SSL TLS\n" * 20,
        "Прилив поднимается и опускается дважды в день, потому что луна притягивает воду. " * 5,
        "月は海の水を引くので、潮は一日に二回満ちて引く。" * 10,
        "Qualité «été» — coûte 12 € à l’été; “naïve” façade… " * 10,
    ],
    ids=["empty", "number", "short", "numbers", "table", "code", "capitals", "russian", "japanese", "accents"],
)
def test_what_is_odd_but_right_is_not_accused(text: str) -> None:
    assert not makes_no_words(text)


@pytest.mark.parametrize(
    "text",
    ["(cid:12)(cid:7)(cid:88) a", "\ufffd\ufffd\ufffd the", "\ue001\ue002\ue003 to", "\x01\x02\x03\x04 of"],
    ids=["cid", "replaced", "private", "control"],
)
def test_characters_that_stand_for_nothing_are_seen_on_short_pages_too(text: str) -> None:
    assert makes_no_words(text)


def test_a_bullet_of_private_use_is_no_garbage() -> None:
    assert not makes_no_words("\uf0b7 the moon pulls at the sea\n\uf0b7 the sun pulls less\n" * 5)


@pytest.mark.parametrize("language", ["no", "de"])
@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_utf_8_that_was_misread_is_seen(language: str, encoding: str) -> None:
    assert makes_no_words((PROSE[language] * 6).encode().decode(encoding))


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        NORWEGIAN,
        "x = 3.14 * r ** 2\n" * 20,
        "Это обычный русский текст о воде и камнях, который никто не испортил. " * 3,
        "水从海洋蒸发, 形成云, 然后变成雨。" * 10,
        "",
        "12",
    ],
)
def test_text_is_left_alone(text: str) -> None:
    assert not is_garbage(text)


@pytest.mark.parametrize(
    "text",
    [
        "(cid:12)(cid:7)(cid:99) " * 20,
        "\ue001\ue002\ue003 word " * 20,
        ENGLISH.translate({ord(a): chr((ord(a) - 97 + 7) % 26 + 97) for a in "abcdefghijklmnopqrstuvwxyz"}),
        NORWEGIAN.encode().decode("cp1252", "replace"),
        "\x01\x05\x11\x12 abc" * 20,
    ],
)
def test_codes_and_mojibake_are_not_text(text: str) -> None:
    assert is_garbage(text)


def test_a_page_in_english_loads_the_letters_of_no_other_language() -> None:
    """Each takes a document a fortieth of a second that hardly any needs."""
    small = frozenset[str]().union(*VOTERS.values())
    words = [word for word in re.findall(r"\w+", PROSE["en"] * 6) if word.casefold() not in small]
    _model.cache_clear()
    assert not makes_no_words(" ".join(words))
    assert _model.cache_info().misses == 1


def test_a_page_in_another_script_loads_none() -> None:
    _model.cache_clear()
    assert not makes_no_words("море поднимается и опускается " * 20)
    assert _model.cache_info().misses == 0
