"""Ordering: the steps of a process as the text gives them."""

import re
from collections.abc import Iterator

from services.coach.authors.offline.distractors import alike
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Draft, Steps
from services.coach.facts.fact import Process

_LEAST = 3
_LONGEST = 24
# What tells the place of a step by itself.
_TELLS = re.compile(
    r"\b(?:\w*(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|teenth|tieth)"
    r"|since|siden|seit|first(?:ly)?|secondly|then|next|finally|lastly|afterwards?|after that|subsequently"
    r"|the last step|først|deretter|så|til slutt|etterpå|dernest|zuerst|dann|danach|schließlich|zuletzt)\b",
    re.IGNORECASE,
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
