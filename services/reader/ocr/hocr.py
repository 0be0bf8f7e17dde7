"""Reads tesseract's hOCR: blocks, paragraphs, lines and words with boxes in pixels, confidences and heights. Pure."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

_CONTROLS = re.compile(rb"[\x00-\x08\x0b-\x1f]")
_BOX = re.compile(r"bbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)")
_CONFIDENCE = re.compile(r"x_wconf (\d+)")
_SIZE = re.compile(r"x_size ([\d.]+)")
_LINES = frozenset(("ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"))

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word, its confidence in percent, its box in pixels."""

    text: str
    confidence: float
    box: Box


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A line; `size`: the height of its letters from ascender to descender, in pixels."""

    words: tuple[SeenWord, ...]
    box: Box
    size: float
    rtl: bool


def paragraphs_of(hocr: bytes) -> list[list[SeenLine]] | None:
    """The paragraphs of a page in reading order, each with its lines; None: that is no hOCR."""
    try:
        page = ElementTree.fromstring(_CONTROLS.sub(b"", hocr))
    except ElementTree.ParseError:
        return None
    paragraphs = []
    for element in page.iter():
        if element.get("class") == "ocr_par":
            rtl = element.get("dir") == "rtl"
            lines = [_line(line, rtl) for line in element.iter() if line.get("class") in _LINES]
            lines = [line for line in lines if line.words]
            if lines:
                paragraphs.append(lines)
    return paragraphs


def _line(element: ElementTree.Element, rtl: bool) -> SeenLine:
    title = element.get("title", "")
    box = _box(title)
    size = _SIZE.search(title)
    words = [_word(word) for word in element.iter() if word.get("class") == "ocrx_word"]
    return SeenLine(tuple(word for word in words if word.text), box, float(size[1]) if size else box[3] - box[1], rtl)


def _word(element: ElementTree.Element) -> SeenWord:
    title = element.get("title", "")
    confidence = _CONFIDENCE.search(title)
    text = "".join(element.itertext()).strip()
    return SeenWord(text, min(100.0, float(confidence[1])) if confidence else 0.0, _box(title))


def _box(title: str) -> Box:
    found = _BOX.search(title)
    if not found:
        return (0.0, 0.0, 0.0, 0.0)
    x0, y0, x1, y1 = (float(value) for value in found.groups())
    return x0, y0, x1, y1
