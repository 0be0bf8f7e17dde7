"""Asks a configured model one short question, or for one vector, to know whether it answers at all."""

import asyncio
from typing import Any

from services.chassis.model.completion import CallFailed, Endpoint
from services.chassis.model.embedding import OpenAIEmbeddings
from services.chassis.model.failures import LIMIT_FIELDS, Kind, ModelError
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


async def tried_embedding(settings: ModelSettings, model: str, seconds: float) -> str | None:
    """The same of the model that turns texts into vectors: it answers if its vector is one to search by."""
    async with OpenAIEmbeddings(settings, waits=()) as client:
        try:
            async with asyncio.timeout(seconds):
                await client.embed(["ready"], model=model, role="doctor")
        except ModelError as error:
            return error.detail
        except TimeoutError:
            return f"no answer within {seconds:g} s"
    return None
