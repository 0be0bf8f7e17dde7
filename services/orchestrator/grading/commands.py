"""The commands about an attempt: what is to be graded, for the first time or again, and what notes are written of."""

import json
from datetime import UTC, datetime
from typing import LiteralString
from uuid import UUID

from contracts.coaching import WriteNotes
from contracts.grading import ConceptScore, Evaluation, GradedAnswer, QuizResults, Ruling
from contracts.mastery import ErrorPattern, KnowledgeGap, Standing
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import array, every, joined, one
from services.orchestrator.grading import sums
from services.orchestrator.grading.changes import REPEAT
from services.orchestrator.grading.places import places_of
from services.orchestrator.items.places import placed
from services.orchestrator.learning.mastery import standing
from services.orchestrator.workflow.evidence import Witness
from services.orchestrator.workflow.params import GradeParams, NotesParams
from services.orchestrator.workflow.standings import standing_of
from services.orchestrator.workflow.state import State
from services.text.words import fold

# What was taken back counts no more. What was removed otherwise does where it was graded before. `repeat`: an attempt
# of an earlier time answered it too.
_ITEMS: LiteralString = (
    """
with this as (
  select a.*, array(select (g ->> 'item_id')::uuid from json_array_elements(a.answers) g) as items
  from attempts a where a.attempt_id = %(attempt)s
)
select i.item_id, i.body::text as body, u.credit, u.by, """
    + REPEAT.format(item="i.item_id", this="this")
    + """ as repeat,
       i.state in ('live', 'approved') or exists (
         select from results r where r.attempt_id = this.attempt_id and r.item_id = i.item_id) as there,
       this.answers, this.quiz_id, this.graded_by
from this join quiz_items q on q.quiz_id = this.quiz_id and q.item_id = any(this.items)
join items i on i.item_id = q.item_id
left join rulings u on u.attempt_id = this.attempt_id and u.item_id = i.item_id
where i.accepted and i.state <> 'retracted' order by q.ordinal, i.item_id"""
)
# `regraded`: after it had a grade, an item was recalled or a person ruled. `changed`: by that the learner's score is
# another, or the owner decided; what learners rule themselves is no news to them.
_ATTEMPT: LiteralString = """
select a.*, exists (select from recalls c where c.attempt_id = a.attempt_id and c.score_before is not null)
  or exists (select from rulings u where u.attempt_id = a.attempt_id and u.by in ('owner', 'learner')) as regraded,
  exists (select from recalls c where c.attempt_id = a.attempt_id and c.score_before is distinct from a.score
    and c.score_before is not null)
  or exists (select from rulings u where u.attempt_id = a.attempt_id and u.by = 'owner') as changed,
  (select c.topic from learning_cycles c where c.session_id = a.session_id and c.quiz_id = a.quiz_id limit 1) as topic
from attempts a where a.attempt_id = %s"""
_WITNESSES: LiteralString = """
select r.attempt_id, r.ordinal, r.concept, r.observation, r.is_correct as correct,
       r.made_by = 'learner' as own, a.submitted_at as at
from results r join attempts a using (attempt_id), attempts this
where this.attempt_id = %s and r.session_id = this.session_id and r.concept = any(%s)
  and (a.submitted_at, a.attempt_id) <= (this.submitted_at, this.attempt_id)
  and not r.void and not r.undecided and r.observation is not null"""


async def grade(connection: Connection, state: State, params: GradeParams) -> bytes | None:
    """`GradeQuiz` over what counts now, with what was ruled already; None if there is nothing.

    Answers to items that were removed since are dropped, unless nothing else was answered: then all are graded.
    """
    rows = await (await connection.execute(_ITEMS, {"attempt": params.attempt_id})).fetchall()
    rows = [row for row in rows if row["there"]] or rows
    if not rows:
        return None
    ids = {str(row["item_id"]) for row in rows}
    results = QuizResults(
        quiz_id=rows[0]["quiz_id"],
        attempt_id=params.attempt_id,
        answers=[given for given in rows[0]["answers"] if given["item_id"] in ids],
        graded_by=rows[0]["graded_by"],
    )
    rulings = [Ruling.model_validate(row, extra="ignore") for row in rows if row["by"] is not None]
    return joined(
        {
            "items": array(await placed(connection, state, [row["body"] for row in rows])),
            "results": results.write().decode(),
            "language": json.dumps(state.language),
            "repeats": json.dumps([str(row["item_id"]) for row in rows if row["repeat"]]),
            "rulings": array(ruling.model_dump_json() for ruling in rulings),
        }
    )


async def notes(connection: Connection, state: State, params: NotesParams) -> bytes | None:
    """`WriteNotes` about what counts of an attempt, with where the learner stood after it; None if there is nothing."""
    attempt = await one(connection, _ATTEMPT, params.attempt_id)
    if attempt is None or attempt["score"] is None:
        return None
    ids = params.attempt_id
    rows = await every(connection, "select * from results where attempt_id = %s and not void order by ordinal", ids)
    if not rows:
        return None
    answers = [GradedAnswer.model_validate({name: row[name] for name in GradedAnswer.model_fields}) for row in rows]
    asked: dict[str, list[bool]] = {}
    for answer in answers:
        if not answer.undecided:
            asked.setdefault(answer.concept, []).append(answer.is_correct)
    patterns = await every(connection, "select * from error_patterns where attempt_id = %s order by ordinal", ids)
    gaps = await every(connection, "select * from knowledge_gaps where attempt_id = %s order by concept", ids)
    evaluation = Evaluation(
        quiz_id=attempt["quiz_id"],
        attempt_id=attempt["attempt_id"],
        score=attempt["score"],
        answers=answers,
        concepts=[ConceptScore(concept=name, asked=len(got), correct=sum(got)) for name, got in asked.items()],
        weak_concepts=attempt["weak_concepts"] or [],
        error_patterns=[ErrorPattern.model_validate(row, extra="ignore") for row in patterns],
        knowledge_gaps=[KnowledgeGap.model_validate(row, extra="ignore") for row in gaps],
        improvement_areas=attempt["improvement_areas"] or [],
    )
    return WriteNotes(
        evaluation=evaluation,
        language=state.language,
        target_audience=state.instructions.target_audience,
        standings=sorted(
            await _standings(connection, state, params.attempt_id, attempt["submitted_at"], list(asked)),
            key=lambda each: (fold(each.concept) != fold(attempt["topic"] or ""), each.needed),
        ),
        places=await places_of(connection, state, params.attempt_id),
        regraded=attempt["regraded"],
        changed=attempt["changed"],
    ).write()


async def _standings(
    connection: Connection, state: State, attempt: UUID, at: datetime, concepts: list[str]
) -> list[Standing]:
    """Where the learner stood in these concepts after this attempt, by what counts now."""
    known = await sums.sums_of(connection, [state.session_id], concepts, [])
    so_far = {name: sums.after(known, state.session_id, attempt, at.astimezone(UTC), name) for name in concepts}
    marked = {name: known.mark for name, known in state.standings.items()}
    if None not in so_far.values():
        return [
            standing_of(name, tally, state.mastery_threshold, marked.get(name, "none")).told()
            for name, tally in so_far.items()
            if tally is not None
        ]
    witnesses = [Witness.model_validate(row) for row in await every(connection, _WITNESSES, attempt, concepts)]
    return [standing(name, witnesses, state.mastery_threshold, marked.get(name, "none")).told() for name in concepts]
