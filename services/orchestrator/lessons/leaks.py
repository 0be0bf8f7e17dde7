"""Whether a turn tells what is only said among ourselves: our own words, parts of prompts, names of fields. Pure.

Whoever wrote the turn, it is looked at here, before it is told. A document may say "assessment" or "the student"; so a
word counts only in the forms in which agents speak of a learner to each other.
"""

import re

_INTERNAL = (
    r"\bthe (?:student|learner|user)(?:'s|’s)? (?:understanding|response|reply|answer(?:ed)?|mastery|message"
    r"|misconception|seems|appears|has (?:mastered|answered|shown)|is struggling|should be)\b",
    r"^\s*(?:assessment|reasoning|analysis|internal|note to self|turn summary|evaluation|directive|pacing)\s*:",
    r"\b(?:mastery_signal|mastery_updates|advance_to_step|turn_summary|expected_answer|step_id|session_complete|todo_list"
    r"|answer_correct|question_concept|status_info|replan_needed|assessment_note|off_topic_response)\b",
    r"\b(?:as (?:an ai|a language model)|my (?:system prompt|instructions)|system prompt|teaching rules?:)\b",
    r"<\|?(?:system|assistant|user|im_start|im_end)\|?>|\[(?:/?INST|SYSTEM)\]",
    r"\b(?:misconceptions?_detected|pacing directive|student style|study plan step \d)\b",
)
_LEAKS = re.compile("|".join(f"(?:{pattern})" for pattern in _INTERNAL), re.IGNORECASE | re.MULTILINE)


def leaks(text: str) -> bool:
    """Whether a text for a learner has words that are not for learners."""
    return bool(_LEAKS.search(text))
