"""A child's job: draw a page as PNG, by PDFium or from the image file, with what is to be seen marked in yellow.

`given`: path, password (a path or None), page, width (pixels), highlight (`Highlight` as JSON), reading (a path or
None). Tells the picture. Where the marks stand is said in it too, as text named `marks`: JSON of [left, top, width,
height], each a share of the picture's width or height, so that whoever shows it can lead the eye there.
"""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageDraw, ImageOps
from PIL.PngImagePlugin import PngInfo

from contracts.documents import Block, Box
from contracts.problems import Code
from contracts.reading import Highlight, StoredReading
from services.chassis.problems import failed
from services.reader.formats.media import FLOWS, PDF, media_type_of
from services.reader.jobs.read import password_of
from services.reader.pdf.pdfium.opening import with_forms
from services.reader.sandbox.frames import Kind, Sink
from services.reader.sandbox.limits import Clock
from services.reader.settings import ReaderSettings

_YELLOW = (255, 221, 0, 90)
_MARGIN = 1.5  # points around a mark


def draw(given: dict[str, Any], settings: ReaderSettings, seconds: float, tell: Sink) -> None:
    """Draws the page. Raises `Failure`: not_found, encrypted, damaged."""
    Clock(tell, "The page", seconds, settings.patience).rest()
    path, number = Path(given["path"]), int(given["page"])
    media_type = media_type_of(path)
    if media_type in FLOWS:
        raise failed(Code.NOT_FOUND, "no_pictures")
    if media_type == PDF:
        picture, size = _pdf_page(path, password_of(given), number, given["width"], settings)
    else:
        picture, size = _image_page(path, number, given["width"], settings)
    highlight = Highlight.model_validate(given["highlight"])
    boxes = list(highlight.boxes)
    if given["reading"]:
        reading = StoredReading.model_validate_json(Path(given["reading"]).read_bytes())
        size = reading.sizes.get(number, size)
        if turn := reading.turns.get(number):
            picture = picture.rotate(-turn, expand=True)
        boxes += boxes_of(reading.blocks, highlight, number)
    places = [_place(box, size) for box in boxes]
    said = PngInfo()
    if places:
        said.add_text("marks", json.dumps([[round(share, 5) for share in place] for place in places]))
    held = io.BytesIO()
    _marked(picture, places).save(held, "PNG", pnginfo=said)
    tell(Kind.KEPT, held.getvalue())


def boxes_of(blocks: Sequence[Block], highlight: Highlight, page: int) -> list[Box]:
    """Where a block, or a span of it, stands on its page: its words or lines, else its own box. [] for none."""
    block = next((block for block in blocks if block.block_id == highlight.block_id), None)
    if block is None or page not in block.pages:
        return []
    here, until = block.span_on(page)
    if highlight.start is not None or highlight.end is not None:
        start = max(here, highlight.start or 0)
        end = until if highlight.end is None else min(until, highlight.end)
        for places in (block.words, block.lines):
            if found := [place.box for place in places if place.start < end and place.end > start]:
                return found
    boxes = [each.box for each in block.continues if each.source_page == page]
    own = [block.box] if block.source_page == page else []
    lines = [line.box for line in block.lines if here <= line.start < until]
    return lines or [box for box in (*own, *boxes) if box]


def _pdf_page(
    path: Path, password: str, number: int, width: int, settings: ReaderSettings
) -> tuple[Image.Image, tuple[float, float]]:
    try:
        pdf = with_forms(pypdfium2.PdfDocument(path, password=password or None))
    except pypdfium2.PdfiumError:
        raise failed(Code.DAMAGED, "not_drawn") from None
    if number > len(pdf):
        raise failed(Code.NOT_FOUND, "no_page", page=number, last=len(pdf))
    try:
        page = pdf[number - 1]
        size = page.get_size()
        scale = _fitting(size, width, settings.most_pixels)
        return page.render(scale=scale).to_pil().convert("RGB"), size
    except pypdfium2.PdfiumError:
        raise failed(Code.DAMAGED, "page_broken", page=number) from None


def _image_page(
    path: Path, number: int, width: int, settings: ReaderSettings
) -> tuple[Image.Image, tuple[float, float]]:
    try:
        with Image.open(path) as image:
            count = getattr(image, "n_frames", 1)
            if number > count:
                raise failed(Code.NOT_FOUND, "no_page", page=number, last=count)
            image.seek(number - 1)
            if image.width * image.height > 4 * settings.most_pixels:
                raise failed(Code.READING_LIMIT, "page_pixels", page=number, numbers={"page": number})
            image.draft("RGB", (width, width * 4))
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise failed(Code.DAMAGED, "page_broken", page=number) from None
    size = (float(upright.width), float(upright.height))
    scale = _fitting(size, width, settings.most_pixels)
    return upright.resize((max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))), size


def _fitting(size: tuple[float, float], width: int, most_pixels: int) -> float:
    """The scale that makes a page `width` pixels wide, or less where it would have too many pixels."""
    scale: float = width / max(size[0], 1.0)
    pixels: float = max(size[0], 1.0) * max(size[1], 1.0) * scale**2
    return scale if pixels <= most_pixels else scale * float((most_pixels / pixels) ** 0.5)


Place = tuple[float, float, float, float]
"""Left, top, width and height of a mark, as shares of its picture's width and height."""


def _place(box: Box, size: tuple[float, float]) -> Place:
    x0, x1 = sorted((box.x0, box.x1))
    y0, y1 = sorted((box.y0, box.y1))
    left, top = max(0.0, x0 - _MARGIN) / size[0], max(0.0, y0 - _MARGIN) / size[1]
    return left, top, min(1.0, (x1 + _MARGIN) / size[0]) - left, min(1.0, (y1 + _MARGIN) / size[1]) - top


def _marked(picture: Image.Image, places: Sequence[Place]) -> Image.Image:
    if not places:
        return picture
    veil = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(veil)
    for left, top, width, height in places:
        across, down = picture.width, picture.height
        pen.rectangle((left * across, top * down, (left + width) * across, (top + height) * down), fill=_YELLOW)
    return Image.alpha_composite(picture.convert("RGBA"), veil).convert("RGB")
