"""The learner's part as blocks, numbered as the Reader numbers Markdown's; and where in them something stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from contracts.documents import Block, Emphasis
from contracts.proof import Proof
from services.curriculum.written import Piece, Section

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*[”\"')]*", re.S)


@dataclass(frozen=True)
class Laid:
    """The blocks of a learner's part. `of`: for each section its own, in order."""

    blocks: list[Block]
    of: list[list[Block]]
    document: str

    def find(self, quote: str, section: int) -> tuple[Block, int] | None:
        """Where a quote stands word for word: in its own section, else in any; never in a heading."""
        for block in [*self.of[section], *self.blocks]:
            if block.kind != "heading" and (at := block.text.find(quote)) >= 0:
                return block, at
        return None

    def proof(self, quote: str, block: Block, start: int, answer: str = "") -> Proof:
        """The proof at that place. `answer`: whose place within the quote is named, where it stands there."""
        at = placed(answer, quote)
        return Proof(
            document_sha256=self.document,
            block_id=block.block_id,
            block_sha256=sha256(block.text.encode()).hexdigest(),
            source_page=block.source_page,
            start=start,
            end=start + len(quote),
            quote=quote,
            answer_start=None if at is None else start + at,
            answer_end=None if at is None else start + at + len(answer),
        )


def laid(title: str, introduction: Sequence[Piece], sections: Sequence[Section], document: str) -> Laid:
    """Title, introduction, and each objective's heading with what is said under it. A section begins with it."""
    pieces = [Piece("heading", title, 0, 1), *introduction]
    starts = list[int]()
    for section in sections:
        starts.append(len(pieces))
        pieces += [Piece("heading", section.heading.text, section.heading.number, 2), *section.pieces]
    blocks, page, counted, told = list[Block](), 1, 0, False
    for piece in pieces:
        if piece.kind == "heading" and piece.level <= 2 and told:
            page, counted, told = page + 1, 0, False
        told, counted = told or piece.kind != "heading", counted + 1
        blocks.append(_block(piece, page, counted, document))
    ends = [*starts[1:], len(blocks)]
    return Laid(blocks, [blocks[start:end] for start, end in zip(starts, ends, strict=True)], document)


def placed(answer: str, quote: str) -> int | None:
    """Where an answer stands in a quote as a whole word; None: nowhere, or not alone."""
    if not answer:
        return None
    found = re.search(rf"(?<![\w/]){re.escape(answer)}(?![\w/])", quote)
    return found.start() if found else None


def sentence_at(text: str, at: int) -> str:
    """The sentence of a text in which a place lies."""
    return next((each.group().strip() for each in _SENTENCE.finditer(text) if each.end() > at), text)


def _block(piece: Piece, page: int, number: int, document: str) -> Block:
    text, emphasis = _plain(piece.text)
    kind = piece.kind
    return Block(
        block_id=f"p{page}b{number}",
        text=text,
        source_page=page,
        kind="other" if kind == "paragraph" and not any(char.isalpha() for char in text) else kind,
        level=piece.level or None,
        emphasis=[] if kind == "heading" else emphasis,
        document_sha256=document,
    )


def _plain(text: str) -> tuple[str, list[Emphasis]]:
    """The words without the stars of what is bold, and where that stands."""
    said, emphasis, last = "", list[Emphasis](), 0
    for bold in _BOLD.finditer(text):
        said += text[last : bold.start()]
        emphasis.append(Emphasis(start=len(said), end=len(said) + len(bold[1]), style="bold"))
        said, last = said + bold[1], bold.end()
    return said + text[last:], emphasis
