"""How the stand-in model server can answer a call; each function makes one behaviour."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from tests.standins.model.meaning import vector

Body = dict[str, Any]
Make = Callable[[Body], Any]


@dataclass(frozen=True)
class Behaviour:
    """How one call is answered. `make` gives the content from the request: text, or what becomes JSON.

    A call that asks for a stream gets one, unless `whole`. `refuses`: what a request may not name, else it is a 400.
    `word`: what the stream says in place of going on, an event's data.
    """

    make: Make | None = None
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    error: Any = None
    wait_s: float = 0.0
    finish_reason: str = "stop"
    refusal: str | None = None
    before: str = ""
    after: str = ""
    usage: tuple[int, int] | None = (100, 20)
    cut: str | None = None
    raw: str | None = None
    whole: bool = False
    refuses: str | None = None
    word: str | None = None


def ok(answer: Any = None, *, usage: tuple[int, int] | None = (100, 20)) -> Behaviour:
    """Answer with JSON: a value, a callable that makes it from the request body, or (None) one from its schema."""
    return Behaviour(make=_maker(answer), usage=usage)


def text(content: str) -> Behaviour:
    """Answer with exactly this text."""
    return Behaviour(make=lambda _: content)


def slow(seconds: float, answer: Any = None) -> Behaviour:
    """Answer well, but late."""
    return replace(ok(answer), wait_s=seconds)


def never() -> Behaviour:
    """Take the request and say nothing: the client's time limit ends it."""
    return Behaviour(cut="never")


def reset() -> Behaviour:
    """Close the connection with a TCP reset instead of answering."""
    return Behaviour(cut="reset")


def half() -> Behaviour:
    """Reset the connection in the middle of a good answer."""
    return replace(ok(), cut="half")


def stall(answer: Any = None) -> Behaviour:
    """Begin a stream and fall silent in its midst, with the connection open."""
    return replace(ok(answer), cut="stall")


def ends_early(answer: Any = None) -> Behaviour:
    """End a stream in its midst, in good order of HTTP."""
    return replace(ok(answer), cut="early")


def breaks_in_stream(error: dict[str, Any]) -> Behaviour:
    """Say in the midst of a stream that it failed."""
    return replace(ok(), word=json.dumps({"error": error}))


def garbled() -> Behaviour:
    """Say what is no event in the midst of a stream."""
    return replace(ok(), word="{")


def never_hangs_up(answer: Any = None) -> Behaviour:
    """A whole stream whose connection stays open, without its last event."""
    return replace(ok(answer), cut="open")


def whole(answer: Any = None) -> Behaviour:
    """Answer as a whole, also who asked for a stream."""
    return replace(ok(answer), whole=True)


def no_stream(name: str = "stream", answer: Any = None) -> Behaviour:
    """400 to a request with this field; a good answer to any other."""
    return replace(ok(answer), refuses=name)


def drip(answer: Any = None) -> Behaviour:
    """Answer a byte every 50 ms: never silent, never done in time."""
    return replace(ok(answer), cut="drip")


def status(status: int, *, code: str | None = None, message: str = "stand-in", retry_after: str = "") -> Behaviour:
    """An HTTP error with a body as OpenAI's."""
    error = {"message": message, "type": "stand_in", "code": code, "param": None}
    return Behaviour(status=status, error=error, headers=(("retry-after", retry_after),) if retry_after else ())


def busy(retry_after: str = "") -> Behaviour:
    """429: too many requests, with a Retry-After if given."""
    return status(429, code="rate_limit_exceeded", message="slow down", retry_after=retry_after)


def no_quota() -> Behaviour:
    """429 because the account is used up."""
    return status(429, code="insufficient_quota", message="You exceeded your current quota")


def no_format(name: str = "json_schema") -> Behaviour:
    """400 because the server does not know this `response_format`."""
    return status(400, code="invalid_request_error", message=f"response_format '{name}' is not supported here")


def refuse() -> Behaviour:
    """A refusal in the answer's `refusal` field."""
    return Behaviour(make=lambda _: None, refusal="I cannot help with that.")


