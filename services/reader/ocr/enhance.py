"""Makes a badly read picture better for a second try: levels its light, sets it straight, takes out grains. Pure."""

import itertools
import math

from PIL import Image, ImageChops, ImageFilter, ImageMath, ImageStat

_STEP = 8  # the background is looked for in a picture this many times smaller
_AROUND, _SMOOTH = 15, 2
_WHITE = 245
_UNEVEN = 0.8
_SEARCH_WIDTH = 400
_WIDEST, _COARSE, _FINE = 12.0, 1.0, 0.25
_SURE = 1.08  # how much sharper the lines must be than they are now
_LEAST_SKEW = 0.3
_SAMPLE, _GRAIN = 800, 80  # pixels, grey levels
_LEAST_GRAINS, _SOFT = 0.005, 2.0
_FOCUS = ImageFilter.UnsharpMask(radius=6, percent=200, threshold=2)


def unevenly_lit(image: Image.Image) -> bool:
    """Whether the paper is much darker in one part than in another."""
    paper = image.reduce(4 * _STEP).filter(ImageFilter.MaxFilter(5))
    shades = sorted(paper.tobytes())
    return shades[len(shades) // 20] < _UNEVEN * shades[-len(shades) // 20]


def levelled(image: Image.Image, *, step: int = _STEP) -> Image.Image:
    """Divided by its local background: a shadow or a grey sheet no longer matters. `step`: see above."""
    small = image.reduce(step)
    # The paper is the brightest thing around; the letters on it are thinner than the window. The second filter puts
    # the edge of a shadow back to where the first has moved it from.
    paper = small.filter(ImageFilter.MaxFilter(_AROUND)).filter(ImageFilter.MinFilter(_AROUND))
    paper = paper.filter(ImageFilter.BoxBlur(_SMOOTH))
    paper = paper.resize(image.size, Image.Resampling.BILINEAR).point(lambda v: max(1, v))
    even: Image.Image = ImageMath.lambda_eval(
        lambda given: given["convert"](given["min"](given["a"] * _WHITE / given["b"], 255), "L"), a=image, b=paper
    )
    return even


def straightened(image: Image.Image, degrees: float) -> Image.Image:
    """Turned by that many degrees counter-clockwise, on white, in the same frame."""
    return image.rotate(degrees, Image.Resampling.BILINEAR, fillcolor=255)


def grains_of(image: Image.Image) -> float:
    """The share of single pixels that have nothing to do with those around them, 0 to 1; looked for in the middle."""
    x, y = (max(0, (side - _SAMPLE) // 2) for side in image.size)
    middle = image.crop((x, y, min(image.width, x + _SAMPLE), min(image.height, y + _SAMPLE)))
    off = ImageChops.difference(middle, middle.filter(ImageFilter.MedianFilter(3))).point(lambda v: 255 * (v > _GRAIN))
    return ImageStat.Stat(off).mean[0] / 255


def degrained(image: Image.Image) -> Image.Image:
    """Without single black and white pixels, when there are enough of them (`grains_of`) to matter."""
    return image.filter(ImageFilter.GaussianBlur(_SOFT)) if grains_of(image) >= _LEAST_GRAINS else image


def sharpened(image: Image.Image) -> Image.Image:
    """Brought back into focus, as far as that goes."""
    return image.filter(_FOCUS)


def skew_of(image: Image.Image) -> float:
    """By how many degrees (counter-clockwise) to turn it so that its lines lie level; 0 where that is not clear.

    Level lines make rows of the page differ most from their neighbours.
    """
    small = levelled(image.reduce(max(1, image.width // _SEARCH_WIDTH))) if min(image.size) >= 64 else image
    ink = small.point(lambda v: 255 * (v < 160))
    now = _sharpness(ink, 0.0)
    best = _best(ink, [step * _COARSE for step in range(round(-_WIDEST / _COARSE), round(_WIDEST / _COARSE) + 1)])
    best = _best(ink, [best + step * _FINE for step in range(-3, 4)])
    if abs(best) < _LEAST_SKEW or _sharpness(ink, best) < _SURE * now:
        return 0.0
    return best


def unturned(box: tuple[float, float, float, float], size: tuple[int, int], degrees: float) -> tuple[float, ...]:
    """Where a box of the straightened picture lies in the crooked one: its centre moves, its size stays."""
    if not degrees:
        return box
    x0, y0, x1, y1 = box
    angle = math.radians(degrees)
    dx, dy = (x0 + x1) / 2 - size[0] / 2, (y0 + y1) / 2 - size[1] / 2
    shift_x = dx * math.cos(angle) - dy * math.sin(angle) - dx
    shift_y = dx * math.sin(angle) + dy * math.cos(angle) - dy
    return x0 + shift_x, y0 + shift_y, x1 + shift_x, y1 + shift_y


def _best(ink: Image.Image, angles: list[float]) -> float:
    return max(angles, key=lambda angle: (_sharpness(ink, angle), -abs(angle)))


def _sharpness(ink: Image.Image, degrees: float) -> float:
    turned = ink.rotate(degrees, Image.Resampling.BILINEAR) if degrees else ink
    rows = turned.resize((1, turned.height), Image.Resampling.BOX).tobytes()
    return sum((a - b) ** 2 for a, b in itertools.pairwise(rows)) / max(1, len(rows))
