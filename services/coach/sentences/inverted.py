"""A clause as it stands behind a question word: "how does the quay shelter ships", "how are ships moored". Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from services.coach.sentences.clauses import is_noun_phrase, subject_ends
from services.coach.sentences.parts import Word, parts_of
from services.coach.sentences.vocabulary import ADVERBS, SMALL
from services.text.vocabulary import frequencies
from services.text.words import ARTICLES

_FIRST = frozenset(("is", "are", "can", "may", "must", "will"))
# What may not be, or only might, asks for nothing.
_NO_STATEMENT = re.compile(
    r"\b(?:not|never|no(?! longer)|nobody|nothing|none|few|neither|hardly|little|cannot|could|would|should|might|shall"
    r"|need|do|does|\w+n['’]t"
    r"|ikke|aldri|ingen|ingenting|nicht|nie|niemand|nichts|kein\w*)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:In|On|Under|At(?! (?:best|least|most|first|last)\b)|During|With|For|Within) [^,;:]{3,50}, ")
# These stand before a clause and are no part of its subject; nor does one know which "the two" are.
_NO_SUBJECT = {
    "en": re.compile(
        r"(?:although|though|once|since|while|if|when|whenever|after|before|because|as|unless|until|where|whereas|like|unlike"
        r"|despite|without|inside|outside|within|with|during|under|over|above|below|behind|beside|near|through|between"
        r"|among|across|around|against|along|in|on|at|by|to|for|from|of|into|about|today|yesterday|tomorrow|now|then|here"
        r"|there|so|thus|however|often|sometimes|usually|normally|generally|typically|only|even|also"
        r"|(?:the )?(?:two|three|both|other|others|former|latter))\b"
        r"|(?:some|several|certain|few|many) (?!of\b)|.*\b(?:themselves|itself)$"
        r"|.*\b(?!of\b|in\b|on\b|at\b|by\b|to\b|for\b|from\b|with\b|and\b|or\b|as\b|than\b|between\b|into\b|over\b|under\b)"
        r"\w+ (?:the|an?) ",
        re.IGNORECASE,
    ),
    "de": re.compile(r"(?!(?:der|die|das|eine?|jede[rs]?|alle|viele|manche) |\w+$)", re.IGNORECASE),
}
# What ends as a verb behind what ends as a definite noun: "slusevakten tømmer".
_DEFINITE = re.compile(r"(?:[^\W\d_][\w-]* ){0,3}?\w{2,}(?:en|et|ene|a)(?= \w{2,}(?:er|es) )")
_DETERMINERS = frozenset(("en", "et", "ei", "den", "det", "de", "alle", "hver", "hvert"))
_BESIDES = frozenset(("also", "thus", "therefore"))  # which speak of what stands before
_BESIDE = re.compile(rf"^ (?:{'|'.join(sorted(_BESIDES))})\b")
_JOINING = """
    that which who whose whom where when while if because and or but how what why whether as than so unless until once
    after before since although though , : ( – — dass die der das den dem wenn weil und oder wie was ob
"""
_JOINS = frozenset(_JOINING.split())
"""Between two finite verbs stands one of these, unless the first is that of a clause which nothing leads in."""
_MOST = 12  # words of a subject
_LEAST_BASE = 3  # letters
_IRREGULAR = {"has": "have", "goes": "go", "does": "do"}
_HISSES = ("ses", "shes", "ches", "xes", "zes", "oes")


class Inverted(NamedTuple):
    """`lead`: what stands before the clause with its comma ("In spring, "); `verb`: what stands first then; the
    `subject`, as the clause writes it, and what is left."""

    lead: str
    verb: str
    subject: str
    rest: str


def inverted(clause: str, language: str, whole: str = "") -> Inverted | None:
    """A statement in the present, turned; None: its subject or its verb is not known, or it states nothing. `whole`:
    the sentence that begins with it, by which parts of speech are told."""
    if _NO_STATEMENT.search(clause):
        return None
    if language == "no":
        end = found.end() if (found := _DEFINITE.match(clause)) else subject_ends(clause, language)
        first = clause.partition(" ")[0].lower()
        opens = first in SMALL[language] and first not in _DETERMINERS
        return _turned(clause, end) if end and not opens and is_noun_phrase(clause[:end], language) else None
    lead = found.group() if (found := _LEAD.match(clause)) and language == "en" else ""
    words = [
        word for word in parts_of(whole or clause, language) if len(lead) <= word.start and word.end <= len(clause)
    ]
    verbs = [n for n, word in enumerate(words) if n and word.part == "verb" and words[n - 1].text not in ARTICLES]
    at = verbs[0] if verbs else 0
    if any(_is_finite(words[other]) and not _joined(words[one + 1 : other]) for one, other in pairwise(verbs)):
        return None  # "the information the keeper has is his": none of two is known to be the first
    if not at or at + 1 in verbs or any(word.part == "past" and not word.text.endswith("ed") for word in words[:at]):
        return None
    last = at
    while last > 1 and (words[last - 1].text.endswith("ly") or words[last - 1].text in ADVERBS.get(language, ())):
        last -= 1
    subject = clause[len(lead) : words[last - 1].end]
    if last > _MOST or not is_noun_phrase(subject, language) or _NO_SUBJECT[language].match(subject):
        return None
    if language == "de" and " " not in subject and words[0].part not in ("noun", "name"):
        return None
    if language == "de":
        return _turned(clause, words[at - 1].end) if last == at else None
    verb, said = words[at], words[at].text.lower()
    adverb = "".join(f"{word.text} " for word in words[last:at] if word.text not in _BESIDES)
    rest = _BESIDE.sub("", clause[verb.end :])
    if said in _FIRST or (said in ("has", "have") and words[at + 1 : at + 2] and words[at + 1].part == "form"):
        return Inverted(lead, said, subject, f"{adverb}{rest.strip()}")
    helper, base = ("does", _base(said)) if said.endswith("s") and not said.endswith("ss") else ("do", said)
    return Inverted(lead, helper, subject, f"{adverb}{base}{rest}")


def _is_finite(verb: Word) -> bool:
    """Whether it surely is: of "makes boats sink" only the first is."""
    return verb.text.endswith("s") or verb.text.lower() in _FIRST


def _joined(between: Sequence[Word]) -> bool:
    return not _JOINS.isdisjoint(word.text.lower() for word in between)


def _turned(clause: str, end: int) -> Inverted | None:
    """With the verb before its subject, which ends there."""
    verb, _, rest = clause[end:].strip().partition(" ")
    return Inverted("", verb, clause[:end], rest) if verb else None


def _base(verb: str) -> str:
    """Of the third person's form: of "caches" and "washes" the commoner word tells which letters are its own."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if not verb.endswith(_HISSES) or len(verb) - 2 < _LEAST_BASE:
        return verb[:-1]
    return max((verb[:-1], verb[:-2]), key=lambda word: frequencies.frequency(word, "en"))
