"""One call over HTTP, a chat completion or embeddings: what is sent, what came back or went wrong, and its span.

It is asked for as a stream, since each token is progress. A server that refuses that, or its count of tokens, is asked
without from then on; one that ignores it and answers whole is read as it comes.
Spans follow the GenAI conventions and hold no text of prompts, documents or answers.
"""

import asyncio
import json
import math
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from services.chassis import progress
from services.chassis.lanes import Lane
from services.chassis.model.failures import Kind, Trouble, status_trouble
from services.chassis.model.providers import ModelSettings
from services.chassis.model.spending import estimated_tokens
from services.chassis.model.streaming import StreamBroken, gathered
from services.chassis.tracing import telemetry

WAYS: tuple[dict[str, Any], ...] = (
    {"stream": True, "stream_options": {"include_usage": True}},
    {"stream": True},
    {},
)
"""How an answer is asked for, best first."""
TELLING_S = 0.05
"""Who waits for a place hears of others' tokens so often at most: there may be hundreds of either."""
REFUSALS = (400, 415, 422, 501)
T = TypeVar("T")
STREAMING = re.compile(r"\b(stream_options|include_usage)\b|\bstream(?:ing|ed|s)?\b", re.IGNORECASE)


class _NoStream(Exception):
    """The server refuses to stream so. `way`: how it may be asked instead."""

    def __init__(self, way: int) -> None:
        self.way = way


def _nobody() -> None:
    """Listens to nothing."""


class CallFailed(Exception):
    """A call that brought no answer; `trouble` says what to do about it."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.reason)
        self.trouble = trouble


@dataclass(frozen=True)
class Reply:
    """What a server said; `model` as it names itself. Token counts are estimates where it gave none."""

    text: str
    finish_reason: str | None
    refused: bool
    model: str
    input_tokens: int
    output_tokens: int
    estimated: bool


class Connected:
    """Whatever asks an endpoint of its own, and closes its connections."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._endpoint = Endpoint(settings)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._endpoint.aclose()


