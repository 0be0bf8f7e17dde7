"""A command, a function or an option by what the text says that it does: a card, since its look mostly tells it."""

from collections.abc import Iterator

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft
from services.coach.facts.fact import Tool
from services.coach.facts.tools import bare_name
from services.text.alphabets import WORD
from services.text.words import is_small

_LEAST_TOLD = 3  # letters


def card_of(fact: Tool, source: Source) -> Iterator[Draft]:
    """What it does; its name (easy)."""
    key, does = bare_name(fact.name.text), fact.does.text
    if source.wording and not tells(does, key, (), source.language) and not _is_short_for(key, does):
        question, card = f"{fact.asks} {does}?", Card(key)
        yield source.draft(fact.concept, fact.at, question, card, "tool", "EASY", answer_at=fact.name, doubt=fact.doubt)


def _is_short_for(name: str, does: str) -> bool:
    """Whether a name is put together of the beginnings of words of what it does, in their order: "seq" of "sequences",
    "lsfit" of "least squares fitting", at least three letters of one of them; or has a word of it: "scp" of "cp"."""
    name = name.casefold()
    words = [word.casefold() for word in WORD.findall(does) if not is_small(word)]
    if any(len(word) > 1 and word in name for word in words):
        return True
    reached = {(0, False)}  # how far the name is made of them, and whether by enough of one
    for word in words:
        reached |= {
            (at + n, told or n >= _LEAST_TOLD)
            for at, told in reached
            for n in range(1, min(len(word), len(name) - at) + 1)
            if name.startswith(word[:n], at)
        }
    return (len(name), True) in reached
