"""What a publisher prints around a text: licences, copyright, how to get the book, and Project Gutenberg's frame. Pure.

A block is set aside by what it states, and a section headed "License" or "Impressum" where something in it states so. A
document that is about licences keeps them: where what states so would be more than a fifth of its words, or with the
sections headed so (a manual has a licence whole) more than half, nothing is set aside.
"""

import re
from collections.abc import Iterator, Sequence

from contracts.documents import Block

# Without the stars where Markdown was made of it, to which they say nothing.
_GUTENBERG_STARTS = re.compile(r"(?:\*{3}\s*|^)START OF (?:THE|THIS) PROJECT GUTENBERG", re.I)
_GUTENBERG_ENDS = re.compile(r"\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|^End of (?:the )?Project Gutenberg", re.I)
_STATES = re.compile(
    r"^(?:copyright\s*)?(?:©|\(c\)|copyright)\s*(?:by\s|\d{4}|the\s)|^copyright\b.{0,9}\d{4}"
    r"|(?:©|\bcopyright\b|\b\d{4}\b).{0,200}\ball rights reserved\b|^all rights reserved\b"
    r"|\bno part of this (?:book|work|publication|document) may be (?:reproduced|copied|stored|used)\b"
    r"|\b(?:licen[sc]ed|released|published|(?:freely )?distributed|available) under (?:the terms of |a |an |the )*"
    r"(?:creative commons|CC[ -]?(?:BY|0)\b|GNU|GFDL|GPL|MIT licen|apache licen|open (?:content|publication) licen)"
    r"|\bpermission is (?:hereby )?granted\b.{0,80}\b(?:to copy|free of charge|to make and distribute|to reproduce)"
    r"|\b(?:access|download|read|available)\b.{0,60}\b(?:for free|free of charge) at\b.{0,20}"
    r"\b\w+\.(?:org|com|net|edu)\b"
    r"|\bthis (?:document|book|manual|booklet|work|text) may be (?:freely )?(?:(?:re)?distributed|copied|reproduced)\b"
    r"(?! only by\b)"
    r"|\bdieses (?:dokument|buch|handbuch|heft|werk) (?:darf|kann)\b[^.:;!?]{0,80}"
    r"\b(?:weitergegeben|(?:weiter)?verbreitet|vervielfältigt|kopiert) werden\b"
    r"|\b(?:dette (?:dokumentet|heftet|verket)|denne (?:boka|boken)) (?:kan|må)\b[^.:;!?]{0,40}"
    r"\b(?:distribueres|kopieres|mangfoldiggjøres)\b"
    r"|\bthis e?book is for the use of anyone anywhere\b"
    r"|^e?-?ISBN(?:[- ]1[03])?\b"
    r"|^alle rettigheter (?:er )?(?:forbeholdt|reservert)|\blisensiert under\b.{0,40}(?:creative commons|CC[ -]?BY|GNU)"
    r"|^alle rechte vorbehalten|\bunter (?:der |einer )?.{0,40}(?:creative[- ]commons|GNU)[^.]{0,40}lizenz",
    re.I | re.S,
)
_HEADS = re.compile(
    r"^(?:[\dA-Z]{1,2}[.:]?\s+)?"
    r"(?:(?:the )?(?:full )?(?:project gutenberg(?:[™-]+tm)?|GNU [\w ]+|creative commons[\w -]*) )?"
    r"(?:copyright(?: (?:page|notice|and licen[sc]e|information|statement))?|licen[sc]es?(?: (?:information|notice))?"
    r"|legal (?:notice|information)|colophon|imprint|impressum|kolofon|lisens(?:er)?|opphavsrett|rettigheter"
    r"|lizenz(?:en)?|urheberrecht)$",
    re.I,
)
# What each of these has in it, whatever its letters' case: most blocks have none, and are looked through once.
_SIGNS = (
    *("copyright", "©", "(c)", "all rights reserved", "no part of this ", "ed under ", "available under ", "isbn"),
    *("permission is ", " free", "is for the use of anyone anywhere", "alle rettigheter ", "lisensiert under"),
    *("alle rechte vorbehalten", "lizenz", "may be freely ", "may be redistributed", "may be distributed"),
    *("may be copied", "may be reproduced", "weitergegeben", "verbreitet", "vervielfältigt", "kopiert"),
    *("distribueres", "kopieres", "mangfoldiggjøres"),
)
_LONGEST, _MOST_OF, _MOST_HEADED = 1500, 0.2, 0.5


def without_boilerplate(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with what the publisher added marked as no material."""
    framed = {n for n in _framed(blocks) if blocks[n].material}
    headed = {n for n in _sections(blocks) if blocks[n].material}
    stated = {n for n in _stated(blocks) if blocks[n].material} - headed
    words = sum(len(block.text) for block in blocks if block.material)
    of_headed, of_stated = (sum(len(blocks[n].text) for n in part - framed) for part in (headed, stated))
    is_about_them = of_stated > _MOST_OF * words or of_headed + of_stated > _MOST_HEADED * words
    found = framed if is_about_them else framed | headed | stated
    return [
        block.model_copy(update={"material": False, "aside": "boilerplate"}) if n in found else block
        for n, block in enumerate(blocks)
    ]


def _framed(blocks: Sequence[Block]) -> Iterator[int]:
    """What stands before the line that begins a text of Project Gutenberg and after the one that ends it."""
    start = next((n for n, block in enumerate(blocks) if _GUTENBERG_STARTS.search(block.text)), -1)
    end = next((n for n in range(start + 1, len(blocks)) if _GUTENBERG_ENDS.search(blocks[n].text)), len(blocks))
    if start >= 0 or end < len(blocks):
        yield from range(start + 1)
        yield from range(end, len(blocks))


def _stated(blocks: Sequence[Block]) -> Iterator[int]:
    yield from (n for n, block in enumerate(blocks) if block.kind != "heading" and _states(block))


def _states(block: Block) -> bool:
    if len(block.text) > _LONGEST:
        return False
    folded = block.text.casefold()
    return any(sign in folded for sign in _SIGNS) and bool(_STATES.search(block.text))


def _sections(blocks: Sequence[Block]) -> Iterator[int]:
    """Sections that are headed so and state so, with their headings."""
    for n, block in enumerate(blocks):
        if block.kind != "heading" or not _HEADS.match(block.text):
            continue
        level = block.level or 9
        end = next((m for m in range(n + 1, len(blocks)) if 0 < (blocks[m].level or 0) <= level), len(blocks))
        if any(_STATES.search(blocks[m].text) for m in range(n + 1, end)):
            yield from range(n, end)
