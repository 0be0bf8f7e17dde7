"""Each rule of validation that the seeds and decided row 10 state is a 400 that names the field."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from contracts import (
    CoachNotes,
    Code,
    GradeQuiz,
    HandoverV1,
    ItemsValidated,
    Message,
    Problem,
    QuizRequested,
    QuizResults,
    QuizSpec,
    ReadDocument,
    ReaderOutput,
    StudyMaterial,
    WriteMaterial,
)
from contracts.problems import contract_problem
from tests.contracts.walk import Where, changed, example, removed


def refusal(message: type[Message], value: Any) -> Problem:
    """The problem with which a value is refused."""
    with pytest.raises(ValidationError) as caught:
        message.read(json.dumps(value))
    return contract_problem(caught.value)


def refuses(message: type[Message], path: Where, new: Any, field: str) -> Problem:
    """The example with one change is a 400 that names exactly this field."""
    said = refusal(message, changed(example(message.type_name), path, new))
    assert (said.status, said.code, said.fields) == (400, Code.CONTRACT_BROKEN, [field])
    assert said.detail.startswith(f"{field}: ")
    return said


def lacks(message: type[Message], path: Where, field: str) -> None:
    said = refusal(message, removed(example(message.type_name), path))
    assert (said.status, said.fields) == (400, [field])


def test_extracted_blocks_must_not_be_empty() -> None:
    refuses(ReaderOutput, ("extracted_blocks",), [], "extracted_blocks")


def test_extracted_blocks_must_be_there() -> None:
    lacks(ReaderOutput, ("extracted_blocks",), "extracted_blocks")


def test_a_block_must_have_its_id() -> None:
    lacks(ReaderOutput, ("extracted_blocks", 1, "block_id"), "extracted_blocks.1.block_id")


def test_a_block_id_must_not_be_empty() -> None:
    refuses(ReaderOutput, ("extracted_blocks", 0, "block_id"), "", "extracted_blocks.0.block_id")


def test_a_block_must_have_text() -> None:
    lacks(ReaderOutput, ("extracted_blocks", 2, "text"), "extracted_blocks.2.text")


def test_a_blocks_text_must_not_be_empty() -> None:
    refuses(ReaderOutput, ("extracted_blocks", 0, "text"), "", "extracted_blocks.0.text")


def test_a_block_id_must_not_stand_twice() -> None:
    refuses(ReaderOutput, ("extracted_blocks", 1, "block_id"), "p1b1", "extracted_blocks")


def test_pages_count_from_1() -> None:
    refuses(ReaderOutput, ("extracted_blocks", 0, "source_page"), 0, "extracted_blocks.0.source_page")


def test_a_range_of_pages_must_not_run_backwards() -> None:
    refuses(ReadDocument, ("pages", "first"), 3, "pages.first")


def test_a_part_must_be_one_of_its_parts() -> None:
    refuses(ReaderOutput, ("part", "number"), 2, "part.number")


def test_blocks_to_assess_must_not_be_empty() -> None:
    refuses(QuizSpec, ("blocks_to_assess",), [], "blocks_to_assess")


@pytest.mark.parametrize("number", [0, -1, 51])
def test_num_questions_must_be_from_1_to_50(number: int) -> None:
    refuses(QuizSpec, ("num_questions",), number, "num_questions")


def test_num_questions_must_be_there() -> None:
    lacks(QuizSpec, ("num_questions",), "num_questions")


def test_difficulty_must_be_one_of_three() -> None:
    refuses(QuizSpec, ("difficulty",), "BRUTAL", "difficulty")


@pytest.mark.parametrize("written", ["easy", "Easy", "EASY"])
def test_difficulty_is_read_in_either_case(written: str) -> None:
    assert (
        QuizSpec.read(json.dumps(changed(example(QuizSpec.type_name), ("difficulty",), written))).difficulty == "EASY"
    )


def test_quiz_difficulty_of_a_handover_must_be_one_of_three() -> None:
    path = ("instructions_for_coach", "constraints", "quizDifficulty")
    refuses(HandoverV1, path, "brutal", ".".join(path))


@pytest.mark.parametrize("written", ["HARD", "hard"])
def test_quiz_difficulty_of_a_handover_is_read_in_either_case(written: str) -> None:
    path = ("instructions_for_coach", "constraints", "quizDifficulty")
    handover = HandoverV1.read(json.dumps(changed(example(HandoverV1.type_name), path, written)))
    assert handover.plain()["instructions_for_coach"]["constraints"]["quizDifficulty"] == "hard"


def test_a_goal_must_be_known() -> None:
    path = ("instructions_for_coach", "generationGoals", 0)
    refuses(HandoverV1, path, "essay", ".".join(map(str, path)))


def test_relevance_must_be_high_medium_or_low() -> None:
    refuses(HandoverV1, ("context", "keyConcepts", 0, "relevance"), "Some", "context.keyConcepts.0.relevance")


def test_key_concepts_must_not_be_more_than_10() -> None:
    concepts = example(HandoverV1.type_name)["context"]["keyConcepts"]
    refuses(HandoverV1, ("context", "keyConcepts"), concepts[:1] * 11, "context.keyConcepts")


@pytest.mark.parametrize("wrong", ["sha256-of-raw-content", "A" * 64, "0" * 63])
def test_source_hash_must_be_sha256(wrong: str) -> None:
    refuses(HandoverV1, ("metadata", "sourceHash"), wrong, "metadata.sourceHash")


def test_session_id_must_be_a_uuid() -> None:
    refuses(HandoverV1, ("metadata", "sessionId"), "uuid-string", "metadata.sessionId")


def test_quiz_id_must_be_valid() -> None:
    refuses(QuizResults, ("quiz_id",), "the-quiz", "quiz_id")


def test_answers_must_not_be_empty() -> None:
    refuses(QuizResults, ("answers",), [], "answers")


def test_an_item_must_not_be_answered_twice() -> None:
    first = example(QuizResults.type_name)["answers"][0]
    refuses(QuizResults, ("answers",), [first, first], "answers")


def test_latency_must_not_be_negative() -> None:
    refuses(QuizResults, ("answers", 0, "latency_sec"), -1, "answers.0.latency_sec")


@pytest.mark.parametrize("latency", [float("inf"), float("nan")])
def test_a_number_that_json_cannot_say_is_refused(latency: float) -> None:
    """It would be written as null, and the next reader could not read it."""
    refuses(QuizResults, ("answers", 0, "latency_sec"), latency, "answers.0.latency_sec")


def test_text_must_not_hold_what_the_database_cannot() -> None:
    """Postgres takes no U+0000; it would fail after the message was accepted."""
    refuses(QuizResults, ("answers", 0, "answer"), "a\0b", "answers.0.answer")
    refuses(QuizSpec, ("blocks_to_assess", 0), "a\0b", "blocks_to_assess.0")
    refuses(ReaderOutput, ("extracted_blocks", 0, "text"), "\0", "extracted_blocks.0.text")
    refuses(CoachNotes, ("notes", 0), "\0", "notes.0")
    refuses(HandoverV1, ("instructions_for_coach", "focusAreas", 0), "\0", "instructions_for_coach.focusAreas.0")


def test_an_answer_must_not_be_longer_than_2000_characters() -> None:
    refuses(QuizResults, ("answers", 0, "answer"), "x" * 2001, "answers.0.answer")


def test_the_key_must_be_among_the_options() -> None:
    refuses(GradeQuiz, ("items", 0, "answer"), "z", "items.0.multiple_choice.answer")


def test_an_option_id_must_not_stand_twice() -> None:
    refuses(GradeQuiz, ("items", 0, "options", 0, "option_id"), "b", "items.0.multiple_choice.options")


def test_a_multiple_choice_must_have_2_options() -> None:
    options = example(GradeQuiz.type_name)["items"][0]["options"]
    refuses(GradeQuiz, ("items", 0, "options"), options[1:2], "items.0.multiple_choice.options")


def test_the_kind_of_an_item_must_be_known() -> None:
    said = refuses(GradeQuiz, ("items", 0, "type"), "riddle", "items.0.type")
    assert "riddle" not in said.detail


def test_the_kind_of_an_item_must_be_there() -> None:
    lacks(GradeQuiz, ("items", 0, "type"), "items.0.type")


def test_correct_answer_index_must_name_an_option() -> None:
    refuses(StudyMaterial, ("quiz", 0, "correctAnswerIndex"), 3, "quiz.0.correctAnswerIndex")


def test_an_item_must_carry_its_proof() -> None:
    lacks(StudyMaterial, ("flashcards", 0, "proof"), "flashcards.0.proof")


def test_material_must_be_about_blocks() -> None:
    refuses(WriteMaterial, ("blocks",), [], "blocks")


def test_a_refusal_must_have_a_reason() -> None:
    refuses(ItemsValidated, ("verdicts", 1, "reasons"), [], "verdicts.1.reasons")


def test_an_acceptance_must_have_no_reason() -> None:
    refuses(ItemsValidated, ("verdicts", 1, "accepted"), True, "verdicts.1.reasons")


def test_evidence_must_be_parallel_to_notes() -> None:
    refuses(CoachNotes, ("notes",), ["One.", "Two."], "evidence")


def test_a_new_quiz_is_ordered_by_specification_or_instructions() -> None:
    both = {"quiz_spec": example(QuizSpec.type_name), **example(QuizRequested.type_name)}
    assert refusal(QuizRequested, both).fields == ["quiz_spec"]


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "\ufffd"])
def test_what_is_no_json_object_is_refused_as_a_whole(body: str) -> None:
    with pytest.raises(ValidationError) as caught:
        QuizSpec.read(body)
    assert contract_problem(caught.value).fields == ["(body)"]


def test_a_refusal_never_shows_what_was_sent() -> None:
    secret = "canary-7731"
    value = changed(example(QuizSpec.type_name), ("num_questions",), secret)
    said = refusal(QuizSpec, changed(value, ("difficulty",), secret))
    assert secret not in said.model_dump_json()
    assert said.fields == ["num_questions", "difficulty"]
