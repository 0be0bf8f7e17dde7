"""A formula set by itself is a block of its own kind; signs within a sentence stay there."""

import pytest

from services.reader.pages import Line, Page, Run
from services.reader.pdf.fonts import font_of
from services.reader.structure.blocks import blocks_of
from services.reader.structure.formulas import is_formula


def line(*pieces: tuple[str, bool], x: float = 72, top: float = 100, width: float = 300) -> Line:
    """A line of (text, whether in a font of formulas)."""
    runs = tuple(Run(text, "", 11, False, math) for text, math in pieces)
    return Line(runs, x, top, x + width, top + 11)


@pytest.mark.parametrize("name", ["ABCDEF+CMMI10", "CMSY7", "XITSMath", "CambriaMath", "LatinModernMath-Regular"])
def test_fonts_of_formulas_are_known(name: str) -> None:
    assert font_of(name, None).math


@pytest.mark.parametrize("name", ["CMR10", "Times-Italic", "Cambria", "CMTI12", "Helvetica"])
def test_fonts_of_text_are_none(name: str) -> None:
    assert not font_of(name, None).math


def test_letters_of_formula_fonts_around_a_sign_are_a_formula() -> None:
    assert is_formula(
        line(("f", True), ("(", False), ("x", True), (") = 2", False), ("x", True), (" + 1 (3.1)", False))
    )


@pytest.mark.parametrize(
    "pieces",
    [
        (("The height ", False), ("h", True), (" grows with ", False), ("t", True), (" as we saw.", False)),
        (("x = 5", False),),
        (("−1", True),),
        (("⇐", True),),
    ],
)
def test_a_sentence_or_a_lone_sign_is_none(pieces: tuple[tuple[str, bool], ...]) -> None:
    assert not is_formula(line(*pieces))


def test_a_formula_parts_the_paragraph_it_stands_in() -> None:
    chunk = (
        line(("The height of the tide is given by the law", False), top=100),
        line(("h", True), ("=", False), ("g", True), ("+", False), ("t", True), x=180, width=60, top=114),
        line(("where the first is the height of the moon.", False), top=128),
    )
    blocks = blocks_of([Page(1, 600, 800, [chunk])])
    assert [(b.kind, b.text) for b in blocks] == [
        ("paragraph", "The height of the tide is given by the law"),
        ("formula", "h=g+t"),
        ("paragraph", "where the first is the height of the moon."),
    ]


def test_the_end_of_a_sentence_that_looks_like_one_stays_in_it() -> None:
    chunk = (
        line(("The height of the tide is given by the law", False), top=100),
        line(("h", True), ("=", False), ("g", True), (".", False), width=40, top=114),
    )
    (block,) = blocks_of([Page(1, 600, 800, [chunk])])
    assert block.text == "The height of the tide is given by the law h=g."
