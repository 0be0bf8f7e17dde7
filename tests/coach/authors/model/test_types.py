"""What a language model writes of each type: held against its quote, and let go where it does not stand there."""

from typing import Any

import pytest

from contracts.documents import Block
from services.coach.authors.model.holding import quoted
from services.coach.authors.model.proofreading import Unfit, question_draft
from services.coach.authors.model.schemas import ComposedQuestion
from services.coach.drafts.draft import Number, OneOf, Open, Pairs, SomeOf, Statement, Steps
from services.coach.drafts.order import order_of
from tests.coach.orders import DOCUMENT, order

TEXTS = {
    "b1": "Rocks are igneous, sedimentary or metamorphic. Granite, an igneous rock, holds 72 percent silica.",
    "b2": "Sand is first carried by rivers, then buried under mud, and finally pressed into sandstone.",
    "b3": "Slate splits into thin sheets because its minerals lie in parallel layers.",
    "b4": "Marble is baked limestone. Basalt is cooled lava. Chalk is a soft white limestone.",
}
BLOCKS = {
    name: Block(block_id=name, text=text, source_page=1, document_sha256=DOCUMENT) for name, text in TEXTS.items()
}
ORDER = order_of(order())
SENTENCE = {name: text.split(". ")[0].removesuffix(".") + "." for name, text in TEXTS.items()}
GRANITE = "Granite, an igneous rock, holds 72 percent silica."

GOOD: dict[str, dict[str, Any]] = {
    "multiple_answer": {
        "question": "Which kinds of rock does the text name?",
        "options": ["igneous", "sedimentary", "volcanic", "metamorphic"],
        "answers": ["igneous", "sedimentary", "metamorphic"],
        "block_id": "b1",
        "quote": SENTENCE["b1"],
        "reasons": [{"option": "volcanic", "why": "The text does not name it."}],
    },
    "true_false": {
        "question": "Slate splits into thick sheets because its minerals lie in parallel layers.",
        "answer": "false",
        "wrong": "thick",
        "right": "thin",
        "block_id": "b3",
        "quote": SENTENCE["b3"],
    },
    "numeric": {
        "question": "Granite, an igneous rock, holds ____ percent silica.",
        "answer": "72",
        "unit": "percent",
        "block_id": "b1",
        "quote": GRANITE,
    },
    "matching": {
        "question": "Join each rock with what it is.",
        "pairs": [
            {"prompt": "Marble", "answer": "baked limestone", "block_id": "b4", "quote": "Marble is baked limestone."},
            {"prompt": "Basalt", "answer": "cooled lava", "block_id": "b4", "quote": "Basalt is cooled lava."},
        ],
        "block_id": "b4",
        "quote": "Marble is baked limestone.",
    },
    "ordering": {
        "question": "Put the steps in order.",
        "answers": ["carried by rivers", "buried under mud", "pressed into sandstone"],
        "block_id": "b2",
        "quote": SENTENCE["b2"],
    },
    "short_answer": {
        "question": "Why does slate split into sheets?",
        "answer": "Its layers are parallel.",
        "answers": ["its minerals lie in parallel layers"],
        "block_id": "b3",
        "quote": SENTENCE["b3"],
    },
}


def composed(type: str, **changes: Any) -> ComposedQuestion:
    """A question as a model might write it."""
    common = {"type": type, "concept": "rock", "difficulty": "HARD"}
    return ComposedQuestion.model_validate({**common, **GOOD[type], **changes})


def test_each_type_becomes_its_shape_with_spans_of_the_text() -> None:
    drafts = {type: question_draft(composed(type), BLOCKS, ORDER) for type in GOOD}
    some, told = drafts["multiple_answer"].shape, drafts["true_false"].shape
    assert isinstance(some, SomeOf)
    assert [choice.text for choice in some.keys] == ["igneous", "sedimentary", "metamorphic"]
    assert some.others[0].why == "The text does not name it."
    assert told == Statement(GOOD["true_false"]["question"], "", "thick", "thin")
    assert drafts["numeric"].shape == Number("72", 72, "percent")
    pairs, steps, answer = (drafts[type].shape for type in ("matching", "ordering", "short_answer"))
    assert isinstance(pairs, Pairs)
    assert [(prompt.at and prompt.at.text, option) for prompt, option in pairs.pairs] == [
        ("Marble is baked limestone.", "baked limestone"),
        ("Basalt is cooled lava.", "cooled lava"),
    ]
    assert isinstance(steps, Steps)
    assert [step.text for step in steps.steps] == GOOD["ordering"]["answers"]
    assert isinstance(answer, Open)
    assert [point.text for point in answer.key_points] == ["its minerals lie in parallel layers"]
    assert answer.answer == "Its layers are parallel."  # in its own words, which are for the reviewer to judge


