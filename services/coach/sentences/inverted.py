"""A clause as it stands behind a question word: "how does the quay shelter ships", "how are ships moored". Pure."""

import re
from typing import NamedTuple

from services.coach.sentences.clauses import is_noun_phrase, subject_ends
from services.coach.sentences.parts import parts_of
from services.coach.sentences.vocabulary import ADVERBS

_FIRST = frozenset(("is", "are", "can", "may", "must", "will", "does", "do"))
_BESIDES = frozenset(("also", "thus", "therefore"))  # which speak of what stands before
_BESIDE = re.compile(rf"^ (?:{'|'.join(sorted(_BESIDES))})\b")
_LEAD = re.compile(r"(?:In|On|Under|At|During|With|For|Within) [^,;:]{3,50}, ")
# What ends as a verb behind what ends as a definite noun: "slusevakten tømmer".
_DEFINITE = re.compile(r"(?:[^\W\d_][\w-]* ){0,3}?\w{2,}(?:en|et|ene|a)(?= \w{2,}(?:er|es) )")
_MOST = 12  # words of a subject
_IRREGULAR = {"has": "have", "does": "do", "goes": "go"}


class Inverted(NamedTuple):
    """`lead`: what stands before the clause with its comma ("In spring, "); `verb`: what stands first then; the
    `subject`, as the clause writes it, and what is left."""

    lead: str
    verb: str
    subject: str
    rest: str


def inverted(clause: str, language: str, whole: str = "") -> Inverted | None:
    """A statement in the present, turned; None: its subject or its verb is not known. `whole`: the sentence that
    begins with it, by which parts of speech are told."""
    if language == "no":
        end = found.end() if (found := _DEFINITE.match(clause)) else subject_ends(clause, language)
        return _turned(clause, end) if end else None
    lead = found.group() if (found := _LEAD.match(clause)) and language == "en" else ""
    words = [
        word for word in parts_of(whole or clause, language) if len(lead) <= word.start and word.end <= len(clause)
    ]
    at = next((n for n, word in enumerate(words) if n and word.part == "verb"), 0)
    if not at or any(word.part == "past" and not word.text.endswith("ed") for word in words[:at]):
        return None
    last = at
    while last > 1 and (words[last - 1].text.endswith("ly") or words[last - 1].text in ADVERBS.get(language, ())):
        last -= 1
    subject = clause[len(lead) : words[last - 1].end]
    if last > _MOST or not is_noun_phrase(subject, language):
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


def _turned(clause: str, end: int) -> Inverted | None:
    """With the verb before its subject, which ends there."""
    verb, _, rest = clause[end:].strip().partition(" ")
    return Inverted("", verb, clause[:end], rest) if verb else None


def _base(verb: str) -> str:
    """Of the third person's form."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else verb[:-1]
