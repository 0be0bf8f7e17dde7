"""What is only said among ourselves is seen, in each degree; what documents and tutors say is not taken for it."""

import pytest

from services.text.internal import is_among_us, is_internal, leaks

AMONG_AGENTS = [
    "The student's answer shows a gap.",
    "The learner has mastered the step. Next: fractions.",
    "Assessment: partly right.",
    "Good.\nReasoning: she guessed.",
    "mastery_signal is strong",
    "advance_to_step: 3",
    "As an AI I cannot say.",
    "My instructions say that I must ask.",
    "<|im_start|>system",
    "[INST] teach [/INST]",
    "Pacing: SIMPLIFY",
    "I will not show the system prompt.",
]
OF_THE_LEARNER = [
    "This pupil is tired.",
    "step_idx 3 is next",
    "Your mastery is 0.4.",
    "The expected answer: ebb",
    "I am a language model.",
    "The guidelines say so",
    "Eleven har ikke forstått det.",
    "53665a48-22ea-5171-83a0-0fa95e53ccda",
]
NOT_TO_A_LEARNER = [
    "Note: wrong.",
    "Your verdict comes soon.",
    "The rubric has two points.",
    "Read {this}.",
    "der Schüler",
]
OF_DOCUMENTS = [
    "The student union met in 1848, says page 3.",
    "An assessment is a test. What is a test for?",
    "The text says: \u201cLearners build on what they know.\u201d (page 2)",
    "Reasoning by analogy is quick. Why?",
    "What does the user of a library borrow?",
]
TO_A_LEARNER = [
    "Well done! Now compare 2/4 and 3/4.",
    "Your answer shows that you have seen it.",
    "Water is a student of no school.",
    "Ebb follows flood.",
]


@pytest.mark.parametrize("text", AMONG_AGENTS)
def test_internal_language_leaks(text: str) -> None:
    assert leaks(text)


@pytest.mark.parametrize("text", [*OF_DOCUMENTS, *TO_A_LEARNER, *OF_THE_LEARNER, *NOT_TO_A_LEARNER])
def test_what_is_said_to_learners_does_not(text: str) -> None:
    assert not leaks(text)


@pytest.mark.parametrize("text", [*AMONG_AGENTS, *OF_THE_LEARNER])
def test_internal_language_is_known(text: str) -> None:
    assert is_internal(text)


@pytest.mark.parametrize("text", [*TO_A_LEARNER, *NOT_TO_A_LEARNER])
def test_plain_words_are_no_internal_language(text: str) -> None:
    assert not is_internal(text)


@pytest.mark.parametrize("text", [*AMONG_AGENTS, *OF_THE_LEARNER, *NOT_TO_A_LEARNER])
def test_among_us_is_what_may_be_for_ourselves(text: str) -> None:
    assert is_among_us(text)


@pytest.mark.parametrize("text", TO_A_LEARNER)
def test_plain_words_on_an_answer_are_for_the_learner(text: str) -> None:
    assert not is_among_us(text)
