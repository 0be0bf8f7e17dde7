"""Finds what answers a question in the document, or says that nothing does. Pure.

1. "What is X" is answered by the sentence that defines X, and by nothing else where X is a concept of the document;
   "the difference between X and Y" by a sentence that sets them apart, else by the definitions of both.
2. Any other question by a sentence in which (nearly) all its words stand, weighed by how rare they are in the blocks; a
   word that the blocks do not have at all means that they do not tell. What a sentence leans on counts a little less.
3. The sentence must also give what the kind of question asks for: a time, a number of the right thing, a reason of the
   right effect, a name, a contrast.
4. Better to say "not told" than to quote what does not answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from services.coach.drafts.draft import Span
from services.coach.sentences.split import LAST_RESORT
from services.coach.tutor.asked import Asked, asked_of
from services.coach.tutor.differing import side_by_side
from services.coach.tutor.explaining import told_of
from services.coach.tutor.fitting import fits
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.passages import definition_of
from services.coach.tutor.wording import Line, Paragraph, Told, phrases_of
from services.text.alphabets import has_no_case
from services.text.forms import forms_of
from services.text.splitting import ends
from services.text.words import holds, stems_of

_ENOUGH = 0.8
_AROUND = 0.8
"""What a word counts that only stands in what the sentence leans on, or is what its paragraph defines."""
_ALIKE = 0.9
"""What another form of a word counts."""
_BEFORE = 0.5
"""What one counts that stands in the sentence before."""
_LOOSE, _LOOSE_UNKNOWN = 0.6, 0.3
"""What the thing asked for weighs ("which gas"): the text need not call it that."""
_MOST_ANSWERS = 2
_AS_GOOD = 0.15
_NEAR = 0.4


@dataclass(frozen=True)
class Scored:
    """A sentence (its number) and how much of the question stands in and around it, from 0 to 1."""

    number: int
    score: float


def answered_of(lesson: Lesson, question: str) -> Told:
    """The answer to a question."""
    asked = asked_of(question, lesson.language)
    if asked.kind == "what" and (told := _explained(asked, lesson)):
        return told
    scored = _scored(asked, lesson)
    good = [each for each in scored if each.score >= _ENOUGH and _is_told(asked, each.number, lesson)]
    if not good and asked.kind == "difference" and (told := side_by_side(asked, lesson)):
        return told
    passages = [(each, at) for each in good if (at := lesson.passage(each.number))]
    if not passages:
        return _not_told(scored, asked, lesson)
    best = passages[0][0].score
    chosen = _apart([at for each, at in passages if each.score >= best - _AS_GOOD])[:_MOST_ANSWERS]
    lines = [Line("answer" if n == 0 else "more", at) for n, at in enumerate(chosen)]
    return Told(_named(asked, lesson) or _about(passages[0][0].number, lesson), [Paragraph("", lines)])


def _is_told(asked: Asked, number: int, lesson: Lesson) -> bool:
    """Whether a sentence that holds the question's words answers it; a line of a list tells no reason or meaning."""
    if asked.kind in ("what", "other") and len(asked.terms) < 2:
        return False
    if asked.kind == "what" and _is_concept(asked.subject, lesson):
        return False
    text = lesson.sentences[number].text
    whole = asked.kind not in ("what", "other", "why") or ends(text) or has_no_case(text[0])
    return whole and fits(asked, number, lesson)


def _is_concept(subject: str, lesson: Lesson) -> bool:
    key = stems_of(subject, lesson.language)
    return any(each.key == key for each in lesson.concepts)


def _apart(passages: Sequence[Span]) -> list[Span]:
    """Without those that stand within another."""
    return [
        at
        for n, at in enumerate(passages)
        if not any(
            m != n and other.block is at.block and other.start <= at.start and at.end <= other.end
            for m, other in enumerate(passages)
        )
    ]


