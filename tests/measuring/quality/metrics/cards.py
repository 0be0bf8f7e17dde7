"""M26: cards that only repeat the quiz, cards that are gaps, and cards whose sides do not read alone."""

import re
from collections.abc import Sequence

from contracts.items import Flashcard, Item
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.standing import claims, leans
from tests.measuring.quality.metrics.wording import content, fold

GAP = "____"
_SAME = 0.8
_HANGING = re.compile(
    r"(?i)(?:[,;:–-]|\b(?:and|or|of|to|the|an?|in|with|by|og|eller|av|til|som|und|oder|et|ou|de))\W*$"
)
_CUT_IN = re.compile(
    r"(?i)^(?:and|or|but|which|who|that|whose|thereby|og|eller|men|som|und|oder|aber|et|ou|mais|qui)\b"
)
_NUMBERS = {
    "en": "two|three|four|five|six|several",
    "no": "to|tre|fire|fem|flere",  # in English "to" is no number
    "de": "zwei|drei|vier|mehrere",
}


def fresh(cards: Sequence[Flashcard], items: Sequence[Item], language: str) -> Share:
    """Cards that rest on other sentences, in other words, than what proves the quiz's answers."""
    share = Share()
    quiz = [(fold(proof.quote), content(proof.quote, language)) for item in items for proof in item.proofs]
    for card in cards:
        quote, said = fold(card.proof.quote), content(card.proof.quote, language)
        twin = next((q for q, known in quiz if quote == q or _alike(said, known)), "")
        share.add(not twin, f"{card.question} | {card.answer}")
    return share


def _alike(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= max(3, _SAME * min(len(one), len(other)))


def asked_whole(cards: Sequence[Flashcard]) -> Share:
    """Cards that ask, and are no sentence with a gap."""
    share = Share()
    for card in cards:
        share.add(GAP not in card.question, f"{card.question} | {card.answer}")
    return share


def alone(cards: Sequence[Flashcard], language: str) -> Share:
    """Cards both of whose sides read alone: the front as a stem does, the back neither cut nor leaning."""
    share = Share()
    for card in cards:
        why = next((why for claim in claims(card.question) if (why := leans(claim))), "") or _back(card, language)
        share.add(not why, f"{why}: {card.question} | {card.answer}")
    return share


def _back(card: Flashcard, language: str) -> str:
    back = card.answer.strip()
    if GAP in card.question:
        return ""
    if found := _HANGING.search(back) or _CUT_IN.search(back):
        return f"the back is cut at {found.group().strip()!r}"
    if found := re.search(rf"(?i)\b(?:{_NUMBERS.get(language, '(?!)')}) [\w -]{{2,40}}(?:of|:|av)?\W*$", back):
        return f"the back promises {found.group().strip()!r}"
    why = leans(back)
    return f"the back {why}" if why else ""
