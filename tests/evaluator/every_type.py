"""Good items of every type about a text of our own, in two languages: nothing in them is to be refused."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import uuid5

from contracts.documents import Block
from contracts.items import (
    Cloze,
    Item,
    KeyPoint,
    Matching,
    MultipleAnswer,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
)
from contracts.proof import Difficulty, Explanation, Option, Proof
from contracts.quizzes import ValidateItems
from tests.evaluator.conftest import DOCUMENT, ORIGIN, QUIZ

TEXTS = {
    "t1": "Salt marshes shelter three groups of birds: waders, ducks and geese. Herons hunt along the ditches.",
    "t2": "A polder is a piece of low land that lies behind a dike. It is kept dry by pumps.",
    "t3": "A groyne is a low wall that runs out into the sea. It holds the sand that the current carries away.",
    "t4": "A sluice is a gate that lets water through a dike. It opens at ebb.",
    "t5": "The great dike is 32 kilometres long. It holds back 1,300 million cubic metres of water.",
    "t6": "First the crew drains the field, then it sows reeds, and after three years it digs the ditches.",
    "t7": "Peat land sinks because the dry peat rots away. Farmers therefore raise the water in their ditches.",
    "t8": "The first pump mill was built in 1408. Steam pumps came in 1787. Diesel drove the pumps from 1912.",
    "n1": "En moloe er en mur som beskytter havnen mot bølger. Den er bygget av stein.",
    "n2": "Om lag 2,5 millioner tonn sand flytter seg langs kysten hvert år. Sanden kommer fra elvene.",
}


def block(block_id: str) -> Block:
    """A block of the text."""
    language = "no" if block_id[0] == "n" else None
    return Block(block_id=block_id, text=TEXTS[block_id], source_page=page(block_id), language=language)


def page(block_id: str) -> int:
    """Each block has its own."""
    return list(TEXTS).index(block_id) + 1


def proof(block_id: str, quote: str, answer: str = "") -> Proof:
    """The proof of an answer in a quote; "" where it is not one span."""
    text = TEXTS[block_id]
    start = text.index(quote)
    at = start + quote.index(answer)
    return Proof(
        document_sha256=DOCUMENT,
        block_id=block_id,
        block_sha256=sha256(text.encode()).hexdigest(),
        source_page=page(block_id),
        start=start,
        end=start + len(quote),
        quote=quote,
        answer_start=at if answer else None,
        answer_end=at + len(answer) if answer else None,
    )


def sentence(block_id: str, number: int = 0) -> str:
    """A sentence of a block, from 0."""
    return TEXTS[block_id].removesuffix(".").split(". ")[number] + "."


def options(texts: Sequence[str], ids: str = "abcdefgh") -> list[Option]:
    """With one-letter ids."""
    return [Option(option_id=name, text=text) for name, text in zip(ids, texts, strict=False)]


def fields(question: str, where: Proof, concept: str, difficulty: Difficulty = "MEDIUM") -> dict[str, Any]:
    """What every item has."""
    return {
        "item_id": uuid5(QUIZ, question + where.quote),
        "quiz_id": QUIZ,
        "concept": concept,
        "difficulty": difficulty,
        "question": question,
        "proof": where,
        "origin": ORIGIN,
    }


def why(option_id: str, where: Proof | None) -> Explanation:
    """An explanation in a sentence."""
    return Explanation(option_id=option_id, sentence="So the text says.", proof=where)


def told_as(typed: str, block_id: str, number: int = 0) -> Explanation:
    """What the text says of an answer that may be typed."""
    quote = sentence(block_id, number)
    return Explanation(option_id=typed, sentence=f"The text says: “{quote}”", proof=proof(block_id, quote))


def some_of() -> MultipleAnswer:
    """Three keys, one wrong."""
    where = proof("t1", sentence("t1"))
    return MultipleAnswer(
        **fields("Which groups of birds do salt marshes shelter?", where, "salt marsh"),
        options=options(["ducks", "geese", "herons", "waders"]),
        answer=["a", "b", "d"],
        explanations=[why("a", where), why("c", proof("t1", sentence("t1", 1), "Herons"))],
    )


def statement(*, true: bool) -> TrueFalse:
    """The text's own sentence, or with another word in it."""
    said = sentence("t4")
    where = proof("t4", said, "a gate that lets water through a dike" if true else "water")
    return TrueFalse(
        **fields("Is this true?", where, "sluice"),
        statement=said if true else said.replace("water", "sand"),
        options=[Option(option_id="true", text="True"), Option(option_id="false", text="False")],
        answer="true" if true else "false",
        wrong="" if true else "sand",
        right="" if true else "water",
        explanations=[why("true", where), why("false", where)],
    )