def _explained(asked: Asked, lesson: Lesson) -> Told | None:
    """The explanation of X, where the document says what X is."""
    key = stems_of(asked.subject, lesson.language)
    if not key:
        return None
    name = next((each.name for each in lesson.concepts if each.key == key), asked.subject)
    about = lesson_of(lesson.command.model_copy(update={"concepts": [name], "question": ""}))
    return told_of(about) if definition_of(about.wanted[0], about) else None


def _scored(asked: Asked, lesson: Lesson) -> list[Scored]:
    """Sentences by how much of the question they hold, the most first."""
    within = lesson.stems
    words = frozenset(stem for stems in within for stem in stems)
    forms = {term: forms_of(term, words, lesson.language) for term in asked.terms | asked.loose}

    def held(term: str, stems: frozenset[str]) -> float:
        return 1.0 if term in stems else _ALIKE if forms[term] & stems else 0.0

    counts = {term: sum(held(term, stems) > 0 for stems in within) for term in forms}
    weights = {term: log((len(within) + 1) / (count + 0.5)) for term, count in counts.items()}
    for term in asked.loose:
        weights[term] *= _LOOSE if counts[term] else _LOOSE_UNKNOWN
    total = sum(weights.values()) or 1.0
    unknown = any(not counts[term] for term in asked.terms)
    found = []
    for number, stems in enumerate(within):
        around, before = _around(number, lesson), within[number - 1] if lesson.follows(number) else frozenset()
        score = sum(
            weight * max(held(term, stems), _AROUND * held(term, around), _BEFORE * held(term, before))
            for term, weight in weights.items()
        )
        share = score / total
        found.append(Scored(number, min(share, _ENOUGH - 0.01) if unknown else share))
    doubt = [sentence.doubt >= LAST_RESORT for sentence in lesson.sentences]
    return sorted(found, key=lambda each: (-each.score, doubt[each.number], each.number))


def _around(number: int, lesson: Lesson) -> frozenset[str]:
    """What a sentence leans on, and what its paragraph begins by defining."""
    found: set[str] = set()
    at = number
    while at and lesson.follows(at):
        if lesson.leans(at) and number - at < 2:
            found |= {stem for concept, _, _ in lesson.stands[at - 1] for stem in concept.key}
        at -= 1
    topics = lesson.stands[at]
    if at < number and topics and topics[0][1] <= len("The "):
        found |= set(topics[0][0].key)
    return frozenset(found)


def _named(asked: Asked, lesson: Lesson) -> list[str]:
    """The concepts that the question names, in the document's order."""
    key = stems_of(asked.text, lesson.language)
    return [concept.name for concept in lesson.concepts if holds(key, concept.key)]


def _about(number: int, lesson: Lesson) -> list[str]:
    return list(dict.fromkeys(concept.name for concept, _, _ in lesson.stands[number]))


def _not_told(scored: Sequence[Scored], asked: Asked, lesson: Lesson) -> Told:
    """Says so, and where the nearest stands that the document does tell, if anything is near."""
    named = _named(asked, lesson)
    for concept in (each for name in named for each in lesson.concepts if each.name == name):
        if defined := definition_of(concept, lesson):
            return not_told(named, defined, concept.name, lesson.command.language)
    near = [each.number for each in scored if each.score >= _NEAR]
    for number in [*(each for each in near if _about(each, lesson)), *near]:
        sentence = lesson.sentences[number]
        at = lesson.passage(number) or Span(sentence.block, sentence.start, sentence.end)
        about = [*_about(number, lesson), ""][0]
        return not_told(named or [about] * bool(about), at, about, lesson.command.language)
    return not_told(named, None, "", lesson.command.language)


def not_told(named: Sequence[str], near: Span | None, about: str, language: str) -> Told:
    """An honest sentence. `near`: what comes nearest, about a concept ("": about none)."""
    phrases = phrases_of(language)
    if near is None:
        return Told(named, said=phrases["not_told"])
    form = phrases["not_told_near"] if about else phrases["not_told_there"]
    return Told(named, said=form.format(concept=about, page=near.block.source_page), near=near)
