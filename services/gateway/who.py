"""Who asks: a bearer token (JWT, HS256) names tenant, user and role; nothing else is believed."""

from dataclasses import dataclass
from typing import Annotated, Literal

import jwt
from fastapi import Depends, Request

from contracts.problems import Code, failure

Role = Literal["learner", "owner"]
ROLES = ("learner", "owner")


@dataclass(frozen=True)
class Who:
    """The person behind a request. `trusted`: may send grades of its own (`is_correct`)."""

    tenant: str
    user: str
    role: Role
    trusted: bool = False


def who_holds(token: str, secret: str) -> Who | None:
    """The holder of a token signed with `secret`; None for any other, an expired one among them."""
    try:
        claims = jwt.decode(token, secret, algorithms=["HS256"])
    except jwt.PyJWTError:
        return None
    tenant, user, role = claims.get("tenant"), claims.get("sub"), claims.get("role")
    if not (isinstance(tenant, str) and tenant and isinstance(user, str) and user and role in ROLES):
        return None
    return Who(tenant, user, role, trusted=claims.get("trusted") is True)


def token_of(who: Who, secret: str) -> str:
    """A token of that person, which does not expire."""
    return jwt.encode({"tenant": who.tenant, "sub": who.user, "role": who.role}, secret, algorithm="HS256")


def who_asks(request: Request) -> Who | None:
    """The person behind a request that may come without a token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    secret: str = request.app.state.desk.settings.token_secret
    return who_holds(token.strip(), secret) if scheme.lower() == "bearer" else None


async def who(request: Request) -> Who:
    """The person behind the request. Raises `Failure` 401."""
    found = who_asks(request)
    if found is None:
        raise failure(Code.UNAUTHENTICATED, "The request carries no valid bearer token.")
    return found


async def owner(request: Request) -> Who:
    """The owner behind the request. Raises `Failure` 401, or 403 for a learner."""
    return owners_only(await who(request))


async def teacher(request: Request) -> Who:
    """The owner behind a request about a class. Raises `Failure` 401, or 403 for a learner."""
    return owners_only(await who(request), "Sharing a course and seeing its class is for the course's owner.")


async def editor(request: Request) -> Who:
    """The owner behind a request that changes an item or a card. Raises `Failure` 401, or 403 for a learner."""
    return owners_only(await who(request), "Editing and deciding about questions and cards is for the owner.")


def owners_only(found: Who, said: str = "Answers and proofs before the quiz are for the owner.") -> Who:
    """The person, if it is an owner. Raises `Failure` 403 with that sentence."""
    if found.role != "owner":
        raise failure(Code.FORBIDDEN, said)
    return found


Anyone = Annotated[Who, Depends(who)]
Owner = Annotated[Who, Depends(owner)]
Editor = Annotated[Who, Depends(editor)]
Teacher = Annotated[Who, Depends(teacher)]
