"""A chat completion that comes as server-sent events: gathered into the body that it would have had as a whole."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from services.chassis import progress

DONE = "[DONE]"


class StreamBroken(Exception):
    """The stream is no chat completion, or ended in its midst. `error`: what the server said of it, if anything."""

    def __init__(self, reason: str, error: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason)
        self.error = error


@dataclass
class Gathered:
    """What has come so far."""

    text: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    finish: str | None = None
    model: str | None = None
    usage: dict[str, Any] | None = None
    chunks: int = 0

    def add(self, chunk: Mapping[str, Any]) -> None:
        """One event's data. Raises `StreamBroken` where the server says that it failed."""
        if isinstance(error := chunk.get("error"), Mapping):
            raise StreamBroken("the stream ended in an error", error)
        self.chunks += 1
        self.model = chunk.get("model") or self.model
        self.usage = chunk.get("usage") or self.usage
        for choice in (chunk.get("choices") or [])[:1]:
            delta = choice.get("delta") or {}
            self.text.append(delta.get("content") or "")
            self.refusal.append(delta.get("refusal") or "")
            self.finish = choice.get("finish_reason") or self.finish

    def body(self) -> bytes:
        """The completion as a server sends it whole."""
        message = {"role": "assistant", "content": "".join(self.text), "refusal": "".join(self.refusal) or None}
        choices = [{"index": 0, "message": message, "finish_reason": self.finish}]
        return json.dumps({"model": self.model, "choices": choices, "usage": self.usage}).encode()


async def gathered(lines: AsyncIterator[str], silence_s: float, answers: Callable[[], None]) -> bytes:
    """The completion's body; each event is progress, and the first one says that it `answers`.

    Raises `StreamBroken`, and `TimeoutError` when nothing comes for `silence_s` after the first event: until then the
    server reads the question, which takes as long as a whole answer may.
    """
    found, over = Gathered(), False
    while not over:
        try:
            async with asyncio.timeout(silence_s if found.chunks else None):
                data = await _next_data(lines)
        except TimeoutError:
            if found.finish is None:
                raise
            break  # All is said; the server only did not hang up.
        over = data is None or data == DONE
        if data is not None and data != DONE:
            try:
                if not found.chunks:
                    answers()
                found.add(json.loads(data))
            except (ValueError, AttributeError, TypeError, RecursionError):
                raise StreamBroken("not a chat completion") from None
            progress.made()
    if not found.chunks or (found.finish is None and data is None):
        raise StreamBroken("the stream was cut off" if found.chunks else "not a chat completion")
    return found.body()


async def _next_data(lines: AsyncIterator[str]) -> str | None:
    """The next event's data, None at the end. Comments keep a connection alive and are no progress."""
    async for line in lines:
        name, _, value = line.partition(":")
        if name == "data" and value.strip():
            return value.strip()
    return None
