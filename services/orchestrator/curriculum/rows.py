"""Guidelines as rows: what one becomes, and storing several as one: all of them, or none."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from psycopg import AsyncConnection

from contracts.documents import Block
from services.curriculum.guideline import Guideline
from services.orchestrator.curriculum.tables import TeachingGuideline
from services.orchestrator.database.rows import Json, as_json, dump, dump_all
from services.search.stored import searchable

Became = Literal["new", "replaced", "unchanged"]
PLACES = {"lines", "words"}
_LOOK = "select guideline_id from teaching_guidelines where guideline_id = %(guideline_id)s"
_STORE = """
insert into teaching_guidelines as t (guideline_id, country, board, grade, subject, topic, subtopic, language, title,
  guideline, objectives, misconceptions, material, sha256, shipped, imported_at)
values (%(guideline_id)s, %(country)s, %(board)s, %(grade)s, %(subject)s, %(topic)s, %(subtopic)s, %(language)s,
  %(title)s, %(guideline)s, %(objectives)s::json, %(misconceptions)s::json, %(material)s::json, %(sha256)s,
  %(shipped)s, %(imported_at)s)
on conflict (guideline_id) do update set country = excluded.country, board = excluded.board, subject = excluded.subject,
  topic = excluded.topic, subtopic = excluded.subtopic, language = excluded.language, title = excluded.title,
  guideline = excluded.guideline, objectives = excluded.objectives, misconceptions = excluded.misconceptions,
  material = excluded.material, sha256 = excluded.sha256, shipped = excluded.shipped,
  imported_at = excluded.imported_at
-- What somebody imported is theirs: what comes with Pensum takes the place of its own older state alone.
where (t.shipped or not excluded.shipped)
  and (t.sha256, t.shipped, t.material::text, t.objectives::text)
    is distinct from (excluded.sha256, excluded.shipped, excluded.material::text, excluded.objectives::text)
returning 1"""


def row(guideline: Guideline, shipped: bool, now: datetime) -> TeachingGuideline:
    """A guideline as its row."""
    place = guideline.place
    return TeachingGuideline(
        guideline_id=guideline.guideline_id,
        country=place.country,
        board=place.board,
        grade=place.grade,
        subject=place.subject,
        topic=place.topic,
        subtopic=place.subtopic,
        language=guideline.language,
        title=guideline.title,
        guideline=guideline.teacher,
        objectives=dump_all(guideline.objectives),
        misconceptions=dump_all(guideline.misconceptions),
        material=_material(guideline),
        sha256=guideline.sha256,
        shipped=shipped,
        imported_at=now,
    )


async def store(
    connection: AsyncConnection[Any], guidelines: Sequence[Guideline], now: datetime, *, shipped: bool
) -> list[Became]:
    """What became of each. In one transaction: whatever fails, nothing is stored."""
    became = list[Became]()
    async with connection.transaction():
        for guideline in guidelines:
            values = vars(row(guideline, shipped, now))
            known = (await connection.execute(_LOOK, values)).rowcount
            moved = (await connection.execute(_STORE, values)).rowcount
            became.append("unchanged" if not moved else "replaced" if known else "new")
    return became


def _material(guideline: Guideline) -> Json:
    """Each block and item as the tables of a course hold it in `body`."""
    material = guideline.material
    blocks: list[Block] = material.blocks
    parts = {
        "blocks": f"[{','.join(dump(block, PLACES) for block in blocks)}]",
        "terms": as_json(searchable(blocks, guideline.language)),
        "digest": dump(material.digest, {"run"}),
        "items": dump_all(material.items),
    }
    return Json("{" + ",".join(f'"{name}":{value}' for name, value in parts.items()) + "}")
