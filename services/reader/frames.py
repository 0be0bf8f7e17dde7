"""How the Reader and a child speak: a job one way, frames (a kind, a length, bytes) the other. JSON, never pickle."""

import json
import struct
from enum import StrEnum
from typing import Any, Protocol, TypedDict

HEADER = struct.Struct(">cI")
MOST_BYTES = 1 << 28


class Kind(StrEnum):
    """What a frame holds. `started`: the child's process id; `page`: the page it begins and how many there are."""

    STARTED = "s"
    PAGE = "p"
    FAILED = "f"
    BROKE = "b"
    KEPT = "k"
    LETTER = "l"
    ENDED = "e"


class Job(TypedDict):
    """A job as it travels. `reading`: the blob that the whole is kept under; `pages`: first and last, or None."""

    do: str
    path: str
    filename: str
    sha256: str
    reading: str
    pages: list[int] | None
    memory_bytes: int
    settings: dict[str, Any]


class Sink(Protocol):
    """Where frames go."""

    def __call__(self, kind: Kind, body: bytes = b"") -> None: ...


def frame(kind: Kind, body: bytes = b"") -> bytes:
    """One frame as bytes."""
    return HEADER.pack(kind.value.encode(), len(body)) + body


def plain(value: Any) -> bytes:
    """JSON as a frame's body."""
    return json.dumps(value, separators=(",", ":")).encode()
