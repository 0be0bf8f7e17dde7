"""What a reply in plain words means as a raw answer: an option's words, letter or number become its id. Pure."""

import re
from collections.abc import Sequence

from contracts.items import Item, Matching, MultipleAnswer, MultipleChoice, Numeric, Ordering, ShortAnswer, TrueFalse
from contracts.proof import Option
from services.evaluator.items import typed
from services.text.words import bare, fold

_LETTERS = "abcdefgh"
_PARTS = re.compile(r"\s*(?:[,;\n]|→|->|\s+(?:and|og|then|så|deretter)\s+|\d[.)]\s)\s*")
_PAIR = re.compile(r"\s*(?:=|:|→|->|–|\s-\s)\s*")
# How an answer is wrapped in talk: "I think it is ..., right?"
_BEFORE = re.compile(
    r"^(?:(?:well|so|hmm+|um|ok|okay|oh|maybe|perhaps|kanskje|altså|vel)[, ]+)*"
    r"(?:(?:i (?:think|guess|believe|would say)|my answer is|the answer is|it must be|it(?:'s| is| was)|that(?:'s| is)"
    r"|jeg (?:tror|mener|tipper)|svaret (?:mitt )?er|det (?:er|må være|var)|option|alternativ)\s+(?:that |at )?)+",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[,\s]+(?:right|i think|i guess|maybe|tror jeg|kanskje|ikke sant)\s*[?.!]*$", re.IGNORECASE)
_TRUE = frozenset("true yes right correct sant ja riktig stemmer".split())  # noqa: SIM905
_FALSE = frozenset("false no wrong incorrect usant nei galt feil falsk".split())  # noqa: SIM905
_AT_A_LOSS = re.compile(
    r"^(?:i )?(?:don't|do not|dont) know\b|^no (?:idea|clue)\b|^i give up\b|^(?:pass|skip|\?+)$|\btell me the answer\b"
    r"|^(?:jeg )?(?:vet|aner) ikke\b|^(?:jeg )?gir opp\b|^ingen anelse\b|^(?:hopp over|pass)$|\bsi svaret\b"
    r"|\bi (?:don't|do not|cannot|can't) understand\b|\bjeg (?:forstår|skjønner) ikke\b"
)


def gives_up(reply: str) -> bool:
    """Whether the reply says that its writer does not know."""
    return bool(_AT_A_LOSS.search(fold(reply).replace("’", "'").strip(" .!")))


def raw_of(item: Item, reply: str) -> str:
    """The reply as a raw answer (`contracts/answers.py`); what cannot be read as one stays as it was typed."""
    core = reply.strip() if isinstance(item, ShortAnswer) else _AFTER.sub("", _BEFORE.sub("", reply.strip()))
    match item:
        case MultipleChoice():
            return _option(core, item.options) or core
        case TrueFalse():
            return _truth(core, item.options) or core
        case MultipleAnswer() | Ordering():
            return ",".join(_options(core, item.options)) or core
        case Matching():
            return ",".join(_pairs(core, item)) or core
        case Numeric():
            return core.rstrip(".! ")
        case _:
            return core


def _option(text: str, options: Sequence[Option]) -> str | None:
    """By its id, its words, or its place as a letter or a number."""
    said = bare(text)
    by_id = {option.option_id: option.option_id for option in options}
    by_words = {bare(option.text): option.option_id for option in options}
    by_place = {name: option.option_id for n, option in enumerate(options) for name in (_LETTERS[n], str(n + 1))}
    for known in (by_id, by_words, by_place):
        if said in known:
            return known[said]
    words = typed.words([option.text for option in options])
    alike = [each for each in options if typed.same(text, each.text, quote=text, known=words)]
    return alike[0].option_id if len(alike) == 1 else None


def _options(text: str, options: Sequence[Option]) -> list[str]:
    """Those named, in the order of the reply; by ids or places written together too ("cab")."""
    for parts in (_PARTS.split(text), text.split(",")):
        found = [_option(part, options) for part in parts if part.strip()]
        if found and all(found):
            return [each for each in found if each]
    places = {bare(option.text): option.option_id for option in options if bare(option.text) in fold(text)}
    if places:
        return [places[words] for words in sorted(places, key=fold(text).index)]
    signs = [_option(sign, options) for sign in text if sign.isalnum()]
    return [each for each in signs if each] if signs and all(signs) and len(signs) <= len(options) else []


def _truth(text: str, options: Sequence[Option]) -> str | None:
    said = bare(text).split()
    if not said:
        return None
    if chosen := _option(text, options):
        return chosen
    return "true" if said[0].strip(",") in _TRUE else "false" if said[0].strip(",") in _FALSE else None


def _pairs(text: str, item: Matching) -> list[str]:
    """`prompt=option` for each pair that can be read."""
    pairs = []
    for part in re.split(r"[;\n]|,(?=[^,]*(?:=|:|→|->))", text):
        sides = _PAIR.split(part.strip(), maxsplit=1)
        if len(sides) == 2:
            prompt, option = _option(sides[0], item.prompts), _option(sides[1], item.options)
            if prompt and option:
                pairs.append(f"{prompt}={option}")
    return pairs
