"""What the owner reads of a session's items and cards: all of them with their history, and what they cover.

Whose session it is must have been asked before.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, LiteralString
from uuid import UUID

from fastapi import Depends

from contracts.documents import Block
from contracts.items import ItemType
from contracts.views.material import ItemState
from services.gateway.access.bearer import Who
from services.gateway.database import Queries, Row
from services.gateway.items.withheld import OPEN_KEYS, TELLS_A_KEY

Kind = Literal["items", "flashcards"]
ASKED = "accepted and state in ('live', 'approved')"

ITEMS = """
select i.item_id, i.body, i.accepted, i.reasons, i.state, i.revision, count(*) over () as total
from item_view i join quiz_view q using (quiz_id)
where i.session_id = %(session)s
  and (%(quiz)s::uuid is null or i.quiz_id = %(quiz)s::uuid)
  and (%(states)s::text[] is null or i.state = any(%(states)s::text[]))
  and (%(types)s::text[] is null or i.body ->> 'type' = any(%(types)s::text[]))
order by q.number, i.ordinal, i.item_id offset %(offset)s limit %(limit)s"""

CARDS = """
select f.card_id as item_id, f.body, f.accepted, f.reasons, f.state, f.revision, count(*) over () as total
from flashcard_view f join quiz_view q using (quiz_id)
where f.session_id = %(session)s
  and (%(quiz)s::uuid is null or f.quiz_id = %(quiz)s::uuid)
  and (%(states)s::text[] is null or f.state = any(%(states)s::text[]))
order by q.number, f.ordinal, f.card_id offset %(offset)s limit %(limit)s"""

# By the owner's own session also what was written in a learner's session of the course: `learners`.
_HELD: LiteralString = """(session_id = %(session)s
  or course_id in (select course_id from class_session_view where session_id = %(session)s and own))"""
ONE: dict[Kind, LiteralString] = {
    "items": """
select item_id, body, accepted, reasons, state, revision, session_id <> %(session)s as learners from item_view
where item_id = %(id)s and """
    + _HELD,
    "flashcards": """
select card_id as item_id, body, accepted, reasons, state, revision, session_id <> %(session)s as learners
from flashcard_view where card_id = %(id)s and """
    + _HELD,
}

HISTORY = """
select message_id, timestamp, user_id, action, outcome, reason, reasons, before, after from item_history_view
where session_id = %(session)s and item_id = %(id)s order by timestamp, message_id"""

# By all who learn from the course that this owner's session is of.
AFFECTED = """
select r.session_id, k.name, k.own, r.attempt_id, r.submitted_at, r.answer, r.credit, r.undecided, r.void, r.score,
  (select avg(o.credit) from class_result_view o where o.attempt_id = r.attempt_id and o.session_id = r.session_id
    and o.item_id <> r.item_id and not o.void and not o.undecided) as score_without
from class_result_view r join class_session_view k using (session_id, course_id, owner_id)
where r.item_id = %(id)s
  and r.course_id in (select course_id from class_session_view where session_id = %(session)s and own)
order by r.submitted_at, r.attempt_id"""

ENTRY = """
select outcome, reasons, after from item_history_view
where session_id = %(session)s and item_id = %(id)s and message_id = %(message)s"""

UNDER_WAY = """
select from item_history_view where session_id = %(session)s and item_id = %(id)s and outcome is null limit 1"""

BLOCK = "select body from block_view where session_id = %(session)s and block_id = %(block)s"

# The white space between words may be other than the quote's.
HOLDING = """
select body from block_view where session_id = %(session)s
  and position(%(quote)s in regexp_replace(body ->> 'text', '\\s+', ' ', 'g')) > 0
order by part, ordinal limit 1"""

# Of the owner's own that are whole: the one that is named, else the first.
QUIZ = """
select quiz_id from quiz_view where session_id = %(session)s and ready and complete
  and case when %(quiz)s::uuid is null then purpose = 'quiz' else quiz_id = %(quiz)s::uuid end
order by number limit 1"""

DOCUMENT = """
select sha256, coalesce(doc_meta ->> 'language', '') as language from document_view
where session_id = %(session)s order by sha256 = %(sha)s desc, ordinal limit 1"""

# The text that the newest edit which was taken has replaced.
BEFORE = """
select before from item_history_view where session_id = %(session)s and item_id = %(id)s
  and action = 'edited' and outcome = 'done' and before is not null order by timestamp desc limit 1"""

ELIGIBLE = """
select b.block_id, coalesce(b.document_sha256, (select d.sha256 from document_view d
    where d.session_id = b.session_id order by d.ordinal limit 1), '') as document_sha256,
  b.source_page, b.words, b.excerpt
