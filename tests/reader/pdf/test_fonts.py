"""A font is a typewriter's where its letters are equally wide, whatever its flags and its name say."""

import io

import pikepdf
import pytest

from services.reader.ocr import plugin
from services.reader.pdf.fonts import font_of
from tests.reader.harness import read_here
from tests.reader.papers import lines, paper, together

FIXED = {"Flags": 1}
NARROW_AND_WIDE = {"i": 278, "l": 278, "m": 889, "w": 722, "a": 556, "e": 556, "n": 556, "T": 611}
ALIKE = dict.fromkeys("ilmwaenT", 600)
FIGURES = dict.fromkeys("0123456789", 500)
PROSE = ("The sea rises and falls twice a day, and this is", "called the tide by all who live beside it.")


def test_a_flag_and_a_name_do_not_make_a_typewriter_of_letters_that_differ() -> None:
    assert not font_of("ABCDEF+Monotype-Code", FIXED, NARROW_AND_WIDE).mono


def test_letters_that_are_alike_do_however_the_font_is_called() -> None:
    assert font_of("ABCDEF+F1", {}, ALIKE).mono


@pytest.mark.parametrize("widths", [FIGURES, {"i": 278, "m": 889}, {}])
def test_where_few_letters_are_known_name_and_flag_are_asked(widths: dict[str, float]) -> None:
    assert font_of("F1", FIXED, widths).mono
    assert not font_of("F1", {}, widths).mono


def flagged(data: bytes) -> bytes:
    """The same PDF, whose body font says that it is a typewriter's."""
    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            for font in page.Resources.Font.values():
                if "Times-Roman" in str(font.BaseFont):
                    font.BaseFont = pikepdf.Name("/ABCDEF+Literata")
                    font.FirstChar, font.LastChar = 32, 126
                    font.Widths = [250 + 40 * (code % 13) for code in range(32, 127)]
                    font.FontDescriptor = pdf.make_indirect(
                        pikepdf.Dictionary(
                            Type=pikepdf.Name.FontDescriptor, FontName=font.BaseFont, Flags=33, FontBBox=[0, 0, 0, 0],
                            Ascent=700, Descent=-200, CapHeight=700, StemV=80, ItalicAngle=0,
                        )
                    )  # fmt: skip
        pdf.save(held)
    return held.getvalue()


def test_a_book_whose_fonts_flag_says_typewriter_is_no_code() -> None:
    data = paper(together(lines(*PROSE), lines("print(tide)", top=200, font="Courier")))
    assert [block.kind for block in read_here(flagged(data))] == ["paragraph", "code"]


def test_letters_of_a_font_that_names_no_encoding_are_read_also_where_ocr_is_loaded() -> None:
    """OCRmyPDF changes pdfminer when it is loaded, so that such a font has no letters."""
    assert plugin.REHEARSAL
    with pikepdf.open(io.BytesIO(paper(lines(*PROSE, font="Helvetica")))) as pdf:
        for font in pdf.pages[0].Resources.Font.values():
            del font.Encoding
        held = io.BytesIO()
        pdf.save(held)
    assert [block.text for block in read_here(held.getvalue())] == [" ".join(PROSE)]
