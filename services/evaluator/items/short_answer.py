"""Rules on open questions: each key point is a span of the quote, and the model answer is made of them."""

import re

from contracts.documents import Block
from contracts.items import ShortAnswer
from contracts.quizzes import Refusal
from services.evaluator.items.options import answer_leaked
from services.text.words import bare, main_stems_of, occurs, tells_all

_HELD_BY_ANSWER, _FROM_THE_TEXT = 0.5, 0.7
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def faults(item: ShortAnswer, block: Block | None, language: str) -> list[Refusal | None]:
    """All that is wrong with an open question."""
    return [_span_wrong(item, block), _incomplete(item, language), _invented(item, language), _told(item, language)]


def _span_wrong(item: ShortAnswer, block: Block | None) -> Refusal | None:
    """Each key point is what stands at its place, and that lies within the quote."""
    for point in item.key_points:
        inside = item.proof.start <= point.start < point.end <= item.proof.end
        there = item.proof.quote[point.start - item.proof.start : point.end - item.proof.start] if inside else ""
        if block is not None and inside and block.text[point.start : point.end] != there:
            continue  # The quote is not verbatim, and is told as such.
        if not inside or bare(there) != bare(point.text):
            sentence = f"The key point “{point.text}” is not what stands at its place in the quote."
            return Refusal(code="key_point_not_in_quote", sentence=sentence)
    return None


def _incomplete(item: ShortAnswer, language: str) -> Refusal | None:
    """The model answer holds every key point, or at least half of the words that it adds to the question."""
    said, asked = main_stems_of(item.answer, language), main_stems_of(item.question, language)
    for point in item.key_points:
        stems = main_stems_of(point.text, language)
        stems = (stems - asked) or stems
        if occurs(point.text, item.answer) or (stems and len(stems & said) >= _HELD_BY_ANSWER * len(stems)):
            continue
        sentence = f"The model answer leaves out the key point “{point.text}”."
        return Refusal(code="answer_incomplete", sentence=sentence)
    return None


def _invented(item: ShortAnswer, language: str) -> Refusal | None:
    """The words and numbers of the model answer are the quote's or the question's."""
    source = f"{item.proof.quote} {item.question} {item.concept}"
    if occurs(item.answer, source):
        return None
    if foreign := sorted(set(_FIGURE.findall(item.answer)) - set(_FIGURE.findall(source))):
        sentence = f"The model answer has the number {foreign[0]}, and the quote does not."
        return Refusal(code="answer_not_in_quote", sentence=sentence)
    said, known = main_stems_of(item.answer, language), main_stems_of(source, language)
    if said and len(said & known) >= _FROM_THE_TEXT * len(said):
        return None
    shown = f"{len(said & known)} of {len(said)}"
    sentence = f"The model answer is not made of the quote: {shown} of its content words stand there."
    return Refusal(code="answer_not_in_quote", sentence=sentence)


def _told(item: ShortAnswer, language: str) -> Refusal | None:
    """The question holds neither the answer nor a whole key point."""
    if occurs(item.answer, item.question):
        return answer_leaked()
    told = [point for point in item.key_points if tells_all(item.question, point.text, language)]
    return answer_leaked() if told else None
