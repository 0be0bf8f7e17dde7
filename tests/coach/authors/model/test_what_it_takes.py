"""How many tokens a delivered item takes in and out, its review, guess and blind round trip too: as characters tell
it."""

import json
import re
from typing import cast

from contracts.documents import Relevance
from contracts.quizzes import ItemsValidated, ValidateItems
from services.chassis.model.client import OpenAIModel
from services.chassis.worker.handlers import Run
from services.coach.authors.model.author import ModelAuthor
from services.coach.compose.handler import Composer
from services.evaluator.validation.guess import Guesser
from services.evaluator.validation.review import Reviewer
from services.evaluator.validation.round_trip import RoundTrip
from services.evaluator.validation.validate import Validator
from tests.coach.orders import DOCUMENT, QUIZ, Noted, order, whole
from tests.console.samples.make_samples import HERE
from tests.standins.model.author import composes
from tests.standins.model.model_behaviours import ok
from tests.standins.model.openai_server import StandIn

MOST = 900
BOOK = (HERE / "human-body.en.md").read_text(encoding="utf-8").replace("**", "")
PARAGRAPHS = [text for text in re.split(r"\n\n+", BOOK) if len(text) > 120]
TERMS: list[tuple[str, Relevance]] = [
    (each["term"], "High")
    for each in json.loads((HERE / "human-body.en.glossary.json").read_text(encoding="utf-8"))["terms"]
    if any(each["term"] in text.casefold() for text in PARAGRAPHS)
]


async def test_a_delivered_item_takes_at_most_900_tokens(server: StandIn, model: OpenAIModel) -> None:
    server.otherwise(ok(composes, usage=None))
    writing, judging = Noted(), Noted()
    command = order(PARAGRAPHS, TERMS, questions=10, cards=15)
    material = whole(await Composer(ModelAuthor(model, 12_000)).compose(command, writing))
    validator = Validator(1, RoundTrip(model, 4_000, 12), Reviewer(model, 4_000, 8), Guesser(model, 4_000, 12))
    judged = await validator.validate_items(
        ValidateItems(
            quiz_id=QUIZ,
            document_sha256=DOCUMENT,
            language="en",
            items=[entry.item for entry in material.quiz],
            flashcards=material.flashcards,
            blocks=command.blocks,
        ),
        cast(Run, judging),
    )
    assert isinstance(judged[0], ItemsValidated)
    delivered = sum(verdict.accepted for verdict in judged[0].verdicts)
    spent = writing.notes["tokens_used"] + judging.notes["tokens_used"]
    assert delivered >= 20
    assert spent / delivered <= MOST, (spent, delivered)
