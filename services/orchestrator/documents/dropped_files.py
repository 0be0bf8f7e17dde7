"""Files of what was forgotten go here: each is a row until it is gone, so a crash in between leaks none.

A file that somebody still needs, or whose document another session has or is about to have, is asked for again later.
"""

from typing import LiteralString

from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import Connection

LATER_SECONDS = 600.0
AT_ONCE = 200

_DUE: LiteralString = """select name, document_sha256 from dropped_blobs where due_at <= now() order by due_at limit %s
                         for update skip locked"""
_NEEDED: LiteralString = """
select exists (select from documents where blob = %(name)s or password = %(name)s or sha256 = %(sha256)s)
    or exists (select from readings where blob = %(name)s or plan = rtrim(%(name)s, '/')
               or position(%(name)s in corrections::text) > 0)
    or exists (select from intake where not settled and type <> 'pensum.session.forget_requested.v1'
               and (position(%(name)s in message::text) > 0 or position(%(sha256)s in message::text) > 0)) as needed"""


async def drop_blobs(connection: Connection, blobs: Blobs) -> int:
    """Removes what is due and nobody needs; how many names that was. A name that ends in / is a folder."""
    gone = 0
    async with connection.transaction():
        for row in await (await connection.execute(_DUE, (AT_ONCE,))).fetchall():
            name = row["name"]
            found = await connection.execute(_NEEDED, {"name": name, "sha256": row["document_sha256"]})
            told = await found.fetchone()
            if told is None or told["needed"]:
                later = "update dropped_blobs set due_at = now() + make_interval(secs => %s) where name = %s"
                await connection.execute(later, (LATER_SECONDS, name))
                continue
            if name.endswith("/") or name.startswith("plans/"):
                blobs.delete_folder(name)
            else:
                blobs.delete(name)
            await connection.execute("delete from dropped_blobs where name = %s", (name,))
            gone += 1
    return gone
