"""Ordering: the steps of a process as the text gives them; dated events, the earliest first."""

import re
from collections.abc import Iterator, Sequence

from services.coach.authors.offline.distractors import alike
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Draft, Span, Steps
from services.coach.facts.fact import Process, Quantity
from services.text.words import content_of

_LEAST = 3
_MOST_EVENTS = 4
_LONGEST = 24
_LEAST_EVENT = 3
# What tells the place of a step by itself.
_TELLS = re.compile(
    r"\b(?:\w*(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|teenth|tieth)"
    r"|since|siden|seit|first(?:ly)?|secondly|then|next|finally|lastly|afterwards?|after that|subsequently"
    r"|the last step|først|deretter|så|til slutt|etterpå|dernest|zuerst|dann|danach|schließlich|zuletzt)\b",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:jan|feb|mar|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cs])[a-zä]*\.?|(?:early|late|mid|spring|summer|autumn|fall"
    r"|winter|begynnelsen av|slutten av|anfang|ende)"
)
_DATE = (
    r"(?:in|on|from|i|fra|den|im|am)\s+(?:the\s+)?(?:(?:year|året|jahre?)\s+)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+)?(?:(?:{_MONTH})[\s-]+)?(?:of\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?"
)
# What was so, and did not happen; and what has a reason beside it.
_STATE = re.compile(
    r"\b(?:there (?:was|were|are)|(?:was|were|is|are) (?:an?|the|still|not|only)|because|since|det (?:var|fantes|er)"
    r"|(?:var|er) (?:en|et|ei|den|det)|fordi|(?:war|waren|ist) (?:ein|eine|der|die|das)|weil)\b",
    re.IGNORECASE,
)
# What may follow a date so that the clause before it is whole.
_ENDS = re.compile(r"\s*(?:[.,;]|$|(?:until|till|to|til|bis|by|and|og|und)\s+[^\W\d])", re.IGNORECASE)
_LEANS = re.compile(
    r"^(?:it|they|he|she|this|that|these|den|det|de|han|hun|dette|disse|er|sie|es|dies\w*)\b", re.IGNORECASE
)


def ordered(fact: Process, source: Source) -> Iterator[Draft]:
    """The steps (hard)."""
    wording = source.wording
    if not wording or not _LEAST <= len(fact.steps) <= 8:
        return
    texts = alike([step.text for step in fact.steps])
    if any(_TELLS.search(text) or len(text.split()) > _LONGEST for text in texts) or len(set(texts)) < len(texts):
        return
    steps = [
        Choice(text, wording.step.format(n, wording.quoted(fact.at.text)), fact.at) for n, text in enumerate(texts, 1)
    ]
    question = wording.fill(wording.steps, fact.what or fact.concept.name)
    yield source.draft(
        fact.concept, fact.at, question, Steps(steps), "steps", "HARD", doubt=fact.doubt, level="understand"
    )


def dated(quantities: Sequence[Quantity], source: Source) -> Iterator[Draft]:
    """Events of different years, each cut to what happened (hard)."""
    wording = source.wording
    events = [
        (fact, event)
        for fact in quantities
        if wording and fact.is_year and not fact.doubt and (event := event_of(fact, source.language)) is not None
    ]
    # One event for a year and sentence, in reading order.
    once: dict[float, tuple[Quantity, Span]] = {}
    for fact, event in events:
        if fact.at not in [other.at for other, _ in once.values()] and not any(
            _alike(event.text, other.text, source.language) for _, other in once.values()
        ):
            once.setdefault(fact.value, (fact, event))
    found = [*once.values()]
    for n in range(0, len(found), _MOST_EVENTS):
        group = sorted(found[n : n + _MOST_EVENTS], key=lambda each: each[0].value)
        if len(group) < _LEAST or not wording:
            continue
        texts = alike([event.text for _, event in group])
        steps = [
            Choice(text, wording.dated.format(fact.number.text, wording.quoted(fact.at.text)), fact.at)
            for text, (fact, _) in zip(texts, group, strict=True)
        ]
        first, last = group[0][0], group[-1][0]
        question = wording.dates.format(first.number.text, last.number.text)
        yield source.draft(first.concept, first.at, question, Steps(steps), "dates", "HARD", level="understand")


def event_of(fact: Quantity, language: str) -> Span | None:
    """What happened, without the date: the clause before it or after it; None: the date stands within.

    After a date Norwegian and German put the verb first, and what is left is no sentence.
    """
    at, number, text = fact.at, fact.number, fact.at.block.text
    before, after = text[at.start : number.start], text[number.end : at.end]
    found = re.search(rf"(?:^|\s){_DATE}$", before, re.IGNORECASE)
    if not found:
        return None
    if not before[: found.start()].strip():
        if language != "en":
            return None
        start = number.end + len(after) - len(after.lstrip(" ,"))
        end = at.end - len(after) + len(after.rstrip(" .!"))
    elif _ENDS.match(after):
        start, end = at.start, at.start + len(before[: found.start()].rstrip(" ,"))
    else:
        return None
    event = Span(at.block, start, end)
    words = event.text.split()
    if not _LEAST_EVENT <= len(words) <= _LONGEST or re.search(r"\d{4}", event.text) or _LEANS.match(event.text):
        return None
    if _STATE.search(event.text) or ", " in event.text:
        return None
    return None if _TELLS.search(event.text) or event.text.count("(") != event.text.count(")") else event


def _alike(one: str, other: str, language: str) -> bool:
    first, second = content_of(one, language), content_of(other, language)
    return not first or not second or len(first & second) >= 0.6 * min(len(first), len(second))
