"""Where the text speaks of a concept: in which sentence, at which place, and whether it says there what it is."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from services.coach.alphabets import TOGETHER, is_together
from services.coach.authors.offline.sentences import Sentence
from services.coach.order import Concept
from services.coach.words import holds, stems_of

_PLURAL = {"en": r"(?:s|es)?", "no": r"(?:en|et|er|ene|a|n|r|s)?", "de": r"(?:e|en|n|s|es)?"}
_ARTICLE = re.compile(r"(?:an?|en|et|ei|ein|eine)$", re.IGNORECASE)
_ASIDE = r"(?:\s*\([^)]{1,60}\))?(?:,[^,.]{1,60},)?\s+"
_GENUS = {
    "en": r"(?=(?:an?|any|the|each|every|all|those|what|how|when|where|anything|something)\b)",
    "no": r"(?=(?:en|et|ei|den|det|de|når|at|alle|alt|hvor|hva|evnen|læren|noe)\b)",
    "de": r"(?=(?:ein|eine|der|die|das|jede[rs]?|alle|etwas)\b)",
}
_COPULA = {"en": r"is|are|was|were", "no": r"er|var", "de": r"ist|sind|war|waren"}
_VERB = {
    "en": r"means|refers? to|denotes?|stands? for|(?:is|are) defined as|describes?|consists? of",
    "no": r"betyr|vil si|betegner|består av|beskriver|defineres som",
    "de": r"bedeutet|bezeichnet|besteht aus|beschreibt",
}
_DASH = re.compile(r"\s*(?::|[–—])\s+")
_NOT_GENUS = re.compile(
    r"(?:one\b|(?:the|a) (?:same|case|reason|only|first|last|main|following|above"
    r"|bit|lot|little|good|great|few|problem|result|default|most)\b"
    r"|such\b|an? (?:example|important|option|alternative)\b|(?:en|et) (?:av|viktig|god|stor|fordel)\b"
    r"|det (?:samme|eneste)\b|den (?:eneste|første|viktigste)\b"
    r"|(?:eine?r?|der|die|das) (?:einzige|erste|wichtigste)\w*\b)",
    re.IGNORECASE,
)
_LEANS_WITHIN = re.compile(
    r"\b(?:this|these|such as|above|below|dette|denne|disse|diese[rsmn]?|ovenfor|nedenfor)\b", re.IGNORECASE
)
_NAMED = re.compile(
    r"\b(?:called|known as|termed|(?:is|are|was|were|,) named|referred to as|kalles|kalt|heter"
    r"|kjent som|betegnes som|genannt|bezeichnet als)\s+"
    r"(?:an?\s+|the\s+|en\s+|et\s+|for\s+)?[\"“«‘']?$",
    re.IGNORECASE,
)
# Han signs and katakana that are no particle may be part of a longer word.
_PARTICLES = (
    "的是在和与及或有了不也为以于就都而被把从到对等中上下之其将使让由指称叫会能可要則则個个种種这這那每各很最更"
)
_SIGNS = "\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"
_BEFORE = rf"(?:(?<![{_SIGNS}])|(?<=[{_PARTICLES}]))"
_BEHIND = rf"(?:(?![{_SIGNS}])|(?=[{_PARTICLES}]))"
_LEAST_SAID, _MOST_SAID = 3, 32


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept's place in a sentence: code points of the block's text.

    `said`: where it says what the concept is, right after it; None: it does not. `asks`: the words with which one asks
    for that ("is a data frame"), empty where no form of "to be" stands there. `named`: "... is called X".
    `others`: how many concepts stand beside it in the sentence.
    """

    concept: Concept
    sentence: Sentence
    start: int
    end: int
    said: tuple[int, int] | None = None
    asks: str = ""
    named: bool = False
    others: int = 0

    @property
    def term(self) -> str:
        """The same without the capital that only the sentence's beginning gave it."""
        lower = self.text[:1].lower() + self.text[1:]
        return lower if self.concept.name[:1].islower() and not self.text[1:2].isupper() else self.text

    @property
    def text(self) -> str:
        """The concept as it stands there."""
        return self.sentence.block.text[self.start : self.end]

    @property
    def defines(self) -> bool:
        """Whether the sentence says what the concept is."""
        return self.said is not None or self.named


