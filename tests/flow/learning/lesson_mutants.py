"""Parts of learning that break one rule each; lessons must find every one of them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar
from uuid import UUID, uuid4

from contracts.learning import LearningRequested, MessageSent
from contracts.session import QuizRequested
from services.orchestrator.arrivals import Arrival, Aside
from services.orchestrator.batch.fold import Batch
from services.orchestrator.batch.handle import Shell
from services.orchestrator.batch.lookup import Lookup
from services.orchestrator.classes.courses import Courses
from services.orchestrator.grading.lookup import Evidences
from services.orchestrator.learning.mastery import tally
from services.orchestrator.workflow.evidence import Evidence
from services.orchestrator.workflow.state import Decision, Step
from tests.flow.learners import Parts


class DiscreetCourses(Courses):
    """A recall is told to the session that it came from, and to nobody else."""

    def spread(self, cause: Arrival, step: Step | None, decision: Decision) -> list[Arrival]:
        return [told for told in super().spread(cause, step, decision) if told.session == cause.session]


class HastyEvidences(Evidences):
    """What is graded last is folded last, whenever it was handed in."""

    def of(
        self, session: UUID, attempt: UUID, concepts: Iterable[str], without: Collection[UUID] = ()
    ) -> Evidence | None:
        found = super().of(session, attempt, concepts, without)
        if found is None or not found.others:
            return found
        said = {one.concept: [other for other in found.others if other.concept == one.concept] for one in found.others}
        folded = {concept: tally(later, found.earlier.get(concept)) for concept, later in said.items()}
        return found.model_copy(update={"earlier": {**found.earlier, **folded}, "others": []})


class GrudgingEvidences(Evidences):
    """The first grade of an attempt counts beside the one that takes its place."""

    def of(
        self, session: UUID, attempt: UUID, concepts: Iterable[str], without: Collection[UUID] = ()
    ) -> Evidence | None:
        found = super().of(session, attempt, concepts, without)
        if found is None:
            return None
        own = [one.model_copy(update={"attempt_id": session}) for one in self.witnesses[session]]
        return found.model_copy(update={"others": [*found.others, *(one for one in own if one.at == found.at)]})


class DiscreetShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return replace(super()._batch(arrivals, asides), lookup=Lookup(courses=DiscreetCourses()))


class HastyShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return replace(super()._batch(arrivals, asides), lookup=Lookup(evidences=HastyEvidences()))


class GrudgingShell(Shell):
    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return replace(super()._batch(arrivals, asides), lookup=Lookup(evidences=GrudgingEvidences()))


class EagerShell(Shell):
    """What learners ask for is new whenever it comes: a repeated wish to learn begins another cycle."""

    seen: ClassVar[set[UUID]] = set()

    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return super()._batch([self._anew(arrival) for arrival in arrivals], asides)

    def _anew(self, arrival: Arrival) -> Arrival:
        known = arrival.envelope.id in self.seen
        self.seen.add(arrival.envelope.id)
        if not known or not isinstance(arrival.message, LearningRequested | MessageSent | QuizRequested):
            return arrival
        envelope = arrival.envelope.model_copy(update={"id": uuid4()})
        return replace(arrival, envelope=envelope)


MUTANTS = {
    "a recall not told to who joined": Parts(shell=DiscreetShell),
    "evidence folded in the order of grading": Parts(shell=HastyShell),
    "a grade given again counted twice": Parts(shell=GrudgingShell),
    "a repeated wish begins a second cycle": Parts(shell=EagerShell),
}
"""What is wrong; each shows without faults, but for the last."""
