"""Where terms may come from: what is set apart, headings, what sentences define, what is said unusually often."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from services.reader.alphabets import is_hiragana
from services.reader.digest.definitions import defined_in
from services.reader.digest.material import Material, Prose, Word
from services.reader.digest.term_shapes import is_printed, is_term
from services.reader.language_names import UNPARTED
from services.reader.structure.glossaries import ENTRY, GLOSSARY
from services.reader.words.lists import is_function_word, languages, listed
from services.text.alphabets import is_together
from services.text.vocabulary import frequencies
from services.text.vocabulary.genus import names_kind

_LEAST_LISTED, _MOSTLY, _DEEPEST = 3, 0.7, 9
_NUMBERS = "0123456789.)( \tIVX:–-—"
_LEAST_CLOSING, _LEAST_LED, _LEAST_CAPITAL = 0.5, 0.25, 0.9
_LEAST_RATIO = 4.0  # in powers of two over everyday text
_LEAST_UNLISTED, _EVERYWHERE = 5, 0.02
# An article, or a clause that says which one of a kind is meant.
_KIND = re.compile(
    r"(?:an?|the|any|one|en|et|ei|den|det|de|eine?|der|die|das)\s"
    r"|[^.;]{3,80}?\b(?:that|which|who|whose|where|som|der|die|das|dem|den|deren|dessen)\b",
    re.IGNORECASE,
)
_BEFORE_STEP, _BEHIND_STEP = re.compile(r"[\s\"”»]*(?:[→›▸▶⇒➔]|[-=]?>)"), re.compile(r"(?:[→›▸▶⇒➔]|[-=]?>)[\s\"“«]*$")
# "*Harbours of the North*, p. 33"
_PAGE = re.compile(r"[\s\"”»’]*+[.,]*+\s*+(?:pp?|vol|no|ch|bd|s)\.\s*\d", re.IGNORECASE)
_LEAST_SMALL, _LEAST_STRESSED, _STRESSED = 3, 3, 0.12  # letters; how many, and their share of what is bold
# What leads a noun phrase in; a verb or an adjective by itself is seldom led so.
LEADS = {language: listed("leads", language) for language in languages("leads")}

# What stands behind a verb, not behind a noun: "mend their nets".
OBJECTS = {"en": frozenset(("a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "it", "them"))}
_LEAST_SEEN, _OFTEN_DONE, _SELDOM_LAST = 4, 0.25, 0.15  # times, and shares of them
_ADJECTIVE = {"en": ("ive", "ous", "ful", "less", "ible", "-level"), "no": ("lig", "lige", "som", "bar")}

# There adjectives follow their noun, so that it seldom ends its phrase.
_NOUN_FIRST = frozenset({"ar", "he", "fa", "fr", "es", "it", "pt", "ro", "ca", "id", "vi"})
# Words that carry a preposition or "and" before their article: what they name stands elsewhere without it.
PROCLITICS = {"ar": ("لل", "بال", "وال", "كال", "فال")}


class Source(IntEnum):
    """How a candidate was found; the greater, the surer."""

    KEYNESS = 1
    PATTERN = 2
    ITALIC = 3
    HEADING = 4
    BOLD = 5
    GLOSSARY = 6


@dataclass
class Candidate:
    """A possible term as first written; `places`: prose block and span where it is set apart or defined.

    `definition`: what the document's own glossary says of it.
    """

    text: str
    source: Source
    keyness: float = 0.0
    places: list[tuple[int, int, int]] = field(default_factory=list)
    definition: str = ""


def candidates(material: Material) -> Iterator[Candidate]:
    """All candidates, those of a kind in reading order; the same term may come more than once."""
    yield from _printed(material)
    bold = Source.ITALIC if _stresses(material) else Source.BOLD
    for n, prose in enumerate(material.prose):
        for style, start, end in _set_apart(prose):
            source = Source.ITALIC if style == "italic" else bold
            yield Candidate(prose.block.text[start:end], source, places=[(n, start, end)])
    for _, title in titled(material):
        if is_term(title, material.language, defined=False):
            yield Candidate(title, Source.HEADING)
    for n, prose in enumerate(material.prose):
        for start, end in prose.sentences:
            for first, last in defined_in(prose.block.text[start:end], material.language):
                text = prose.block.text[start + first : start + last]
                if is_term(text, material.language, defined=False):
                    yield Candidate(text, Source.PATTERN, places=[(n, start + first, start + last)])
    yield from _key(material)


def titled(material: Material) -> Iterator[tuple[int, str]]:
    """The number and the title of each section, without what counts it."""
    return ((number, heading.text.lstrip(_NUMBERS).strip()) for number, heading in material.headings)


def glossaries(material: Material) -> frozenset[int]:
    """The sections that are glossaries, with those below them that are called by a letter."""
    found = set[int]()
    level = 0
    for number, heading in material.headings:
        depth, text = heading.level or _DEEPEST, heading.text.strip()
        if GLOSSARY.match(text):
            level = depth
        elif not (level and (depth > level or len(text) == 1)):
            level = 0
        if level:
            found.add(number)
    return frozenset(found)


_POINTS_ON = re.compile(r"(?:see|siehe|se|vgl\.|cf\.|voir|zie|véase|vedi)\b[^.]*\.?$", re.IGNORECASE)
"""What an entry says that says nothing itself ("See: directive")."""


def _printed(material: Material) -> Iterator[Candidate]:
    """The entries of the document's glossaries, and of lists and tables that are as good as one."""
    sections = glossaries(material)
    lists = _lists(material)
    for n, prose in enumerate(material.prose):
        entry = ENTRY.match(prose.block.text) if prose.section in sections or n in lists else None
        if entry and is_printed(entry["term"]) and not _POINTS_ON.match(prose.block.text[entry.end() :]):
            yield Candidate(
                entry["term"], Source.GLOSSARY, places=[(n, *entry.span("term"))], definition=prose.block.text
            )


