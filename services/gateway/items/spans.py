"""Spans of an edited item: the quote is cut from its block, and answer and key points are looked for in it. Pure."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from contracts.documents import Block
from services.gateway.http.problems import broken

Json = dict[str, Any]
SPANS = ("start", "end", "answer_start", "answer_end")


def cut(old: Json, wanted: object, block: Block) -> Json:
    """The proof with its span as wanted, the quote that stands there, and its pages.

    Raises `Failure` 400 naming the field.
    """
    if not isinstance(wanted, dict):
        raise broken("proof", "dict_type")
    for name, value in wanted.items():
        if name not in SPANS and value != old.get(name):
            raise broken(f"proof.{name}", "cut_from_block" if name == "quote" else "fixed")
        if name in SPANS and not (type(value) is int or (value is None and name.startswith("answer"))):
            raise broken(f"proof.{name}", "int_type")
    text = block.text
    proof = {**old, **{name: wanted[name] for name in SPANS if name in wanted}}
    start, end = proof["start"], proof["end"]
    if not 0 <= start < len(text):
        raise broken("proof.start", "within_block", count=len(text))
    if not start < end <= len(text):
        raise broken("proof.end", "after_start", count=len(text))
    quote = text[start:end]
    if not quote.strip() or "\0" in quote:
        raise broken("proof.start", "white_space")
    first, last = block.page_at(start), block.page_at(end - 1)
    return {
        **proof,
        "quote": quote,
        "block_sha256": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        "source_page": first,
        "last_page": last if last > first else None,
    }


def standing(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a block's text word for word, whatever the white space between its words."""
    found = re.search(r"\s+".join(map(re.escape, quote.split())), text) if quote.strip() else None
    return found.span() if found else None


def placed(proof: Json, answers: Sequence[str], text: str) -> Json:
    """The proof with the answer's place: where the first of `answers` stands in the quote, None without one.

    Without `answers` the old place stays, if it lies in the quote.
    """
    start, end = proof["answer_start"], proof["answer_end"]
    if answers:
        start, end = next(_found(answers, proof, text), (None, None))
    elif start is None or end is None or not proof["start"] <= start < end <= proof["end"]:
        start = end = None
    return {**proof, "answer_start": start, "answer_end": end}


def moved(old: Json, before: Json, after: Json) -> Json:
    """An explanation's proof after the item's was cut anew: along with it where both had the same span."""
    if any(old[name] != before[name] for name in ("block_id", "start", "end")):
        return old
    return placed({**after, **{name: old[name] for name in ("answer_start", "answer_end")}}, (), "")


def points(wanted: object, old: Sequence[Json], proof: Json, text: str) -> object:
    """Key points with their spans: as given, else where their words stand in the quote, else as before at that place.

    Raises `Failure` 400 for one whose span nobody knows.
    """
    if not isinstance(wanted, list):
        return wanted
    found: list[object] = []
    for number, point in enumerate(wanted):
        if isinstance(point, dict) and isinstance(said := point.get("text"), str) and not {"start", "end"} & set(point):
            span = next(_found([said], proof, text), None)
            span = span or next(((one["start"], one["end"]) for one in old if one["text"] == said), None)
            if span is None and number < len(old):
                span = old[number]["start"], old[number]["end"]
            if span is None:
                _unplaced(number)
            point = {**point, "start": span[0], "end": span[1]}
        found.append(point)
    return found


def _found(words: Iterable[str], proof: Json, text: str) -> Iterator[tuple[int, int]]:
    for each in words:
        parts = [re.escape(part) for part in each.split()]
        for flags in (re.NOFLAG, re.IGNORECASE) if parts else ():
            pattern = re.compile(r"(?<!\w)" + r"\s+".join(parts) + r"(?!\w)", flags)
            if found := pattern.search(text, proof["start"], proof["end"]):
                yield found.span()


def _unplaced(number: int) -> NoReturn:
    raise broken(f"key_points.{number}.start", "unplaced")
