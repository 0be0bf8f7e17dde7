"""Where the sentences of a text, and the lines of a list in it, begin and end. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from services.text.alphabets import CLOSERS, ENDS

# Marks of a list: anywhere in a text, and at its beginning alone.
_BULLET = re.compile(r"(?:^|(?<=\s))[•▪◦‣●○■□➢➤►▶✓✔]\s+|^\s*[*–—·∙▸▹⇒→-]\s+|^\s*\(?(?:\d{1,2}|[a-z])[.)]\s+")
_END = re.compile(rf"[.!?…][\"”’»)\]]*\s+(?=[\"“«‘(\[]?\w)|[{ENDS}][\"”’»)\]」』）》]*\s*(?=\S)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|figs?|eq|no|vol|ch|sec|pp?|dr|mr|mrs|ms|prof|st|approx|ca|inc|ltd|al|jr|eds?|resp"
    r"|f\.eks|bl\.a|m\.m|osv|dvs|jf|kap|nr|evt|pga|iht|ifm|mht|m\.fl|o\.l|tab|z\.b|d\.h|usw|bzw|vgl|u\.a|abb|bl|kl)"
    r"|\b\w|(?<!\w)\d{1,2})\.$",
    re.IGNORECASE,
)
# A single letter or a number that ends a sentence after all: "of blood group O. Karl", "patients have type 2. Some".
_NO_INITIAL = re.compile(
    r"\b(?:and|or|og|eller|und|oder|vitamin|type|group|class|gruppe|klasse|å) \w\.$|[a-zæøåäöü] [iå]\.$"
)
_NO_ORDINAL = re.compile(r"\b(?!(?i:de[nrst]|die|das|the|vom|zum)\b)[^\W\d_]{3,} \d{1,2}\.$")
_MONTH = re.compile(
    r"(?i:jan|feb|mar|mär|apr|mai|may|jun|jul|aug|sep|o[ck]t|nov|de[sz])|(?:Jahr|Weltkrieg|Klasse|Auflage|Oslo)"
)
_QUOTES = "“”„«»"
# Thai has no full stop: a blank parts clauses, and a few of them make a sentence.
_THAI_BLANK = re.compile(r"(?<=[\u0e00-\u0e7f])\s+(?=[\u0e00-\u0e7f])")
_THAI_LEAST = 40
# A heading that ran into its paragraph: "Integumentary System The first thing a clinician sees is the skin".
_RUN_IN = re.compile(
    r"(?:[A-ZÆØÅ][a-zæøå-]+ ){2,5}"
    r"(?=(?:The|An?|This|These|That|It|They|We|You|In|On|At|As|If|When|While|All|Most|Many|Some|Both|Each|One"
    r"|Det|Den|De|Dette|Disse|En|Et|Vi|Du|Når|Hvis|Alle|Mange|Noen|Som|Ved) [a-zæøå])"
)


def spans_of(text: str) -> Iterator[tuple[int, int]]:
    """The sentences and the lines of lists as spans of the text (code points, half open), without white space and marks
    around."""
    return iter(_parted(text))


@lru_cache(maxsize=1 << 12)  # A block is parted by whoever looks at it, and many do, one after the other.
def _parted(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    marks = [*_BULLET.finditer(text)]
    edges = [0, *(mark.start() for mark in marks if mark.start()), len(text)]
    begins = {mark.start(): mark.end() for mark in marks}
    for edge, limit in pairwise(edges):
        start = begins.get(edge, edge)
        start += len(text[start:limit]) - len(text[start:limit].lstrip())
        if not edge and (heading := run_in(text, start)):
            yield start, heading
            start = heading + 1
        for found in _END.finditer(text, start, limit):
            following = text[found.end() :].lstrip('"“«‘([')[:1]
            before = text[max(start, found.start() - 16) : found.start() + 1]
            mark = text[found.start()]
            if mark not in ENDS and (following.islower() or (mark == "." and _goes_on(before, text[found.end() :]))):
                continue
            yield from _thai(text, start, found.start() + len(found.group().rstrip()))
            start = found.end()
        end = limit - len(text[start:limit]) + len(text[start:limit].rstrip())
        if start < end:
            yield from _thai(text, start, end)


def run_in(text: str, start: int = 0) -> int:
    """Where a heading ends that stands before the first sentence, without a mark between; 0: there is none."""
    found = _RUN_IN.match(text, start)
    return found.end() - 1 if found else 0


def unquoted(text: str) -> str:
    """On one line, without the quotation marks around all of it, of which one may be cut off, and without its full
    stop. Marks around a part of it stay: ``Kinds of “Tides”``."""
    plain = " ".join(text.split())
    bare = plain.strip(_QUOTES)
    return (plain if any(sign in _QUOTES for sign in bare) else bare).removesuffix(".")


def ends(text: str) -> bool:
    """Whether it ends as a sentence does."""
    return text.rstrip(CLOSERS).endswith((".", "!", *ENDS))


def _goes_on(before: str, behind: str) -> bool:
    """Whether a full stop before a capital ends an abbreviation or an ordinal number, and no sentence."""
    if not _ABBREVIATED.search(before[-12:]) or _NO_INITIAL.search(before):
        return False
    return not (_NO_ORDINAL.search(before) and not _MONTH.match(behind))


def _thai(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for blank in () if text.isascii() else _THAI_BLANK.finditer(text, start, end):
        if blank.start() - start >= _THAI_LEAST and end - blank.end() >= _THAI_LEAST // 2:
            yield start, blank.start()
            start = blank.end()
    yield start, end
