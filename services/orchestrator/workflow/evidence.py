"""What answers say of concepts, and what the shell looks up of it around a grade. `learning/mastery.py` folds it."""

from typing import Self, TypedDict, Unpack
from uuid import UUID

from pydantic import AwareDatetime, Field

from contracts.mastery import Observation
from contracts.message import Fields

PRIOR = 0.3
"""How likely a concept is known before anything was answered about it."""
APART = 2
"""So many right answers lie between two slips; mistakes that are nearer to each other are none."""


def after(known: float, seen: Observation) -> float:
    """How likely a concept is known after one more answer: Bayes, then what the answer itself has taught."""
    if (total := known * seen.if_known + (1 - known) * seen.if_unknown) > 0:
        known = known * seen.if_known / total
    return min(1.0, max(0.0, known + (1 - known) * seen.learn))


class Answered(Fields):
    """What one answer of an attempt says of a concept; `ordinal` is its place in the attempt.

    `own`: nobody but the learner has graded it.
    """

    ordinal: int
    concept: str
    observation: Observation
    correct: bool
    own: bool = False


class Witness(Answered):
    """The same with the attempt that it belongs to, and when that was handed in: its place in the canonical order."""

    at: AwareDatetime
    attempt_id: UUID


class Tally(Fields):
    """What answers say of a concept, folded: how likely it is known after them, how many they are, how many right.

    `own`: how many of the right ones only the learner has graded. `lost`: what wrong ones took of the right ones
    before them and nothing gave back. `since`: how many right ones came after the last wrong one, at most `APART`.
    `back`: what the last right one gave back, which two mistakes right after it take again.
    """

    known: float = PRIOR
    answers: int = 0
    correct: int = 0
    own: int = 0
    lost: int = 0
    since: int = APART
    back: int = 0

    def and_then(self, answered: Answered) -> "Tally":
        """The same with one more answer. One that is not right, soon after another, takes a right one before it; a
        right one that follows another gives one back. So three answers of which two are wrong make nothing weigh more.
        """
        correct, own = self.correct + answered.correct, self.own + (answered.correct and answered.own)
        known = after(self.known, answered.observation)
        if answered.correct:
            back = min(self.lost, 1) if self.since >= APART - 1 else 0
            lost, since = self.lost - back, min(self.since + 1, APART)
        else:
            near = self.since < APART
            back, lost, since = 0 if near else self.back, self.lost + (1 + self.back if near else 0), 0
        lost = min(lost, correct - own)
        return Tally(known=known, answers=self.answers + 1, correct=correct, own=own, lost=lost, since=since, back=back)


class EvidenceChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    at: AwareDatetime
    earlier: dict[str, Tally]
    others: list[Witness]
    before: list[str]


class Evidence(Fields):
    """What the shell looked up around a grade: when the attempt was handed in, and what other attempts say.

    All of it of the concepts concerned, nothing that is void. `earlier`: by concept what attempts before this one say,
    folded, so that the journal does not keep a whole history with every grade; `others`: what is not in there.
    `before`: the concepts that this attempt was about when it was graded before; none at its first grading.
    """

    at: AwareDatetime
    earlier: dict[str, Tally] = Field(default_factory=dict)
    others: list[Witness] = Field(default_factory=list)
    before: list[str] = Field(default_factory=list)

    def changed(self, **update: Unpack[EvidenceChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)
