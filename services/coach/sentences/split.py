"""The sentences of a block, and how well each stands alone: what leans on its neighbours is not worth asking about."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.documents import Block
from services.coach.sentences.leaning import LEANINGS, OTHER
from services.coach.sentences.unfit import is_entry, is_misread, is_no_sentence, is_to_reader, is_unfit
from services.text.alphabets import WORD, has_no_case, is_lettered, length_of
from services.text.splitting import ends, spans_of

_KINDS = ("paragraph", "list_item", "caption")
_LABELLED = re.compile(
    r"(?i:remark|note|example|exercise|tip|warning|caution|definition|theorem|lemma|proof|abstract|keywords|merk"
    r"|eksempel|oppgave|beispiel|aufgabe|hinweis)\b[\s\d.:]*[A-ZÆØÅÄÖÜ]"
)
_FILES = (
    r"\w\.(?:py|c|h|f90|deb|log|ini|ya?ml|md|pdf|png|jpe?g|gz|zip|org|com|net|txt|sh|tex|cpp|java|csv|json|xml"
    r"|html?|exe|cfg|conf)\b|\w{2,}\.(?:o|F|so)\b(?!\.)"
)
# "The par() function" and "the find_package command" name something; more brackets or underscores than that are code.
_CODE = re.compile(
    r"https?:|www\.|[{}\\<>=|^$#@↵→]|~(?! \w)|\w\(\s*\)(?:\S|.*\w\(\s*\))|(?<![^\W_]{2})_|_(?![^\W_]{2})|::|\s--?\w"
    rf"|\w/\w+/|(?:^|\s)/|(?<!\.)\s\.\.?(?=\s)|\.\s\.|…|{_FILES}|\+\+\w"
)
_CITED = re.compile(r"\[\d[\d,\s–-]*\]")
# "The ‘rapid’ setting", "The FAST clause": of an example that stands nearby.
_OF_AN_EXAMPLE = re.compile(r"The (?:[‘'\"“]\w+[’'\"”] \w|[A-Z]{4,} (?:clause|directive|keyword|flag|declaration)\b)")
# With these nothing ends, not even a line of a list.
_GOES_ON = """
    a an the and or nor but of to in on at by for from with without into onto over under between through during than as
    like that which who whose whom where when while because if is are was were be been has have had its their his her
    en et ei og eller men av til i på ved for fra med uten om over under mellom gjennom enn som at der når mens fordi
    hvis er var ble blir har hadde sin sitt sine
    der die das ein eine und oder von zu im am bei für aus mit ohne über unter zwischen durch als dass wenn weil ist
"""
_OPEN_WORDS = frozenset(_GOES_ON.split())
_OPENS = '"“«‘(「『（《'
_LETTERS = 0.7
_SHORT, _LONG = 8, 40
_LEAST, _MOST = 5, 45
_LONGEST = 80  # where nothing better is left
_READ_WELL = 60.0  # percent: under it, recognised words are likely to be other ones
LAST_RESORT = 3
_FULL_LINE = 12  # words
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
            recognised = block.confidence is not None
            doubt = None if recognised and is_misread(text) else doubt_of(text, language)
            if doubt is None and last_resort:
                whole = _is_something(text, recognised=recognised) or _is_full_line(text, language)
                doubt = LAST_RESORT if whole else None
            if doubt is not None:
                found.append(Sentence(block, start, end, text, doubt))
    return found


def goes_on(text: str) -> bool:
    """Whether it breaks off at a word with which nothing ends: "use assignments like", above a line of code."""
    words = WORD.findall(text)
    return bool(words) and not ends(text) and words[-1].casefold() in _OPEN_WORDS


def doubt_of(text: str, language: str) -> int | None:
    """How far a sentence can be asked about by itself, see `Sentence`; None: not at all, or as a last resort."""
    words, leaning = length_of(text), LEANINGS.get(language, OTHER)
    if (
        not _LEAST <= words <= _MOST
        or not _is_prose(text)
        or not _is_clean(text)
        or _LABELLED.match(text)
        or leaning.leans(text)
        or is_unfit(text)
    ):
        return None
    nearly = leaning.may_lean(text) or _CITED.search(text) or _OF_AN_EXAMPLE.match(text)
    if not _is_closed(text) or re.match(r"\d+ [A-Z“‘]", text) or is_entry(text):
        # Lines of lists lean on what they are listed under as it is.
        return None if nearly else 2
    if is_to_reader(text) or is_no_sentence(text, language):
        return 2
    return 1 if nearly or not _SHORT <= words <= _LONG else 0


def _is_closed(text: str) -> bool:
    """Whether it begins and ends as a sentence does."""
    opens = text[0].isupper() or text[0].isdigit() or text[0] in _OPENS or has_no_case(text[0])
    return opens and ends(text)


def _is_prose(text: str) -> bool:
    """Whether it is letters for the most part, and begins and ends so that it may be a sentence."""
    if not (text[0].isalnum() or text[0] in _OPENS) or goes_on(text):
        return False
    if text.rstrip('"”’»)').endswith(("?", ":", ",", ";", "-", "–", "？", "؟", "：", "，", "、", "،")):
        return False
    return sum(is_lettered(c) or c == " " for c in text) >= _LETTERS * len(text) and not any(
        c != "°" and unicodedata.category(c) in ("So", "Cn", "Co") for c in text
    )


def _is_clean(text: str) -> bool:
    """Whether there is no code in it and no half of a pair."""
    unpaired = any(text.count(opens) != text.count(closes) for opens, closes in _PAIRS) or text.count('"') % 2
    return not unpaired and not _CODE.search(text)


def _is_something(text: str, *, recognised: bool) -> bool:
    """Whether a sentence that does not stand alone still says something: whole, and neither a stub nor endless.

    `recognised`: a stray sign in it may be a letter that was read wrong.
    """
    fits = _LEAST <= length_of(text) <= _LONGEST and _is_prose(text) and _is_closed(text) and not is_unfit(text)
    return fits and (recognised or _is_clean(text))


def _is_full_line(text: str, language: str) -> bool:
    """Whether a line without a full stop is as long as a sentence and could be understood but for who speaks."""
    fits = _FULL_LINE <= length_of(text) <= _MOST and _is_prose(text) and _is_clean(text)
    return fits and not LEANINGS.get(language, OTHER).leans(text) and not is_unfit(text)