class Endpoint:
    """One provider's endpoint: at most `concurrency` calls are under way at a time, each with its own time limit.

    The next place is given to the session that has fewest: of two, one that asks much holds up the other by a call.
    """

    def __init__(self, settings: ModelSettings) -> None:
        import httpx2
        import openai  # here, not above: 50 MB and most of a second that a house without a model need not pay

        self._sdk = openai
        self._cut = (httpx2.HTTPError, httpx2.StreamError)
        self._settings = settings
        self._client = openai.AsyncOpenAI(
            base_url=settings.base_url,
            api_key=settings.api_key.get_secret_value() if settings.api_key else "none",
            max_retries=0,  # else each of our four calls becomes three
            timeout=settings.timeout_s,
        )
        self._in_flight = Lane(settings.concurrency)
        self._waiting = Counter[Callable[[], None]]()
        self._told = -math.inf
        self._ways: dict[str, int] = {}

    async def complete(self, request: dict[str, Any], role: str, session: str | None = None) -> Reply:
        """Send one request, for a session. Raises CallFailed, and nothing else for whatever the other side does."""
        async with self._place(session):
            with self._span(request, role) as span, progress.told_to(self._heard_with(progress.listener())):
                try:
                    progress.made()  # A call begins, and an ask has few of them.
                    reply = read_completion(await self._body(request), request)
                except CallFailed as failed:
                    span.failed(failed.trouble.reason)
                    raise
                span.set(
                    **{
                        "gen_ai.response.model": reply.model,
                        "gen_ai.response.finish_reasons": [reply.finish_reason or "unknown"],
                        "gen_ai.usage.input_tokens": reply.input_tokens,
                        "gen_ai.usage.output_tokens": reply.output_tokens,
                    }
                )
                return reply

    async def embed(self, request: dict[str, Any], role: str, read: Callable[[bytes], T]) -> T:
        """Send one request for embeddings; what `read` makes of the body. Raises CallFailed likewise."""
        async with self._place(None):
            with self._span(request, role) as span, progress.told_to(self._heard_with(progress.listener())):
                try:
                    progress.made()
                    with self._troubles():
                        async with asyncio.timeout(self._settings.timeout_s):
                            async with self._client.embeddings.with_streaming_response.create(**request) as response:
                                body = bytes(await response.read())
                    return read(body)
                except CallFailed as failed:
                    span.failed(failed.trouble.reason)
                    raise

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    @asynccontextmanager
    async def _place(self, session: str | None) -> AsyncIterator[None]:
        """A place among the calls under way. Who waits for one comes further with those that have one."""
        waiting = progress.listener() or _nobody
        self._waiting[waiting] += 1
        async with AsyncExitStack() as held:
            try:
                await held.enter_async_context(self._in_flight.place(session))
            finally:
                self._waiting -= Counter({waiting: 1})
            yield

    def _heard_with(self, own: Callable[[], None] | None) -> Callable[[], None]:
        def heard() -> None:
            (own or _nobody)()
            now = time.monotonic()
            if now - self._told >= TELLING_S:
                self._told = now
                for listener in (*self._waiting,):
                    listener()

        return heard

    async def _body(self, request: dict[str, Any]) -> bytes:
        """The answer's body, streamed where the model's server can, as a whole where it cannot."""
        model = request["model"]
        while True:
            way = self._ways.get(model, 0)
            try:
                return await self._post({**request, **WAYS[way]})
            except _NoStream as refused:
                self._ways[model] = max(self._ways.get(model, 0), refused.way, way + 1)

    async def _post(self, request: dict[str, Any]) -> bytes:
        sdk, streamed, answering = self._sdk, "stream" in request, False
        with self._troubles():
            try:
                # the SDK's limit is per read: a server that drips bytes would never meet it
                async with asyncio.timeout(self._settings.timeout_s) as limit:
                    began = asyncio.get_running_loop().time()

                    def answers() -> None:
                        nonlocal answering
                        answering = True
                        limit.reschedule(began + self._settings.timeout_s + self._settings.stream_s)

                    async with self._client.chat.completions.with_streaming_response.create(**request) as response:
                        if streamed and response.headers.get("content-type", "").startswith("text/event-stream"):
                            return await gathered(response.iter_lines(), self._settings.silence_s, answers)
                        return bytes(await response.read())
            except TimeoutError:
                if answering and limit.expired():
                    raise CallFailed(Trouble(Kind.REJECTED, "never ends", timed_out=True)) from None
                raise
            except StreamBroken as broken:
                raise CallFailed(self._said_in_stream(broken)) from None
            except sdk.APIStatusError as error:
                words = json.dumps(error.body, default=str)
                if streamed and error.status_code in REFUSALS and (refused := STREAMING.search(words)):
                    raise _NoStream(1 if refused[1] and "stream_options" in request else len(WAYS) - 1) from None
                raise

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Whatever the other side does is a CallFailed."""
        sdk = self._sdk
        try:
            yield
        except (TimeoutError, sdk.APITimeoutError):
            raise CallFailed(Trouble(Kind.AGAIN, "timeout", timed_out=True)) from None
        except sdk.APIStatusError as error:
            trouble = status_trouble(error.status_code, error.response.headers, error.body)
            raise CallFailed(replace(trouble, message=self._without_key(trouble.message))) from None
        except sdk.APIError as error:
            raise CallFailed(Trouble(Kind.AGAIN, type(error.__cause__ or error).__name__)) from None
        except self._cut as error:  # in the midst of a body, where the SDK does not look
            raise CallFailed(Trouble(Kind.AGAIN, type(error).__name__)) from None

    def _said_in_stream(self, broken: StreamBroken) -> Trouble:
        """A server that has begun to answer can only say in the stream that it failed."""
        if broken.error is None:
            return Trouble(Kind.AGAIN, str(broken))
        code = broken.error.get("code")
        trouble = status_trouble(code if isinstance(code, int) else 500, {}, broken.error)
        return replace(trouble, message=self._without_key(trouble.message))

    def _without_key(self, words: str) -> str:
        """Some servers repeat the key that they do not like."""
        key = self._settings.api_key.get_secret_value() if self._settings.api_key else ""
        return words.replace(key, "***") if key else words

    def _span(self, request: Mapping[str, Any], role: str) -> AbstractContextManager[telemetry.Spanned]:
        server = urlsplit(self._settings.base_url)
        operation = "chat" if "messages" in request else "embeddings"
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": self._settings.preset().telemetry,
            "gen_ai.request.model": request["model"],
            "gen_ai.agent.name": role,
            "server.address": server.hostname or "",
            "server.port": server.port or (443 if server.scheme == "https" else 80),
        }
        if operation == "chat":
            limit = request.get("max_tokens") or request["max_completion_tokens"]
            attributes |= {"gen_ai.request.max_tokens": limit, "gen_ai.output.type": "json"}
        return telemetry.span(f"{operation} {request['model']}", kind="client", **attributes)


def read_completion(body: bytes, request: Mapping[str, Any]) -> Reply:
    """The reply in a 200's body. Raises CallFailed (try again) for a body that is no chat completion."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        message = choice["message"]
        text, finish, refusal = message.get("content"), choice.get("finish_reason"), message.get("refusal")
        usage = data.get("usage") or {}
        told = usage.get("prompt_tokens"), usage.get("completion_tokens")
        model = data.get("model") or request["model"]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise CallFailed(Trouble(Kind.AGAIN, "not a chat completion")) from None
    text = text if isinstance(text, str) else ""
    asked = sum(len(part["content"]) for part in request["messages"])
    tokens_in, tokens_out = (count if isinstance(count, int) and count >= 0 else None for count in told)
    return Reply(
        text=text,
        finish_reason=finish if isinstance(finish, str) else None,
        refused=bool(refusal) or finish == "content_filter",
        model=str(model),
        input_tokens=estimated_tokens(asked) if tokens_in is None else tokens_in,
        output_tokens=estimated_tokens(len(text)) if tokens_out is None else tokens_out,
        estimated=tokens_in is None or tokens_out is None,
    )
