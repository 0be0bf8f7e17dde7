"""An open question. Each key point is a span of the quote, and the model answer is made of them.

Without a model an answer is accepted where it surely says what it must, else it is for the learner to compare. No
machine fails it, as who says the same in other words shares few of the text's: but one without a single word.
"""

import re
from collections.abc import Collection

from contracts.documents import Block
from contracts.items import KeyPoint, ShortAnswer
from contracts.message import Phrase
from contracts.quizzes import Refusal
from services.evaluator.items.hints import initial, said
from services.evaluator.items.refusals import refused
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import answer_leaked
from services.text.alphabets import WORD
from services.text.vocabulary.frequencies import is_listed, known, use
from services.text.words import bare, fold, main_stems_of, occurs, stems_of, tells_all

_HELD_BY_ANSWER, _FROM_THE_TEXT = 0.5, 0.7
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_ENOUGH, _ENOUGH_EACH, _ENOUGH_BLIND = 0.7, 0.5, 0.5
_LEAST_STEMS = 2
_SHORT = 7  # letters
_WRITTEN = ("en", "no", "de", "fr")
_POINT_SHARE = 0.5
_NEGATIONS = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|[a-z]+n't"
    r"|ikke|ingen|aldri|uten|verken|hverken|nicht|keine?[rsmn]?|nie|ohne|weder)\b"
)


