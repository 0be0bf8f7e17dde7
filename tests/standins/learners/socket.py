"""A WebSocket's client, as a program of somebody else would have one."""

import asyncio
import contextlib
import json
from typing import Any, Self
from urllib.parse import urlsplit

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Message,
    Ping,
    RejectConnection,
    RejectData,
    Request,
    TextMessage,
)

Json = dict[str, Any]
PATIENCE = 60.0


class Refused(Exception):
    """The connection was refused, with that status and body."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status, body)
        self.status, self.body = status, body


class Closed(Exception):
    """The server closed it, with that code."""


class Socket:
    """One connection. Use `async with await Socket.open(url) as socket`, which closes it also when a test fails.

    A wait of longer than `PATIENCE`, whatever is heard meanwhile, is a TimeoutError.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer, self._said = reader, writer, ""
        self._connection = WSConnection(ConnectionType.CLIENT)
        self._heard: list[Any] = []

    @classmethod
    async def open(cls, url: str, headers: dict[str, str] | None = None) -> Self:
        """Raises `Refused`."""
        address = urlsplit(url)
        async with asyncio.timeout(PATIENCE):
            made = cls(*await asyncio.open_connection(address.hostname, address.port))
            try:
                target = f"{address.path}?{address.query}" if address.query else address.path
                extra = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
                made._write(Request(host=address.netloc, target=target, extra_headers=extra))
                await made._accepted()
            except BaseException:
                await made.close()
                raise
            return made

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def chat(self, message: str, **more: Any) -> None:
        """Says something in the lesson."""
        await self.send(json.dumps({"type": "chat", "payload": {"message": message, **more}}))

    async def send(self, data: str | bytes) -> None:
        """Any message."""
        self._write(Message(data=data))
        await self._writer.drain()

    async def next(self) -> Json:
        """The next message. Raises `Closed`."""
        async with asyncio.timeout(PATIENCE):
            return await self._message()

    async def until(self, type: str) -> Json:
        """The payload of the next message of that type. Those before it are passed over: nobody hears them again."""
        passed: list[str] = []
        try:
            async with asyncio.timeout(PATIENCE):
                while (told := await self._message())["type"] != type:
                    passed.append(told["type"])
        except TimeoutError:
            raise TimeoutError(f"no {type} in {PATIENCE:.0f} s, but {passed}") from None
        payload: Json = told["payload"]
        return payload

    async def close(self) -> None:
        """Goes without a word. Closed again, nothing happens."""
        self._writer.close()
        with contextlib.suppress(OSError):  # The server may have gone first.
            await self._writer.wait_closed()

    async def _accepted(self) -> None:
        answer = await self._event()
        if isinstance(answer, AcceptConnection):
            return
        assert isinstance(answer, RejectConnection)
        body = b""
        while answer.has_body:
            part = await self._event()
            assert isinstance(part, RejectData)
            body += bytes(part.data)
            if part.body_finished:
                break
        raise Refused(answer.status_code, body)

    async def _message(self) -> Json:
        while True:
            event = await self._event()
            if isinstance(event, CloseConnection):
                raise Closed(event.code)
            if isinstance(event, TextMessage | BytesMessage):
                self._said += str(event.data)
                if event.message_finished:
                    said, self._said = self._said, ""
                    told: Json = json.loads(said)
                    return told

    def _write(self, event: Any) -> None:
        self._writer.write(self._connection.send(event))

    async def _event(self) -> Any:
        while not self._heard:
            data = await self._reader.read(65536)
            self._connection.receive_data(data or None)
            for event in self._connection.events():
                if isinstance(event, Ping):
                    self._write(event.response())
                else:
                    self._heard.append(event)
        return self._heard.pop(0)
