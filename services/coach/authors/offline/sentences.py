"""The sentences of a block, and how well each stands alone: what leans on its neighbours is not worth asking about."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contracts.documents import Block
from services.coach.authors.offline.leaning import LEANINGS, OTHER

_KINDS = ("paragraph", "list_item", "caption")
_BULLET = re.compile(r"(?:^|(?<=\s))[•▪◦‣●○■□➢➤►▶✓✔]\s+|^[*–—-]\s+|^\(?(?:\d{1,2}|[a-z])[.)]\s+")
_END = re.compile(r"[.!?…][\"”’»)\]]*\s+(?=[\"“«‘(\[]?\w)")
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
_OPENS = '"“«‘('
_LETTERS = 0.7
_SHORT, _LONG = 8, 40
_LEAST, _MOST = 5, 45
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A span of a block's text. `doubt`: 0 it stands alone; 1 it nearly does; 2 it is a line of a list, no sentence."""

    block: Block
    start: int
    end: int
    text: str
    doubt: int


def sentences_of(blocks: Sequence[Block], language: str) -> list[Sentence]:
    """The sentences worth asking about, in reading order."""
    found = []
    for block in blocks:
        if not block.material or block.kind not in _KINDS or block.language not in (None, language):
            continue
        for start, end in spans_of(block.text):
            text = block.text[start:end]
            doubt = doubt_of(text, language)
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
            if following.islower() or (text[found.start()] == "." and _ABBREVIATED.search(before)):
                continue
            yield start, found.start() + len(found.group().rstrip())
            start = found.end()
        end = limit - len(text[start:limit]) + len(text[start:limit].rstrip())
        if start < end:
            yield start, end


def doubt_of(text: str, language: str) -> int | None:
    """How far a sentence can be asked about by itself, see `Sentence`; None: not at all."""
    words, leaning = text.split(), LEANINGS.get(language, OTHER)
    if (
        not _LEAST <= len(words) <= _MOST
        or not (text[0].isalnum() or text[0] in _OPENS)
        or text.rstrip('"”’»)').endswith(("?", ":", ",", ";", "-", "–"))
    ):
        return None
    if sum(c.isalpha() or c == " " for c in text) < _LETTERS * len(text) or any(
        unicodedata.category(c) in ("So", "Cn", "Co") for c in text
    ):
        return None
    if (
        _CODE.search(text)
        or _LABELLED.match(text)
        or leaning.leans(text)
        or any(text.count(opens) != text.count(closes) for opens, closes in _PAIRS)
        or text.count('"') % 2
    ):
        return None
    whole = text.rstrip('"”’»)').endswith((".", "!")) and (text[0].isupper() or text[0].isdigit() or text[0] in _OPENS)
    if not whole or re.match(r"\d+ [A-Z“‘]", text):
        return 2
    nearly = leaning.may_lean(text) or _CITED.search(text) or _ORDERS.match(text)
    return 1 if nearly or not _SHORT <= len(words) <= _LONG else 0
