"""Rules on what is asked: it says something, its answer stands in the quote, and it does not tell it by itself.

Each rule takes one item or card and returns a `Refusal` or None; whether its proof holds is `proof_rules`' matter.
Those of options are in `option_rules`, those of single types in the files named after them.
"""

import re
from collections.abc import Sequence

from contracts.items import Cloze, Flashcard, MultipleAnswer, MultipleChoice
from contracts.quizzes import Refusal
from services.evaluator.items.options import answer_leaked
from services.evaluator.items.questions import GAP, asked_words
from services.text.alphabets import WORD
from services.text.words import bare, fold, main_stems_of, occurs, tells_all

LONGEST_STEM = 600
_ENOUGH_WORDS = 3
_SMALL = frozenset(
    WORD.findall(
        """
        a an the and or of in on at to by for from with as is are was were be been it its this that these those which
        who en et ei den det de og eller på av til fra med som er var blir ble har hadde
        der die das dem des ein eine einen und oder im von zu mit ist sind
        """
    )
)
_UNDERSCORES = re.compile(r"_{2,}")


def stem_length(question: str) -> Refusal | None:
    """The question says something, and no more than a reader can hold."""
    if not any(char.isalnum() for char in question):
        return Refusal(code="stem_empty", sentence="The question is empty.")
    if len(question) > LONGEST_STEM:
        return Refusal(
            code="stem_too_long", sentence=f"The question has {len(question)} characters; {LONGEST_STEM} is the most."
        )
    return None


def cloze_not_in_quote(item: Cloze) -> Refusal | None:
    """What fills the gap stands in the quote."""
    if occurs(item.answer, item.proof.quote):
        return None
    return Refusal(
        code="answer_not_in_quote", sentence=f"The right answer “{item.answer}” does not stand in the quote."
    )


def stem_elsewhere(item: MultipleChoice | MultipleAnswer, language: str) -> Refusal | None:
    """The question speaks of what its quote, its concept or the quotes of its explanations speak of."""
    said = main_stems_of(asked_words(item), language)
    quotes = [item.proof.quote, *(each.proof.quote for each in item.explanations if each.proof)]
    told = main_stems_of(" ".join([item.concept, *quotes]), language)
    if len(said) < _ENOUGH_WORDS or said & told:
        return None
    return Refusal(code="stem_elsewhere", sentence="The question and its quote have no word in common.")


def cloze_leaked(item: Cloze, language: str) -> Refusal | None:
    """What stands around the gap does not hold all that belongs into it."""
    return answer_leaked() if tells_all(item.question.replace(GAP, " "), item.answer, language) else None


def gap_mismatch(item: Cloze) -> Refusal | None:
    """There is one gap, and filled with the answer the question stands in the quote."""
    if (gaps := _UNDERSCORES.findall(item.question)) != [GAP]:
        return Refusal(code="gap_mismatch", sentence=f"The question has {len(gaps)} gaps, not exactly one of {GAP}.")
    if occurs(item.question.replace(GAP, item.answer), item.proof.quote):
        return None
    return Refusal(code="gap_mismatch", sentence="Filled with its answer, the question is not what the quote says.")


def says_nothing(answers: Sequence[str], concept: str) -> Refusal | None:
    """No answer is but an article or the like, unless that is what the text is about."""
    for answer in answers:
        words = fold(answer).split()
        if words and all(word in _SMALL for word in words) and not answer.isupper() and bare(answer) != bare(concept):
            return Refusal(code="answer_says_nothing", sentence=f"The answer “{answer}” says nothing by itself.")
    return None


def card_leaked(card: Flashcard) -> Refusal | None:
    """The front of a card does not hold its back."""
    return answer_leaked() if occurs(card.answer, card.question) else None


def card_without_quote(card: Flashcard, language: str) -> Refusal | None:
    """The answer of a card stands in the quote, or at least half of what it says does, by its stems."""
    said = main_stems_of(card.answer, language)
    if occurs(card.answer, card.proof.quote):
        return None
    if said and 2 * len(said & main_stems_of(card.proof.quote, language)) >= len(said):
        return None
    return Refusal(code="answer_not_in_quote", sentence="The card's answer does not stand in the quote.")
