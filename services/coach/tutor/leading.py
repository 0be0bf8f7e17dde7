"""What a quote leads in: "To quit the program the command is" is no answer without the line of code below it. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.tutor.wording import Line, Told
from services.text.splitting import ends

_LED_IN = ("code", "formula")
_LISTED = ("list_item", "table_row")
_MOST_LINES, _MOST_SIGNS, _MOST_LISTED = 10, 400, 6
_PLACE = re.compile(r"p(\d+)b(\d+)")
_GAP, _FIRST = 2, 3
"""How many blocks further on a page, and how far down the next page, the next block may stand: between the two may be
what is no material, such as a page's number."""


def with_led_in(told: Told, blocks: Sequence[Block]) -> Told:
    """The same, with what stands right below a quote where that breaks off before it."""
    lines = [line.at for paragraph in told.paragraphs for line in paragraph.lines]

    def led(at: Span, had: Sequence[Span]) -> list[Span]:
        there = {each.block.block_id for each in had}
        return [each for each in _below(at, blocks) if each.block.block_id not in there]

    paragraphs = [
        replace(paragraph, lines=[each for line in paragraph.lines for each in (line, *_lines(led(line.at, lines)))])
        for paragraph in told.paragraphs
    ]
    shown = [each for at in told.shown for each in (at, *led(at, told.shown))]
    return replace(told, paragraphs=paragraphs, shown=shown)


def _lines(spans: Sequence[Span]) -> list[Line]:
    return [Line("below", at) for at in spans]


def _below(at: Span, blocks: Sequence[Block]) -> list[Span]:
    """Code, a formula or a list right behind a quote that ends its block without an end."""
    if at.block.text[at.end :].strip() or ends(at.block.text) or at.block.kind in _LED_IN:
        return []
    place = next((n for n, block in enumerate(blocks) if block.block_id == at.block.block_id), len(blocks))
    last, behind = at.block, list[Block]()
    for block in blocks[place + 1 :]:
        if not _is_next(last, block):
            break
        behind.append(block)
        last = block
    if not behind:
        return []
    if behind[0].kind in _LED_IN:
        return [_beginning(behind[0])]
    kind = behind[0].kind
    if kind not in _LISTED or at.block.kind == kind:
        return []
    return [Span(block, 0, len(block.text)) for block in takewhile(lambda each: each.kind == kind, behind)][
        :_MOST_LISTED
    ]


def _is_next(one: Block, other: Block) -> bool:
    """Whether a block stands right behind another; not all of a document's are there."""
    first, second = _PLACE.match(one.block_id), _PLACE.match(other.block_id)
    if first is None or second is None or one.document_sha256 != other.document_sha256 or not other.material:
        return False
    (page, n), (next_page, m) = map(int, first.groups()), map(int, second.groups())
    return 0 < m - n <= _GAP if page == next_page else next_page == page + 1 and m <= _FIRST


def _beginning(block: Block) -> Span:
    """Its first lines, whole ones."""
    end = 0
    for line in block.text.splitlines(keepends=True)[:_MOST_LINES]:
        if end and end + len(line) > _MOST_SIGNS:
            break
        end += len(line)
    return Span(block, 0, len(block.text[:end].rstrip()))