from block_words_view b where b.session_id = %(session)s and b.material and b.words >= %(words)s
order by b.part, b.ordinal"""

TERMS = "select terms from digest_view where session_id = %(session)s"

RESTING: dict[Kind, LiteralString] = {
    "items": f"select body from item_view where session_id = %(session)s and {ASKED}",
    "flashcards": f"select body from flashcard_view where session_id = %(session)s and {ASKED}",
}

SHOWN_CARDS = f"""
with mine as (select %(session)s::uuid as session_id),
{OPEN_KEYS}
select c.body, %(learner)s::bool and {TELLS_A_KEY} as waits from card_view c left join quiz_view q using (quiz_id)
where c.session_id = %(session)s and c.accepted and c.state in ('live', 'approved')
order by q.number, c.ordinal, c.card_id"""

QUIZZES = "select ready, refused from quiz_view where session_id = %(session)s"


class Holdings(Queries):
    """Items and cards with keys and proofs: for the owner alone."""

    async def quizzes(self, session: UUID) -> list[Row]:
        """Of each quiz, whether anything of it can be seen, and how many were refused by their code."""
        return await self._rows.all(QUIZZES, {"session": session})

    async def items(
        self,
        session: UUID,
        quiz: UUID | None = None,
        states: Sequence[ItemState] = (),
        types: Sequence[ItemType] = (),
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Row]:
        """Items in their order, each with the `total` of all that the filters let through; empty: no filter."""
        values = {"session": session, "quiz": quiz, "states": list(states) or None, "types": list(types) or None}
        return await self._rows.all(ITEMS, {**values, "offset": offset, "limit": limit})

    async def cards(
        self,
        session: UUID,
        quiz: UUID | None = None,
        states: Sequence[ItemState] = (),
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Row]:
        """Cards likewise."""
        values = {"session": session, "quiz": quiz, "states": list(states) or None}
        return await self._rows.all(CARDS, {**values, "offset": offset, "limit": limit})

    async def one(self, session: UUID, kind: Kind, id: UUID) -> Row | None:
        """An item or a card."""
        return await self._rows.one(ONE[kind], {"session": session, "id": id})

    async def history(self, session: UUID, id: UUID) -> list[Row]:
        """What was done to an item or a card, oldest first."""
        return await self._rows.all(HISTORY, {"session": session, "id": id})

    async def affected(self, session: UUID, id: UUID) -> list[Row]:
        """Every answer to an item in the attempts of the course, oldest first, with its attempt's score."""
        return await self._rows.all(AFFECTED, {"session": session, "id": id})

    async def entry(self, session: UUID, id: UUID, message: UUID) -> Row | None:
        """What became of one request about an item or a card; None: not taken up yet."""
        return await self._rows.one(ENTRY, {"session": session, "id": id, "message": message})

    async def under_way(self, session: UUID, id: UUID) -> bool:
        """Whether a wish about an item or a card has no outcome yet."""
        return await self._rows.one(UNDER_WAY, {"session": session, "id": id}) is not None

    async def block(self, session: UUID, block: str) -> Block | None:
        """A block of the session's text."""
        row = await self._rows.one(BLOCK, {"session": session, "block": block})
        return Block.model_validate(row["body"], extra="ignore") if row else None

    async def holding(self, session: UUID, quote: str) -> Block | None:
        """The first block of the session's text that has these words."""
        row = await self._rows.one(HOLDING, {"session": session, "quote": " ".join(quote.split())})
        return Block.model_validate(row["body"], extra="ignore") if row else None

    async def quiz(self, session: UUID, quiz: UUID | None) -> UUID | None:
        """The whole quiz of the session that is named, or its first."""
        row = await self._rows.one(QUIZ, {"session": session, "quiz": quiz})
        return row["quiz_id"] if row else None

    async def document(self, session: UUID, sha: str) -> Row:
        """Hash and language of a document of the session, of the first where it has no such one."""
        found = await self._rows.one(DOCUMENT, {"session": session, "sha": sha})
        return found or {"sha256": sha, "language": ""}

    async def text_before(self, session: UUID, id: UUID) -> dict[str, object] | None:
        """The item or card as it was before its newest edit."""
        row = await self._rows.one(BEFORE, {"session": session, "id": id})
        return row["before"] if row else None

    async def eligible(self, session: UUID, words: int) -> list[Row]:
        """The blocks of material with at least so many words, in reading order."""
        return await self._rows.all(ELIGIBLE, {"session": session, "words": words})

    async def terms(self, session: UUID) -> list[Row]:
        """The digest's key terms, as `Term` writes them."""
        row = await self._rows.one(TERMS, {"session": session})
        return row["terms"] or [] if row else []

    async def resting(self, session: UUID, kind: Kind) -> list[Row]:
        """Bodies of what is asked: accepted, and neither deleted nor taken back."""
        return await self._rows.all(RESTING[kind], {"session": session})

    async def shown_cards(self, who: Who, session: UUID) -> list[Row]:
        """Bodies of the accepted cards. `waits`: to a learner it would tell the key of a question not answered yet."""
        return await self._rows.all(SHOWN_CARDS, {"session": session, "learner": who.role != "owner"})


ItemQueries = Annotated[Holdings, Depends(Holdings.of)]
