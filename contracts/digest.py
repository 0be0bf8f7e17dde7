"""The digest: what a document is about, found in its reading."""

from typing import ClassVar

from pydantic import Field

from contracts.documents import AgentRun, DocMeta, Part, Relevance, Text
from contracts.message import CamelFields, Fields, Message


class KeyConcept(CamelFields):
    """One of the 5 to 10 concepts that a course is about."""

    term: Text
    definition: str
    relevance: Relevance


class Section(CamelFields):
    """A main section; `contentRef` says where ("pages 1-5")."""

    section_title: str
    section_summary: str
    content_ref: str


class Context(CamelFields):
    """The handover's `context`: what the Reader found out. A short document may have fewer than 5 concepts."""

    full_summary: str
    key_concepts: list[KeyConcept] = Field(max_length=10)
    main_sections: list[Section]


class Term(Fields):
    """A key term and where it is defined or first stands: a span of a block's text in code points, half open."""

    term: Text
    definition: str = ""
    relevance: Relevance
    block_id: Text
    start: int = Field(ge=0)
    end: int = Field(ge=1)


class DigestDocument(Message):
    """Command: find summary, concepts and sections of a reading (the blob that the Reader kept).

    `more`: the further readings of a session with several documents, in their order.
    """

    type_name: ClassVar[str] = "pensum.reader.digest_document.v1"
    reading: Text
    doc_meta: DocMeta
    part: Part | None = None
    more: list[Text] = []


class DocumentDigested(Message):
    """Event: the digest. `blocks` names those worth asking about, in reading order, at most 160 KB of text."""

    type_name: ClassVar[str] = "pensum.reader.digested.v1"
    context: Context
    terms: list[Term]
    blocks: list[str]
    part: Part | None = None
    run: AgentRun | None = None
