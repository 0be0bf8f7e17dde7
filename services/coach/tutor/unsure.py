"""Where a passage stands that may answer and was not read surely: the place alone, no word of it is told. Pure."""

from contracts.documents import UnsurePlace
from contracts.learning import Explain
from services.coach.drafts.draft import Span
from services.coach.drafts.prove import pages_of
from services.coach.tutor.asked import telling
from services.coach.tutor.finding import Text
from services.coach.tutor.following import understood
from services.coach.tutor.lesson import Lesson

_MOST = 2
"""Places that are told, the best first: of two that may answer one is often only about it."""


def unsure_of(lesson: Lesson, question: str) -> list[Span]:
    """The passages that were not read surely and fit a question best, if they do as well as what may answer must."""
    doubted = {block.block_id for block in lesson.command.unsure if block.aside == "low_confidence"}
    if not doubted:
        return []
    there = {block.block_id for block in lesson.command.unsure}
    as_read = [block.model_copy(update={"material": True}) for block in lesson.command.unsure]
    text = Text([*(block for block in lesson.command.blocks if block.block_id not in there), *as_read], lesson.language)
    asked = understood(text.spelt(question), lesson.command.conversation, lesson.language)
    if asked.simpler or asked.another or (asked.kind == "why" and not telling(asked.text, lesson.language)):
        return []  # What was told is to be told otherwise, or a reason is wanted for it.
    hits = (hit for hit in text.found(asked) if hit.answers != "no")
    return [hit.span for hit in hits if hit.sentence.block.block_id in doubted][:_MOST]


def place_of(at: Span, command: Explain) -> UnsurePlace:
    """The place as it may be told."""
    first, last = pages_of(at)
    return UnsurePlace(
        document_sha256=at.block.document_sha256 or command.document_sha256 or "",
        block_id=at.block.block_id,
        source_page=first,
        last_page=last,
    )
