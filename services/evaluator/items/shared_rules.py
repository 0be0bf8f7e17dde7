"""Rules that several types share: on what is to choose from, and on what an answer and a question say.

Each option reads differently, all are of one shape, the right ones stand in the quote and no other does.

Each rule takes options and keys and returns a `Refusal` or None. `keys` are the right options' ids.
"""

import re
from collections.abc import Collection, Sequence
from typing import Literal

from contracts.items import ItemFields
from contracts.message import Phrase
from contracts.proof import Option
from contracts.quizzes import Refusal
from services.evaluator.items.refusals import refused
from services.text.alphabets import WORD, is_together
from services.text.words import bare, fold, inflected, main_stems_of, occurs

_ENOUGH_WORDS = 3
_MOST_TYPED, _MOST_TYPED_WORDS = 80, 8
_SMALL = frozenset(
    WORD.findall(
        """
        a an the and or of in on at to by for from with as is are was were be been it its this that these those which
        who en et ei den det de og eller på av til fra med som er var blir ble har hadde
        der die das dem des ein eine einen und oder im von zu mit ist sind
        """
    )
)
_NUMBER = re.compile(r"[-−+±]?\d+(?:[.,\s]\d+)*\s*%?")


def size_of(text: str) -> int:
    """How long an option looks: its words; of scripts without blanks, its signs."""
    return max(1, len(WORD.findall(fold(text)))) if is_together(text) else len(text.split())


def is_long(answer: str) -> bool:
    """Whether what was typed is more than fills a gap."""
    return len(answer) > _MOST_TYPED or size_of(answer) > _MOST_TYPED_WORDS


def stands(words: str, text: str, language: str) -> bool:
    """Whether words stand in a text, in whatever inflection."""
    return occurs(words, text) or inflected(words, text, language)


def keys_not_in_quote(options: Sequence[Option], keys: Collection[str], quote: str) -> Refusal | None:
    """Every right answer stands in the quote."""
    missing = [option.text for option in options if option.option_id in keys and not occurs(option.text, quote)]
    if not missing:
        return None
    return refused("answer_not_in_quote", "answer_not_in_quote", answer=missing[0])


def key_ambiguous(options: Sequence[Option], keys: Collection[str], quote: str, language: str) -> Refusal | None:
    """No wrong option stands in the quote, in whatever inflection: it would be a further key."""
    for option in options:
        if option.option_id not in keys and stands(option.text, quote, language):
            return refused("key_ambiguous", "wrong_in_quote", option=option.text)
    return None


def options_alike(options: Sequence[Option], what: Literal["options", "prompts"] = "options") -> Refusal | None:
    """No two options read the same, and none is empty."""
    seen: set[str] = set()
    for option in options:
        text = bare(option.text)
        if not text or not any(char.isalnum() for char in text):
            return refused("options_alike", "empty_one", what=_named(what))
        if text in seen:
            return refused("options_alike", "alike", what=_named(what), option=option.text)
        seen.add(text)
    return None


def option_shape(
    options: Sequence[Option], what: Literal["options", "prompts"] = "options", *, lengths: bool = True
) -> Refusal | None:
    """All options are numbers or none is, and none is far longer than the shortest: shape must not tell the key."""
    texts = [option.text for option in options]
    if len({_NUMBER.fullmatch(fold(text)) is not None for text in texts}) > 1:
        return refused("option_shape", "some_numbers", what=_named(what))
    if not lengths:
        return None
    longest, shortest = max(map(size_of, texts)), min(map(size_of, texts))
    if longest <= 3 * shortest + 3:
        return None
    return refused("option_shape", "length", what=_named(what), longest=longest, shortest=shortest)


def _named(what: str) -> Phrase:
    return Phrase.of(f"refusals.{what}")


def leaked(question: str, options: Sequence[Option], keys: Collection[str], language: str) -> Refusal | None:
    """The question shares no word with a key that it does not share with a wrong option, or names them all."""
    if names_all(question, options):
        return None
    others = [main_stems_of(option.text, language) for option in options if option.option_id not in keys]
    asked = main_stems_of(question, language) - set().union(*others)
    told = sorted(
        {stem for option in options if option.option_id in keys for stem in main_stems_of(option.text, language)}
        & asked
    )
    return answer_leaked(told) if told else None


def names_all(question: str, options: Sequence[Option]) -> bool:
    """Whether a question names each of its options: "Which is more, a half or a third?"."""
    return all(occurs(option.text, question) for option in options)


def answer_leaked(words: Sequence[str] = ()) -> Refusal:
    """The refusal of a question that says what it asks for."""
    if not words:
        return refused("answer_leaked", "leaked")
    return refused("answer_leaked", "leaked_by", word=words[0])


def texts_of(options: Sequence[Option]) -> str:
    """The words of all options."""
    return " · ".join(option.text for option in options)


def choice_faults(
    item: ItemFields, options: list[Option], keys: Collection[str], language: str
) -> list[Refusal | None]:
    """The rules of a choice, whether it has one key or several."""
    return [
        keys_not_in_quote(options, keys, item.proof.quote),
        key_ambiguous(options, keys, item.proof.quote, language),
        options_alike(options),
        option_shape(options),
        leaked(item.question, options, keys, language),
        says_nothing([option.text for option in options], item.concept),
        stem_elsewhere(item, language),
    ]


def says_nothing(answers: Sequence[str], concept: str) -> Refusal | None:
    """No answer is but an article or the like, unless that is what the text is about."""
    for answer in answers:
        words = fold(answer).split()
        if words and all(word in _SMALL for word in words) and not answer.isupper() and bare(answer) != bare(concept):
            return refused("answer_says_nothing", "says_nothing", answer=answer)
    return None


def stem_elsewhere(item: ItemFields, language: str) -> Refusal | None:
    """The question speaks of what its quotes, its concept or the quotes of its explanations speak of."""
    said = main_stems_of(item.question, language)
    explained = [each.proof for each in item.explanations if each.proof]
    quotes = [each.quote for each in (item.proof, *item.supports, *explained)]
    told = main_stems_of(" ".join([item.concept, *quotes]), language)
    if len(said) < _ENOUGH_WORDS or said & told:
        return None
    return refused("stem_elsewhere", "stem_elsewhere")
