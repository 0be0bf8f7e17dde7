"""What the Reader's tests share: a Reader with its own fork server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from tests.reader.harness import Blobs, Service, Telling


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def children() -> AsyncIterator[Children]:
    async with Children(2, grace=0.5) as children:
        # The fork server takes seconds to get warm, and tests should not count them as a child's.
        await children.run("digest", {"readings": []}, ReaderSettings(), seconds=120)
        yield children


@pytest.fixture
def service(tmp_path: Path, children: Children) -> Service:
    return Service(children, Blobs(tmp_path), Telling())
