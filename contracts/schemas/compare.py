"""What breaks between a frozen JSON schema and the one that the code has now.

The law: whatever the frozen schema accepts, the present one accepts, and no field is lost. So it is a break to remove
or rename a field, to narrow its type, bounds, length, pattern or values, to require it, or to change what leaving it
out means. A further optional field, a wider bound, a further value or kind of item is none.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

Schema = dict[str, Any]

_FROM = "$from"  # which definition a resolved schema came from
_LOWER = (("minimum", False), ("exclusiveMinimum", True))
_UPPER = (("maximum", False), ("exclusiveMaximum", True))
_LEAST = ("minLength", "minItems", "minProperties")
_MOST = ("maxLength", "maxItems", "maxProperties")
_SAME = ("pattern", "format", "multipleOf", "uniqueItems")


def breaking(frozen: Schema, now: Schema) -> list[str]:
    """Each break as "path: what", in the order of the frozen schema; empty when there is none."""
    return list(dict.fromkeys(_Comparison(frozen, now).of(frozen, now, "")))


class _Comparison:
    """One walk over both schemas. A pair of definitions that we stand in is not entered again: schemas may loop."""

    def __init__(self, frozen: Schema, now: Schema) -> None:
        self.frozen_root, self.now_root = frozen, now
        self.entered: set[tuple[str, str]] = set()

    def of(self, frozen: Schema, now: Schema, path: str) -> Iterator[str]:
        """The breaks between two schemas at a path."""
        news = alternatives(now, self.now_root)
        for old in alternatives(frozen, self.frozen_root):
            tries = list[tuple[int, list[str]]]()
            # Any that takes it will do; if none does, what broke is told by the one that is nearest in kind.
            for apart, new in sorted(((distance(old, new), new) for new in news), key=itemgetter(0)):
                found = list(self.entering(old, new, path))
                if not found:
                    break
                tries.append((apart, found))
            else:
                yield from min(tries, key=lambda each: (each[0], len(each[1])))[1]

    def entering(self, frozen: Schema, now: Schema, path: str) -> Iterator[str]:
        """`plain`, unless we stand in these two definitions already."""
        pair = (frozen.get(_FROM, ""), now.get(_FROM, ""))
        if all(pair) and pair in self.entered:
            return
        self.entered.add(pair)
        yield from self.plain(frozen, now, path)
        self.entered.discard(pair)

    def plain(self, frozen: Schema, now: Schema, path: str) -> Iterator[str]:
        """The breaks between two schemas that have neither references nor alternatives."""
        old, new = frozen.get("type"), now.get("type")
        if new is not None and old != new and (old, new) != ("integer", "number"):
            yield f"{_at(path)}: type was {old or 'any'}, is {new}"
            return
        yield from _values(frozen, now, path)
        yield from _bounds(frozen, now, path)
        yield from self._fields(frozen, now, path)
        for keyword, name in (("items", "[]"), ("additionalProperties", "{}")):
            inner, held = now.get(keyword, True), frozen.get(keyword, True)
            if inner is False and held is not False:
                yield f"{_at(path + name)}: no longer taken"
            elif isinstance(inner, dict) and held is not False:
                yield from self.of(held if isinstance(held, dict) else {}, inner, path + name)

    def _fields(self, frozen: Schema, now: Schema, path: str) -> Iterator[str]:
        olds, news = frozen.get("properties", {}), now.get("properties", {})
        for name, old in olds.items():
            if name not in news:
                yield f"{_at(path, name)}: removed or renamed"
                continue
            yield from self.of(old, news[name], _at(path, name))
            if "default" in old and "default" in news[name] and not _keeps(old["default"], news[name]["default"]):
                yield f"{_at(path, name)}: default was {old['default']!r}, is {news[name]['default']!r}"
        for name in now.get("required", []):
            if name not in frozen.get("required", []):
                yield f"{_at(path, name)}: newly required"


def alternatives(schema: Schema, root: Schema) -> list[Schema]:
    """The schema without references, as the list of what it may be; a key beside the reference or union wins."""
    if "$ref" in schema:
        target: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return alternatives({**target, **beside, _FROM: schema["$ref"]}, root)
    for union in ("anyOf", "oneOf"):
        if union in schema:
            beside = {key: value for key, value in schema.items() if key not in (union, "discriminator", "default")}
            return [{**one, **beside} for branch in schema[union] for one in alternatives(branch, root)]
    if "allOf" in schema:
        raise ValueError("allOf is not compared")
    if isinstance(schema.get("type"), list):
        return [{**schema, "type": one} for one in schema["type"]]
    return [schema]


def distance(old: Schema, new: Schema) -> int:
    """How far two alternatives are apart in kind: 0 same tag (untagged: same type), 1 another tag, 2 another type."""
    if tags := _tags(old):
        return 0 if tags == _tags(new) else 1
    return 0 if old.get("type") == new.get("type") else 2


def _tags(schema: Schema) -> dict[str, Any]:
    return {name: field["const"] for name, field in schema.get("properties", {}).items() if "const" in field}


def _values(frozen: Schema, now: Schema, path: str) -> Iterator[str]:
    old, new = _enum(frozen), _enum(now)
    if new is None:
        return
    if old is None:
        yield f"{_at(path)}: now only {new}"
        return
    for value in old:
        if value not in new:
            yield f"{_at(path)}: value {value!r} removed"


def _bounds(frozen: Schema, now: Schema, path: str) -> Iterator[str]:
    whole = frozen.get("type") == "integer"
    for words, sign in ((_LOWER, 1), (_UPPER, -1)):
        old, new = _bound(frozen, words, sign, whole), _bound(now, words, sign, whole)
        if new > old:
            yield f"{_at(path)}: {words[0][0]} tightened"
    for word in _LEAST:
        if now.get(word, 0) > frozen.get(word, 0):
            yield f"{_at(path)}: {word} was {frozen.get(word, 0)}, is {now[word]}"
    for word in _MOST:
        if word in now and now[word] < frozen.get(word, float("inf")):
            yield f"{_at(path)}: {word} was {frozen.get(word, 'open')}, is {now[word]}"
    for word in _SAME:
        if word in now and now[word] != frozen.get(word):
            yield f"{_at(path)}: {word} was {frozen.get(word, 'open')}, is {now[word]}"


def _bound(schema: Schema, words: tuple[tuple[str, bool], ...], sign: int, whole: bool) -> tuple[float, bool]:
    """The bound as a number that grows with its strictness; of integers, > 0 is >= 1."""
    found = [(float("-inf"), False)]
    for word, exclusive in words:
        if word in schema:
            value = schema[word] * sign
            found.append((value + 1, False) if whole and exclusive else (value, exclusive))
    return max(found)


def _keeps(old: Any, new: Any) -> bool:
    """Whether a default says the same; further fields in it are what optional fields add."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and _keeps(value, new[key]) for key, value in old.items())
    return type(old) is type(new) and bool(old == new)


def _enum(schema: Schema) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _at(path: str, name: str = "") -> str:
    return ".".join(part for part in (path, name) if part) or "(message)"
