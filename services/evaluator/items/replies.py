"""How a reply in plain words names options, by their words, letters or numbers, and how its writer gives up."""

import re
from collections.abc import Sequence

from contracts.items import chosen
from contracts.proof import Option
from services.evaluator.items import typed
from services.text.alphabets import WORD
from services.text.words import bare, fold, is_small, stems_of

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
_AT_A_LOSS = re.compile(
    r"^(?:i )?(?:really )?(?:don't|do not|dont) know\b|^(?:i (?:have|'ve got) )?no (?:idea|clue)\b|^i give up\b"
    r"|^(?:pass|skip|idk|dunno|i dunno|beats me|\?+)$"
    r"|^(?:i'm |i am )?not sure$|^i (?:forgot|can't remember|don't remember)\b"
    r"|\b(?:tell|show|give) me the answer\b|\bjust tell me\b(?! (?:what|why|how|about|when|where|more)\b)"
    r"|^what(?:'s| is| was) the (?:right |correct )?answer\??$"
    r"|^(?:jeg )?(?:vet|aner) (?:da |jeg )?ikke\b|^(?:jeg )?gir opp\b|^(?:jeg har )?ingen anelse\b"
    r"|^(?:hopp over|pass)$|\bsi svaret\b|\bbare si det\b|^hva er svaret\??$|^(?:jeg )?husker ikke\b"
    r"|\bi (?:don't|do not|cannot|can't) understand\b|\bjeg (?:forstår|skjønner) ikke\b"
    r"|^(?:ich )?weiss (?:ich |es |das )*nicht\b|^(?:ich habe )?keine ahnung\b|^(?:ich )?gebe? auf\b"
    r"|\bsage? mir (?:einfach |bitte )*die (?:antwort|lösung)\b|^was ist die (?:antwort|lösung)\??$"
    r"|\bich verstehe? (?:es |das )?nicht\b"
)

_NOTHING_MORE = frozenset(
    WORD.findall(
        """
        i me my we you how what when where why if because so but sorry really yet now please answer anything nothing
        just here jeg meg hvordan hva når hvorfor fordi så men beklager unnskyld enda ennå svaret noe noen her nå hjelp
        bare
        """
    )
)


def gives_up(reply: str) -> bool:
    """Whether the reply says that its writer does not know."""
    return bool(_AT_A_LOSS.search(fold(reply).replace("’", "'").strip(" .!")))


def only_gives_up(reply: str, question: str, language: str) -> bool:
    """Whether it says nothing else: "I don't know why, perhaps it rots" is an answer too."""
    if not gives_up(reply):
        return False
    rest = _AT_A_LOSS.sub(" ", fold(reply).replace("’", "'").strip(" .!"))
    asked = set(stems_of(question, language))
    said = (word for word in WORD.findall(rest) if not is_small(word) and word not in _NOTHING_MORE)
    return all(stem in asked for word in said for stem in stems_of(word, language))


def bare_answer(reply: str) -> str:
    """The reply without the talk around it."""
    return _AFTER.sub("", _BEFORE.sub("", reply.strip()))


def option_named(text: str, options: Sequence[Option]) -> str | None:
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


def options_named(text: str, options: Sequence[Option]) -> list[str]:
    """Those named, in the order of the reply; by ids or places written together too ("cab")."""
    for parts in (_PARTS.split(text), text.split(",")):
        found = [option_named(part, options) for part in parts if part.strip()]
        if found and all(found):
            return [each for each in found if each]
    places = {bare(option.text): option.option_id for option in options if bare(option.text) in fold(text)}
    if places:
        return [places[words] for words in sorted(places, key=fold(text).index)]
    signs = [option_named(sign, options) for sign in text if sign.isalnum()]
    return [each for each in signs if each] if signs and all(signs) and len(signs) <= len(options) else []


def pairs_named(text: str, prompts: Sequence[Option], options: Sequence[Option]) -> list[str]:
    """`prompt=option` for each pair that can be read."""
    pairs = []
    for part in re.split(r"[;\n]|,(?=[^,]*(?:=|:|→|->))", text):
        sides = _PAIR.split(part.strip(), maxsplit=1)
        if len(sides) == 2:
            prompt, option = option_named(sides[0], prompts), option_named(sides[1], options)
            if prompt and option:
                pairs.append(f"{prompt}={option}")
    return pairs


def unread_ids(raw: str, options: Sequence[Option]) -> str:
    """The form that says that several options were asked for; "": all are options."""
    ids = {option.option_id for option in options}
    return "" if chosen(raw) and set(chosen(raw)) <= ids else "unread_many"
