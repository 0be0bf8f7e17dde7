"""Regrade exactness: a tenth of the items is taken back after all is graded, and what is left must be equal to a run in
which these items never existed: every grade's message, every standing, every schedule."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from contracts.grading import Answer, Evaluation, GradeQuiz, QuizResults
from contracts.items import Item
from services.evaluator.grading.grade import grade
from services.orchestrator.repetition.schedule import Due, Rated, rating_of, scheduled
from services.orchestrator.workflow.evidence import Witness
from services.orchestrator.workflow.standings import Known
from tests.measuring.learn.journeys import EACH, NAMES
from tests.measuring.learn.learner import LEARNING, Learner
from tests.measuring.learn.lessons import about
from tests.measuring.learn.sitting import Sittings, folded

SHARE = 0.1
SITTINGS = 5


@dataclass(frozen=True)
class Recalled:
    """Over all learners: attempts that were graded again, answers that fell away, and states that were compared."""

    learners: int
    attempts: int
    void: int
    compared: int
    equal: int


@dataclass
class _Held:
    """A learner's rows: grades, evidence and standings. `grades`: each attempt's, with its time."""

    standings: dict[str, Known] = field(default_factory=dict)
    grades: dict[UUID, tuple[datetime, Evaluation]] = field(default_factory=dict)
    witnesses: list[Witness] = field(default_factory=list)

    def take(self, at: datetime, graded: Evaluation) -> None:
        """A grade, for the first time or again."""
        attempt = graded.attempt_id
        earlier = self.grades.get(attempt)
        before = [answer.concept for answer in earlier[1].answers] if earlier else []
        others = [one for one in self.witnesses if one.attempt_id != attempt]
        self.standings, own = folded(self.standings, graded, at, others, before)
        self.witnesses = [*others, *own]
        self.grades[attempt] = at, graded

    def drop(self, attempt: UUID) -> None:
        """Nothing of an attempt counts any more."""
        at, graded = self.grades.pop(attempt)
        before = [answer.concept for answer in graded.answers]
        self.witnesses = [one for one in self.witnesses if one.attempt_id != attempt]
        empty = graded.model_copy(update={"answers": []})
        self.standings, _ = folded(self.standings, empty, at, self.witnesses, before)

    def state(self) -> tuple[Mapping[str, Known], Mapping[UUID, bytes], Mapping[UUID, Due | None]]:
        """All that a learner would see."""
        grades = {attempt: graded.write() for attempt, (_, graded) in self.grades.items()}
        return self.standings, grades, self._due()

    def _due(self) -> Mapping[UUID, Due | None]:
        ratings: dict[UUID, list[Rated]] = {}
        for at, graded in self.grades.values():
            for answer in graded.answers:
                if not answer.undecided:
                    rated = Rated(at, answer.result_id, rating_of(answer.credit))
                    ratings.setdefault(answer.item_id, []).append(rated)
        return {item_id: scheduled(each) for item_id, each in ratings.items()}


def recalled(learners: int, items: Sequence[Item], seed: int = 50, *, forget_to_regrade: bool = False) -> Recalled:
    """A class on one bank; each learner sits five quizzes. `forget_to_regrade`: as a house with a fault would."""
    chance = random.Random(seed)
    bank = about(NAMES, EACH, chance, items)
    gone = {item.item_id for item in chance.sample(bank, max(1, round(SHARE * len(bank))))}
    attempts = void = equal = 0
    for number in range(learners):
        commands = _sat(number, bank, random.Random(chance.getrandbits(64)))
        after, again, fell = _taken_back(commands, set() if forget_to_regrade else gone, chance)
        equal += after.state() == _never_existed(commands, gone, chance).state()
        attempts, void = attempts + again, void + fell
    return Recalled(learners, attempts, void, learners, equal)


def _sat(number: int, bank: Sequence[Item], chance: random.Random) -> list[tuple[datetime, GradeQuiz]]:
    """What one learner handed in: the commands with which it is graded."""
    learner = Learner({name: chance.random() < 0.5 for name in NAMES}, LEARNING, chance)
    sittings = Sittings(learner, bank, f"recalled {number}")
    for _ in range(SITTINGS):
        sittings.sit(sittings.composed(chance.sample(NAMES, chance.randint(1, len(NAMES)))))
    return sittings.commands


def _taken_back(
    commands: Sequence[tuple[datetime, GradeQuiz]], gone: set[UUID], chance: random.Random
) -> tuple[_Held, int, int]:
    """All is graded; then the attempts concerned are graded again over what is left, in any order."""
    held = _Held()
    for at, command in commands:
        held.take(at, grade(command))
    concerned = [(at, command) for at, command in commands if any(item.item_id in gone for item in command.items)]
    chance.shuffle(concerned)
    for at, command in concerned:
        if left := without(command, gone):
            held.take(at, grade(left))
        else:
            assert command.results.attempt_id
            held.drop(command.results.attempt_id)
    fell = sum(item.item_id in gone for _, command in concerned for item in command.items)
    return held, len(concerned), fell


def _never_existed(commands: Sequence[tuple[datetime, GradeQuiz]], gone: set[UUID], chance: random.Random) -> _Held:
    """The same answers without the items, arriving in another order."""
    held = _Held()
    for at, command in chance.sample(list(commands), len(commands)):
        if left := without(command, gone):
            held.take(at, grade(left))
    return held


def without(command: GradeQuiz, gone: Iterable[UUID]) -> GradeQuiz | None:
    """The command over what is left; None where nothing is."""
    out = set(gone)
    items = [item for item in command.items if item.item_id not in out]
    answers: list[Answer] = [answer for answer in command.results.answers if answer.item_id not in out]
    if not items:
        return None
    results = QuizResults(**{**dict(command.results), "answers": answers})
    rulings = [ruling for ruling in command.rulings if ruling.item_id not in out]
    repeats = [item_id for item_id in command.repeats if item_id not in out]
    return command.model_copy(update={"items": items, "results": results, "rulings": rulings, "repeats": repeats})