def _lists(material: Material) -> frozenset[int]:
    """Lines one behind the other that each say what a term in bold type is: most name a kind."""
    found = set[int]()
    row: list[tuple[int, bool]] = []
    for n, prose in enumerate([*material.prose, None]):
        told = _told(prose, material.language) if prose else None
        if told is not None:
            row.append((n, told))
            continue
        if len(row) >= _LEAST_LISTED and sum(kind for _, kind in row) >= _MOSTLY * len(row):
            found.update(at for at, _ in row)
        row = []
    return frozenset(found)


def _told(prose: Prose, language: str) -> bool | None:
    """Whether a line with a term in bold type and a colon names the term's kind; None: it is no such line."""
    text = prose.block.text
    entry = ENTRY.match(text)
    bold = next((each for each in prose.block.emphasis if each.style.startswith("bold")), None)
    if prose.block.kind != "list_item" or entry is None or bold is None or bold.start > entry.start("term"):
        return None
    if not entry.start("term") < bold.end <= entry.end() or not is_term(entry["term"], language, defined=True):
        return None
    behind = text[entry.end() :]
    kind = behind[:1].lower() + behind[1:] if language != "de" else behind
    return bool(_KIND.match(kind)) and names_kind(kind, language)


def printed_in(material: Material) -> frozenset[int]:
    """The prose blocks that are entries of the document's glossaries."""
    return frozenset(n for candidate in _printed(material) for n, _, _ in candidate.places)


def _set_apart(prose: Prose) -> Iterator[tuple[str, int, int]]:
    """The style and place of what the block sets apart: no steps of menus, no titles of what it cites."""
    text = prose.block.text
    covered = sum(span.end - span.start for span in prose.block.emphasis)
    if covered > 0.6 * len(text):
        return  # a block that is bold through and through sets nothing apart
    for span in prose.block.emphasis:
        if not is_of_menu(text, span.start, span.end) and not _is_cited(text, span.start, span.end):
            yield span.style, span.start, span.end


def _is_cited(text: str, start: int, end: int) -> bool:
    """Whether it is the title of a work: in square brackets, or with a page or a volume behind it."""
    within = text.rfind("[", 0, start) > text.rfind("]", 0, start) and "]" in text[end:]
    return within or bool(_PAGE.match(text, end))


def _stresses(material: Material) -> bool:
    """Whether bold type tells how to read ("is *not* so"), as so many small words in it show, and no terms."""
    set_apart = {
        prose.block.text[start:end].casefold().strip(" .,;:")
        for prose in material.prose
        for style, start, end in _set_apart(prose)
        if style != "italic"
    }
    small = [text for text in set_apart if len(text) >= _LEAST_SMALL and is_function_word(text, material.language)]
    return len(small) >= max(_LEAST_STRESSED, _STRESSED * len(set_apart))


def is_of_menu(text: str, start: int, end: int) -> bool:
    """Whether a part of a text is a step on a way through a program's menus: "File → Save"."""
    return bool(_BEFORE_STEP.match(text, end) or _BEHIND_STEP.search(text[:start]))