def mentions_of(
    concepts: Sequence[Concept], sentences: Sequence[Sentence], language: str
) -> Mapping[Concept, list[Mention]]:
    """By concept: the sentences in which it stands exactly once, in any inflection."""
    by_key = {concept.key: concept for concept in concepts}
    # The longest first, so that "linear model" is not found within "generalised linear model".
    names = sorted({concept.name for concept in concepts}, key=lambda name: (-len(name), name))
    if not names:
        return {}
    pattern = _standing(names, _PLURAL.get(language, ""))
    found: dict[Concept, list[Mention]] = defaultdict(list)
    for sentence in sentences:
        whole = stems_of(sentence.text, language)
        seen: dict[Concept, list[tuple[int, int]]] = defaultdict(list)
        for match in pattern.finditer(sentence.text):
            concept = by_key.get(stems_of(match.group(), language))
            if concept and (match.group().isupper() or not concept.name.isupper()):
                seen[concept].append(match.span())
        for concept, places in seen.items():
            if len(places) == 1 and not _again(whole, concept.key):
                mention = _mention(concept, sentence, *places[0], language)
                found[concept].append(replace(mention, others=len(seen) - 1))
    return found


def _standing(names: Sequence[str], plural: str) -> re.Pattern[str]:
    """Finds the names as whole words. Where no blanks part words, only between signs that are no part of a word."""
    spaced = "|".join(re.escape(name) for name in names if not is_together(name[0]))
    together = "|".join(re.escape(name) for name in names if is_together(name[0]))
    either = []
    if spaced:
        either.append(rf"(?<![^\W{TOGETHER}])(?<![./-])(?:{spaced}){plural}(?![^\W{TOGETHER}]|[/-]|[.'’]\w)")
    if together:
        either.append(rf"{_BEFORE}(?:{together}){_BEHIND}")
    return re.compile("|".join(either), re.IGNORECASE)


def _again(whole: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """Whether a concept's stems stand in the sentence a second time."""
    first = next((at for at in range(len(whole)) if whole[at : at + len(key)] == key), None)
    return first is not None and holds((*whole[:first], "", *whole[first + len(key) :]), key)


def _mention(concept: Concept, sentence: Sentence, start: int, end: int, language: str) -> Mention:
    after = sentence.text[end:]
    first, last = sentence.start + start, sentence.start + end
    if _NAMED.search(before := sentence.text[:start]) and before.count("(") == before.count(")"):
        return Mention(concept, sentence, first, last, named=True)
    before = before.strip()
    if not before or _ARTICLE.match(before):
        if language in _COPULA:
            is_a = re.match(rf"{_ASIDE}(?P<is>{_COPULA[language]})\s+{_GENUS[language]}", after)
            verb = re.match(rf"{_ASIDE}(?:{_VERB[language]})\s+", after)
            if (found := is_a or verb) and (said := _said(sentence, end + found.end())):
                mention = Mention(concept, sentence, first, last, said)
                return (
                    replace(mention, asks=" ".join(f"{is_a['is']} {before.lower()} {mention.term}".split()))
                    if is_a
                    else mention
                )
        if sentence.doubt == 2 and (dash := _DASH.match(after)) and (said := _said(sentence, end + dash.end())):
            return Mention(concept, sentence, first, last, said)
    return Mention(concept, sentence, first, last)


def _said(sentence: Sentence, at: int) -> tuple[int, int] | None:
    """What is said from `at` on, without the full stop, if that is worth showing."""
    text = sentence.text[at:].rstrip()
    text = text[:-1] if text.endswith((".", "!")) else text
    if not _LEAST_SAID <= len(text.split()) <= _MOST_SAID or _NOT_GENUS.match(text) or _LEANS_WITHIN.search(text):
        return None
    return sentence.start + at, sentence.start + at + len(text)
