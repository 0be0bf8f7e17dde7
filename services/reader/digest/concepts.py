"""The key concepts of a document: its best terms, each with what the text says it is. Pure.

A term that the text nowhere says anything of is left out: fewer than five
concepts are better than empty ones.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from contracts.digest import KeyConcept, Term
from services.reader.digest.material import Material
from services.reader.words.sentences import stands_alone
from services.text.vocabulary.genus import names_kind

MOST_CONCEPTS = 10
_ARTICLE = re.compile(
    r"^(?:an?|en|et|ei|eine?|une?|une|una?|las?|les?|el|los|il|gli|het|os?|as|der|die|das)\s+|^l['’]", re.I
)
"""Not "the": what it leads in is one that was spoken of before, not what the word means."""
_BEHIND = r"(?:\s*\([^)]{1,60}\))?(?:,[^,.]{1,60},)?\s+"
# What stands behind a term where it is said what it is: a form of "to be" with a kind, or "means", "consists of".
_SAYS = {
    language: re.compile(rf"{_BEHIND}(?:(?P<is>{be})\s+(?:{kind})|{means})\b", re.IGNORECASE)
    for language, (be, kind, means) in {
        "da": ("er|var", "en|et|den|det|de", "betyder|består af|betegner"),
        "de": ("ist|sind|war|waren", "ein|eine|einer|eines|der|die|das", "bezeichnet|bedeutet|besteht aus|nennt man"),
        "en": ("is|are|was|were", "an?|the|any|all", "means?|refers? to|consists? of|denotes?"),
        "es": ("es|son|era|eran", "una?|el|la|los|las|unos|unas", "significa|consiste en|designa"),
        "fr": ("est|sont|était|étaient", "une?|des|les?|la|l", "désigne|signifie|consiste en"),
        "it": ("è|sono|era|erano", "une?|uno|una|il|la|lo|i|gli|le", "significa|indica|consiste"),
        "nl": ("is|zijn|was|waren", "een|de|het", "betekent|bestaat uit"),
        "no": ("er|var", "en|et|ei|den|det|de", "betyr|består av|betegner|vil si"),
        "pt": ("é|são|era|eram", "uma?|os?|as?", "significa|consiste"),
        "sv": ("är|var", "en|ett|den|det|de", "betyder|består av|betecknar"),
    }.items()
}


def said_of(terms: Sequence[Term], material: Material) -> dict[str, str]:
    """By folded term: the first sentence that understands itself and says what a term without a definition is."""
    wanted: defaultdict[str, list[str]] = defaultdict(list)
    for term in terms:
        if not term.definition:
            wanted[term.term.casefold().split()[0]].append(term.term.casefold())
    found: dict[str, str] = {}
    if not wanted:
        return found
    for sentence in _sentences(material):
        opening = _ARTICLE.sub("", sentence.casefold())
        for name in wanted.get(re.split(r"[\s,(]", opening, maxsplit=1)[0], ()):
            if name not in found and opening.startswith(name) and _says(opening[len(name) :], material.language):
                found[name] = sentence
    return found


def _sentences(material: Material) -> Iterator[str]:
    for prose in material.prose:
        for start, end in prose.sentences:
            if stands_alone(sentence := prose.block.text[start:end]):
                yield sentence


def _says(behind: str, language: str) -> bool:
    """Whether it goes on as a definition does; never in a language whose definitions we do not know."""
    found = _SAYS[language].match(behind) if language in _SAYS else None
    return found is not None and (not found["is"] or names_kind(behind[found.end("is") :], language))


def concepts_of(terms: Sequence[Term], said: Mapping[str, str]) -> list[KeyConcept]:
    """The best ten, those with a definition first while there are enough of them; in order of rank."""
    told = [(n, term.definition or said.get(term.term.casefold(), "")) for n, term in enumerate(terms)]
    defined = [n for n, definition in told if definition and terms[n].definition]
    others = [n for n, definition in told if definition and not terms[n].definition]
    return [
        KeyConcept(term=terms[n].term, definition=told[n][1], relevance=terms[n].relevance)
        for n in sorted([*defined, *others][:MOST_CONCEPTS])
    ]
