"""Bearer tokens (JWT, HS256): who makes one and who reads one agree here on what it says."""

import math
import time
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard

import jwt

Role = Literal["learner", "owner"]
ROLES = ("learner", "owner")
LEAST_SECRET = 32
"""Bytes: HS256 is no stronger than its key (RFC 7518, 3.2)."""
LONGEST_NAME = 200
LONG_DAYS = 365
"""How long a token holds that nobody can ask for again: a house's own, and that of who joined a class."""
DAY_S = 24 * 3600


@dataclass(frozen=True)
class Claims:
    """Who holds a token. `trusted`: may send grades of their own (`is_correct`). `expires`: of a token that was read,
    when it ends, in seconds since 1970; two that differ in nothing else are the same person's."""

    tenant: str
    user: str
    role: Role
    trusted: bool = False
    expires: float = field(default=math.inf, compare=False)


def signed(claims: Claims, secret: str, *, days: float, now: float | None = None) -> str:
    """A token that holds for so many days."""
    expires = int((time.time() if now is None else now) + days * DAY_S)
    said = {"tenant": claims.tenant, "sub": claims.user, "role": claims.role, "exp": expires}
    return jwt.encode(said, secret, algorithm="HS256")


def read(token: str, secret: str) -> Claims | None:
    """What a token signed with `secret` says; None for any other, an expired one, one without an end, and one whose
    claims are unfit."""
    try:
        said: dict[str, Any] = jwt.decode(token, secret, algorithms=["HS256"], options={"require": ["exp"]})
    except (jwt.PyJWTError, ValueError, TypeError, ArithmeticError, RecursionError):
        return None  # The library raises its own errors, and Python's for JSON of a kind that nobody means well with.
    tenant, user, role = said.get("tenant"), said.get("sub"), said.get("role")
    if not (is_name(tenant) and is_name(user) and role in ROLES):
        return None
    return Claims(tenant, user, role, trusted=said.get("trusted") is True, expires=float(said["exp"]))


def is_name(value: object) -> TypeGuard[str]:
    """Whether it can name a tenant or a user: 1 to 200 characters, none that a database or a log cannot hold."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_NAME
        and not any(unicodedata.category(character) in ("Cc", "Cs") for character in value)
    )


def weakness(secret: str, setting: str = "PENSUM_TOKEN_SECRET") -> str | None:
    """Why tokens cannot be signed with the secret of that setting, as a sentence; None if they can."""
    if not secret:
        return f"{setting} is not set: without it nobody can be told from anybody."
    if len(secret.encode()) < LEAST_SECRET:
        return f"{setting} is too short: it needs at least {LEAST_SECRET} bytes."
    return None
