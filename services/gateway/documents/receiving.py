"""Documents that come as a form: into scratch while they arrive, into the blob store once all of it has come."""

import asyncio
import hmac
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import Body, Request
from starlette.requests import ClientDisconnect

from contracts.documents import Document
from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.gateway.access.bearer import Anyone, HasSettings
from services.gateway.access.quotas import HasQuotas, Quotas
from services.gateway.access.standing import SessionHere
from services.gateway.documents.files import FILE, too_large
from services.gateway.documents.multipart import Form, FormReader
from services.gateway.documents.pictures import HasBlobs
from services.gateway.documents.schemas import ScanForm
from services.gateway.http.bodies import Raw
from services.gateway.messaging.intake import Asked, Intake, sha256
from services.gateway.messaging.requests import HasIntake, IdempotencyKey

FORM_ROOM = 64 * 1024
"""What the rest of a form may add to the files' bytes."""


class Sent:
    """A form of files on its way, and what is asked with it: `async with sent as (asked, form)`.

    The form is read within, into the blob store's scratch folder for as long. Raises `Failure`: 429 for one upload too
    many, which does not count, once the client has sent what it sends; 400, 413, 415 or 422 for the form.
    """

    def __init__(
        self,
        request: Request,
        asked: Asked,
        settings: Settings,
        blobs: Blobs,
        quotas: Quotas,
        intake: Intake,
        most: int,
    ) -> None:
        self.asked, self.blobs, self._request, self._limit = asked, blobs, request, settings.upload_bytes
        self._quotas, self._intake, self._most = quotas, intake, most
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> tuple[Asked, Form]:
        """The form, when all of it has come."""
        async with AsyncExitStack() as stack:
            full = await stack.enter_async_context(self._quotas.upload(self.asked.who))
            refused = full if await self._intake.is_new(self.asked) else None
            form = await stack.enter_async_context(self._received(refused))
            self._stack = stack.pop_all()
        return self.asked, form

    async def __aexit__(self, *error: Any) -> None:
        """Removes what no blob was made of."""
        await self._stack.__aexit__(*error)

    @asynccontextmanager
    async def _received(self, refused: Failure | None) -> AsyncIterator[Form]:
        limit, most, headers = self._limit, self._most, self._request.headers
        length = headers.get("content-length", "")
        declared = int(length) if length.isascii() and length.isdigit() else 0
        if declared > limit + FORM_ROOM:
            refused = too_large(limit, together=most > 1)
        if refused and declared > 2 * limit + FORM_ROOM:
            raise refused
        reader = FormReader(headers.get("content-type", ""), self.blobs.scratch, limit, most)
        try:
            try:
                form = await reader.read(self._request.stream(), refused)
            except ClientDisconnect:
                raise failed(Code.CONTRACT_BROKEN, "upload_broke_off", fields=[FILE]) from None
            await asyncio.to_thread(_settle, [file.path for file in form.files])
            yield form
        finally:
            reader.files.remove()


async def scan_sent(
    request: Request,
    session: SessionHere,
    who: Anyone,
    settings: HasSettings,
    blobs: HasBlobs,
    quotas: HasQuotas,
    intake: HasIntake,
    form: Annotated[bytes, Body(media_type="multipart/form-data"), Raw(ScanForm)],
    key: IdempotencyKey = None,
) -> Sent:
    """A better scan of a session's document."""
    asked = Asked(who, request.method, request.url.path, key)
    return Sent(request, asked, settings, blobs, quotas, intake, 1)


def body_hash(settings: Settings, form: Form, *more: str) -> str:
    """What makes two uploads the same: bytes, names, wishes and password, whatever the form's boundary.

    The hash is kept in a row: the password goes into it by way of the house's secret, or it could be guessed from it.
    """
    parts = [part.encode() for file in form.files for part in (file.sha256, file.filename)]
    parts += [f"{name}={value}".encode() for name, values in sorted(form.fields.items()) for value in values]
    if form.password is not None:
        parts.append(b"password=" + hmac.digest(settings.token_secret.encode(), form.password.encode(), "sha256"))
    return sha256(*parts, *(part.encode() for part in more))


async def kept(blobs: Blobs, form: Form, password_name: str) -> list[Document]:
    """The form's files as blobs named by their content, its password as the blob of that name."""
    password = await asyncio.to_thread(_keep, blobs, form, password_name)
    return [
        Document(
            sha256=file.sha256,
            filename=file.filename,
            media_type=file.media_type,
            bytes=file.bytes,
            blob=f"documents/{file.sha256}",
            password=password,
        )
        for file in form.files
    ]


def _settle(paths: Sequence[Path]) -> None:
    """The bytes are on the disk when this returns."""
    for path in paths:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _keep(blobs: Blobs, form: Form, password_name: str) -> str | None:
    for file in form.files:
        blobs.adopt(file.path, f"documents/{file.sha256}")
    if form.password is None:
        return None
    if not blobs.create(password_name, form.password.encode()):
        # Of a request with the same key that was never written down: this one's counts.
        blobs.delete(password_name)
        blobs.create(password_name, form.password.encode())
    return password_name
