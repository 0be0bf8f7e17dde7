"""Open answers without a model: accepted where they surely say what they must, else for the learner to compare.

Never failed by machine: who says the same in other words shares few of the text's. Pure.
"""

import re

from contracts.items import ShortAnswer
from services.text.words import fold, main_stems_of

_ENOUGH, _ENOUGH_EACH = 0.7, 0.5
_LEAST_STEMS = 2
_NEGATIONS = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|[a-z]+n't"
    r"|ikke|ingen|aldri|uten|verken|hverken|nicht|keine?[rsmn]?|nie|ohne|weder)\b"
)


def holds(item: ShortAnswer, answer: str, language: str) -> bool:
    """True if the answer holds most of the content of all key points, half of each, and denies what they deny.

    Words that the question says already prove nothing. False says nothing.
    """
    said, told = main_stems_of(answer, language), main_stems_of(item.question, language)
    if len(said - told) < _LEAST_STEMS:
        return False
    shares, right, wanted = [], 0, 0
    for point in item.key_points:
        stems = main_stems_of(point.text, language)
        stems = (stems - told) or stems
        if not stems:
            continue
        shares.append(len(stems & said) / len(stems))
        right, wanted = right + len(stems & said), wanted + len(stems)
    if not wanted or right / wanted < _ENOUGH or min(shares) < _ENOUGH_EACH:
        return False
    return _denials(answer) == _denials(" ".join(point.text for point in item.key_points))


def _denials(text: str) -> int:
    """1 where an odd number of negations stands, else 0."""
    return len(_NEGATIONS.findall(fold(text).replace("’", "'"))) % 2
