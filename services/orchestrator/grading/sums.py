"""Running sums: what all answers about a concept say so far, so that a grade does not read a learner's whole history.

A row says what the answers up to and with one attempt say of a concept, and what those before that attempt said. It is
used where the attempt that is graded comes after all of these, or is that very attempt: then what is folded is the
same, number by number, as if every answer had been read. Where that is not certain all are read, and the row is set
anew. Whatever changes answers otherwise (an item that is taken back, answers in a lesson) takes the rows away.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import LiteralString
from uuid import UUID

from services.chassis.storage.database import Connection
from services.orchestrator.database.rows import Change, Json, Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.learning.mastery import place
from services.orchestrator.workflow.evidence import Answered, Evidence, Tally, Witness
from services.orchestrator.workflow.standings import Known

# Where the attempt stands now: one that is handed in later than its first answer has moved.
_SUMS: LiteralString = """
select s.session_id, s.concept, s.attempt_id, a.submitted_at as at, s.before, s.all_of_it
from evidence_sums s join attempts a using (attempt_id)
where s.session_id = any(%(sessions)s)
  and (s.concept = any(%(concepts)s)
       or s.concept in (select concept from results where attempt_id = any(%(attempts)s)))"""
_GONE: LiteralString = "delete from evidence_sums where session_id = %s"
_GONE_OF: LiteralString = "delete from evidence_sums where session_id = %s and concept = any(%s)"
# An attempt that moves, as it is handed in, is no longer where others' sums have it.
_MOVED: LiteralString = """
delete from evidence_sums s using results r
where s.session_id = %s and r.attempt_id = %s and s.concept = r.concept and s.attempt_id <> r.attempt_id"""


@dataclass(slots=True, kw_only=True)
class SumSet(Change):
    """What answers say of a concept up to and with an attempt; None: it is not known any more."""

    session_id: UUID
    tenant_id: str
    user_id: str
    concept: str
    attempt_id: UUID | None
    before: Json | None
    all_of_it: Json | None
    last_of = ("session_id", "concept")
    statement = """with r as (select * from {rows}), gone as (
         delete from evidence_sums s using r
         where s.session_id = r.session_id and s.concept = r.concept and r.attempt_id is null
       )
       insert into evidence_sums (session_id, tenant_id, user_id, concept, attempt_id, before, all_of_it)
       select r.session_id, r.tenant_id, r.user_id, r.concept, r.attempt_id, r.before::json, r.all_of_it::json
       from r where r.attempt_id is not null
       on conflict (session_id, concept) do update set attempt_id = excluded.attempt_id, before = excluded.before,
         all_of_it = excluded.all_of_it"""


@dataclass(frozen=True)
class Sum:
    """All answers up to and with an attempt, which stands at `at`, and those before it, folded."""

    attempt: UUID
    at: datetime
    before: Tally
    all_of_it: Tally


Sums = Mapping[tuple[UUID, str], Sum]


async def sums_of(
    connection: Connection, sessions: Collection[UUID], concepts: Collection[str], attempts: Sequence[UUID]
) -> Sums:
    """Those of these concepts, and of what these attempts were about."""
    values = {"sessions": sorted(sessions), "concepts": sorted(concepts), "attempts": list(attempts)}
    found = await connection.execute(_SUMS, values)
    return {
        (row["session_id"], row["concept"]): Sum(
            row["attempt_id"],
            row["at"].astimezone(UTC),
            Tally.model_validate(row["before"]),
            Tally.model_validate(row["all_of_it"]),
        )
        for row in await found.fetchall()
    }


def earlier(
    sums: Sums,
    standings: Mapping[str, Known],
    session: UUID,
    attempt: UUID,
    at: datetime,
    concepts: Iterable[str],
    before: Collection[str],
) -> dict[str, Tally] | None:
    """By concept what attempts before this one say, where there is none after it; None: the sums do not tell.

    `before`: the concepts that the attempt was about when it was graded before.
    """
    found: dict[str, Tally] = {}
    for concept in sorted({*concepts, *before}):
        known = sums.get((session, concept))
        if known is None:
            if concept in standings and standings[concept].answers:
                return None
        elif known.attempt == attempt:
            if known.before.answers:
                found[concept] = known.before
        elif concept not in before and (known.at, known.attempt) < (at, attempt):
            found[concept] = known.all_of_it
        else:
            return None
    return found


def after(sums: Sums, session: UUID, attempt: UUID, at: datetime, concept: str) -> Tally | None:
    """What all answers up to and with this attempt say of a concept; None: the sums do not tell."""
    known = sums.get((session, concept))
    return known.all_of_it if known is not None and (known.at, known.attempt) <= (at, attempt) else None


def summed(
    writes: Writes, session: UUID, own: Own, attempt: UUID, answers: Sequence[Answered], evidence: Evidence
) -> None:
    """The sums after a grade, by all that it was decided on."""
    mine = [
        Witness(**{name: getattr(one, name) for name in Answered.model_fields}, at=evidence.at, attempt_id=attempt)
        for one in answers
    ]
    every = sorted([*(one for one in evidence.others if one.attempt_id != attempt), *mine], key=place)
    for concept in dict.fromkeys([*evidence.before, *(one.concept for one in mine)]):
        about = [one for one in every if one.concept == concept]
        newest = about[-1].attempt_id if about else None
        before = all_of_it = evidence.earlier.get(concept, Tally())
        for one in about:
            all_of_it = all_of_it.and_then(one)
            if one.attempt_id != newest:
                before = all_of_it
        writes.change(
            SumSet(
                **own,
                session_id=session,
                concept=concept,
                attempt_id=newest,
                before=Json(before.model_dump_json()) if about else None,
                all_of_it=Json(all_of_it.model_dump_json()) if about else None,
            )
        )


def unknown(writes: Writes, session: UUID, concepts: Sequence[str] | None = None) -> None:
    """Answers changed, of these concepts or of any: the next grade reads them all."""
    if concepts is None:
        writes.then(_GONE, session)
    else:
        writes.then(_GONE_OF, session, list(concepts))


def moved(writes: Writes, session: UUID, attempt: UUID) -> None:
    """An attempt whose answers were graded one by one is handed in."""
    writes.then(_MOVED, session, attempt)