class ShortAnswerRules(Rules[ShortAnswer]):
    """One of several points is forgotten. What is made up may hold them by chance."""

    made_by = "rule:key_points:v1"
    slip = 0.15
    how_to_answer = "one or two sentences in the words of the quotes"

    def faults(self, item: ShortAnswer, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        block = blocks.get(item.proof.block_id)
        return [_span_wrong(item, block), _incomplete(item, language), _invented(item, language), _told(item, language)]

    def at_answers_place(self, item: ShortAnswer) -> tuple[tuple[str, ...], bool]:
        return (item.answer, *(point.text for point in item.key_points)), True

    def nearly(self, item: ShortAnswer, answer: str, language: str) -> bool:
        """Half of the key points' words are enough."""
        said = main_stems_of(answer, language)
        wanted = set().union(*(main_stems_of(point.text, language) for point in item.key_points))
        new = wanted - main_stems_of(item.question, language) or wanted
        return not new or len(new & said) >= _ENOUGH_BLIND * len(new)

    def credit(self, item: ShortAnswer, raw: str, known: Collection[str], language: str) -> float | None:
        if holds(item, raw, language):
            return 1.0
        return 0.0 if is_no_language(raw, f"{item.proof.quote} {item.question}", language) else None

    def guess(self, item: ShortAnswer) -> float:
        return 0.05

    def read(self, item: ShortAnswer, reply: str) -> str:
        return reply.strip()

    def secrets(self, item: ShortAnswer) -> list[str]:
        return [item.answer, *(point.text for point in item.key_points)]

    def hint(self, item: ShortAnswer, raw: str, tried: Collection[str], language: str) -> Phrase:
        left = missing(item, raw, language) or item.key_points
        words = len(WORD.findall(left[0].text))
        form = "point" if words > 1 else "point_1"
        return said(form, letter=Phrase.quoted(initial(left[0].text, language)), words=words)


def holds(item: ShortAnswer, answer: str, language: str) -> bool:
    """True if the answer holds most of the content of all key points, half of each, and denies what they deny.

    Words that the question says already prove nothing, but who gives the whole model answer has it. False says nothing.
    """
    if _gives_all(item.answer, answer):
        return True
    said, told = main_stems_of(answer, language), main_stems_of(item.question, language)
    if len(said - told) < _LEAST_STEMS:
        return False
    shares, right, wanted = [], 0, 0
    for point in item.key_points:
        stems = main_stems_of(point.text, language)
        stems = (stems - told) or stems
        if not stems:
            continue
        shares.append(len(stems & said) / len(stems))
        right, wanted = right + len(stems & said), wanted + len(stems)
    if not wanted or right / wanted < _ENOUGH or min(shares) < _ENOUGH_EACH:
        return False
    return denials(answer) == denials(" ".join(point.text for point in item.key_points))


def is_no_language(answer: str, text: str, language: str) -> bool:
    """Whether an answer has words of which none is one ("zzqx"): neither in a text, nor in the longest lists of its
    language and of English, nor in the short ones of what else learners may write. A long one may be a term, or a
    compound, that no list has; one in capitals is short for something."""
    words = WORD.findall(answer)
    if not words or not known(language) or not all(map(_may_be_none, words)):
        return False
    small, there = set(map(str.casefold, words)), set(map(str.casefold, WORD.findall(text)))
    return not (
        small & there
        or any(is_listed(word, each) for each in _WRITTEN for word in small)
        or any(use(word, each) for each in {language, "en"} for word in small)
    )


def _may_be_none(word: str) -> bool:
    return word.isalpha() and len(word) <= _SHORT and not word.isupper()


def _gives_all(whole: str, answer: str) -> bool:
    """Whether an answer is the model answer as it stands, with hardly more around it."""
    most = 2 * len(WORD.findall(whole))
    return occurs(whole, answer) and len(WORD.findall(answer)) <= most and denials(answer) == denials(whole)


def denials(text: str) -> int:
    """1 where an odd number of negations stands, else 0."""
    return len(_NEGATIONS.findall(fold(text).replace("’", "'"))) % 2


def missing(item: ShortAnswer, reply: str, language: str) -> list[KeyPoint]:
    """The key points less than half of whose content the reply says."""
    given = main_stems_of(reply, language)
    left = []
    for point in item.key_points:
        wanted = main_stems_of(point.text, language) or set(stems_of(point.text, language))
        if len(wanted & given) < _POINT_SHARE * len(wanted):
            left.append(point)
    return left


def _span_wrong(item: ShortAnswer, block: Block | None) -> Refusal | None:
    """Each key point is what stands at its place, and that lies within the quote."""
    for point in item.key_points:
        inside = item.proof.start <= point.start < point.end <= item.proof.end
        there = item.proof.quote[point.start - item.proof.start : point.end - item.proof.start] if inside else ""
        if block is not None and inside and block.text[point.start : point.end] != there:
            continue  # The quote is not verbatim, and is told as such.
        if not inside or bare(there) != bare(point.text):
            return refused("key_point_not_in_quote", "key_point", point=point.text)
    return None


def _incomplete(item: ShortAnswer, language: str) -> Refusal | None:
    """The model answer holds every key point, or at least half of the words that it adds to the question."""
    said, asked = main_stems_of(item.answer, language), main_stems_of(item.question, language)
    for point in item.key_points:
        stems = main_stems_of(point.text, language)
        stems = (stems - asked) or stems
        if occurs(point.text, item.answer) or (stems and len(stems & said) >= _HELD_BY_ANSWER * len(stems)):
            continue
        return refused("answer_incomplete", "incomplete", point=point.text)
    return None


def _invented(item: ShortAnswer, language: str) -> Refusal | None:
    """The words and numbers of the model answer are the quote's or the question's."""
    source = f"{item.proof.quote} {item.question} {item.concept}"
    if occurs(item.answer, source):
        return None
    if foreign := sorted(set(_FIGURE.findall(item.answer)) - set(_FIGURE.findall(source))):
        return refused("answer_not_in_quote", "number_invented", number=foreign[0])
    said, known = main_stems_of(item.answer, language), main_stems_of(source, language)
    if said and len(said & known) >= _FROM_THE_TEXT * len(said):
        return None
    return refused("answer_not_in_quote", "invented", found=len(said & known), all=len(said))


def _told(item: ShortAnswer, language: str) -> Refusal | None:
    """The question holds neither the answer nor a whole key point."""
    if occurs(item.answer, item.question):
        return answer_leaked()
    told = [point for point in item.key_points if tells_all(item.question, point.text, language)]
    return answer_leaked() if told else None
