"""How the Reader and a child speak: a job one way, frames (a kind, a length, bytes) the other. JSON, never pickle."""

import json
import struct
from enum import StrEnum
from typing import Any, Protocol, TypedDict

HEADER = struct.Struct(">cI")
MOST_BYTES = 1 << 28
EXPECT = b"expect"
"""To the fork server, in the place of a job: a document may come soon."""


class Kind(StrEnum):
    """What a frame holds. `started`: the child's process id; `page`: how many are done and how many there are;
    `first`: which pages can be read by themselves, the first, the last, and how many there are;
    `limit`: what it does next and the seconds that it may take; `failed`: a problem, and whether it is final;
    `figures`: what is to be measured, by name; `full`: no room on its scratch folder's disk."""

    STARTED = "s"
    LIMIT = "t"
    PAGE = "p"
    FIRST = "1"
    FAILED = "f"
    BROKE = "b"
    FULL = "d"
    KEPT = "k"
    FIGURES = "g"
    MESSAGE = "m"
    ENDED = "e"


class Job(TypedDict):
    """A job as it travels. `given`: what this kind of job needs, see its file. `seconds`: what all of it may take.

    `scratch`: a folder of its own that it may write in, or None; then it writes no file. `user`: whom it becomes where
    the Reader is root's.
    """

    do: str
    settings: dict[str, Any]
    seconds: float
    scratch: str | None
    given: dict[str, Any]
    user: int


class Sink(Protocol):
    """Where frames go."""

    def __call__(self, kind: Kind, body: bytes = b"") -> None: ...


def frame(kind: Kind, body: bytes = b"") -> bytes:
    """One frame as bytes."""
    return HEADER.pack(kind.value.encode(), len(body)) + body


def plain(value: Any) -> bytes:
    """JSON as a frame's body."""
    return json.dumps(value, separators=(",", ":")).encode()
