"""How to ask for what a sentence lists, in the sentence's own words: what leads to the list is quoted as it stands."""

from services.coach.authors.offline.source import Source
from services.coach.facts.fact import Enumeration
from services.coach.sentences.clauses import has_verb, words_of
from services.coach.sentences.vocabulary import SMALL, VERBS

_FEWEST = 2  # the first of `Wording.counts`


def asked(fact: Enumeration, source: Source, *, choose: bool = False) -> str:
    """The question for the members, to be named or (`choose`) to be chosen among others. Needs a wording.

    "The cart has two wheels: ..." is a clause of its own; "Carts consist of ..." breaks off before the list; of
    "... are kinds of cart" only the last words are quoted.
    """
    wording, language = source.wording, source.language
    assert wording
    lead, text = _lead(fact), fact.at.block.text
    by_itself = text[: fact.members[0].start].rstrip().endswith(":")
    if lead and by_itself and _is_clause(lead, language):
        return wording.fill(wording.listed_after if choose else wording.list_after, lead)
    ends = not text[fact.members[-1].end : fact.at.end].strip(" .!")
    if lead and ends and has_verb(lead, language):
        broken = wording.quoted(f"{lead} …")
        if choose:
            return wording.listed_in.format(broken)
        return wording.list_in.format(broken, wording.counts.split()[len(fact.members) - _FEWEST])
    return wording.fill(wording.which_listed if choose else wording.list_them, fact.what.text)


def _lead(fact: Enumeration) -> str:
    """The sentence as far as the list, without a colon; "" where the list comes first."""
    return fact.at.block.text[fact.at.start : fact.members[0].start].rstrip(" :")


def _is_clause(lead: str, language: str) -> bool:
    """Whether it can be quoted as what the text says: it has a verb, and does not end with one or a small word."""
    words = [word.lower() for word in words_of(lead)]
    return has_verb(lead, language) and words[-1] not in VERBS[language] | SMALL[language]
