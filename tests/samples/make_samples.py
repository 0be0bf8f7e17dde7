"""Makes the bundled sample PDFs from the texts beside this file: `python tests/samples/make_samples.py`.

The markup is `#` title, `##` heading, `**bold**` term, a blank line between paragraphs. Equal texts give equal bytes.
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
SAMPLES = HERE.parents[1] / "services" / "console" / "samples"
NAMES = ("photosynthesis.en", "vannets-kretslop.no", "plate-tectonics.en")

_BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=11, leading=15, spaceAfter=8, alignment=TA_JUSTIFY)
_TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=20, leading=25, spaceAfter=14)
_HEADING = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=14, leading=18, spaceBefore=8, spaceAfter=6)


def make(text: str) -> bytes:
    """The PDF of a text in the markup above."""
    pieces = [piece.strip() for piece in text.split("\n\n") if piece.strip()]
    title = pieces[0].removeprefix("# ")

    def footer(canvas: Canvas, document: SimpleDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(2.5 * cm, 1.3 * cm, title)
        canvas.drawRightString(A4[0] - 2.5 * cm, 1.3 * cm, str(document.page))

    story: list[Flowable] = [_flowable(piece) for piece in pieces]
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


def _flowable(piece: str) -> Paragraph:
    for mark, style in (("## ", _HEADING), ("# ", _TITLE)):
        if piece.startswith(mark):
            return Paragraph(escape(piece.removeprefix(mark)), style)
    return Paragraph(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(" ".join(piece.split()))), _BODY)


def main() -> int:
    """Writes every sample."""
    SAMPLES.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        data = make((HERE / f"{name}.md").read_text(encoding="utf-8"))
        (SAMPLES / f"{name}.pdf").write_bytes(data)
        print(f"{name}.pdf: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
