"""Cutting a sentence into parts that can be shown: what a part may begin and end with, and where its verb stands."""

import re

from services.coach.sentences.parts import parts_of
from services.coach.sentences.vocabulary import ADVERBS, ARTICLES, SMALL, VERBS

_PRONOUN = {
    "en": re.compile(
        r"(?:it|its|they|them|their|he|she|his|her|we|our|you|your|i|my|this|that|these|those|such|there|here|which|who"
        r"|whose|what|not|also|then|thus|both|either|neither|one|ones|others?|another|some|many|most|all|each|none)\b"
        r"(?! (?:of|\w))|(?:it|its|they|them|their|he|she|his|her|we|our|you|your|i|my|this|that|these|those|such|which"
        r"|who|whose|the (?:same|former|latter|rest|others?))\b"
        r"|(?:each|some|many|most|all|both|others?|one|none|few|several) (?:is|are|was|were|has|have|had|can|could|will"
        r"|may|must|should|do|does|did)\b",
        re.IGNORECASE,
    ),
    "no": re.compile(
        r"(?:det|den|de)\b(?! \w+(?:e|ste)\b \w)|(?:dem|han|hun|hans|hennes|vi|vår|du|din|jeg|min|dette|denne|disse"
        r"|slike?|som|resten|hvilket|ikke|også|begge|dens|dets|deres|sin|sitt|sine)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"(?:er|sie|es|ihm|ihn|ihr|ihnen|ihre[nmrs]?|sein|seine[nmrs]?|wir|uns|unsere?[nmrs]?|ich|du|man|dies|diese[nmrs]?"
        r"|jene[nmrs]?|solche[nmrs]?|dabei|dadurch|damit|dazu|hier|dort|nicht|auch|dann|beide[nrs]?|welche[nmrs]?|(?:erst|letzt)ere[nmrs]?"
        r"|(?:das|die|der) (?:selbe|gleiche|letztere|andere)n?)\b",
        re.IGNORECASE,
    ),
}
# What it means stands elsewhere.
_POINTING = {
    "en": re.compile(
        r"\b(?:it|its|they|them|their|he|him|she|his|her|this|these|those|such|ones?|so)\b", re.IGNORECASE
    ),
    "no": re.compile(
        r"\b(?:den|det|de|dem|dens|dets|deres|han|hun|dette|denne|disse|slike?|sin|sitt|sine|ikke|derfor)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:er|sie|es|ihm|ihn|ihnen|ihre?\w?|seine?\w?|dies\w*|solche\w*|damit|dadurch)\b", re.IGNORECASE
    ),
}
_LETTER = re.compile(r"(?<![\w'’.-])(?<!\d[ \xa0\u202f])(?<!\w\()[b-hj-z](?![\w'’.-])")  # but "50 m", "boat(s)"
_CAPITAL = re.compile(
    r"(?:^|[,;] |\b(?:if|when|unless|because|while|that|but|and|or|of|by|in|from|to|for|with|is|are"
    r"|hvis|når|og|av|wenn|und|von) )([A-HJ-Z])(?![\w.-]|['’]\w{2})"
)
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")


def words_of(text: str) -> list[str]:
    """Its words."""
    return _WORD.findall(text)


def opens_with_pronoun(text: str, language: str) -> bool:
    """Whether a part begins with a word that points at what is not in it, as far as that is known of the language."""
    return language in _PRONOUN and bool(_PRONOUN[language].match(text))


def points(text: str, language: str) -> bool:
    """Whether a word in a part may mean what stands elsewhere, as far as that is known of the language."""
    return language in _POINTING and bool(_POINTING[language].search(text))


def is_balanced(text: str) -> bool:
    """Whether no bracket or quotation mark stands there without its other half."""
    pairs = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))
    return all(text.count(opens) == text.count(closes) for opens, closes in pairs) and text.count('"') % 2 == 0


def has_letter(text: str) -> bool:
    """Whether it speaks of a single small letter, or of two capitals ("if x is a vector", "when B waits for A"), but
    for what a noun before them names ("vitamin A"): of what they stand for the text spoke before."""
    return bool(_LETTER.search(text)) or len(set(_CAPITAL.findall(text))) > 1


def has_verb(text: str, language: str) -> bool:
    """Whether a verb that the table knows stands in it."""
    return any(is_verb(word, language) for word in words_of(text))


def is_verb(word: str, language: str) -> bool:
    """Whether the table knows it as a verb."""
    return word.lower() in VERBS.get(language, ())


def subject_ends(clause: str, language: str, most: int = 7) -> int | None:
    """Where the subject of a clause that begins with it ends: before the first verb, or an adverb before that.

    None: no verb is found after 1 to `most` words, or what stands before it is no noun phrase.
    """
    words = list(_WORD.finditer(clause))
    for n, word in enumerate(words[: most + 2]):
        if n and (word.group().lower() in VERBS[language] or word.group().endswith(("n't", "n’t"))):
            if word.group() != word.group().lower():
                return None
            last = n
            while last > 1 and words[last - 1].group().lower() in ADVERBS[language]:
                last -= 1
            end = words[last - 1].end()
            return end if last <= most and is_noun_phrase(clause[:end], language) else None
    return None


def is_noun_phrase(text: str, language: str) -> bool:
    """Whether it may be one: no comma in it, no small word at its end, no pronoun, preposition or conjunction first."""
    words = [word.lower() for word in words_of(text)]
    if not words or not is_balanced(text) or re.search(r"[,;:]", text) or opens_with_pronoun(text, language):
        return False
    first = next(iter(parts_of(text, language)), None)
    if words[0] in ADVERBS.get(language, ()) or (
        first is not None and first.part == "other" and words[0].endswith("ly")
    ):
        return False
    first_small, small = ARTICLES.get(language, frozenset()), SMALL.get(language, frozenset())
    return words[-1] not in small and (words[0] not in small or words[0] in first_small)
