"""What a bad scanner, camera or archive does to a page; each takes a grey picture and chance, and gives a picture."""

import math
import random
from collections.abc import Callable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Spoil = Callable[[Image.Image, random.Random], Image.Image]


def unchanged(image: Image.Image, _: random.Random) -> Image.Image:
    return image


def blurred(radius: float) -> Spoil:
    """Out of focus: `radius` in pixels."""
    return lambda image, _: image.filter(ImageFilter.GaussianBlur(radius))


def noisy(share: float) -> Spoil:
    """That share of the pixels black or white, as dust and bad copies have it."""

    def spoil(image: Image.Image, chance: random.Random) -> Image.Image:
        grains = Image.frombytes("L", image.size, chance.randbytes(image.width * image.height))
        edge = round(256 * share / 2)
        dark, light = grains.point(lambda v: 255 * (v < edge)), grains.point(lambda v: 255 * (v > 255 - edge))
        return ImageChops.lighter(ImageChops.subtract(image, dark), light)

    return spoil


def skewed(degrees: float) -> Spoil:
    """Laid on the glass askew."""
    return lambda image, _: image.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=255)


def turned(degrees: int) -> Spoil:
    """Laid on the glass the wrong way round (counter-clockwise)."""
    return lambda image, _: image.rotate(degrees, expand=True)


def shadowed(darkest: float) -> Spoil:
    """A shadow that falls over one side: there `darkest` (0 to 1) of the light is left, and the ink pales."""

    def spoil(image: Image.Image, _: random.Random) -> Image.Image:
        steps = [darkest + (1 - darkest) / (1 + math.exp(-(x - 128) / 10)) for x in range(256)]
        light = Image.new("L", (256, 1))
        light.putdata([round(255 * step) for step in steps])
        return ImageChops.multiply(image.point(lambda v: 60 + v * 195 // 255), light.resize(image.size))

    return spoil


def faint(left: float) -> Spoil:
    """Toner at its end: `left` (0 to 1) of the contrast remains, under a little noise."""

    def spoil(image: Image.Image, chance: random.Random) -> Image.Image:
        pale = image.point(lambda v: round(255 - (255 - v) * left))
        grain = Image.frombytes("L", image.size, chance.randbytes(image.width * image.height)).point(lambda v: v // 12)
        return ImageChops.subtract(pale, grain)

    return spoil


def copied(radius: float, cut: int) -> Spoil:
    """Copied again and again: blurred, then black or white at `cut` (0 to 255); letters break or run together."""
    return lambda image, _: image.filter(ImageFilter.GaussianBlur(radius)).point(lambda v: 255 * (v >= cut))


def scribbled(image: Image.Image, chance: random.Random) -> Image.Image:
    """Handwriting that nobody can read, where the lines of text would be."""
    page = Image.new("L", image.size, 250)
    pen = ImageDraw.Draw(page)
    unit = image.width / 595
    top = 70 * unit
    while top < image.height - 70 * unit:
        x = 60 * unit
        while x < image.width - 110 * unit:
            strokes, at = chance.randint(5, 14), []
            for _ in range(strokes):
                x += chance.uniform(2, 5) * unit
                at.append((x, top + chance.uniform(-9, 9) * unit))
            pen.line(at, fill=40, width=max(1, round(1.2 * unit)), joint="curve")
            x += chance.uniform(5, 10) * unit
        top += 24 * unit
    return page.filter(ImageFilter.GaussianBlur(unit / 3))


def emptied(image: Image.Image, _: random.Random) -> Image.Image:
    """A page with nothing on it."""
    return Image.new("L", image.size, 252)


# By name: the resolution in dpi that the page is drawn with, and what is done to it then.
DEGRADATIONS: dict[str, tuple[int, Spoil]] = {
    "clean300": (300, unchanged),
    "clean150": (150, unchanged),
    "clean72": (72, unchanged),
    "clean50": (50, unchanged),
    "blur2": (300, blurred(2)),
    "blur4": (300, blurred(4)),
    "blur6": (300, blurred(6)),
    "blur8": (300, blurred(8)),
    "noise5": (300, noisy(0.05)),
    "noise15": (300, noisy(0.15)),
    "noise30": (300, noisy(0.30)),
    "skew1": (300, skewed(1)),
    "skew3": (300, skewed(3)),
    "skew8": (300, skewed(-8)),
    "shadow": (300, shadowed(0.35)),
    "deep_shadow": (300, shadowed(0.12)),
    "upside_down": (300, turned(180)),
    "on_its_side": (300, turned(90)),
    "faint": (300, faint(0.12)),
    "faintest": (300, faint(0.05)),
    "copied": (300, copied(2.5, 150)),
    "copied_thin": (300, copied(2.5, 110)),
    "copied_fat": (300, copied(4, 200)),
    "scribble": (200, scribbled),
    "blank": (200, emptied),
}
