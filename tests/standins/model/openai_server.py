"""A stand-in for an OpenAI-compatible server: real HTTP on loopback, each call answered as the test says.

In a test: `async with StandIn() as server`, `server.then(does.status(503), does.ok({...}))`, `server.base_url` and
`server.calls`, with `from tests.standins.model import model_behaviours as does`.
By hand, or for services in processes of their own: `python tests/standins/model/openai_server.py --port 8081
--script FILE`; it prints its base URL, and answers as `author.py` does where no script is given. FILE is JSON:
`{"then": [{"do": "status", "status": 503}, {"do": "ok", "answer": {...}}], "rules": [{"contains": "WORDS",
"do": "slow", "seconds": 5}], "otherwise": {"do": "ok"}}`; `do` names a function of model_behaviours, the rest are its
arguments. `GET /calls` tells what came, `PUT /script` replaces the script.

A call takes the first rule that it meets, else the next of the queue, else `otherwise`: an answer made from the
request's own schema. A call of `/embeddings` takes the next of its own queue (`embedding_then`), else
`embedding_otherwise` (in a script `embeddings`), which answers well; such calls are in `embeddings`.
"""

import argparse
import asyncio
import contextlib
import json
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

if not __package__:  # run as a script: the repository's root is then not on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.standins.model.author import composes
from tests.standins.model.model_behaviours import Behaviour, Body, as_text, embeds, from_script, ok

DRIP_S = 0.05
PIECE = 8
"""Characters of a stream's event, at least: a long answer comes in 64 of them."""


@dataclass(frozen=True)
class Call:
    """A recorded request. `at`: seconds on the monotonic clock."""

    body: Body
    headers: dict[str, str]
    at: float


