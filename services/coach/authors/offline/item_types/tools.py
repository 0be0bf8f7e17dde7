"""A command, a function or an option by what the text says that it does: as a card; to be chosen where all must be."""

from collections.abc import Iterator, Sequence

from services.coach.authors.offline import explanations
from services.coach.authors.offline.distractors import LEAST, apart, says_much_the_same, tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, OneOf
from services.coach.facts.fact import Tool
from services.coach.facts.tools import bare_name
from services.text.alphabets import WORD
from services.text.words import is_small

_LEAST_TOLD = 3  # letters


def which_tool(fact: Tool, source: Source) -> Iterator[Draft]:
    """What it does; its name among others of its kind (easy). Where nothing but choices is ordered."""
    key = bare_name(fact.name.text)
    if not source.wording or tells(fact.does.text, key, (), source.language) or _is_short_for(key, fact.does.text):
        return
    others = _others(fact, key, source)
    if len(others) >= LEAST:
        wrong = [explanations.said_of(name, name, other.at, source) for name, other in others]
        yield _asked(fact, OneOf(explanations.right(key, fact.at, source), wrong), source)


def card_of(fact: Tool, source: Source) -> Iterator[Draft]:
    """What it does; its name."""
    key = bare_name(fact.name.text)
    if (
        source.wording
        and not tells(fact.does.text, key, (), source.language)
        and not _is_short_for(key, fact.does.text)
    ):
        yield _asked(fact, Card(key), source)


def _asked(fact: Tool, shape: OneOf | Card, source: Source) -> Draft:
    question = f"{fact.asks} {fact.does.text}?"
    return source.draft(fact.concept, fact.at, question, shape, "tool", "EASY", answer_at=fact.name, doubt=fact.doubt)


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


def _others(fact: Tool, key: str, source: Source) -> Sequence[tuple[str, Tool]]:
    """Others of its kind that its sentence does not name and that do something else, the nearest in the text first."""
    language = source.language
    tools = list(source.facts.tools)
    own = tools.index(fact)
    found: dict[str, tuple[int, Tool]] = {}
    for n, other in enumerate(tools):
        name = bare_name(other.name.text)
        if other.asks != fact.asks or name == key or name in fact.at.text:
            continue
        if says_much_the_same(fact.does.text, other.does.text, language):
            continue
        if name.startswith("-") == key.startswith("-"):
            found.setdefault(name, (abs(n - own), other))
    near = sorted(found.items(), key=lambda each: each[1][0])
    return apart(((name, other) for name, (_, other) in near), key, lambda each: each[0], language)
