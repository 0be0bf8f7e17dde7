"""What a document's sentences tell of its terms, and the brief summaries of its sections, in reading order."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from contracts.digest import Term
from services.reader.digest.material import Material
from services.reader.words.sentences import stands_alone

SENTENCES, CHARACTERS, LINES_CHARACTERS = 8, 1400, 300
_BULLETS = " \t▶►▸•◦▪■–-*"
# Speaks to the reader, or of the document's other parts.
POINTS = re.compile(
    r"\b(?:you|your|we|our|us|section|chapter|figure|table|above|below|following|appendix|du|vi|kapittel|avsnitt|figur|tabell)\b",
    re.I,
)
Weights = Mapping[int, Mapping[int, float]]


def weights_of(material: Material, terms: Sequence[Term]) -> dict[int, dict[int, float]]:
    """How much each sentence that stands alone tells: by index of the prose block, and of the sentence in it."""
    value = {term.term.casefold(): {"High": 3.0, "Medium": 2.0, "Low": 1.0}[term.relevance] for term in terms}
    definitions = {term.definition: value[term.term.casefold()] for term in reversed(terms) if term.definition}
    by_first: defaultdict[str, list[str]] = defaultdict(list)
    for name in value:
        by_first[name.split()[0][:4]].append(name)
    weights: dict[int, dict[int, float]] = {}
    opened = -1
    for n, prose in enumerate(material.prose):
        opens, opened = prose.section != opened, prose.section
        for m, (start, end) in enumerate(prose.sentences):
            sentence = prose.block.text[start:end]
            if not stands_alone(sentence) or ":" in sentence[-2:]:
                continue
            folded = sentence.casefold()
            near = {name for word in folded.split() for name in by_first.get(word[:4], ())}
            told = sum(value[name] for name in near if name in folded)
            length = sentence.count(" ") + 1
            weight = told / math.sqrt(max(length, 8)) + 0.4 * definitions.get(sentence, 0.0)
            weight += 0.6 if opens and m == 0 else 0.2 if m == 0 else 0.0
            weights.setdefault(n, {})[m] = (
                weight * (0.6 if length > 35 else 1.0) * (0.4 if POINTS.search(sentence) else 1.0)
            )
    return weights


def best_sentences(members: Iterable[int], material: Material, weights: Weights, *, most: int, characters: int) -> str:
    """The weightiest sentences of these prose blocks, in reading order; "" when none stands alone."""
    ranked = sorted(((-weight, n, m) for n in members for m, weight in weights.get(n, {}).items()))
    chosen: list[tuple[int, int]] = []
    said: set[str] = set()
    for _, n, m in ranked:
        start, end = material.prose[n].sentences[m]
        sentence = material.prose[n].block.text[start:end]
        if len(chosen) < most and end - start < characters and sentence not in said:
            chosen.append((n, m))
            said.add(sentence)
            characters -= end - start + 1
    spans = [(n, *material.prose[n].sentences[m]) for n, m in sorted(chosen)]
    return " ".join(material.prose[n].block.text[start:end] for n, start, end in spans)


def first_lines(members: Iterable[int], material: Material, characters: int) -> str:
    """What these prose blocks begin with, for slides and notes that hold no sentence; "" of no block."""
    said = ""
    for n in members:
        line = material.prose[n].block.text.lstrip(_BULLETS).rstrip(" .;:,")
        if said and len(said) + len(line) + 2 > characters:
            break
        said = f"{said}; {line}" if said else line
    return said if len(said) <= characters else said[:characters].rsplit(" ", 1)[0] + " …"
