"""Rules on what is asked: one right answer, found in the quote, not told by the question.

Each rule takes one item or card and returns a `Refusal` or None; whether its proof holds is `proof_rules`' matter.
"""

import re

from contracts.quizzes import Cloze, Flashcard, MultipleChoice, Refusal
from services.evaluator.text import bare, content_stems, fold, inflected, length_of, occurs, tells_all

GAP = "____"
LONGEST_STEM = 600
_UNDERSCORES = re.compile(r"_{2,}")
_NUMBER = re.compile(r"[-−+±]?\d+(?:[.,\s]\d+)*\s*%?")


def stem_length(question: str) -> Refusal | None:
    """The question says something, and no more than a reader can hold."""
    if not any(char.isalnum() for char in question):
        return Refusal(code="stem_empty", sentence="The question is empty.")
    if len(question) > LONGEST_STEM:
        return Refusal(
            code="stem_too_long", sentence=f"The question has {len(question)} characters; {LONGEST_STEM} is the most."
        )
    return None


def answer_not_in_quote(item: MultipleChoice | Cloze) -> Refusal | None:
    """The right answer stands in the quote."""
    if occurs(item.answer_text, item.proof.quote):
        return None
    return Refusal(code="answer_not_in_quote", sentence="The right answer does not stand in the quote.")


def key_ambiguous(item: MultipleChoice, language: str) -> Refusal | None:
    """No other option stands in the quote, in whatever inflection: it would be a second key."""
    for option in item.options:
        if option.option_id != item.answer and (
            occurs(option.text, item.proof.quote) or inflected(option.text, item.proof.quote, language)
        ):
            return Refusal(code="key_ambiguous", sentence=f"The option {option.option_id} stands in the quote too.")
    return None


def options_alike(item: MultipleChoice) -> Refusal | None:
    """No two options read the same, and none is empty."""
    texts = [bare(option.text) for option in item.options]
    if all(texts) and len(set(texts)) == len(texts):
        return None
    return Refusal(code="options_alike", sentence="Two options read the same, or one is empty.")


def option_shape(item: MultipleChoice) -> Refusal | None:
    """All options are numbers or none is, and none is far longer than the shortest: shape must not tell the key."""
    numbers = {_NUMBER.fullmatch(fold(option.text)) is not None for option in item.options}
    lengths = [length_of(option.text) for option in item.options]
    if len(numbers) == 1 and max(lengths) <= 3 * min(lengths) + 3:
        return None
    return Refusal(code="option_shape", sentence="One option is of another shape than the others.")


def choice_leaked(item: MultipleChoice, language: str) -> Refusal | None:
    """The question shares no word with the key that it does not share with another option."""
    others = (content_stems(option.text, language) for option in item.options if option.option_id != item.answer)
    told = content_stems(item.question, language) & content_stems(item.answer_text, language)
    if told <= set().union(*others):
        return None
    return _leaked()


def cloze_leaked(item: Cloze, language: str) -> Refusal | None:
    """What stands around the gap does not hold all that belongs into it."""
    return _leaked() if tells_all(item.question.replace(GAP, " "), item.answer, language) else None


def card_leaked(card: Flashcard) -> Refusal | None:
    """The front of a card does not hold its back."""
    return _leaked() if occurs(card.answer, card.question) else None


def _leaked() -> Refusal:
    return Refusal(code="answer_leaked", sentence="The question tells its own answer.")


def gap_mismatch(item: Cloze) -> Refusal | None:
    """There is one gap, and filled with the answer the question stands in the quote."""
    if _UNDERSCORES.findall(item.question) != [GAP]:
        return Refusal(code="gap_mismatch", sentence=f"The question must have exactly one gap {GAP}.")
    if occurs(item.question.replace(GAP, item.answer), item.proof.quote):
        return None
    return Refusal(code="gap_mismatch", sentence="Filled with its answer, the question is not what the quote says.")


def card_without_quote(card: Flashcard) -> Refusal | None:
    """The answer of a card, or the term it is about, stands in the quote."""
    if occurs(card.answer, card.proof.quote) or occurs(card.concept, card.proof.quote):
        return None
    return Refusal(code="answer_not_in_quote", sentence="Neither the card's answer nor its term stands in the quote.")
