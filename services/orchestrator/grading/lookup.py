"""What other attempts of a learner say of the concepts that a grade is about: looked up before it is decided.

Nothing that is void or undecided. What is graded within the batch is added, so that a later grade sees it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import LiteralString, NamedTuple
from uuid import UUID

from contracts.grading import Evaluation, GradedAnswer
from contracts.lessons import TurnAssessed
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.grading import sums
from services.orchestrator.learning.mastery import tally
from services.orchestrator.workflow.evidence import Answered, Evidence, Tally, Witness
from services.orchestrator.workflow.params import AssessParams
from services.orchestrator.workflow.state import State

_ATTEMPTS: LiteralString = """
select a.attempt_id, a.submitted_at, array(
  select r.concept from results r where r.attempt_id = a.attempt_id
  group by r.concept order by min(r.ordinal)) as before
from attempts a where a.attempt_id = any(%s)"""
_WITNESSES: LiteralString = """
select r.session_id, r.attempt_id, r.ordinal, r.concept, r.observation, r.is_correct,
       r.made_by = 'learner' as own, a.submitted_at
from results r join attempts a using (attempt_id)
where r.session_id = any(%(sessions)s) and not r.void and not r.undecided and r.observation is not null
  and (r.concept = any(%(concepts)s) or r.concept in (select concept from results where attempt_id = any(%(attempts)s)))
order by a.submitted_at, r.attempt_id, r.ordinal"""


class Wanted(NamedTuple):
    """An attempt whose grade is decided in this batch, and the concepts that it is about now. `at`: of one that comes
    with its grade, as an answer in a lesson does."""

    session: UUID
    attempt: UUID
    concepts: frozenset[str]
    at: datetime | None = None


def wanted(arrivals: Iterable[Arrival], states: Mapping[UUID, State]) -> list[Wanted]:
    """The attempts that these arrivals grade."""
    found = []
    for arrival in arrivals:
        match arrival.message:
            case Evaluation() as message:
                concepts = frozenset(answer.concept for answer in message.answers)
                found.append(Wanted(arrival.session, message.attempt_id, concepts))
            case TurnAssessed(graded=GradedAnswer() as graded) if arrival.session in states:
                if (attempt := attempt_of(arrival, states[arrival.session])) is not None:
                    at = arrival.envelope.time
                    found.append(Wanted(arrival.session, attempt, frozenset([graded.concept]), at))
    return found


def attempt_of(arrival: Arrival, state: State) -> UUID | None:
    """As which attempt an answer in a lesson counts."""
    step = arrival.step(state)
    return step.params.attempt_id if step is not None and isinstance(step.params, AssessParams) else None


@dataclass
class Evidences:
    """What is known of attempts by id, and of each session the answers that bear witness, as the batch goes on."""

    attempts: dict[UUID, Evidence] = field(default_factory=dict)
    witnesses: dict[UUID, list[Witness]] = field(default_factory=lambda: defaultdict(list))

    summed: dict[UUID, dict[str, Tally]] = field(default_factory=dict)
    """By attempt what those before it say, where the running sums tell it and none comes after it."""

    async def load(
        self, connection: Connection, asked: Sequence[Wanted], states: Mapping[UUID, State], emptied: Sequence[Wanted]
    ) -> None:
        """Looks up all of it in a few queries, whatever the number of grades; none where nothing is graded.

        The whole history of a session is read where the sums do not tell, and where this batch changes it more than
        once.
        """
        every = [*asked, *emptied]
        if not every:
            return
        attempts, concepts = [each.attempt for each in every], {name for each in every for name in each.concepts}
        found = await connection.execute(_ATTEMPTS, (attempts,))
        known = await sums.sums_of(connection, {each.session for each in every}, concepts, attempts)
        for each in asked:
            if each.at is not None:
                self.attempts[each.attempt] = Evidence(at=each.at.astimezone(UTC))
        for row in await found.fetchall():
            at = row["submitted_at"].astimezone(UTC)
            self.attempts[row["attempt_id"]] = Evidence(at=at, before=row["before"])
        times = Counter(each.session for each in every)
        alone = [each for each in asked if times[each.session] == 1 and each.attempt in self.attempts]
        for each in alone:
            there, standings = self.attempts[each.attempt], states[each.session].standings
            so_far = sums.earlier(known, standings, each.session, each.attempt, there.at, each.concepts, there.before)
            if so_far is not None:
                self.summed[each.attempt] = so_far
        await self._read(connection, [each for each in every if each.attempt not in self.summed])

    async def _read(self, connection: Connection, asked: Sequence[Wanted]) -> None:
        """All answers about these concepts."""
        if not asked:
            return
        witnesses = await connection.execute(
            _WITNESSES,
            {
                "sessions": sorted({each.session for each in asked}),
                "concepts": sorted({concept for each in asked for concept in each.concepts}),
                "attempts": [each.attempt for each in asked],
            },
        )
        for row in await witnesses.fetchall():
            self.witnesses[row["session_id"]].append(
                Witness(
                    at=row["submitted_at"].astimezone(UTC),
                    attempt_id=row["attempt_id"],
                    ordinal=row["ordinal"],
                    concept=row["concept"],
                    observation=row["observation"],
                    correct=row["is_correct"],
                    own=row["own"],
                )
            )

    def of(
        self, session: UUID, attempt: UUID, concepts: Iterable[str], without: Collection[UUID] = ()
    ) -> Evidence | None:
        """The evidence around an attempt, `without` that of these; None for an attempt that is not known."""
        found = self.attempts.get(attempt)
        if found is None:
            return None
        if attempt in self.summed and not without:
            return found.changed(earlier=self.summed[attempt])
        concerned, left_out = {*concepts, *found.before}, {attempt, *without}
        seen = [one for one in self.witnesses[session] if one.concept in concerned]
        others = [one for one in seen if one.attempt_id not in left_out]
        earlier: dict[str, list[Witness]] = {}
        for one in others:
            if (one.at, one.attempt_id) < (found.at, attempt):
                earlier.setdefault(one.concept, []).append(one)
        later = [one for one in others if (one.at, one.attempt_id) > (found.at, attempt)]
        folded = {concept: tally(said) for concept, said in sorted(earlier.items())}
        return found.changed(earlier=folded, others=later)

    def graded(self, session: UUID, attempt: UUID, answers: Sequence[Answered]) -> None:
        """A grade was taken within this batch: it stands in the place of the attempt's earlier one."""
        found = self.attempts.get(attempt)
        if found is None:
            return
        before = list(dict.fromkeys([*found.before, *(one.concept for one in answers)]))
        self.attempts[attempt] = found.changed(before=before)
        left = [one for one in self.witnesses[session] if one.attempt_id != attempt]
        own = [
            Witness(**{name: getattr(one, name) for name in Answered.model_fields}, at=found.at, attempt_id=attempt)
            for one in answers
        ]
        self.witnesses[session] = [*left, *own]
