"""What is only said among ourselves: our own words for a learner, parts of prompts, names of fields. Pure.

A text for a learner is looked at by how much else it may hold. Each degree has what the one before it has, and more:

1. `leaks`: a whole turn, whoever wrote it. It quotes documents, which may say "assessment" or "the student"; so a word
   counts only in the forms in which agents speak of a learner to each other.
2. `is_internal`: sentences that a model composed for a learner, quotes apart. They speak to the learner, never of one.
3. `is_among_us`: a few words on an answer. Where any doubt is, the house has words of its own.
"""

import re
from collections.abc import Sequence

_AMONG_AGENTS = (
    r"\bthe (?:student|learner|user)(?:'s|’s)? (?:understanding|response|reply|answer(?:ed)?|mastery|message"
    r"|misconception|seems|appears|has (?:mastered|answered|shown)|is struggling|should be)\b",
    r"^\s*(?:assessment|reasoning|analysis|internal|note to self|turn summary|evaluation|directive|pacing)\s*:",
    r"\b(?:mastery_signal|mastery_updates|advance_to_step|turn_summary|expected_answer|step_id|session_complete|todo_list"
    r"|answer_correct|question_concept|status_info|replan_needed|assessment_note|off_topic_response)\b",
    r"\b(?:as (?:an ai|a language model)|my (?:system prompt|instructions)|system prompt|teaching rules?:)\b",
    r"<\|?(?:system|assistant|user|im_start|im_end)\|?>|\[(?:/?INST|SYSTEM)\]",
    r"\b(?:misconceptions?_detected|pacing directive|student style|study plan step \d)\b",
)
_OF_THE_LEARNER = (
    r"\b(?:the|this|our)\s+(?:student|learner|pupil|child)(?:['’]s)?\b",
    r"\b(?:eleven|den\s+lærende|der\s+schüler|die\s+schülerin|der\s+lernende)\s+(?:har|er|svarte|viser|hat|ist|zeigt)\b",
    r"\b(?:assessment|evaluation|reasoning|rationale|internal\s+note|turn[_\s]summary|vurdering|bewertung)\s*:",
    r"\b(?:mastery|pacing|scaffold\w*|replan\w*|misconception[_\s]?id|success[_\s]criteri\w+|teaching[_\s]approach)\b",
    r"\b(?:step|item|block|session|guideline|question|quiz)_(?:id|idx|asked|sha256)\b",
    r"\b(?:expected|correct)[_\s]answer\s*:",
    r"\b(?:system|developer|turn)\s+(?:prompt|message)\b",
    r"\b(?:my|these|the|your)\s+(?:instructions|guidelines?|teaching\s+rules)\b",
    r"\b(?:language\s+model|LLM|JSON)\b",
    r"</?(?:document|guideline|learner|turn|plan|system|user|assistant)>",
    r"\b(?:assistant|user)\s*:\s",
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
)
_NOT_TO_A_LEARNER = (
    r"\bthe user\b|\b(?:eleven|brukeren|der schüler|die schülerin|der lernende)s?\b",
    r"^\s*(?:feedback|note|verdict|phase)\s*:|\w_\w",
    r"\b(?:misconceptions?|rubric|prompt|answer key|system|verdict|intent|study plan|step status)\b",
    r"[<>{}\[\]]|```",
)


def _any_of(*degrees: Sequence[str]) -> re.Pattern[str]:
    patterns = (f"(?:{pattern})" for degree in degrees for pattern in degree)
    return re.compile("|".join(patterns), re.IGNORECASE | re.MULTILINE)


_LEAKS = _any_of(_AMONG_AGENTS)
_INTERNAL = _any_of(_AMONG_AGENTS, _OF_THE_LEARNER)
_AMONG_US = _any_of(_AMONG_AGENTS, _OF_THE_LEARNER, _NOT_TO_A_LEARNER)


def leaks(text: str) -> bool:
    """Whether a turn has words that are not for learners, in forms that no document has."""
    return bool(_LEAKS.search(text))


def is_internal(text: str) -> bool:
    """Whether a sentence for a learner speaks of them to somebody else, or of how the house works."""
    return bool(_INTERNAL.search(text))


def is_among_us(text: str) -> bool:
    """Whether a few words on an answer may be for ourselves, in any doubt."""
    return bool(_AMONG_US.search(text))
