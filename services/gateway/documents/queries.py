"""The documents of a session as the views show them: what they are, how they were read, who looked at them."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from contracts.documents import Sha256
from contracts.problems import Code
from contracts.reading import PageCorrected
from services.chassis.problems import failed
from services.gateway.access.bearer import Who
from services.gateway.database import Queries, Row
from services.gateway.http.paging import Place
from services.gateway.http.problems import broken

COLUMNS = """session_id, sha256, filename, media_type, bytes, blob, password, uploaded_at, doc_meta, recognition,
  notices, reading, state, problem, since"""

PAPERS = f"select {COLUMNS} from document_view where session_id = %(session)s order by ordinal"

# Of somebody else's course that one has joined nothing waits for oneself.
WAITING = f"""
select {COLUMNS} from (
  select session_id as own, sha256 as hash from waiting_document_view
  where tenant_id = %(tenant)s and user_id = %(user)s offset 0) w
cross join lateral (select * from document_view where session_id = w.own and sha256 = w.hash offset 0) d
where state in ('pending', 'left_out')
  and (%(before)s::timestamptz is null
    or (since, session_id, sha256) < (%(before)s::timestamptz, %(last)s::uuid, %(sha256)s::text))
order by since desc, session_id desc, sha256 desc limit %(limit)s"""

HISTORY = """
select timestamp, user_id, document_sha256, action, page, characters, detail from review_log
where session_id = %(session)s and document_sha256 = %(sha256)s order by timestamp, id"""

# From the intake and not from the log: who has just corrected a page sees it corrected.
CORRECTION = """
select message ->> 'text' as text from intake
where session_id = %(session)s and type = %(type)s
  and message ->> 'document_sha256' = %(sha256)s and (message ->> 'page')::int = %(page)s
order by accepted_at desc limit 1"""

CORRECTED = """
select distinct (message ->> 'page')::int as page from intake
where session_id = %(session)s and type = %(type)s and message ->> 'document_sha256' = %(sha256)s"""

BLOCK = """
select source_page, body ->> 'document_sha256' as sha256,
  array(select (c.value ->> 'source_page')::int from json_array_elements(body -> 'continues') c) as continues
from block_view
where session_id = %(session)s and block_id = %(block)s"""

BLOCKS = """
select body from block_view where session_id = %(session)s
  and (%(page)s::int is null or source_page = %(page)s::int or exists (
    select from json_array_elements(body -> 'continues') c where (c.value ->> 'source_page')::int = %(page)s::int))
  and (%(block)s::text is null or block_id = %(block)s::text)
order by part, ordinal offset %(offset)s limit %(limit)s"""

KNOWN_BLOCKS = "select block_id from block_view where session_id = %(session)s and block_id = any(%(blocks)s::text[])"

NAMES = """
select concept as name, false as title from concept_view where session_id = %(session)s
union select section, true from concept_view where session_id = %(session)s and section <> ''"""


class Papers(Queries):
    """Documents and their reviews. Whose session it is must have been asked before."""

    async def of_session(self, session: UUID) -> list[Row]:
        """The session's documents in their order; none before the orchestrator has taken it."""
        return await self._rows.all(PAPERS, {"session": session})

    async def waiting(self, who: Who, after: Place, limit: int) -> list[Row]:
        """The person's documents that wait for a person, newest first."""
        values = {"before": after.at, "last": after.session, "sha256": after.rest, "limit": limit}
        return await self._rows.all(WAITING, {"tenant": who.tenant, "user": who.user, **values})

    async def history(self, session: UUID, sha256: Sha256) -> list[Row]:
        """What was done in a document's review, oldest first."""
        return await self._rows.all(HISTORY, {"session": session, "sha256": sha256})

    async def correction(self, session: UUID, sha256: Sha256, page: int) -> str | None:
        """The blob with the text that a page was last corrected to."""
        values = {"session": session, "type": PageCorrected.type_name, "sha256": sha256, "page": page}
        row = await self._rows.one(CORRECTION, values)
        return row["text"] if row else None

    async def corrected(self, session: UUID, sha256: Sha256) -> set[int]:
        """The pages whose text was set right."""
        values = {"session": session, "type": PageCorrected.type_name, "sha256": sha256}
        return {row["page"] for row in await self._rows.all(CORRECTED, values)}

    async def block(self, session: UUID, block: str) -> Row | None:
        """The page and the document of a block, and the pages on which it goes on."""
        return await self._rows.one(BLOCK, {"session": session, "block": block})

    async def blocks(
        self, session: UUID, offset: int, limit: int, page: int | None = None, block: str | None = None
    ) -> list[Row]:
        """Bodies of blocks in reading order."""
        values = {"session": session, "page": page, "block": block, "offset": offset, "limit": limit}
        return await self._rows.all(BLOCKS, values)

    async def unknown_blocks(self, session: UUID, blocks: list[str]) -> list[str]:
        """Those of the block ids that the session's text does not have."""
        known = await self._rows.all(KNOWN_BLOCKS, {"session": session, "blocks": blocks})
        return sorted(set(blocks) - {row["block_id"] for row in known})

    async def named(self, session: UUID, said: str, *, titles: bool) -> str | None:
        """The concept (with `titles` also the section) of that name as the document spells it; None: no such. What is
        spelt the very same goes before, as "Burns" may be a section and "burns" a concept."""
        wanted, spelt = _plain(said), " ".join(said.split())
        found = await self._rows.all(NAMES, {"session": session})
        names = sorted((row["name"] != spelt, row["title"], row["name"]) for row in found if titles or not row["title"])
        return next((name for *_, name in names if _plain(name) == wanted), None)

    async def topic(self, session: UUID, field: str, said: str) -> str:
        """The topic as the document spells it; "" stays. Raises `Failure` 400 naming the field."""
        if not said.strip():
            return ""
        topic = await self.named(session, said, titles=True)
        if topic is None:
            raise broken(field, "strange_topic")
        return topic


def chosen(papers: list[Row], sha256: str | None) -> Row:
    """The document of that hash, or the first that waits for a person, or the first. Raises `Failure` 404."""
    if sha256 is not None:
        papers = [paper for paper in papers if paper["sha256"] == sha256]
    if not papers:
        raise failed(Code.NOT_FOUND, "no_document")
    rank = {"pending": 0, "left_out": 1, "unsure": 2}
    return min(papers, key=lambda paper: rank.get(paper["state"], 3))


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


DocumentQueries = Annotated[Papers, Depends(Papers.of)]
