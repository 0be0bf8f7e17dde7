"""The blocks that the tutor answers from are those that a search finds."""

from uuid import UUID

from services.orchestrator.tutor.passages import FOLLOWING, REACH, SHORT, about, around, found, named_in, under, unsure
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


async def test_a_block_that_breaks_off_comes_with_what_it_leads_in(hall: Hall) -> None:
    session = await hall.ready()
    assert set(await ids(hall, session, "term11 and nothing else")) == {"p1b1", "p1b0"}
    await hall.connection.execute(
        """update blocks set body = jsonb_set(body::jsonb, '{text}', to_jsonb(rtrim(body ->> 'text', '.') || ':'))::json
           where block_id = 'p1b1'"""
    )
    assert set(await ids(hall, session, "term11 and nothing else")) == {"p1b1", "p1b0", "p2b0"}


async def test_a_question_without_a_word_of_the_text_finds_none(hall: Hall) -> None:
    session = await hall.ready()
    assert await ids(hall, session, "Why do volcanoes erupt?") == []
    assert await ids(hall, session, "?") == []


async def _told(hall: Hall, *kinds: str) -> list[str]:
    """The blocks about a concept that the first of these introduces, each after it of this kind, the best first."""
    session = await hall.ready()
    [row] = await hall.rows(
        """select c.reading_id, r.digest from courses c join sessions s using (course_id)
           join readings r using (reading_id) where s.session_id = %s""",
        session,
    )
    reading, term = row["reading_id"], row["digest"]["terms"][0]
    await hall.connection.execute(
        """delete from blocks where reading_id in (select reading_id from reading_members where set_id = %s)
           and block_id <> %s""",
        (reading, term["block_id"]),
    )
    for number, kind in enumerate(kinds, 1):
        await hall.connection.execute(
            """insert into blocks select (jsonb_populate_record(null::blocks, to_jsonb(b) || jsonb_build_object(
                 'block_id', %s::text, 'ordinal', b.ordinal + %s, 'terms', null,
                 'body', b.body::jsonb || jsonb_build_object('text', 'Something else.', 'kind', %s::text)))).*
               from blocks b where block_id = %s""",
            (f"after{number}", number, kind, term["block_id"]),
        )
    rows = await about(hall.connection, reading, None, [term["term"]])
    assert rows[0]["block_id"] == term["block_id"]
    return [each["block_id"] for each in rows[1:]]


async def test_a_concept_comes_with_what_follows_it_in_its_section(hall: Hall) -> None:
    told = await _told(hall, "paragraph", "list_item", "heading", "paragraph")
    assert told == ["after1", "after2"]


async def test_of_a_long_section_only_the_next_blocks_come(hall: Hall) -> None:
    told = await _told(hall, *["paragraph"] * (FOLLOWING + 2))
    assert told == [f"after{number}" for number in range(1, FOLLOWING + 1)]


async def test_what_the_reader_set_aside_is_not_told(hall: Hall) -> None:
    session = await hall.ready()
    before = await ids(hall, session, "What are facts of part 2?")
    assert "p2b1" in before
    await hall.connection.execute(
        """update blocks set body = (body::jsonb || '{"material": false, "aside": "exercise"}')::json
           where block_id = 'p2b1'"""
    )
    assert "p2b1" not in await ids(hall, session, "What are facts of part 2?")
    told = await hall.rows("select c.reading_id from courses c join sessions s using (course_id)")
    rows = await about(hall.connection, told[0]["reading_id"], None, ["term21"])
    assert "p2b1" not in [row["block_id"] for row in rows]


async def test_of_a_short_document_all_comes_the_nearest_first_and_of_a_long_one_what_is_around(hall: Hall) -> None:
    session = await hall.ready()
    [row] = await hall.rows("select reading_id from courses join sessions using (course_id)")
    reading = row["reading_id"]

    async def there(*best: str) -> list[str]:
        return [each["block_id"] for each in await around(hall.connection, reading, best)]

    assert (await there("p2b1"))[:2] == ["p2b1", "p2b0"]
    assert set(await there()) == set(await there("p2b1")) == {"p1b0", "p1b1", "p2b0", "p2b1"}
    await hall.connection.execute(
        """insert into blocks select (jsonb_populate_record(null::blocks, to_jsonb(b) || jsonb_build_object(
             'block_id', 'more' || n, 'ordinal', b.ordinal + n, 'terms', null))).*
           from blocks b cross join generate_series(1, %s) n where block_id = 'p2b1'""",
        (SHORT,),
    )
    assert await there() == []
    assert await there("p2b1") == [
        "p2b1",
        *(
            name
            for n in range(1, REACH + 1)
            for name in [*({1: ["p2b0"], 2: ["p1b1"], 3: ["p1b0"]}.get(n, [])), f"more{n}"]
        ),
    ]
    assert session


def test_of_many_concepts_those_of_the_question_are_named_first() -> None:
    concepts = [f"tide{n}x" for n in range(20)] + ["zenith"]
    named = named_in(["What is the zenith?", " ".join(concepts[:20])], concepts, "en")
    assert named[0] == "zenith"
    assert len(named) == len(set(named)) < 20


async def test_a_concept_that_is_a_sections_name_comes_with_what_stands_under_it(hall: Hall) -> None:
    await hall.ready()
    [row] = await hall.rows("select c.reading_id from courses c join sessions s using (course_id)")
    await hall.connection.execute(
        """insert into blocks select (jsonb_populate_record(null::blocks, to_jsonb(b) || jsonb_build_object(
             'block_id', 'over', 'ordinal', b.ordinal - 1, 'terms', null,
             'body', b.body::jsonb || '{"block_id": "over", "text": "2.1 Of Parts", "kind": "heading"}'))).*
           from blocks b where block_id = 'p2b0'"""
    )
    told = [each["block_id"] for each in await under(hall.connection, row["reading_id"], ["of parts"])]
    assert told == ["over", "p2b0", "p2b1"]
    assert await under(hall.connection, row["reading_id"], ["parts"]) == []


async def test_what_was_not_read_surely_is_found_for_a_question_beside_all_else_and_with_what_stands_around_it(
    hall: Hall,
) -> None:
    session = await hall.ready()
    [row] = await hall.rows("select c.reading_id from courses c join sessions s using (course_id)")

    async def doubted(question: str) -> list[str]:
        return [each["block_id"] for each in await unsure(hall.connection, session, row["reading_id"], [question])]

    assert await doubted("What are facts of part 2?") == []
    await hall.connection.execute(
        """update blocks set terms = null,
             body = (body::jsonb || '{"material": false, "aside": "low_confidence"}')::json where block_id = 'p2b1'"""
    )
    assert await doubted("What are facts of part 2?") == ["p2b1", "p2b0"]
    assert await doubted("Why do volcanoes erupt?") == []
    assert "p2b1" not in await ids(hall, session, "What are facts of part 2?")
