"""What two readings of a page agree on is surer than either; what they do not agree on is not sure."""

from collections.abc import Sequence

from PIL import Image

from services.reader.ocr.agreement import agreed, verified
from services.reader.ocr.coverage import Covered
from services.reader.ocr.hocr import SeenLine, SeenWord
from services.reader.ocr.sheets import Sheet


def seen(*words: tuple[str, float], factor: float = 1.0, skip: Sequence[int] = ()) -> Sheet:
    """A line of words of 40 x 20 pixels side by side; `skip`: places where none was heard."""
    heard = [
        SeenWord(text, confidence, (factor * 50 * at, 0, factor * (50 * at + 40), factor * 20))
        for at, (text, confidence) in enumerate(words)
        if at not in skip
    ]
    line = SeenLine(tuple(heard), (0, 0, factor * 50 * len(words), factor * 20), 20, False)
    return Sheet(Image.new("L", (round(factor * 400), round(factor * 100))), [[line]], Covered(1.0, 0.5), ("eng",))


def sure(sheet: Sheet) -> list[float]:
    return [word.confidence for lines in sheet.paragraphs for line in lines for word in line.words]


class Hears:
    """Another reading for each version that is asked for."""

    def __init__(self, *readings: Sheet | None) -> None:
        self.readings, self.scales = list(readings), list[float]()

    @property
    def left(self) -> float:
        return 60.0

    def __call__(self, image: Image.Image, *, turn: int, skew: float, scale: float = 1.0) -> Sheet | None:
        self.scales.append(scale)
        return self.readings.pop(0)


def test_words_that_agree_are_as_sure_as_two_witnesses() -> None:
    other = [word for lines in seen(("tides", 60), ("Rise", 90)).paragraphs for line in lines for word in line.words]
    assert sure(agreed(seen(("Tides,", 80), ("rise", 90)), [other])) == [92, 99]


def test_of_a_word_that_is_read_otherwise_little_is_left() -> None:
    other = [word for lines in seen(("cach", 95), ("tide", 95)).paragraphs for line in lines for word in line.words]
    assert sure(agreed(seen(("each", 95), ("tide", 95)), [other])) == [40, 99.75]


def test_beside_a_word_that_was_overlooked_nothing_is_sure() -> None:
    words = (("no", 95.0), ("tide", 95.0), ("rises", 95.0))
    other = [word for lines in seen(*words).paragraphs for line in lines for word in line.words]
    assert min(sure(agreed(seen(*words, skip=[0]), [other]))) == 40


def test_a_page_that_is_not_clean_is_read_once_more_smaller_and_a_blurred_one_sharpened_too() -> None:
    good, bad = seen(("tides", 92.0)), seen(("tides", 80.0))
    once, twice = Hears(seen(("tides", 90.0), factor=0.45)), Hears(seen(("tides", 70.0), factor=0.45), bad)
    assert sure(verified(good, once)) == [99.2]
    assert sure(verified(bad, twice)) == [94]
    assert (len(once.scales), len(twice.scales)) == (1, 2)
    assert once.scales[0] < 1


def test_a_clean_page_is_read_once_and_of_one_whose_time_is_up_no_word_is_sure() -> None:
    clean, late = Hears(), Hears(None)
    assert sure(verified(seen(("tides", 96.0)), clean)) == [96]
    assert sure(verified(seen(("tides", 90.0)), late)) == [40]
    assert clean.scales == []
