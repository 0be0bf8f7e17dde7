"""A text of our own, what the Coach makes of what a strong model composed about it, and a reviewer whose answers are
written by hand: each item is judged alone."""

from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from contracts.items import Flashcard, Item
from contracts.proof import Origin
from contracts.quizzes import ItemsValidated, Refusal, ValidateItems
from services.chassis.model.client import OpenAIModel
from services.chassis.worker.handlers import Run
from services.coach.authors.model.proofreading import card_draft, question_draft
from services.coach.authors.model.schemas import ComposedCard, ComposedQuestion
from services.coach.compose.items import entry, flashcard
from services.coach.drafts.order import order_of
from services.evaluator.validation.review import Reviewer
from services.evaluator.validation.validate import Validator
from tests.coach.orders import DOCUMENT, order
from tests.standins.model import shown
from tests.standins.model.model_behaviours import Body, ok
from tests.standins.model.openai_server import StandIn

Json = dict[str, Any]
ORIGIN = Origin(author="model", name="strong", version="1")
GOOD: Json = {"key_follows": True}


class Noted:
    """Stands where the frame's `Run` does."""

    envelope = type("Envelope", (), {"subject": UUID(int=1)})()

    def note(self, **said: Any) -> None:
        pass


def made(composed: Json, texts: Sequence[str], names: Sequence[Any] = ()) -> Item | Flashcard:
    """What the Coach makes of it. Raises `Unfit`."""
    read = order_of(order(texts, names))
    blocks = {block.block_id: block for block in read.blocks}
    if "type" in composed:
        return entry(question_draft(ComposedQuestion.model_validate(composed), blocks, read), read, ORIGIN).item
    return flashcard(card_draft(ComposedCard.model_validate(composed), blocks, read), read, ORIGIN)


def command_of(one: Item | Flashcard, texts: Sequence[str]) -> ValidateItems:
    """The order to judge it alone."""
    card = isinstance(one, Flashcard)
    return ValidateItems(
        quiz_id=UUID(int=7),
        document_sha256=DOCUMENT,
        language="en",
        items=[] if card else [cast(Item, one)],
        flashcards=[cast(Flashcard, one)] if card else [],
        blocks=order(texts, ()).blocks,
    )


def entries(body: Body) -> list[Json]:
    """What the reviewer is shown."""
    return shown.entries(body, "review") or []


async def reasons(
    composed: Json, texts: Sequence[str], said: Mapping[str, Any], server: StandIn, model: OpenAIModel
) -> list[Refusal]:
    """Why it is refused where the reviewer says this of it; nothing: it is published."""
    server.then(ok(lambda body: {"reviews": [{"number": each["number"], **said} for each in entries(body)]}))
    validator = Validator(1, reviewer=Reviewer(model, 4000, 5))
    command = command_of(made(composed, texts), texts)
    (answer,) = await validator.validate_items(command, cast(Run, Noted()))
    assert isinstance(answer, ItemsValidated)
    return list(answer.verdicts[0].reasons)


def question(type: str, question: str, block: str, quote: str, **fields: Any) -> Json:
    """A question as a model composes it. `why`: reasons, each an option and a sentence; `also`: further quotes."""
    why, also = fields.pop("why", {}), fields.pop("also", ())
    return {
        "type": type,
        "concept": fields.pop("concept", "trade"),
        "difficulty": "HARD",
        "level": fields.pop("level", "apply"),
        "question": question,
        "block_id": block,
        "quote": quote,
        "supports": [{"block_id": block_id, "quote": said} for block_id, said in also],
        "reasons": [{"option": option, "why": said} for option, said in why.items()],
        **fields,
    }
