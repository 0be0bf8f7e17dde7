"""Questions that a document prints with options and key are asked as they are, proved by the key's place."""

from collections.abc import Sequence

import pytest

from contracts.digest import Term
from contracts.documents import Block, ExercisePart
from contracts.items import MultipleChoice
from contracts.quizzes import ValidateItems
from services.coach.authors.offline.author import written_from
from services.coach.compose.material import material_of
from services.coach.drafts.draft import Draft, OneOf
from services.coach.drafts.order import order_of
from services.evaluator.validation.validate import validate
from tests.coach.orders import DOCUMENT, QUIZ, order

FACT = "A mole is a wall of stone in the sea that shelters a harbour from waves and currents."
PRINTED: tuple[tuple[str, ExercisePart], ...] = (
    ("3. Which wall keeps the waves from the ships of a harbour?", "question"),
    ("1. bollard", "option"),
    ("2. mole", "option"),
    ("3. fender", "option"),
    ("Answer", "key"),
    ("B", "key"),
)


def blocks_of(parts: Sequence[tuple[str, ExercisePart]]) -> list[Block]:
    printed = [
        Block(block_id=f"q{n}", text=text, material=False, aside="exercise", exercise_part=part)
        for n, (text, part) in enumerate(parts)
    ]
    return [Block(block_id="b1", text=FACT), *printed]


def drafts_of(parts: Sequence[tuple[str, ExercisePart]]) -> list[Draft]:
    return [draft for draft in written_from(order_of(command(parts))).quiz if draft.frame == "printed"]


def command(parts: Sequence[tuple[str, ExercisePart]]):  # type: ignore[no-untyped-def]
    term = Term(term="mole", relevance="High", block_id="b1", start=2, end=6)
    return order(questions=3, cards=0).model_copy(update={"blocks": blocks_of(parts), "terms": [term]})


def test_a_printed_question_is_asked_with_its_own_options_and_key() -> None:
    (draft,) = drafts_of(PRINTED)
    assert draft.question == "Which wall keeps the waves from the ships of a harbour?"
    assert isinstance(draft.shape, OneOf)
    assert draft.shape.key.text == draft.quote == "mole"
    assert [other.text for other in draft.shape.others] == ["bollard", "fender"]
    assert [at.block.block_id for at in draft.supports] == ["q0", "q5"]
    assert "The document prints this question" in draft.shape.key.why


@pytest.mark.parametrize("key", ["b", "B.", "(B)", "Answer: B"])
def test_the_key_is_a_letter_however_it_is_written(key: str) -> None:
    (draft,) = drafts_of([*PRINTED[:4], (key, "key")])
    assert draft.quote == "mole"


@pytest.mark.parametrize(
    "parts",
    [
        PRINTED[:4],  # no key
        [*PRINTED[:4], ("E", "key")],  # a key that names none of the options
        [PRINTED[0], PRINTED[1], ("A", "key")],  # one option
        [*PRINTED[:3], ("3. mole", "option"), ("B", "key")],  # two that are one
        [*PRINTED[:4], ("It shelters the ships.", "key")],
    ],
)
def test_what_has_no_sure_key_is_not_asked(parts: Sequence[tuple[str, ExercisePart]]) -> None:
    assert drafts_of(parts) == []


def test_it_holds_before_the_evaluator_and_is_no_fact_of_the_text() -> None:
    told = command(PRINTED)
    read = order_of(told)
    assert all(block.exercise_part is None for block in read.blocks)
    material = material_of(read, written_from(read))
    items = [entry.item for entry in material.quiz]
    printed = next(item for item in items if isinstance(item, MultipleChoice))
    assert printed.answer_text == printed.proof.quote == "mole"
    judged = validate(
        ValidateItems(
            quiz_id=QUIZ, document_sha256=DOCUMENT, language="en", items=items, flashcards=[], blocks=told.blocks
        )
    )
    assert all(verdict.accepted for verdict in judged.verdicts)
    assert not any("bollard" in item.proof.quote for item in items)


def test_each_wrong_option_is_told_by_what_the_text_says_of_it_and_no_sentence_is_said_twice() -> None:
    bollard = Block(block_id="b2", text="A bollard is a short post on a quay to which the ships are moored.")
    named = Block(block_id="b3", text="The crew hung an old fender over the side of the ship before they moored.")
    told = command(PRINTED)
    term = Term(term="bollard", relevance="Low", block_id="b2", start=2, end=9)
    told = told.model_copy(update={"blocks": [*told.blocks, bollard, named], "terms": [*told.terms, term]})
    (draft,) = (draft for draft in written_from(order_of(told)).quiz if draft.frame == "printed")
    assert isinstance(draft.shape, OneOf)
    assert [other.why for other in draft.shape.others] == [
        f"“bollard” is not it. The text says of it: “{bollard.text}”",
        f"“fender” is not it. The text names it here: “{named.text}”",
    ]
    assert [other.at and other.at.block.block_id for other in draft.shape.others] == ["b2", "b3"]


def test_of_an_option_that_the_text_does_not_have_nothing_is_said() -> None:
    (draft,) = drafts_of(PRINTED)
    assert isinstance(draft.shape, OneOf)
    assert [(other.why, other.at) for other in draft.shape.others] == [("", None), ("", None)]
