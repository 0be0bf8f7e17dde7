"""Questions that a document prints for its reader, told by their shape: a stem, its options, its key. Pure.

1. What only a test says ("Which of the following", "all of these except", "richtig oder falsch"), with what it offers.
2. A stem that asks, with options that have letters or boxes; with numbers or bullets where a key, or another such
   question beside it, tells that it is one: a list may answer a question as well.
3. What is to be called true or false, what has a blank, and an order to complete, match or tick what stands below.
4. A key of letters, and behind a question whatever is called its answer.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from contracts.documents import Block, ExercisePart
from services.text.splitting import spans_of

BLANK = re.compile(r"_{3,}|(?:\.\s?){6,}|…{2,}")
QUESTION = re.compile(r"\?[\s\"\'”’»)*]*(?:\([^()]{1,30}\)[\s.]*)?$")
KEY = re.compile(
    r"(?:(?:the )?(?:correct )?(?:answer|solution|key)s?(?: is)?|ans|fasit|(?:riktig |rett )?svar"
    r"|(?:richtige |korrekte )?(?:antwort|lösung)(?:en)?)?"
    r"\s*[:.]?\s*(?:\d{1,3}[.:)]?\s*)?\(?(?:[A-Ha-h]|true|false|sant|usant|rett|galt|richtig|wahr|falsch)\)?[.,;]?"
    r"(?:[\s,;]+\d{1,3}[.:)]?\s*[-–=]?\s*\(?[A-Ha-h]\)?[.,;]?)*",
    re.IGNORECASE,
)
ANSWER = re.compile(
    r"(?:the )?(?:correct )?(?:answer|solution)s?|fasit|(?:riktig |rett )?svar|løsning(?:er)?"
    r"|(?:richtige )?antwort(?:en)?|lösung(?:en)?",
    re.IGNORECASE,
)
# "Answer: A cone, since it bends.", behind a question alone.
_ANSWERS = re.compile(
    rf"(?:{ANSWER.pattern}|ans|key|explanation|rationale|feedback|hints?|tips?|hinweis|erklärung|begründung|forklaring"
    r"|begrunnelse|hint)\s*(?:\([^()]{1,20}\))?\s*[:.–—]\s*\S",
    re.IGNORECASE,
)
_ANSWERED = re.compile(rf"(?:{ANSWER.pattern})\s*:\s*\S", re.IGNORECASE)
_KEYS = re.compile(
    rf"(?:{ANSWER.pattern}|key)\s*[:.]?\s*(?:\(?\d{{1,3}}[.:)]?\s*[-–=]?\s*\(?[A-Ha-h]\)?(?=[\s,;.]|$)[\s,;.]*){{2,}}",
    re.IGNORECASE,
)
_NUMBERED = r"(?:(?:q(?:uestion)?|frage|spørsmål)?\s*\d{1,3}[.:)]\s*|[•▶–*-]\s*)?"
# No text but a test's says so.
_TEST = re.compile(
    rf"{_NUMBERED}(?:"
    r"(?:.{0,200}\s)?(?:which|what|who|whom|where|when) (?:one |ones |two |three )?(?:of|among|from)"
    r" (?:the (?:following|statements?|options|choices|answers|sentences|terms|words)|these|those)\b.*"
    r"|(?:.{0,200}\s)?(?:which|what) (?:is|are|one is) (?:not )?(?:true|false|correct|incorrect)\b.*\?.*"
    r"|(?:.{0,200}\s)?which (?:statement|sentence|option|answer|choice|description|definition)s?\b.{0,80}"
    r"\b(?:true|false|correct|incorrect|best|wrong)\b.*"
    r"|(?:all|each|any|none|one) of (?:the following|these)\b.{0,120}\b(?:except|but|not)\b.{0,20}"
    r"|.{1,200}\b(?:EXCEPT|except(?: for)?)\s*[:.?_…]*"
    r"|(?:.{0,200}\s)?(?:hvilken|hvilket|hvilke|kva for ein|kva for eit|kva for|hva|kva|hvem|kven)(?: \w+)? av"
    r" (?:disse|følgende|de følgende|alternativene|påstandene|utsagnene|desse|følgjande|påstandane)\b.*"
    r"|(?:.{0,200}\s)?(?:hvilke[nt]?|kva for \w+) (?:påstand|utsagn|alternativ|setning|svar)\w*\b.{0,60}"
    r"\b(?:riktige?|rette?|sann[te]?|usann[te]?|gale?|galt|feil|best|stemmer|passer|korrekte?)\b.*"
    r"|(?:.{0,200}\s)?welche[rsnm]?(?: \w+)? (?:der|von den) (?:folgenden|genannten|nachstehenden|aussagen|antworten"
    r"|begriffe|sätze|optionen)\b.*"
    r"|(?:.{0,200}\s)?welche[rsnm]? dieser\b.*"
    r"|(?:.{0,200}\s)?welche[rsnm]? (?:\w+ )?(?:aussagen?|antwort(?:en)?|option(?:en)?|behauptung(?:en)?)\b.{0,60}"
    r"\b(?:richtig|falsch|wahr|korrekt|zutreffend|trifft|treffen|stimmt|stimmen)\b.*"
    r")$",
    re.IGNORECASE | re.DOTALL,
)
_TEST_ALONE = re.compile(
    rf"{_NUMBERED}(?:(?:in |of |for |from |to |by )?(?:which|what|who|all|each|any|none|one|hv\w+|kva|kven|welche\w?)\b"
    r"|.*\bexcept)",
    re.IGNORECASE | re.DOTALL,
)
# An order to choose: of the options behind it, or of those of each question behind it.
_CHOOSES = re.compile(
    rf"{_NUMBERED}(?:(?:circle|tick|check|choose|select|mark|underline|pick|cross)\b.{{0,60}}\b(?:correct|right|best|true|false)"
    r"\b|(?:choose|select|circle|pick) (?:an|the|one) answer\b|(?:sett|set) (?:kryss|ring)\b|kryss av\b"
    r"|(?:velg|vel|merk|strek under|ring rundt)\b.{0,60}\b(?:riktige?|rette?|beste?|sann[te]?)\b"
    r"|(?:kreuzen?|wählen?|markieren?|unterstreichen?)\b.{0,60}\b(?:richtige[nrs]?|korrekte[nrs]?|zutreffende[nrs]?|falsche[nrs]?)\b)",
    re.IGNORECASE,
)
# Orders of which each leads in what is to be judged, matched or put in order; what stands below belongs to them.
_LEADS_LIST = re.compile(
    rf"{_NUMBERED}(?:(?:true|right|correct) or (?:false|wrong)|true ?/ ?false|t ?/ ?f\b"
    r"|(?:.{0,60}\b)?(?:decide|state|indicate|say|tell|mark|write|circle|judge|determine) .{0,60}\btrue\b.{0,30}"
    r"\bfalse\b"
    r"|(?:draw (?:a )?lines? (?:to|between|from)|match) (?:each|every|the|these|all|up|words|terms|column|items?)\b"
    r"|(?:put|place|arrange|number) (?:the|these|each) .{1,60}\b(?:in|into) (?:the )?(?:correct|right|proper)"
    r" (?:order|sequence)"
    r"|(?:riktig|rett|sant|sann) eller (?:galt|gale|feil|usant|usann)|avgjør om .{1,60}\b(?:sant?|riktig|rett)\b"
    r"|(?:koble|knytt|kople|kombiner) (?:sammen )?(?:hvert|hver|kvart|kvar|ordene|orda|begrep\w*|riktig|rett)\b"
    r"|(?:sett|set) .{1,60} i (?:riktig|rett) rekkefølg\w*"
    r"|(?:richtig|wahr) oder (?:falsch|unwahr)|entscheiden? .{1,60}\b(?:richtig|wahr|stimmt|stimmen)\b"
    r"|(?:ordnen?|verbinden?) .{1,80}\b(?:zu|miteinander|einander|mit)\b|bring(?:en|e|t)? .{1,60} reihenfolge)",
    re.IGNORECASE,
)
# Orders that lead in an exercise where one follows them.
_LEADS = re.compile(
    rf"{_NUMBERED}(?:(?:complete|fill in|finish|answer|choose|select|circle|underline|tick|mark|pick|write|label|read"
    r"|use|look at|for each|discuss|consider|work|name)\b"
    r"|(?:fyll|sett|set|kryss|strek|ring|svar|velg|vel|skriv|les|bruk|diskuter|gjør|gjer|nevn|fullfør)\b"
    r"|(?:ergänze|setze|fülle|kreuze|beantworte|wähle|unterstreiche|markiere|vervollständige|lies|lest|lesen|schreibe?"
    r"|verwende|trage?)\w*\b|(?:name|navn|namn|vorname)\s*:)",
    re.IGNORECASE,
)
_T_OR_F = re.compile(
    r"(?:\d{1,3}[.)]\s*)?(?:T\s*/\s*F|T F|true\s*/\s*false|[SR]\s*/\s*[UGF]|R F|W\s*/\s*F)[.:)]?\s+\w.*"
    r"|.*[\s(\[](?:T\s*/\s*F|T F|(?:true|right|correct)\s*(?:/|or)\s*(?:false|wrong|incorrect)|(?:riktig|rett|sant)"
    r"\s*(?:/|eller)\s*(?:galt|gale|feil|usant)|(?:richtig|wahr)\s*(?:/|oder)\s*falsch|R\s*/\s*F|[SR]\s*/\s*[UG])[)\].?]*",
    re.IGNORECASE | re.DOTALL,
)
OPTION = re.compile(r"(?:[•▶–*-]\s*)?\(?(?P<mark>[A-Ha-h]|[1-9])[.):,]\)?\s+(?=\S)")
_BOX = re.compile(r"(?:[•▶–*-]\s*)?(?:[☐☑☒□■◻○◯◦❏❑⬜✓✗✔✘]|\[[ xX✓]?\]|\([ xX]?\))\s+(?=\S)")
_STEM = re.compile(r"(?:q(?:uestion)?\s*|frage\s*|spørsmål\s*)?\d{1,3}[.:)]\s", re.IGNORECASE)
_INLINE = (
    re.compile(r"\(?\bA[.):]\s.+\(?\bB[.):]\s.+\(?\bC[.):]\s", re.DOTALL),
    re.compile(r"\(?\ba\)\s.+\(?\bb\)\s.+\(?\bc\)\s", re.DOTALL),
    re.compile(r"\bi\)\s.+\bii\)\s.+\biii\)\s", re.DOTALL),
)
_PAGE = re.compile(r"[\s.…]\d{1,4}$")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST_OPTIONS, _MOST_OPTIONS = 3, 8
_LONGEST_OPTION, _SHORT_OPTION = 30, 14  # words
_LONGEST_STEM, _LONGEST_GAPPED, _LONGEST_LEAD = 120, 60, 30  # words
_LONGEST_TEXT = 2_000  # characters
_LEAST_BLANK = 4  # characters of a blank that stands without options
_BEFORE = 2  # how far from an exercise what leads it in may stand
_NEVER = frozenset(("code", "formula", "caption"))


class _Sign(IntEnum):
    """How sure it is that a question is one for the reader; the middle two need another beside them."""

    NONE = 0
    OPEN = 1
    LIKELY = 2
    SURE = 3


@dataclass(frozen=True)
class _Question:
    """Blocks from `start` to `stop`; `options`: how many there are, 0 for an order to choose below."""

    start: int
    stop: int
    sign: _Sign
    options: int


def questions_in(blocks: Sequence[Block], known: Collection[int] = ()) -> set[int]:
    """The numbers of the blocks that are questions for the reader, their options and their keys; `known`: of exercises
    that something else told, which may have an answer too."""
    found = set(known)
    for question in _borne_out([*_asked(blocks)]):
        found.update(range(question.start, question.stop))
    for n, block in enumerate(blocks):
        if not _may_ask(block):
            continue
        if _leads_list(block):
            found.update((n, *_below(blocks, n + 1)))
        elif block.kind != "heading" and (_judged(block) or _gapped(block) or _KEYS.fullmatch(block.text.strip())):
            found.add(n)
        elif _is_answered(blocks, n):
            found.update((n, n + 1))
    return found | set(_answers(blocks, found)) | set(_leading(blocks, found))


def parts_of(blocks: Sequence[Block], tasks: Collection[int]) -> dict[int, ExercisePart]:
    """Of the blocks that are exercises, by their numbers, which part of a question each is, where its shape tells."""
    found: dict[int, ExercisePart] = {}
    for question in _asked(blocks):
        if question.start in tasks:
            found[question.start] = "question"
            for n in range(question.start + 1, question.stop):
                found[n] = "key" if _is_key(blocks[n]) else "option"
    for n in set(tasks) - found.keys():
        text = blocks[n].text.strip()
        if _is_key(blocks[n]) or _ANSWERS.match(text):
            found[n] = "key"
        elif QUESTION.search(text) or BLANK.search(text) or _judged(blocks[n]):
            found[n] = "question"
    return {n: part for n, part in found.items() if n in tasks}


def _is_key(block: Block) -> bool:
    text = block.text.strip()
    return bool(KEY.fullmatch(text) or ANSWER.fullmatch(text.rstrip(":.")))


def _behind_key(blocks: Sequence[Block], n: int) -> int:
    """What follows a key that stands at `n`, or under a line that calls it one; `n`: there is none."""
    named = n < len(blocks) and bool(ANSWER.fullmatch(blocks[n].text.strip().rstrip(":.")))
    at = n + named
    return at + 1 if at < len(blocks) and KEY.fullmatch(blocks[at].text.strip()) else n


def _asked(blocks: Sequence[Block]) -> Iterator[_Question]:
    """Whatever may be a question, one behind the other."""
    n = 0
    while n < len(blocks):
        if question := _question(blocks, n):
            yield question
        n = max(n + 1, question.stop if question else 0)


def _question(blocks: Sequence[Block], n: int) -> _Question | None:
    """A question from block `n` on; None: it is none."""
    block, text = blocks[n], blocks[n].text.strip()
    if not _may_ask(block):
        return None
    blank, asks = bool(BLANK.search(text)), bool(QUESTION.search(text))
    test = _is_test(text, asks=asks or blank)
    chooses = _is_short(block) and bool(_CHOOSES.match(text))
    test = test or chooses
    if block.kind == "heading":
        blank = False
        if not (test or asks):
            return None
    inline = next((each for pattern in _INLINE if (each := pattern.search(text))), None)
    if inline and (test or blank or "?" in text[: inline.start() + 1] or text[: inline.start()].rstrip().endswith(":")):
        return _Question(n, _behind_key(blocks, n + 1), _Sign.SURE, _LEAST_OPTIONS)
    found = _options(blocks, n + 1, sure=test or blank)
    if found is None:
        # "Which of the following is true?" asks whatever stands behind.
        below = blocks[n + 1].text.strip() if n + 1 < len(blocks) else ""
        alone = bool(_STEM.match(below) or QUESTION.search(below)) if chooses else test and asks and _is_short(block)
        return _Question(n, _behind_key(blocks, n + 1), _Sign.SURE, 0) if alone else None
    options, kind = found
    stop = n + 1 + options
    behind = _behind_key(blocks, stop)
    sign = _Sign.SURE if test or blank or behind > stop else _sign(blocks, n, kind, options)
    return _Question(n, behind, sign, options) if sign else None


def _may_ask(block: Block) -> bool:
    """Whether it is text, and no longer than what asks."""
    longest = len(block.text) > _LONGEST_TEXT or len(block.text.split()) > _LONGEST_STEM
    return block.kind not in _NEVER and not longest


def _is_test(text: str, *, asks: bool) -> bool:
    """Whether it asks as only tests do, not as one who tells "which of these" it was."""
    *_, (start, end) = [(0, len(text)), *spans_of(text)]
    return bool(_TEST.match(text) if asks else _TEST_ALONE.match(text[start:end]) and _TEST.match(text[start:end]))


def _sign(blocks: Sequence[Block], n: int, kind: str, options: int) -> _Sign:
    """What speaks for a question that neither has a blank nor asks as only tests do."""
    text = blocks[n].text.strip()
    length = sum(len(each.text.split()) for each in blocks[n + 1 : n + 1 + options]) / options
    if QUESTION.search(text) and blocks[n].kind != "heading":
        if kind == "boxes" or (kind == "letters" and options >= _LEAST_OPTIONS and length <= _SHORT_OPTION):
            return _Sign.SURE
        if kind == "numbers" or (length <= _SHORT_OPTION and _STEM.match(text)):
            return _Sign.LIKELY
    return _Sign.OPEN if length <= _SHORT_OPTION and len(text.split()) <= _LONGEST_LEAD else _Sign.NONE


def _options(blocks: Sequence[Block], first: int, *, sure: bool) -> tuple[int, str] | None:
    """How many options stand from a block on, and how they are marked: letters, numbers, boxes, bullets, cells."""
    for kind, holds in _KINDS.items():
        count = 0
        while first + count < len(blocks) and count <= _MOST_OPTIONS and holds(blocks[first + count], count):
            count += 1
        least = 2 if sure or kind in ("boxes", "letters") else _LEAST_OPTIONS
        if kind == "bullets" and any(BLANK.search(block.text) for block in blocks[first : first + count]):
            return None
        if kind == "cells":
            least = 1 if sure else _MOST_OPTIONS + 1
        if least <= count <= _MOST_OPTIONS:
            return count, kind
    return None


def _is_short(block: Block) -> bool:
    return block.kind != "heading" and len(block.text.split()) <= _LONGEST_OPTION


def _has_mark(block: Block, count: int, marks: str) -> bool:
    """Whether it is the next one of a row: a, b, c or 1, 2, 3."""
    found = OPTION.match(block.text)
    return found is not None and found["mark"].casefold() == marks[count : count + 1] and _is_short(block)


def _is_bullet(block: Block) -> bool:
    text = block.text.strip()
    bare = block.kind == "list_item" and not OPTION.match(text) and not QUESTION.search(text)
    return bare and _is_short(block) and not KEY.fullmatch(text)


_KINDS: dict[str, Callable[[Block, int], bool]] = {
    "letters": lambda block, count: _has_mark(block, count, "abcdefgh"),
    "boxes": lambda block, _: bool(_BOX.match(block.text)) and _is_short(block),
    "numbers": lambda block, count: _has_mark(block, count, "12345678") and not QUESTION.search(block.text),
    "bullets": lambda block, _: _is_bullet(block),
    "cells": lambda block, _: block.kind == "table_row",
}


def _borne_out(found: Sequence[_Question]) -> list[_Question]:
    """The questions that are sure, and those that stand beside one that is, or beside another that asks as likely."""
    kept = {n for n, each in enumerate(found) if each.sign is _Sign.SURE}
    for n, (one, other) in enumerate(pairwise(found)):
        alike = one.sign is other.sign is _Sign.LIKELY and one.options == other.options
        if _beside(one, other) and alike:
            kept.update((n, n + 1))
    for numbers in (range(len(found)), range(len(found) - 1, -1, -1)):
        last = None
        for n in numbers:
            if n in kept or (last is not None and _bears_out(found[last], found[n])):
                kept.add(n)
                last = n
            else:
                last = None
    return [found[n] for n in sorted(kept)]


def _bears_out(sure: _Question, other: _Question) -> bool:
    """Whether a question beside one that is sure is one too: what only looks like one has as many options."""
    alike = other.sign is _Sign.LIKELY or sure.options in (0, other.options)
    return alike and _beside(*sorted((sure, other), key=lambda each: each.start))


def _beside(one: _Question, other: _Question) -> bool:
    return one.stop <= other.start <= one.stop + 1


def _judged(block: Block) -> bool:
    """Whether it is a statement to be called true or false."""
    text = block.text.strip()
    return len(text.split()) <= _LONGEST_GAPPED and bool(_T_OR_F.fullmatch(text)) and len(_WORD.findall(text)) > 2


def _gapped(block: Block) -> bool:
    """Whether words are left out for the reader to write."""
    text = block.text.strip()
    if len(text.split()) > _LONGEST_GAPPED or not _WORD.search(text):
        return False
    blanks = [each for each in BLANK.finditer(text) if _is_blank(text, each.start(), each.end())]
    return bool(blanks) and not (blanks[-1][0].startswith(".") and _PAGE.search(text))


def _is_blank(text: str, start: int, end: int) -> bool:
    """Whether it stands between words, and in none: `__init__` has none."""
    before, behind = text[max(0, start - 1) : start].isalnum(), text[end : end + 1].isalnum()
    return end - start >= (2 * _LEAST_BLANK if before or behind else _LEAST_BLANK) and not (before and behind)


def _is_answered(blocks: Sequence[Block], n: int) -> bool:
    """Whether a numbered line has its answer behind it, called so."""
    text = blocks[n].text.strip()
    answered = n + 1 < len(blocks) and _ANSWERED.match(blocks[n + 1].text) is not None
    return answered and bool(_STEM.match(text))


def _leads_list(block: Block) -> bool:
    return len(block.text.split()) <= _LONGEST_LEAD and bool(_LEADS_LIST.match(block.text.strip()))


def _below(blocks: Sequence[Block], first: int) -> Iterator[int]:
    """The list or table at a place."""
    kinds = {"list_item", "table_row"}
    for n in range(first, len(blocks)):
        if blocks[n].kind not in kinds and not (OPTION.match(blocks[n].text) and _is_short(blocks[n])):
            return
        yield n


def _answers(blocks: Sequence[Block], found: set[int]) -> Iterator[int]:
    """What stands behind a question and is called its answer, or gives the reason of it."""
    for n in sorted(found):
        at = n + 1
        while at < len(blocks) and at not in found and _ANSWERS.match(blocks[at].text) and blocks[at].kind != "heading":
            yield at
            at += 1


def _leading(blocks: Sequence[Block], found: set[int]) -> Iterator[int]:
    """What says how the questions below are to be done, with the words to choose from."""
    for n, block in enumerate(blocks):
        lead = n not in found and block.kind in ("paragraph", "list_item", "other") and _LEADS.match(block.text)
        if not lead or len(block.text.split()) > _LONGEST_LEAD:
            continue
        first = next((at for at in range(n + 1, min(n + 1 + _BEFORE, len(blocks))) if at in found), None)
        if first is not None and all(
            blocks[at].kind != "heading" and _is_bank(blocks[at]) for at in range(n + 1, first)
        ):
            yield from range(n, first)


def _is_bank(block: Block) -> bool:
    """Whether it is a row of words, no sentence."""
    return block.kind != "heading" and _is_short(block) and not block.text.rstrip().endswith((".", "!", "?"))
