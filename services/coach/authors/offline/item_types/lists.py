"""Lists: what the text lists, to be named."""

from collections.abc import Iterator

from services.coach.authors.offline.item_types import open_questions
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Span
from services.coach.facts.fact import Enumeration
from services.coach.sentences.clauses import has_verb, words_of
from services.coach.sentences.vocabulary import SMALL, VERBS
from services.text.words import content_of

_FEWEST = 2  # the first of `Wording.counts`


def asked(fact: Enumeration, source: Source) -> str:
    """The question for the members, to be named. Needs a wording.

    "The cart has two wheels: ..." is a clause of its own; "Carts consist of ..." breaks off before the list; of
    "... are kinds of cart" only the last words are quoted.
    """
    wording, language = source.wording, source.language
    assert wording
    lead, text = _lead(fact), fact.at.block.text
    many = wording.counts.split()[len(fact.members) - _FEWEST]
    by_itself = text[: fact.members[0].start].rstrip().endswith(":")
    if lead and by_itself and _is_clause(lead, language):
        return wording.list_after.format(lead)
    ends = not text[fact.members[-1].end : fact.at.end].strip(" .!")
    if lead and ends and has_verb(lead, language):
        return wording.list_in.format(wording.quoted(f"{lead} …"), many)
    return wording.list_them.format(wording.quoted(fact.what.text), many)


def _lead(fact: Enumeration) -> str:
    """The sentence as far as the list, without a colon; "" where the list comes first."""
    return fact.at.block.text[fact.at.start : fact.members[0].start].rstrip(" :")


def _is_clause(lead: str, language: str) -> bool:
    """Whether it can be quoted as what the text says: it has a verb, and does not end with one or a small word."""
    words = [word.lower() for word in words_of(lead)]
    return has_verb(lead, language) and words[-1] not in VERBS[language] | SMALL[language]


def name_them(fact: Enumeration, source: Source) -> Iterator[Draft]:
    """All that are listed, to be named (hard)."""
    wording = source.wording
    if not wording or not 2 <= len(fact.members) <= 8:
        return
    question = asked(fact, source)
    said = content_of(question, source.language)
    if not any(content_of(member.text, source.language) <= said for member in fact.members):
        yield open_questions.asked(fact, question, whole(fact), "list", source, list(fact.members), level="recall")


def whole(fact: Enumeration) -> Span:
    """From the first member to the last."""
    return Span(fact.at.block, fact.members[0].start, fact.members[-1].end)
