"""Where walks and lessons go: one kind of walk after the other over the same database, each judged."""

import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from services.chassis.storage.database import connect, pool
from services.console.embedded.postgres import Postgres
from services.gateway.database import Rows
from tests.flow.learners import Parts
from tests.flow.verdict import Wrong
from tests.flow.walk import Walk

Kind = TypeVar("Kind", bound=Walk)


class Ground(Generic[Kind]):
    """Three connections of the orchestrator and the gateway's rows, for walks of one kind."""

    def __init__(self, kind: type[Kind], connections: list[object], rows: Rows) -> None:
        self._kind, self._connections, self._rows = kind, connections, rows

    async def walk(self, seed: int, parts: Parts | None = None, faults: Counter[str] | None = None) -> Kind:
        """One walk, judged. Raises `Wrong`, which names the seed that walks it again."""
        made = self._kind(seed, self._connections, self._rows, parts or Parts(), faults)  # type: ignore[arg-type]
        try:
            await made.run()
        except Wrong as wrong:
            raise Wrong(f"seed {seed}, faults {dict(made.spent)}, poison {made.poison or 'none'}: {wrong}") from None
        finally:
            await made.settle()
        return made


@asynccontextmanager
async def opened(kind: type[Kind], postgres: Postgres) -> AsyncIterator[Ground[Kind]]:
    """The ground; what the walks' faults make the services log is not shown meanwhile."""
    logging.disable(logging.CRITICAL)
    url = postgres.url("pensum_orchestrator", "postgres")
    connections = [await connect(url) for _ in range(3)]
    async with pool(postgres.url("pensum_gateway", "postgres")) as rows:
        yield Ground(kind, list(connections), Rows(rows))
    for connection in connections:
        await connection.close()
    logging.disable(logging.NOTSET)
