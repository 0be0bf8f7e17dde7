"""What a guideline is, read and made up: a teacher's text, and a learner's part that can be quoted and asked.

Its learner's part is a course like any other: blocks, a digest and items, as the Reader, the digest and the Coach make
them of a document.
"""

from dataclasses import dataclass
from uuid import UUID, uuid5

from contracts.digest import DocumentDigested
from contracts.documents import Block, Plain, Text
from contracts.items import Item
from contracts.message import Fields

GUIDELINES = UUID("5f0f5c1e-6a0e-5b57-9f5a-6f0c3f1d2a77")
"""The namespace of guidelines' ids."""


@dataclass(frozen=True)
class Place:
    """Where in a curriculum a guideline stands. Of two guidelines at one place the later replaces the earlier."""

    country: str
    board: str
    grade: int
    subject: str
    topic: str
    subtopic: str

    @property
    def guideline_id(self) -> UUID:
        """The same for each writing of these names: capitals and blanks make no other place."""
        names = (self.country, self.board, str(self.grade), self.subject, self.topic, self.subtopic)
        return uuid5(GUIDELINES, "\n".join(" ".join(name.casefold().split()) for name in names))


class Objective(Fields):
    """What a learner is to be able to do, in the teacher's words; `goal`: the same as learners are told it; "" in what
    was imported before there was one. `concept`: what its tasks are about; `builds_on`: concepts that come before.

    `tasks`: how many there are; `blocks`: the ids of its blocks in the learner's part, in order, its heading first.
    """

    objective_id: Text
    text: Text
    goal: Plain = ""
    concept: Text
    builds_on: list[Text] = []
    tasks: int
    blocks: list[Text]


class ShownBy(Fields):
    """An answer that shows a misconception: a raw answer, as `contracts/items.py` says."""

    item_id: UUID
    answer: Text


class Misconception(Fields):
    """A mistake that many make: what it is called, what it is, and which wrong answers show it."""

    id: Text
    text: Text
    shown_by: list[ShownBy] = []


class Material(Fields):
    """The learner's part. `items` have the ids that the file gives them; a session that asks them has its own."""

    blocks: list[Block]
    digest: DocumentDigested
    items: list[Item]


@dataclass(frozen=True)
class Task:
    """An item as a file has it. `inferred`: its answer follows from the quote and does not stand there.

    `right`: further raw answers that must be graded right; `wrong`: those that must not be.
    """

    item: Item
    line: int
    inferred: bool
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guideline:
    """A guideline that holds together by itself. `teacher`: Markdown; `sha256`: the file's."""

    place: Place
    language: str
    title: str
    teacher: str
    objectives: list[Objective]
    misconceptions: list[Misconception]
    material: Material
    tasks: tuple[Task, ...]
    sha256: str

    @property
    def guideline_id(self) -> UUID:
        """That of its place."""
        return self.place.guideline_id


@dataclass(frozen=True)
class Fault:
    """What is wrong with a file, and in which line of it, from 1."""

    line: int
    sentence: str


class Broken(Exception):
    """A file that is no guideline. `faults`: all that is wrong with it, in the order of its lines."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = sorted(faults, key=lambda fault: fault.line)
        super().__init__("; ".join(f"line {fault.line}: {fault.sentence}" for fault in self.faults))
