"""What the gateway reads of a curriculum. Names count whatever their capitals; those that differ in them are one."""

from typing import Annotated, Any, LiteralString

from fastapi import Depends

from services.gateway.database import Queries, Row

_GRADE: LiteralString = "lower(country) = lower(%(country)s) and lower(board) = lower(%(board)s) and grade = %(grade)s"
_SUBJECT: LiteralString = f"{_GRADE} and lower(subject) = lower(%(subject)s)"
_TOPIC: LiteralString = f"{_SUBJECT} and lower(topic) = lower(%(topic)s)"


class Guidelines(Queries):
    """Where there are guidelines. They are nobody's, so whoever asks sees the same."""

    async def places(self) -> list[Row]:
        """Each country, board and grade that has any."""
        return await self._rows.all(
            "select min(country) as country, min(board) as board, grade,"
            " array_agg(distinct language order by language) as languages from guideline_view"
            " group by lower(country), lower(board), grade order by lower(country), lower(board), grade"
        )

    async def subjects(self, asked: dict[str, Any]) -> list[Row]:
        """Those of a grade."""
        named: LiteralString = "select min(subject) as name from guideline_view where "
        return await self._rows.all(named + _GRADE + " group by lower(subject) order by lower(subject)", asked)

    async def topics(self, asked: dict[str, Any]) -> list[Row]:
        """Those of a subject."""
        named: LiteralString = "select min(topic) as name from guideline_view where "
        return await self._rows.all(named + _SUBJECT + " group by lower(topic) order by lower(topic)", asked)

    async def subtopics(self, asked: dict[str, Any]) -> list[Row]:
        """Those of a topic, with their guidelines."""
        named: LiteralString = "select subtopic, guideline_id from guideline_view where "
        return await self._rows.all(named + _TOPIC + " order by lower(subtopic)", asked)


GuidelineQueries = Annotated[Guidelines, Depends(Guidelines.of)]
