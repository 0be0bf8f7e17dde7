"""What the gateway reads of passages. Whose session it is must have been asked before."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends

from services.gateway.database import Queries, Row
from services.search.merging import Near
from services.search.stored import CANDIDATES, COUNTS, MOST_COMPARED, NAMED, NEAREST
from services.search.vectors import sketch

# What was not read surely, in reading order.
UNSURE = """
select body from block_view where session_id = %(session)s and body ->> 'aside' = 'low_confidence'
order by part, ordinal limit %(most)s"""
MOST_UNSURE = 1_000


class Passages(Queries):
    """The text of a session, as it is searched."""

    async def counted(self, session: UUID) -> list[Row]:
        """By language, which words the text has and in how many blocks; none: there is no text to be searched."""
        return await self._rows.all(COUNTS, {"session": session})

    async def candidates(self, asked: Mapping[str, Any]) -> list[Row]:
        """Blocks that hold any of the words."""
        return await self._rows.all(CANDIDATES, asked)

    async def unsure(self, session: UUID) -> list[Row]:
        """Blocks that were not read surely."""
        return await self._rows.all(UNSURE, {"session": session, "most": MOST_UNSURE})

    async def embedded(self, session: UUID, model: str) -> list[Row]:
        """Which of its documents have vectors of a model (`done`), or why not yet (`problem`)."""
        asked = "select done, problem from embedding_view where session_id = %(session)s and model = %(model)s"
        return await self._rows.all(asked, {"session": session, "model": model})

    async def near(self, session: UUID, model: str, question: bytes) -> list[Row]:
        """The windows whose vectors are the likeliest to be near to a question's."""
        asked = {"session": session, "model": model, "sketch": sketch(question), "most": MOST_COMPARED}
        return await self._rows.all(NEAREST, asked)

    async def named(self, session: UUID, found: Sequence[Near]) -> list[Row]:
        """The blocks of windows."""
        readings, blocks = [each.reading_id for each in found], [each.block_id for each in found]
        return await self._rows.all(NAMED, {"session": session, "readings": readings, "blocks": blocks})


PassageQueries = Annotated[Passages, Depends(Passages.of)]
