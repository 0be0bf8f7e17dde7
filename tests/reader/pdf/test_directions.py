"""Right-to-left text comes in logical order, and text without spaces gets none."""

import io

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from services.reader.pdf.directions import Glyph, chunks_of, line_of
from services.reader.pdf.fonts import PLAIN, Font
from services.reader.structure.joining import cleaned
from tests.reader.harness import read_here
from tests.reader.papers import from_the_right, lines, paper, together
from tests.standins.installed import DEJAVU, needs_dejavu

BOLD = Font("bold", False)


def drawn(*texts: str, x: float = 100, top: float = 100, font: Font = PLAIN, gap: float = 0) -> list[Glyph]:
    """Glyphs six points wide from left to right; spaces are drawn unless there is a gap for them."""
    glyphs = []
    for text in texts:
        if text != " " or not gap:
            glyphs.append(Glyph(text, x, top, x + 6, top + 10, 10, font))
        x += gap if text == " " and gap else 6
    return glyphs


def test_a_line_is_read_from_right_to_left() -> None:
    assert line_of(drawn(*"םולש"), rtl=True).text == "שלום"


def test_latin_words_and_numbers_within_it_keep_their_own_direction() -> None:
    assert line_of(drawn(*"12.5 זא Python םע"), rtl=True).text == "עם Python אז 12.5"


def test_behind_a_latin_word_that_has_its_space_on_the_wrong_side_there_is_one() -> None:
    assert line_of(drawn(*"זאPython ו"), rtl=True).text == "ו Python אז"
    assert line_of(drawn(*"Pythonו"), rtl=True).text == "וPython"


def test_a_word_within_a_line_from_left_to_right_is_turned_alone() -> None:
    assert line_of(drawn(*"the word םולש means peace"), rtl=False).text == "the word שלום means peace"


def test_a_ligature_keeps_its_letters_in_order() -> None:
    assert line_of(drawn("م", "لا", "س"), rtl=True).text == "سلام"


def test_brackets_are_turned_with_the_text() -> None:
    assert line_of(drawn(*"(םולש) זא"), rtl=True).text == "אז (שלום)"


def test_a_space_that_was_not_drawn_is_seen_by_the_gap() -> None:
    assert line_of(drawn(*"זא םולש", gap=5), rtl=True).text == "שלום אז"


def test_a_space_that_is_drawn_narrow_is_a_space() -> None:
    glyphs = [*drawn(*"זא"), Glyph(" ", 112, 100, 118, 110, 10, PLAIN), *drawn(*"םולש", x=113)]
    assert line_of(glyphs, rtl=True).text == "שלום אז"


def test_a_space_that_takes_no_room_between_persian_letters_is_the_joiner_of_their_word() -> None:
    glyphs = [*drawn(*"شک"), Glyph(" ", 112, 100, 118, 110, 10, PLAIN), *drawn(*"یم", x=112)]
    assert line_of(glyphs, rtl=True).text == "می\u200cکش"


def test_a_tight_line_that_draws_no_spaces_has_them_all_the_same() -> None:
    assert line_of(drawn(*"זא םולש", gap=1.5), rtl=True).text == "שלום אז"


def test_letters_set_apart_in_a_line_that_draws_its_spaces_stay_a_word() -> None:
    glyphs = [*drawn(*"בא"), *drawn(" ", x=112), *drawn("ג", x=118), *drawn("ד", x=125.5)]
    assert line_of(glyphs, rtl=True).text == "דג אב"


def test_a_mark_that_its_font_draws_as_one_that_stands_alone_brings_no_space() -> None:
    mark = Glyph("\ufe76", 107, 98, 109, 102, 10, PLAIN)
    assert cleaned(line_of([*drawn(*"بت"), mark], rtl=True).text) == "ت\u064eب"


def test_a_mark_follows_the_letter_it_stands_over() -> None:
    glyphs = drawn(*"אב")
    mark = Glyph("\u05b8", 107, 98, 109, 102, 10, PLAIN)
    assert line_of([*glyphs, mark], rtl=True).text == "ב\u05b8א"


def test_styles_stay_with_their_letters() -> None:
    line = line_of([*drawn(*"בא "), *drawn(*"דג", x=118, font=BOLD)], rtl=True)
    assert [(run.text, run.style) for run in line.runs] == [("גד", "bold"), (" אב", "")]


def test_lines_make_chunks_and_the_right_column_is_apart() -> None:
    glyphs = [
        *drawn(*"בא", x=100), *drawn(*"דג", x=100, top=113),
        *drawn(*"וה", x=300), *drawn(*"חז", x=300, top=113),
    ]  # fmt: skip
    assert [[line.text for line in chunk] for chunk in chunks_of(glyphs)] == [["הו", "זח"], ["אב", "גד"]]


@needs_dejavu
def test_a_hebrew_page_is_read_in_logical_order() -> None:
    pdfmetrics.registerFont(TTFont("DejaVu", str(DEJAVU)))
    first, second = "הירח מושך את מי הים ולכן", "הגאות באה פעמיים ביום."
    data = paper(lines(first[::-1], second[::-1], font="DejaVu", size=11))
    (block,) = read_here(data)
    assert block.text == f"{first} {second}"
    assert [block.text[line.start : line.end] for line in block.lines] == [first, second]


@needs_dejavu
@pytest.mark.parametrize(("space", "drawn"), [(0.3, True), (0.15, True), (0.08, True), (0.3, False), (0.12, False)])
def test_the_words_of_a_persian_page_are_not_run_together(space: float, drawn: bool) -> None:
    pdfmetrics.registerFont(TTFont("DejaVu", str(DEJAVU)))
    told = [
        "ماه آب دریا را به سوی خود می‌کشد و این کشش",
        "دو بار در روز جزر و مد می‌آورد، چون زمین",
        "هم در همین زمان به دور خود می‌گردد.",
    ]
    (block,) = read_here(paper(from_the_right(*told, font="DejaVu", space=space, drawn=drawn)))
    assert block.text == " ".join(told)


@needs_dejavu
def test_a_hebrew_word_on_an_english_page_is_right_too() -> None:
    pdfmetrics.registerFont(TTFont("DejaVu", str(DEJAVU)))
    data = paper(lines("The Hebrew word for the moon is " + "ירח"[::-1] + " in this book.", font="DejaVu"))
    assert read_here(data)[0].text == "The Hebrew word for the moon is ירח in this book."


def test_lines_of_japanese_are_joined_without_spaces() -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    data = paper(lines("月は海の水を引くので、潮は一日に", "二回満ちて引く。", font="HeiseiMin-W3", size=12))
    assert read_here(data)[0].text == "月は海の水を引くので、潮は一日に二回満ちて引く。"


def test_a_vertical_line_of_japanese_is_whole() -> None:
    font = UnicodeCIDFont("HeiseiMin-W3", isVertical=True)
    pdfmetrics.registerFont(font)
    held = io.BytesIO()
    canvas = Canvas(held, invariant=1)
    for n, text in enumerate(("月は海の水を引くので、", "潮は一日に二回満ちる。")):
        canvas.setFont(font.fontName, 12)
        canvas.drawString(400 - 18 * n, 700, text)
    canvas.save()
    assert "".join(block.text for block in read_here(held.getvalue())) == "月は海の水を引くので、潮は一日に二回満ちる。"


def test_spaces_between_latin_words_in_japanese_stay() -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    data = paper(together(lines("月の名は Moon", "River です。", font="HeiseiMin-W3", size=12)))
    assert read_here(data)[0].text == "月の名は Moon River です。"
