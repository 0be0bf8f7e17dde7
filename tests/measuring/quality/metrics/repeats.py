"""M6: how many items and cards ask what another one asks already."""

import re
from collections.abc import Sequence

from rapidfuzz.fuzz import token_set_ratio

from contracts.items import Flashcard, Item, Matching, MultipleAnswer, Numeric, Ordering, TrueFalse
from tests.measuring.quality.metrics.grounding import proofs
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import bare, content, fold

ALIKE = 85
_QUOTED = re.compile(r"[\"“«'‘](.{12,})[\"”»'’]")
_UNDER = re.compile(r"^(?:Under|Unter|Sous) [\"“«„].+?[\"”»“] ?: ")  # the heading that many questions stand under
_TOLD_BY_OPTIONS = (MultipleAnswer, Matching, Ordering)


def repeated(made: Sequence[Item | Flashcard], language: str) -> Share:
    """Each against those before it: the same answer, a question that reads alike, or the same evidence sentence.

    A number or a verdict is no answer to tell items by, so that two of these need the same sentence or question too.
    A question whose options say what it asks is compared with them.
    """
    share = Share()
    for n, each in enumerate(made):
        twin = next((other for other in made[:n] if _twins(each, other, language)), None)
        share.add(twin is None, f"{each.question} = {twin.question if twin else ''}")
    return share


def _twins(one: Item | Flashcard, other: Item | Flashcard, language: str) -> bool:
    if _evidence(one) == _evidence(other):
        return True
    if not isinstance(one, Numeric | TrueFalse) and bare(_answer(one)) == bare(_answer(other)):
        return True
    said, known = _said(one, language), _said(other, language)
    if min(len(said), len(known)) < max(3, max(len(said), len(known)) / 2):
        return said == known and bool(said)
    return token_set_ratio(" ".join(sorted(said)), " ".join(sorted(known))) >= ALIKE


def _evidence(each: Item | Flashcard) -> set[str]:
    """The sentences it rests on: one, but for pairs, each of which has its own."""
    return {fold(proof.quote) for proof in (proofs(each) if isinstance(each, Matching) else [each.proof])}


def _answer(each: Item | Flashcard) -> str:
    return each.answer if isinstance(each, Flashcard) else each.answer_text


def _said(each: Item | Flashcard, language: str) -> set[str]:
    """The content stems of what is asked, without the frame that it is asked in."""
    if isinstance(each, TrueFalse):
        return content(each.statement, language)
    options = " ".join(option.text for option in each.options) if isinstance(each, _TOLD_BY_OPTIONS) else ""
    question = _UNDER.sub("", each.question)
    quoted = _QUOTED.search(question)
    return content(f"{quoted.group(1) if quoted else question} {options}", language)
