"""The blocks that the tutor answers from are those that a search finds."""

from uuid import UUID

from services.orchestrator.tutor.passages import found
from tests.standins.messages import Hall


async def ids(hall: Hall, session: UUID, question: str) -> list[str]:
    [row] = await hall.rows("select c.reading_id from courses c join sessions s using (course_id)")
    return [each["block_id"] for each in await found(hall.connection, session, row["reading_id"], question)]


async def test_a_question_finds_blocks_by_any_form_of_its_words_and_by_slips(hall: Hall) -> None:
    session = await hall.ready()
    assert set(await ids(hall, session, "What are the parts?")) == {"p1b0", "p1b1", "p2b0", "p2b1"}
    assert (await ids(hall, session, "What are fatcs of part 2?"))[0] == "p2b0"
    assert (await ids(hall, session, "term21 and nothing else"))[0] == "p2b1"


async def test_what_stands_before_a_block_comes_behind_it(hall: Hall) -> None:
    session = await hall.ready()
    assert (await ids(hall, session, "term21 and nothing else"))[:2] == ["p2b1", "p2b0"]


async def test_a_question_without_a_word_of_the_text_finds_none(hall: Hall) -> None:
    session = await hall.ready()
    assert await ids(hall, session, "Why do volcanoes erupt?") == []
    assert await ids(hall, session, "?") == []
