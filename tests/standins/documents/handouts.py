"""One short lesson of our own in every format that the house reads."""

import io
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path

import docx
import img2pdf  # type: ignore[import-untyped]
import pikepdf
import pptx
from PIL import Image

from tests.standins.documents.degrading import DEGRADATIONS
from tests.standins.documents.scans import pictures, text_pages, text_pdf

_SAMPLE = Path(__file__).parents[2] / "console" / "samples" / "photosynthesis.en.md"
_SECTIONS = 4


@dataclass(frozen=True)
class Section:
    """A heading and its paragraphs, without any mark-up."""

    heading: str
    paragraphs: tuple[str, ...]


def sections() -> list[Section]:
    """The lesson."""
    found = []
    for piece in _SAMPLE.read_text(encoding="utf-8").replace("**", "").split("\n## ")[1 : _SECTIONS + 1]:
        heading, *paragraphs = piece.strip().split("\n\n")
        found.append(Section(heading, tuple(" ".join(each.split()) for each in paragraphs)))
    return found


def plain(note: str = "") -> bytes:
    """UTF-8 without mark-up, in lines of their whole paragraphs; `note` makes other bytes of it."""
    parts = [part for each in sections() for part in (each.heading, *each.paragraphs)]
    return "\n\n".join([*parts, *([note] if note else [])]).encode()


def markdown() -> bytes:
    """Headings with marks."""
    parts = [part for each in sections() for part in (f"## {each.heading}", *each.paragraphs)]
    return "\n\n".join(["# A lesson", *parts]).encode()


def web() -> bytes:
    """A page of the web."""
    parts = [f"<h2>{escape(e.heading)}</h2>" + "".join(f"<p>{escape(p)}</p>" for p in e.paragraphs) for e in sections()]
    return f"<!doctype html><html lang=en><title>A lesson</title><body>{''.join(parts)}</body></html>".encode()


def word() -> bytes:
    """A Word document."""
    made = docx.Document()
    for each in sections():
        made.add_heading(each.heading, 1)
        for paragraph in each.paragraphs:
            made.add_paragraph(paragraph)
    return _saved(made.save)


def slides() -> bytes:
    """A presentation: a slide per section."""
    made = pptx.Presentation()
    for each in sections():
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = each.heading
        slide.placeholders[1].text_frame.text = "\n".join(each.paragraphs)
    return _saved(made.save)


def book() -> bytes:
    """An EPUB of one chapter."""
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>A lesson</dc:title><dc:language>en</dc:language></metadata><manifest>"
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"'
        ' media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    body = "".join(
        f"<h1>{escape(e.heading)}</h1>" + "".join(f"<p>{escape(p)}</p>" for p in e.paragraphs) for e in sections()
    )
    held = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "b.opf": opf,
        "a.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{body}</body></html>',
    }
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for name, text in held.items():
            archive.writestr(name, text)
    return kept.getvalue()


def subrip() -> bytes:
    """A transcript in SRT: a cue for every paragraph, ten seconds each."""
    cues = [f"{n}\n{_at(n - 1, ',')} --> {_at(n, ',')}\n{said}\n" for n, said in enumerate(_said(), 1)]
    return "\n".join(cues).encode()


def captions() -> bytes:
    """The same in WebVTT."""
    cues = [f"{_at(n - 1, '.')} --> {_at(n, '.')}\n{said}\n" for n, said in enumerate(_said(), 1)]
    return "\n".join(["WEBVTT\n", *cues]).encode()


def png(seed: int = 1) -> bytes:
    """A page as a picture of 150 dpi."""
    [shown] = sheets(1, seed=seed)
    return _saved(lambda kept: shown.save(kept, "PNG", dpi=(150, 150)))


def tiff(seed: int = 2) -> bytes:
    """Two pages as one picture file."""
    first, second = sheets(2, seed=seed)
    return _saved(
        lambda kept: first.save(
            kept, "TIFF", save_all=True, append_images=[second], dpi=(150, 150), compression="tiff_lzw"
        )
    )


def sheets(count: int, *, seed: int, lines: int = 16) -> list[Image.Image]:
    """Short pages, as a scanner of 150 dpi shows them."""
    return [image for image, _ in pictures(text_pdf(short_pages(count, seed=seed, lines=lines)), "clean150")]


def short_pages(count: int, *, seed: int, lines: int = 16) -> list[str]:
    """The first lines of pages: little to recognise, enough to ask about."""
    return ["\n".join(page.split("\n")[:lines]).rstrip() for page in text_pages(count, seed=seed)]


def short_scan(count: int = 1, *, seed: int, lines: int = 16) -> bytes:
    """A clean scan of short pages."""
    held = []
    for shown in sheets(count, seed=seed, lines=lines):
        held.append(_saved(lambda kept, shown=shown: shown.save(kept, "JPEG", quality=85, dpi=(150, 150))))  # type: ignore[misc]
    return bytes(img2pdf.convert(held, nodate=True))


def unreadable_scan(seed: int) -> bytes:
    """A page of scribbles at 150 dpi, each seed another: no word of it can be recognised with confidence."""
    spoil = DEGRADATIONS["scribble"][1]
    shown = spoil(Image.new("L", (1240, 1754), 255), random.Random(seed))
    kept = _saved(lambda kept: shown.save(kept, "JPEG", quality=85, dpi=(150, 150)))
    return bytes(img2pdf.convert([kept], nodate=True))


def locked(pdf: bytes, password: str) -> bytes:
    """The PDF behind a password to open it."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        encryption = pikepdf.Encryption(owner=f"not {password}", user=password)
        return _saved(lambda kept: document.save(kept, encryption=encryption))


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    kept = io.BytesIO()
    save(kept)
    return kept.getvalue()


def _said() -> list[str]:
    return [paragraph for each in sections() for paragraph in each.paragraphs]


def _at(tens: int, mark: str) -> str:
    return f"00:{tens // 6:02}:{tens % 6}0{mark}000"
