"""Terms as they are named in a question: without the capital that only a sentence's beginning gave them."""

import re

from services.coach.drafts.draft import Span
from services.coach.facts.fact import Definition
from services.text.words import ARTICLES

_CLAUSE = re.compile(r"(?:that|at|dass) ")
# "Sails, on the other hand, are ...": than what, the sentence before says.
_SET_AGAINST = re.compile(
    r", (?:on the other hand|however|in turn|by contrast|in contrast|though|therefore|thus|instead"
    r"|derimot|imidlertid|på den annen side|på sin side|dagegen|hingegen|jedoch|allerdings|en revanche|par contre"
    r"|cependant),",
    re.IGNORECASE,
)
_CODE = re.compile(r"[._()\d]|.[A-Z]")


def name_of(fact: Definition) -> str:
    """The term that is defined, as its span has it, small where the concept is."""
    text = fact.name or fact.term.text
    if fact.concept.name[:1].islower() and text[:1].isupper() and not text[1:2].isupper():
        return text[:1].lower() + text[1:]
    return text


def answer_of(fact: Definition) -> Span:
    """What says what the term is: the sentence, or only what it says of the term where it sets it against another."""
    between = fact.at.block.text[fact.term.end : fact.said.start]
    return fact.at if fact.asks and not _SET_AGAINST.search(between) else fact.said


def begun(text: str) -> str:
    """With a capital, as a sentence begins, but for what is written just so ("foo.png", "macOS")."""
    first = (text.split() or [""])[0].rstrip(",;:")
    return text if _CODE.search(first) else text[:1].upper() + text[1:]


def within(text: str) -> str:
    """As it stands within a sentence, where an article shows that only the beginning of one gave it its capital."""
    words = text.split()
    return text[:1].lower() + text[1:] if words and words[0].lower() in ARTICLES else text


def is_clause(said: str) -> bool:
    """Whether what a term means is said as a clause ("that both gates are shut"), which defines no thing."""
    return bool(_CLAUSE.match(said))
