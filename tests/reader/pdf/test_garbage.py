"""Text layers that are no text go to OCR; text in any script does not."""

import pytest

from services.reader.pdf.garbage import is_garbage
from tests.standins.documents.scans import text_pages

ENGLISH, NORWEGIAN = text_pages(1)[0], text_pages(1, language="no")[0]


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
