"""Entries of a printed glossary, in whatever form, become one line each: "term: what it means". Pure.

Under a heading that names one, and the letters and terms below it, an entry is a row of two cells, a line that opens in
bold type or whose first sentence is the term, or a term on a line of its own above its meaning. Elsewhere a table whose
heads say "Term" and "Meaning" is one. What is added is the colon; places on the page stay what they were.
"""

import re
from collections.abc import Iterator, Sequence

from contracts.documents import Block, Emphasis

GLOSSARY = re.compile(
    r"(?:(?:appendix|chapter|section|part|vedlegg|tillegg|kapittel|anhang|kapitel|teil)\s*"
    r"(?:[A-Z]|[\dIVX]+)?\s*[.:–-]?\s*)?"
    r"(?:[\d.]+\s+|[A-Z][.:]\s+|(?:an?|the|en|et|ein|das) )?"
    r"(?:(?:key|important|new|basic|essential|useful) (?:terms?|words?|vocabulary|definitions)"
    r"|(?:short )?(?:glossary|vocabulary)|terms(?! of (?:use|service|sale))(?: and definitions)?"
    r"|definitions"
    r"|ordliste|ordforklaring(?:er|ar)?|begrepsliste|omgrepsliste"
    r"|(?:nøkkel|fag|sentrale )?(?:begreper|begrep|omgrep|ord)"
    r"|viktige (?:begreper|begrep|omgrep|ord)|definisjon(?:er|ar)"
    r"|glossar|(?:fach|schlüssel|grund)?begriffe|wichtige begriffe|begriffserklärung(?:en)?|definitionen"
    r"|worterklärung(?:en)?)(?: (?:and|by|from|for|in|of|to|used|av|fra|frå|i|og|på|til|aus|der|des|im|und|zu[mr]?"
    r"|\(|[–—-]).{0,40}|\s*[:(–—-].{0,40})?$",
    re.IGNORECASE,
)
# "tide (also flood): a rise of the sea".
ENTRY = re.compile(
    r"(?:[•▶–*-]\s*|\d{1,3}[.)]\s+)?"
    r"(?P<term>[^\W\d_][^:–—()|]{0,60}?)(?:\s*\([^)]{1,40}\)|\s+\[[^\]]{1,60}\]){0,2}\s*(?::|\s[–—-])\s+(?=\S)"
)
_ROW = re.compile(r"(?P<term>[^|]{1,80}?)(?P<gap>\s*\|\s*)(?P<rest>[^|]+)")
_OPENING = re.compile(r"(?P<term>[^\W\d_][^.:!?|]{1,40}?)(?P<gap>\.\s+)(?=[A-ZÆØÅÄÖÜ“\"])")
_PART_OF_SPEECH = r"(?:[(\[]?(?:n|noun|v|verb|adj|adjective|subst|substantiv|vb)\.?[)\]]?\s*)?"
_GAP = re.compile(rf"[\s.:–—-]*\s*{_PART_OF_SPEECH}[\s.:–—-]*", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_](?:\s*[-–]\s*[^\W\d_])?|#|\d+")
_HEADS = re.compile(
    r"(?:key )?(?:terms?|words?|concepts?|ord|begrep\w*|omgrep\w*|begriffe?|wort|fachbegriffe?|fachwort)\s*\|\s*"
    r"(?:definition|meaning|explanation|description|what it (?:is|means)|definisjon|betydning|tyding|forklaring"
    r"|hva det er|erklärung|bedeutung|beschreibung)s?(?:en)?",
    re.IGNORECASE,
)
_MOST_WORDS, _LEAST_TOLD, _LEAST_ENTRIES = 7, 3, 3
_LONGEST_MEANING, _MOSTLY = 60, 0.8  # words
_DEEPEST = 9
_SEPARATOR = ": "
_CLOSED = (".", "!", "?", ";", ",")


