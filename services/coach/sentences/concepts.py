"""Which concepts stand in which sentence, and where, in any inflection."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from services.coach.drafts.order import Concept
from services.coach.sentences.split import Sentence
from services.text.alphabets import TOGETHER, is_together
from services.text.words import inflected, stems_of

_PLURAL = {"no": r"(?:en|et|er|ene|a|n|r|s)?", "de": r"(?:e|en|n|s|es|er|ern)?", "fr": r"[sx]?"}
_INFLECTED = {
    "de": re.compile(r"(?<=\w{4})(?:e|en|n|s|es|er|ern)$"),
    "fr": re.compile(r"(?<=\w{3})[sx]$"),
    "no": re.compile(r"(?<=\w{4})(?:ene|en|et|er)$"),
}
# "library" and "libraries", "class" and "classes", "function" and "functions".
_NUMBERS = (
    (re.compile(r"(?<=[a-z][^aeiou])(?:y|ies)$"), "(?:y|ies)"),
    (re.compile(r"(?<=[a-z](?:ss|ch|sh))es$|(?<=[a-z]x)es$"), "(?:es)?"),
    (re.compile(r"(?<=[a-z][a-rtv-z])s$"), "s?"),
)
_FORMS_NO, _LEAST_INFLECTED = ("ene", "en", "et", "er", "a", "n", "r"), 5
# Han signs and katakana that are no particle may be part of a longer word.
_PARTICLES = (
    "的是在和与及或有了不也为以于就都而被把从到对等中上下之其将使让由指称叫会能可要則则個个种種这這那每各很最更"
)
_SIGNS = "\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"
_BEFORE = rf"(?:(?<![{_SIGNS}])|(?<=[{_PARTICLES}]))"
_BEHIND = rf"(?:(?![{_SIGNS}])|(?=[{_PARTICLES}]))"
Stands = tuple[Concept, int, int]
"""A concept and its place in a sentence: code points of the sentence, half open."""


def stands_in(concepts: Sequence[Concept], sentences: Sequence[Sentence], language: str) -> list[list[Stands]]:
    """For each sentence the concepts that stand in it, in any inflection, in reading order."""
    by_key = {concept.key: concept for concept in concepts}
    by_name = {concept.name.casefold(): concept for concept in concepts if len(concept.name) >= _LEAST_INFLECTED}
    # The longest first, so that "linear model" is not found within "generalised linear model".
    names = sorted({concept.name for concept in concepts}, key=lambda name: (-len(name), name))
    if not names:
        return [[] for _ in sentences]
    pattern = _standing(names, language)
    found = []
    for sentence in sentences:
        within = []
        for match in pattern.finditer(sentence.text):
            concept = by_key.get(stems_of(match.group(), language))
            if concept is None and language == "no":
                concept = _inflected(match.group().casefold(), by_name)
            if concept and (match.group().isupper() or not concept.name.isupper()):
                within.append((concept, *match.span()))
        found.append(within)
    return found


def names(text: str, name: str, language: str) -> bool:
    """Whether a text has a concept's name, in any inflection."""
    return inflected(name, text, language) or _one(name, language).search(text) is not None


@lru_cache(4096)
def _one(name: str, language: str) -> re.Pattern[str]:
    return _standing([name], language)


def _inflected(word: str, by_name: Mapping[str, Concept]) -> Concept | None:
    """The concept that a word is a form of. The stemmer gives "planet" and "planeter" different stems."""
    return next(
        (by_name[name] for end in _FORMS_NO if word.endswith(end) and (name := word[: -len(end)]) in by_name), None
    )


def _standing(names: Sequence[str], language: str) -> re.Pattern[str]:
    """Finds the names as whole words. Where no blanks part words, only between signs that are no part of a word."""
    spaced = "|".join(_forms(name, language) for name in names if not is_together(name[0]))
    together = "|".join(re.escape(name) for name in names if is_together(name[0]))
    either = []
    if spaced:
        either.append(rf"(?<![^\W{TOGETHER}])(?<![./-])(?:{spaced})(?![^\W{TOGETHER}]|[/-]|[.'’]\w)")
    if together:
        either.append(rf"{_BEFORE}(?:{together}){_BEHIND}")
    return re.compile("|".join(either), re.IGNORECASE)


def _forms(name: str, language: str) -> str:
    """A name's pattern in either number, whichever it has. What is found has to have its stem, too."""
    if language != "en":
        bare = _INFLECTED[language].sub("", name) if language in _INFLECTED else name
        return re.escape(bare) + _PLURAL.get(language, "")
    for ending, forms in _NUMBERS:
        if found := ending.search(name):
            return re.escape(name[: found.start()]) + forms
    return re.escape(name) + "(?:s|es)?"
