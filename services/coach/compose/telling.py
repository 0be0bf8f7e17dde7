"""What a draft, or a question that a session has, could tell of another's answer, or have told. Pure.

A number is told with its unit alone; whether something is true is told by nothing.
"""

from contracts.items import Asked, answered_by
from services.coach.authors.items.registry import kind_of, rules_of
from services.coach.drafts.draft import Draft
from services.text.telling import Told
from services.text.truths import TRUTHS
from services.text.words import bare


def told_of(draft: Draft, language: str) -> Told:
    """A draft's; of a card, which is in no quiz, what it asks."""
    rules, shape = rules_of(draft.shape), draft.shape
    if rules is None:
        return Told.of([draft.question], (), (), typed=False, language=language)
    asks, typed = [draft.question, *rules.asked_with(shape)], answered_by(kind_of(shape)) == "words"
    keys = rules.keys(shape)
    # Once it is answered its key is seen too.
    return Told.of(asks, [*rules.options(shape), *keys], keys, typed=typed, language=language)


def told_of_asked(asked: Asked, language: str) -> Told:
    """That of what a session has: neither its options are known, nor whether its answer is typed."""
    keys = [] if bare(asked.answer) in TRUTHS or asked.answer.isdigit() else [asked.answer]
    return Told.of([asked.question], keys, keys, typed=False, language=language)
