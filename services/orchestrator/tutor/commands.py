"""The commands of the learning cycle: what is classified, explained, judged, diagnosed and planned, with its text."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, LiteralString

from contracts.learning import ClassifyIntent, Diagnose, Explain, JudgeReply, PlanPath
from contracts.mastery import ConceptPlace, Standing
from contracts.message import Message
from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import array, joined, one
from services.orchestrator.tutor.passages import about, found, within
from services.orchestrator.workflow.params import ClassifyParams, DiagnoseParams, ExplainParams, PlanParams, ReplyParams
from services.orchestrator.workflow.state import State

MESSAGES: dict[str, type[Message]] = {
    "classify": ClassifyIntent,
    "explain": Explain,
    "reply": JudgeReply,
    "diagnose": Diagnose,
    "plan": PlanPath,
}
CONCEPTS, PLACES, DEFINITION, GOAL, EXPLAINED = 300, 250, 300, 200, 10
"""At most so many concepts are told by name, and so many with their place; a definition's and a goal's characters;
so many key concepts are explained at once."""
ROOM = MAX_MESSAGE_BYTES - 8_000
"""For a command with its places; where they do not all go in, those of the least relevant concepts are left out."""

_PLACES: LiteralString = """
with places as materialized (select * from concept_place_view where session_id = %(session)s)
select p.concept, left(p.definition, %(definition)s) as definition, p.relevance, p.section, p.source_page, p.block_id,
       p.ordinal, array(
         select a.concept from places a where a.ordinal < p.ordinal and a.concept <> p.concept
           and names_concept(p.text, a.concept)
         group by a.concept order by min(a.ordinal)) as prerequisites
from places p order by array_position(array['High', 'Medium', 'Low'], p.relevance), p.ordinal limit %(most)s"""
_NAMES: LiteralString = """
select concept, section from concept_place_view where session_id = %s
order by array_position(array['High', 'Medium', 'Low'], relevance), ordinal"""
_SAID: LiteralString = "select text from messages where message_id = %s"
_KEY: LiteralString = """
select c.value ->> 'term' as concept
from readings r
cross join lateral json_array_elements(r.digest -> 'context' -> 'keyConcepts') with ordinality c(value, n)
where r.reading_id = %s order by c.n"""
_GOALS: LiteralString = "select value from agent_state where session_id = %s and key = 'goals'"


async def classify(connection: Connection, state: State, params: ClassifyParams) -> bytes | None:
    """`ClassifyIntent`, with the names of concepts and sections; None if the message is gone."""
    said = await one(connection, _SAID, params.message)
    if said is None:
        return None
    rows = await (await connection.execute(_NAMES, (state.session_id,))).fetchall()
    awaiting = None
    if params.pending:
        awaiting = await one(
            connection, "select body ->> 'question' as text from items where item_id = %s", params.pending
        )
    return ClassifyIntent(
        text=said["text"],
        language=state.language,
        concepts=list(dict.fromkeys(row["concept"] for row in rows))[:CONCEPTS],
        sections=list(dict.fromkeys(row["section"] for row in rows if 0 < len(row["section"]) <= GOAL))[:CONCEPTS],
        awaiting=awaiting["text"] if awaiting else "",
    ).write()


async def explain(connection: Connection, state: State, params: ExplainParams) -> bytes | None:
    """`Explain`, with blocks about the concepts, and for a question those that have its words, as they are."""
    question = ""
    if params.message is not None:
        said = await one(connection, _SAID, params.message)
        if said is None:
            return None
        question = said["text"]
    if state.reading_id is None:
        return None
    concepts = params.concepts or ([] if question else await _key(connection, state))
    rows = await found(connection, state.reading_id, question, state.language) if question else []
    rows = within([*rows, *await about(connection, state.reading_id, state.course_id, concepts)])
    places = [place for place in await _places(connection, state) if place.concept in concepts]
    near = {*concepts, *(name for place in places for name in place.prerequisites)}
    documents = [row["sha256"] for row in rows if row["sha256"]] or [paper.sha256 for paper in state.papers]
    fields: dict[str, str | None] = {
        "concepts": json.dumps(concepts),
        "question": json.dumps(question),
        "language": json.dumps(state.language),
        "target_audience": json.dumps(state.instructions.target_audience),
        "learner_level": json.dumps(state.learner_level),
        "times": json.dumps(params.times),
        "blocks": array(row["body"] for row in rows),
        "places": array(place.model_dump_json() for place in places),
        "known": array(found.model_dump_json() for found in _standings(state, near)),
        "document_sha256": json.dumps(documents[0]) if documents else None,
    }
    return joined(fields)


async def _key(connection: Connection, state: State) -> list[str]:
    """What is to be explained of a whole document: the focus areas, then its key concepts; its title if it has none."""
    rows = await (await connection.execute(_KEY, (state.reading_id,))).fetchall()
    named = {name.casefold(): name for name in (*state.instructions.focus_areas, *(row["concept"] for row in rows))}
    titles = [paper.doc_meta.title for paper in state.papers if paper.doc_meta and paper.doc_meta.title]
    return list(named.values())[:EXPLAINED] or titles[:1] or [paper.document.filename for paper in state.papers[:1]]


async def reply(connection: Connection, state: State, params: ReplyParams) -> bytes | None:
    """`JudgeReply`, with what was replied before; None if the item or the message is gone."""
    item = await one(connection, "select body::text from items where item_id = %s", params.item_id)
    said = await one(connection, _SAID, params.message)
    if item is None or said is None:
        return None
    previous = [row["text"] for each in params.previous if (row := await one(connection, _SAID, each)) is not None]
    return joined(
        {
            "item": item["body"],
            "reply": json.dumps(said["text"]),
            "wrong_attempts": json.dumps(len(params.previous)),
            "previous": json.dumps(previous),
            "language": json.dumps(state.language),
        }
    )


async def diagnose(connection: Connection, state: State, params: DiagnoseParams) -> bytes:
    """`Diagnose`, with the topic's concepts and all that they build on."""
    places = {place.concept: place for place in await _places(connection, state)}
    wanted, left = set[str](), [concept for concept in params.concepts if concept in places]
    while left:
        concept = left.pop()
        wanted.add(concept)
        left += [name for name in places[concept].prerequisites if name in places and name not in wanted]
    fields = {"topic": params.topic, "language": state.language, "goals": await _goals(connection, state)}
    standings = _standings(state, wanted)
    return _fitting(
        [places[name] for name in places if name in wanted], standings, lambda told: Diagnose(**fields, **told)
    )


