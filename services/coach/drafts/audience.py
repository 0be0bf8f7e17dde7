"""For whom: what an order says of its learners in plain words, as one of two levels or none. Pure."""

import re
from typing import Literal

Level = Literal["beginner", "advanced"]

# Who does not know a field is a beginner, though the field's experts be named.
_NO_EXPERT = re.compile(
    r"\b(?:non|not|no|ikke|kein\w*|nicht)[\s-]+(?:\w+\s+)?(?:experts?|specialists?|eksperter?|fagfolk|fachleute|experten)\b"
)
# Years of work are no age.
_EXPERIENCE = re.compile(
    r"\b\d+\+?\s+(?:years?|års?|jahren?)['’]?\s+(?:of\s+)?(?:\w+\s+)?(?:experience|erfaring|erfahrung)\b"
)
_BEGINNER = re.compile(
    r"""
    \b(?:beginn\w* | novic\w* | newcomer\w* | starters? | introductory | lay(?:man|men|person|people)? | non-?expert\w*
    | child\w* | kids? | pupils? | teens? | teenagers? | elementary | primary | middle\s+schoo\w* | junior\s+high\w*
    | (?:grades?|years?)\s+[1-9] | [1-9](?:st|nd|rd|th)\s+grade\w* | freshm[ae]n | easy\s+read\w*
    | inexperienced | (?:no|without|little)\s+(?:prior|previous)\s+(?:knowledge|experience)
    | nybegynner\w* | begynner\w* | fersk\w* | uerfar\w* | uten\s+forkunnskap\w* | barn(?:a|et|s)? | unge? | ungdom\w*
    | elev(?:er)?(?:\s+i)?\s+grunnskole\w*
    | grunnskole\w* | barneskole\w* | ungdomsskole\w* | barnetrinn\w* | mellomtrinn\w* | ungdomstrinn\w*
    | ([1-9]|10)\.?\s*(?:klasse|trinn) | lekfolk | legfolk
    | anfänger\w* | einsteiger\w* | kindern? | unerfahren\w* | ohne\s+vorkenntnisse | grundschul\w* | laien | schüler\w*
    | (?:[5-9]|1[0-4])[\s-]*(?:year|år|jähr)\w*)\b
    """,
    re.VERBOSE,
)
_ADVANCED = re.compile(
    r"""
    \b(?:experts? | experienced | erfarne? | erfahren\w* | advanced | ph\.?\s?d\w* | doctora\w* | postdoc\w*
    | graduates? | postgraduat\w* | master'?s?
    | professionals? | practitioners? | specialists? | researchers? | scientists? | professors? | engineers?
    | physicians?
    | eksperter? | ekspert\w* | viderekom\w* | avansert\w* | fagfolk | fagperson\w* | forsker\w* | doktorgrad\w*
    | stipendiat\w* | spesialist\w* | masterstuden\w* | mastergrad\w*
    | expert\w* | fortgeschritten\w* | fachleute | forschende\w* | promovier\w* | wissenschaftler\w*)\b
    """,
    re.VERBOSE,
)


def level_of(audience: str) -> Level | None:
    """The level that a `targetAudience` speaks of; None where it speaks of none, or of both."""
    said = _EXPERIENCE.sub("experienced", " ".join(audience.casefold().split()))
    if _NO_EXPERT.search(said):
        return "beginner"
    beginner, advanced = bool(_BEGINNER.search(said)), bool(_ADVANCED.search(said))
    if beginner == advanced:
        return None
    return "beginner" if beginner else "advanced"
