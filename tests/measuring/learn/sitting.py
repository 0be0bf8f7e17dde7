"""A quiz as the house takes it: composed by the orchestrator's core, graded by the Evaluator, folded into mastery."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

from contracts.grading import Answer, Evaluation, GradeQuiz, QuizResults, Ruling
from contracts.items import Item
from services.evaluator.grading import made_by
from services.evaluator.grading.grade import grade
from services.orchestrator.grading.events import answered
from services.orchestrator.learning.mastery import refreshed
from services.orchestrator.quizzes.bank import compose, finish
from services.orchestrator.workflow.evidence import Evidence, Witness
from services.orchestrator.workflow.learning import Banked
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.standings import Known
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.measuring.learn.learner import Learner

SPACE = UUID("0d4f1c1e-6a5e-4e0e-9d5a-5b1d2c3e4f50")
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)
THRESHOLD = State.model_fields["mastery_threshold"].default


@dataclass
class Sittings:
    """One learner's quizzes on a bank, and what the house makes of them. Items that were answered come back last."""

    learner: Learner
    bank: Sequence[Item]
    name: str
    standings: dict[str, Known] = field(default_factory=dict)
    evaluations: list[Evaluation] = field(default_factory=list)
    witnesses: list[Witness] = field(default_factory=list)
    answered: list[UUID] = field(default_factory=list)
    commands: list[tuple[datetime, GradeQuiz]] = field(default_factory=list)
    weak_asked: int = 0
    asked: int = 0
    threshold: float = THRESHOLD

    @property
    def state(self) -> State:
        """What `decide` would know."""
        return State(session_id=uuid5(SPACE, self.name), reading_id=SPACE, standings=self.standings)

    def composed(self, concepts: Sequence[str]) -> list[Item]:
        """The next quiz about these concepts. Nothing new is written, so repeats fill it up."""
        meta = Meta(id=self._id("compose"), seq=len(self.evaluations), time=BEGIN.isoformat(), bank=self._banked())
        made = compose(Decision(state=self.state), meta, "cycle", Journey("cycle", SPACE), concepts)
        quiz, facts = next(iter(made.state.quizzes.items()))
        if not facts.complete:
            made = finish(made, quiz, facts)
        by_id = {item.item_id: item for item in self.bank}
        return [by_id[one.item_id] for one in sorted(made.placed, key=lambda one: one.ordinal)]

    def sit(self, items: Sequence[Item]) -> Evaluation:
        """The learner answers these; graded, and folded in."""
        attempt, at = self._id("attempt"), BEGIN + timedelta(days=len(self.evaluations))
        self.asked += len(items)
        self.weak_asked += sum(not self.learner.knows[item.concept] for item in items)
        given = [(item, *self.learner.answers(item)) for item in items]
        command = GradeQuiz(
            items=list(items),
            results=QuizResults(
                quiz_id=self._id("quiz"),
                attempt_id=attempt,
                answers=[Answer(item_id=item.item_id, answer=raw, latency_sec=20) for item, raw, _ in given],
            ),
            repeats=[item.item_id for item in items if item.item_id in self.answered],
        )
        graded = grade(command)
        open_ones = {answer.item_id for answer in graded.answers if answer.undecided}
        if open_ones:
            own = [
                Ruling(item_id=i.item_id, credit=c, by=made_by.LEARNER) for i, _, c in given if i.item_id in open_ones
            ]
            command = command.model_copy(update={"rulings": own})
            graded = grade(command)
        self.commands.append((at, command))
        self.standings, new = folded(self.standings, graded, at, self.witnesses, threshold=self.threshold)
        self.witnesses += new
        self.evaluations.append(graded)
        for item in items:
            if item.item_id in self.answered:
                self.answered.remove(item.item_id)
            self.answered.append(item.item_id)
            self.learner.is_shown(item.concept)
        return graded

    def _banked(self) -> list[Banked]:
        by_id = {item.item_id: item for item in self.bank}
        fresh = [item for item in self.bank if item.item_id not in self.answered]
        old = [by_id[item_id] for item_id in self.answered]
        return [
            Banked(
                item_id=item.item_id,
                concept=item.concept,
                type=item.type,
                answered=item.item_id in self.answered,
                latest=self.answered[-1:] == [item.item_id],
            )
            for item in [*fresh, *old]
        ]

    def _id(self, what: str) -> UUID:
        return uuid5(SPACE, f"{self.name} {what} {len(self.evaluations)}")


def folded(
    standings: dict[str, Known],
    graded: Evaluation,
    at: datetime,
    others: Sequence[Witness],
    before: Sequence[str] = (),
    threshold: float = THRESHOLD,
) -> tuple[dict[str, Known], list[Witness]]:
    """The standings after a grade, and what its answers bear witness to."""
    answers = answered(graded)
    evidence = Evidence(at=at, others=list(others), before=list(before))
    after = refreshed(standings, threshold, graded.attempt_id, answers, evidence)
    return after, [Witness(**one.model_dump(), at=at, attempt_id=graded.attempt_id) for one in answers]
