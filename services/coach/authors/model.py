"""The author that asks a language model. It must quote; what does not stand in the text is let go.

The document is data: it goes in as JSON within marks that it cannot close, and the rules say that nothing in it is an
instruction. One bad item costs one.
"""

from collections import Counter
from dataclasses import dataclass

from contracts.documents import Block
from contracts.problems import Code, Failure, problem
from contracts.quizzes import Origin
from services.chassis.json_answer import read_each
from services.chassis.model import Model
from services.chassis.model_failures import ModelError
from services.coach.authors.prompt import ComposedCard, ComposedQuestion, Composition, request, rules
from services.coach.authors.proofreading import Unfit, card_draft, question_draft
from services.coach.draft import Draft, Written
from services.coach.order import Order
from services.coach.upstream import upstream
from services.coach.words import find, fold

ROLE = "coach"
VERSION = "1"
_CHARACTERS_A_TOKEN = 4
_TOKENS_A_QUESTION, _TOKENS_A_CARD, _TOKENS_MORE = 300, 200, 500


@dataclass(frozen=True)
class ModelAuthor:
    """Writes with a language model. `input_tokens`: how much of the document it is shown, roughly."""

    model: Model
    input_tokens: int

    async def write(self, order: Order, session: str) -> Written:
        """See `Author.write`. Raises `Failure` (502, 504): the model failed, or nothing it wrote stands in the text."""
        shown = fitting(order, self.input_tokens * _CHARACTERS_A_TOKEN)
        limit = _TOKENS_MORE + order.questions * _TOKENS_A_QUESTION + order.flashcards * _TOKENS_A_CARD
        try:
            answer = await self.model.ask(
                role=ROLE,
                system=rules(order),
                user=request(order, shown),
                schema=Composition,
                session=session,
                max_tokens=limit,
            )
        except ModelError as error:
            raise upstream(error) from error
        blocks = {block.block_id: block for block in shown}
        quiz, dropped_quiz = _questions(answer.value, blocks, order)
        cards, dropped_cards = _cards(answer.value, blocks, order)
        dropped = sum((dropped_quiz + dropped_cards).values())
        if dropped and not quiz and not cards:
            said = f"The language model wrote {dropped} items, and none could be proved from the text."
            raise Failure(problem(Code.MODEL_UNREADABLE, said), final=True, tokens=answer.tokens)
        return Written(
            quiz=quiz,
            cards=cards,
            origin=Origin(author="model", name=answer.model, version=VERSION),
            dropped_quiz=dropped_quiz,
            dropped_cards=dropped_cards,
            tokens=answer.tokens,
        )


def fitting(order: Order, room: int) -> list[Block]:
    """As many blocks as fit into `room` characters, those that speak of the first concepts first; in reading order."""
    worth: list[tuple[int, int, Block]] = []
    for place, block in enumerate(order.blocks):
        folded = fold(block.text)
        first = next(
            (n for n, concept in enumerate(order.concepts) if find(concept.name, folded) >= 0), len(order.concepts)
        )
        worth.append((first, place, block))
    kept: list[tuple[int, Block]] = []
    for _, place, block in sorted(worth, key=lambda each: each[:2]):
        if len(block.text) <= room:
            room -= len(block.text)
            kept.append((place, block))
    return [block for _, block in sorted(kept, key=lambda each: each[0])]


def _questions(wrote: Composition, blocks: dict[str, Block], order: Order) -> tuple[list[Draft], Counter[str]]:
    good, bad = read_each(wrote.quiz if order.questions else [], ComposedQuestion)
    drafts, dropped = list[Draft](), Counter({"unreadable": len(bad)})
    for composed in good:
        try:
            drafts.append(question_draft(composed, blocks, order))
        except Unfit as unfit:
            dropped[unfit.reason] += 1
    return drafts, dropped


def _cards(wrote: Composition, blocks: dict[str, Block], order: Order) -> tuple[list[Draft], Counter[str]]:
    good, bad = read_each(wrote.flashcards if order.flashcards else [], ComposedCard)
    drafts, dropped = list[Draft](), Counter({"unreadable": len(bad)})
    for composed in good:
        try:
            drafts.append(card_draft(composed, blocks, order))
        except Unfit as unfit:
            dropped[unfit.reason] += 1
    return drafts, dropped
