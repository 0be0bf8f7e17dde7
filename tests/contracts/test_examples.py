"""The golden examples: one for each type and version, read and written without a byte's difference."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from contracts import CoachNotes, HandoverV1, Message, QuizResults, QuizSpec, ReaderOutput
from contracts.message import Phrase
from contracts.schemas.snapshot import FROZEN, MESSAGES
from contracts.topics import MAX_MESSAGE_BYTES
from services.text.catalogue.phrases import rendered
from tests.contracts.walk import EXAMPLES, TABLES, changed, example, objects

ITEM = "5b1f6f0e-4a39-4b6c-9a55-6d6cf2d7a001"
QUIZ = "5b1f6f0e-4a39-4b6c-9a55-6d6cf2d7a002"

every_message = pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def test_each_message_has_one_example_and_no_example_is_left_over() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.json")} == set(MESSAGES)


@every_message
def test_example_comes_back_byte_for_byte(message: type[Message]) -> None:
    value = example(message.type_name)
    written = message.read(canonical(value)).write()
    assert canonical(json.loads(written)) == canonical(value)
    assert message.read(written).write() == written
    assert len(written) <= MAX_MESSAGE_BYTES


@every_message
def test_example_follows_its_frozen_schema(message: type[Message]) -> None:
    schema = json.loads((FROZEN / f"{message.type_name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema, format_checker=FormatChecker()).validate(example(message.type_name))


# The fields of phrases, and of the sentences that they say, whichever of these a message has.
SAID_BY = {
    "phrase": (
        "sentence",
        "text",
        "detail",
        "description",
        "reason",
        "path_reasoning",
        "explanation",
        "guidance",
        "feedback",
    ),
    "remediation_phrase": ("suggested_remediation",),
    "phrases": ("notes", "recommendations", "remediation"),
}


@every_message
def test_a_phrase_of_an_example_says_its_sentence(message: type[Message]) -> None:
    value = example(message.type_name)
    for path in objects(value):
        told: Any = value
        for key in path:
            told = told[key]
        for name, sentences in SAID_BY.items():
            if not (phrases := told.get(name)):
                continue
            [words] = [told[each] for each in sentences if each in told]
            said = [rendered(Phrase.model_validate(one), "en") for one in (phrases if name == "phrases" else [phrases])]
            assert said == (words if name == "phrases" else [words]), path


@every_message
def test_unknown_fields_are_left_out_at_every_depth(message: type[Message]) -> None:
    value = example(message.type_name)
    plain = message.read(canonical(value))
    for path in objects(value):
        if path[-1:] in TABLES:  # there a further key is content
            continue
        grown = changed(value, (*path, "a_later_field"), {"deep": [1, None]})
        assert message.read(canonical(grown)) == plain, path


@pytest.mark.parametrize(
    ("message", "value"),
    [
        (
            ReaderOutput,
            {
                "extracted_blocks": [{"block_id": "b7", "text": "Ebb follows flood.", "source_page": 3}],
                "doc_meta": {"title": "Tides", "language": "en"},
            },
        ),
        (QuizSpec, {"blocks_to_assess": ["b7", "b9"], "num_questions": 4, "difficulty": "HARD"}),
        (
            QuizResults,
            {
                "quiz_id": QUIZ,
                "answers": [
                    {"item_id": ITEM, "is_correct": True, "latency_sec": 8},
                    {"item_id": QUIZ, "is_correct": False, "latency_sec": 40},
                ],
            },
        ),
        (CoachNotes, {"notes": ["'ebb' was missed twice.", "HARD questions went wrong."]}),
        (
            HandoverV1,
            {
                "metadata": {
                    "sessionId": QUIZ,
                    "sourceTitle": "Tides",
                    "sourceHash": "0" * 64,
                    "language": "no",
                    "generatedAt": "2026-03-14T09:27:00Z",
                },
                "context": {
                    "fullSummary": "Ebb follows flood.",
                    "keyConcepts": [{"term": "ebb", "definition": "The fall of the tide.", "relevance": "Low"}],
                    "mainSections": [{"sectionTitle": "Tides", "sectionSummary": "Ebb.", "contentRef": "pages 2-4"}],
                },
                "instructions_for_coach": {
                    "targetAudience": "sailors",
                    "generationGoals": ["flashcards", "multiple_choice_quiz"],
                    "focusAreas": ["ebb"],
                    "constraints": {"numFlashcards": 5, "numQuizQuestions": 3, "quizDifficulty": "hard"},
                },
            },
        ),
    ],
    ids=lambda each: each.__name__ if isinstance(each, type) else "",
)
def test_shapes_of_seed_001_are_read_and_kept(message: type[Message], value: dict[str, Any]) -> None:
    assert _holds(message.read(canonical(value)).plain(), value)


def _holds(whole: Any, part: Any) -> bool:
    """Whether every key of `part` is in `whole` with the same value."""
    if isinstance(part, dict):
        return all(key in whole and _holds(whole[key], value) for key, value in part.items())
    if isinstance(part, list):
        return len(whole) == len(part) and all(map(_holds, whole, part))
    return bool(whole == part)
