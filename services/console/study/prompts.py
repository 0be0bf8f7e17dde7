"""One question on the terminal: how it is shown, and how what is typed becomes a raw answer. Pure but for `put`."""

import re
from collections.abc import Mapping
from string import ascii_lowercase

from contracts.items import AnsweredBy, answered_by
from services.console.study import show
from services.console.study.client import Json
from services.console.study.keyed_items import Raw, question

HINTS: Mapping[AnsweredBy, str] = {
    "option": "the letter",
    "options": "the letters of all that are right, like: a c",
    "order": "the letters in order, like: b a c",
    "pairs": "number and letter of each pair, like: 1b 2a",
    "words": "in words",
}
TYPED = {"cloze": "the missing words", "numeric": "the number", "short_answer": "in your own words"}


class Unclear(Exception):
    """What was typed is no answer to this question; the message says what would be."""


def put(asked: Json, number: int, of: int) -> None:
    """The question with its options on stdout."""
    again = "  (asked before)" if asked.get("repeat") else ""
    show.line()
    show.line(f"{number:2} of {of}  ", (question(asked), "bold"), (again, "dim"))
    for place, prompt in enumerate(asked.get("prompts") or [], 1):
        show.line(f"{place}) {prompt['text']}", indent=4)
    for sign, option in zip(ascii_lowercase, asked.get("options") or [], strict=False):
        show.line(f"{sign}) {option['text']}", indent=4)
    unit = f" in {asked['unit']}" if asked.get("unit") else ""
    show.line((f"Answer with {hint(asked['type'])}{unit}; empty skips.", "dim"), indent=4)


def hint(type: str) -> str:
    """What is to be typed."""
    return TYPED.get(type, HINTS[answered_by(type)])


def raw(asked: Json, typed: str) -> Raw | None:
    """The raw answer that was typed, as the gateway takes it; None: skipped. Raises `Unclear`."""
    typed = typed.strip()
    if not typed:
        return None
    ids = [option["option_id"] for option in asked.get("options") or []]
    match answered_by(asked["type"]):
        case "option":
            return _option(asked, typed)
        case "options":
            return _several(typed, ids)
        case "order":
            order = _several(typed, ids)
            if len(order) != len(ids):
                raise Unclear(f"Name all {len(ids)} letters, each once.")
            return order
        case "pairs":
            return _pairs(asked, typed, ids)
        case "words":
            return typed


def _option(asked: Json, typed: str) -> str:
    """By its letter, or by its words: "true" is an option's."""
    ids = [option["option_id"] for option in asked["options"]]
    said = {option["text"].casefold(): option["option_id"] for option in asked["options"]}
    if (found := said.get(typed.casefold())) is not None:
        return str(found)
    return _several(typed, ids, one=True)[0]


def _several(typed: str, ids: list[str], one: bool = False) -> list[str]:
    signs = [sign for sign in re.split(r"[\s,;.)]+", typed.casefold()) if sign]
    if len(signs) == 1 and not one:
        signs = list(signs[0])
    known = dict(zip(ascii_lowercase, ids, strict=False))
    last = ascii_lowercase[len(ids) - 1]
    if not all(sign in known for sign in signs) or len(set(signs)) != len(signs) or (one and len(signs) != 1):
        raise Unclear(f"Type {'one letter' if one else 'letters'} from a to {last}.")
    return [known[sign] for sign in signs]


def _pairs(asked: Json, typed: str, ids: list[str]) -> dict[str, str]:
    prompts = [prompt["option_id"] for prompt in asked["prompts"]]
    pairs: dict[str, str] = {}
    for number, sign in re.findall(r"(\d+)\s*[=:)-]?\s*([a-z])", typed.casefold()):
        place = ascii_lowercase.index(sign)
        if not 1 <= int(number) <= len(prompts) or place >= len(ids):
            raise Unclear(f"Pairs are of 1 to {len(prompts)} and a to {ascii_lowercase[len(ids) - 1]}.")
        pairs[prompts[int(number) - 1]] = ids[place]
    if not pairs:
        raise Unclear("Type pairs like: 1b 2a")
    return pairs
