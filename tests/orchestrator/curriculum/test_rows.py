"""Guidelines are stored all or none, replaced in their place; what came with Pensum gives way to what is imported."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from pydantic import TypeAdapter

from contracts.digest import DocumentDigested
from contracts.documents import Block
from contracts.items import Item
from services.chassis.storage.database import Connection
from services.console.embedded.postgres import Postgres
from services.curriculum.guideline import Guideline
from services.curriculum.reading import read
from services.curriculum.shipped import shipped
from services.orchestrator.curriculum.rows import store
from services.orchestrator.documents.tables import BlockRow
from tests.curriculum.made import changed, guideline

NOW, LATER = datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 1, 3, tzinfo=UTC)
ONE = read(guideline())
OTHER = read(guideline(subtopic="Spring tides"))
ANEW = read(changed("Boats lie on it.", "Boats stand on it."))
ITEM: TypeAdapter[Item] = TypeAdapter(Item)


async def rows(connection: Connection) -> list[dict[str, Any]]:
    found = await connection.execute("select * from teaching_guidelines order by subtopic")
    return await found.fetchall()


async def test_a_guideline_is_a_row(connection: Connection) -> None:
    assert await store(connection, [ONE, OTHER], NOW, shipped=False) == ["new", "new"]
    row, other = await rows(connection)
    assert (row["country"], row["board"], row["grade"], row["subject"]) == ("Atlantis", "Sea", 2, "Science")
    assert (row["topic"], row["subtopic"], row["language"], row["title"]) == ("Tides", "Ebb and flood", "en", ONE.title)
    assert row["guideline_id"] == ONE.guideline_id != other["guideline_id"]
    assert row["guideline"] == ONE.teacher
    assert (row["sha256"], row["shipped"], row["imported_at"]) == (ONE.sha256, False, NOW)
    assert [each["objective_id"] for each in row["objectives"]] == ["names_ebb"]
    assert [each["id"] for each in row["misconceptions"]] == ["ebb_is_high"]


async def test_its_material_is_what_the_tables_of_a_course_hold(connection: Connection) -> None:
    await store(connection, [ONE], NOW, shipped=False)
    [row] = await rows(connection)
    material = row["material"]
    assert [Block.model_validate(each) for each in material["blocks"]] == ONE.material.blocks
    assert [ITEM.validate_python(each) for each in material["items"]] == ONE.material.items
    assert DocumentDigested.model_validate(material["digest"]) == ONE.material.digest
    # Postgres takes the terms of each block as they are.
    assert len(material["terms"]) == len(material["blocks"])
    for block, terms in zip(material["blocks"], material["terms"], strict=True):
        assert (terms is None) == (block["kind"] == "heading")
        await connection.execute("select %s::tsvector", (terms,))
    assert "body" in BlockRow.model_fields


async def test_imported_again_it_is_replaced_where_it_differs(connection: Connection) -> None:
    await store(connection, [ONE, OTHER], NOW, shipped=False)
    assert await store(connection, [ANEW, OTHER], LATER, shipped=False) == ["replaced", "unchanged"]
    row, other = await rows(connection)
    assert "Boats stand on it." in json.dumps(row["material"])
    assert (row["imported_at"], other["imported_at"]) == (LATER, NOW)


async def test_if_one_cannot_be_stored_none_is(connection: Connection) -> None:
    impossible = replace(OTHER, place=replace(OTHER.place, grade=2**40))
    with pytest.raises(psycopg.DataError):
        await store(connection, [ONE, impossible], NOW, shipped=False)
    assert await rows(connection) == []


async def test_what_came_with_pensum_takes_its_own_older_place_alone(connection: Connection) -> None:
    await store(connection, [ONE, OTHER], NOW, shipped=True)
    assert await store(connection, [ANEW], NOW, shipped=False) == ["replaced"]
    newer: Guideline = replace(OTHER, teacher=OTHER.teacher + " More.", sha256="0" * 64)
    assert await store(connection, [ONE, newer], LATER, shipped=True) == ["unchanged", "replaced"]
    row, other = await rows(connection)
    assert (row["sha256"], row["shipped"]) == (ANEW.sha256, False)
    assert (other["sha256"], other["shipped"]) == ("0" * 64, True)


async def test_imported_by_somebody_it_is_theirs_even_where_it_is_the_same(connection: Connection) -> None:
    await store(connection, [ONE], NOW, shipped=True)
    assert await store(connection, [ONE], LATER, shipped=False) == ["replaced"]
    assert await store(connection, [ANEW], LATER, shipped=True) == ["unchanged"]


async def test_those_that_come_with_pensum_are_stored_once(connection: Connection) -> None:
    first = await store(connection, shipped(), NOW, shipped=True)
    assert set(first) == {"new"}
    assert set(await store(connection, shipped(), LATER, shipped=True)) == {"unchanged"}


async def test_the_gateway_sees_where_there_is_one_and_neither_its_text_nor_its_keys(
    connection: Connection, postgres: Postgres
) -> None:
    await store(connection, [ONE], NOW, shipped=False)
    with psycopg.connect(postgres.url("pensum_gateway", "postgres"), autocommit=True) as gateway:
        shown = gateway.execute("select * from guideline_view")
        assert {column.name for column in shown.description or ()} == {
            "guideline_id", "country", "board", "grade", "subject", "topic", "subtopic", "language", "title",
            "course_id",
        }  # fmt: skip
        assert len(shown.fetchall()) == 1
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            gateway.execute("select * from teaching_guidelines")
