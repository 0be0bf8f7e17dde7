"""`Prefer: wait=N` (RFC 7240): how long the client wishes to wait for what becomes of its request."""

import re
from typing import Annotated

from fastapi import Depends, Header, Request

LONGEST_WAIT_SECONDS = 60


async def _seconds(
    request: Request,
    prefer: Annotated[
        str | None, Header(alias="Prefer", description="`wait=N`: wait for the outcome, at most 60 s.")
    ] = None,
) -> int | None:
    said = re.search(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,6})\"?", ",".join(request.headers.getlist("prefer")), re.I)
    return min(int(said[1]), LONGEST_WAIT_SECONDS) if said else None


SecondsToWait = Annotated[int | None, Depends(_seconds)]
"""N of `Prefer: wait=N`, at most 60; None without one."""
