"""All metrics of one document's course, and of several together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from contracts.items import Item
from services.evaluator.validation.flaws import flaws
from tests.measuring.quality.course import Course
from tests.measuring.quality.documents import Reading
from tests.measuring.quality.metrics.cards import alone, asked_whole, fresh
from tests.measuring.quality.metrics.choices import akin, places, shares, told
from tests.measuring.quality.metrics.coverage import asked_terms, covered, printed, recalled
from tests.measuring.quality.metrics.gaps import on_purpose, one_fits
from tests.measuring.quality.metrics.grounding import evidenced, grounded
from tests.measuring.quality.metrics.guessing import by_frequency, guessed
from tests.measuring.quality.metrics.keys import valid_keys
from tests.measuring.quality.metrics.repeats import repeated
from tests.measuring.quality.metrics.share import Share, total
from tests.measuring.quality.metrics.standing import torn
from tests.measuring.quality.metrics.telling import told_by_another
from tests.measuring.quality.metrics.twins import untwinned
from tests.measuring.quality.metrics.worth import beyond_recall, framed, numbers_of_matter, unexchanged

_MARKED = 8  # bold spans: a document that sets its terms apart


@dataclass
class Measured:
    """Shares by the metric's name; what is bad (M5, M6, M11, M20 to M26) is counted as what does not hold.

    `places`: of keys, for M12. `marked`: whether the document sets its terms in bold type.
    """

    shares: dict[str, Share]
    places: Counter[tuple[int, int]] = field(default_factory=Counter)
    marked: bool = False


NAMES = (
    *(
        "M1",
        "M2",
        "M4",
        "M5",
        "M5b",
        "M6",
        "M7a",
        "M7b",
        "M7c",
        "M8",
        "M9",
        "M11",
        "M20a",
        "M20b",
        "M20c",
        "M20d",
        "M21",
    ),
    *("M22", "M23", "M23a", "M23b", "M23c", "M24", "M26a", "M26b", "M26c", "M27", "M29"),
)


def measured(reading: Reading, course: Course, choices: Sequence[Item] = (), longer: Course | None = None) -> Measured:
    """Every metric that one document alone can give. M4 and M9 have nothing to count without a glossary.

    `choices`: of a second quiz, of multiple choice alone, for M4, M7, M11, M12, M23a and M23b. `longer`: a course of 30
    questions and 40 cards, for M27, which has nothing to count without it.
    """
    language, made = reading.language, [*course.items, *course.cards]
    texts = [block.text for block in course.blocks.values()]
    flawed = {item.item_id: len(flaws(item, language)) for item in course.items}
    repeats = total([repeated(course.items, language), repeated(course.cards, language)])
    several = [*course.items, *choices]
    shape, away, near = shares(several, " ".join(block.text for block in reading.kept.blocks), language)
    terms = [term.term for term in course.digest.terms]
    glossary = reading.glossary or printed(reading.kept.blocks)
    found = {
        "M1": grounded(made, course.blocks),
        "M2": evidenced(made),
        "M4": valid_keys(several, reading.glossary, texts, language),
        "M5": Share(),
        "M5b": Share(),
        "M6": repeats,
        "M7a": shape,
        "M7b": away,
        "M7c": near,
        "M8": covered(made, course.blocks, terms),
        "M9": recalled(course.digest.terms, reading.glossary, language),
        "M11": told(several, language),
        "M20a": on_purpose(course.items),
        "M20b": framed(course.items),
        "M20c": unexchanged(course.items),
        "M20d": numbers_of_matter(course.items, course.blocks),
        "M21": torn(course.items, course.blocks, terms, language),
        "M22": one_fits(course.items, texts, terms, language),
        "M23": told_by_another(course.items),
        "M23a": guessed(several, language),
        "M23b": by_frequency(several, language),
        "M23c": untwinned(course.items, language),
        "M24": akin(several, texts, language),
        "M26a": fresh(course.cards, course.items, language),
        "M26b": asked_whole(course.cards),
        "M26c": alone(course.cards, reading.language),
        "M27": asked_terms([*longer.items, *longer.cards], glossary, language) if longer else Share(),
        "M29": beyond_recall(course.items),
    }
    for item in course.items:
        said = f"{', '.join(map(str, flaws(item, language)))}: {item.question}"
        found["M5"].add(flawed[item.item_id] < 1, said)
        found["M5b"].add(flawed[item.item_id] < 2, said)
    bold = sum(span.style != "italic" for block in course.blocks.values() for span in block.emphasis)
    return Measured(found, places(several), bold >= _MARKED)


def together(several: Iterable[Measured]) -> Measured:
    """As if all were one document; M9 is told apart by bold type elsewhere."""
    each: Sequence[Measured] = list(several)
    return Measured(
        {name: total(one.shares[name] for one in each) for name in NAMES},
        sum((one.places for one in each), Counter()),
    )
