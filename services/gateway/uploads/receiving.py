"""Documents that come as a form: into scratch while they arrive, into the blob store once all of it has come."""

import asyncio
import hmac
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import Request
from starlette.requests import ClientDisconnect

from contracts.documents import Document
from contracts.problems import Code, Failure, failure
from services.chassis.storage.blobs import Blobs
from services.gateway.desk import Desk
from services.gateway.messaging.intake import sha256
from services.gateway.uploads.files import FILE, too_large
from services.gateway.uploads.multipart import Form, FormReader

FORM_ROOM = 64 * 1024
"""What the rest of a form may add to the files' bytes."""


@asynccontextmanager
async def received(request: Request, desk: Desk, *, most: int, refused: Failure | None = None) -> AsyncIterator[Form]:
    """The form with its files, at most `most`, in the blob store's scratch folder for as long. Raises `Failure`:
    `refused` if that is given, once the client has sent what it sends."""
    limit = desk.settings.upload_bytes
    length = request.headers.get("content-length", "")
    declared = int(length) if length.isascii() and length.isdigit() else 0
    if declared > limit + FORM_ROOM:
        refused = too_large(limit, together=most > 1)
    if refused and declared > 2 * limit + FORM_ROOM:
        raise refused
    reader = FormReader(request.headers.get("content-type", ""), desk.blobs.scratch, limit, most)
    try:
        try:
            form = await reader.read(request.stream(), refused)
        except ClientDisconnect:
            raise failure(Code.CONTRACT_BROKEN, "The upload broke off.", fields=[FILE]) from None
        await asyncio.to_thread(_settle, [file.path for file in form.files])
        yield form
    finally:
        reader.files.remove()


def body_hash(desk: Desk, form: Form, *more: str) -> str:
    """What makes two uploads the same: bytes, names, wishes and password, whatever the form's boundary.

    The hash is kept in a row: the password goes into it by way of the house's secret, or it could be guessed from it.
    """
    parts = [part.encode() for file in form.files for part in (file.sha256, file.filename)]
    parts += [f"{name}={value}".encode() for name, values in sorted(form.fields.items()) for value in values]
    if form.password is not None:
        parts.append(b"password=" + hmac.digest(desk.settings.token_secret.encode(), form.password.encode(), "sha256"))
    return sha256(*parts, *(part.encode() for part in more))


async def kept(desk: Desk, form: Form, password_name: str) -> list[Document]:
    """The form's files as blobs named by their content, its password as the blob of that name."""
    password = await asyncio.to_thread(_keep, desk.blobs, form, password_name)
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
