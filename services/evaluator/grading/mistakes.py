"""Which answers were missed, and what kind of mistake each one is: by what was chosen, how fast, and what else. Pure.

1. Nearly right (`items/signs.py`: sign, scale, unit, swap, spelling) stays what it is.
2. A concept missed twice or more is not understood: conceptual, but for an order or a number of a concept that was
   right elsewhere.
3. Wrong once and far too fast: careless, whatever was chosen. A single one is, only where the others took this learner
   at least twice as long: who answers all that fast is no more careless here than elsewhere. What earned half or more
   is not called wrong.
4. Else what the answer shows by itself; where that is nothing, its kind is None: one wrong answer is no pattern.

Skipped answers are missed, and of no kind. Undecided ones are no mistakes.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from statistics import median

from contracts.grading import GradedAnswer
from contracts.items import Item
from services.evaluator.grading import made_by
from services.evaluator.items.registry import rules_of
from services.evaluator.items.signs import Kind, Sign
from services.text.words import fold

FAST_S = 3.0
_MOST_FAST_S, _LEAST_TIMED, _FASTER = 8.0, 4, 3
_LEAST_OTHERS, _OUT_OF_PACE = 2, 2
_WRONG = 0.5
_NEAR = frozenset({"sign", "scale", "unit", "swap", "spelling"})


@dataclass(frozen=True)
class Mistake:
    """One missed answer. `taken`: what was answered, in words; "" where it was skipped. `asked`: how many decided
    answers there are about its concept. `sign`: what it was told by; "" for no kind. `other`, `page`: see `Sign`."""

    item: Item
    answer: GradedAnswer
    taken: str
    asked: int
    kind: Kind | None = None
    sign: str = ""
    other: str = ""
    page: int | None = None


def mistakes(items: Sequence[Item], graded: Sequence[GradedAnswer], known: Collection[str]) -> list[Mistake]:
    """The missed answers in the order of the items; `graded` runs parallel to `items`."""
    decided = [(item, answer) for item, answer in zip(items, graded, strict=True) if not answer.undecided]
    asked = Counter(fold(item.concept) for item, _ in decided)
    right = {fold(item.concept) for item, answer in decided if answer.is_correct}
    wrong = Counter(fold(item.concept) for item, answer in decided if answer.credit < _WRONG and not _left_out(answer))
    places: dict[str, int] = {}
    for item in items:
        places.setdefault(item.concept, item.proof.source_page)
    timed = [answer for _, answer in decided if answer.latency_sec > 0]
    limit = max(FAST_S, min(_MOST_FAST_S, _pace(timed, _LEAST_TIMED) / _FASTER))
    found, otherwise = [], dict[int, Sign | None]()
    for item, answer in decided:
        if answer.is_correct:
            continue
        concept = fold(item.concept)
        missed = Mistake(item, answer, item.said(answer.answer) or "", asked[concept])
        if _left_out(answer):
            found.append(replace(missed, taken=""))
            continue
        raw = answer.answer or ""  # A client may keep it to itself.
        sign = rules_of(item).sign(item, raw, places, known) if raw.strip() else None
        is_wrong = answer.credit < _WRONG
        again, known_else = wrong[concept] > 1 and is_wrong, concept in right
        slow = _judged(sign, again=again, known_else=known_else, fast=False)
        sign = _judged(sign, again=again, known_else=known_else, fast=is_wrong and 0 < answer.latency_sec <= limit)
        if sign and sign.name == "too_fast":
            otherwise[len(found)] = slow
        found.append(_with(missed, sign))
    if len(otherwise) == 1:
        ((place, slow),) = otherwise.items()
        only = found[place].answer
        pace = _pace([each for each in timed if each is not only], _LEAST_OTHERS)
        if 0 < pace < _OUT_OF_PACE * only.latency_sec:
            found[place] = _with(replace(found[place], kind=None, sign=""), slow)
    return found


def _judged(sign: Sign | None, *, again: bool, known_else: bool, fast: bool) -> Sign | None:
    if sign and sign.name in _NEAR:
        return sign
    if again and (sign is None or (sign.kind == "procedural" and not known_else)):
        return Sign("conceptual", "missed_again")
    if again:
        return sign
    return Sign("careless", "too_fast") if fast else sign


def _with(missed: Mistake, sign: Sign | None) -> Mistake:
    if sign is None:
        return missed
    return replace(missed, kind=sign.kind, sign=sign.name, other=sign.other, page=sign.page)


def _left_out(answer: GradedAnswer) -> bool:
    return answer.made_by == made_by.SKIPPED


def _pace(timed: Sequence[GradedAnswer], least: int) -> float:
    """The seconds that these answers mostly took; 0 where they are fewer than `least`."""
    return median(answer.latency_sec for answer in timed) if len(timed) >= least else 0.0
