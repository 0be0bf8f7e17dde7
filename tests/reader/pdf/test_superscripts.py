"""Raised digits: exponents and the marks of footnotes."""

import pytest

from services.reader.pages import Run
from services.reader.pdf.superscripts import superscripted
from tests.reader.harness import read_here
from tests.reader.papers import Draw, lines, paper, together


def said(*texts: str) -> str:
    """A line of texts, every second one raised."""
    runs = [Run(text, "", 11, False) for text in texts]
    return "".join(run.text for run in superscripted(runs, range(1, len(runs), 2)))


@pytest.mark.parametrize(
    ("texts", "line"),
    [
        (("some 10", "6", " fish"), "some 10^6 fish"),
        (("x", "2", " is even"), "x^2 is even"),
        (("K", "-1/2", " is a root"), "K^(-1/2) is a root"),
        (("an area in metres", "2", " is even"), "an area in metres^2 is even"),
        (("the harbour (see the map of the town)", "3", " is"), "the harbour (see the map of the town) is"),
        (("after 5 days", "2", " it ends"), "after 5 days it ends"),
        (("about m", "-1", " of it"), "about m^-1 of it"),
        (("the tide", "3", " rises"), "the tide rises"),
        (("the tide.", "12"), "the tide."),
        (("Ann Moon", "1,2", " and Bo"), "Ann Moon and Bo"),
        (("Weining Li", "5", " and Bo"), "Weining Li and Bo"),
        (("a trace of ", "14", "C in wood"), "a trace of 14C in wood"),
        (("the 1", "st", " of May"), "the 1st of May"),
        (("", "4", " A note of its own"), "4 A note of its own"),
        (("", "1", "In the port. ", "2", "Nobody"), "In the port. Nobody"),
        (("", "3", "He and ", "14", "C. ", "7", "Li"), "3He and 14C. 7Li"),
    ],
)
def test_an_exponent_gets_its_sign_and_a_mark_leaves_its_word(texts: tuple[str, ...], line: str) -> None:
    assert said(*texts) == line


def raised(word: str, digits: str, rise: float) -> Draw:
    def draw(canvas: object) -> None:
        at = canvas.beginText(72, 700)  # type: ignore[attr-defined]
        at.setFont("Times-Roman", 11)
        at.textOut(f"We speak of {word}")
        at.setFont("Times-Roman", 7)
        at.setRise(rise)
        at.textOut(digits)
        at.setRise(0)
        at.setFont("Times-Roman", 11)
        at.textOut(" as a whole.")
        canvas.drawText(at)  # type: ignore[attr-defined]

    return draw


def test_only_what_stands_higher_is_taken_for_raised() -> None:
    assert read_here(paper(raised("tides", "3", 4)))[0].text == "We speak of tides as a whole."
    assert read_here(paper(raised("tides", "3", -2)))[0].text == "We speak of tides3 as a whole."
    assert read_here(paper(together(raised("10", "6", 4), lines("The end of it.", top=400))))[0].text == (
        "We speak of 10^6 as a whole."
    )


def test_the_number_of_a_sentence_at_the_beginning_of_a_line_leaves_it() -> None:
    def draw(canvas: object) -> None:
        at = canvas.beginText(72, 700)  # type: ignore[attr-defined]
        for text, size, rise in (
            ("1", 7, 4),
            ("In the port a lamp burns. ", 11, 0),
            ("2", 7, 4),
            ("It is red.", 11, 0),
        ):
            at.setFont("Times-Roman", size)
            at.setRise(rise)
            at.textOut(text)
        canvas.drawText(at)  # type: ignore[attr-defined]

    assert read_here(paper(draw))[0].text == "In the port a lamp burns. It is red."


@pytest.mark.parametrize(
    ("texts", "line"),
    [
        (("Take 6", "1", "\u2044", "2", " cups"), "Take 6½ cups"),
        (("Take 6", "1", "/", "2", " cups"), "Take 6½ cups"),
        (("Take 6 ", "3", "/", "16 ", "inches"), "Take 6 3/16 inches"),
        (("Take ", "1", "\u20442 ", "of it"), "Take ½ of it"),
    ],
)
def test_a_raised_number_a_slash_and_a_small_number_are_a_fraction(texts: tuple[str, ...], line: str) -> None:
    runs = [Run(text, "", 7 if text.strip().isdigit() else 11, False) for text in texts]
    assert "".join(run.text for run in superscripted(runs, {1})) == line


def test_an_exponent_over_a_quotient_is_no_fraction() -> None:
    runs = [Run("x", "", 11, False), Run("2", "", 7, False), Run("/3 of it", "", 11, False)]
    assert "".join(run.text for run in superscripted(runs, {1})) == "x^2/3 of it"


def pieces(*told: tuple[str, float, float]) -> Draw:
    """A line of (text, rise, step back before it) pieces; what is risen or lowered is small."""

    def draw(canvas: object) -> None:
        x = 72.0
        for text, rise, back in told:
            size = 7 if rise else 11
            canvas.setFont("Times-Roman", size)  # type: ignore[attr-defined]
            x -= back
            canvas.drawString(x, 700 + rise, text)  # type: ignore[attr-defined]
            x += canvas.stringWidth(text, "Times-Roman", size)  # type: ignore[attr-defined]

    return draw


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ((("The ions SO", 0, 0), ("4", -3, 0), ("2-", 5, 0), (" react.", 0, 0)), "The ions SO4^2- react."),
        ((("It was 2", 0, 0), ("1", 5, 0), ("2", -3, 3.5), (" tons of coal.", 0, 0)), "It was 2½ tons of coal."),
        ((("It was 5", 0, 0), ("3", 5, 0), ("16", -3, 4), (" of an inch.", 0, 0)), "It was 5 3/16 of an inch."),
    ],
)
def test_what_is_raised_beside_or_over_what_is_lowered_parts_no_line(
    told: tuple[tuple[str, float, float], ...], line: str
) -> None:
    assert [block.text for block in read_here(paper(pieces(*told)))] == [line]
