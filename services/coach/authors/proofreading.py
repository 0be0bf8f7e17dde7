"""Holds what a language model wrote against the text: finds its quote and answer there, or says why not. Pure."""

from collections.abc import Mapping

from contracts.documents import Block
from services.coach.authors.prompt import ComposedCard, ComposedQuestion
from services.coach.draft import GAP, Draft
from services.coach.order import Concept, Order
from services.coach.quote import locate
from services.coach.words import content_of, find, fold, stems_of, tells_all

_MOST_OPTIONS = 4


class Unfit(Exception):
    """`reason` as a shortfall counts it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def question_draft(composed: ComposedQuestion, blocks: Mapping[str, Block], order: Order) -> Draft:
    """The draft with its proof. Raises `Unfit`."""
    block, start, end = _quoted(composed.block_id, composed.quote, blocks)
    answer = locate(composed.answer, block.text, start, end, any_case=True)
    if answer is None:
        raise Unfit("answer_not_in_quote")
    if composed.type == "multiple_choice":
        question, options, key = composed.question, *_options(composed)
        others = frozenset[str]().union(*(content_of(option, order.language) for option in options if option != key))
        leaked = bool((content_of(question, order.language) & content_of(key, order.language)) - others)
        if any(option != key and find(option, fold(block.text[start:end])) >= 0 for option in options):
            raise Unfit("key_ambiguous")
    else:
        if order.choice_only:
            raise Unfit("not_multiple_choice")
        question, options, key = composed.question, [], block.text[slice(*answer)]
        if question.count(GAP) != 1 or "__" in question.replace(GAP, ""):
            raise Unfit("gap_mismatch")
        if locate(question.replace(GAP, composed.answer), block.text, start, end, any_case=True) is None:
            raise Unfit("gap_mismatch")
        leaked = tells_all(question.replace(GAP, " "), key, order.language)
    if leaked:
        raise Unfit("answer_leaked")
    return Draft(
        kind="choice" if options else "cloze",
        concept=_concept(composed.concept, order),
        difficulty=composed.difficulty,
        question=question,
        answer=key,
        block=block,
        start=start,
        end=end,
        answer_start=answer[0],
        answer_end=answer[1],
        options=options,
    )


def card_draft(composed: ComposedCard, blocks: Mapping[str, Block], order: Order) -> Draft:
    """The same for a flashcard; its answer may be in words of its own if the quote holds its concept."""
    block, start, end = _quoted(composed.block_id, composed.quote, blocks)
    answer = locate(composed.answer, block.text, start, end, any_case=True)
    if answer is None and locate(composed.concept, block.text, start, end, any_case=True) is None:
        raise Unfit("answer_not_in_quote")
    if find(composed.answer, fold(composed.question)) >= 0:
        raise Unfit("answer_leaked")
    return Draft(
        kind="card",
        concept=_concept(composed.concept, order),
        difficulty=order.difficulty,
        question=composed.question,
        answer=composed.answer,
        block=block,
        start=start,
        end=end,
        answer_start=answer[0] if answer else None,
        answer_end=answer[1] if answer else None,
    )


def _quoted(block_id: str, quote: str, blocks: Mapping[str, Block]) -> tuple[Block, int, int]:
    block = blocks.get(block_id)
    place = locate(quote, block.text) if block else None
    if block is None or place is None:
        raise Unfit("quote_not_found")
    return block, *place


def _options(composed: ComposedQuestion) -> tuple[list[str], str]:
    """The options, and which of them is the key. Raises `Unfit`."""
    options = composed.options
    folded = [fold(option) for option in options]
    if not 2 <= len(options) <= _MOST_OPTIONS or len(set(folded)) != len(folded):
        raise Unfit("options_unfit")
    if fold(composed.answer) not in folded:
        raise Unfit("answer_not_in_options")
    return options, options[folded.index(fold(composed.answer))]


def _concept(name: str, order: Order) -> Concept:
    """The ordered concept of that name, else one of its own that ranks after those of high relevance."""
    key = stems_of(name, order.language)
    return next((concept for concept in order.concepts if concept.key == key), Concept(name, key, 1, False))
