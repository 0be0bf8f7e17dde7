"""What a sign says survives, in whatever format it comes: fractions, powers, units, currencies, ligatures."""

import unicodedata
from pathlib import Path

import docx
import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from services.reader.characters import characters_of
from services.reader.formats.flow import read_flow
from services.reader.formats.media import media_type_of
from services.reader.settings import ReaderSettings
from services.text.vocabulary import frequencies
from tests.reader.formats.made import put, saved
from tests.reader.harness import read_here
from tests.reader.papers import lines, paper, raw
from tests.standins.installed import DEJAVU, needs_dejavu

EVERY = [chr(code) for code in range(0x20, 0x1F000)]
FRACTIONS = [char for char in EVERY if unicodedata.decomposition(char).startswith("<fraction>")]
CURRENCIES = [char for char in EVERY if unicodedata.category(char) == "Sc" and char < "\ufb00"]
POWERS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ", "0123456789+−()ni", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
SIGNS = ["™", "℠", "№", "′", "″", "‴", "°", "‰", "ª", "º", "´", "¨", "①", "⑳"]
UNITS = {
    "℃": "°C",
    "℉": "°F",
    "㎡": "m^2",
    "㎥": "m^3",
    "㎞": "km",
    "㎧": "m/s",
    "㎏": "kg",
    "\u212b": "Å",
    "\u2126": "Ω",
}
TOLD = {
    **{f"6{sign} cups": f"6{sign} cups" for sign in FRACTIONS},
    **{f"{sign} of it": f"{sign} of it" for sign in [*FRACTIONS, *SIGNS]},
    **{f"{sign}500 or 500{sign}": f"{sign}500 or 500{sign}" for sign in CURRENCIES},
    **{f"{x}{sign} each": f"{x}^{plain} each" for x in ("10", "m", "π", ")") for sign, plain in POWERS.items()},
    **{f"101{sign} each": f"101_{plain} each" for sign, plain in LOWERED.items()},
    **{f"CO{sign} each": f"CO{plain} each" for sign, plain in LOWERED.items()},
    **{f"5 {sign} each": f"5 {plain} each" for sign, plain in UNITS.items()},
    "10⁻³ m²": "10^−3 m^2",
    "¹⁴C and ²³⁵U": "14C and 235U",
    "so. ¹In port. ²Nobody. ³He": "so. In port. Nobody. 3He",
    "25 ºC, 25⁰C": "25 °C, 25°C",
    "6 1\u20442 and 61\u20442 and 13\u204416": "6 ½ and 6½ and 13/16",
    "f¨ur ¨Ubung, na¨ıve, 90 % \u02dcn, Mu\u02dcnoz, it´s 5¨ off": "für Übung, naïve, 90 % \u02dcn, Muñoz, it´s 5¨ off",
    **{typed: typed for typed in ("at /\u02dcnau", "[\u02c6abc]", "x\u02c6y", "weight \u02dcage", "ha¨tte")},
    "Con\x1cdence, e\x1bort, \x1dower, a\x1eliate and ru\x1fe": "Confidence, effort, flower, affiliate and ruffle",
}  # fmt: skip


def test_a_sign_says_what_it_said() -> None:
    assert {written: characters_of(written) for written in TOLD} == TOLD


def read(folder: Path, content: bytes) -> list[str]:
    path = put(folder, content)
    return [block.text for block in read_flow(path, media_type_of(path), ReaderSettings()).blocks]


SHOWN = {written: told for written, told in TOLD.items() if written.isprintable()}


def test_all_signs_come_through_a_page_of_the_web(tmp_path: Path) -> None:
    page = "<html><body>" + "".join(f"<p>It says {written}.</p>" for written in SHOWN)
    assert read(tmp_path, page.encode()) == [f"It says {told}." for told in SHOWN.values()]


def test_all_signs_come_through_markdown(tmp_path: Path) -> None:
    assert read(tmp_path, ("# Signs\n\n" + "\n\n".join(f"It says {written}." for written in SHOWN)).encode()) == [
        "Signs",
        *(f"It says {told}." for told in SHOWN.values()),
    ]


def test_all_signs_come_through_a_word_document(tmp_path: Path) -> None:
    made = docx.Document()
    for written in SHOWN:
        made.add_paragraph(f"It says {written}.")
    assert read(tmp_path, saved(made)) == [f"It says {told}." for told in SHOWN.values()]


@needs_dejavu
def test_all_signs_come_through_a_pdf() -> None:
    font = TTFont("DejaVu", str(DEJAVU))
    pdfmetrics.registerFont(font)
    held = [written for written in SHOWN if all(ord(char) in font.face.charToGlyph for char in written)]
    assert len(held) > 0.8 * len(SHOWN)
    pages = [held[at : at + 40] for at in range(0, len(held), 40)]
    data = paper(*(lines(*(f"It says {each}." for each in page), font="DejaVu", top=60, size=10) for page in pages))
    text = " ".join(block.text for block in read_here(data))
    assert [SHOWN[written] for written in held if f"It says {SHOWN[written]}." not in text] == []
    assert text.count("It says") == len(held)


def test_the_ligatures_of_tex_in_a_pdf_are_letters() -> None:
    names = b"1 beginbfrange <41> <45> <001B> endbfrange 1 beginbfrange <61> <7A> <0061> endbfrange"
    cmap = b"1 begincodespacerange <00> <FF> endcodespacerange " + names
    said = b"BT /F 12 Tf 72 700 Td (conBdent eAorts aDrm) Tj ET"
    data = raw(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(said), said),
        b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/ToUnicode 6 0 R>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(cmap), cmap),
    )
    assert [block.text for block in read_here(data)] == ["confident efforts affirm"]


