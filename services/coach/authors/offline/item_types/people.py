"""Who did it: a person among others whom the text names; and as a card."""

import re
from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations
from services.coach.authors.offline.distractors import apart, says_much_the_same, tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, OneOf
from services.coach.facts.fact import Deed
from services.text.words import fold

_MOST_ALIKE = 3
_YEAR = re.compile(r"\d{3,4}")


def who_did(fact: Deed, source: Source) -> Iterator[Draft]:
    """What was done, and who did it among others (medium)."""
    key, others = fact.who.text, _others(fact, source)
    if others and not _is_of_a_row(fact, source) and not tells(fact.did.text, key, others, source.language):
        wrong = [explanations.named(other, source) for other in others]
        yield from _asked(fact, OneOf(explanations.right(key, fact.at, source), wrong), source)


def card_of(fact: Deed, source: Source) -> Iterator[Draft]:
    """What was done; who did it."""
    if not tells(fact.did.text, fact.who.text, (), source.language) and not _is_of_a_row(fact, source):
        yield from _asked(fact, Card(fact.who.text), source)


def _asked(fact: Deed, shape: OneOf | Card, source: Source) -> Iterator[Draft]:
    if source.wording:
        question = source.wording.who.format(fact.did.text)
        yield source.draft(fact.concept, fact.at, question, shape, "who", answer_at=fact.who, doubt=fact.doubt)


def _others(fact: Deed, source: Source) -> Sequence[str]:
    """People called as the one is, by surname or by all names, the nearest in the text first: whom the sentence does
    not name, and of whom the text does not say much the same, unless of another year."""
    alone = " " not in fact.who.text
    people = [name.split()[-1] if alone else name for name in fact.people]
    did_so = {each.who.text.split()[-1] for each in source.facts.deeds if _is_same(fact, each, source)}
    sentence = fold(fact.at.text)
    own = people.index(fact.who.text)
    near = sorted(range(len(people)), key=lambda n: (abs(n - own), n))
    fitting = [people[n] for n in near if people[n].split()[-1] not in did_so]
    others = (name for name in fitting if fold(name.split()[-1]) not in sentence)
    return apart(others, fact.who.text, str, source.language)


def _is_of_a_row(fact: Deed, source: Source) -> bool:
    """Whether it is one of many who did the same, each in his years: nothing is learnt by one name of such a list."""
    verb = fact.did.text.split()[0]
    alike = [each for each in source.facts.deeds if each.did.text.split()[0] == verb]
    return sum(_says_the_same(fact, each, source) for each in alike) > _MOST_ALIKE


def _is_same(fact: Deed, other: Deed, source: Source) -> bool:
    """Several may have led one thing, each in years of his own."""
    years = [frozenset(_YEAR.findall(each.did.text)) for each in (fact, other)]
    return _says_the_same(fact, other, source) and (years[0] == years[1] or not all(years))


def _says_the_same(fact: Deed, other: Deed, source: Source) -> bool:
    said, told = (_YEAR.sub("", each.did.text) for each in (fact, other))
    return says_much_the_same(said, told, source.language)
