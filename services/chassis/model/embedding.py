"""Asks the configured server for embeddings: a vector for each text, of one length, or an error; retried like an ask.

They do not count against a session's budget of tokens: a book's vectors must not cost its learner the tutor. What they
take is in the run's tally like all else.
"""

import asyncio
import json
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from services.chassis.model.client import WAITS_S
from services.chassis.model.completion import CallFailed, Connected
from services.chassis.model.failures import Kind, Trouble
from services.chassis.model.providers import ModelSettings
from services.chassis.model.spending import current, estimated_tokens

MOST_TEXTS = 32
"""Of one call: what the servers that take the fewest take."""
MOST_DIMENSIONS = 4096


@dataclass(frozen=True)
class Embedded:
    """The texts' vectors, in their order, all of one length. `tokens`: what the call took."""

    vectors: list[list[float]]
    tokens: int
    estimated: bool


class Embeds(Protocol):
    """What whoever needs vectors needs of a model."""

    async def embed(self, texts: Sequence[str], *, model: str, role: str) -> list[list[float]]:
        """A vector for each text, at most `MOST_TEXTS`. Raises ModelError: final, the retries are behind it."""
        ...


class OpenAIEmbeddings(Connected):
    """The client of `POST /embeddings`. `waits`: seconds before each further call."""

    def __init__(
        self,
        settings: ModelSettings,
        waits: Sequence[float] = WAITS_S,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        super().__init__(settings)
        self._waits, self._sleep = waits, sleep

    async def embed(self, texts: Sequence[str], *, model: str, role: str) -> list[list[float]]:
        """See `Embeds.embed`."""
        request = {"model": model, "input": list(texts), "encoding_format": "float"}
        waits = list(self._waits)
        while True:
            try:
                found = await self._endpoint.embed(request, role, lambda body: read_embeddings(body, texts))
            except CallFailed as failed:
                await self._after(failed.trouble, waits)
                continue
            if (tally := current()) is not None:
                tally.add(role, model, found.tokens, 0, found.estimated, self._settings)
            return found.vectors

    async def _after(self, trouble: Trouble, waits: list[float]) -> None:
        """Wait for the next call, or raise what the trouble ends in."""
        if trouble.kind is not Kind.AGAIN or not waits:
            raise trouble.error(0)
        wait = waits.pop(0)
        if trouble.retry_after is not None:
            wait = min(trouble.retry_after, self._settings.longest_wait_s)
        await self._sleep(wait)


def read_embeddings(body: bytes, texts: Sequence[str]) -> Embedded:
    """The vectors in a 200's body. Raises CallFailed (try again): too few, too many, of different lengths, not numbers,
    or of no direction at all."""
    try:
        data: Any = json.loads(body)
        ordered = sorted(data["data"], key=lambda each: each["index"])
        vectors = [[float(value) for value in each["embedding"]] for each in ordered]
        numbers = [each["index"] for each in ordered]
        told = (data.get("usage") or {}).get("prompt_tokens")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        raise CallFailed(Trouble(Kind.AGAIN, "no embeddings")) from None
    if numbers != list(range(len(texts))):
        raise CallFailed(Trouble(Kind.AGAIN, f"{len(vectors)} embeddings of {len(texts)} texts"))
    if len(lengths := {len(vector) for vector in vectors}) != 1 or not 1 <= lengths.pop() <= MOST_DIMENSIONS:
        raise CallFailed(Trouble(Kind.AGAIN, "embeddings of no usable length"))
    if any(not math.isfinite(value) for vector in vectors for value in vector) or not all(map(any, vectors)):
        raise CallFailed(Trouble(Kind.AGAIN, "embeddings that are no directions"))
    if isinstance(told, int) and told >= 0:
        return Embedded(vectors, told, False)
    return Embedded(vectors, estimated_tokens(sum(map(len, texts))), True)
