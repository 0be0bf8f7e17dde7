"""A sentence with a gap for its term: whether the rest tells what belongs there, and how doubtful the gap is. Pure."""

import re

from services.coach.alphabets import is_together
from services.coach.authors.offline.mentions import Mention
from services.coach.draft import GAP
from services.coach.order import Order
from services.coach.words import content_of, fold, is_common, is_small, stems_of, tells_all

_LONGEST = 560
_EARLY = 0.25
_LEAST_HIDDEN = 4
_POINTED_AT = re.compile(
    r"\b(?:this|these|that|those|such|dette|denne|disse|slike?|diese[rsmn]?|jene[rsmn]?)\s+$", re.IGNORECASE
)
_LIST = re.compile(r",\s*$")


def gapped_sentence(mention: Mention, language: str) -> str | None:
    """The sentence with a gap for the term; None: the rest tells it, or anything might stand there."""
    sentence = mention.sentence
    before = sentence.block.text[sentence.start : mention.start]
    after = sentence.block.text[mention.end : sentence.end]
    if "__" in before + after or len(before + after) > _LONGEST:
        return None
    if (
        (_LIST.search(before) and after.lstrip()[:1] == ",")
        or before.rstrip().endswith("(")
        or _POINTED_AT.search(before)
    ):
        return None
    if language != "de" and mention.text[0].isupper() and _part_of_name(before, after):
        return None
    rest = before + " " + after
    together = is_together(mention.text[0])
    if (together or len(mention.text) >= _LEAST_HIDDEN) and fold(mention.text) in fold(rest):
        return None
    if content_of(mention.text, language) & content_of(rest, language):
        return None
    if tells_all(rest, mention.concept.name, language):
        return None
    return before + GAP + after


def _part_of_name(before: str, after: str) -> bool:
    """Whether a capital word stands on either side: what is left of a name gives the gap away."""
    words = before.split()
    return (after[:1] == " " and after[1:2].isupper()) or (
        len(words) > 1 and words[-1][0].isupper() and not is_small(words[-1])
    )


def doubt_of_gap(mention: Mention, order: Order) -> int:
    """A gap is more doubtful at the beginning, for what the title says, for a word of every day,
    and with nothing else of the subject beside it."""
    trivial = set(mention.concept.key) <= set(stems_of(order.title, order.language))
    alone = not mention.others and not mention.defines
    common = len(mention.concept.key) == 1 and is_common(mention.concept.name, order.language)
    return min(2, mention.sentence.doubt + (is_early(mention) or trivial or alone or common))


def is_early(mention: Mention) -> bool:
    sentence = mention.sentence
    return mention.start - sentence.start < _EARLY * (sentence.end - sentence.start) and not mention.defines
