"""M7: how good the wrong options are. M11: whether a question tells its answer. M12: where the key stands."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from contracts.items import Cloze, Item, MultipleAnswer, MultipleChoice, Numeric
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import content, fold, numbers, occurs, stem, stems, words

LEAST_FOR_M12 = 100


def shape_of(text: str) -> str:
    """The class of an option: a number, a name, a term, a phrase or a sentence."""
    if numbers(text) and len(words(text)) <= 4 and text.strip()[:1].isdigit():
        return "number"
    if len(words(text)) >= 5:
        return "sentence" if text.rstrip().endswith((".", "!", "?")) else "phrase"
    capital = all(word[:1].isupper() for word in text.split() if len(word) > 3)
    return "name" if capital and any(len(word) > 3 for word in text.split()) else "term"


def shaped(items: Iterable[Item]) -> Share:
    """M7 a: each wrong option is of the key's shape. A term and a name count as one."""
    share = Share()
    for item, key, wrong in _wrong(items):
        shapes = {shape_of(key), shape_of(wrong)}
        share.add(len(shapes) == 1 or shapes <= {"term", "name"}, f"{key} ~ {wrong}: {item.question}")
    return share


def apart(items: Iterable[Item]) -> Share:
    """M7 b: no wrong option stands in the evidence sentence, is a part of the key or holds it."""
    share = Share()
    for item, key, wrong in _wrong(items):
        within = occurs(wrong, item.proof.quote) or occurs(wrong, key) or occurs(key, wrong)
        share.add(not within, f"{key} ~ {wrong}: {item.question}")
    return share


def near(items: Iterable[Item], document: str, language: str) -> Share:
    """M7 c: a wrong option is not the key in other inflection, and it is something that this document speaks of, or a
    number."""
    share = Share()
    told = fold(document)
    spoken = content(document, language)
    for item, key, wrong in _wrong(items):
        equal = set(stems(key, language)) == set(stems(wrong, language))
        said = content(wrong, language)
        known = occurs(wrong, told) or shape_of(wrong) == "number" or (bool(said) and said <= spoken)
        share.add(known and not equal, f"{key} ~ {wrong}: {item.question}")
    return share


def akin(items: Iterable[Item], texts: Sequence[str], language: str) -> Share:
    """M24: each wrong option is of the key's class: it has its head word or ending, or one block of the document speaks
    of both. A number has no class; options that are sentences or phrases are not judged."""
    share = Share()
    told = [fold(text) for text in texts]
    for item, key, wrong in _wrong(items):
        if {shape_of(key), shape_of(wrong)} <= {"term", "name"}:
            heads = [stem(each[-1], language) if (each := words(text)) else "" for text in (key, wrong)]
            alike = heads[0] == heads[1] or (min(map(len, heads)) > 4 and heads[0][-3:] == heads[1][-3:])
            beside = any(occurs(key, text) and occurs(wrong, text) for text in told)
            share.add(alike or beside, f"{key} ~ {wrong}: {item.question}")
    return share


def _wrong(items: Iterable[Item]) -> Iterable[tuple[Item, str, str]]:
    for item in items:
        if isinstance(item, MultipleChoice | MultipleAnswer):
            keys = {item.answer} if isinstance(item, MultipleChoice) else set(item.answer)
            right = [option.text for option in item.options if option.option_id in keys]
            for option in item.options:
                if option.option_id not in keys:
                    yield from ((item, key, option.text) for key in right)


def told(items: Iterable[Item], language: str) -> Share:
    """M11: the question shares a content stem with a key and with no wrong option; a typed answer stands in it."""
    share = Share()
    for item in items:
        if isinstance(item, MultipleChoice | MultipleAnswer):
            keys = {item.answer} if isinstance(item, MultipleChoice) else set(item.answer)
            right = [option.text for option in item.options if option.option_id in keys]
            others = [_telling(option.text, language) for option in item.options if option.option_id not in keys]
            known = set[str]().union(*(_telling(text, language) for text in right))
            leaked = (_telling(item.question, language) & known) - set().union(*others)
            share.add(not leaked, f"{sorted(leaked)}: {item.question} | {item.answer_text}")
        elif isinstance(item, Cloze | Numeric):
            share.add(not occurs(item.answer, item.question), f"{item.answer}: {item.question}")
    return share


def _telling(text: str, language: str) -> set[str]:
    """Content stems of four letters or more, and what is written in capitals ("ATP")."""
    capitals = " ".join(word for word in re.findall(r"\w+", text) if len(word) > 1 and word.isupper())
    return content(text, language, least=4) | content(capitals, language, least=2)


def places(items: Iterable[Item]) -> Counter[tuple[int, int]]:
    """How often the key stands at a place (from 0) among so many options."""
    found: Counter[tuple[int, int]] = Counter()
    for item in items:
        if isinstance(item, MultipleChoice):
            ids = [option.option_id for option in item.options]
            found[ids.index(item.answer), len(ids)] += 1
    return found


def evenly(found: Counter[tuple[int, int]]) -> tuple[int, float | None]:
    """M12: how many choices there are, and p of the chi-square test that the key's place is chance; None below 100.

    Expected at a place: of every item with so many options an equal share.
    """
    total = sum(found.values())
    if total < LEAST_FOR_M12:
        return total, None
    most = max(of for _, of in found)
    observed = [sum(count for (at, _), count in found.items() if at == place) for place in range(most)]
    expected = [sum(count / of for (_, of), count in found.items() if of > place) for place in range(most)]
    squared = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    return total, chi_square_p(squared, most - 1)


def chi_square_p(squared: float, freedom: int) -> float:
    """The chance of a chi-square value at least this large: the upper regularised gamma function, as a series.

    Good to 1e-9 for values below 700.
    """
    if squared <= 0 or freedom <= 0:
        return 1.0
    half, x = freedom / 2, squared / 2
    term = total = 1 / half
    n = half
    while term > total * 1e-12:
        n += 1
        term *= x / n
        total += term
    lower = total * math.exp(-x + half * math.log(x) - math.lgamma(half))
    return min(1.0, max(0.0, 1 - lower))


def shares(items: Sequence[Item], document: str, language: str) -> tuple[Share, Share, Share]:
    """M7's three."""
    return shaped(items), apart(items), near(items, document, language)
