"""What a format's reader finds, before it is numbered: pieces of text with a kind. Drafts become blocks."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import dedent

from contracts.documents import Block, Emphasis
from services.reader.formats.archive import limit
from services.reader.formats.formulas import holds_tex
from services.reader.pages import Aside, Kind, Line, Run, Style
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import MOST_CAPTION
from services.reader.structure.furniture import CONTENTS, REFERENCES
from services.reader.structure.joining import visible, vocabulary, woven

Piece = tuple[str, Style]

_LONGEST = 10_000
_TAB = 8
_MOST_HEADING = 100
_ENDED = (".", "!", "?", ":", ";", ",")
_END = re.compile(r"[.!?。！？][\"'”’»)]*\s+")
_CAPTION = re.compile(
    r"^(?:figure|fig\.|table|figur|tabell|abbildung|tabelle|listing|bilde)\s*(?:\d+[.\d]*\s*[:.–-]|:)\s", re.I
)


@dataclass
class Draft:
    """A block to be. `pieces`: styled text; `more`: the further lines of hard-wrapped text, whose hyphens are mended.

    `page`: its slide, chapter or cue, from 1; sections are counted later. `aside`: it is no material, and why.
    """

    kind: Kind
    pieces: Sequence[Piece]
    level: int | None = None
    page: int = 1
    aside: Aside | None = None
    start_sec: float | None = None
    end_sec: float | None = None
    more: Sequence[str] = field(default=())


@dataclass
class _Woven:
    draft: Draft
    text: str
    emphasis: list[Emphasis]


def bold(style: Style) -> Style:
    """The style, bold too."""
    return "bold_italic" if style in ("italic", "bold_italic") else "bold"


def italic(style: Style) -> Style:
    """The style, italic too."""
    return "bold_italic" if style in ("bold", "bold_italic") else "italic"


def blocks_of(drafts: Sequence[Draft], settings: ReaderSettings, *, by_sections: bool) -> list[Block]:
    """The blocks in order. `by_sections`: `source_page` counts the sections under the top headings.

    Raises `Failure` reading_limit: more characters than are read.
    """
    characters = sum(len(text) for draft in drafts for text, _ in draft.pieces)
    characters += sum(len(text) for draft in drafts for text in draft.more)
    if characters > settings.most_characters:
        raise limit(
            "characters",
            characters,
            settings.most_characters,
        )
    known = vocabulary(_line([(text, "")]) for draft in drafts for text in draft.more)
    found = _headed([each for draft in drafts for each in _split(_weave(draft, known))])
    if by_sections:
        _count_sections(found)
    return _numbered(found)


def _weave(draft: Draft, known: Mapping[str, int]) -> _Woven:
    if draft.kind == "code":
        return _Woven(draft, printed("".join(text for text, _ in draft.pieces)), [])
    lines = [_line(draft.pieces), *(_line([(text, "")]) for text in draft.more)]
    text, emphasis, _ = woven(lines, known)
    kind, held = draft.kind, text.strip()
    if kind == "paragraph" and len(held) < MOST_CAPTION and _CAPTION.match(held):
        kind = "caption"
    elif kind in ("paragraph", "list_item") and holds_tex(held):
        kind = "formula"
    elif kind == "paragraph" and not any(char.isalpha() for char in held):
        kind = "other"
    return _Woven(replace(draft, kind=kind), text, [] if kind in ("heading", "formula") else emphasis)


def printed(code: str) -> str:
    """Code as it stands: its line breaks and indents, without what all its lines are set in by, and no blank edges."""
    lines = [line.expandtabs(_TAB).rstrip() for line in visible(code).splitlines()]
    return dedent("\n".join(lines)).strip("\n")


def _line(pieces: Sequence[Piece]) -> Line:
    return Line(tuple(Run(text, style, 0, False) for text, style in pieces), 0, 0, 0, 0)


def _split(found: _Woven) -> list[_Woven]:
    """A text without paragraphs, in pieces that end with a sentence where one does."""
    pieces, rest, emphasis = list[_Woven](), found.text, found.emphasis
    while len(rest) > _LONGEST:
        code = found.draft.kind == "code"
        ends = [] if code else [end.end() for end in _END.finditer(rest, _LONGEST // 2, _LONGEST)]
        blank = "\n" if code else " "
        cut = ends[-1] if ends else rest.rfind(blank, 1, _LONGEST) + 1 or _LONGEST
        first = rest[:cut].rstrip()
        pieces.append(_Woven(found.draft, first, _within(emphasis, 0, len(first))))
        rest, emphasis = rest[cut:], _within(emphasis, cut, len(rest))
    return [*pieces, _Woven(found.draft, rest, emphasis)] if rest.strip() else pieces


def _within(emphasis: Sequence[Emphasis], start: int, end: int) -> list[Emphasis]:
    inside = [(max(each.start, start), min(each.end, end), each.style) for each in emphasis]
    return [Emphasis(start=a - start, end=b - start, style=style) for a, b, style in inside if a < b]


def _headed(found: list[_Woven]) -> list[_Woven]:
    """Where nothing is a heading: short paragraphs, bold through and through, are."""
    if any(each.draft.kind == "heading" for each in found):
        return found
    alike = [each for each in found if _is_bold(each)]
    if len(alike) * 2 > len(found):
        return found
    for each in alike:
        each.draft, each.emphasis = replace(each.draft, kind="heading", level=1), []
    return found


def _is_bold(each: _Woven) -> bool:
    spans = sum(span.end - span.start for span in each.emphasis if span.style.startswith("bold"))
    short = len(each.text) <= _MOST_HEADING and not each.text.endswith(_ENDED)
    return each.draft.kind == "paragraph" and each.draft.aside is None and short and spans >= len(each.text) - 2


def _count_sections(found: Sequence[_Woven]) -> None:
    """A section begins at a heading of the highest level that comes twice, when the one before has said something."""
    levels = Counter(each.draft.level or 1 for each in found if each.draft.kind == "heading" and not each.draft.aside)
    twice = [level for level, count in levels.items() if count > 1]
    top = min(twice or levels, default=0)
    section, told = 1, False
    for each in found:
        heading = each.draft.kind == "heading"
        if heading and told and (each.draft.level or 1) <= top:
            section, told = section + 1, False
        told = told or not (heading or each.draft.aside)
        each.draft = replace(each.draft, page=section)


def _numbered(found: Sequence[_Woven]) -> list[Block]:
    blocks: list[Block] = []
    counts: Counter[int] = Counter()
    inside: tuple[int, Aside] | None = None  # the level of the references or contents that we are in
    for each in found:
        draft = each.draft
        if draft.kind == "heading" and (inside is None or (draft.level or 1) <= inside[0]):
            contents, references = CONTENTS.match(each.text), REFERENCES.match(each.text)
            inside = (draft.level or 1, "contents" if contents else "references") if contents or references else None
        aside = draft.aside or (inside[1] if inside else None)
        counts[draft.page] += 1
        blocks.append(
            Block(
                block_id=f"p{draft.page}b{counts[draft.page]}",
                text=each.text,
                source_page=draft.page,
                kind=draft.kind,
                level=(draft.level or 1) if draft.kind == "heading" else None,
                material=aside is None,
                aside=aside,
                emphasis=each.emphasis,
                start_sec=draft.start_sec,
                end_sec=draft.end_sec,
            )
        )
    return blocks
