"""Asks a configured language model one short question, to know whether it answers at all."""

import asyncio
from typing import Any

from services.chassis.model.completion import CallFailed, Endpoint
from services.chassis.model.failures import LIMIT_FIELDS, Kind
from services.chassis.model.providers import ModelSettings

TOKENS = 16


async def tried(settings: ModelSettings, model: str, seconds: float) -> str | None:
    """What went wrong, in some words; None when it answered, whatever it said. Costs a few tokens."""
    endpoint = Endpoint(settings)
    ours = settings.preset().limit_field
    try:
        async with asyncio.timeout(seconds):
            for field in dict.fromkeys((ours, *LIMIT_FIELDS)):
                request: dict[str, Any] = {
                    "model": model,
                    "messages": [{"role": "user", "content": "Answer with the word: ready"}],
                    field: TOKENS,
                }
                try:
                    await endpoint.complete(request, "doctor")
                    return None
                except CallFailed as failed:
                    trouble = failed.trouble
                    if trouble.kind is not Kind.LIMIT:
                        break
            return " ".join(filter(None, (trouble.reason, trouble.message[:200])))
    except TimeoutError:
        return f"no answer within {seconds:g} s"
    finally:
        await endpoint.aclose()
