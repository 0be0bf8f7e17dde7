"""A small course as the gateway shows it to its owner: what the stand-in serves and the tests expect."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from contracts.items import Cloze, Flashcard, MultipleChoice
from contracts.proof import Option, Origin, Proof
from contracts.quizzes import Refusal
from contracts.views.material import OwnerCard, OwnerItem, QuestionView

Json = dict[str, Any]
NOW = datetime(2026, 11, 9, 14, 30, tzinfo=UTC)
SESSION = UUID("11111111-2222-4333-8444-555555555555")
ORIGIN = Origin(author="offline", name="test", version="1")
TOKEN = "owner-token"
LONG = f"Glucose is a sugar{', sweet and white' * 5}."


def proof(quote: str, page: int = 2) -> Proof:
    return Proof(
        document_sha256="a" * 64,
        block_id="b1",
        block_sha256="b" * 64,
        source_page=page,
        start=0,
        end=len(quote),
        quote=quote,
    )


def items(quiz: UUID) -> list[OwnerItem]:
    """A choice and a cloze that were accepted, one that was refused, one not judged yet, and one removed."""
    options = [Option(option_id="a", text="Sugar"), Option(option_id="b", text="Salt")]
    common: Json = {"quiz_id": quiz, "difficulty": "EASY", "origin": ORIGIN}
    choice = MultipleChoice(
        item_id=uuid5(quiz, "1"),
        concept="Glucose",
        question="What is glucose? [bold]",
        answer="a",
        options=options,
        proof=proof(LONG),
        **common,
    )
    cloze = Cloze(
        item_id=uuid5(quiz, "2"),
        concept="Chlorophyll",
        question="____ is green.",
        answer="Chlorophyll",
        proof=proof("Chlorophyll is green."),
        **common,
    )
    refused = cloze.model_copy(update={"item_id": uuid5(quiz, "3"), "concept": "Moss"})
    waiting = cloze.model_copy(update={"item_id": uuid5(quiz, "4")})
    reason = Refusal(code="quote_not_found", sentence="The quote is not in the block.")
    return [
        OwnerItem(item=choice, accepted=True),
        OwnerItem(item=cloze, accepted=True),
        OwnerItem(item=refused, accepted=False, reasons=[reason]),
        OwnerItem(item=waiting, accepted=None),
        OwnerItem(item=cloze.model_copy(update={"item_id": uuid5(quiz, "5")}), accepted=True, state="deleted"),
    ]


def card(accepted: bool = True) -> OwnerCard:
    made = Flashcard(
        card_id=uuid5(SESSION, "card"),
        question="Glucose",
        answer="A sugar.",
        concept="Glucose",
        proof=proof("Glucose is a sugar."),
        origin=ORIGIN,
    )
    return OwnerCard(flashcard=made, accepted=accepted)


def question(owned: OwnerItem) -> QuestionView:
    item = owned.item
    options = item.options if isinstance(item, MultipleChoice) else []
    return QuestionView(
        item_id=item.item_id,
        quiz_id=item.quiz_id,
        type=item.type,
        difficulty=item.difficulty,
        question=item.question,
        options=options,
    )
