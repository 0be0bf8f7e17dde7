"""Where sentences begin and end in a block's text, and which of them stand alone."""

import re

from services.reader.alphabets import opens_sentence
from services.reader.language import word_count

# Full stops of our script are followed by a blank; those of scripts without blanks need none.
_END = re.compile(r"(?:[.!?…؟۔।॥][\"”’»)\]]*\s+|[。！？｡][」』”’）》]*\s*|[।॥۔؟]\s*)(?=\S)")
_FULL = "。！？｡؟۔।॥"
_CLOSERS = '"”’»)]」』）》'
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|cf|vs|fig|figs|eq|no|vol|ch|sec|pp|p|dr|mr|mrs|ms|prof|st|approx|ca|inc|al|jr|ed|eds"
    r"|f\.eks|bl\.a|m\.m|osv|dvs|jf|kap|nr|evt|pga|iht|ifm|mht|m\.fl|o\.l|s|tab|z\.b|d\.h|usw|bzw|vgl|u\.a|abb"
    r"|bl|kl)|\b\w)\.$",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b\d{1,2}\.$")
_MONTH = re.compile("Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez")  # German dates: 16. August
# Thai has no full stop: a blank parts clauses, and a few of them make a sentence.
_THAI_BLANK = re.compile(r"(?<=[\u0e00-\u0e7f])\s+(?=[\u0e00-\u0e7f])")
_THAI_LEAST = 40
_LEANS = re.compile(
    r"^(?:(?:this|these|those|that|it|they|he|she|such|its|their|his|her|here|there|then|thus|hence|so|but|and"
    r"|or|also|however"
    r"|therefore|moreover|furthermore|in this|in these|for this|at this|both|each of these|as a result"
    r"|for example|for instance"
    r"|in addition|instead|otherwise|similarly|likewise|finally|another|the former|the latter|the following|we"
    r"|you|i|if you"
    r"|dette|denne|disse|above|below|as (?:described|shown|mentioned|seen|you|we)|note that|recall|remark"
    r"|in the (?:previous|next|above|example)|let|det|den|de|han|hun|slik|slike|slikt|her|der|da|derfor|men|og"
    r"|eller|også|imidlertid|dermed|likevel"
    r"|i tillegg|for eksempel|begge|vi|du|jeg|dessuten|ellers|deretter|så)\b)",
    re.IGNORECASE,
)
_MARK = re.compile(r"^\s*(?:[•▪◦‣·∙●○■□➢➤►▶▸▹⇒→✓*–—-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+")
LEAST_WORDS, MOST_WORDS = 5, 50


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences as spans of the text (code points, half open), without white space or a list item's mark around."""
    spans: list[tuple[int, int]] = []
    start = mark.end() if (mark := _MARK.match(text)) else 0
    for found in _END.finditer(text, start):
        if text[found.start()] not in _FULL and not _parts(text, start, found):
            continue
        spans.append((start, found.start() + len(found.group().rstrip())))
        start = found.end()
    end = len(text.rstrip())
    if start < end:
        spans.append((start, end))
    return [part for span in spans for part in _thai(text, *span)]


def _parts(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a full stop of our script ends a sentence there, and no abbreviation or date."""
    following = text[found.end()]
    if not (opens_sentence(following) or following in "([•"):
        return False
    if _DAY.search(text, max(start, found.start() - 4), found.start() + 1) and _MONTH.match(text, found.end()):
        return False
    return text[found.start()] != "." or not _ABBREVIATED.search(
        text, max(start, found.start() - 12), found.start() + 1
    )


def _thai(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans = []
    for blank in _THAI_BLANK.finditer(text, start, end):
        if blank.start() - start >= _THAI_LEAST and end - blank.end() >= _THAI_LEAST // 2:
            spans.append((start, blank.start()))
            start = blank.end()
    return [*spans, (start, end)]


def is_whole(sentence: str) -> bool:
    """Whether it begins and ends as a sentence does, and is neither a stub nor endless."""
    first = sentence[:1]
    return (
        ((bool(first) and opens_sentence(first)) or sentence[:2].strip("pmt")[:1].isupper())
        and (sentence.rstrip(_CLOSERS).endswith((".", "!", *_FULL)) or "\u0e00" <= first <= "\u0e7f")
        and LEAST_WORDS <= length_of(sentence) <= MOST_WORDS
    )


def length_of(sentence: str) -> int:
    """How many words it has."""
    return word_count(sentence, "") if max(sentence, default="") >= "\u0e00" else sentence.count(" ") + 1


def stands_alone(sentence: str, *, closed: bool = True) -> bool:
    """Whether it can be understood without what stands before it: no pronoun or connective leads in.

    `closed` False: it may lack its full stop, as a line of a glossary or a slide does.
    """
    return is_whole(sentence if closed else sentence.rstrip(".") + ".") and not _LEANS.match(sentence)
