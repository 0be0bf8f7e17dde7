"""An item of every type, and a quiz's usual three. `mark` stands wherever a key, a proof or an explanation is told."""

import hashlib
from typing import Any
from uuid import UUID, uuid4

from contracts.items import (
    Cloze,
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

SHA = "a" * 64
ORIGIN = Origin(author="offline", name="rules", version="1")


def proof(quote: str, block_id: str) -> Proof:
    """A proof of that quote, which is its block's whole text."""
    sha = hashlib.sha256(quote.encode()).hexdigest()
    return Proof(
        document_sha256=SHA, block_id=block_id, block_sha256=sha, source_page=1, start=0, end=len(quote), quote=quote
    )


def items(quiz: UUID, mark: str) -> list[Item]:
    """A choice, a cloze, and one that will be refused."""
    choice = MultipleChoice(
        item_id=uuid4(),
        quiz_id=quiz,
        concept=f"concept {mark}",
        difficulty="EASY",
        question="What absorbs light?",
        answer="b",
        options=[Option(option_id="a", text="water"), Option(option_id="b", text="a pigment")],
        hints=[f"hint {mark}"],
        proof=proof(f"quote {mark}", f"block-{mark}"),
        origin=Origin(author="offline", name=f"name {mark}", version="1"),
    )
    cloze = Cloze(
        item_id=uuid4(),
        quiz_id=quiz,
        concept=f"concept {mark}",
        difficulty="HARD",
        question="____ absorbs light.",
        answer=f"key {mark}",
        accepted=[f"other {mark}"],
        proof=proof(f"quote {mark}", f"block-{mark}"),
        origin=ORIGIN,
    )
    return [choice, cloze, cloze.model_copy(update={"item_id": uuid4(), "question": f"refused {mark}"})]


def every_type(quiz: UUID, mark: str, block: str = "p0") -> list[Item]:
    """One of each type, with an explanation of each option or prompt, or of what may be typed."""
    options = [Option(option_id=id, text=text) for id, text in (("a", "leaf"), ("b", "root"), ("c", "stem"))]
    prompts = [Option(option_id="1", text="green"), Option(option_id="2", text="brown")]
    judged = [Option(option_id="true", text="True"), Option(option_id="false", text="False")]

    def common(question: str, explained: list[Option]) -> dict[str, Any]:
        why = [Explanation(option_id=one.option_id, sentence=f"why {mark}", proof=at) for one in explained]
        return {
            "item_id": uuid4(), "quiz_id": quiz, "concept": f"concept {mark}", "difficulty": "MEDIUM",
            "question": question, "proof": at, "origin": ORIGIN, "explanations": why, "hints": [f"hint {mark}"],
        }  # fmt: skip

    def typed(*words: str) -> list[Option]:
        return [Option(option_id=each, text=each) for each in words]

    at = proof(f"quote {mark}", block)
    statement = "Leaves are blue."
    return [
        MultipleChoice(**common("Which is green?", options), options=options, answer="a"),
        MultipleAnswer(**common("Which are brown?", options), options=options, answer=["b", "c"]),
        TrueFalse(
            **common("True or false?", judged),
            statement=statement,
            options=judged,
            answer="false",
            wrong="blue",
            right=f"right {mark}",
        ),
        Cloze(
            **common("____ is green.", typed(f"key {mark}", f"wrong {mark}")),
            answer=f"key {mark}",
            accepted=[f"other {mark}"],
        ),
        Matching(**common("Join.", prompts), prompts=prompts, options=options, answer={"1": "a", "2": "c"}),
        Ordering(**common("Put in order.", options), options=options, answer=["b", "c", "a"]),
        Numeric(
            **common("How tall?", typed(f"{mark} 12.5", f"{mark} 33")),
            answer=f"{mark} 12.5",
            value=740321.25,
            tolerance=0.0625,
            unit="m",
        ),
        ShortAnswer(
            **common("Why is it green?", typed(f"model {mark}")),
            answer=f"model {mark}",
            key_points=[KeyPoint(text=f"point {mark}", start=0, end=5)],
        ),
    ]
