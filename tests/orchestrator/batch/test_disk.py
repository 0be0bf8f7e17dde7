"""A database whose disk is full, a real one: nothing is parked, nothing lost, and the message is taken afterwards."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from services.console.embedded.postgres import Postgres
from tests.standins.messages import Hall, submitted
from tests.standins.small_disk import SmallDisk, small_disk


@pytest.fixture
def disk(postgres: Postgres, database: str) -> Iterator[SmallDisk]:
    """The journal lies on it, without a page: in those of rows that are gone there is room whatever the disk says."""
    with psycopg.connect(postgres.url(), autocommit=True) as admin, ExitStack() as stack:
        where = admin.execute("show data_directory").fetchone()
        assert where
        made = stack.enter_context(small_disk(1024, uid=Path(where[0]).stat().st_uid))
        admin.execute(f"create tablespace tiny location '{made.path}'".encode())
        try:
            admin.execute("truncate journal")
            admin.execute("alter table journal set tablespace tiny")
            yield made
        finally:
            made.free()
            admin.execute("alter table journal set tablespace pg_default")
            admin.execute("drop tablespace tiny")


async def test_a_message_that_the_database_has_no_room_for_is_no_messages_fault(hall: Hall, disk: SmallDisk) -> None:
    upload = submitted(uuid4())
    disk.fill()
    with pytest.raises(psycopg.errors.DiskFull):
        await hall.tell(upload)
    assert hall.out == []
    disk.free()
    [read] = await hall.tell(upload)
    assert read.topic == "reader.commands"
    assert await hall.count("parked") == 0
