"""The commands that the orchestrator would build: what is missing is ordered, and what was written is to be judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from contracts.coaching import Constraints, Goal, HandoverV1, Instructions, Metadata, StudyMaterial, WriteMaterial
from contracts.digest import DocumentDigested
from contracts.documents import Block
from contracts.items import Asked, Flashcard, Item
from contracts.quizzes import Refusal, Refused, ValidateItems
from contracts.reading import StoredReading

WHEN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Before:
    """What a course has when it is ordered for again."""

    items: Sequence[Item]
    cards: Sequence[Flashcard]
    refused: Sequence[Refused]
    tries: int


def ordered(
    kept: StoredReading,
    digest: DocumentDigested,
    blocks: Sequence[Block],
    missing: tuple[int, int],
    goals: Sequence[Goal],
    before: Before,
) -> WriteMaterial:
    """So many questions and cards as are missing."""
    constraints = Constraints(num_quiz_questions=max(0, missing[0]), num_flashcards=max(0, missing[1]))
    return WriteMaterial(
        quiz_id=UUID(int=7),
        handover=HandoverV1(
            metadata=Metadata(
                session_id=UUID(int=1),
                source_title=kept.doc_meta.title,
                source_hash=kept.document_sha256,
                language=kept.doc_meta.language,
                generated_at=WHEN,
            ),
            context=digest.context,
            instructions_for_coach=Instructions(constraints=constraints, generation_goals=list(goals)),
        ),
        blocks=list(blocks),
        terms=digest.terms,
        asked=_asked(before.items),
        cards=_asked(before.cards),
        refused=list(before.refused),
        tries=before.tries,
        headings=_headings(kept, {block.block_id for block in blocks}),
    )


def _headings(kept: StoredReading, wanted: set[str]) -> dict[str, str]:
    """What stands over each block."""
    over, found = "", dict[str, str]()
    for block in kept.blocks:
        if block.kind == "heading" and block.material:
            over = block.text
        elif over and block.block_id in wanted:
            found[block.block_id] = over
    return found


def to_judge(
    kept: StoredReading,
    part: StudyMaterial,
    blocks: Sequence[Block],
    items: Sequence[Item],
    cards: Sequence[Flashcard],
) -> ValidateItems:
    """A part of the material, beside the items and cards that were accepted before it."""
    return ValidateItems(
        quiz_id=part.quiz_id,
        document_sha256=kept.document_sha256,
        language=kept.doc_meta.language,
        items=[entry.item for entry in part.quiz],
        flashcards=part.flashcards,
        blocks=list(blocks),
        asked=_asked(items),
        cards=_asked(cards),
    )


def refused_for(each: Item | Flashcard, reasons: Sequence[Refusal]) -> Refused:
    """What the Coach is told of an item or card that did not hold."""
    return Refused(
        question=each.question,
        answer=_answer(each),
        quote=each.proof.quote,
        reasons=list(reasons),
        item_id=each.card_id if isinstance(each, Flashcard) else each.item_id,
    )


def _asked(made: Sequence[Item | Flashcard]) -> list[Asked]:
    return [
        Asked(
            question=each.question,
            answer=_answer(each),
            quote=each.proof.quote,
            level=None if isinstance(each, Flashcard) else each.level,
        )
        for each in made
    ]


def _answer(each: Item | Flashcard) -> str:
    return each.answer if isinstance(each, Flashcard) else each.answer_text
