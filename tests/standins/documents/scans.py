"""Scans made from known text of our own: a text PDF, and pictures of it that are as bad as one asks for.

Everything is deterministic: equal arguments give equal bytes. `text_pages` -> `text_pdf` -> `scan`.
"""

import io
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import img2pdf  # type: ignore[import-untyped]
import pypdfium2
from PIL import Image
from rapidfuzz.distance import Levenshtein
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.standins.documents.degrading import DEGRADATIONS, blurred, noisy, skewed

_TEXTS = {
    "en": ("photosynthesis.en.md", "plate-tectonics.en.md"),
    "no": ("vannets-kretslop.no.md",),
}
_SAMPLES = Path(__file__).parents[2] / "console" / "samples"
_MARGIN, _FONT, _SIZE, _LEADING = 64.0, "Times-Roman", 11.0, 15.0
_HEADING_FONT, _HEADING_SIZE = "Helvetica-Bold", 16.0
_LINES_A_PAGE = 44
_JPEG = 85
_SPACES = re.compile(r"\s+")
registerFont(TTFont("Vera", "Vera.ttf"))  # comes with reportlab, beside the fonts that any PDF may name


def text_pages(count: int, *, language: str = "en", seed: int = 1) -> list[str]:
    """Pages of our own text: the first line is a heading; lines are wrapped as they will stand on the page."""
    return [_page(number, language, random.Random(f"{seed} {language} {number}")) for number in range(1, count + 1)]


def lesson_pages(name: str, count: int, lines: int = 42, *, font: str = _FONT) -> list[str]:
    """The first pages of one of our lessons, word for word: each under a heading, paragraphs apart by an empty line."""
    text = (_SAMPLES / name).read_text(encoding="utf-8").replace("**", "")
    wrapped: list[str] = []
    for piece in text.split("\n\n"):
        wrapped += [*_wrapped(piece.lstrip("#-* "), font), ""]
    heading = "Kapittel" if ".no." in name else "Chapter"
    pages = ["\n".join(wrapped[at : at + lines]).strip() for at in range(0, count * lines, lines)]
    return [f"{heading} {number}\n{page}" for number, page in enumerate(pages, 1) if page]


def text_pdf(pages: Sequence[str], *, font: str = _FONT) -> bytes:
    """A PDF with a text layer: each page's lines as they are, the first as a heading."""
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=A4, invariant=1)
    for page in pages:
        top = A4[1] - _MARGIN
        for number, line in enumerate(page.split("\n")):
            canvas.setFont(*((_HEADING_FONT, _HEADING_SIZE) if number == 0 else (font, _SIZE)))
            canvas.drawString(_MARGIN, top, line)
            top -= 2 * _LEADING if number == 0 else _LEADING
        canvas.showPage()
    canvas.save()
    return held.getvalue()


def pictures(pdf: bytes, degradation: str = "clean300", *, seed: int = 1) -> Iterator[tuple[Image.Image, int]]:
    """Each page as a grey picture with its resolution in dpi, degraded (a name of `DEGRADATIONS`)."""
    dpi, spoil = DEGRADATIONS[degradation]
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            drawn = document[number].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
            yield spoil(drawn, random.Random(f"{seed} {degradation} {number}")), dpi
    finally:
        document.close()


def scan(pdf: bytes, degradation: str = "clean300", *, seed: int = 1) -> bytes:
    """The PDF as a scanner would give it: a JPEG per page and no text layer."""
    return image_pdf(pictures(pdf, degradation, seed=seed))


def spoilt(
    pdf: bytes, dpi: int, blur: float, noise: float, *, skew: float = 0.0, jpeg: int = _JPEG, seed: int = 1
) -> bytes:
    """The PDF as a scanner of that resolution would give it: out of focus by pixels, with a share of them as grains,
    askew by degrees, compressed to that quality."""
    return image_pdf(_spoilt(pdf, dpi, blur, noise, skew, seed), jpeg)


def _spoilt(
    pdf: bytes, dpi: int, blur: float, noise: float, skew: float, seed: int
) -> Iterator[tuple[Image.Image, int]]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            chance = random.Random(f"{seed} {dpi} {blur} {noise} {number}")
            drawn = document[number].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
            drawn = skewed(skew)(drawn, chance) if skew else drawn
            drawn = blurred(blur)(drawn, chance) if blur else drawn
            yield noisy(noise)(drawn, chance) if noise else drawn, dpi
    finally:
        document.close()


def image_pdf(shown: Iterator[tuple[Image.Image, int]], jpeg: int = _JPEG) -> bytes:
    """A PDF of pictures alone, one a page, in their own resolution; `jpeg`: the quality that they are kept in."""
    encoded = []
    for image, dpi in shown:
        held = io.BytesIO()
        image.save(held, "JPEG", quality=jpeg, dpi=(dpi, dpi))
        encoded.append(held.getvalue())
    # Its other engines give each file an identity by chance.
    return bytes(img2pdf.convert(encoded, nodate=True, engine=img2pdf.Engine.internal))


def character_error_rate(truth: str, got: str) -> float:
    """Edits to get from one to the other, per character of the truth; spaces and line ends count once. 0 is perfect."""
    wanted, found = (_SPACES.sub(" ", text).strip() for text in (truth, got))
    return Levenshtein.distance(wanted, found) / max(1, len(wanted))


def _page(number: int, language: str, chance: random.Random) -> str:
    sentences = _sentences(language)
    lines = [f"{'Kapittel' if language == 'no' else 'Chapter'} {number}"]
    while len(lines) < _LINES_A_PAGE:
        paragraph = " ".join(chance.sample(sentences, chance.randint(3, 6)))
        lines += [*_wrapped(paragraph), ""]
    return "\n".join(lines[:_LINES_A_PAGE]).rstrip()


def _sentences(language: str) -> list[str]:
    text = "\n\n".join((_SAMPLES / name).read_text(encoding="utf-8") for name in _TEXTS[language])
    pieces = [piece for piece in text.replace("**", "").split("\n\n") if piece and not piece.startswith("#")]
    return [
        found for piece in pieces for found in re.split(r"(?<=[.?!])\s+", _SPACES.sub(" ", piece)) if len(found) > 20
    ]


def _wrapped(paragraph: str, font: str = _FONT) -> list[str]:
    lines, line = [], ""
    for word in paragraph.split():
        longer = f"{line} {word}".strip()
        if stringWidth(longer, font, _SIZE) > A4[0] - 2 * _MARGIN:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]
