"""Sound items and cards of each type about four sentences, for tests that plant one fault in them."""

from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from contracts.documents import Block
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
from contracts.proof import Explanation, Option, Origin, Proof

QUIZ, DOCUMENT = UUID(int=7), sha256(b"harbour").hexdigest()
TEXTS = {
    "b1": "A breakwater is a wall in the sea that shelters a harbour from waves. It may be 3 kilometres long.",
    "b2": "A bollard is a short post on the quay to which ships are tied. Each holds up to 200 tonnes.",
    "b3": "A cargo passes through the port in a fixed order: first the crane lifts it, then a lorry carries it away, "
    "and finally customs clears it. The port has tugs, cranes and pilots.",
    "b4": "Dredging is the digging of mud from the bottom of a harbour. It is needed because rivers bring sand.",
}
BLOCKS = {name: Block(block_id=name, text=text) for name, text in TEXTS.items()}


def proof(block: str, answer: str, sentence: int = 0) -> Proof:
    """Of an answer in a sentence of a block, from 0; the answer's place is left out where it is not one span."""
    text = TEXTS[block]
    ends = [n + 1 for n, char in enumerate(text) if char == "."]
    start, end = ([0, *(e + 1 for e in ends)])[sentence], ends[sentence]
    at = text.find(answer, start, end)
    return Proof(
        document_sha256=DOCUMENT,
        block_id=block,
        block_sha256=sha256(text.encode()).hexdigest(),
        source_page=1,
        start=start,
        end=end,
        quote=text[start:end],
        answer_start=at if at >= 0 else None,
        answer_end=at + len(answer) if at >= 0 else None,
    )


def _fields(question: str, where: Proof, concept: str) -> dict[str, Any]:
    return {
        "item_id": uuid5(QUIZ, question + concept),
        "quiz_id": QUIZ,
        "concept": concept,
        "difficulty": "EASY",
        "question": question,
        "proof": where,
        "origin": Origin(author="offline", name="test", version="1"),
    }


def options(*texts: str) -> list[Option]:
    """With the ids a, b, c."""
    return [Option(option_id="abcdefgh"[n], text=text) for n, text in enumerate(texts)]


def choice(block: str, question: str, key: str, *wrong: str) -> MultipleChoice:
    """With its options in the order of the alphabet."""
    shown = sorted([key, *wrong])
    fields = _fields(question, proof(block, key), key)
    return MultipleChoice(**fields, options=options(*shown), answer="abcd"[shown.index(key)])


def card(block: str, question: str, answer: str) -> Flashcard:
    """A card on the block's first sentence."""
    fields = _fields(question, proof(block, answer), answer)
    return Flashcard(
        card_id=fields["item_id"],
        question=question,
        answer=answer,
        concept=answer,
        proof=fields["proof"],
        origin=fields["origin"],
    )


def sound() -> list[Item]:
    """One item of each type, in which everything is in order."""
    wall, post = proof("b1", "breakwater"), proof("b2", "bollard")
    steps = ["the crane lifts it", "a lorry carries it away", "customs clears it"]
    why = "It is needed because rivers bring sand."
    reason = TEXTS["b4"].index("rivers bring sand")
    return [
        choice("b1", "Which term means a wall in the sea?", "breakwater", "bollard", "dredging"),
        MultipleAnswer(
            **_fields("What does the port have?", proof("b3", "tugs", 1), "port"),
            options=options("bollards", "cranes", "pilots", "tugs"),
            answer=["b", "c", "d"],
        ),
        TrueFalse(
            **_fields("Is this true?", proof("b2", "ships"), "bollard"),
            statement="A bollard is a short post on the quay to which cranes are tied.",
            options=[Option(option_id="true", text="true"), Option(option_id="false", text="false")],
            answer="false",
            wrong="cranes",
            right="ships",
        ),
        Cloze(**_fields("____ is the digging of mud.", proof("b4", "Dredging"), "dredging"), answer="Dredging"),
        Matching(
            **_fields("Match.", wall, "harbour"),
            prompts=[Option(option_id="1", text="breakwater"), Option(option_id="2", text="bollard")],
            options=options("a short post on the quay", "a wall in the sea"),
            answer={"1": "b", "2": "a"},
            explanations=[
                Explanation(option_id="1", sentence="So.", proof=wall),
                Explanation(option_id="2", sentence="So.", proof=post),
            ],
        ),
        Ordering(
            **_fields("Put in order.", proof("b3", "crane"), "cargo"),
            options=options(steps[1], steps[2], steps[0]),
            answer=["c", "a", "b"],
        ),
        Numeric(
            **_fields("How many tonnes?", proof("b2", "200", 1), "bollard"), answer="200", value=200, unit="tonnes"
        ),
        ShortAnswer(
            **_fields("Why is dredging needed?", proof("b4", why, 1), "dredging"),
            answer="Because rivers bring sand.",
            key_points=[KeyPoint(text="rivers bring sand", start=reason, end=reason + len("rivers bring sand"))],
        ),
    ]
