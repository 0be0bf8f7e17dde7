"""What answers say about a learner: observations, mastery of concepts, patterns in mistakes, gaps in knowledge."""

from collections.abc import Mapping
from typing import ClassVar, Literal
from uuid import UUID

from pydantic import Field

from contracts.documents import PageKind, Plain, Relevance, Text, place_said
from contracts.message import Fields, Phrase, Worded

Level = Literal["unknown", "beginner", "intermediate", "advanced"]
Mark = Literal["known", "not_yet", "none"]

SURE = 0.85
"""The threshold that a session begins with: the score from which on a concept is mastered."""
CERTAIN = 0.98
LEAST_ANSWERS = 5
"""A score of `SURE` takes so many right answers, and that it is so likely that the concept is known."""


class Observation(Fields):
    """What one graded answer says of its concept, for Bayesian knowledge tracing.

    `if_known`, `if_unknown`: how likely such an answer is from one who knows the concept, and from one who does not.
    `learn`: how likely one who does not know it has learnt it by then. All from 0 to 1; a repeat's are nearer to 1.
    """

    if_known: float = Field(ge=0, le=1)
    if_unknown: float = Field(ge=0, le=1)
    learn: float = Field(default=0, ge=0, le=1)


class ErrorPattern(Worded):
    """A pattern in a learner's mistakes. `affected_questions` are item ids, as of one attempt.

    conceptual   the concept is not understood: what was chosen is another concept, or the same one is missed again
    procedural   the concept is known, and how it is done or ordered is not
    careless     a slip: known before or right elsewhere, and answered fast, or all but right
    """

    worded: ClassVar[Mapping[str, str]] = {"description": "phrase", "suggested_remediation": "remediation_phrase"}
    pattern_type: Literal["conceptual", "procedural", "careless"]
    description: Text
    affected_questions: list[UUID] = Field(min_length=1)
    suggested_remediation: Text
    concept: Plain = ""
    made_by: Text = "rule"
    phrase: Phrase | None = None
    remediation_phrase: Phrase | None = None


class KnowledgeGap(Worded):
    """A concept that the learner lacks. `mistaken_for`: what was taken for it, where a chosen option says so."""

    worded: ClassVar[Mapping[str, str]] = {"description": "phrase"}
    concept: Text
    description: Text
    severity: Relevance
    item_ids: list[UUID] = []
    mistaken_for: Plain = ""
    phrase: Phrase | None = None


class Standing(Fields):
    """How well a learner stands in a concept. `score`: from 0 to 1, by `answers` answers; 0 without any.

    `mastered`: it was asked, and `score` reaches the session's threshold. `decided`: mastered, or surely not known.
    `needed`: so many right answers to new questions surely master it; 0: none. `mark`: what the learner says of it
    beside the evidence.
    """

    concept: Text
    score: float = Field(ge=0, le=1)
    answers: int = Field(default=0, ge=0)
    correct: int = Field(default=0, ge=0)
    decided: bool = False
    mastered: bool = False
    mark: Mark = "none"
    needed: int = Field(default=0, ge=0)


class ConceptPlace(Fields):
    """A concept's place in the document: where it is introduced, under which heading, and what it builds on.

    `ordinal`: the order in which the document introduces its concepts, from 0. `prerequisites`: concepts that are
    introduced earlier and that this one's definition names. `page_kind` names what `source_page` counts.
    `taught_page`, `taught_section`: where the text tells of what it nowhere defines, by what is asked about it; None
    where it is introduced by its definition, or nothing is asked.
    """

    concept: Text
    definition: str = ""
    relevance: Relevance = "Medium"
    section: str = ""
    source_page: int = Field(default=1, ge=1)
    page_kind: PageKind = "page"
    block_id: Text
    ordinal: int = Field(ge=0)
    prerequisites: list[str] = []
    taught_page: int | None = Field(default=None, ge=1)
    taught_section: str | None = None

    @property
    def page(self) -> int:
        """The page on which to read of it."""
        return self.taught_page or self.source_page

    @property
    def at(self) -> Phrase:
        """Where it is introduced, as it is said within a sentence: "page 3", "slide 3", and of a text without pages its
        heading."""
        return place_said(self.page_kind, self.source_page, self.section)

    @property
    def read_at(self) -> Phrase:
        """The same of where to read of it."""
        return self.at if self.taught_page is None else place_said(self.page_kind, self.page, self.taught_section or "")
