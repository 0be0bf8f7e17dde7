"""Our sample lessons as the tutor gets them: blocks, and a place for each term of the glossary."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from contracts.documents import Block, Emphasis
from contracts.learning import Explain
from contracts.mastery import ConceptPlace
from services.coach.tutor.answering import answered_of
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.wording import Told

TEXTS = Path(__file__).parents[2] / "console" / "samples"
DOCUMENT = "ab" * 32
_A_PAGE = 8  # paragraphs


@cache
def lesson(name: str) -> tuple[tuple[Block, ...], tuple[ConceptPlace, ...]]:
    """The blocks of a sample, and the places of its terms."""
    paragraphs = (TEXTS / f"{name}.md").read_text(encoding="utf-8").split("\n\n")
    blocks = tuple(
        _block(number, paragraph.strip())
        for number, paragraph in enumerate(paragraphs)
        if not paragraph.startswith("#")
    )
    terms = json.loads((TEXTS / f"{name}.glossary.json").read_text(encoding="utf-8"))["terms"]
    homes = [(term["term"], _home(term["term"], blocks)) for term in terms]
    return blocks, tuple(
        ConceptPlace(concept=term, block_id=home.block_id, source_page=home.source_page, ordinal=ordinal)
        for ordinal, (term, home) in enumerate(homes)
        if home
    )


def explain(name: str, *concepts: str, **more: Any) -> Explain:
    """A command about a sample."""
    blocks, places = lesson(name)
    return Explain(
        **{
            "concepts": list(concepts),
            "language": name[-2:],
            "blocks": list(blocks),
            "places": list(places),
            "document_sha256": DOCUMENT,
            **more,
        }
    )


def _block(number: int, marked: str) -> Block:
    text, emphasis = "", list[Emphasis]()
    for place, part in enumerate(re.split(r"\*\*", marked)):
        if place % 2:
            emphasis.append(Emphasis(start=len(text), end=len(text) + len(part), style="bold"))
        text += part
    return Block(block_id=f"b{number}", text=text, source_page=number // _A_PAGE + 1, emphasis=emphasis)


def _home(term: str, blocks: tuple[Block, ...]) -> Block | None:
    set_apart = [
        block
        for block in blocks
        if any(block.text[each.start : each.end].lower() == term.lower() for each in block.emphasis)
    ]
    return next(iter([*set_apart, *(block for block in blocks if term.lower() in block.text.lower())]), None)


@cache
def _read(name: str) -> Lesson:
    return lesson_of(explain(name, question="?"))


def asked(name: str, question: str) -> Told:
    """What the tutor answers; a sample is read once for all questions about it."""
    return answered_of(_read(name), question)
