"""What `decide` keeps of learning: the cycle under way, the tutor's pending question, and what the house is to say."""

from typing import Literal, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import Field

from contracts.agents import Agent, Phase
from contracts.documents import Relevance
from contracts.items import ItemType
from contracts.learning import QuestionPhase
from contracts.message import Fields, Phrase
from contracts.proof import Difficulty

Purpose = Literal["quiz", "cycle", "diagnostic", "mistakes", "due", "joined", "asked", "lesson"]
Opening = Literal["quiz", "path", "mastery"]

NEXT: dict[Phase | None, tuple[Phase | None, ...]] = {
    None: ("TUTOR_EXPLAINING",),
    "TUTOR_EXPLAINING": ("QUIZ_ACTIVE", None),
    "QUIZ_ACTIVE": ("FEEDBACK_ANALYZING", None),
    "FEEDBACK_ANALYZING": ("MASTERED", "LOOP_AGAIN", "QUIZ_ACTIVE", None),
    "LOOP_AGAIN": ("TUTOR_EXPLAINING",),
    "MASTERED": ("TUTOR_EXPLAINING",),
}
"""The learning cycle: what may follow. None: no round is under way: it is diagnosed first, or over."""


class CycleChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    id: UUID
    topic: str
    concepts: list[str]
    number: int
    phase: Phase | None
    ends: Literal["mastery", "path"]
    quiz_id: UUID | None
    attempt_id: UUID | None
    score: float | None
    again: bool


class Cycle(Fields):
    """A topic that is learnt to mastery. `id`: the message that began it; `concepts`: the topic's, in document order.

    `number`: the round, from 1; 0 while it is diagnosed first. `ends`: a diagnosis by itself ends with a path.
    `quiz_id`, `attempt_id`, `score`: of this round. Over, it stands until another begins: its phase is MASTERED, or
    None after the last round. `again`: all of it was mastered when it began.
    """

    id: UUID
    topic: str
    concepts: list[str]
    number: int = 0
    phase: Phase | None = None
    ends: Literal["mastery", "path"] = "mastery"
    quiz_id: UUID | None = None
    attempt_id: UUID | None = None
    score: float | None = None
    again: bool = False

    def changed(self, **update: Unpack[CycleChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)

    @property
    def under_way(self) -> bool:
        """It is diagnosed, or a round is not over."""
        return self.diagnosing or self.phase not in (None, "MASTERED")

    @property
    def diagnosing(self) -> bool:
        """It is found out first what is known."""
        return self.number == 0

    def moved(self, to: Phase | None) -> "Cycle":
        """The cycle in its next phase. Raises ValueError for one that the state machine does not have."""
        if to not in NEXT[self.phase]:
            raise ValueError(f"a learning cycle does not go from {self.phase} to {to}")
        return self.changed(phase=to)

    def ungraded(self) -> "Cycle":
        """Nobody will grade the attempt: the same quiz can be handed in again."""
        waiting = self if self.diagnosing else self.moved("QUIZ_ACTIVE")
        return waiting.changed(attempt_id=None, score=None)


class PendingChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    item_id: UUID
    concept: str
    phase: QuestionPhase
    wrong: list[UUID]


class Pending(Fields):
    """The tutor's question that waits for an answer. `wrong`: the messages that answered it wrongly, in their order."""

    item_id: UUID
    concept: str
    phase: QuestionPhase = "asked"
    wrong: list[UUID] = Field(default_factory=list)

    def changed(self, **update: Unpack[PendingChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class Place(Fields):
    """A concept of the course's document, in its order; the concepts that it builds on come earlier. `defined`: the
    text says what it is."""

    concept: str
    relevance: Relevance = "Medium"
    section: str = ""
    defined: bool = False


class Banked(Fields):
    """An accepted live item of the course. `answered`: this learner was shown its answer; of these, the one that was
    answered longest ago comes first. `latest`: it is the last that this learner answered. `asked`: a quiz of this
    learner's that is not handed in yet asks it, `in_exam`: one that tells nothing before. `explained`: it rests on a
    sentence that was explained just now; `given_away`: and asks it back, to be filled or judged, or its answer is the
    very topic. `named`: its answer is the name of its concept; `defines`: it rests on the sentence that says what that
    is, or its answer stands there; `aside`: its sentence is about something else and only names that. `told_by`: items
    whose question tells its answer; `shown_by`: whose options do, where it is to be typed; `told_after`: whose answer
    and its place do, once told; `given_by`: beside which it is no question any more, as they say its answer, or say its
    sentence with the name in it; `alike`: whose answer is its own."""

    item_id: UUID
    concept: str
    type: ItemType
    difficulty: Difficulty = "MEDIUM"
    answered: bool = False
    latest: bool = False
    asked: bool = False
    in_exam: bool = False
    given_away: bool = False
    named: bool = False
    defines: bool = False
    aside: bool = False
    explained: bool = False
    told_by: list[UUID] = Field(default_factory=list)
    shown_by: list[UUID] = Field(default_factory=list)
    told_after: list[UUID] = Field(default_factory=list)
    given_by: list[UUID] = Field(default_factory=list)
    alike: list[UUID] = Field(default_factory=list)


class PlacedChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    quiz_id: UUID
    item_id: UUID
    ordinal: int
    repeat: bool


class Placed(Fields):
    """An item of the course's bank as a question of a quiz. `repeat`: this learner knows its answer."""

    quiz_id: UUID
    item_id: UUID
    ordinal: int
    repeat: bool = False

    def changed(self, **update: Unpack[PlacedChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class LineChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    agent: Agent
    code: str
    values: dict[str, str | int | float | Phrase]
    item_id: UUID | None
    opens: Opening | None
    quiz_id: UUID | None


class Line(Fields):
    """A line that the house adds to the conversation: who says it, and what, by code; the words are in the rows.

    `item_id`: the item whose question the tutor asks. `opens`: what the line leads to, of a quiz which (`quiz_id`).
    """

    agent: Agent
    code: str
    values: dict[str, str | int | float | Phrase] = Field(default_factory=dict)
    item_id: UUID | None = None
    opens: Opening | None = None
    quiz_id: UUID | None = None

    def changed(self, **update: Unpack[LineChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)
