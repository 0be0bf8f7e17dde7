"""A question or card as an author drafts it, and the letter with its proof that it becomes once chosen. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal
from uuid import UUID, uuid5

from contracts.coaching import QuizEntry
from contracts.documents import Block
from contracts.quizzes import Cloze, Difficulty, Flashcard, MultipleChoice, Option, Origin, Proof
from services.coach.order import Concept, Order

GAP = "____"


@dataclass(frozen=True)
class Draft:
    """`start:end`: the quote's place in the block's text; `answer_start:answer_end`: the answer's (None: not one span).

    `options`: what to choose from, the key among them; empty: a gap to fill, or a card. `doubt`: 0 stands alone, 1 and
    2 are taken where nothing better is left. `frame`: how it asks, so that a quiz does not ask in one way only.
    """

    kind: Literal["choice", "cloze", "card"]
    concept: Concept
    difficulty: Difficulty
    question: str
    answer: str
    block: Block
    start: int
    end: int
    answer_start: int | None
    answer_end: int | None
    options: Sequence[str] = ()
    accepted: Sequence[str] = ()
    doubt: int = 0
    frame: str = ""

    @property
    def quote(self) -> str:
        """What stands in the block, verbatim."""
        return self.block.text[self.start : self.end]


@dataclass(frozen=True)
class Written:
    """What an author made of an order, before anything is chosen. `dropped`: drafts it had to let go, by reason.

    `tokens`: spent on it; None without a model. `sentences`: how many the offline author found worth asking about.
    """

    quiz: Sequence[Draft]
    cards: Sequence[Draft]
    origin: Origin
    dropped_quiz: Mapping[str, int] = field(default_factory=dict)
    dropped_cards: Mapping[str, int] = field(default_factory=dict)
    tokens: int | None = None
    sentences: int | None = None


def entry(draft: Draft, order: Order, origin: Origin) -> QuizEntry:
    """The quiz question, with an id that follows from what it says: the same draft gets the same one."""
    fields = {
        "item_id": _id(draft, order),
        "quiz_id": order.quiz_id,
        "concept": draft.concept.name,
        "difficulty": draft.difficulty,
        "question": draft.question,
        "proof": _proof(draft, order),
        "origin": origin,
    }
    if draft.kind == "cloze":
        cloze = Cloze.model_validate({**fields, "answer": draft.answer, "accepted": list(draft.accepted)})
        return QuizEntry(question=draft.question, item=cloze)
    options = sorted(draft.options, key=str.casefold)
    key = options.index(draft.answer)
    choice = MultipleChoice.model_validate(
        {
            **fields,
            "answer": "abcd"[key],
            "options": [Option(option_id=name, text=text) for name, text in zip("abcd", options, strict=False)],
        }
    )
    return QuizEntry(question=draft.question, options=options, correct_answer_index=key, item=choice)


def flashcard(draft: Draft, order: Order, origin: Origin) -> Flashcard:
    """The card, with an id as `entry` gives them."""
    return Flashcard(
        card_id=_id(draft, order),
        question=draft.question,
        answer=draft.answer,
        concept=draft.concept.name,
        proof=_proof(draft, order),
        origin=origin,
    )


def _id(draft: Draft, order: Order) -> UUID:
    return uuid5(order.quiz_id, f"{draft.kind}:{draft.block.block_id}:{draft.start}:{draft.question}:{draft.answer}")


def _proof(draft: Draft, order: Order) -> Proof:
    return Proof(
        document_sha256=draft.block.document_sha256 or order.document_sha256,
        block_id=draft.block.block_id,
        block_sha256=sha256(draft.block.text.encode("utf-8", "surrogatepass")).hexdigest(),
        source_page=draft.block.source_page,
        start=draft.start,
        end=draft.end,
        quote=draft.quote,
        answer_start=draft.answer_start,
        answer_end=draft.answer_end,
    )
