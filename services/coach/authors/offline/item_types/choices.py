"""Multiple choice: which term the text defines so, what it says a term is or does, and, where nothing better is
there, which term fits the gap."""

from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations
from services.coach.authors.offline.distractors import (
    LEAST,
    about_as_long,
    alike,
    apart,
    is_plural,
    other_terms,
    says_much_the_same,
    tells,
)
from services.coach.authors.offline.item_types.gap import doubt_of_gap, gapped_sentence, predicate_of
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Draft, OneOf, Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.facts.names import is_clause, name_of
from services.coach.sentences.mentions import Mention
from services.text.words import content_of, stems_of

_SUBJECT = 3  # words


def which_term(fact: Definition, source: Source) -> Iterator[Draft]:
    """What the text says, and the term for it among other terms (easy)."""
    wording, said = source.wording, fact.said.text
    if not wording:
        return
    key = name_of(fact)
    others = other_terms(key, fact.concept, fact.at.text, source)
    if not others or is_clause(said) or tells(said, key, [other.name for other in others], source.language):
        return
    shape = _among(key, others, fact.at, source)
    question = wording.fill(wording.which_is, said)
    yield source.draft(fact.concept, fact.at, question, shape, "which", "EASY", answer_at=fact.term, doubt=fact.doubt)


def which_does(mention: Mention, source: Source) -> Iterator[Draft]:
    """What the text says of a term that begins its sentence, and the term for it among others of its kind (medium)."""
    wording, at = source.wording, predicate_of(mention, source.language)
    if not wording or at is None or mention.sentence.doubt:
        return
    said, key = at.text, mention.term
    if source.is_lay(key):
        return
    others = other_terms(key, mention.concept, mention.sentence.text, source)
    others = [other for other in others if not _may_do(other, said, source)]
    if len(others) < LEAST or tells(said, key, [other.name for other in others], source.language):
        return
    sentence, answer = mention_spans(mention)
    shape = _among(key, others, sentence, source)
    question = wording.which_does.format(said)
    yield source.draft(mention.concept, sentence, question, shape, "does", answer_at=answer)


def _among(key: str, others: Sequence[Concept], at: Span, source: Source) -> OneOf:
    """A term among others; `at`: what proves it."""
    first, *rest = alike([key, *(other.name for other in others)])
    wrong = [explanations.other_term(text, other, source) for text, other in zip(rest, others, strict=True)]
    return OneOf(explanations.right(first, at, source) if source.wording else Choice(first), wrong)


def _may_do(other: Concept, said: str, source: Source) -> bool:
    """Whether the text speaks of another term in much the same words, so that it may be right too."""
    place = source.places.of(other)
    return says_much_the_same(said, f"{other.definition} {place.at.text if place else ''}", source.language)


def what_it_is(fact: Definition, source: Source) -> Iterator[Draft]:
    """A term, and what the text says it is among what it says of other terms (medium)."""
    wording, said, language = source.wording, fact.said.text, source.language
    name = name_of(fact)
    if not wording or not (fact.asks or (fact.printed and source.any_kind)) or tells(name, said, (), language):
        return
    fitting, once = [], {fact.concept}
    for n, other in enumerate(source.of_kind(fact)):
        text = other.said.text
        if other.concept in once or other.at == fact.at or not about_as_long(said, text):
            continue
        # What speaks of the key's concept would tell by its words, or be right too.
        if set(fact.concept.key) & set(stems_of(text, language)) or text[:1].isupper() != said[:1].isupper():
            continue
        if language == "en" and is_plural(name_of(other)) != is_plural(name):
            continue
        if other.asks.split()[:1] != fact.asks.split()[:1]:
            continue
        if content_of(other.term.text, language) & content_of(said, language):
            continue
        once.add(other.concept)
        fitting.append((abs(len(text) - len(said)) // 8, n, other))
    near = [other for *_, other in sorted(fitting, key=lambda each: each[:2])]
    others = apart(near, said, lambda other: other.said.text, language)
    if not others:
        return
    wrong = [explanations.said_of(o.said.text, name_of(o), o.at, source) for o in others]
    shape = OneOf(explanations.right(said, fact.at, source), wrong)
    question = wording.what.format(fact.asks) if fact.asks else wording.fill(wording.meant, name)
    yield source.draft(fact.concept, fact.at, question, shape, "what", answer_at=fact.said, doubt=fact.doubt)


def fits_gap(mention: Mention, source: Source) -> Iterator[Draft]:
    """A sentence and the term for its gap: more than one term may fit, so it is the last resort."""
    wording = source.wording
    gapped = gapped_sentence(mention, source.language)
    if gapped is None or mention.said:
        return
    key, concept = mention.term, mention.concept
    others = other_terms(key, concept, mention.sentence.text, source)
    before = mention.sentence.block.text[mention.sentence.start : mention.start]
    others = [other for other in others if article_fits(before, other.name, source.language)]
    others = [other for other in others if mention.named or not _shares_subject(mention, other, source)]
    if source.language == "en":
        others = [other for other in others if is_plural(other.name) == is_plural(key)]
    if len(others) < 2 or tells(gapped, key, [other.name for other in others], source.language):
        return
    sentence, answer = mention_spans(mention)
    shape = _among(key, others, sentence, source)
    question = wording.fill(wording.which_fits, gapped) if wording else gapped
    doubt = doubt_of_gap(mention, source)
    yield source.draft(
        concept, sentence, question, shape, "fits", "EASY" if mention.named else "MEDIUM", answer_at=answer, doubt=doubt
    )


def _shares_subject(mention: Mention, other: Concept, source: Source) -> bool:
    """Whether the text speaks of another term with the words that the sentence begins with, so that it may fit too."""
    place = source.places.of(other)
    first = content_of(" ".join(mention.sentence.text.split()[:_SUBJECT]), source.language)
    return place is not None and bool(first & content_of(place.at.text, source.language))


def mention_spans(mention: Mention) -> tuple[Span, Span]:
    """The mention's sentence and its own place."""
    sentence = mention.sentence
    return Span(sentence.block, sentence.start, sentence.end), Span(sentence.block, mention.start, mention.end)


_ARTICLES = frozenset(
    ("en", "et", "ei", "ein", "eine", "einen", "einem", "einer", "der", "die", "das", "den", "dem", "des", "det")
)


def article_fits(before: str, other: str, language: str) -> bool:
    """Whether a term can follow what stands before it; where gender shows there, nobody knows."""
    last = (before.split() or [""])[-1].lower()
    if last in ("a", "an"):
        return (other[:1].lower() in "aeiou") == (last == "an")
    return language == "en" or last not in _ARTICLES
