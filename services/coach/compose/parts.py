"""Study material in parts: what went ahead first, and no part larger than a broker comfortably takes. Pure."""

from collections.abc import Sequence

from contracts.coaching import StudyMaterial
from contracts.documents import Part
from services.coach.drafts.order import Order

MOST_BYTES = 120_000
"""Of one letter: not half of what a message may have, since its items travel on to the Evaluator with their blocks."""
# What a question with four options and their proofs, and a card, come to at most in practice.
_QUESTION_BYTES, _CARD_BYTES = 8_000, 2_000


def parts_ahead(order: Order) -> int:
    """In how many parts an order's material comes, said before the most of it is written: one goes ahead."""
    most = order.questions * _QUESTION_BYTES + order.flashcards * _CARD_BYTES
    return 1 + max(1, -(-most // MOST_BYTES))


def in_parts(material: StudyMaterial, ahead: StudyMaterial | None, *, of: int | None = None) -> list[StudyMaterial]:
    """The messages, the shortfall in the last. `of`: this is part 1 of so many.

    `ahead`: part 1, which was told and whose questions are the first of `material`; it says of how many.
    """
    if of is not None:
        return [material.model_copy(update={"part": Part(number=1, of=of)})]
    if ahead is None or ahead.part is None:
        pieces = _split(material, _size(material) // MOST_BYTES + 1)
        return _numbered(pieces, 1, len(pieces)) if len(pieces) > 1 else pieces
    rest = material.model_copy(update={"quiz": material.quiz[len(ahead.quiz) :]})
    return [ahead, *_numbered(_split(rest, ahead.part.of - 1), 2, ahead.part.of)]


def _numbered(pieces: Sequence[StudyMaterial], first: int, of: int) -> list[StudyMaterial]:
    return [piece.model_copy(update={"part": Part(number=number, of=of)}) for number, piece in enumerate(pieces, first)]


def _split(material: StudyMaterial, count: int) -> list[StudyMaterial]:
    """So many messages of about one size, in their order, questions first; some may be empty."""
    each = [*material.quiz, *material.flashcards]
    sizes = [len(one.model_dump_json(exclude_none=True).encode()) for one in each]
    total, passed = sum(sizes), 0
    places = []
    for size in sizes:
        places.append(min(count - 1, (passed + size // 2) * count // max(1, total)))
        passed += size
    questions = len(material.quiz)
    return [
        material.model_copy(
            update={
                "quiz": [one for one, at in zip(material.quiz, places, strict=False) if at == piece],
                "flashcards": [
                    one for one, at in zip(material.flashcards, places[questions:], strict=True) if at == piece
                ],
                "shortfall": material.shortfall if piece == count - 1 else [],
                "dropped": material.dropped if piece == count - 1 else [],
            }
        )
        for piece in range(count)
    ]


def _size(material: StudyMaterial) -> int:
    return len(material.write())