def _key(material: Material) -> Iterator[Candidate]:
    """Words and pairs that stand far more often than in everyday text, best first."""
    language = material.language
    if language in UNPARTED:
        return
    total = sum(len(prose.words) for prose in material.prose)
    counts: Counter[tuple[str, ...]] = Counter()
    closing: Counter[tuple[str, ...]] = Counter()
    named: Counter[tuple[str, ...]] = Counter()
    spread: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for n, prose in enumerate(material.prose):
        for group, closes, leads in _groups(prose, language):
            counts[group] += 1
            closing[group] += closes
            named[group] += leads
            spread[group].add(n)
    least = 2 if total < 4000 else 3 if total < 20_000 else 5
    scored: list[tuple[float, tuple[str, ...]]] = []
    for group, count in counts.items():
        if count < least or len(spread[group]) < 2:
            continue
        if language not in _NOUN_FIRST and closing[group] < _LEAST_CLOSING * count:
            continue
        if named[group[-1:]] < (_LEAST_CAPITAL if language == "de" else _LEAST_LED) * counts[group[-1:]]:
            continue
        ratios = [_ratio(word, counts[(word,)] / total, language) for word in group]
        ratio = sum(ratios) / len(ratios) + (1.0 if len(group) > 1 else 0.0)
        if ratio < _LEAST_RATIO:
            continue
        scored.append((ratio * math.log1p(count) * math.log1p(len(spread[group])), group))
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    # A word that stands mostly inside a pair is left to the pair.
    inside = {
        (word,) for _, group in scored if len(group) > 1 for word in group if counts[group] >= 0.6 * counts[(word,)]
    }
    best = scored[0][0] if scored else 1.0
    for score, group in scored[:300]:
        if group not in inside:
            yield Candidate(_joined(group), Source.KEYNESS, keyness=score / best)


def no_nouns(material: Material) -> frozenset[str]:
    """The words that stand as a verb or an adjective does: before what is done something to, or before a noun and
    hardly ever at the end of a phrase. What has a capital within a sentence, or is seldom said, is not judged."""
    language = material.language
    if language not in OBJECTS and language not in _ADJECTIVE:
        return frozenset()
    counts, closing, done, capital = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    objects = OBJECTS.get(language, frozenset())
    for prose in material.prose:
        for (word, *more), closes, _ in _groups(prose, language):
            if not more:
                counts[word] += 1
                closing[word] += closes
        for one, after in pairwise(prose.words):
            done[one.folded] += after.folded in objects and prose.block.text[one.end : after.start] == " "
            capital[one.folded] += prose.block.text[one.start].isupper() and one.start > 0
    endings = _ADJECTIVE.get(language, ())
    return frozenset(
        word
        for word, count in counts.items()
        if count >= _LEAST_SEEN
        and 2 * capital[word] < count
        and (
            done[word] > _OFTEN_DONE * count
            or closing[word] < _SELDOM_LAST * count
            or (word.endswith(endings) and closing[word] < _MOSTLY * count)
        )
    )


def _joined(group: Sequence[str]) -> str:
    return ("" if is_together(group[0]) else " ").join(group)


def _ratio(word: str, share: float, language: str) -> float:
    """How many times, in powers of two, a word's share in the text is that in everyday text; where we have no list,
    long words that do not stand everywhere count as rare."""
    if frequencies.known(language):
        return max(0.0, math.log2(share / frequencies.frequency(word, language)))
    return min(len(word), 12) if len(word) >= _LEAST_UNLISTED and share < _EVERYWHERE else 0.0


def _groups(prose: Prose, language: str) -> Iterator[tuple[tuple[str, ...], bool, bool]]:
    """Single content words and pairs of them; whether a phrase ends there, and whether it looks like a noun's.

    A phrase ends where no content word follows. A noun is led in by an article or preposition, or is the second word
    of a pair that is; a German one has a capital.
    """
    leads = LEADS.get(language)
    words = prose.words
    content = [_is_content(word.folded, language) for word in words]
    for n, word in enumerate(words):
        if not content[n]:
            continue
        closes = not (n + 1 < len(words) and content[n + 1] and _adjoin(prose, word, words[n + 1]))
        paired = n > 0 and content[n - 1] and _adjoin(prose, words[n - 1], word)
        before = n - 2 if paired else n - 1
        if language == "de":
            noun = prose.block.text[word.start].isupper()
        else:
            noun = leads is None or (before >= 0 and words[before].folded in leads) or is_definite(word, language)
        yield (word.folded,), closes, noun
        if paired:
            yield (words[n - 1].folded, word.folded), closes, noun


def is_definite(word: Word, language: str) -> bool:
    """Whether a word carries its article itself."""
    return language == "ar" and word.folded.startswith("ال")


def _adjoin(prose: Prose, word: Word, following: Word) -> bool:
    between = prose.block.text[word.end : following.start]
    return between == " " or (not between and is_together(following.folded))


@lru_cache(maxsize=1 << 16)
def _is_content(folded: str, language: str) -> bool:
    return (
        len(folded) >= (2 if is_together(folded) else 3)
        and not any(c.isdigit() for c in folded)
        and not is_function_word(folded, language)
        and not is_hiragana(folded)
        and not folded.startswith(PROCLITICS.get(language, ()))
        and not (language == "en" and folded.endswith(("ly", "ed", "n't")) and len(folded) > 4)
    )
