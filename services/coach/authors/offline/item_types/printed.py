"""Multiple choice as the document prints it: a question with its options, and the key that stands behind it.

The quote is the option that the key names; question and key are its supports, so that its place proves it.
"""

import re
from collections.abc import Iterator
from string import ascii_uppercase

from contracts.documents import Block
from services.coach.authors.offline.explanations import told_of_option
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import GAP, Choice, Draft, OneOf, Span
from services.coach.drafts.order import Concept
from services.coach.sentences.concepts import stands_in
from services.coach.sentences.split import Sentence
from services.text.printed import printed_in

_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Ha-h])[.):]\s+")
_KEY = re.compile(r"\(?([A-H])\)?[.,;]?", re.IGNORECASE)
_BLANK = re.compile(r"_{3,}")


def questions(source: Source) -> Iterator[Draft]:
    """Each that is about a concept (medium)."""
    wording, blocks = source.wording, source.order.printed
    for found in printed_in([block.exercise_part for block in blocks]) if wording else ():
        options = [_bare(blocks[n]) for n in found.options]
        key = _KEY.fullmatch(blocks[found.keys[-1]].text.split()[-1])
        place = ascii_uppercase.index(key[1].upper()) if key else len(options)
        question = _BLANK.sub(GAP, _bare(blocks[found.question]).text)
        if wording is None or place >= len(options) or len({option.text for option in options}) < len(options):
            continue
        right = options[place]
        concept = _concept(f"{question} {right.text}", right, source)
        if concept is None:
            continue
        shape = OneOf(
            Choice(right.text, wording.fill(wording.printed, right.text), right),
            [told_of_option(option.text, source) for option in options if option is not right],
        )
        supports = [Span(blocks[n], 0, len(blocks[n].text)) for n in (found.question, found.keys[-1])]
        yield source.draft(concept, right, question, shape, "printed", answer_at=right, supports=supports)


def _bare(block: Block) -> Span:
    """What stands there, without its number or letter."""
    number = _NUMBER.match(block.text)
    return Span(block, number.end() if number else 0, len(block.text.rstrip()))


def _concept(text: str, at: Span, source: Source) -> Concept | None:
    """The foremost concept that question or key names."""
    named = stands_in(source.order.concepts, [Sentence(at.block, 0, 0, text, 0)], source.language)[0]
    return min((concept for concept, *_ in named), key=lambda each: each.rank, default=None)
