"""The words of the house that no learner is to read: of assessments, plans, prompts and formats. Pure."""

import re

_UNSAID = re.compile(
    r"""
    \b(?:the|this|our)\s+(?:student|learner|pupil|child)(?:['’]s)?\b
    | \b(?:eleven|den\s+lærende|der\s+schüler|die\s+schülerin|der\s+lernende)\s+(?:har|er|svarte|viser|hat|ist|zeigt)\b
    | \b(?:assessment|evaluation|reasoning|rationale|internal\s+note|turn[_\s]summary|vurdering|bewertung)\s*:
    | \b(?:mastery|pacing|scaffold\w*|replan\w*|misconception[_\s]?id|success[_\s]criteri\w+|teaching[_\s]approach)\b
    | \b(?:step|item|block|session|guideline|question|quiz)_(?:id|idx|asked|sha256)\b
    | \b(?:expected|correct)[_\s]answer\s*:
    | \b(?:system|developer|turn)\s+(?:prompt|message)\b
    | \b(?:my|these|the|your)\s+(?:instructions|guidelines?|teaching\s+rules)\b
    | \b(?:as\s+an?\s+(?:AI|language\s+model)|language\s+model|LLM|JSON)\b
    | </?(?:document|guideline|learner|turn|plan|system|user|assistant)>
    | \b(?:assistant|user)\s*:\s
    | \b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_internal(text: str) -> bool:
    """Whether a text speaks of the learner to somebody else, or of how the house works."""
    return bool(_UNSAID.search(text))