def pairs() -> Matching:
    """Two terms with what they are, one description left over."""
    first, second = proof("t2", sentence("t2")), proof("t3", sentence("t3"))
    return Matching(
        **fields("Match each term with its description.", first, "polder"),
        prompts=options(["groyne", "polder"][::-1], "12"),
        options=options(["a floating bridge", "a low wall that runs out into the sea", "a piece of low land"]),
        answer={"1": "c", "2": "b"},
        explanations=[why("1", first), why("2", second)],
    )


def steps() -> Ordering:
    """Three steps of one sentence."""
    where = proof("t6", sentence("t6"))
    return Ordering(
        **fields("In which order does the crew work?", where, "reeds"),
        options=options(["digs the ditches", "drains the field", "sows reeds"]),
        answer=["b", "c", "a"],
        explanations=[why("b", proof("t6", "drains the field", "drains the field"))],
    )


def years() -> Ordering:
    """Three events of three sentences."""
    places = [proof("t8", sentence("t8", number)) for number in range(3)]
    return Ordering(
        **fields("Put these in the order of their years.", places[0], "pump"),
        options=options(["Diesel drove the pumps", "Steam pumps came", "The first pump mill was built"]),
        answer=["c", "b", "a"],
        explanations=[why("a", places[2]), why("b", places[1]), why("c", places[0])],
    )


def numbers() -> list[Numeric]:
    """A plain number, one with its million in the value, one with it in the unit, one with a decimal comma."""
    long, holds = proof("t5", sentence("t5"), "32"), proof("t5", sentence("t5", 1), "1,300")
    sand = proof("n2", sentence("n2"), "2,5 millioner")
    return [
        Numeric(
            **fields("How long is the great dike?", long, "dike"),
            answer="32",
            value=32,
            unit="kilometres",
            explanations=[told_as("32", "t5", 1), told_as("1912", "t8", 2)],
        ),
        Numeric(
            **fields("How much water does it hold back, the great dike?", holds, "dike"),
            answer="1,300",
            value=1300,
            unit="million cubic metres",
        ),
        Numeric(
            **fields("Hvor mye sand flytter seg langs kysten hvert år?", sand, "sand"),
            answer="2,5 millioner",
            value=2.5e6,
            unit="tonn",
        ),
    ]


def open_question() -> ShortAnswer:
    """One key point."""
    said, point = sentence("t7"), "the dry peat rots away"
    at = TEXTS["t7"].index(point)
    return ShortAnswer(
        **fields("Why does such land sink?", proof("t7", said, point), "peat"),
        answer="Because the dry peat rots away.",
        key_points=[KeyPoint(text=point, start=at, end=at + len(point))],
        explanations=[told_as("Because the dry peat rots away.", "t7", 1)],
    )


def gap() -> Cloze:
    """A term, told from another one of the text."""
    return Cloze(
        **fields("A ____ is a gate that lets water through a dike.", proof("t4", sentence("t4"), "sluice"), "sluice"),
        answer="sluice",
        explanations=[told_as("sluice", "t4", 1), told_as("groyne", "t3")],
    )


def every() -> ValidateItems:
    """One message with all of them."""
    items: list[Item] = [some_of(), statement(true=True), pairs(), steps(), years(), *numbers(), open_question()]
    return ValidateItems(
        quiz_id=QUIZ, document_sha256=DOCUMENT, language="en", items=items, blocks=[block(name) for name in TEXTS]
    )