def test_a_fraction_set_in_raised_and_lowered_numbers_is_one(tmp_path: Path) -> None:
    page = b"""<html><body><p>Take 6<sup>1</sup>/<sub>2</sub> cups and 2<sup>3</sup>&frasl;<sub>16</sub> inches.</p>
        <p>Or <sup>3</sup>/<sub>4</sub> of 4<sup>1/2</sup> and x<sup>2</sup>/<sub>n</sub>.</p></body></html>"""
    assert read(tmp_path, page) == ["Take 6½ cups and 2 3/16 inches.", "Or ¾ of 4^(1/2) and x^2/n."]
    made = docx.Document()
    told = made.add_paragraph("Take 6")
    for text, place in (("1", "superscript"), ("/", ""), ("2", "subscript"), (" cups or ", ""), ("3", "superscript"),
                        ("\u2044", ""), ("4", "subscript"), (" of x", ""), ("2", "superscript"), (" of H", ""),
                        ("2", "subscript"), ("O.", "")):  # fmt: skip
        run = told.add_run(text)
        if place:
            setattr(run.font, place, True)
    assert read(tmp_path, saved(made)) == ["Take 6½ cups or ¾ of x^2 of H2O."]


RAISED = {
    "It has 10<sup>18</sup> cells.": "It has 10^18 cells.",
    "It has <b>10</b><sup>18</sup> cells.": "It has 10^18 cells.",
    "The lamp is 4 m<sup>2</sup> or 5 meter<sup>2</sup> wide.": "The lamp is 4 m^2 or 5 meter^2 wide.",
    "So sin<sup>2</sup> and x<sup>1/2</sup> of it.": "So sin^2 and x^(1/2) of it.",
    "The lamp<sup>3</sup> burns.": "The lamp burns.",
    "The lamp<sup>[3]</sup> burns.<sup>*</sup>": "The lamp burns.",
    "The lamp<sup><a href='#n'>3</a></sup> burns.": "The lamp burns.",
    "<sup>1</sup>In the port it burns. <sup>2</sup>Nobody sees it.": "In the port it burns. Nobody sees it.",
    "A trace of <sup>14</sup>C. <sup>3</sup>He is lighter.": "A trace of 14C. 3He is lighter.",
    "The 1<sup>st</sup> of May.": "The 1st of May.",
}


@pytest.mark.parametrize(("written", "told"), RAISED.items())
def test_a_raised_number_is_an_exponent_or_leaves_its_word_wherever_a_page_of_the_web_has_it(
    tmp_path: Path, written: str, told: str
) -> None:
    assert read(tmp_path, f"<html><body><p>{written}</p></body></html>".encode()) == [told]
    table = f"<table><tr><td>Told</td><td>{written}</td></tr><tr><td>Else</td><td>nothing</td></tr></table>"
    assert f"Told | {told}" in read(tmp_path, f"<html><body><p>Rows.</p>{table}</body></html>".encode())
    assert read(tmp_path, f"# Lamps\n\n{written}".encode())[1:] == [told]


def test_a_raised_number_leaves_its_word_in_a_word_document_too(tmp_path: Path) -> None:
    made = docx.Document()
    told = made.add_paragraph()
    for text in ("It has 10", "18", " lamps", "3", " and a trace of ", "14", "C."):
        told.add_run(text).font.superscript = text.isdigit()
    verses = made.add_paragraph()
    for text in ("1", "It burns. ", "2", "Nobody sees it (as said above)", "3", "."):
        verses.add_run(text).font.superscript = text.isdigit()
    first, second = read(tmp_path, saved(made))
    assert first == "It has 10^18 lamps and a trace of 14C."
    assert second == "It burns. Nobody sees it (as said above)."


def test_a_whole_number_stays_apart_from_the_fraction_of_a_formula(tmp_path: Path) -> None:
    page = b"""<html><body><p>Take <math><mn>6</mn><mfrac><mn>1</mn><mn>2</mn></mfrac></math> cups of it.</p>
        <p>Or <math><mfrac><mi>a</mi><mi>b</mi></mfrac><mi>c</mi></math> of it.</p></body></html>"""
    assert read(tmp_path, page) == ["Take 6 1/2 cups of it.", "Or a/bc of it."]
    assert read(tmp_path, b"# Cups\n\nTake $6\\frac{1}{2}$ cups and $\\frac{a}{b}$ of it.") == [
        "Cups",
        "Take 6 1/2 cups and a/b of it.",
    ]


@pytest.mark.parametrize(
    ("there", "meant"),
    [
        ("on-going e\u21b5orts", "on-going efforts"),
        ("di\x00cult and e\x00cient", "difficult and efficient"),
        ("na\x00on", "nation"),
        ("a di\u21b5erent o\x00cer", "a different officer"),
        ("press \u21b5 here", "press \u21b5 here"),
        ("an o\u21b5-the-shelf sta\u21b5", "an off-the-shelf staff"),
        ("xq\x00zv", "xq\x00zv"),
    ],
)
def test_ligatures_that_lost_their_codes_are_found_by_the_word_that_they_make(there: str, meant: str) -> None:
    assert characters_of(there) == meant


def test_an_everyday_word_finds_its_ligature_without_the_long_lists() -> None:
    """These take a third of a second a language: a page of text takes a thirtieth."""
    frequencies._in_use.cache_clear()
    assert characters_of("of\x00ce and \x00nd") == "office and find"
    assert frequencies._in_use.cache_info().misses == 0