async def plan(connection: Connection, state: State, params: PlanParams) -> bytes:
    """`PlanPath`, with the document's concepts and where the learner stands."""
    fields = {
        "reason": params.why,
        "topic": params.topic,
        "language": state.language,
        "goals": await _goals(connection, state),
        "learner_level": state.learner_level,
        "prerequisite_gaps": state.prerequisite_gaps,
    }
    places, standings = await _places(connection, state), list(state.standings.values())
    return _fitting(places, standings, lambda told: PlanPath(**fields, **told))


def _fitting(
    places: Sequence[ConceptPlace], standings: Sequence[Standing], message: Callable[[dict[str, Any]], Message]
) -> bytes:
    """The command with as many places as go into a message, in the document's order; `places`: most relevant first."""
    while True:
        told = sorted(places, key=lambda place: place.ordinal)
        body = message({"places": told, "standings": standings}).write()
        if len(body) <= ROOM or not places:
            return body
        places = places[: len(places) * 3 // 4]


async def _places(connection: Connection, state: State) -> list[ConceptPlace]:
    """The document's concepts, each once, the most relevant first."""
    values = {"session": state.session_id, "definition": DEFINITION, "most": PLACES}
    places: dict[str, ConceptPlace] = {}
    for row in await (await connection.execute(_PLACES, values)).fetchall():
        places.setdefault(row["concept"], ConceptPlace.model_validate(row))
    return list(places.values())


async def _goals(connection: Connection, state: State) -> list[str]:
    row = await one(connection, _GOALS, state.session_id)
    return [goal[:GOAL] for goal in row["value"]] if row else []


def _standings(state: State, concepts: Iterable[str]) -> Sequence[Standing]:
    return [state.standings[concept] for concept in sorted(concepts) if concept in state.standings]
