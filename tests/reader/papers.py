"""Small PDFs for the Reader's tests, made by reportlab or written by hand where no library would make them."""

import io
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


def bomb(megabytes: int) -> bytes:
    """A page whose content swells to that many megabytes: flated twice, so that the file is tiny."""
    swollen = zlib.compress(zlib.compress(b" " * (megabytes << 20), 9), 9)
    return raw(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
        b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>\nstream\n%s\nendstream" % (len(swollen), swollen),
    )
