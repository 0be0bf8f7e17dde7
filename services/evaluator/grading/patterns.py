"""Patterns in one attempt's mistakes: what they have in common, in a sentence, and what to read or do. Pure.

A pattern is shown by two answers at least. What is conceptual is one for each concept, or each two that were mixed up;
slips and what is done wrongly are one for each sign, over all concepts. The graver kinds come first, then what was
missed most often, then as it was asked.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil

from contracts.mastery import ErrorPattern
from contracts.message import Phrase, shortened
from services.evaluator.grading.mistakes import Mistake
from services.evaluator.items.registry import rules_of
from services.text.catalogue.phrases import named, rendered
from services.text.splitting import unquoted
from services.text.words import fold

_MOST = 110


def short(text: str) -> str:
    """At most 110 characters, without the marks that the sentences put around it and the full stop before them."""
    return shortened(unquoted(text), _MOST)


def said(name: str, *numbered: str | float | Phrase, **named: str | float | Phrase) -> Phrase:
    """One of the phrases about mistakes."""
    return Phrase.of(f"patterns.{name}", *numbered, **named)


def _quoted(words: Iterable[str]) -> Phrase:
    """In quotation marks, one after another; each once."""
    return Phrase.listed("and", [Phrase.quoted(each) for each in dict.fromkeys(map(short, words))])


def _where(count: int, asked: int) -> Phrase | str:
    """How often, of how many questions, with a blank before it; nothing where there was one alone."""
    return "" if asked == 1 else said("where", count=count, asked=asked)


def _seconds(longest: float) -> Phrase:
    """Whole ones, rounded up."""
    return said("second") if longest <= 1 else said("seconds", ceil(longest))


def pages_of(found: Sequence[Mistake]) -> Phrase:
    """Where the text has what was missed: "page 2", "pages 2 and 5"; without pages "“Tides” and “Waves”"."""
    if not all(each.item.proof.is_paged for each in found):
        places = {rendered(each.item.proof.at, "en"): each.item.proof.at for each in found}
        return Phrase.listed("and", places.values())
    pages = [str(number) for number in sorted({each.item.proof.source_page for each in found})]
    return said("page" if len(pages) == 1 else "pages", Phrase.listed("and", pages))


_GRAVEST_FIRST = ("conceptual", "procedural", "careless")
_MOST_ANSWERS, _LEAST = 3, 2


def patterns(found: Sequence[Mistake], language: str) -> list[ErrorPattern]:
    """What two or more answers show; one slip is none. `language` is the document's; sentences are in it, or in
    English."""
    groups = _grouped([mistake for mistake in found if mistake.kind], _alike)
    told = [(_sign_of(group[0]), group) for group in groups if len(group) >= _LEAST]
    # Mistakes about one concept that are each of their own sort still show together that it is not understood.
    alone = [group[0] for group in groups if len(group) < _LEAST and group[0].kind == "conceptual"]
    told += [("missed_again", group) for group in _grouped(alone, _concept) if len(group) >= _LEAST]
    rank = {kind: place for place, kind in enumerate(_GRAVEST_FIRST)}
    ordered = sorted(told, key=lambda each: (rank[each[1][0].kind or ""], -len(each[1])))
    return [_pattern(sign, group, found, language) for sign, group in ordered]


def _grouped(found: Sequence[Mistake], alike: Callable[[Mistake], tuple[str, ...]]) -> list[list[Mistake]]:
    groups: dict[tuple[str, ...], list[Mistake]] = {}
    for mistake in found:
        groups.setdefault(alike(mistake), []).append(mistake)
    return list(groups.values())


def _concept(mistake: Mistake) -> tuple[str, ...]:
    return (fold(mistake.item.concept),)


def _alike(mistake: Mistake) -> tuple[str, ...]:
    """Two concepts taken for each other are one pattern whichever was asked; so are slips of a sort, of any concept."""
    if mistake.kind != "conceptual":
        return (_sign_of(mistake),)
    return (mistake.sign, *sorted((fold(mistake.item.concept), fold(mistake.other))))


def _sign_of(mistake: Mistake) -> str:
    """A number of another size, such as a year, that has no unit to explain it, is another number."""
    return "number" if mistake.sign == "scale" and not getattr(mistake.item, "unit", "") else mistake.sign


def _pattern(sign: str, group: Sequence[Mistake], found: Sequence[Mistake], language: str) -> ErrorPattern:
    first, taught = group[0], [each for each in group if not each.item.is_printed]
    counted = _missed(group, found) if sign == "missed_again" else group
    told: dict[str, str | int | Phrase] = {
        "concept": short(first.item.concept),
        "concepts": _quoted(each.item.concept for each in group),
        "other": short(first.other),
        "taken": short(first.taken),
        "given": _given(counted),
        "quote": short((taught or group)[0].item.proof.quote),
        "at": pages_of(taught or group),
        "page": str(first.page),
        "count": len(group),
        "seconds": _seconds(max(each.answer.latency_sec for each in group)),
        "where": _where(len(counted), first.asked),
    }
    form, remedy = _form(sign, group), _remedy(sign, first) if taught else "do_explain"
    what, then = (said(each, **{name: told[name] for name in named(f"patterns.{each}")}) for each in (form, remedy))
    one = {fold(each.item.concept) for each in group}
    return ErrorPattern(
        pattern_type=first.kind or "conceptual",
        description=rendered(what, language),
        phrase=what,
        affected_questions=[each.item.item_id for each in group],
        suggested_remediation=rendered(then, language),
        remediation_phrase=then,
        concept=first.item.concept if len(one) == 1 or first.kind == "conceptual" else "",
        made_by=f"rule:{sign}:v1",
    )


def _missed(group: Sequence[Mistake], found: Sequence[Mistake]) -> list[Mistake]:
    """All that was missed of a concept: what another pattern tells too, and what was skipped."""
    concept = fold(group[0].item.concept)
    return [each for each in found if fold(each.item.concept) == concept and (each in group or each.answer.credit == 0)]


def _form(sign: str, group: Sequence[Mistake]) -> str:
    if sign != "mistaken_for":
        return sign
    if not group[0].other:
        return "mixed_up"
    return "mistaken_for" if len({fold(each.item.concept) for each in group}) == 1 else "confused"


def _given(group: Sequence[Mistake]) -> Phrase | str:
    """What was answered instead; "true" and "false" say nothing by themselves."""
    taken = [short(each.taken) for each in group if each.taken and not rules_of(each.item).judged]
    shown = list(dict.fromkeys(taken))[:_MOST_ANSWERS]
    if not shown:
        return ""
    return said("given" if len(shown) == 1 else "givens", answers=_quoted(shown))


def _remedy(sign: str, mistake: Mistake) -> str:
    if sign != "mistaken_for":
        return f"do_{sign}"
    if not mistake.other:
        return "do_mixed_up"
    if mistake.page is None or not mistake.item.proof.is_paged:
        return "do_mistaken"
    return "do_mistaken_same" if mistake.page == mistake.item.proof.source_page else "do_mistaken_for"
