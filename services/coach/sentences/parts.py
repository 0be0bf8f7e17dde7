"""Parts of speech in context, by a tagger whose models come in its package: English and German; of Norwegian and French
the text's own articles show which terms stand as nouns.

Nothing is tagged but what somebody asks about: a book's every sentence would cost more than writing from it.
"""

import importlib
import re
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from services.chassis.process import at_rest

_MODELS = {"en": "morphmodel_en.pgz", "de": "morphmodel_ger.pgz"}
_TOKEN = re.compile(r"([^\W_]+(?:[-–’'][^\W_]+)*)(?:\(\d\w?\))?|[^\w\s]")  # "lockd(8)" is a word as manuals write it
_tagging = threading.Lock()
Part = Literal["noun", "name", "verb", "past", "form", "other"]
_PARTS: dict[str, dict[str, Part]] = {
    "en": {"NN": "noun", "NP": "name"},
    "de": {"NN": "noun", "NE": "name", "FM": "name"},
}
_FINITE = {"en": re.compile(r"VM0|V[VBHD][BZD]$"), "de": re.compile(r"V[VAM]\(FIN")}
_KNOWN = {"cannot": "VM0"}  # which it takes for a noun
_PAST = {"en": re.compile(r"V[VBHD]D$")}
# What stands before a noun, and before little else.
_BEFORE_NOUNS = {
    "no": "en ei et den det de av i på til fra med for ved om hver noen mange alle flere ingen denne dette disse"
    " sin sitt sine min mitt mine din ditt dine vår vårt våre",
    "fr": "un une le la les l du des au aux ce cet cette ces chaque quelques plusieurs",
}
_LEAST_OF, _MOST_OF = 0.25, 40  # of so many places


class Word(NamedTuple):
    """A word or mark of a text. `part`: "verb" and "past" where it is finite, "form" of any other form of a verb."""

    text: str
    start: int
    end: int
    part: Part


def is_tagged(language: str) -> bool:
    """Whether parts of speech are known in a language."""
    return language in _MODELS


def warm() -> None:
    """Loads what all taggers stand on: a quarter of a second."""
    importlib.import_module("HanTa.HanoverTagger")


@lru_cache(maxsize=8_192)
def parts_of(text: str, language: str) -> Sequence[Word]:
    """The words of a sentence; none in a language without a model."""
    found = [*_TOKEN.finditer(text)]
    if not is_tagged(language) or not found:
        return ()
    with _tagging:
        words = [match[1] or match.group() for match in found]
        tags = _tagger(language).tag_sent(words, taglevel=0)  # No lemmas: a third of it.
    return [
        Word(each.group(), *each.span(), _part(_KNOWN.get(each.group(), tag), language))
        for each, tag in zip(found, tags, strict=True)
    ]


def is_noun(text: str, end: int, language: str) -> bool:
    """Whether the word that ends there is a noun or a name, as far as parts of speech are known."""
    return next((word.part in ("noun", "name") for word in parts_of(text, language) if word.end == end), True)


def is_noun_in(name: str, texts: Sequence[str], language: str) -> bool:
    """Whether a term is one in enough of its places in folded texts, but for those where no word stands before it. Of
    several words, of capitals, and where no words before nouns are known, it is taken to be."""
    if language not in _BEFORE_NOUNS or " " in name or not name.islower():
        return True
    pattern, before = _places(name), _BEFORE_NOUNS[language].split()
    found = [place for text in texts if name in text for place in pattern.findall(text) if place][:_MOST_OF]
    return not found or sum(place in before for place in found) >= _LEAST_OF * len(found)


@cache
def _places(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:([^\W\d_]+)[\s’']+)?(?<!\w){re.escape(name)}[^\W\d_]{{0,3}}(?!\w)")


def _part(tag: str, language: str) -> Part:
    if _FINITE[language].match(tag):
        return "past" if language in _PAST and _PAST[language].match(tag) else "verb"
    return "form" if tag.startswith("V") else _PARTS[language].get(tag[:2], "other")


@cache
def _tagger(language: str) -> Any:
    # Six hundredths of a second and some memory, for who writes offline alone.
    from HanTa.HanoverTagger import HanoverTagger

    tagger = HanoverTagger(_MODELS[language])
    # What a word can be is worked out from its letters, and a text has most of its words many times.
    tagger.analyze_forward = lru_cache(maxsize=8_192)(tagger.analyze_forward)
    return tagger


# 20 MB each, and as much for a while as they are read.
at_rest.lets_go(_tagger.cache_clear)
