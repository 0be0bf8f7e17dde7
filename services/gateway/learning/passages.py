"""How far a learner has come in the text: which of its passages are asked, answered, and were answered rightly. Pure.

A passage is a block of material that a report on coverage counts (40 words or more), or on which a question rests.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contracts.items import Item
from contracts.views.material import DocumentPassages, PagePassages, PassageCount, TextPassages
from services.gateway.items.coverage import WORDS_AT_LEAST

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Asked:
    """A question of the learner's. `right`: how the newest answer to it that counts was; None: there is none."""

    item: Item
    right: bool | None


@dataclass(frozen=True)
class Passage:
    """A passage, where it stands, and what became of it."""

    document: str
    page: int
    section: str
    asked: bool
    answered: bool
    right: bool


def passages(blocks: Iterable[Row], questions: Iterable[Asked]) -> list[Passage]:
    """The passages in the order of the `blocks` ({block_id, member, document_sha256, source_page, material, words,
    title}), of which those with a `title` are headings; `member` is the document's place among the session's.

    A section is named by the heading before it, in its own document.
    """
    resting: dict[str, list[bool | None]] = {}
    for question in questions:
        for block in {proof.block_id for proof in question.item.proofs}:
            resting.setdefault(block, []).append(question.right)
    found, section, member = [], "", None
    for row in blocks:
        if row["member"] != member:
            section, member = "", row["member"]
        section = row["title"] if row["title"] is not None else section
        asked = resting.get(row["block_id"], [])
        if asked or (row["material"] and row["words"] >= WORDS_AT_LEAST):
            came = [right for right in asked if right is not None]
            where = (row["document_sha256"], row["source_page"], section)
            found.append(Passage(*where, bool(asked), bool(came), bool(came) and all(came)))
    return found


def counted(found: Iterable[Passage]) -> PassageCount:
    """How many there are, and how far the learner has come."""
    told = list(found)
    return PassageCount(
        passages=len(told),
        asked=sum(one.asked for one in told),
        answered=sum(one.answered for one in told),
        right=sum(one.right for one in told),
    )


def by_page(documents: Sequence[Row], found: Sequence[Passage]) -> TextPassages:
    """The passages of each of the `documents` ({sha256, filename, doc_meta}) by its pages, those without any too."""
    told = []
    for paper in documents:
        mine = [one for one in found if one.document == paper["sha256"]]
        meta = paper["doc_meta"] or {}
        last = max([meta.get("pages") or 0, *(one.page for one in mine)])
        pages = [
            PagePassages(page=page, **dict(counted(one for one in mine if one.page == page)))
            for page in range(1, last + 1)
        ]
        kind = meta.get("page_kind", "page")
        told.append(DocumentPassages(sha256=paper["sha256"], filename=paper["filename"], page_kind=kind, pages=pages))
    return TextPassages(documents=told, **dict(counted(found)))
