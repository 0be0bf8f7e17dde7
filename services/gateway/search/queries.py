"""What the gateway reads of passages. Whose session it is must have been asked before."""

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends

from services.gateway.database import Queries, Row
from services.search.stored import CANDIDATES, COUNTS


class Passages(Queries):
    """The text of a session, as it is searched."""

    async def counted(self, session: UUID) -> list[Row]:
        """By language, which words the text has and in how many blocks; none: there is no text to be searched."""
        return await self._rows.all(COUNTS, {"session": session})

    async def candidates(self, asked: Mapping[str, Any]) -> list[Row]:
        """Blocks that hold any of the words."""
        return await self._rows.all(CANDIDATES, asked)


PassageQueries = Annotated[Passages, Depends(Passages.of)]
