"""Patterns in one attempt's mistakes: what they have in common, in a sentence, and what to read or do. Pure.

One pattern for each kind, sign and concept; what was answered too fast is one pattern over all concepts. The graver
kinds come first, then what was missed most often, then as it was asked.
"""

from collections.abc import Iterable, Sequence
from math import ceil

from contracts.mastery import ErrorPattern
from services.evaluator.grading.mistakes import Mistake
from services.evaluator.items.registry import rules_of
from services.text.catalogue import sentences
from services.text.languages import spoken
from services.text.words import fold

_MOST = 110

FORMS, _SIGNS = sentences("patterns"), sentences("signs")


def short(text: str) -> str:
    """At most 110 characters, without the marks that the sentences put around it and the full stop before them."""
    plain = " ".join(text.split()).strip("“”„«»").removesuffix(".")
    return plain if len(plain) <= _MOST else plain[: _MOST - 1].rstrip() + "…"


def quoted(text: str, tongue: str) -> str:
    """In the language's quotation marks."""
    return _SIGNS[tongue]["quoted"].format(short(text))


def listed(words: Sequence[str], tongue: str) -> str:
    """ "a, b and c"; each once."""
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} {FORMS[tongue]['and']} {last}" if first else last


def where(count: int, asked: int, tongue: str) -> str:
    """How often, of how many questions, with a blank before it; nothing where there was one alone."""
    return FORMS[tongue]["where_one" if asked == 1 else "where"].format(count=count, asked=asked)


def pages(numbers: Iterable[int], tongue: str) -> str:
    """ "page 2", "pages 2 and 5"."""
    found = [str(number) for number in sorted(set(numbers))]
    return FORMS[tongue]["page" if len(found) == 1 else "pages"].format(listed(found, tongue))


def seconds(longest: float, tongue: str) -> str:
    """Whole ones, rounded up."""
    return FORMS[tongue]["second" if longest <= 1 else "seconds"].format(ceil(longest))


_GRAVEST_FIRST = ("conceptual", "procedural", "careless")
_MOST_ANSWERS = 3


def patterns(found: Sequence[Mistake], language: str) -> list[ErrorPattern]:
    """None for mistakes of no kind. `language` is the document's; sentences are in it, or in English."""
    groups: dict[tuple[str, ...], list[Mistake]] = {}
    for mistake in found:
        if mistake.kind:
            groups.setdefault(_alike(mistake), []).append(mistake)
    groups = {alike: group for alike, group in groups.items() if not _is_told_otherwise(group, found)}
    rank = {kind: place for place, kind in enumerate(_GRAVEST_FIRST)}
    ordered = sorted(groups.values(), key=lambda group: (rank[group[0].kind or ""], -len(group)))
    return [_pattern(group, found, spoken(language, FORMS)) for group in ordered]


def pages_of(found: Sequence[Mistake], tongue: str) -> str:
    """The pages on which the text has what was missed, in words."""
    return pages((each.item.proof.source_page for each in found), tongue)


def _is_told_otherwise(group: Sequence[Mistake], found: Sequence[Mistake]) -> bool:
    """A concept missed again, of which all but one mistake show more than that: theirs is the pattern."""
    first = group[0]
    others = (each for each in found if each.kind and each.sign != first.sign)
    return (
        first.sign == "missed_again"
        and len(group) == 1
        and any(fold(each.item.concept) == fold(first.item.concept) for each in others)
    )


def _alike(mistake: Mistake) -> tuple[str, ...]:
    if mistake.sign == "too_fast":
        return ("too_fast",)
    return (mistake.sign, fold(mistake.item.concept), fold(mistake.other))


def _pattern(group: Sequence[Mistake], found: Sequence[Mistake], tongue: str) -> ErrorPattern:
    first = group[0]
    counted = _missed(group, found) if first.sign == "missed_again" else group
    fast = first.sign == "too_fast"
    told = {
        "concept": short(first.item.concept),
        "concepts": listed([quoted(each.item.concept, tongue) for each in group], tongue),
        "other": short(first.other),
        "taken": short(first.taken),
        "wanted": short(first.item.answer_text),
        "given": _given(counted, tongue),
        "quote": short(first.item.proof.quote),
        "at": pages_of(group, tongue),
        "page": str(first.page),
        "count": str(len(group)),
        "seconds": seconds(max(each.answer.latency_sec for each in group), tongue),
        "where": where(len(counted), first.asked, tongue),
        "pace": seconds(first.pace, tongue),
    }
    one = {fold(each.item.concept) for each in group}
    return ErrorPattern(
        pattern_type=first.kind or "conceptual",
        description=FORMS[tongue][_form(first, len(group))].format(**told),
        affected_questions=[each.item.item_id for each in group],
        suggested_remediation=FORMS[tongue][_remedy(first)].format(**told),
        concept=first.item.concept if not fast or len(one) == 1 else "",
        made_by=f"rule:{first.sign}:v1",
    )


def _missed(group: Sequence[Mistake], found: Sequence[Mistake]) -> list[Mistake]:
    """All that was missed of a concept: what another pattern tells too, and what was skipped."""
    concept = fold(group[0].item.concept)
    return [each for each in found if fold(each.item.concept) == concept and (each in group or each.answer.credit == 0)]


def _form(mistake: Mistake, count: int) -> str:
    if mistake.sign == "mistaken_for" and not mistake.other:
        return "mixed_up"
    if mistake.sign == "too_fast" and count == 1:
        return "too_fast_one" if mistake.pace else "too_fast_lone"
    return "number_far" if _has_no_unit(mistake) else mistake.sign


def _given(group: Sequence[Mistake], tongue: str) -> str:
    """What was answered instead; "true" and "false" say nothing by themselves."""
    said = [quoted(each.taken, tongue) for each in group if each.taken and not rules_of(each.item).judged]
    if not said:
        return ""
    form = "given" if len(said) == 1 else "givens"
    return FORMS[tongue][form].format(answers=listed(said[:_MOST_ANSWERS], tongue))


def _has_no_unit(mistake: Mistake) -> bool:
    """A number of another size, such as a year, whose unit explains nothing."""
    return mistake.sign == "scale" and not getattr(mistake.item, "unit", "")


def _remedy(mistake: Mistake) -> str:
    if _has_no_unit(mistake):
        return "do_number"
    if mistake.sign != "mistaken_for":
        return f"do_{mistake.sign}"
    if not mistake.other:
        return "do_mixed_up"
    if mistake.page is None:
        return "do_mistaken"
    return "do_mistaken_same" if mistake.page == mistake.item.proof.source_page else "do_mistaken_for"
