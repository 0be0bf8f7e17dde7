"""M4 key validity: a human's definition of the keyed term fits the question better than that of any other option."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from contracts.items import Item, MultipleChoice
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import content, occurs, stems

GAP = "____"
_QUOTED = re.compile(r"[\"“«][^\"”»]*[\"”»]")


def valid_keys(items: Iterable[Item], glossary: Mapping[str, str], texts: Sequence[str], language: str) -> Share:
    """Over the choices that ask for a term by its definition, or for the definition by its term, and can be judged.
    `texts`: the document's blocks, by which rare words count more.

    Options that are terms: the key and another are in the glossary, and one of their definitions shares a word with
    the question. Options that are definitions: the question names a term of the glossary, whose human definition
    shares a word with one of them. A tie is no fit. A gap in a sentence, or a reason, is no definition.
    """
    human = {tuple(stems(term, language)): definition for term, definition in glossary.items()}
    weights = _weights([*texts, *glossary.values()], language)
    share = Share()
    for item in items:
        if not isinstance(item, MultipleChoice) or GAP in item.question:
            continue
        fits = _as_terms(item, human, weights, language) or _as_definitions(item, human, weights, language)
        key = fits.pop(item.answer, None) if fits else None
        if key is not None and fits and max(key, *fits.values()) > 0:
            share.add(key > max(fits.values()), f"{item.question} | {item.answer_text}")
    return share


def _as_terms(
    item: MultipleChoice, human: Mapping[tuple[str, ...], str], weights: Mapping[str, float], language: str
) -> dict[str, float]:
    known = {
        option.option_id: human[key] for option in item.options if (key := tuple(stems(option.text, language))) in human
    }
    asked = content(item.question, language)
    return {name: _fit(content(definition, language), asked, weights) for name, definition in known.items()}


def _as_definitions(
    item: MultipleChoice, human: Mapping[tuple[str, ...], str], weights: Mapping[str, float], language: str
) -> dict[str, float]:
    concept = human.get(tuple(stems(item.concept, language)))
    named = occurs(item.concept, _QUOTED.sub(" ", item.question))
    if not concept or not named or min(len(option.text.split()) for option in item.options) < 3:
        return {}
    wanted = content(concept, language)
    return {option.option_id: _fit(wanted, content(option.text, language), weights) for option in item.options}


def _fit(one: set[str], other: set[str], weights: Mapping[str, float]) -> float:
    """Cosine of two sets of stems by weight, from 0 to 1."""
    norm = math.sqrt(_square(one, weights) * _square(other, weights))
    return _square(one & other, weights) / norm if norm else 0.0


def _square(stems_: set[str], weights: Mapping[str, float]) -> float:
    return sum(weights.get(each, 1.0) ** 2 for each in stems_)


def _weights(texts: Sequence[str], language: str) -> dict[str, float]:
    """Inverse document frequency."""
    seen = Counter(each for text in texts for each in content(text, language))
    return {each: math.log(1 + len(texts) / count) for each, count in seen.items()}
