"""What is only said among agents is seen; what documents and tutors say is not taken for it."""

import pytest

from services.orchestrator.lessons.leaks import leaks


@pytest.mark.parametrize(
    "text",
    [
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
    ],
)
def test_internal_language_leaks(text: str) -> None:
    assert leaks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Well done! Now compare 2/4 and 3/4.",
        "The student union met in 1848, says page 3.",
        "An assessment is a test. What is a test for?",
        "The text says: \u201cLearners build on what they know.\u201d (page 2)",
        "Your answer shows that you have seen it.",
        "Reasoning by analogy is quick. Why?",
        "What does the user of a library borrow?",
    ],
)
def test_what_is_said_to_learners_does_not(text: str) -> None:
    assert not leaks(text)
