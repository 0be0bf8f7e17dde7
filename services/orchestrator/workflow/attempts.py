"""What the shell looked up of attempts, graded answers and disputes that a message is about."""

from typing import Literal, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import AwareDatetime, Field

from contracts.message import Fields
from services.orchestrator.workflow.evidence import Evidence


class KnownAttempt(Fields):
    """An attempt that answered an item. `left`: how many of its answers count without it.

    `evidence`: what other attempts say, where nothing of this one is left.
    """

    attempt_id: UUID
    quiz_id: UUID
    left: int
    evidence: Evidence | None = None


class ResultChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    result_id: UUID
    attempt_id: UUID
    quiz_id: UUID
    item_id: UUID
    open: bool
    void: bool
    ruled_by: str


class KnownResult(Fields):
    """A graded answer. `open`: no rule could judge it, so its learner may; `ruled_by`: who has ruled what it earns."""

    result_id: UUID
    attempt_id: UUID
    quiz_id: UUID
    item_id: UUID
    open: bool = False
    void: bool = False
    ruled_by: str = ""

    def changed(self, **update: Unpack[ResultChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class DisputeChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    dispute_id: UUID
    of: Literal["grade", "note"]
    decided_at: AwareDatetime | None
    result: KnownResult | None
    note_of: UUID | None


class KnownDispute(Fields):
    """A dispute, when it was last decided, and the graded answer, or the attempt of the note, that it is about."""

    dispute_id: UUID
    of: Literal["grade", "note"]
    decided_at: AwareDatetime | None = None
    result: KnownResult | None = None
    note_of: UUID | None = None

    def changed(self, **update: Unpack[DisputeChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class KnownPractice(Fields):
    """What is known of the practice that a message is about.

    attempts   those that answered an item which is recalled
    reviewed   what is recalled was rated by this learner
    counting   how many of the answers that came in count: those to items that were not taken back
    later      attempts of a later time that answer some of the same items: for them these are repeats now
    told       attempts of a later time that are about the same concepts: their notes say where the learner stands
    result     the graded answer that is ruled on or disputed
    dispute    the dispute that is decided
    note       the note that is disputed exists
    handed     the attempt that the answers are of was handed in before
    bare       the quiz that the cycle waits for, where no question of it is left
    """

    attempts: list[KnownAttempt] = Field(default_factory=list)
    reviewed: bool = False
    counting: int = 1
    later: list[KnownAttempt] = Field(default_factory=list)
    told: list[KnownAttempt] = Field(default_factory=list)
    result: KnownResult | None = None
    dispute: KnownDispute | None = None
    note: bool = False
    handed: bool = False
    bare: UUID | None = None
