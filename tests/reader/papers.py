"""Small PDFs for the Reader's tests, made by reportlab or written by hand where no library would make them."""

import io
import unicodedata
import zlib
from collections.abc import Callable
from typing import Any

from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = A4
Draw = Callable[[Canvas], None]


def paper(*pages: Draw, title: str = "", **named: Any) -> bytes:
    """A PDF of these pages; each draws itself."""
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=A4, invariant=1, **named)
    if title:
        canvas.setTitle(title)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return held.getvalue()


def lines(*texts: str, x: float = 72, top: float = 100, font: str = "Times-Roman", size: float = 11) -> Draw:
    """Lines of one paragraph, `top` points from the upper edge."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        for n, text in enumerate(texts):
            canvas.drawString(x, HEIGHT - top - n * size * 1.25, text)

    return draw


def runs(*pieces: tuple[str, str], x: float = 72, top: float = 100, size: float = 11) -> Draw:
    """One line of (text, font) pieces."""

    def draw(canvas: Canvas) -> None:
        at = canvas.beginText(x, HEIGHT - top)
        for text, font in pieces:
            at.setFont(font, size)
            at.textOut(text)
        canvas.drawText(at)

    return draw


def from_the_right(
    *texts: str, font: str, space: float, drawn: bool, right: float = 520, top: float = 100, size: float = 12
) -> Draw:
    """Lines in Arabic script, their letters joined, words `space` sizes apart; `drawn`: with a space in the gap."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        for n, text in enumerate(texts):
            x, y = right, HEIGHT - top - n * size * 1.5
            for count, word in enumerate(text.split()):
                if count:
                    x -= space * size
                    if drawn:
                        canvas.drawString(x, y, " ")
                # A font draws the joiner that parts the letters of a word as a space that takes no room.
                for nth, part in enumerate(word.split("\u200c")):
                    if nth:
                        canvas.drawString(x, y, " ")
                    glyphs = _joined(part)[::-1]
                    x -= canvas.stringWidth(glyphs, font, size)
                    canvas.drawString(x, y, glyphs)

    return draw


def _joined(word: str) -> str:
    """Each letter in the form that it has beside its neighbours."""
    told = ""
    for before, letter, after in zip(" " + word, word, word[1:] + " ", strict=False):
        tied, ties = bool(_form(before, "INITIAL")), bool(_form(letter, "INITIAL") and _form(after, "FINAL"))
        form = "MEDIAL" if tied and ties else "FINAL" if tied else "INITIAL" if ties else "ISOLATED"
        told += _form(letter, form) or letter
    return told


def _form(letter: str, form: str) -> str:
    try:
        return unicodedata.lookup(f"{unicodedata.name(letter)} {form} FORM")
    except KeyError:
        return ""


def together(*draws: Draw) -> Draw:
    """All of these on one page."""

    def draw(canvas: Canvas) -> None:
        for each in draws:
            each(canvas)

    return draw


def raw(*objects: bytes) -> bytes:
    """A PDF of hand-written objects, numbered from 1; the first is the catalog."""
    body, places = b"%PDF-1.4\n", []
    for number, held in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, held)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (
        count,
        table,
        count,
        len(body),
    )


def picture(shown: Image.Image) -> Draw:
    """A page that is one picture and has no text."""

    def draw(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(shown), 0, 0, WIDTH, HEIGHT)

    return draw


def cyclic() -> bytes:
    """A page tree whose only child is itself."""
    return raw(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 1>>")


def bomb(megabytes: int, pages: int = 1) -> bytes:
    """Pages whose content swells to that many megabytes: flated twice, so that the file is tiny."""
    swollen = zlib.compress(zlib.compress(b" " * (megabytes << 20), 9), 9)
    return raw(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (b"3 0 R " * pages, pages),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
        b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>\nstream\n%s\nendstream" % (len(swollen), swollen),
    )
