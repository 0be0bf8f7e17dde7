"""Ranks passages by a question: BM25 over a sentence, with what stands around it counted less.

Each word of the question counts by how rare it is in the text, whatever stands for it: another form a little less than
the word itself, a part of a longer word and a misspelling less again. `share` says how much of the question a passage
holds, so that who answers can tell a passage that has all of it from one that has a word of it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log

from services.search.passages import Passage
from services.search.words import How, Word, resolved, terms_of

_K1, _B = 1.2, 0.5
_AROUND, _HEADING = 0.35, 0.4
"""What a word counts that stands beside the sentence, or in its heading."""
_WORTH: Mapping[How, float] = {"same": 1.0, "form": 0.9, "part": 0.6, "typo": 0.8, "nowhere": 0.0}
_OTHER_FORM = 0.7
_ALL = 0.5
"""How much of a score hangs on what share of the question a passage holds."""


@dataclass(frozen=True)
class Counts:
    """Of a whole text of which only some passages are ranked: how many units it has, and in how many each term is."""

    units: int
    terms: Mapping[str, int]


@dataclass(frozen=True)
class Found:
    """A passage that holds words of the question. `number`: its place in what was ranked; `score`: the more the better,
    to be compared within one ranking only; `share`: how much of the question stands in it or around it, from 0 to 1;
    `words`: which of its words (as asked) stand in the sentence itself."""

    number: int
    score: float
    share: float
    words: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """The passages that hold anything of the question, the best first, and what became of each of its words."""

    found: Sequence[Found]
    words: Sequence[Word]

    @property
    def missing(self) -> list[str]:
        """The words of the question that the text has in no form."""
        return [word.said for word in self.words if word.how == "nowhere"]


def ranked(
    question: str,
    passages: Sequence[Passage],
    language: str,
    words: Sequence[Word] | None = None,
    counts: Counts | None = None,
) -> Ranking:
    """Passages by a question; `language` is the text's. Of passages chosen out of a larger text `words` (see
    `resolved`) and `counts` are the whole text's; left out, they are those of the passages."""
    once: dict[str, Counter[str]] = {}

    def terms_in(text: str) -> Counter[str]:
        if (terms := once.get(text)) is None:
            terms = once[text] = Counter(terms_of(text, language))
        return terms

    own = [terms_in(passage.text) for passage in passages]
    if counts is None:
        held_by = ({*terms, *terms_in(each.heading)} for terms, each in zip(own, passages, strict=True))
        counts = Counts(len(own), Counter(chain.from_iterable(held_by)))
    if words is None:
        words = resolved(question, counts.terms, language)
    sought = [(word, _values(word)) for word in words if word.stems]
    weights = {word.said: weight_of(word, counts) for word, _ in sought}
    total = sum(weights.values()) + sum(log(1 + 2 * counts.units) for word in words if not word.stems)
    mean = sum(map(Counter.total, own)) / max(len(own), 1)
    found = []
    for number, (passage, terms) in enumerate(zip(passages, own, strict=True)):
        before, after, above = terms_in(passage.before), terms_in(passage.after), terms_in(passage.heading)
        longer = 1 - _B + _B * terms.total() / max(mean, 1.0)
        score = held = 0.0
        here = []
        for word, values in sought:
            inside = sum(terms[term] * value for term, value in values.items())
            near = sum(
                (_AROUND * (before[term] + after[term]) + _HEADING * above[term]) * value
                for term, value in values.items()
            )
            often = inside / longer + near
            if not often:
                continue
            score += weights[word.said] * often * (_K1 + 1) / (often + _K1)
            held += weights[word.said] * min(1.0, max(inside, near))
            if inside:
                here.append(word.said)
        if score:
            share = held / total if total else 0.0
            found.append(Found(number, score * (1 - _ALL + _ALL * share), share, tuple(here)))
    return Ranking(sorted(found, key=lambda each: (-each.score, each.number)), words)


def _values(word: Word) -> dict[str, float]:
    """What each stem counts that stands for a word."""
    first = _WORTH[word.how]
    return {stem: first * (1.0 if n == 0 or word.how != "same" else _OTHER_FORM) for n, stem in enumerate(word.stems)}


def weight_of(word: Word, counts: Counts) -> float:
    """How rare a word is in a text, in any of its forms."""
    held = min(counts.units, sum(counts.terms.get(term, 0) for term in word.stems))
    return log(1 + (counts.units - held + 0.5) / (held + 0.5))
