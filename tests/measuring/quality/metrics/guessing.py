"""M23: questions that are solved without the text: by their options alone, or by the grammar of the gap."""

import re
from collections.abc import Iterable, Sequence

from wordfreq import zipf_frequency

from contracts.items import Cloze, Item, MultipleChoice, TrueFalse
from tests.measuring.quality.metrics.choices import shape_of
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import content, fold, stem, words

GAP = "____"
_LONGER = 1.6
_ROOT = 5
_ARTICLE = re.compile(rf"\b(an?) {GAP}", re.IGNORECASE)
_VERB = re.compile(rf"{GAP} (is|was|has|are|were|have|do|does)\b", re.IGNORECASE)
_SPELT_VOWELS = ("uni", "use", "usu", "eu", "one", "once", "ut")
_SPELT_MUTE = ("hour", "honest", "heir", "honour", "honor")


def guessed(items: Iterable[Item], language: str) -> Share:
    """Whoever never saw the text finds the key: of choices by one of `_CHOICE`, of gaps and statements by `_typed`."""
    share = Share()
    for item in items:
        if isinstance(item, MultipleChoice):
            key = item.answer_text
            others = [option.text for option in item.options if option.option_id != item.answer]
            why = next((name for name, by in _CHOICE.items() if by(item.question, key, others, language)), "")
        elif isinstance(item, Cloze | TrueFalse):
            why = _typed(item, language)
        else:
            continue
        share.add(not why, f"by {why}: {item.question} | {item.answer_text}")
    return share


def by_frequency(items: Iterable[Item], language: str) -> Share:
    """Whether the key is the option whose words the language uses least; a guesser who takes that one is right so
    often. Ties are not counted."""
    share = Share()
    for item in items:
        if isinstance(item, MultipleChoice):
            rare = {option.option_id: _rarest(option.text, language) for option in item.options}
            least = [name for name, value in rare.items() if value == min(rare.values())]
            if len(least) == 1:
                share.add(least[0] == item.answer, f"{item.question} | {item.answer_text}")
    return share


def _rarest(text: str, language: str) -> float:
    code = {"no": "nb"}.get(language, language)
    try:
        return min((zipf_frequency(word, code) for word in words(text)), default=0.0)
    except LookupError:
        return 0.0


def _overlap(question: str, key: str, others: Sequence[str], language: str) -> bool:
    """The key alone shares the root of a word with the question."""
    asked = _roots(question, language)
    shared = bool(asked & _roots(key, language)) or _within(question, key)
    return shared and not any(asked & _roots(other, language) or _within(question, other) for other in others)


def _roots(text: str, language: str) -> set[str]:
    """The first five letters of words that say something: "keratin" and "keratinocyte" share theirs."""
    return {each[:_ROOT] for each in content(text, language, least=_ROOT) if len(each) >= _ROOT}


def _length(question: str, key: str, others: Sequence[str], language: str) -> bool:
    """The key is much the longest."""
    longest = max(map(len, others), default=0)
    return len(key) >= _LONGER * longest and len(key) - longest >= 10


def _odd(question: str, key: str, others: Sequence[str], language: str) -> bool:
    """The key alone has its shape, or its capital, while the others are alike."""
    alike = [{look(other) for other in others} for look in _LOOKS]
    own = [look(key) for look in _LOOKS]
    return len(others) > 1 and any(len(seen) == 1 and mine not in seen for seen, mine in zip(alike, own, strict=True))


_LOOKS = (
    lambda text: "term" if shape_of(text) in ("term", "name") else shape_of(text),
    lambda text: text[:1].isupper(),
    lambda text: "-" in text,
    lambda text: "(" in text,
    lambda text: len(words(text)) > 1,
)


def _grammar(question: str, key: str, others: Sequence[str], language: str) -> bool:
    """The gap takes the key alone: by "a" or "an", by the number of its verb, by a capital at the sentence's head."""
    fits = [_fits(question, text, language) for text in (key, *others)]
    return fits[0] and not any(fits[1:])


def _fits(question: str, text: str, language: str) -> bool:
    if GAP not in question or language != "en":
        return True
    article, verb = _ARTICLE.search(question), _VERB.search(question)
    if article and (article.group(1).lower() == "an") != _vowel(text):
        return False
    return not verb or (verb.group(1).lower() in ("is", "was", "has", "does")) != _plural(text)


def _vowel(text: str) -> bool:
    low = fold(text)
    return low.startswith(_SPELT_MUTE) or (low[:1] in "aeiou" and not low.startswith(_SPELT_VOWELS))


def _plural(text: str) -> bool:
    last = words(text)[-1] if words(text) else ""
    return last.endswith("s") and not last.endswith(("ss", "us", "is", "ics"))


def _initials(question: str, key: str, others: Sequence[str], language: str) -> bool:
    """The abbreviation beside the gap is the key's alone."""
    return _short_of(question, key) and not any(_short_of(question, other) for other in others)


_CHOICE = {"overlap": _overlap, "initials": _initials, "length": _length, "odd one out": _odd, "grammar": _grammar}


def _typed(item: Cloze | TrueFalse, language: str) -> str:
    if isinstance(item, TrueFalse):
        at = item.statement.find(item.wrong) if item.wrong else -1
        article = re.search(r"\b(an?) $", item.statement[: max(at, 0)], re.IGNORECASE)
        wrong = article and language == "en" and (article.group(1).lower() == "an") != _vowel(item.wrong)
        return "a broken article" if wrong else ""
    if _short_of(item.question, item.answer):
        return "its initials"
    if _within(item.question, item.answer):
        return "a word of its root"
    said = {stem(word, language) for word in words(item.question)}
    parts = [stem(word, language) for word in words(item.answer) if len(word) > 2]
    return "a part of it" if len(parts) > 1 and said & set(parts) else ""


def _short_of(question: str, text: str) -> bool:
    """Whether the gap is followed by an abbreviation of the text: "____ (ADH)", whose letters stand in it in order."""
    short = re.search(rf"{GAP}\W*\(([\w-]{{2,8}})\)", question)
    if not short or not any(char.isupper() for char in short.group(1)):
        return False
    letters = iter(fold(text))
    return all(char in letters for char in fold(short.group(1)) if char.isalpha())


def _within(question: str, text: str) -> bool:
    """Whether a word of the one is a part of a word of the other: "formal" and "informal", "Make" and "CMake"."""
    asked = {word for word in words(question) if len(word) >= _ROOT}
    for key in words(text):
        whole = key if len(key) >= _ROOT else ""
        if whole and any((whole in word or word in whole or whole[:_ROOT] == word[:_ROOT]) for word in asked):
            return True
    names = [word for word in re.findall(r"[^\W\d_]{3,}", question) if not word.islower() and len(word) < _ROOT + 3]
    return any(
        name != key and (name in key or key in name) for name in names for key in re.findall(r"[^\W\d_]{3,}", text)
    )
