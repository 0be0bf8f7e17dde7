"""Who is taught, as far as it shapes a plan and its turns. Pure."""

import re
from dataclasses import dataclass

from contracts.lessons import Pace, Setting
from contracts.mastery import Level

_YOUNG = 5
"""The highest school year to which is spoken in short sentences, where nothing else is said of the language."""
_VISUAL = re.compile(r"visu|pictur|imag|diagram|example|bild|eksemp|beispiel|figur", re.IGNORECASE)
_DOING = re.compile(
    r"kin[ae]?esthe|hands|doing|practi[cs]|\btry|aktiv|praktisk|øve|gjøre|tun\b|üben|handel", re.IGNORECASE
)
_BRIEF = re.compile(r"\b(?:short|brief|concise|terse|to the point|kort\w*|knapp\w*|kurz\w*)\b", re.IGNORECASE)
_THOROUGH = re.compile(
    r"\b(?:long|detail\w*|thorough|in[- ]depth|elaborate|lang(?:e[nrs]?|t)?|grundig\w*|utførlig\w*|detalj\w*"
    r"|gründlich\w*|ausführlich\w*)\b",
    re.IGNORECASE,
)
_FORMAL = re.compile(
    r"\b(?:formal|academic|serious|matter[- ]of[- ]fact|formell\w*|saklig\w*|sachlich\w*|förmlich\w*)\b", re.I
)


@dataclass(frozen=True)
class Learner:
    """`simple`: short sentences; `deep`: reasons at once; `visual`, `doing`: examples, or questions, come first;
    `brief`, `thorough`: as little as can be said, or more than to others; `formal`: no welcome, cheer or emoji.
    `minutes` None: nobody said how long it may take."""

    simple: bool
    deep: bool
    visual: bool
    doing: bool
    brief: bool
    thorough: bool
    formal: bool
    pace: Pace
    minutes: int | None
    style: str
    interests: tuple[str, ...]

    @property
    def sparing(self) -> bool:
        """Whether a sentence at a time is enough, and nothing leads into a question."""
        return self.brief or self.pace == "fast"


def learner_of(command: Setting, level: Level = "unknown") -> Learner:
    """What a command says of whom it is for. What was said of the language counts more than the school year."""
    student = command.student
    young = student.grade is not None and student.grade <= _YOUNG
    said = student.language_level
    manner = f"{student.style} {student.learning_style}"
    brief = bool(_BRIEF.search(manner))
    simple = said == "simple" or (not said and (young or level == "beginner"))
    return Learner(
        simple=simple,
        deep=not simple and (said == "advanced" or level == "advanced"),
        visual=bool(_VISUAL.search(student.learning_style)),
        doing=bool(_DOING.search(student.learning_style)),
        brief=brief,
        thorough=not brief and bool(_THOROUGH.search(manner)),
        formal=bool(_FORMAL.search(manner)),
        pace=command.pace,
        minutes=command.minutes,
        style=student.style.strip(),
        interests=tuple(each.strip() for each in student.interests if each.strip()),
    )
