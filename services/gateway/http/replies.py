"""Answers that end a request early, and what the document says of the headers of an answer."""

from typing import Annotated, Any, NoReturn

from fastapi import FastAPI, Header, Request, Response

from contracts.problems import Code
from contracts.views.sessions import Accepted
from services.chassis.problems import failed

RETRY = {"Retry-After": "1"}
IfNoneMatch = Annotated[
    str | None, Header(alias="If-None-Match", description="An ETag that you have: 304 until it changes.")
]
_TEXT = {"schema": {"type": "string"}}
LOCATION = {"Location": {"description": "Where to look.", **_TEXT}}
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait before asking again.", **_TEXT}}
ETAG = {"ETag": {"description": "Names what was answered: for If-None-Match or If-Match.", **_TEXT}}
NOT_YET: dict[int | str, dict[str, Any]] = {
    202: {"model": Accepted, "description": "Not there yet: ask again.", "headers": {**LOCATION, **RETRY_AFTER}}
}
WRITTEN: dict[int | str, dict[str, Any]] = {
    202: {"description": "Written down, not done yet: look there.", "headers": {**LOCATION, **RETRY_AFTER}}
}
TAGGED: dict[int | str, dict[str, Any]] = {200: {"headers": ETAG}}
UNCHANGED: dict[int | str, dict[str, Any]] = {
    200: {"headers": {**ETAG, **RETRY_AFTER}},
    304: {"description": "Nothing has changed.", "headers": ETAG},
}


class Answered(Exception):
    """The request is answered already: nothing more is to be done about it."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


def accepted(taken: Accepted, headers: dict[str, str] | None = None) -> Response:
    """202: written down, not done yet."""
    shown = {"Location": taken.url, **RETRY, **(headers or {})}
    return Response(taken.model_dump_json(by_alias=True), 202, shown, "application/json")


def matches(header: str | None, tag: str) -> bool:
    """Whether If-None-Match names the tag."""
    return header is not None and any(one.strip().removeprefix("W/") in (tag, "*") for one in header.split(","))


def unknown(thing: str) -> NoReturn:
    """Raises `Failure` 404; `thing`: under which name the catalogue says that there is none."""
    raise failed(Code.NOT_FOUND, thing)


async def _answered(request: Request, error: Exception) -> Response:
    assert isinstance(error, Answered)
    return error.response


def answer_early(app: FastAPI) -> None:
    """Lets a dependency answer in place of the route."""
    app.add_exception_handler(Answered, _answered)
