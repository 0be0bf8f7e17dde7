"""What a diagnosis tells the learner: one to five sentences with names, pages and counts. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from contracts.documents import Relevance
from contracts.mastery import ConceptPlace, Level, Standing
from services.text.catalogue import sentences
from services.text.languages import spoken
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
_SAID, _SIGNS = sentences("diagnosis"), sentences("signs")


def advice(
    language: str, level: Level, seen: Sequence[Seen], gaps: Sequence[Seen], wanted: Collection[str], answers: int
) -> list[str]:
    """The recommendations, one to five, the most pressing first. `seen` in the order of the document; `wanted`: the
    folded names of the topic's concepts; `answers`: how many the learner gave in all."""
    tongue = spoken(language, _SAID)
    here = [each for each in seen if fold(each.place.concept) in wanted]
    told = list[str]()
    if level == "unknown":
        told.append(_form(tongue, "few", answers, answers=answers, least=LEAST_ANSWERS))
    for place, gap in enumerate(gaps[:_MOST_GAPS]):
        told.append(_form(tongue, "then" if place else "gap", gap.carries, **_about(gap, tongue)))
    if more := gaps[_MOST_GAPS:]:
        told.append(_form(tongue, "gaps", len(more), concepts=_named(more, tongue)))
    weak = sorted((each for each in here if each.missing and each not in gaps), key=_pressing)
    told += [_form(tongue, "weak", 2, **_about(each, tongue)) for each in weak[:_MOST_GAPS]]
    if not told:
        told += _nothing_missing(here, tongue)
    unasked = sorted((each for each in here if not each.asked and each.place), key=_pressing)
    if unasked and len(told) < _MOST:
        told.append(_form(tongue, "unasked", len(unasked), all=len(here), **_list(unasked, tongue)))
    mastered = [each for each in here if each.mastered]
    if mastered and len(mastered) < len(here) and len(told) < _MOST:
        told.append(_form(tongue, "mastered", len(mastered), all=len(here), **_list(mastered, tongue)))
    if level == "unknown" and here and len(told) < _MOST and not gaps and not weak:
        told.append(_form(tongue, "start", 2, **_about(here[0], tongue)))
    return told[:_MOST]


def basis(language: str, standings: Sequence[Standing], mean: float | None) -> str:
    """From how many answers the diagnosis was made. `mean` None: too few of them."""
    tongue, answers = spoken(language, _SAID), sum(each.answers for each in standings)
    if mean is None:
        return _form(tongue, "basis_few", answers, answers=answers, least=LEAST_ANSWERS)
    assessed = sum(each.answers > 0 for each in standings)
    said = f"{mean:.2f}" if tongue == "en" else f"{mean:.2f}".replace(".", ",")
    return _form(tongue, "basis", assessed, answers=answers, mean=said)


def _nothing_missing(here: Sequence[Seen], tongue: str) -> list[str]:
    if here and all(each.mastered for each in here):
        return [_form(tongue, "mastered_all", len(here), all=len(here), concepts=_named(here, tongue))]
    unsure = sorted((each for each in here if each.asked and not each.mastered), key=_pressing)
    return [_form(tongue, "sure", len(unsure), **_list(unsure, tongue))] if unsure else []


def _pressing(each: Seen) -> tuple[int, float, int]:
    """High relevance first, then the lowest score, then as the document has them."""
    score = each.standing.score if each.standing else 0.0
    return -WEIGHTS[each.place.relevance], score, each.place.ordinal


def _about(each: Seen, tongue: str) -> dict[str, str | int]:
    standing = each.standing
    said = _SAID[tongue]
    if standing and standing.answers:
        evidence = said["right"].format(correct=standing.correct, answers=standing.answers)
    else:
        evidence = said["not_yet"]
    return {
        "concept": _SIGNS[tongue]["quoted"].format(each.place.concept),
        "page": each.place.source_page,
        "evidence": evidence,
    }


def _list(some: Sequence[Seen], tongue: str) -> dict[str, str]:
    return {"concepts": _named(some, tongue)}


def _named(some: Sequence[Seen], tongue: str) -> str:
    """At most three names, with an "and" before the last."""
    names = [_SIGNS[tongue]["quoted"].format(each.place.concept) for each in some[:_MOST_NAMED]]
    return f" {_SIGNS[tongue]['and']} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _form(tongue: str, form: str, count: int, /, **values: str | int) -> str:
    """The sentence of this form, or of the form for just this number; `count` may stand in it."""
    said = _SAID[tongue]
    return said.get(f"{form}_{count}", said[form]).format(**{"count": count, **values})
