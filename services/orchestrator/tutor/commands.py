"""The commands of the conversation: what is classified, explained and judged, with its text."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

from contracts.learning import ClassifyIntent
from contracts.mastery import ConceptPlace
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import array, joined, one
from services.orchestrator.items.places import placed
from services.orchestrator.learning.commands import places, standings
from services.orchestrator.tutor.passages import (
    MEANT,
    about,
    around,
    cited_under,
    found,
    named_in,
    spoken_of,
    under,
    unsure,
    within,
)
from services.orchestrator.workflow.params import ClassifyParams, ExplainParams, ReplyParams
from services.orchestrator.workflow.state import State

CONCEPTS, SECTION, EXPLAINED, NEAR = 300, 200, 10, 3
"""At most so many concepts and sections are told by name; a section's characters; so many key concepts are explained at
once; so many others are told apart from what is explained again."""

_NAMES: LiteralString = """
select concept, section from concept_place_view where session_id = %s
order by array_position(array['High', 'Medium', 'Low'], relevance), ordinal"""
_LINES, _LINE = 10, 1_500
"""So many lines of the conversation are told, and so many characters of each."""
_BEFORE: LiteralString = """
select role, left(text, %(long)s) as text from messages
where session_id = %(session)s and not unsafe and seq < (select seq from messages where message_id = %(message)s)
order by seq desc, timestamp desc limit %(most)s"""
# Whether the tutor's answer to a question was said last, whatever it asked back.
_ANSWERED: LiteralString = """
select agent = 'tutor' and in_reply_to is not null as answer from messages
where session_id = %s and not unsafe and seq < (select seq from messages where message_id = %s)
  and not (agent = 'tutor' and in_reply_to is null)
order by seq desc, timestamp desc limit 1"""
_SAID: LiteralString = "select text from messages where message_id = %s"
_KEY: LiteralString = """
select c.value ->> 'term' as concept
from readings r
cross join lateral json_array_elements(r.digest -> 'context' -> 'keyConcepts') with ordinality c(value, n)
where r.reading_id = %s order by c.n"""


# What was taken for a concept since the topic's last round before this one, and not known since.
_MISTAKEN: LiteralString = """
select distinct on (lower(w.concept)) w.concept, g.mistaken_for as taken
from unnest(%(concepts)s::text[]) as w(concept)
join knowledge_gaps g on g.session_id = %(session)s and lower(g.concept) = lower(w.concept) and g.mistaken_for <> ''
join attempts t on t.attempt_id = g.attempt_id
where t.submitted_at >= coalesce((
    select max(c.started_at) from learning_cycles c where c.session_id = %(session)s and c.topic = %(topic)s
      and c.started_at < (select max(n.started_at) from learning_cycles n where n.session_id = %(session)s)),
    '-infinity')
  and not exists (
    select from results r join attempts a using (attempt_id)
    where r.session_id = %(session)s and lower(r.concept) = lower(g.concept) and r.is_correct and not r.void
      and a.submitted_at > t.submitted_at)
