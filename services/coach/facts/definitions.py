"""Definitions: what a sentence says that a concept is, as `mentions.py` finds it, and what a printed glossary says or
a line that opens with the concept in bold type."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.sentences.mentions import NO_DEFINITION, Mention, said_from
from services.coach.sentences.split import LAST_RESORT, Sentence
from services.text.splitting import spans_of
from services.text.words import fold, stems_of

_LEAST_SAID, _MOST_SAID, _MOST_MORE = 4, 45, 2  # words of a definition; of an entry's term beyond the concept's
_OPENING, _SIGN = ("paragraph", "list_item"), 4  # kinds of blocks; where what stands behind a list's sign begins
# "growth hormone (GH): anterior pituitary hormone that ... (also called somatotropin)"
_ENTRY = re.compile(
    r"(?P<term>[^:()]{2,60}?)\s*(?:\([^()]{1,40}\)\s*|\[[^\[\]]{1,60}\]\s*){0,2}:\s+(?:[–—-]\s+|\([^()]{1,60}\)\s*)?"
    r"(?P<said>\S.*?)"
    r"\s*(?:\((?:also|see|også|auch|siehe|se|voir)\b[^()]*\)\s*)?[.,;]?\s*"
)
# "Delinquency: It is the term that refers to late payments."
SAID_AGAIN = re.compile(
    r"(?:(?:the|this) term|begrepet|ordet|(?:der|dieser) begriff) "
    r"(?:refers to|means|describes|denotes|betegner|betyr|beskriver|bezeichnet|meint|beschreibt|steht für) "
    r"|(?:it|this|that|they|these) (?:is|are|means?|refers? to) "
    r"(?:the terms? (?:that|which) (?:refers? to|means?|describes?) )?"
    r"|(?:det|dette|de|disse) (?:er|betyr) |(?:das|dies|es|sie) (?:ist|sind|bedeutet) "
    r"|(?:is|are|er|ist|sind) (?=(?:an?|the|en|et|ei|den|det|de|eine?|der|die|das) )",
    re.IGNORECASE,
)


def definitions_of(mentions: Iterable[Mention]) -> Iterator[Definition]:
    """One for each mention that defines, in the order given."""
    for mention in mentions:
        if mention.said is None:
            continue
        sentence = mention.sentence
        block = sentence.block
        yield Definition(
            concept=mention.concept,
            at=Span(block, sentence.start, sentence.end),
            term=Span(block, mention.start, mention.end),
            said=Span(block, *mention.said),
            asks=mention.asks,
            doubt=sentence.doubt,
            name=mention.term,
        )


def printed_of(concepts: Sequence[Concept], blocks: Iterable[Block], language: str) -> Iterator[Definition]:
    """The entries of a glossary that the document prints, where the Reader took one for a concept's definition, and the
    lines that open with a concept in bold type: what stands behind the colon, up to its full stop."""
    entries = {fold(concept.definition): concept for concept in concepts if ":" in concept.definition}
    by_key = {concept.key: concept for concept in reversed(concepts)}
    for block in blocks if by_key else ():
        concept = entries.get(fold(block.text)) if entries else None
        bold = block.kind in _OPENING and any(each.style != "italic" and each.start < _SIGN for each in block.emphasis)
        entry = _entry(block) if (concept or bold) and block.language in (None, language) else None
        if entry is None:
            continue
        if concept is None or not fold(entry["term"]).startswith(fold(concept.name)[:4]):
            if bold and (concept := _set_apart(block, entry, by_key, language)) is not None:
                yield from _told(concept, block, entry, language)
        # "The first licence is the freest: all is allowed" is no entry of a glossary.
        elif len(entry["term"].split()) <= len(concept.name.split()) + _MOST_MORE:
            yield from _told(concept, block, entry, language, printed=True)


def first_of(text: str, start: int, end: int) -> int:
    """Where the first sentence of what is said ends, without its full stop: an example and what to see also follow."""
    first = next((last for first, last in spans_of(text[:end]) if last > start), end)
    return first if first >= end else first - len(text[:first]) + len(text[:first].rstrip(". "))


def _entry(block: Block) -> re.Match[str] | None:
    """A line as far as it says what its term is: of several sentences the first, and the second where that is a remark
    ("Historical.") or what the term is short for ("AIS: Automatic Identification System. It tells ...")."""
    ends = [end for _, end in spans_of(block.text)]
    found = _ENTRY.fullmatch(block.text, 0, ends[0]) if ends else None
    few = found is not None and len(found["said"].split()) < _LEAST_SAID
    if found and len(ends) > 1 and (few or _is_short_for(found["term"], found["said"])):
        return _ENTRY.fullmatch(block.text, 0, ends[1])
    return found


def _is_short_for(term: str, said: str) -> bool:
    capitals = "".join(word[0] for word in said.split() if word[0].isupper())
    return len(capitals) > 1 and capitals in term


def _set_apart(
    block: Block, entry: re.Match[str], by_key: Mapping[tuple[str, ...], Concept], language: str
) -> Concept | None:
    """The concept that a line opens with in bold type; None: it opens with none."""
    first, last = entry.span("term")
    bold = any(each.style != "italic" and each.start <= first and last <= each.end + 1 for each in block.emphasis)
    return by_key.get(stems_of(entry["term"], language)) if bold else None


def _told(
    concept: Concept, block: Block, entry: re.Match[str], language: str, *, printed: bool = False
) -> Iterator[Definition]:
    first, end = entry.span("said")
    again = _said_again(entry["term"]).match(block.text, first, end)
    if again:
        first = again.end()
    elif NO_DEFINITION.match(entry["said"]) or entry["said"].endswith(":"):
        return
    if not printed:
        line = Sentence(block, 0, end, block.text[:end], LAST_RESORT)
        if (said := said_from(line, language, first)) is None or "[" in line.text:
            return
        end = said[1]
    if len(block.text[first:end].split()) <= _MOST_SAID:
        term = Span(block, *entry.span("term"))
        at = Span(block, 0, entry.end() - len(entry.group()) + len(entry.group().rstrip()))
        yield Definition(concept, at, term, Span(block, first, end), name=term.text, printed=printed)


@lru_cache(maxsize=256)
def _said_again(term: str) -> re.Pattern[str]:
    """Also "Dues: dues are what ships pay", "Draught: in a lock, draught is ...", "Quay, wharf: a quay is ..."."""
    names = "|".join(re.escape(each) for each in (term, *term.split(", ")))
    return re.compile(
        rf"(?:{SAID_AGAIN.pattern})"
        rf"|(?:in [^,;]{{3,40}}, )?(?:(?:an?|the|en|et|der|die|das|eine?) )?[\"“]?(?:{names})[\"”]? "
        r"(?:is|are|means?|refers? to|er|betyr|ist|sind|bedeutet) ",
        re.IGNORECASE,
    )
