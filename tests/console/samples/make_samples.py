"""Makes the bundled sample PDFs from the texts beside this file: `python tests/console/samples/make_samples.py`.

The markup is `#` title, `##` heading, `**bold**` term, a blank line between paragraphs. Equal texts give equal bytes.
Of all lessons only those that the demo uses are kept as PDFs; `lesson` makes any of them.
"""

import io
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

HERE = Path(__file__).parent
SAMPLES = HERE.parents[2] / "services" / "gateway" / "web" / "samples"
NAMES = ("photosynthesis.en", "vannets-kretslop.no", "plate-tectonics.en")
_SIZE = 11.0
SIZES = {name: _SIZE for name in (*NAMES, "elektrisitet.no", "printing.en")} | {"human-body.en": 14.5}
"""Every lesson, and the size of its body type in points: the long one is set wide, as a course's notes are."""

_TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=20, leading=25, spaceAfter=14)
_HEADING = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=14, leading=18, spaceBefore=8, spaceAfter=6)


def lesson(name: str) -> bytes:
    """The PDF of one of our lessons."""
    return make((HERE / f"{name}.md").read_text(encoding="utf-8"), SIZES[name])


def make(text: str, size: float = _SIZE) -> bytes:
    """The PDF of a text in the markup above; `size` of its body type in points."""
    body = ParagraphStyle(
        "body", fontName="Times-Roman", fontSize=size, leading=size * 15 / 11, spaceAfter=8, alignment=TA_JUSTIFY
    )
    pieces = [piece.strip() for piece in text.split("\n\n") if piece.strip()]
    title = pieces[0].removeprefix("# ")

    def footer(canvas: Canvas, document: SimpleDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(2.5 * cm, 1.3 * cm, title)
        canvas.drawRightString(A4[0] - 2.5 * cm, 1.3 * cm, str(document.page))

    story: list[Flowable] = [_flowable(piece, body) for piece in pieces]
    held = io.BytesIO()
    document = SimpleDocTemplate(
        held,
        pagesize=A4,
        leftMargin=2.5 * cm,
        rightMargin=2.5 * cm,
        topMargin=2.2 * cm,
        bottomMargin=2.2 * cm,
        title=title,
        author="Pensum",
        invariant=1,
    )
    document.build(story, onFirstPage=footer, onLaterPages=footer)
    return held.getvalue()


def _flowable(piece: str, body: ParagraphStyle) -> Paragraph:
    for mark, style in (("## ", _HEADING), ("# ", _TITLE)):
        if piece.startswith(mark):
            return Paragraph(escape(piece.removeprefix(mark)), style)
    return Paragraph(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(" ".join(piece.split()))), body)


def main() -> int:
    """Writes every sample."""
    SAMPLES.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        data = lesson(name)
        (SAMPLES / f"{name}.pdf").write_bytes(data)
        print(f"{name}.pdf: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