def with_glossaries(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; of a glossary's entries each is a line of a list: "term: what it means"."""
    return [*_rewritten(blocks)]


def _rewritten(blocks: Sequence[Block]) -> Iterator[Block]:
    level: int | None = None  # of the glossary's heading that we stand under
    headed = table = False
    n = 0
    while n < len(blocks):
        block, used = blocks[n], 1
        table = block.kind == "table_row" and (table or bool(_HEADS.fullmatch(block.text.strip())))
        if not block.material:
            yield block
            n += 1
            continue
        if block.kind == "heading" or _names_one(blocks, n):
            depth = block.level or _DEEPEST
            if GLOSSARY.match(block.text.strip()):
                level, headed = depth, _has_headed_entries(blocks, n)
            elif level is not None and depth <= level and not _LETTER.fullmatch(block.text.strip()):
                level = None
        if level is not None:
            entry, used = _entry(blocks, n, headed=headed)
            yield entry
        elif table:
            yield _of_row(block) or block
        elif _names_one(blocks, n):
            yield block.model_copy(update={"kind": "heading", "level": _DEEPEST})
        else:
            yield block
        n += used


def _names_one(blocks: Sequence[Block], n: int) -> bool:
    """Whether a line that is no heading names the glossary below it: recognised text has no headings."""
    block, below = blocks[n], blocks[n + 1 : n + 1 + _LEAST_ENTRIES]
    named = block.kind == "paragraph" and block.material and len(block.text.split()) <= _MOST_WORDS
    return (
        named
        and bool(GLOSSARY.match(block.text.strip()))
        and len(below) == _LEAST_ENTRIES
        and all(ENTRY.match(each.text) for each in below)
    )


def _has_headed_entries(blocks: Sequence[Block], n: int) -> bool:
    """Whether the headings below a glossary's are its terms, each with a short meaning, and no subjects."""
    level, sizes = blocks[n].level or _DEEPEST, list[list[Block]]()
    for block in blocks[n + 1 :]:
        if block.kind == "heading" and not _LETTER.fullmatch(block.text.strip()):
            if (block.level or _DEEPEST) <= level:
                break
            sizes.append([])
        elif sizes and block.material and block.kind != "heading":
            sizes[-1].append(block)
    short = sum(len(told) == 1 and len(told[0].text.split()) <= _LONGEST_MEANING for told in sizes)
    return len(sizes) >= _LEAST_ENTRIES and short >= _MOSTLY * len(sizes)


def _entry(blocks: Sequence[Block], n: int, *, headed: bool) -> tuple[Block, int]:
    """What stands at `n` in a glossary, and how many blocks it takes; `headed`: its terms are headings."""
    block = blocks[n]
    if GLOSSARY.match(block.text.strip()) and (block.kind == "heading" or _names_one(blocks, n)):
        return (
            block if block.kind == "heading" else block.model_copy(update={"kind": "heading", "level": _DEEPEST})
        ), 1
    if block.kind == "table_row":
        return (block if _HEADS.fullmatch(block.text.strip()) else _of_row(block) or block), 1
    alone = (headed or block.kind != "heading") and _is_term_alone(block)
    if alone and n + 1 < len(blocks) and _tells(blocks[n + 1]):
        below = blocks[n + 1]
        if below.source_page == block.source_page and below.document_sha256 == block.document_sha256:
            return _joined(block, below), 2
    if block.kind not in ("paragraph", "list_item") or ENTRY.match(block.text):
        return block, 1
    return _of_bold(block) or _of_opening(block) or block, 1


def _of_row(block: Block) -> Block | None:
    found = _ROW.fullmatch(block.text)
    if not found or not _is_term(found["term"]) or len(found["rest"].split()) < _LEAST_TOLD:
        return None
    return _written(block, *found.span("gap"))


def _of_bold(block: Block) -> Block | None:
    """An entry whose term is set apart at its beginning."""
    first = next(iter(block.emphasis), None)
    if first is None or first.start > 0 or not first.style.startswith("bold"):
        return None
    end = len(block.text[: first.end].rstrip(" .:–—-"))
    gap = _GAP.match(block.text, end)
    stop = gap.end() if gap else end
    told = len(block.text[stop:].split()) >= _LEAST_TOLD
    return _written(block, end, stop) if told and stop > end and _is_term(block.text[:end]) else None


def _of_opening(block: Block) -> Block | None:
    """An entry whose first sentence is the term alone."""
    found = _OPENING.match(block.text)
    if not found or not _is_term(found["term"]) or len(found["term"].split()) > 4:
        return None
    return _written(block, *found.span("gap"))


def _is_term(text: str) -> bool:
    return 1 <= len(text.split()) <= _MOST_WORDS and any(map(str.isalpha, text))


def _is_term_alone(block: Block) -> bool:
    """Whether it is a term on a line of its own: a heading, or bold through and through."""
    text = block.text.strip()
    bold = sum(each.end - each.start for each in block.emphasis if each.style.startswith("bold")) >= len(text) - 1
    shaped = _is_term(text) and not text.endswith(_CLOSED) and not _LETTER.fullmatch(text)
    return shaped and (block.kind == "heading" or (block.kind in ("paragraph", "list_item") and bold))


def _tells(block: Block) -> bool:
    """Whether it may say what the term above it means."""
    said = block.kind in ("paragraph", "list_item") and block.material and not ENTRY.match(block.text)
    bold = any(each.start == 0 and each.style.startswith("bold") for each in block.emphasis)
    return said and not bold and len(block.text.split()) >= _LEAST_TOLD


def _written(block: Block, start: int, end: int) -> Block:
    """The block with a colon in place of what parts the term from its meaning; the term stands in bold type."""
    shift = len(_SEPARATOR) - (end - start)

    def moved(at: int) -> int:
        return at if at <= start else max(start, at + shift)

    apart = [each for each in block.emphasis if each.start >= end]
    places = {
        name: [each.model_copy(update={"start": moved(each.start), "end": moved(each.end)}) for each in held]
        for name, held in (("emphasis", apart), ("lines", block.lines), ("words", block.words))
    }
    places["emphasis"] = [Emphasis(start=0, end=start, style="bold"), *places["emphasis"]]
    text = block.text[:start] + _SEPARATOR + block.text[end:]
    return block.model_copy(update={**places, "text": text, "kind": "list_item", "level": None})


def _joined(term: Block, told: Block) -> Block:
    """A term and what stands below it as one block."""
    name = term.text.strip().rstrip(":")
    shift = len(name) + len(_SEPARATOR)
    both = {
        kind: [
            *(each for each in getattr(term, kind) if each.end <= len(name)),
            *(
                each.model_copy(update={"start": each.start + shift, "end": each.end + shift})
                for each in getattr(told, kind)
            ),
        ]
        for kind in ("lines", "words")
    }
    emphasis = [
        each.model_copy(update={"start": each.start + shift, "end": each.end + shift}) for each in told.emphasis
    ]
    box = (
        term.box
        and told.box
        and term.box.model_copy(
            update={
                "x0": min(term.box.x0, told.box.x0),
                "y0": min(term.box.y0, told.box.y0),
                "x1": max(term.box.x1, told.box.x1),
                "y1": max(term.box.y1, told.box.y1),
            }
        )
    )
    return told.model_copy(
        update={
            **both,
            "text": f"{name}{_SEPARATOR}{told.text}",
            "kind": "list_item",
            "emphasis": [Emphasis(start=0, end=len(name), style="bold"), *emphasis],
            "box": box,
        }
    )
