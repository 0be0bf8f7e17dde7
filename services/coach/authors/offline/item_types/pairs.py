"""Matching: three to five terms with what the text says that each is."""

from collections.abc import Iterator, Sequence

from services.coach.authors.offline.distractors import is_plural
from services.coach.authors.offline.source import Source
from services.coach.authors.offline.wording import Wording
from services.coach.drafts.draft import Choice, Draft, Pairs
from services.coach.facts.fact import Definition
from services.coach.facts.names import name_of
from services.text.words import content_of, stems_of

_LEAST, _MOST, _MOST_SIMPLE = 3, 4, 3
_LONGEST = 28  # words of a definition


def matched(definitions: Sequence[Definition], source: Source) -> Iterator[Draft]:
    """Definitions in groups, each group from different sentences, none of which names another's term (medium)."""
    wording, left = source.wording, [fact for fact in definitions if fits(fact, source)]
    most = _MOST_SIMPLE if source.simple else _MOST
    while wording and len(left) >= _LEAST:
        group = [left[0]]
        for fact in left[1:]:
            if len(group) < most and all(_apart(fact, other, source) for other in group):
                group.append(fact)
        if len(group) >= _LEAST:
            names = [name_of(fact) for fact in group]
            yield matching(group, names, wording.match.format(wording.listed(names)), source, wording)
            left = [fact for fact in left if fact not in group]
        else:
            left = left[1:]


def matching(
    group: Sequence[Definition], names: Sequence[str], question: str, source: Source, wording: Wording
) -> Draft:
    """A matching question about definitions, whose terms are called so."""
    first = group[0]
    prompts = [
        Choice(name, wording.fill(wording.said_of, name, fact.at.text), fact.at)
        for name, fact in zip(names, group, strict=True)
    ]
    shape = Pairs([(prompt, fact.said.text) for prompt, fact in zip(prompts, group, strict=True)])
    doubt = max(fact.doubt for fact in group)
    return source.draft(first.concept, first.at, question, shape, "pairs", answer_at=first.said, doubt=doubt)


def fits(fact: Definition, source: Source) -> bool:
    """Whether a definition can stand without its sentence: short, and without a word of its term."""
    said, language = fact.said.text, source.language
    if fact.doubt > 1 or len(said.split()) > _LONGEST:
        return False
    return not content_of(said, language) & content_of(fact.term.text, language)


def _apart(one: Definition, other: Definition, source: Source) -> bool:
    """Whether two definitions can stand side by side: neither names the other's term nor tells by its number."""
    if one.concept == other.concept or one.at == other.at:
        return False
    if source.kind(one) != source.kind(other) or one.printed != other.printed:
        return False
    if one.said.text[:1].isupper() != other.said.text[:1].isupper():
        return False
    if source.language == "en" and is_plural(one.term.text) != is_plural(other.term.text):
        return False
    for fact, against in ((one, other), (other, one)):
        said = set(stems_of(fact.said.text, source.language))
        if set(against.concept.key) & said:
            return False
    first, second = (content_of(fact.said.text, source.language) for fact in (one, other))
    return not (first <= second or second <= first)
