"""Pictures to recognise: pages of a PDF drawn by PDFium, or the frames of an image file. Child process only."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps

from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.pdf.pdfium.opening import opened, with_forms
from services.reader.settings import ReaderSettings

_POINTS = 72
_WIDE = 8.27  # inches: an image that does not say its resolution is taken for a sheet of A4
_CREDIBLE_DPI = (70, 1200)
_LEAST_PIXELS = 8
_ORIENTATION, _SIDEWAYS = 0x0112, 5  # the EXIF tag; from this value on width and height change places
# The types that we announce; others have decoders that nobody of us has tried on hostile files.
_FORMATS = ("PNG", "JPEG", "TIFF")
# How much larger than the limit on drawn pixels an image may be before it is scaled down: 100 megapixels decoded
# are 300 MB, which the child can hold.
_DECODED = 5


@dataclass(frozen=True)
class Picture:
    """A page as grey pixels (mode L): its number from 1, its size in points. `problem`: why there is no picture."""

    number: int
    image: Image.Image | None
    width: float
    height: float
    problem: str = ""


def pdf_pictures(
    path: Path, password: str | None, numbers: Sequence[int], settings: ReaderSettings
) -> Iterator[Picture]:
    """Draws these pages one by one. Raises `Failure` (encrypted, damaged) when the file does not open."""
    document = with_forms(opened(path, password))
    try:
        for number in numbers:
            width = height = 0.0
            try:
                page = document[number - 1]
                width, height = page.get_size()
                scale = drawn_scale(width, height, settings)
                image = page.render(scale=scale, grayscale=True).to_pil().convert("L")
                page.close()
            except MemoryError:
                raise
            except Exception:  # whatever PDFium cannot draw is the page's fault, and its alone
                yield Picture(number, None, width, height, "The page cannot be drawn.")
                continue
            yield Picture(number, image, width, height)
    finally:
        document.close()


def drawn_scale(width: float, height: float, settings: ReaderSettings) -> float:
    """Pixels per point, so that a page of that size in points has `ocr_dpi` and no more than `most_pixels`."""
    wanted = settings.ocr_dpi / _POINTS
    return min(wanted, math.sqrt(settings.most_pixels / max(1.0, width * height)))


def image_count(path: Path, settings: ReaderSettings) -> int:
    """How many pages an image file has. Raises `Failure`: damaged; too_many_pages; reading_limit (pixels)."""
    with _image(path, settings) as image:
        return _frames(image, settings)


def image_pictures(path: Path, numbers: Sequence[int], settings: ReaderSettings) -> Iterator[Picture]:
    """Opens these frames (from 1) one by one. Raises `Failure`: damaged; reading_limit with the pixels."""
    with _image(path, settings) as image:
        _frames(image, settings)
        for number in numbers:
            try:
                image.seek(number - 1)
            except (EOFError, OSError, ValueError, SyntaxError):
                yield Picture(number, None, 0, 0, "The page's picture cannot be opened.")
                continue
            _bounded(image, settings)
            dpi = _dpi(image)
            try:
                grey = _grey(image)
            except MemoryError:
                raise
            except Exception:  # decoders raise what they like
                yield Picture(number, None, 0, 0, "The page's picture is damaged.")
                continue
            if image.getexif().get(_ORIENTATION, 1) >= _SIDEWAYS:
                dpi = dpi[::-1]
            width, height = grey.width * _POINTS / dpi[0], grey.height * _POINTS / dpi[1]
            yield Picture(number, _scaled(grey, width, height, settings), width, height)


@contextmanager
def _image(path: Path, settings: ReaderSettings) -> Iterator[Image.Image]:
    """The file as Pillow opens it, which reads no pixel yet; its size is checked."""
    before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None  # Pillow's own limit has no sentence
    try:
        try:
            image = Image.open(path, formats=_FORMATS)
        except MemoryError:
            raise
        except Exception:
            raise failed(Code.DAMAGED, "image_damaged") from None
        with image:
            _bounded(image, settings)
            yield image
    finally:
        Image.MAX_IMAGE_PIXELS = before


def _bounded(image: Image.Image, settings: ReaderSettings) -> None:
    most, pixels = _DECODED * settings.most_pixels, image.width * image.height
    if pixels > most:
        raise failed(
            Code.READING_LIMIT,
            "image_pixels",
            width=image.width,
            height=image.height,
            found=round(pixels / 1e6),
            most=round(most / 1e6),
            numbers={"pixels": pixels, "limit": most},
        )


def _frames(image: Image.Image, settings: ReaderSettings) -> int:
    if image.format != "TIFF":
        return 1  # an animated PNG is one page, its first
    try:
        frames = int(getattr(image, "n_frames", 1))
    except MemoryError:
        raise
    except Exception:
        raise failed(Code.DAMAGED, "image_pages") from None
    if frames > settings.most_ocr_pages:
        raise failed(
            Code.TOO_MANY_PAGES,
            "pages_of_image",
            found=frames,
            most=settings.most_ocr_pages,
            numbers={"pages": frames, "limit": settings.most_ocr_pages},
        )
    return frames


def _grey(image: Image.Image) -> Image.Image:
    """The current frame upright, on white where it is transparent, in grey."""
    image.load()
    upright = ImageOps.exif_transpose(image)
    if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
        seen = upright.convert("RGBA")
        paper = Image.new("RGBA", seen.size, "white")
        paper.alpha_composite(seen)
        upright = paper
    if upright.mode.startswith("I;16") or upright.mode == "I":
        return upright.convert("I").point(lambda v: v / 256).convert("L")
    return upright.convert("L")


def _dpi(image: Image.Image) -> tuple[float, float]:
    """The resolution that the file names, if that can be; else as if it were a sheet of A4."""
    said = image.info.get("dpi", (0, 0))
    try:
        across, down = float(said[0]), float(said[1])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        across = down = 0.0
    least, most = _CREDIBLE_DPI
    if least <= across <= most and least <= down <= most:
        return across, down
    guessed = min(max(min(image.size) / _WIDE, _POINTS), 600.0)
    return guessed, guessed


def _scaled(grey: Image.Image, width: float, height: float, settings: ReaderSettings) -> Image.Image:
    """The picture in the resolution that OCR likes: small ones are drawn larger, huge ones smaller."""
    scale = drawn_scale(width, height, settings)
    size = max(_LEAST_PIXELS, round(width * scale)), max(_LEAST_PIXELS, round(height * scale))
    if 0.8 <= size[0] / grey.width <= 1.25:
        return grey if grey.width * grey.height <= settings.most_pixels else grey.resize(size, Image.Resampling.BOX)
    larger = size[0] > grey.width
    return grey.resize(size, Image.Resampling.BICUBIC if larger else Image.Resampling.BOX)
