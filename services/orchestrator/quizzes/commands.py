"""The commands about material: what is to be written and what is to be judged, with the text from rows set in."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from contracts.coaching import HandoverV1, Instructions, Metadata
from contracts.digest import Context, Term
from contracts.documents import DocMeta
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import array, every, joined, one
from services.orchestrator.quizzes.asked_before import (
    OF_EARLIER_ORDERS,
    OF_EARLIER_PARTS,
    OF_OTHER_QUIZZES,
    OF_OTHERS,
    asked_before,
    both_kinds,
    owners_refused,
    refused_before,
    room_in,
)
from services.orchestrator.workflow.params import CheckParams, RejudgeParams, RewriteParams, ValidateParams, WriteParams
from services.orchestrator.workflow.quizzes import ShapeChange, tailored
from services.orchestrator.workflow.state import State

_PART: LiteralString = """
select body::text, m.accepted,
       array(select distinct found #>> '{{}}' from jsonb_path_query(body::jsonb, '$.**.block_id') found) as named
from {material} where m.quiz_id = %(quiz)s and {which} order by m.ordinal, m.id"""
_WRITTEN: LiteralString = "m.batch = %(batch)s"
_AGAIN: LiteralString = "m.batch <= %(batch)s and m.accepted is distinct from false"
_EDIT: LiteralString = """
select after::text as body,
       array(select distinct found #>> '{}' from jsonb_path_query(after::jsonb, '$.**.block_id') found) as named
from item_history where message_id = %s"""
_HEADINGS: LiteralString = """
select b.block_id, (
  select left(h.body ->> 'text', 120) from blocks h
  where h.reading_id = b.reading_id and h.body ->> 'kind' = 'heading' and (h.part, h.ordinal) < (b.part, b.ordinal)
  order by h.part desc, h.ordinal desc limit 1) as heading
from reading_members m join blocks b using (reading_id)
where m.set_id = %s and b.block_id = any(%s::text[])"""
# Without where it stands on the page and what goes without saying, which was more than the text. `others`: whether the
# course has any material beside this batch; before its first it has not, and nobody needs to ask what it was asked.
_BLOCKS: LiteralString = """
select (told - array['box',
         case told -> 'emphasis' when '[]' then 'emphasis' end, case told -> 'continues' when '[]' then 'continues' end,
         case told -> 'resumes' when 'false' then 'resumes' end,
         case told -> 'material' when 'true' then 'material' end,
         case told ->> 'document_sha256' when %(document)s then 'document_sha256' end])::text as body,
       told ->> 'document_sha256' as sha256, exists (
         select from items where course_id = %(course)s and (quiz_id <> %(quiz)s or batch <> %(batch)s)
       ) or exists (
         select from flashcards where course_id = %(course)s and (quiz_id <> %(quiz)s or batch <> %(batch)s)
       ) as others
from reading_members m join blocks b using (reading_id) cross join lateral (select b.body::jsonb as told) as j
where m.set_id = %(reading)s and b.block_id = any(%(wanted)s::text[]) order by m.ordinal, b.part, b.ordinal"""
HEADINGS_BYTES = 60_000
_About = WriteParams | RewriteParams | ValidateParams | RejudgeParams | CheckParams
_EXPLAINED: LiteralString = "select value from agent_state where session_id = %s and key = 'explanation_quotes'"


async def write(connection: Connection, state: State, params: WriteParams | RewriteParams) -> bytes | None:
    """`WriteMaterial`; None if reading, blocks or the item to be replaced are gone."""
    found = await one(connection, "select digest, doc_meta from readings where reading_id = %s", params.reading_id)
    if found is None or found["digest"] is None or not state.papers:
        return None
    digest, first = found["digest"], state.papers[0].document
    about = DocMeta.model_validate(found["doc_meta"], extra="ignore")
    spec, instructions = params.quiz_spec, params.instructions
    replaces = params if isinstance(params, RewriteParams) else None
    concepts, tries = (params.concepts, params.tries) if isinstance(params, WriteParams) else ([], 0)
    if replaces:
        found_instead = await _about_the_same(connection, instructions, replaces.item_id)
        if found_instead is None:
            return None
        instructions = found_instead
    wanted = spec.blocks_to_assess if spec else digest["blocks"]
    blocks = await _blocks(connection, state, params, wanted, first.sha256)
    if not blocks:
        return None
    blocks = _mentioning(blocks, concepts) or blocks
    handover = HandoverV1(
        metadata=Metadata(
            session_id=state.session_id,
            source_title=about.title or first.filename,
            source_hash=first.sha256,
            language=about.language,
            generated_at=datetime.fromisoformat(params.generated_at),
        ),
        context=Context.model_validate(digest["context"]),
        instructions_for_coach=instructions,
    )
    terms = [Term.model_validate(term) for term in digest["terms"]]
    fields: dict[str, str | None] = {
        "quiz_id": json.dumps(str(params.quiz_id)),
        "handover": handover.write().decode(),
        "quiz_spec": spec.write().decode() if spec else None,
        "blocks": array(row["body"] for row in blocks),
        "terms": array(term.model_dump_json(exclude_none=True) for term in terms),
        "tries": json.dumps(tries),
        "replaces": json.dumps(str(replaces.item_id)) if replaces else None,
        "only_focus": "true" if concepts else None,
        "explained": await _explained(connection, state) if concepts else None,
    }
    over = await _headings(connection, params.reading_id, wanted, min(HEADINGS_BYTES, room_in(fields) // 2))
    fields["headings"] = json.dumps(over, ensure_ascii=False)
    before = params.before
    values = {"session": state.session_id, "quiz": params.quiz_id, "before": before}
    which = OF_EARLIER_ORDERS if blocks[0]["others"] else None
    fields |= await asked_before(connection, room_in(fields), which, **values)
    if before:
        refused = await refused_before(connection, room_in(fields), **values)
        if replaces:
            owners = await owners_refused(connection, room_in(fields), replaces.card, wish=replaces.wish, **values)
            refused = [*owners, *refused]
        fields["refused"] = array(refused)
    return joined(fields)


async def validate(connection: Connection, state: State, params: ValidateParams | RejudgeParams) -> bytes:
    """`ValidateItems` of a part of the material, held against what the course has been asked before it."""
    again = isinstance(params, ValidateParams) and params.again
    values: dict[str, Any] = {"quiz": params.quiz_id, "batch": params.batch}
    items, cards = await both_kinds(connection, _PART, values, which=_AGAIN if again else _WRITTEN)
    values |= {"session": state.session_id, "before": params.before}
    which = OF_OTHER_QUIZZES if again else OF_EARLIER_PARTS
    # What nobody came to judge in the beginning is among them.
    reviewed = again and all(row["accepted"] for row in (*items, *cards))
    return await _to_judge(connection, state, params, items, cards, which, values, reviewed=reviewed)


async def check(connection: Connection, state: State, params: CheckParams) -> bytes | None:
    """`ValidateItems` of an edited item or card alone, held against all others of its course."""
    edit = await every(connection, _EDIT, params.wish)
    if not edit:
        return None
    items, cards = ([], edit) if params.card else (edit, [])
    values = {"session": state.session_id, "item": params.item_id}
    return await _to_judge(connection, state, params, items, cards, OF_OTHERS, values)


async def _to_judge(
    connection: Connection,
    state: State,
    params: ValidateParams | RejudgeParams | CheckParams,
    items: list[dict[str, Any]],
    cards: list[dict[str, Any]],
    which: LiteralString,
    values: dict[str, Any],
    *,
    reviewed: bool = False,
) -> bytes:
    wanted = sorted({block for row in (*items, *cards) for block in row["named"]})
    blocks = await _blocks(connection, state, params, wanted)
    # Each block names its document; this one is the whole command's where they do not, and the first of several.
    first = state.papers[0].sha256 if state.papers else ""
    document = next((row["sha256"] for row in blocks if row["sha256"]), None) or first
    fields: dict[str, str | None] = {
        "quiz_id": json.dumps(str(params.quiz_id)),
        "document_sha256": json.dumps(document),
        "language": json.dumps(state.language),
        "items": array(row["body"] for row in items),
        "flashcards": array(row["body"] for row in cards),
        "blocks": array(row["body"] for row in blocks),
        "of_a_round": "true" if params.quiz_id in state.quizzes and state.quizzes[params.quiz_id].of_a_round else None,
        "reviewed": "true" if reviewed else None,
    }
    alone = bool(blocks) and not blocks[0]["others"]
    fields |= await asked_before(connection, room_in(fields), None if alone else which, **values)
    return joined(fields)


async def _about_the_same(connection: Connection, instructions: Instructions, item: UUID) -> Instructions | None:
    """The instructions for another item on an item's concept, as hard as it is; None if it is gone."""
    row = await one(
        connection,
        """select body ->> 'concept' as concept, body ->> 'difficulty' as difficulty from items where item_id = %(id)s
           union all select body ->> 'concept', null from flashcards where card_id = %(id)s""".replace("%(id)s", "%s"),
        *(item, item),
    )
    if row is None:
        return None
    hard: ShapeChange = {"quiz_difficulty": row["difficulty"].lower()} if row["difficulty"] else {}
    return tailored(instructions, instructions.generation_goals, [row["concept"]], **hard)


async def _explained(connection: Connection, state: State) -> str:
    """The sentences that the tutor's newest explanation quotes."""
    row = await one(connection, _EXPLAINED, state.session_id)
    return json.dumps([quote["quote"] for quote in row["value"]] if row else [])


def _mentioning(blocks: list[dict[str, Any]], concepts: Sequence[str]) -> list[dict[str, Any]]:
    """Those that a quiz about these concepts is written from: an author that has all blocks writes about others too."""
    named = [concept.casefold() for concept in concepts]
    return [block for block in blocks if any(name in block["body"].casefold() for name in named)]


async def _headings(connection: Connection, reading: UUID, wanted: Sequence[str], left: int) -> dict[str, str]:
    """What stands over blocks, by their ids; of more than `left` bytes the first."""
    found = dict[str, str]()
    for row in await every(connection, _HEADINGS, reading, list(wanted)):
        left -= len(json.dumps([row["block_id"], row["heading"]], ensure_ascii=False).encode()) if row["heading"] else 0
        if row["heading"] and left >= 0:
            found[row["block_id"]] = row["heading"]
    return found


async def _blocks(
    connection: Connection, state: State, params: _About, wanted: Sequence[str], document: str | None = None
) -> list[dict[str, Any]]:
    """The blocks in reading order, as a command carries them; those of the command's own `document` do not name it."""
    batch = params.batch if isinstance(params, ValidateParams | RejudgeParams) else -1  # Of an order all that there is.
    values = {"reading": params.reading_id, "wanted": list(wanted), "document": document}
    values |= {"course": state.course_id, "quiz": params.quiz_id, "batch": batch}
    return await (await connection.execute(_BLOCKS, values)).fetchall()
