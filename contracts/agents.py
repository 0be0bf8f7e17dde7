"""The agents of a session, and which of the session's state each of them writes, alone."""

from typing import Literal

Agent = Literal["coordinator", "diagnostic", "tutor", "quiz", "feedback", "pathplanner"]
Writer = Agent | Literal["learner"]

STATE_KEYS: dict[Writer, tuple[str, ...]] = {
    "coordinator": ("last_routed_to", "routing_reason"),
    "diagnostic": ("prerequisite_gaps", "diagnostic_complete", "learner_level"),
    "tutor": ("explanation", "examples_provided"),
    "quiz": ("quiz_questions", "quiz_responses", "quiz_score"),
    "feedback": ("error_patterns", "feedback_text", "improvement_areas"),
    "pathplanner": ("learning_path", "next_topic", "path_reasoning"),
    "learner": ("goals", "current_topic"),
}
WRITER: dict[str, Writer] = {key: writer for writer, keys in STATE_KEYS.items() for key in keys}

Routing = Literal["AWAITING_INPUT", "CLASSIFY_INTENT", "DIAGNOSE", "LEARN", "PLAN"]
"""The coordinator's routing state machine."""

Phase = Literal["TUTOR_EXPLAINING", "QUIZ_ACTIVE", "FEEDBACK_ANALYZING", "LOOP_AGAIN", "MASTERED"]
"""The learning cycle's state machine."""
