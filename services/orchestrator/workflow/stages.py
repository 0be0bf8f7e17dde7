"""The kinds of steps: what a session is doing meanwhile, which agent does it, and the stages of each journey."""

from typing import Literal

from contracts.session import Status

Kind = Literal[
    "read",
    "pages",
    "gather",
    "digest",
    "write",
    "validate",
    "check",
    "grade",
    "notes",
    "classify",
    "explain",
    "reply",
    "diagnose",
    "plan",
]

STAGE: dict[Kind, Status] = {
    "read": Status.READING,
    "pages": Status.READING,
    "gather": Status.READING,
    "digest": Status.DIGESTING,
    "write": Status.WRITING,
    "validate": Status.VALIDATING,
    "check": Status.VALIDATING,
    "grade": Status.GRADING,
    "notes": Status.COACHING,
    "classify": Status.TUTORING,
    "explain": Status.TUTORING,
    "reply": Status.TUTORING,
    "diagnose": Status.DIAGNOSING,
    "plan": Status.PLANNING,
}
AGENT: dict[Kind, str] = {
    "read": "reader",
    "pages": "reader",
    "gather": "reader",
    "digest": "reader",
    "write": "quiz",
    "validate": "evaluator",
    "check": "evaluator",
    "grade": "evaluator",
    "notes": "feedback",
    "classify": "coordinator",
    "explain": "tutor",
    "reply": "tutor",
    "diagnose": "diagnostic",
    "plan": "pathplanner",
}
PLAN: dict[str, tuple[Status, ...]] = {
    "document": (Status.READING, Status.DIGESTING, Status.WRITING, Status.VALIDATING),
    "quiz": (Status.WRITING, Status.VALIDATING),
    "attempt": (Status.GRADING, Status.COACHING),
    "regrade": (Status.GRADING, Status.COACHING),
    "edit": (Status.VALIDATING,),
    "item": (Status.WRITING, Status.VALIDATING),
    "diagnosis": (Status.WRITING, Status.VALIDATING, Status.DIAGNOSING),
    "cycle": (Status.TUTORING, Status.WRITING, Status.VALIDATING),
    "talk": (Status.TUTORING,),
    "explanation": (Status.TUTORING,),
    "asked": (Status.WRITING, Status.VALIDATING),
    "path": (Status.PLANNING,),
}
"""The stages of a journey, by the first word of its name.

`edit` checks an owner's text, `item` writes one anew, `regrade` grades an attempt again; `diagnosis`, `cycle` and
`path` are the coordinator's specialists, `talk` is what a learner's message leads to, `asked` a quiz by message;
`explanation` is a goal of the upload: the key concepts explained.
"""

WORDS: dict[Kind, str] = {
    "read": "reading the document",
    "pages": "reading pages of the document",
    "gather": "putting the document together",
    "digest": "finding its concepts",
    "write": "writing the material",
    "validate": "checking the material",
    "check": "checking the edited item",
    "grade": "grading the answers",
    "notes": "writing the notes",
    "classify": "finding out what the message asks for",
    "explain": "explaining it",
    "reply": "judging the reply",
    "diagnose": "finding out what is known already",
    "plan": "planning what to learn next",
}
"""What a step does, for the sentence that says that it failed."""
