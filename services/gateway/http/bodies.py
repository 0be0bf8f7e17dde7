"""JSON bodies as parameters: `wish: JsonBody[QuizSpec]`.

FastAPI reads a body before it asks who sends it, has no limit to it, and takes "5" for a number. Here a body is left
where it is until a dependency takes it (`body_of`, at most 256 KB), and is then validated as the contract's JSON, with
the contract's own problem. The parameter is a body to the OpenAPI document all the same.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Request, Response
from fastapi.routing import APIRoute
from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import CoreSchema, core_schema
from starlette.requests import ClientDisconnect

from contracts.problems import Code, Failure, contract_problem
from services.chassis.problems import failed
from services.gateway.http.language import in_readers_language
from services.gateway.http.problems import PROBLEMS, too_large_body

BODY_BYTES = 256 * 1024
T = TypeVar("T")


@dataclass
class Received:
    """What stands for the body while FastAPI believes that it has read it; `content` once `body_of` has."""

    content: bytes = b""


class LaterBody(Request):
    """A request whose body is not read before a dependency does it."""

    async def body(self) -> bytes:
        """Nothing yet, in place of all of it."""
        self.scope["pensum.body"] = Received()
        return self.scope["pensum.body"]  # type: ignore[no-any-return] # FastAPI hands it on to the parameter.

    async def json(self) -> Any:
        """Likewise, whatever the content type says."""
        return self.scope["pensum.body"]


class HouseRoute(APIRoute):
    """A route whose JSON body is read after the dependencies before it have said who may send it, and whose answer
    speaks the reader's language."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        super().__init__(path, in_readers_language(endpoint), **settings)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's own, over such a request."""
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            return await handle(LaterBody(request.scope, request.receive))

        return handler


async def body_of(request: Request, most: int = BODY_BYTES) -> bytes:
    """The body, of at most `most` bytes. Raises `Failure` 413, and 400 when it broke off."""
    taken = bytearray()
    try:
        async for chunk in request.stream():
            taken += chunk
            if len(taken) > most:
                raise too_large_body(most)
    except ClientDisconnect:
        raise failed(Code.CONTRACT_BROKEN, "broke_off", fields=["(body)"]) from None
    content = bytes(taken)
    if (received := request.scope.get("pensum.body")) is not None:
        received.content = content
    return content


@dataclass(frozen=True)
class _Strictly:
    """Validates JSON as it came; `empty` stands for no body."""

    empty: bytes = b""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        adapter = TypeAdapter[Any](source)

        def read(value: Any, inner: Callable[[Any], Any]) -> Any:
            if not isinstance(value, Received):
                return inner(value)
            try:
                return adapter.validate_json(value.content if value.content.strip() else self.empty, strict=True)
            except ValidationError as error:
                raise Failure(contract_problem(error)) from None

        return core_schema.no_info_wrap_validator_function(read, handler(source))


@dataclass(frozen=True)
class Raw:
    """The bytes as they came, for a route with rules of its own; `shape` is what the document says of them."""

    shape: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def read(value: Any) -> bytes:
            return value.content if isinstance(value, Received) else value

        shape = handler.generate_schema(self.shape)
        return core_schema.no_info_plain_validator_function(read, json_schema_input_schema=shape)


JsonBody = Annotated[T, Body(), _Strictly()]
MaybeBody = Annotated[T, Body(), _Strictly(b"{}")]
"""No body is an empty object."""


def operation_id(route: APIRoute) -> str:
    """A readable name that no other operation has: the function's."""
    return route.name


def router(prefix: str, tag: str) -> APIRouter:
    """The routes of a feature, below `prefix`."""
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        responses=PROBLEMS,
        route_class=HouseRoute,
        generate_unique_id_function=operation_id,
    )
