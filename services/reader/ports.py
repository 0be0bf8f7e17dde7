"""What the Reader needs from outside, as small Protocols: the blob store and the run that it answers in."""

from pathlib import Path
from typing import Protocol

from contracts.message import Message


class BlobStore(Protocol):
    """Where documents lie and readings are kept; names are relative, bytes never change."""

    def path(self, name: str) -> Path: ...

    def read(self, name: str) -> bytes: ...

    def create(self, name: str, data: bytes) -> bool: ...

    def exists(self, name: str) -> bool: ...


class Telling(Protocol):
    """The part of a worker's run that the Reader uses."""

    async def tell(self, message: Message) -> None: ...

    def note(
        self, *, input_summary: str = "", output: str = "", reasoning: str = "", tokens_used: int | None = None
    ) -> None: ...

    def measure(self, **figures: float | str | None) -> None: ...
