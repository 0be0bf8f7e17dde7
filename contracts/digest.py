"""The digest: what a document is about, found in its reading. And what its passages mean, as vectors to search by."""

from base64 import b64decode
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from contracts.documents import AgentRun, DocMeta, Part, Plain, Relevance, Text
from contracts.message import CamelFields, Fields, Message
from contracts.problems import Problem

MOST_PASSAGES = 32


def _points(vector: str) -> str:
    if not any(b64decode(vector, validate=True)):
        raise ValueError("it points nowhere")
    return vector


Vector = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=5_464), AfterValidator(_points)]
"""A direction: a signed byte a dimension, at most 4,096 of them, in base64."""


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
    """Event: the digest. `blocks` names those worth asking about, in reading order, at most 300 KB of JSON as a command
    carries them."""

    type_name: ClassVar[str] = "pensum.reader.digested.v1"
    context: Context
    terms: list[Term]
    blocks: list[str]
    part: Part | None = None
    run: AgentRun | None = None


class PassageText(Fields):
    """A span of a block's text (code points, half open), and what is said there, under its heading."""

    block_id: Text
    start: int = Field(ge=0)
    end: int = Field(ge=1)
    text: Text = Field(max_length=4_000)


class PassageVector(Fields):
    """The same span, and where it points."""

    block_id: Text
    start: int = Field(ge=0)
    end: int = Field(ge=1)
    vector: Vector


class EmbedPassages(Message):
    """Command: turn passages of a reading into vectors by this model. No step of a session: it is asked for beside."""

    type_name: ClassVar[str] = "pensum.coach.embed_passages.v1"
    reading_id: UUID
    model: Text = Field(max_length=200)
    passages: list[PassageText] = Field(min_length=1, max_length=MOST_PASSAGES)


class PassagesEmbedded(Message):
    """Event: the vectors of all passages of a command, of one length; or why there are none (`problem`)."""

    type_name: ClassVar[str] = "pensum.coach.passages_embedded.v1"
    reading_id: UUID
    model: Text = Field(max_length=200)
    vectors: list[PassageVector] = Field(default=[], max_length=MOST_PASSAGES)
    problem: Problem | None = None
    run: AgentRun | None = None

    @model_validator(mode="after")
    def told(self) -> "PassagesEmbedded":
        if (self.problem is None) == (not self.vectors):
            raise ValueError("vectors: either they are there, or a problem is")
        if len({len(each.vector) for each in self.vectors}) > 1:
            raise ValueError("vectors: of different lengths")
        return self


class EmbedQuestion(Message):
    """Command: turn what somebody is searching for into a vector by this model."""

    type_name: ClassVar[str] = "pensum.coach.embed_question.v1"
    model: Text = Field(max_length=200)
    question: Plain = Field(min_length=1, max_length=500)


class QuestionEmbedded(Message):
    """Event: where a question points, or why that is not known. A wake-up: it may be lost."""

    type_name: ClassVar[str] = "pensum.coach.question_embedded.v1"
    vector: Vector | None = None
    problem: Problem | None = None

    @model_validator(mode="after")
    def told(self) -> "QuestionEmbedded":
        if (self.problem is None) == (self.vector is None):
            raise ValueError("vector: either it is there, or a problem is")
        return self
