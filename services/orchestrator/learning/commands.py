"""The commands of the learning cycle: diagnoses and paths, with the concepts' places and standings."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, LiteralString

from contracts.learning import Diagnose, PlanPath
from contracts.mastery import ConceptPlace, Standing
from contracts.message import Message
from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import one
from services.orchestrator.learning.lookup import unasked
from services.orchestrator.learning.topics import never_asked
from services.orchestrator.workflow.params import DiagnoseParams, PlanParams
from services.orchestrator.workflow.state import State

PLACES, DEFINITION, GOAL = 250, 300, 200
"""At most so many concepts are told with their place; a definition's and a goal's characters."""
ROOM = MAX_MESSAGE_BYTES - 8_000
"""For a command with its places; where they do not all go in, those of the least relevant concepts are left out."""

# Where nothing defines a concept, it is read of where most is asked about it: its first mention may be a title page.
_PLACES: LiteralString = """
with places as materialized (select * from concept_place_view where session_id = %(session)s),
asked as (
  select lower(i.body ->> 'concept') as concept, i.body #>> '{proof,block_id}' as block_id, count(*) as times
  from items i where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved') group by 1, 2),
taught as materialized (
  select distinct on (a.concept) a.concept, b.block_id, b.source_page, b.reading_id, b.part, b.ordinal
  from asked a join places p on lower(p.concept) = a.concept and p.definition = ''
  join reading_members m on m.set_id = %(reading)s
  join blocks b on b.reading_id = m.reading_id and b.block_id = a.block_id
  where coalesce((b.body ->> 'material')::boolean, true)
  order by a.concept, a.times desc, b.block_id = p.block_id desc, m.ordinal, b.part, b.ordinal)
select p.concept, left(p.definition, %(definition)s) as definition, p.relevance, p.section, p.source_page, p.block_id,
       p.ordinal, coalesce((
         select r.doc_meta ->> 'page_kind' from reading_members m join blocks b using (reading_id)
           join readings r using (reading_id)
         where m.set_id = %(reading)s and b.block_id = coalesce(t.block_id, p.block_id) limit 1), 'page') as page_kind,
       array(
         select a.concept from places a where a.ordinal < p.ordinal and a.concept <> p.concept
           and names_concept(p.definition, a.concept)
         group by a.concept order by min(a.ordinal)) as prerequisites, t.source_page as taught_page, (
         select x.body ->> 'text' from blocks x
         where x.reading_id = t.reading_id and x.body ->> 'kind' = 'heading'
           and (x.part, x.ordinal) <= (t.part, t.ordinal)
         order by x.part desc, x.ordinal desc limit 1) as taught_section
from places p left join taught t on t.concept = lower(p.concept)
order by array_position(array['High', 'Medium', 'Low'], p.relevance), p.ordinal limit %(most)s"""
# Of what was answered or rated before; what is new is due at once, and nothing to begin with.
_DUE: LiteralString = """
select exists (select from due_view d where d.session_id = o.session_id and d.due <= now()) or exists (
  select from schedules s join card_view c using (session_id, card_id)
  where s.session_id = o.session_id and s.due <= now() and c.accepted and c.state in ('live', 'approved')) as due
from sessions o where o.session_id = %s"""
_GOALS: LiteralString = "select value from agent_state where session_id = %s and key = 'goals'"


async def diagnose(connection: Connection, state: State, params: DiagnoseParams) -> bytes:
    """`Diagnose`, with the topic's concepts and all that they build on."""
    there = {place.concept: place for place in await places(connection, state)}
    wanted, left = set[str](), [concept for concept in params.concepts if concept in there]
    while left:
        concept = left.pop()
        wanted.add(concept)
        left += [name for name in there[concept].prerequisites if name in there and name not in wanted]
    fields = {"topic": params.topic, "language": state.language, "goals": await _goals(connection, state)}
    known = standings(state, wanted)
    return _fitting([there[name] for name in there if name in wanted], known, lambda told: Diagnose(**fields, **told))


async def plan(connection: Connection, state: State, params: PlanParams) -> bytes:
    """`PlanPath`, with the document's concepts and where the learner stands."""
    fields = {
        "reason": params.why,
        # Who asks once more is told no other path than before, while what that began with is not mastered.
        "topic": params.topic or (state.next_topic if params.why == "asked" else ""),
        "language": state.language,
        "goals": await _goals(connection, state),
        "learner_level": state.learner_level,
        "prerequisite_gaps": state.prerequisite_gaps,
        "due": bool((await one(connection, _DUE, state.session_id) or {}).get("due")),
    }
    there, known = await places(connection, state), standings(state, state.standings)
    empty = await unasked(connection, state, never_asked(state, [place.concept for place in there]))
    left_out = [concept for concept in empty if concept in state.unasked]
    untold = [place.concept for place in there if place.concept in empty and not place.definition]
    empties = {"left_out": left_out, "untold": untold}
    return _fitting(there, known, lambda told: PlanPath(**fields, **empties, **told))


async def places(connection: Connection, state: State) -> list[ConceptPlace]:
    """The document's concepts, each once, the most relevant first."""
    about = {"session": state.session_id, "course": state.course_id, "reading": state.reading_id}
    values = {**about, "definition": DEFINITION, "most": PLACES}
    found: dict[str, ConceptPlace] = {}
    for row in await (await connection.execute(_PLACES, values)).fetchall():
        found.setdefault(row["concept"], ConceptPlace.model_validate(row))
    return list(found.values())


def standings(state: State, concepts: Iterable[str]) -> Sequence[Standing]:
    """What is known of the learner in these concepts."""
    return [state.standings[concept].told() for concept in sorted(concepts) if concept in state.standings]


def _fitting(
    there: Sequence[ConceptPlace], known: Sequence[Standing], message: Callable[[dict[str, Any]], Message]
) -> bytes:
    """The command with as many places as go into a message, in the document's order; `there`: most relevant first."""
    while True:
        told = sorted(there, key=lambda place: place.ordinal)
        body = message({"places": told, "standings": known}).write()
        if len(body) <= ROOM or not there:
            return body
        there = there[: len(there) * 3 // 4]


async def _goals(connection: Connection, state: State) -> list[str]:
    row = await one(connection, _GOALS, state.session_id)
    return [goal[:GOAL] for goal in row["value"]] if row else []
