"""What a diagnosis tells the learner: one to five sentences with names, pages and counts. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from contracts.documents import Relevance
from contracts.mastery import ConceptPlace, Level, Standing
from contracts.message import Phrase
from services.text.catalogue import sentences
from services.text.words import fold

GAP_BELOW = 0.285
"""What the score shows of a concept that is as likely known as not: under it, it is rather not known."""


@dataclass(frozen=True)
class Seen:
    """`standing` None: never asked, and not marked. `carries`: how many of the concepts in question build on it, also
    through others."""

    place: ConceptPlace
    standing: Standing | None
    carries: int = 0

    @property
    def asked(self) -> bool:
        """Whether there is evidence."""
        return self.standing is not None and self.standing.answers > 0

    @property
    def mastered(self) -> bool:
        """Whether the evidence says so."""
        return self.standing is not None and self.standing.mastered

    @property
    def missing(self) -> bool:
        """More likely unknown than known by a wrong answer, or marked as such; what is mastered is not."""
        if self.standing is None or self.standing.mastered:
            return False
        some_wrong = self.standing.correct < self.standing.answers
        return (some_wrong and self.standing.score < GAP_BELOW) or self.standing.mark == "not_yet"


LEAST_ANSWERS = 3
"""With fewer answers in all, the level is unknown."""
WEIGHTS: Mapping[Relevance, int] = {"High": 3, "Medium": 2, "Low": 1}
_MOST, _MOST_GAPS, _MOST_NAMED = 5, 2, 3
_FORMS = sentences("diagnosis")["en"].keys()


def advice(
    level: Level, seen: Sequence[Seen], gaps: Sequence[Seen], wanted: Collection[str], answers: int
) -> list[Phrase]:
    """The recommendations, one to five, the most pressing first. `seen` in the order of the document; `wanted`: the
    folded names of the topic's concepts; `answers`: how many the learner gave in all."""
    here = [each for each in seen if fold(each.place.concept) in wanted]
    told = list[Phrase]()
    if level == "unknown":
        told.append(_form("few", answers, answers=answers, least=LEAST_ANSWERS))
    for place, gap in enumerate(gaps[:_MOST_GAPS]):
        told.append(_placed("then" if place else "gap", gap.carries, gap))
    if more := gaps[_MOST_GAPS:]:
        told.append(_form("gaps", len(more), concepts=_named(more)))
    weak = sorted((each for each in here if each.missing and each not in gaps), key=_pressing)
    told += [_placed("weak", 2, each) for each in weak[:_MOST_GAPS]]
    if not told:
        told += _nothing_missing(here)
    unasked = sorted((each for each in here if not each.asked and each.place), key=_pressing)
    if unasked and len(told) < _MOST:
        told.append(_form("unasked", len(unasked), all=len(here), concepts=_named(unasked)))
    mastered = [each for each in here if each.mastered]
    if mastered and len(mastered) < len(here) and len(told) < _MOST:
        told.append(_form("mastered", len(mastered), all=len(here), concepts=_named(mastered)))
    return told[:_MOST]


def basis(standings: Sequence[Standing], *, enough: bool) -> Phrase:
    """From which answers the diagnosis was made, or that they are too few."""
    answers = sum(each.answers for each in standings)
    if not enough:
        return _form("basis_few", answers, answers=answers, least=LEAST_ANSWERS)
    assessed = sum(each.answers > 0 for each in standings)
    return _form("basis", assessed, answers=answers, correct=sum(each.correct for each in standings))


def _nothing_missing(here: Sequence[Seen]) -> list[Phrase]:
    if here and all(each.mastered for each in here):
        return [_form("mastered_all", len(here), all=len(here), concepts=_named(here))]
    unsure = sorted((each for each in here if each.asked and not each.mastered), key=_pressing)
    return [_form("sure", len(unsure), concepts=_named(unsure))] if unsure else []


def _pressing(each: Seen) -> tuple[int, float, int]:
    """High relevance first, then the lowest score, then as the document has them."""
    score = each.standing.score if each.standing else 0.0
    return -WEIGHTS[each.place.relevance], score, each.place.ordinal


def _placed(form: str, count: int, each: Seen) -> Phrase:
    """The sentence about a concept, with its page or whatever else the document counts by."""
    standing, place = each.standing, each.place
    if standing and standing.answers:
        evidence = Phrase.of("diagnosis.right", correct=standing.correct, answers=standing.answers)
    else:
        evidence = Phrase.of("diagnosis.not_yet")
    concept = Phrase.quoted(place.concept)
    if place.page_kind == "page":
        return _form(form, count, concept=concept, page=place.page, evidence=evidence)
    return _form(f"{form}_at", count, concept=concept, at=place.read_at, evidence=evidence)


def _named(some: Sequence[Seen]) -> Phrase:
    """At most three names, with an "and" before the last."""
    return Phrase.listed("and", [Phrase.quoted(each.place.concept) for each in some[:_MOST_NAMED]])


def _form(form: str, count: int, /, **values: int | float | Phrase) -> Phrase:
    """The sentence of this form, or of the form for just this number; `count` may stand in it."""
    name = f"{form}_{count}" if f"{form}_{count}" in _FORMS else form
    return Phrase.of(f"diagnosis.{name}", **{"count": count, **values})
