"""What is told of documents, as `decide` sees it and the journal keeps it: without their text."""

from typing import Self

from contracts.digest import DocumentDigested
from contracts.documents import DocMeta, Pages
from contracts.message import Fields
from contracts.problems import Problem
from contracts.reading import PagesRead, ReaderOutput, ReadingHeld, ReadingPlanned
from services.orchestrator.workflow.documents import bounds


class Planned(Fields):
    """A document is to be read in ranges: the last page of each. `first`: what may be asked about by itself before."""

    plan: str
    ranges: list[int]
    pages_total: int
    recognised: int = 0
    first: Pages | None = None

    @classmethod
    def from_message(cls, message: ReadingPlanned) -> Self:
        """Without what is known of each range."""
        last = bounds(message.ranges)
        return cls(
            plan=message.plan,
            ranges=last,
            pages_total=message.pages_total,
            recognised=message.recognised,
            first=message.first,
        )


class RangeRead(Fields):
    """A range of pages is in."""

    number: int

    @classmethod
    def from_message(cls, message: PagesRead) -> Self:
        """Without its pages."""
        return cls(number=message.number)


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

    @classmethod
    def from_message(cls, message: ReaderOutput) -> Self:
        """Its blocks counted."""
        part = message.part
        return cls(
            number=part.number if part else 1,
            of=part.of if part else 1,
            blocks=len(message.extracted_blocks),
            doc_meta=message.doc_meta,
            reading=message.reading,
            reviewable=bool(message.recognition and message.recognition.pages),
        )


class DocumentHeld(Fields):
    """A reading did not pass the gate."""

    document_sha256: str
    problem: Problem
    doc_meta: DocMeta
    reading: str

    @classmethod
    def from_message(cls, message: ReadingHeld) -> Self:
        """Without what was recognised."""
        return cls(**{name: getattr(message, name) for name in cls.model_fields})


class Digested(Fields):
    """The digest is in."""

    terms: int
    blocks: int

    @classmethod
    def from_message(cls, message: DocumentDigested) -> Self:
        """Its terms and blocks counted."""
        return cls(terms=len(message.terms), blocks=len(message.blocks))
