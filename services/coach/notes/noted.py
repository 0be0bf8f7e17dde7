"""A note and what it rests on; counting what was right, wrong and partly right. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.coaching import Evidence
from contracts.quizzes import Evaluation, GradedAnswer
from services.coach.notes.words import FORMS


@dataclass(frozen=True)
class Note:
    """A sentence for the learner and what it rests on."""

    sentence: str
    evidence: Evidence


@dataclass(frozen=True)
class Seen:
    """What a rule saw: its words, and the answers they rest on."""

    rule: str
    sentence: str
    answers: Sequence[GradedAnswer]

    def note(self) -> Note:
        """With the results and the rule as evidence."""
        ids = [answer.result_id for answer in self.answers]
        return Note(self.sentence, Evidence(result_ids=ids, made_by=f"rule:{self.rule}:v1"))


def decided_of(evaluation: Evaluation) -> list[GradedAnswer]:
    """The answers that count."""
    return [answer for answer in evaluation.answers if not answer.undecided]


def is_wrong(answer: GradedAnswer) -> bool:
    """Answered, and nothing of it is right."""
    return answer.answer is not None and not answer.is_correct and not answer.credit


def percent(score: float) -> int:
    """A score that is never quite sure: 1 to 99."""
    return min(99, max(1, round(100 * score)))


def counts(about: Sequence[GradedAnswer], tongue: str) -> dict[str, object]:
    """How many were asked and right, and in words how many were partly right."""
    right = sum(answer.is_correct for answer in about)
    partly = sum(not answer.is_correct and answer.credit > 0 for answer in about)
    told = FORMS[tongue]["partly"].format(partly) if partly else ""
    return {"right": right, "asked": len(about), "partly": told}
