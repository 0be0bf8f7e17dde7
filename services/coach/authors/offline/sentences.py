"""The sentences of a block, and how well each stands alone: what leans on its neighbours is not worth asking about."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contracts.documents import Block
from services.coach.alphabets import CLOSERS, ENDS, has_no_case, is_lettered, length_of
from services.coach.authors.offline.leaning import LEANINGS, OTHER

_KINDS = ("paragraph", "list_item", "caption")
_BULLET = re.compile(r"(?:^|(?<=\s))[•▪◦‣●○■□➢➤►▶✓✔]\s+|^[*–—-]\s+|^\(?(?:\d{1,2}|[a-z])[.)]\s+")
_END = re.compile(rf"[.!?…][\"”’»)\]]*\s+(?=[\"“«‘(\[]?\w)|[{ENDS}][\"”’»)\]」』）》]*\s*(?=\S)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|figs?|eq|no|vol|ch|sec|pp?|dr|mr|mrs|ms|prof|st|approx|ca|inc|ltd|al|jr|eds?|resp"
    r"|f\.eks|bl\.a|m\.m|osv|dvs|jf|kap|nr|evt|pga|iht|ifm|mht|m\.fl|o\.l|tab|z\.b|d\.h|usw|bzw|vgl|u\.a|abb|bl|kl)"
    r"|\b\w|(?<!\d)\d{1,2})\.$",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?i:remark|note|example|exercise|tip|warning|caution|definition|theorem|lemma|proof|abstract|keywords|merk"
    r"|eksempel|oppgave|beispiel|aufgabe|hinweis)\b[\s\d.:]*[A-ZÆØÅÄÖÜ]"
)
_CODE = re.compile(
    r"https?:|www\.|[{}\\<>=|_^~$#@↵]|\w\(\s*\)|::|\s--?\w|\w/\w+/|(?:^|\s)/|\.\s\.|…|\w\.(?:py|c|h|org|com|net|txt)\b|\+\+\w"
)
_ORDERS = re.compile(
    r"(?:do|make|use|set|add|try|let|type|run|click|consider|suppose|assume|choose|select|enter|write"
    r"|execute|specify|bruk|skriv|velg)\b",
    re.IGNORECASE,
)
_CITED = re.compile(r"\[\d[\d,\s–-]*\]")
_OPENS = '"“«‘(「『（《'
_LETTERS = 0.7
_SHORT, _LONG = 8, 40
_LEAST, _MOST = 5, 45
_LONGEST = 80  # where nothing better is left
_READ_WELL = 60.0  # percent: under it, recognised words are likely to be other ones
LAST_RESORT = 3
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"), ("「", "」"), ("（", "）"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A span of a block's text. `doubt`: 0 it stands alone; 1 it nearly does; 2 it is a line of a list, no sentence;
    3 it leans on its neighbours, is very short or long, and is taken only where nothing better is there."""

    block: Block
    start: int
    end: int
    text: str
    doubt: int


def sentences_of(blocks: Sequence[Block], language: str, *, last_resort: bool = False) -> list[Sentence]:
    """The sentences worth asking about, in reading order; `last_resort`: also those of doubt 3.

    Recognised blocks that were read badly are left out where others are there.
    """
    kinds = (*_KINDS, "heading") if last_resort else _KINDS
    fit = [b for b in blocks if b.material and b.kind in kinds and b.language in (None, language)]
    well_read = [block for block in fit if block.confidence is None or block.confidence >= _READ_WELL]
    found = []
    for block in well_read or fit:
        for start, end in spans_of(block.text):
            text = block.text[start:end]
            doubt = doubt_of(text, language)
            if doubt is None and last_resort and _is_something(text, recognised=block.confidence is not None):
                doubt = LAST_RESORT
            if doubt is not None:
                found.append(Sentence(block, start, end, text, doubt))
    return found


def spans_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences and the lines of lists begin and end, without white space and marks around."""
    marks = [*_BULLET.finditer(text)]
    edges = [0, *(mark.start() for mark in marks if mark.start()), len(text)]
    begins = {mark.start(): mark.end() for mark in marks}
    for edge, limit in pairwise(edges):
        start = begins.get(edge, edge)
        start += len(text[start:limit]) - len(text[start:limit].lstrip())
        for found in _END.finditer(text, start, limit):
            following = text[found.end() :].lstrip('"“«‘([')[:1]
            before = text[max(start, found.start() - 12) : found.start() + 1]
            mark = text[found.start()]
            if mark not in ENDS and (following.islower() or (mark == "." and _ABBREVIATED.search(before))):
                continue
            yield start, found.start() + len(found.group().rstrip())
            start = found.end()
        end = limit - len(text[start:limit]) + len(text[start:limit].rstrip())
        if start < end:
            yield start, end


def doubt_of(text: str, language: str) -> int | None:
    """How far a sentence can be asked about by itself, see `Sentence`; None: not at all, or as a last resort."""
    words, leaning = length_of(text), LEANINGS.get(language, OTHER)
    if (
        not _LEAST <= words <= _MOST
        or not _is_prose(text)
        or not _is_clean(text)
        or _LABELLED.match(text)
        or leaning.leans(text)
    ):
        return None
    if not _is_closed(text) or re.match(r"\d+ [A-Z“‘]", text):
        return 2
    nearly = leaning.may_lean(text) or _CITED.search(text) or _ORDERS.match(text)
    return 1 if nearly or not _SHORT <= words <= _LONG else 0


def _is_closed(text: str) -> bool:
    """Whether it begins and ends as a sentence does."""
    opens = text[0].isupper() or text[0].isdigit() or text[0] in _OPENS or has_no_case(text[0])
    return opens and text.rstrip(CLOSERS).endswith((".", "!", *ENDS))


def _is_prose(text: str) -> bool:
    """Whether it is letters for the most part, and begins and ends so that it may be a sentence."""
    if not (text[0].isalnum() or text[0] in _OPENS):
        return False
    if text.rstrip('"”’»)').endswith(("?", ":", ",", ";", "-", "–", "？", "؟", "：", "，", "、", "،")):
        return False
    return sum(is_lettered(c) or c == " " for c in text) >= _LETTERS * len(text) and not any(
        unicodedata.category(c) in ("So", "Cn", "Co") for c in text
    )


def _is_clean(text: str) -> bool:
    """Whether there is no code in it and no half of a pair."""
    unpaired = any(text.count(opens) != text.count(closes) for opens, closes in _PAIRS) or text.count('"') % 2
    return not unpaired and not _CODE.search(text)


def _is_something(text: str, *, recognised: bool) -> bool:
    """Whether a sentence that does not stand alone still says something: whole, and neither a stub nor endless.

    `recognised`: a stray sign in it may be a letter that was read wrong.
    """
    fits = _LEAST <= length_of(text) <= _LONGEST and _is_prose(text) and _is_closed(text)
    return fits and (recognised or _is_clean(text))
