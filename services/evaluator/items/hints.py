"""A hint for each type of item: how the answer looks, and never its words but as one of two options. Pure."""

from collections.abc import Collection, Sequence

from contracts.answers import paired
from contracts.items import (
    Item,
    KeyPoint,
    Matching,
    MultipleAnswer,
    MultipleChoice,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
)
from contracts.proof import Proof
from services.evaluator.items.masking import secrets_of
from services.evaluator.items.reply_words import SAID
from services.evaluator.tongues import Tongue
from services.text.alphabets import WORD
from services.text.words import main_stems_of, stems_of

_SPELT = 3
"""Of longer answers the words are counted, not their letters."""
_POINT_SHARE = 0.5


def hint(item: Item, raw: str, tried: Collection[str], tongue: Tongue, language: str) -> str:
    """`raw`: the reply as a raw answer; `tried`: option ids that were tried before."""
    said = SAID[tongue]
    match item:
        case MultipleChoice():
            return said["two_left"].format(options=_listed(_two_left(item, {raw, *tried}), said))
        case TrueFalse():
            return said["gap_letters"].format(**_shape(secrets_of(item)[0], said))
        case MultipleAnswer():
            letters = sorted({_initial(text, language) for text in secrets_of(item)})
            form = "right_ones" if len(item.answer) > 1 else "right_ones_1"
            return said[form].format(all=len(item.answer), letters=_listed(letters, said))
        case Matching():
            prompt, option = pair_to_mind(item, raw)
            return said["pair"].format(prompt=_quoted(prompt, said), letter=_quoted(_initial(option, language), said))
        case Ordering():
            texts = {option.option_id: option.text for option in item.options}
            first, last = (_initial(texts[key], language) for key in (item.answer[0], item.answer[-1]))
            return said["first"].format(letter=_quoted(first, said), last=_quoted(last, said))
        case Numeric():
            digits = len(str(int(abs(item.value))))
            form = "below" if abs(item.value) < 1 else "digit" if digits == 1 else "digits"
            return said[form].format(digits=digits)
        case ShortAnswer():
            left = missing(item, raw, language) or item.key_points
            words = len(WORD.findall(left[0].text))
            form = "point" if words > 1 else "point_1"
            return said[form].format(letter=_quoted(_initial(left[0].text, language), said), words=words)
        case _:
            return _looks(item, said, language)


def missing(item: ShortAnswer, reply: str, language: str) -> list[KeyPoint]:
    """The key points less than half of whose content the reply says."""
    given = main_stems_of(reply, language)
    left = []
    for point in item.key_points:
        wanted = main_stems_of(point.text, language) or set(stems_of(point.text, language))
        if len(wanted & given) < _POINT_SHARE * len(wanted):
            left.append(point)
    return left


def pair_to_mind(item: Matching, raw: str) -> tuple[str, str]:
    """The first prompt that was not joined rightly, and the text of its option."""
    pairs = paired(raw)
    options = {option.option_id: option.text for option in item.options}
    prompt = next((each for each in item.prompts if pairs.get(each.option_id) != item.answer[each.option_id]), None)
    prompt = prompt or item.prompts[0]
    return prompt.text, options[item.answer[prompt.option_id]]


def place_to_look(item: Item, raw: str) -> Proof:
    """Where the answer stands; of pairs, the first that is not joined rightly."""
    if isinstance(item, Matching):
        prompt = pair_to_mind(item, raw)[0]
        ids = {option.option_id for option in item.prompts if option.text == prompt}
        return next((each.proof for each in item.explanations if each.option_id in ids and each.proof), item.proof)
    return item.proof


def _two_left(item: MultipleChoice, tried: Collection[str]) -> list[str]:
    """The right option and a wrong one, in the order in which they are shown; one that was not tried, if there is."""
    wrong = [option.option_id for option in item.options if option.option_id != item.answer]
    other = [each for each in wrong if each not in tried] or wrong
    return [option.text for option in item.options if option.option_id in (item.answer, *other[-1:])]


def _looks(item: Item, said: dict[str, str], language: str) -> str:
    """Its first letter, and how many letters its words have; of a long one how many words."""
    text = item.answer_text
    if (words := len(WORD.findall(text))) > _SPELT:
        return said["letters_many"].format(words=words, letter=_quoted(_initial(text, language), said))
    return said["letters"].format(**_shape(text, said))


def _shape(text: str, said: dict[str, str]) -> dict[str, str]:
    words = [len(word) for word in WORD.findall(text)] or [len(text)]
    if len(words) > 1:
        counts = said["and"].join([", ".join(map(str, words[:-1])), str(words[-1])])
        length = said["lengths"].format(counts=counts)
    else:
        length = said["length_1" if words[0] == 1 else "length"].format(count=words[0])
    first = next((char for char in text if char.isalnum()), text[0])
    return {"letter": _quoted(first, said), "length": length}


def _initial(text: str, language: str) -> str:
    """The first letter of its first word of content: articles tell nothing."""
    words: list[str] = WORD.findall(text) or [text]
    content = main_stems_of(text, language)
    return next((word for word in words if set(stems_of(word, language)) & content), words[0])[0].lower()


def _listed(letters: Sequence[str], said: dict[str, str]) -> str:
    quoted = [_quoted(letter, said) for letter in letters]
    return said["and"].join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]


def _quoted(text: str, said: dict[str, str]) -> str:
    return said["quote"].format(text)