@pytest.mark.parametrize(
    ("type", "changes", "reason"),
    [
        ("multiple_answer", {"answers": ["igneous", "plutonic"]}, "answer_not_in_options"),
        ("multiple_answer", {"options": ["igneous", "sedimentary", "metamorphic"]}, "options_unfit"),
        ("true_false", {"wrong": "", "right": ""}, "unreadable"),
        ("true_false", {"answer": "perhaps"}, "unreadable"),
        ("numeric", {"answer": "silica", "question": GRANITE.replace("silica", "____")}, "number_misread"),
        ("numeric", {"question": "____ holds ____ percent silica."}, "gap_mismatch"),
        ("matching", {"pairs": GOOD["matching"]["pairs"][:1]}, "options_unfit"),
        ("matching", {"pairs": [{**each, "answer": "lava"} for each in GOOD["matching"]["pairs"]]}, "options_unfit"),
        ("ordering", {"answers": ["carried by rivers", "buried under mud"]}, "options_unfit"),
        ("short_answer", {"answers": ["it is brittle"]}, "answer_not_in_quote"),
        ("short_answer", {"answers": []}, "unreadable"),
        ("short_answer", {"answers": ["its minerals lie in parallel layers"] * 9}, "unreadable"),
        ("short_answer", {"supports": [{"block_id": "b4", "quote": "Chalk is hard."}]}, "quote_not_found"),
    ],
)
def test_what_does_not_hold_is_let_go_with_its_reason(type: str, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unfit) as unfit:
        question_draft(composed(type, **changes), BLOCKS, ORDER)
    assert unfit.value.reason == reason


@pytest.mark.parametrize(
    ("type", "changes"),
    [
        (
            "matching",
            {"pairs": [[each["prompt"], each["answer"], each["quote"]] for each in GOOD["matching"]["pairs"]]},
        ),
        ("multiple_answer", {"reasons": [["volcanic", "The text does not name it."], ["igneous"], []]}),
        ("multiple_answer", {"reasons": [["c", "The text does not name it.", ""]]}),
        ("multiple_answer", {"reasons": [["c", "The text does not name it.", None]]}),
        ("multiple_answer", {"reasons": [["volcanic", "The text does not name it."], "The others are named.", 3]}),
        ("true_false", {"answers": ["thick", "thin"], "wrong": "", "right": ""}),
    ],
)
def test_what_is_told_by_its_place_in_a_list_is_what_names_would_tell(type: str, changes: dict[str, Any]) -> None:
    assert question_draft(composed(type, **changes), BLOCKS, ORDER) == question_draft(composed(type), BLOCKS, ORDER)


def test_an_order_for_multiple_choice_takes_no_other_type() -> None:
    only = order_of(order(generationGoals=["multiple_choice_quiz"]))
    for type in GOOD:
        with pytest.raises(Unfit, match="not_multiple_choice"):
            question_draft(composed(type), BLOCKS, only)


def test_a_multiple_choice_keeps_the_models_reasons() -> None:
    question = ComposedQuestion.model_validate(
        {
            "type": "multiple_choice",
            "concept": "slate",
            "difficulty": "EASY",
            "question": "Into what does slate split?",
            "options": ["thin sheets", "round grains", "long needles"],
            "answer": "thin sheets",
            "block_id": "b3",
            "quote": SENTENCE["b3"],
            "reasons": [{"option": "thin sheets", "why": "The text says so."}],
        }
    )
    shape = question_draft(question, BLOCKS, ORDER).shape
    assert isinstance(shape, OneOf)
    assert (shape.key.why, [other.text for other in shape.others]) == (
        "The text says so.",
        ["round grains", "long needles"],
    )


def test_a_models_reasons_for_typed_answers_are_kept_where_a_sentence_of_the_text_says_them() -> None:
    composed = {
        **GOOD["numeric"],
        "type": "numeric",
        "concept": "granite",
        "difficulty": "MEDIUM",
        "reasons": [
            {"option": "72", "why": "Granite, the igneous rock, holds so much silica."},
            {"option": "basalt", "why": "Basalt is lava that cooled."},
            {"option": "chalk", "why": "Chalk was found by the Romans in great mountains."},
            {"option": "obsidian", "why": "Obsidian is cooled lava."},
            {"option": "marble", "why": "Marble is limestone baked at 900 degrees."},
        ],
    }
    draft = question_draft(ComposedQuestion.model_validate(composed), BLOCKS, ORDER)
    told = [(each.text, each.at.text if each.at else "") for each in draft.told]
    assert told == [("72", GRANITE), ("basalt", "Basalt is cooled lava.")]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The e\ufb00ectiveness of a lock is high.", "The effectiveness of a lock is high."),
        ("The effectiveness of a lock is high.", "The e\ufb00ectiveness of a lock is high."),
        ("Ice has H\u2082O-molecules in rows.", "Ice has H2O-molecules in rows."),
    ],
)
def test_a_quote_that_names_no_block_is_found_in_whatever_signs_the_text_has(text: str, quote: str) -> None:
    block = Block(block_id="b9", text=text, source_page=1, document_sha256=DOCUMENT)
    assert quoted("", quote, {**BLOCKS, "b9": block}).text == text