class StandIn:
    """The server. All its state belongs to the loop that started it."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.calls: list[Call] = []
        self.most_at_once = 0
        self._at_once = 0
        self._queue: deque[Behaviour] = deque()
        self._rules: list[tuple[Callable[[Body], bool], Behaviour]] = []
        self._otherwise = ok()
        self.embeddings: list[Call] = []
        self._embeddings: deque[Behaviour] = deque()
        self._embeds = embeds()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def then(self, *behaviours: Behaviour) -> Self:
        """Add to the queue: each answers one call."""
        self._queue.extend(behaviours)
        return self

    def when(self, applies: Callable[[Body], bool], behaviour: Behaviour) -> Self:
        """Answer every call whose body it applies to; earlier rules and rules before the queue win."""
        self._rules.append((applies, behaviour))
        return self

    def otherwise(self, behaviour: Behaviour) -> Self:
        """Answer every call that no rule takes once the queue is empty."""
        self._otherwise = behaviour
        return self

    def embedding_then(self, *behaviours: Behaviour) -> Self:
        """Add to the queue of `/embeddings`."""
        self._embeddings.extend(behaviours)
        return self

    def embedding_otherwise(self, behaviour: Behaviour) -> Self:
        """Answer every call of `/embeddings` once its queue is empty."""
        self._embeds = behaviour
        return self

    def script(self, script: dict[str, Any]) -> None:
        """Replace everything by a script, see the head of this file."""
        self._queue = deque(from_script(entry) for entry in script.get("then", []))
        self._rules = [(_contains(str(rule["contains"])), from_script(rule)) for rule in script.get("rules", [])]
        self._otherwise = from_script(script.get("otherwise", {"do": "ok"}))
        self._embeds = from_script(script.get("embeddings", {"do": "embeds"}))

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            while await self._one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(task)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Read one request and answer it; False when the connection is done."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return False
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
        method, path, _ = first.split(" ")
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if (method, path) == ("POST", "/v1/chat/completions"):
            return await self._chat(Call(json.loads(body), headers, time.monotonic()), writer)
        if (method, path) == ("POST", "/v1/embeddings"):
            call = Call(json.loads(body), headers, time.monotonic())
            self.embeddings.append(call)
            behaviour = self._embeddings.popleft() if self._embeddings else self._embeds
            return await self._behave(behaviour, call.body, writer)
        if (method, path) == ("GET", "/calls"):
            return await _send(writer, 200, json.dumps([asdict(call) for call in self.calls]))
        if (method, path) == ("PUT", "/script"):
            self.script(json.loads(body))
            return await _send(writer, 200, "{}")
        return await _send(writer, 404, '{"error": {"message": "the stand-in has no such path"}}')

    async def _chat(self, call: Call, writer: asyncio.StreamWriter) -> bool:
        self.calls.append(call)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return await self._behave(self._next(call.body), call.body, writer)
        finally:
            self._at_once -= 1

    def _next(self, body: Body) -> Behaviour:
        for applies, behaviour in self._rules:
            if applies(body):
                return behaviour
        return self._queue.popleft() if self._queue else self._otherwise

    async def _behave(self, behaviour: Behaviour, body: Body, writer: asyncio.StreamWriter) -> bool:
        await asyncio.sleep(behaviour.wait_s)
        if behaviour.cut == "never":
            await asyncio.Event().wait()
        if behaviour.cut == "reset":
            return _reset(writer)
        if behaviour.error is not None:
            return await _send(writer, behaviour.status, json.dumps({"error": behaviour.error}), behaviour.headers)
        if behaviour.raw is not None:
            return await _send(writer, 200, behaviour.raw)
        if behaviour.refuses is not None and behaviour.refuses in body:
            error = {"message": f"Unrecognized request argument supplied: {behaviour.refuses}", "code": None}
            return await _send(writer, 400, json.dumps({"error": error}))
        if body.get("stream") and not behaviour.whole:
            return await _stream(behaviour, body, writer)
        reply = json.dumps(_embedded(behaviour, body) if "input" in body else _completion(behaviour, body))
        if behaviour.cut == "half":
            await _send(writer, 200, reply[: len(reply) // 2], length=len(reply))
            return _reset(writer)
        if behaviour.cut == "drip":
            for at in range(len(reply)):
                await _send(writer, 200, reply[at], length=len(reply), head=at == 0)
                await asyncio.sleep(DRIP_S)
            return True
        return await _send(writer, behaviour.status, reply, behaviour.headers)


def _completion(behaviour: Behaviour, body: Body) -> dict[str, Any]:
    content = behaviour.make(body) if behaviour.make else None
    if content is not None:
        content = behaviour.before + as_text(content) + behaviour.after
    message = {"role": "assistant", "content": content, "refusal": behaviour.refusal}
    completion: dict[str, Any] = {
        "id": "chatcmpl-stand-in",
        "object": "chat.completion",
        "created": 0,
        "model": f"{body['model']}-stand-in",
        "choices": [{"index": 0, "message": message, "finish_reason": behaviour.finish_reason}],
    }
    if behaviour.usage:
        prompt, written = behaviour.usage
        completion["usage"] = {
            "prompt_tokens": prompt,
            "completion_tokens": written,
            "total_tokens": prompt + written,
        }
    return completion


def _embedded(behaviour: Behaviour, body: Body) -> dict[str, Any]:
    made = (behaviour.make or embeds().make or as_text)(body)
    data = [{"object": "embedding", "index": at, "embedding": each} for at, each in enumerate(made)]
    reply: dict[str, Any] = {"object": "list", "data": data[::-1], "model": f"{body['model']}-stand-in"}
    if behaviour.usage:
        reply["usage"] = {"prompt_tokens": behaviour.usage[0], "total_tokens": behaviour.usage[0]}
    return reply


async def _stream(behaviour: Behaviour, body: Body, writer: asyncio.StreamWriter) -> bool:
    """The same completion as events of a few characters each."""
    made = _completion(behaviour, body)
    [choice], told = made["choices"], {**made, "object": "chat.completion.chunk"}
    usage = told.pop("usage", None)
    content = choice["message"]["content"] or ""
    size = 1 if behaviour.cut == "drip" else max(PIECE, len(content) // 64)
    pieces = [content[at : at + size] for at in range(0, len(content), size)]

    async def say(data: str) -> None:
        event = f"data: {data}\n\n".encode()
        writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        await writer.drain()

    def chunk(delta: Body, finish: str | None = None) -> str:
        return json.dumps({**told, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    head = ["HTTP/1.1 200 Stand-in", "content-type: text/event-stream; charset=utf-8", "transfer-encoding: chunked"]
    writer.write("\r\n".join([*head, *(f"{name}: {value}" for name, value in behaviour.headers), "", ""]).encode())
    await say(chunk({"role": "assistant", "content": "", "refusal": choice["message"]["refusal"]}))
    for number, piece in enumerate(pieces):
        if number == len(pieces) // 2 and (behaviour.cut in ("half", "stall", "early") or behaviour.word):
            if behaviour.cut == "half":
                return _reset(writer)
            if behaviour.cut == "stall":
                await asyncio.Event().wait()
            if behaviour.word:
                await say(behaviour.word)
            writer.write(b"0\r\n\r\n")
            await writer.drain()
            return True
        await say(chunk({"content": piece}))
        if behaviour.cut == "drip":
            await asyncio.sleep(DRIP_S)
    await say(chunk({}, choice["finish_reason"]))
    if usage and (body.get("stream_options") or {}).get("include_usage"):
        await say(json.dumps({**told, "choices": [], "usage": usage}))
    if behaviour.cut == "open":
        await asyncio.Event().wait()
    await say("[DONE]")
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


async def _send(
    writer: asyncio.StreamWriter,
    status: int,
    body: str,
    headers: tuple[tuple[str, str], ...] = (),
    length: int | None = None,
    head: bool = True,
) -> bool:
    data = body.encode()
    if head:
        named = [("content-type", "application/json"), ("content-length", str(length or len(data))), *headers]
        lines = [f"HTTP/1.1 {status} Stand-in", *(f"{name}: {value}" for name, value in named)]
        writer.write("\r\n".join([*lines, "", ""]).encode())
    writer.write(data)
    await writer.drain()
    return True


def _reset(writer: asyncio.StreamWriter) -> bool:
    """Lingering for no time at all turns the close into a reset."""
    plug = writer.get_extra_info("socket")
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    return False


def _contains(words: str) -> Callable[[Body], bool]:
    return lambda body: any(words in message["content"] for message in body["messages"])


async def _main(port: int, script: dict[str, Any]) -> None:
    async with StandIn(port) as server:
        server.script(script) if script else server.otherwise(ok(composes))
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="A stand-in for an OpenAI-compatible server.")
    arguments.add_argument("--port", type=int, default=0)
    arguments.add_argument("--script", type=Path)
    given = arguments.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_main(given.port, json.loads(given.script.read_text()) if given.script else {}))
