"""What is told of documents, as `decide` sees it and the journal keeps it: without their text."""

from contracts.documents import DocMeta
from contracts.message import Fields
from contracts.problems import Problem


class Planned(Fields):
    """A document is to be read in ranges: the last page of each."""

    plan: str
    ranges: list[int]
    pages_total: int
    recognised: int = 0


class RangeRead(Fields):
    """A range of pages is in."""

    number: int


class BlocksRead(Fields):
    """A part of a reading arrived: which of how many, and how many blocks it has.

    `reviewable`: it tells of pages that were recognised or left out.
    """

    number: int
    of: int
    blocks: int
    doc_meta: DocMeta
    reading: str | None = None
    reviewable: bool = False


class DocumentHeld(Fields):
    """A reading did not pass the gate."""

    document_sha256: str
    problem: Problem
    doc_meta: DocMeta
    reading: str


class Digested(Fields):
    """The digest is in."""

    terms: int
    blocks: int
