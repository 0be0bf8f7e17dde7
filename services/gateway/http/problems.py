"""Problem details (RFC 9457): every error leaves the gateway as one, with the session's trace id."""

import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import psycopg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from psycopg_pool import PoolTimeout, TooManyRequests
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from contracts.message import Phrase
from contracts.problems import Code, Failure, Problem, as_data, at_field, contract_problem, failure, problem
from services.chassis.problems import failed
from services.chassis.storage.disk import is_full
from services.gateway.http.language import VARY, documents_language, in_language_of
from services.gateway.http.tracing import READS
from services.text.catalogue.phrases import rendered


class ProblemDetails(Problem):
    """RFC 9457 problem details. `trace_id` is the session's or conversation's 32 hex digits, or the request's own."""

    type: str
    instance: str
    trace_id: str


MEDIA_TYPE = "application/problem+json"
WAIT = {"Retry-After": "5"}
BESIDE = {401: {"WWW-Authenticate": "Bearer"}, 503: WAIT}
REF = "#/components/schemas/ProblemDetails"
_PROBLEM = {"description": "Problem details", "content": {MEDIA_TYPE: {"schema": {"$ref": REF}}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    401: {**_PROBLEM, "description": "No valid token"},
    404: {**_PROBLEM, "description": "Nothing of yours is at this address"},
    "default": _PROBLEM,
}
_AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, TooManyRequests)
log = logging.getLogger(__name__)


def trace_of(request: Request) -> UUID:
    """The session or the conversation that the request is about, else an id of the request's own."""
    if (named := getattr(request.state, "trace", None)) is not None:
        return UUID(str(named))
    try:
        named = request.path_params
        return UUID(named["conversation_id"] if "conversation_id" in named else named["session_id"])
    except (KeyError, ValueError):
        request.state.trace = uuid4()
        return UUID(str(request.state.trace))


def told(
    request: Request, wrong: Problem, headers: dict[str, str] | None = None, documents: str | None = None
) -> JSONResponse:
    """The problem as a response. `documents`: the language to say it in where the reader names none."""
    request.state.problem = wrong.code
    body = in_language_of(request, wrong, documents).body(trace_id=trace_of(request), instance=request.url.path)
    return JSONResponse(body, wrong.status, {**VARY, **(headers or {})}, MEDIA_TYPE)


def too_large_body(limit: int) -> Failure:
    """The 413 of a JSON body over `limit` bytes."""
    return failed(Code.TOO_LARGE, "body_too_large", limit=limit, numbers={"limit_bytes": limit})


def broken(field: str, name: str, /, *, fields: Sequence[str] = (), **values: str | float | Phrase) -> Failure:
    """A 400 naming its field, and what the catalogue's `requests` says of it under this name. `fields`: others, too."""
    phrase = at_field(field, Phrase.of(f"requests.{name}", **values))
    return failure(Code.CONTRACT_BROKEN, rendered(phrase, "en"), phrase=phrase, fields=list(fields) or [field])


async def _failure(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Failure)
    beside = BESIDE.get(error.problem.status)
    if (after := error.problem.numbers.get("retry_after")) is not None:
        beside = {"Retry-After": str(int(after))}
    return told(request, error.problem, beside, await _spoken(request))


async def _spoken(request: Request) -> str | None:
    """The language of the session's documents; a database that is away hides no refusal."""
    try:
        return await documents_language(request)
    except _AWAY:
        return None


async def _contract(request: Request, error: Exception) -> JSONResponse:
    """A body that does not fit. What only reads has none: there it is a row of ours that is odd, and our fault."""
    assert isinstance(error, ValidationError)
    if request.method in READS:
        return await _unknown(request, error)
    return told(request, contract_problem(error), documents=await _spoken(request))


async def _parameters(request: Request, error: Exception) -> JSONResponse:
    """Parameters that FastAPI refused: an id that is none names nothing, anything else breaks the contract."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(one["loc"][0] == "path" for one in found):
        return told(request, failed(Code.NOT_FOUND, "address").problem)
    names = [".".join(map(str, one["loc"][1:])) for one in found]
    words = [as_data(one["type"], one.get("ctx", {}), one["msg"]) for one in found]
    phrase = Phrase.listed("semicolon", map(at_field, names, words))
    said = rendered(phrase, "en")
    return told(request, problem(Code.CONTRACT_BROKEN, said, phrase=phrase, fields=list(dict.fromkeys(names))))


async def _routing(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        wrong = failed(Code.CONTRACT_BROKEN, "method", method=request.method).problem
        wrong = wrong.model_copy(update={"status": 405, "title": "Not this method", "action": "See /v1/openapi.json."})
    else:
        wrong = failed(Code.NOT_FOUND, "address").problem
    return told(request, wrong, dict(error.headers or {}))


async def _database(request: Request, error: Exception) -> JSONResponse:
    log.warning("The database is away.", extra={"error": error, "trace_id": trace_of(request).hex})
    full = isinstance(error, psycopg.errors.DiskFull)
    return told(request, failed(Code.UNAVAILABLE, "database_full" if full else "database_away").problem, WAIT)


async def _storage(request: Request, error: Exception) -> JSONResponse:
    if not is_full(error):
        return await _unknown(request, error)
    log.warning("The disk is full: a request could not be kept.", extra={"trace_id": trace_of(request).hex})
    return told(request, failed(Code.UNAVAILABLE, "disk_full").problem, WAIT)


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    trace = trace_of(request)
    log.error("A request failed.", exc_info=error, extra={"trace_id": trace.hex, "method": request.method})
    return told(request, failed(Code.INTERNAL, "ours").problem)


def tell_problems(app: FastAPI) -> None:
    """Turns every error of the app into problem details."""
    app.add_exception_handler(Failure, _failure)
    app.add_exception_handler(ValidationError, _contract)
    app.add_exception_handler(RequestValidationError, _parameters)
    app.add_exception_handler(HTTPException, _routing)
    for away in _AWAY:
        app.add_exception_handler(away, _database)
    app.add_exception_handler(OSError, _storage)
    app.add_exception_handler(Exception, _unknown)
