"""A plan's steps before they are worded: what kind each is, about what, and how many right answers it takes. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from contracts.lessons import StepType

Kind = Literal["basis", "explain", "examples", "smaller", "check", "practice", "harder"]
TYPES: Mapping[Kind, StepType] = {
    "basis": "explain",
    "explain": "explain",
    "examples": "explain",
    "smaller": "explain",
    "check": "check",
    "practice": "practice",
    "harder": "practice",
}
MOST_NEEDED, MOST_CONCEPTS = 10, 8


@dataclass(frozen=True)
class Draft:
    """`told`: concepts that no or hardly a question is about; they are explained with the others."""

    kind: Kind
    concepts: tuple[str, ...]
    told: tuple[str, ...] = ()
    needed: int = 1

    @property
    def type(self) -> StepType:
        return TYPES[self.kind]


def squeezed(drafts: Sequence[Draft], most: int) -> list[Draft]:
    """At most so many: checks go first, then explanations are joined, then they go into the practice that ends it."""
    found = list(drafts)
    while len(found) > max(1, most):
        checks = [n for n, each in enumerate(found) if each.kind == "check"]
        plain = [n for n, each in enumerate(found[:-1]) if each.type == "explain" and n + 1 < len(found) - 1]
        pairs = [n for n in plain if found[n + 1].type == "explain"]
        # What stands first is what matters now, so that the last are joined.
        apart = [n for n in pairs if found[n].kind != "basis"] or pairs
        if checks:
            del found[checks[-1]]
        elif apart:
            found[apart[-1] : apart[-1] + 2] = [_joined(found[apart[-1]], found[apart[-1] + 1])]
        else:
            del found[-2]
    return found


def _joined(one: Draft, other: Draft) -> Draft:
    concepts = tuple(dict.fromkeys((*one.concepts, *other.concepts)))[:MOST_CONCEPTS]
    return Draft(one.kind, concepts, tuple(dict.fromkeys((*one.told, *other.told))))


def counted(drafts: Sequence[Draft], budget: Callable[[str], int], least: int) -> list[Draft]:
    """The same with what each step takes, so that a plan asks no question that does not exist: a step for which none
    is left goes, as long as more than `least` stay. Of fewer questions than steps one is asked again."""
    found = list(drafts)
    while True:
        shares = _shares(found, budget)
        empty = [n for n, each in enumerate(shares) if not each]
        spare = [n for n in empty if found[n].kind == "check"] or [n for n in empty if n < len(found) - 1]
        if not spare or len(found) <= least:
            return [replace(each, needed=max(1, share)) for each, share in zip(found, shares, strict=True)]
        at = spare[-1]
        beside = next((n for n in (at - 1, at + 1) if n >= 0 and found[n].type == found[at].type == "explain"), None)
        if beside is not None:
            first, last = sorted((at, beside))
            found[first : last + 1] = [_joined(found[first], found[last])]
        else:
            del found[at]


def _shares(drafts: Sequence[Draft], budget: Callable[[str], int]) -> list[int]:
    """Each concept's answers: one for each of its steps, then in turn the rest for practice, checks, explanations. What
    is told beside others is asked once with them, if it can be."""
    shares = [min(MOST_NEEDED, sum(min(1, budget(name)) for name in each.told)) for each in drafts]
    names = list(dict.fromkeys(name for each in drafts for name in each.concepts))
    left = {name: budget(name) for name in names}
    own = {name: [n for n, each in enumerate(drafts) if name in each.concepts] for name in names}
    order: Sequence[StepType] = ("practice", "check", "explain")
    for name in names:
        for n in sorted(own[name], key=lambda n: drafts[n].kind == "check"):
            if left[name] and shares[n] < MOST_NEEDED:
                shares[n] += 1
                left[name] -= 1
    for name in _cycled(names, left):
        room = [n for n in own[name] if shares[n] < MOST_NEEDED]
        if not room:
            left[name] = 0
            continue
        shares[min(room, key=lambda n: (order.index(drafts[n].type), -n))] += 1
        left[name] -= 1
    if not shares[-1] and any(shares):
        shares[max(range(len(shares)), key=lambda n: (shares[n], n))] -= 1  # What ends a lesson asks something.
        shares[-1] = 1
    return shares


def _cycled(names: Sequence[str], left: Mapping[str, int]) -> Iterator[str]:
    """The names in turn, as long as something is left of them."""
    while any(left.values()):
        yield from [name for name in names if left[name]]
