"""What a message wants, as a mind says it: the same from rules and from a model, and fit to be kept in the journal."""

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from contracts.assistant import IntentType
from contracts.message import Fields

Source = Literal["topic", "reviews", "notes", "path"]
"""What of a course a task is made of: what was spoken of last, due reviews, the notes' advice, the learning path."""

CHANGING: frozenset[IntentType] = frozenset({"create", "update", "complete", "delete"})


class Reference(Fields):
    """Which task is meant, in the words of the message ("#3", "the second one", "the meeting"), or by an id that a
    model gave; that is believed only where it is the id of one of this user's tasks. `before`: what was said before an
    "it", which may name it."""

    said: str = ""
    before: str = ""
    task_id: int | None = None


class Wish(Fields):
    """One thing that a message wants.

    `title`, `description`, `due`: of the new task, or what they are to be. `past`: the words of a day that is over.
    `open_end`: the date is to be taken away. `tasks`: which are meant; `every`: all of them, of `status` where it is
    given. `status`: which are listed, None: all; of update: what it is to be. `found_only`: it is one only if such a
    task is found. `bulk`: more tasks than the message names, so it is asked about.
    """

    intent: IntentType
    confidence: float = Field(ge=0, le=1)
    title: str = ""
    description: str | None = None
    due: AwareDatetime | None = None
    past: str = ""
    open_end: bool = False
    tasks: list[Reference] = []
    every: bool = False
    status: Literal["pending", "completed"] | None = None
    source: Source | None = None
    found_only: bool = False
    bulk: bool = False

    def entities(self) -> dict[str, Any]:
        """What it names, as `IntentResult` has it."""
        return self.model_dump(mode="json", exclude={"intent", "confidence"}, exclude_defaults=True)


class Understood(Fields):
    """All that a message wants, in its order. `language`: in which it is answered; `why`: for the trace; `foreign`: it
    is in a language that this mind does not read."""

    wishes: list[Wish] = Field(min_length=1, max_length=20)
    language: str = "en"
    why: str = ""
    foreign: bool = False