def filtered() -> Behaviour:
    """Stopped by the provider's content filter."""
    return Behaviour(make=lambda _: "", finish_reason="content_filter")


def truncate(answer: Any = None) -> Behaviour:
    """The first half of an answer, cut off by the token limit."""
    make = _maker(answer)
    return Behaviour(make=lambda body: (words := as_text(make(body)))[: len(words) // 2], finish_reason="length")


def fenced(answer: Any = None) -> Behaviour:
    """Prose around a code fence, as servers write that ignore the schema."""
    return replace(
        ok(answer), before="Sure! Here is the JSON {as asked}:\n\n```json\n", after="\n```\nI hope it helps."
    )


def thinking(answer: Any = None) -> Behaviour:
    """Thinks aloud, with a draft, before it answers."""
    return replace(ok(answer), before='<think>Perhaps {"draft": true}? No.</think>\n\n')


def garbage(words: str = "<html>proxy</html>") -> Behaviour:
    """A 200 whose body is no chat completion."""
    return Behaviour(raw=words)


def embeds(spoilt: Literal["", "count", "length", "nan", "zero", "empty"] = "", usage: bool = True) -> Behaviour:
    """Answer a call of `/embeddings`: well, or with too few vectors, of two lengths, with a NaN, without direction."""

    def made(body: Body) -> list[list[float]]:
        found = [vector(text) for text in body["input"]]
        match spoilt:
            case "count":
                return found[:-1]
            case "length":
                return [*found[:-1], found[-1][:-1]]
            case "nan":
                return [*found[:-1], [float("nan"), *found[-1][1:]]]
            case "zero":
                return [*found[:-1], [0.0] * len(found[-1])]
            case "empty":
                return [[] for _ in found]
        return found

    return Behaviour(make=made, usage=(100, 0) if usage else None)


BEHAVIOURS: dict[str, Callable[..., Behaviour]] = {
    made.__name__: made
    for made in (
        *(ok, text, slow, never, reset, half, drip, status, busy, no_quota, no_format, refuse, filtered, truncate),
        *(fenced, thinking, garbage, stall, ends_early, breaks_in_stream, garbled, never_hangs_up, whole, no_stream),
        embeds,
    )
}


def from_script(entry: dict[str, Any]) -> Behaviour:
    """A behaviour from its JSON form: `{"do": name, argument: value, ...}`."""
    arguments = {name: value for name, value in entry.items() if name not in {"do", "contains"}}
    return BEHAVIOURS[entry["do"]](**arguments)


def as_text(content: Any) -> str:
    """What stands in the answer's content."""
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def _maker(answer: Any) -> Make:
    if callable(answer):
        return answer  # type: ignore[no-any-return]
    return from_schema if answer is None else lambda _: answer


def from_schema(body: Body) -> Any:
    """The smallest answer that fits the schema in the request, from `response_format` or from the prompt."""
    shape = (body.get("response_format") or {}).get("json_schema", {}).get("schema")
    if shape is None:
        words = body["messages"][0]["content"]
        start = words.find('{"', words.find("JSON schema"))
        shape = json.JSONDecoder().raw_decode(words, start)[0] if start >= 0 else {}
    return _sample(shape, shape.get("$defs", {}))


def _sample(node: dict[str, Any], defs: dict[str, Any]) -> Any:
    if "$ref" in node:
        return _sample(defs[node["$ref"].rsplit("/", 1)[1]], defs)
    if "const" in node:
        return node["const"]
    if "enum" in node:
        return node["enum"][0]
    if "anyOf" in node:
        return _sample(node["anyOf"][0], defs)
    match node.get("type"):
        case "object":
            return {name: _sample(value, defs) for name, value in node.get("properties", {}).items()}
        case "array":
            return [_sample(node.get("items", {}), defs) for _ in range(max(1, node.get("minItems", 1)))]
        case "integer" | "number":
            return node.get("minimum", 1)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return "words"