order by lower(w.concept), t.submitted_at desc"""

_MOST_SHOWN = 200
# The newest first.
_SHOWN: LiteralString = """
with answered as (
  select distinct on (r.item_id) i.body, a.submitted_at as at
  from results r join attempts a using (attempt_id) join items i using (item_id)
  where r.session_id = %(session)s and not r.void order by r.item_id, a.submitted_at desc
), shown as (
  select q.value as proof, m.timestamp as at from messages m cross join json_array_elements(m.quotes) q
  where m.session_id = %(session)s and m.role = 'tutor'
  union all select body -> 'proof', at from answered
  union all select e.value -> 'proof', at from answered cross join json_array_elements(body -> 'explanations') e
)
select proof::text from shown where proof ->> 'block_id' = any(%(blocks)s::text[]) order by at desc limit %(most)s"""


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
    last = await one(connection, _ANSWERED, state.session_id, params.message)
    return ClassifyIntent(
        text=said["text"],
        language=state.language,
        concepts=list(dict.fromkeys(row["concept"] for row in rows))[:CONCEPTS],
        sections=list(dict.fromkeys(row["section"] for row in rows if 0 < len(row["section"]) <= SECTION))[:CONCEPTS],
        awaiting=awaiting["text"] if awaiting else "",
        answered=bool(last and last["answer"]),
    ).write()


async def explain(connection: Connection, state: State, params: ExplainParams) -> bytes | None:
    """`Explain`, with blocks about the concepts, and for a question those that a search finds, as they are."""
    question = ""
    if params.message is not None:
        said = await one(connection, _SAID, params.message)
        if said is None:
            return None
        question = said["text"]
    if state.reading_id is None:
        return None
    concepts = params.concepts or ([] if question else await _key(connection, state))
    said_before = await _before(connection, state, params) if question else []
    there = await places(connection, state)
    rows: list[dict[str, Any]] = []
    learner = [line["text"] for line in said_before if line["role"] == "learner"]
    asked = learner[-MEANT:]
    texts = list(dict.fromkeys([question, " ".join([question, *asked])] if question else []))
    for text in texts:
        rows += await found(connection, state.session_id, state.reading_id, text)
    doubted = await unsure(connection, state.session_id, state.reading_id, texts) if texts else []
    mistaken = await _mistaken(connection, state, params)
    taken = [each["taken"] for each in mistaken]
    tutors = [line["text"] for line in said_before if line["role"] == "tutor"]
    spoken = spoken_of(question, tutors, [place.concept for place in there], state.language)
    for some in (concepts, taken, spoken):
        rows += await about(connection, state.reading_id, state.course_id, some)
    rows += await under(connection, state.reading_id, concepts)
    if question:
        best = list(dict.fromkeys(row["block_id"] for row in rows))
        rows += await around(connection, state.reading_id, best)
    near = near_by(there, concepts) if params.about is not None and params.times else []
    rows += await about(connection, state.reading_id, state.course_id, [place.concept for place in near])
    rows = within(rows)
    lines = [question, *reversed(learner)] if question else []
    named = named_in(lines, [place.concept for place in there], state.language)
    touched = [place for place in there if place in near or place.concept in (*concepts, *taken, *spoken, *named)]
    built_on = {*concepts, *(name for place in touched for name in place.prerequisites)}
    documents = [row["sha256"] for row in rows if row["sha256"]] or [paper.sha256 for paper in state.papers]
    fields: dict[str, str | None] = {
        "concepts": json.dumps(concepts),
        "question": json.dumps(question),
        "conversation": json.dumps(said_before),
        "language": json.dumps(state.language),
        "target_audience": json.dumps(state.instructions.target_audience),
        "learner_level": json.dumps(state.learner_level),
        "times": json.dumps(params.times),
        "told": json.dumps(told) if (told := told_apart(state, params.concepts)) else None,
        "blocks": array(row["body"] for row in rows),
        "places": array(place.model_dump_json() for place in touched),
        "known": array(standing.model_dump_json() for standing in standings(state, built_on)),
        "document_sha256": json.dumps(documents[0]) if documents else None,
        "of_a_round": "true" if params.about is not None else None,
        "mistaken": json.dumps(mistaken) if mistaken else None,
        "unsure": array(row["body"] for row in within(doubted)) if doubted else None,
        "shown": array(read) if (read := await _shown(connection, state, params, rows)) else None,
        "headings": json.dumps(over) if (over := await cited_under(connection, state, rows)) else None,
    }
    return joined(fields)


def near_by(there: Sequence[ConceptPlace], concepts: Sequence[str]) -> list[ConceptPlace]:
    """Other concepts with a definition that the document introduces near these: to tell them apart where it says no
    more of these."""
    own = [place.ordinal for place in there if place.concept in concepts]
    others = [place for place in there if place.definition and place.concept not in concepts]
    return sorted(others, key=lambda place: min((abs(place.ordinal - each) for each in own), default=0))[:NEAR]


def told_apart(state: State, concepts: Sequence[str]) -> dict[str, int]:
    """How often each was explained before, where one was less often than others."""
    told = {concept: state.explained.get(concept, 0) for concept in concepts}
    return told if len({*told.values()}) > 1 else {}


async def _mistaken(connection: Connection, state: State, params: ExplainParams) -> list[dict[str, str]]:
    """What was taken for the concepts of a round, where that is to be told."""
    if params.about is None or not params.mistaken or state.cycle is None:
        return []
    values = {"session": state.session_id, "concepts": params.concepts, "topic": state.cycle.topic}
    found = await (await connection.execute(_MISTAKEN, values)).fetchall()
    by_concept = {row["concept"]: {"concept": row["concept"], "taken": row["taken"]} for row in found}
    return [by_concept[concept] for concept in params.concepts if concept in by_concept]


async def _shown(
    connection: Connection, state: State, params: ExplainParams, rows: Sequence[Mapping[str, Any]]
) -> list[str]:
    """What of these blocks the learner was told, or shown as the proof of an answer or as why, where a round is to tell
    something else."""
    if params.about is None:
        return []
    values = {"session": state.session_id, "blocks": [row["block_id"] for row in rows], "most": _MOST_SHOWN}
    return [row["proof"] for row in await (await connection.execute(_SHOWN, values)).fetchall()]


async def _before(connection: Connection, state: State, params: ExplainParams) -> list[dict[str, str]]:
    """What was said in this session before the question, the oldest first."""
    values = {"session": state.session_id, "message": params.message, "most": _LINES, "long": _LINE}
    lines = await (await connection.execute(_BEFORE, values)).fetchall()
    return [{"role": line["role"], "text": line["text"]} for line in reversed(lines)]


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
            "item": (await placed(connection, state, [item["body"]]))[0],
            "reply": json.dumps(said["text"]),
            "wrong_attempts": json.dumps(len(params.previous)),
            "previous": json.dumps(previous),
            "language": json.dumps(state.language),
        }
    )
