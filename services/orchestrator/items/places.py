"""Where the proofs of items stand in documents without pages: told with the commands about them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, LiteralString

from contracts.documents import PageKind
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import every
from services.orchestrator.workflow.state import State

_HEADINGS: LiteralString = """
select b.block_id, coalesce((
  select x.body ->> 'text' from blocks x
  where x.reading_id = b.reading_id and x.body ->> 'kind' = 'heading' and (x.part, x.ordinal) <= (b.part, b.ordinal)
  order by x.part desc, x.ordinal desc limit 1), '') as heading
from reading_members m join blocks b using (reading_id) where m.set_id = %s and b.block_id = any(%s)"""


def kinds_of(state: State) -> dict[str, PageKind]:
    """What each document counts by, by its hash."""
    return {paper.document.sha256: paper.doc_meta.page_kind for paper in state.papers if paper.doc_meta}


async def placed(connection: Connection, state: State, bodies: Sequence[str]) -> list[str]:
    """The items' JSON; proofs in documents without pages get `page_kind` and `heading`, all others stay as they are."""
    kinds = {sha256: kind for sha256, kind in kinds_of(state).items() if kind != "page"}
    if not kinds:
        return list(bodies)
    items = [json.loads(body) for body in bodies]
    proofs = [proof for item in items for proof in _proofs(item) if proof["document_sha256"] in kinds]
    rows = await every(connection, _HEADINGS, state.reading_id, [proof["block_id"] for proof in proofs])
    headings = {row["block_id"]: row["heading"] for row in rows}
    for proof in proofs:
        proof["page_kind"] = kinds[proof["document_sha256"]]
        proof["heading"] = headings.get(proof["block_id"]) or None
    return [json.dumps(item, ensure_ascii=False) for item in items]


def _proofs(within: Any) -> Iterator[dict[str, Any]]:
    if isinstance(within, dict):
        if "block_sha256" in within:
            yield within
            return
        within = list(within.values())
    if isinstance(within, list):
        for each in within:
            yield from _proofs(each)
