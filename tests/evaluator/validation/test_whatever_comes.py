"""Whatever an author sends, however broken, gets one verdict each and is never accepted without a true proof."""

from typing import Any
from uuid import uuid4

from hypothesis import given, settings
from hypothesis import strategies as st

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
from contracts.quizzes import ValidateItems
from services.evaluator.validation.validate import validate

odd = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40)
ORIGIN = Origin(author="model", name="m", version="1")
proofs = st.builds(
    Proof,
    document_sha256=st.just("0" * 64),
    block_id=st.sampled_from(["b", "c"]),
    block_sha256=st.just("1" * 64),
    source_page=st.integers(1, 3),
    start=st.integers(0, 50),
    end=st.integers(1, 50),
    quote=odd,
    answer_start=st.none() | st.integers(0, 50),
    answer_end=st.none() | st.integers(1, 50),
)
options = st.lists(odd, min_size=2, max_size=4).map(
    lambda texts: [Option(option_id=str(at), text=text) for at, text in enumerate(texts)]
)
fields: dict[str, Any] = {
    "item_id": st.uuids(),
    "quiz_id": st.uuids(),
    "concept": odd,
    "difficulty": st.just("EASY"),
    "question": odd | st.just("____ x"),
    "proof": proofs,
    "origin": st.just(ORIGIN),
}
three = st.lists(odd, min_size=3, max_size=3).map(
    lambda texts: [Option(option_id=str(at), text=text) for at, text in enumerate(texts)]
)
truths = [Option(option_id="true", text="True"), Option(option_id="false", text="False")]
explained: dict[str, Any] = {
    **fields,
    "explanations": st.lists(
        st.builds(Explanation, option_id=st.sampled_from("012x"), sentence=odd, proof=st.none() | proofs), max_size=3
    ),
}
finite = st.floats(allow_nan=False, allow_infinity=False)
points = st.builds(KeyPoint, text=odd, start=st.integers(0, 60), end=st.integers(1, 60))
items_of_any_type = st.one_of(
    st.builds(MultipleChoice, **explained, options=options, answer=st.just("0")),
    st.builds(MultipleAnswer, **explained, options=three, answer=st.just(["0", "1"])),
    st.builds(TrueFalse, **fields, statement=odd, options=st.just(truths), answer=st.just("true")),
    st.builds(
        TrueFalse,
        **fields,
        statement=odd.map(lambda text: f"x {text}"),
        options=st.just(truths),
        answer=st.just("false"),
        wrong=st.just("x"),
        right=odd,
    ),
    st.builds(Cloze, **fields, answer=odd),
    st.builds(Matching, **explained, prompts=three, options=three, answer=st.just({"0": "1", "1": "0", "2": "2"})),
    st.builds(Ordering, **explained, options=three, answer=st.just(["2", "0", "1"])),
    st.builds(Numeric, **fields, answer=odd | st.just("1,300"), value=finite, unit=odd),
    st.builds(ShortAnswer, **fields, answer=odd, key_points=st.lists(points, min_size=1, max_size=2)),
)
cards = st.builds(
    Flashcard, card_id=st.uuids(), question=odd, answer=odd, concept=odd, proof=proofs, origin=st.just(ORIGIN)
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(items_of_any_type, max_size=4),
    st.lists(cards, max_size=2),
    odd,
    st.sampled_from(["", "en", "nb-NO", "xx"]),
)
def test_whatever_comes_gets_one_verdict_each(
    items: list[Item], cards: list[Flashcard], text: str, language: str
) -> None:
    command = ValidateItems(
        quiz_id=uuid4(),
        document_sha256="0" * 64,
        language=language,
        items=items,
        flashcards=cards,
        blocks=[Block(block_id="b", text=text)],
    )
    judged = validate(command)
    assert [v.item_id for v in judged.verdicts] == [*(i.item_id for i in items), *(c.card_id for c in cards)]
    assert not any(v.accepted for v in judged.verdicts)  # the hash is never right
