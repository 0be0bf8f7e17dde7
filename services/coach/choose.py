"""Which drafts make the quiz and the cards: focus areas first, by relevance, mixed, none twice. Pure.

1. Nothing that the session was asked before: same quote and answer, or same question.
2. No sentence, and none that reads much like it, is asked twice; a concept at most three times.
3. Half of the places go to focus areas while these have drafts left.
4. For each place the least costly draft is taken: doubt costs most, then lower relevance, another question about the
   same concept, another difficulty than ordered, the same frame again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from rapidfuzz.fuzz import token_set_ratio

from contracts.coaching import Asked
from contracts.quizzes import Difficulty
from services.coach.draft import Draft
from services.coach.order import PER_CONCEPT
from services.coach.words import fold

_ALIKE = 88
_LEVEL = {"EASY": 0, "MEDIUM": 1, "HARD": 2}
_DOUBT, _RANK, _AGAIN, _FRAME = 5.0, 4.0, 3.0, 2.0
# Reasons and contrasts are rare: an order for hard questions takes them though they be doubtful.
_DISTANCE = {"EASY": 3.0, "MEDIUM": 3.0, "HARD": 6.0}
# How many of a mixed quiz are multiple choice.
_CHOICE_SHARE = {"EASY": 0.6, "MEDIUM": 0.5, "HARD": 0.4}


class Chosen:
    """Takes drafts one by one. `repeated` counts those left out because they were asked before or say the same."""

    def __init__(self, drafts: Iterable[Draft], asked: Sequence[Asked], difficulty: Difficulty) -> None:
        self._difficulty = difficulty
        self._facts = {(fold(each.quote), _bare(each.answer)) for each in asked}
        self._stems = {fold(each.question) for each in asked}
        self._quotes: list[str] = []
        self._concepts: Counter[tuple[str, ...]] = Counter()
        self._frames: Counter[str] = Counter()
        self._left = list(drafts)
        self.taken: list[Draft] = []
        self.repeated = 0

    def fill(self, wanted: int, *, mixed: bool) -> list[Draft]:
        """At most `wanted` drafts in the order of their choosing."""
        for focus, most in ((True, (wanted + 1) // 2), (False, wanted)):
            while len(self.taken) < most:
                if not any(self._take(kind, focus) for kind in self._kinds(mixed)):
                    break
        return self.taken

    def at_limit(self) -> int:
        """How many concepts have been asked about as often as they may be, and have more to ask."""
        left = {draft.concept.key for draft in self._left}
        return sum(count >= PER_CONCEPT and key in left for key, count in self._concepts.items())

    def _kinds(self, mixed: bool) -> Sequence[Literal["choice", "cloze"] | None]:
        if not mixed:
            return (None,)
        choices = sum(draft.kind == "choice" for draft in self.taken)
        first = choices < _CHOICE_SHARE[self._difficulty] * (len(self.taken) + 1)
        return ("choice", "cloze") if first else ("cloze", "choice")

    def _take(self, kind: str | None, focus: bool) -> bool:
        """Takes the best draft of a kind (None: any); False: there is none."""
        fitting = [
            draft
            for draft in self._left
            if kind in (None, draft.kind)
            and (draft.concept.focus or not focus)
            and self._concepts[draft.concept.key] < PER_CONCEPT
        ]
        for draft in sorted(fitting, key=self._cost):
            self._left.remove(draft)
            if self._repeats(draft):
                self.repeated += 1
                continue
            self._concepts[draft.concept.key] += 1
            self._frames[draft.frame] += 1
            self._quotes.append(fold(draft.quote))
            self._stems.add(fold(draft.question))
            self.taken.append(draft)
            return True
        return False

    def _cost(self, draft: Draft) -> float:
        return (
            _DOUBT * draft.doubt
            + _RANK * draft.concept.rank
            + _AGAIN * self._concepts[draft.concept.key]
            + _DISTANCE[self._difficulty] * abs(_LEVEL[draft.difficulty] - _LEVEL[self._difficulty])
            + _FRAME * self._frames[draft.frame]
        )

    def _repeats(self, draft: Draft) -> bool:
        quote = fold(draft.quote)
        if (quote, _bare(draft.answer)) in self._facts or fold(draft.question) in self._stems:
            return True
        return any(token_set_ratio(quote, other) >= _ALIKE for other in self._quotes)


def _bare(text: str) -> str:
    return fold(text).strip(".,;:!?…\"'“”„‘’«»()[] ")
