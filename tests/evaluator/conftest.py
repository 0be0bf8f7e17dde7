"""A small text of our own, in two languages, and good items about it."""

from hashlib import sha256
from uuid import UUID, uuid5

import pytest

from contracts.documents import Block
from contracts.items import Cloze, Flashcard, MultipleChoice
from contracts.proof import Option, Origin, Proof
from contracts.quizzes import ValidateItems

DOCUMENT = sha256(b"tides.pdf").hexdigest()
QUIZ = UUID("6f1c3f0a-9d1e-4b1b-8a55-0d2f5a3c7e10")
TEXTS = {
    "b1": "A neap tide is a tide with the smallest range, when the pull of the sun and the moon is at right angles. "
    "It follows a half moon.",
    "b2": "The fetch is the distance over which the wind blows across open water. A long one makes high waves.",
    "b3": "An estuary is the mouth of a river where fresh water mixes with the salt water of the sea.",
    "b4": "En fjord er en lang og smal havarm som en isbre har gravd ut. Terskelen ytterst kalles en morene.",
}
ORIGIN = Origin(author="offline", name="test", version="1")


def block(block_id: str, page: int | None = None) -> Block:
    """A block of the text; `b2` is on page 2, and so on."""
    return Block(block_id=block_id, text=TEXTS[block_id], source_page=page or int(block_id[1:]))


def proof(block_id: str, quote: str, answer: str) -> Proof:
    """The proof of an answer in a quote of a block."""
    text = TEXTS[block_id]
    start = text.index(quote)
    at = start + quote.index(answer)
    return Proof(
        document_sha256=DOCUMENT,
        block_id=block_id,
        block_sha256=sha256(text.encode()).hexdigest(),
        source_page=int(block_id[1:]),
        start=start,
        end=start + len(quote),
        quote=quote,
        answer_start=at,
        answer_end=at + len(answer),
    )


def sentence(block_id: str) -> str:
    """The first sentence of a block."""
    return TEXTS[block_id].split(". ")[0].removesuffix(".") + "."


def choice(block_id: str, key: str, stem: str, *others: str) -> MultipleChoice:
    """A definition item: the options are the terms in the order of the alphabet."""
    texts = sorted((key, *others))
    return MultipleChoice(
        item_id=uuid5(QUIZ, f"choice {key}"),
        quiz_id=QUIZ,
        concept=key,
        difficulty="EASY",
        question=f"Which term is defined in the text as “{stem}”?",
        answer=f"o{texts.index(key)}",
        options=[Option(option_id=f"o{at}", text=text) for at, text in enumerate(texts)],
        proof=proof(block_id, sentence(block_id), key),
        origin=ORIGIN,
    )


def cloze(block_id: str, answer: str, concept: str, accepted: list[str] | None = None) -> Cloze:
    """The first sentence of a block with a gap."""
    quote = sentence(block_id)
    return Cloze(
        item_id=uuid5(QUIZ, f"cloze {answer}"),
        quiz_id=QUIZ,
        concept=concept,
        difficulty="MEDIUM",
        question=quote.replace(answer, "____", 1),
        answer=answer,
        accepted=accepted or [],
        proof=proof(block_id, quote, answer),
        origin=ORIGIN,
    )


def card(block_id: str, term: str, definition: str) -> Flashcard:
    """A card that asks for a term's definition."""
    return Flashcard(
        card_id=uuid5(QUIZ, f"card {term}"),
        question=f"What is meant by “{term}”?",
        answer=definition,
        concept=term,
        proof=proof(block_id, sentence(block_id), definition),
        origin=ORIGIN,
    )


@pytest.fixture
def good() -> ValidateItems:
    """A message in which everything is in order: three choices, four cloze items, three cards."""
    return ValidateItems(
        quiz_id=QUIZ,
        document_sha256=DOCUMENT,
        language="en",
        items=[
            choice("b1", "neap tide", "when the pull of the sun and the moon is at right angles", "fetch", "estuary"),
            choice("b2", "fetch", "the distance over which the wind blows across open water", "estuary", "neap tide"),
            choice("b3", "estuary", "the mouth of a river where fresh water mixes with salt water", "fetch", "fjord"),
            cloze("b1", "smallest range", "neap tide"),
            cloze("b2", "open water", "fetch"),
            cloze("b3", "salt water", "estuary"),
            cloze("b4", "isbre", "fjord", ["bre"]),
        ],
        flashcards=[
            card("b1", "neap tide", "a tide with the smallest range"),
            card("b2", "fetch", "the distance over which the wind blows across open water"),
            card("b4", "fjord", "en lang og smal havarm"),
        ],
        blocks=[block(block_id) for block_id in TEXTS],
    )
