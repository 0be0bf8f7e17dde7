"""The quality gate, pure: what a page's figures are worth, and whether a document may become a course.

A page is low when its words' mean confidence is below `least_confidence`, or when they cover less than
`least_coverage` of its ink. A document passes when some page of it is ok, at most
half of the pages that hold something are low or failed, and the mean over all its words reaches `least_confidence`;
where at most a tenth of its pages is lost the mean is not asked, for those pages are left out of the material anyway.
Pages with a text layer and pages that a person has corrected are ok, and their words sure.
"""

import math
from collections.abc import Sequence
from typing import Literal

from contracts.documents import PageQuality, Recognition
from contracts.message import Phrase
from contracts.problems import Code, Problem, problem
from services.reader.settings import ReaderSettings
from services.text.catalogue.phrases import rendered

MOST_LOST = 0.5
FEW_LOST = 0.1
_SHOWN = 12
_LEAST_TEXTY = 0.01  # of the page: specks below it are no text
_Verdict = Literal["ok", "low", "blank"]


def page_quality(
    page: int,
    *,
    confidences: Sequence[float],
    coverage: float,
    texty: float,
    languages: str,
    settings: ReaderSettings,
) -> PageQuality:
    """The verdict on a page that OCR has read.

    `confidences`: of its words, in percent. `coverage`, `texty`: see `coverage.Covered`.
    """
    mean = sum(confidences) / len(confidences) if confidences else None
    verdict, reason = _verdict(mean, coverage, texty, settings)
    return PageQuality(
        page=page,
        route="ocr",
        verdict=verdict,
        # Rounded down, so that 95.46 is not told as 95.5.
        confidence=None if mean is None else math.floor(10 * mean) / 10,
        coverage=None if verdict == "blank" else round(coverage, 2),
        words=len(confidences),
        languages=languages,
        reason=reason,
    )


def failed_page(page: int, reason: str, languages: str = "") -> PageQuality:
    """A page that could not be read at all."""
    return PageQuality(page=page, route="ocr", verdict="failed", languages=languages, reason=reason)


def recognition(pages: Sequence[PageQuality], settings: ReaderSettings, *, approved: bool = False) -> Recognition:
    """What the gate says of a document; `pages`: the quality of all its pages, those with a text layer too.

    `approved`: a person lets it pass. The confidence told is that of the recognised words which go into the material;
    of a document that is held, that of all of them.
    """
    heard = [page for page in pages if page.route == "ocr" and not page.corrected and page.confidence is not None]
    passes = _passes(pages, settings)
    if passes or approved:
        heard = [page for page in heard if page.verdict == "ok" or page.accepted]
    words = sum(page.words for page in heard)
    mean = sum((page.confidence or 0.0) * page.words for page in heard) / words if words else None
    covered = [page.coverage for page in heard if page.coverage is not None]
    return Recognition(
        passed=approved or passes,
        confidence=None if mean is None else round(mean, 1),
        coverage=round(sum(covered) / len(covered), 2) if covered else None,
        least_confidence=settings.least_confidence,
        least_coverage=settings.least_coverage,
        approved=approved,
        pages=[page for page in pages if page.route == "ocr" or page.verdict != "ok" or page.corrected],
    )


def held(found: Recognition, total: int) -> Problem:
    """The 422 low_confidence of a document of `total` pages that did not pass: which pages, numbers, thresholds."""
    low = [page for page in found.pages if page.verdict in ("low", "failed") and not page.corrected]
    surely = found.confidence is not None and not low
    if surely:
        parts = [Phrase.of("problems.unsure_words")]
    elif low:
        parts = [Phrase.of("problems.low_pages", which=_pages([page.page for page in low]), total=total)]
    else:
        parts = [Phrase.of("problems.no_text_on_pages")]
    if found.confidence is not None:
        figures = {
            "mean": found.confidence,
            "least": found.least_confidence,
            "cover": 100 * (found.coverage or 0),
            "most": 100 * found.least_coverage,
        }
        parts.append(Phrase.of("problems.low_mean", **{name: f"{value:.0f}" for name, value in figures.items()}))
    whole = Phrase.of("signs.sentence", Phrase.listed("semicolon", parts))
    phrase: Phrase | None = whole
    said = rendered(whole, "en")
    if len(low) == 1 and low[0].reason and (total > 1 or found.confidence is None):
        reason = low[0].reason[0].lower() + low[0].reason[1:].rstrip(".")
        phrase, said = None, f"{said.removesuffix('.')}; {reason}."
    numbers: dict[str, float] = {
        "low_pages": len(low),
        "pages": total,
        "least_confidence": found.least_confidence,
        "least_coverage": found.least_coverage,
    }
    if found.confidence is not None:
        numbers["confidence"] = found.confidence
    if found.coverage is not None:
        numbers["coverage"] = found.coverage
    return problem(Code.LOW_CONFIDENCE, said, phrase=phrase).model_copy(update={"numbers": numbers})


def _verdict(mean: float | None, coverage: float, texty: float, settings: ReaderSettings) -> tuple[_Verdict, str]:
    if mean is None:
        if texty < _LEAST_TEXTY:
            return "blank", "There is no text on the page."
        return "low", "There seems to be text on the page, but no word of it was recognised."
    if mean < settings.least_confidence:
        least = settings.least_confidence
        return "low", f"Its words were recognised with a mean confidence of {mean:.0f} %, below {least:.0f} %."
    if coverage < settings.least_coverage:
        least = 100 * settings.least_coverage
        return "low", f"Recognised words cover {100 * coverage:.0f} % of what is printed, less than {least:.0f} %."
    return "ok", ""


def _passes(pages: Sequence[PageQuality], settings: ReaderSettings) -> bool:
    held_something = [page for page in pages if page.verdict != "blank"]
    lost = sum(page.verdict in ("low", "failed") and not page.corrected for page in held_something)
    if lost == len(held_something) or lost > MOST_LOST * len(held_something):
        return False
    words = sum(page.words for page in held_something)
    sure = sum(_sureness(page) * page.words for page in held_something)
    return lost <= FEW_LOST * len(held_something) or sure >= settings.least_confidence * words > 0


def _sureness(page: PageQuality) -> float:
    """The mean confidence of a page's words, in percent; a text layer's and a person's are sure."""
    return (page.confidence or 0.0) if page.route == "ocr" and not page.corrected else 100.0


def _pages(numbers: Sequence[int]) -> Phrase:
    """ "Page 3", "Pages 1, 3 and 7", with ranges not drawn together."""
    more = [Phrase.of("problems.more", len(numbers) - _SHOWN)] * (len(numbers) > _SHOWN)
    which = Phrase.listed("and", [*map(str, numbers[:_SHOWN]), *more])
    return Phrase.of("notices.begun", len(numbers), which=which)
