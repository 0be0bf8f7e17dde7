"""Chosen drafts as letters: the item or card of each shape, with its proof, its options and their explanations. Pure.

Ids follow from the quiz and from what is asked: the same draft gets the same one.
"""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any
from uuid import UUID, uuid5

from contracts.coaching import QuizEntry
from contracts.items import (
    Cloze,
    Flashcard,
    Item,
    KeyPoint,
    Matching,
    MultipleAnswer,
    MultipleChoice,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
)
from contracts.proof import Explanation, Option, Origin
from services.coach.drafts.draft import (
    Card,
    Choice,
    Draft,
    Gap,
    Number,
    OneOf,
    Open,
    Pairs,
    Shape,
    SomeOf,
    Statement,
    Steps,
)
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof, within
from services.coach.drafts.shapes import in_order, kind_of, said_by, truths, turned

_IDS = ascii_lowercase


def entry(draft: Draft, order: Order, origin: Origin) -> QuizEntry:
    """The quiz question. Raises ValueError for a card, and for a shape that its item's contract refuses."""
    item = _item(draft, order, origin)
    options = [option.text for option in getattr(item, "options", ())]
    key = None
    if isinstance(item, MultipleChoice):
        key = [option.option_id for option in item.options].index(item.answer)
    return QuizEntry(question=draft.question, options=options, correct_answer_index=key, item=item)


def flashcard(draft: Draft, order: Order, origin: Origin) -> Flashcard:
    """The card. Raises ValueError for a question."""
    if not isinstance(draft.shape, Card):
        raise ValueError("shape: not a card")
    return Flashcard(
        card_id=_id(draft, order),
        question=draft.question,
        answer=draft.shape.answer,
        concept=draft.concept.name,
        proof=proof(draft.at, order, draft.answer_at),
        origin=origin,
    )


def _item(draft: Draft, order: Order, origin: Origin) -> Item:
    shape = draft.shape
    fields: dict[str, Any] = {
        "item_id": _id(draft, order),
        "quiz_id": order.quiz_id,
        "concept": draft.concept.name,
        "difficulty": draft.difficulty,
        "question": draft.question,
        "proof": proof(draft.at, order, draft.answer_at),
        "origin": origin,
    }
    match shape:
        case OneOf():
            chosen = _Options(in_order([shape.key, *shape.others]), draft, order)
            fields |= {"options": chosen.options, "explanations": chosen.explained([shape.key])}
            return MultipleChoice(**fields, answer=chosen.id_of(shape.key))
        case SomeOf():
            chosen = _Options(in_order([*shape.keys, *shape.others]), draft, order)
            fields |= {"options": chosen.options, "explanations": chosen.explained(shape.keys)}
            return MultipleAnswer(**fields, answer=sorted(map(chosen.id_of, shape.keys)))
        case Steps():
            chosen = _Options(turned(shape.steps, [step.text for step in shape.steps]), draft, order)
            fields |= {"options": chosen.options, "explanations": chosen.explained(())}
            return Ordering(**fields, answer=list(map(chosen.id_of, shape.steps)))
        case Pairs():
            return Matching(**fields | _paired(shape, draft, order))
        case Statement():
            return TrueFalse(**fields, **_stated(shape, draft, order))
        case Gap():
            return Cloze(**fields, answer=shape.answer, accepted=list(shape.accepted))
        case Number():
            return Numeric(**fields, answer=shape.answer, value=shape.value, tolerance=shape.tolerance, unit=shape.unit)
        case Open():
            points = [KeyPoint(text=at.text, start=at.start, end=at.end) for at in shape.key_points]
            return ShortAnswer(**fields, answer=shape.answer, key_points=points)
        case Card():
            raise ValueError("shape: a card is no question")


class _Options:
    """Choices in the order in which they are shown, with ids by their place."""

    def __init__(self, shown: Sequence[Choice], draft: Draft, order: Order) -> None:
        self._shown, self._draft, self._order = shown, draft, order
        self.options = _options([choice.text for choice in shown])

    def id_of(self, choice: Choice) -> str:
        return _IDS[next(place for place, each in enumerate(self._shown) if each is choice)]

    def explained(self, keys: Sequence[Choice]) -> list[Explanation]:
        """One for each option of which something can be said; what makes a key right is at least the quote."""
        found = []
        for name, choice in zip(_IDS, self._shown, strict=False):
            at = choice.at or (self._draft.at if any(key is choice for key in keys) else None)
            if sentence := choice.why or (at.text if at else ""):
                proved = proof(at, self._order, within(at, choice.text)) if at else None
                found.append(Explanation(option_id=name, sentence=sentence, proof=proved))
        return found


def _paired(shape: Pairs, draft: Draft, order: Order) -> dict[str, Any]:
    """A matching item's own fields."""
    words = list(dict.fromkeys([option for _, option in shape.pairs] + list(shape.left_over)))
    # Prompts stand as they were drafted; the options must not stand beside their own all the way down.
    shown = turned(map(Choice, words), words)
    ids = {choice.text: name for name, choice in zip(_IDS, shown, strict=False)}
    prompts, answer, explanations = list[Option](), dict[str, str](), list[Explanation]()
    for number, (prompt, option) in enumerate(shape.pairs, 1):
        at = prompt.at or draft.at
        prompts.append(Option(option_id=str(number), text=prompt.text))
        answer[str(number)] = ids[option]
        why = Explanation(
            option_id=str(number), sentence=prompt.why or at.text, proof=proof(at, order, within(at, option))
        )
        explanations.append(why)
    first = shape.pairs[0][0].at or draft.at
    return {
        "proof": proof(first, order, draft.answer_at if first == draft.at else within(first, shape.pairs[0][1])),
        "prompts": prompts,
        "options": _options([choice.text for choice in shown]),
        "answer": answer,
        "explanations": explanations,
    }


def _stated(shape: Statement, draft: Draft, order: Order) -> dict[str, Any]:
    """A true-or-false item's own fields."""
    yes, no = truths(draft.at.block.language or order.language)
    proved = proof(draft.at, order, draft.answer_at)
    why = shape.why or draft.quote
    answer = "false" if shape.wrong else "true"
    told = {name: why if name == answer else shape.why_not or why for name in ("true", "false")}
    return {
        "statement": shape.text,
        "options": [Option(option_id="true", text=yes), Option(option_id="false", text=no)],
        "answer": answer,
        "wrong": shape.wrong,
        "right": shape.right,
        "explanations": [Explanation(option_id=name, sentence=why, proof=proved) for name, why in told.items()],
    }


def _options(texts: Sequence[str]) -> list[Option]:
    return [Option(option_id=name, text=text) for name, text in zip(_IDS, texts, strict=False)]


def _id(draft: Draft, order: Order) -> UUID:
    """From all that a learner could tell items by, so that one written anew with other options is another item."""
    shape = draft.shape
    said = [kind_of(shape), draft.at.block.block_id, str(draft.at.start), str(draft.at.end), draft.question]
    said += [said_by(shape), *_others(shape)]
    return uuid5(order.quiz_id, "\x1f".join(said))


def _others(shape: Shape) -> list[str]:
    match shape:
        case OneOf() | SomeOf():
            return [choice.text for choice in in_order(shape.others)]
        case Statement():
            return [shape.text, shape.wrong]
        case Pairs():
            return sorted(shape.left_over)
        case _:
            return []
