"""Who asks: a bearer token (JWT, HS256) names tenant, user and role; nothing else is believed."""

import time
from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from contracts.problems import Code
from services.chassis.problems import failed
from services.chassis.settings import Settings
from services.chassis.tokens import DAY_S, LONG_DAYS, Claims, read, signed


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


HasSettings = Annotated[Settings, Depends(_settings)]
Who = Claims
"""The person behind a request."""
Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Security(HTTPBearer(scheme_name="bearer", bearerFormat="JWT", auto_error=False)),
]
"""For the document alone: what is refused is refused by `who`, as a problem."""


def token_of(who: Who, secret: str) -> str:
    """A token of that person, who has no other way to come back: it holds for a year, counted from the day's begin, so
    that a request that is sent again is answered with the same."""
    return signed(who, secret, days=LONG_DAYS, now=time.time() // DAY_S * DAY_S)


def who_asks(request: Request) -> Who | None:
    """The person behind a request that may come without a token."""
    return who_of(request)


def who_of(connection: HTTPConnection, beside: str = "") -> Who | None:
    """The person behind a connection; None without a valid token. `beside`: a token that came beside the headers."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    secret: str = connection.app.state.settings.token_secret
    return read(token.strip(), secret) if scheme.lower() == "bearer" else read(beside, secret)


def holding(connection: HTTPConnection, beside: str = "") -> Callable[[], bool]:
    """Whether the connection's token still holds, to be asked as long as the connection is open."""
    return lambda: who_of(connection, beside) is not None


async def _holding(request: Request) -> Callable[[], bool]:
    return holding(request)


Holding = Annotated[Callable[[], bool], Depends(_holding)]
"""For an answer that goes on: it ends with its token."""


async def who(request: Request, bearer: Bearer = None) -> Who:
    """The person behind the request. Raises `Failure` 401."""
    found = who_asks(request)
    if found is None:
        raise failed(Code.UNAUTHENTICATED, "no_token")
    return found


def owners_only(found: Who, what: str = "owners_keys") -> Who:
    """The person, if it is an owner. Raises `Failure` 403 that says `what` is for owners, as the catalogue has it."""
    if found.role != "owner":
        raise failed(Code.FORBIDDEN, what)
    return found


Anyone = Annotated[Who, Depends(who)]


async def owner(found: Anyone) -> Who:
    """The owner behind the request. Raises `Failure` 401, or 403 for a learner."""
    return owners_only(found)


async def teacher(found: Anyone) -> Who:
    """The owner behind a request about a class. Raises `Failure` 401, or 403 for a learner."""
    return owners_only(found, "owners_course")


async def editor(found: Anyone) -> Who:
    """The owner behind a request that changes an item or a card. Raises `Failure` 401, or 403 for a learner."""
    return owners_only(found, "owners_items")


Owner = Annotated[Who, Depends(owner)]
Editor = Annotated[Who, Depends(editor)]
Teacher = Annotated[Who, Depends(teacher)]
