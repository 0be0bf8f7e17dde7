"""A document of a session as `decide` sees it: what is known of its reading, in names and numbers."""

from typing import Any, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import Field

from contracts.coaching import Instructions
from contracts.documents import DocMeta, Document, Pages
from contracts.message import Fields
from contracts.problems import Problem


class PaperChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    document: Document
    reading_id: UUID | None
    reading: str | None
    doc_meta: DocMeta | None
    read: bool
    parts: list[int]
    plan: str | None
    ranges: list[int]
    asked: int
    done: int
    counted: int
    held: Problem | None
    rejected: bool
    reviewable: bool
    corrections: dict[int, str]
    begun: UUID | None
    tried: bool
    pages_done: int
    pages_total: int


class Paper(Fields):
    """One document. `read`: a reading of it is complete and passed the gate; `reading_id` and `reading` name the last.

    `plan` names the Reader's folder; `ranges` has the last page of each of its ranges, which follow each other from
    page 1. Ranges are asked for in their order: `asked` of them so far, `done` of them are in, with `counted` pages.
    `parts`: those in of the reading under way. `held`: the gate's 422. `corrections`: page -> blob. `reviewable`: some
    of its pages were recognised or left out. `begun`: the reading of its beginning, which waits for the plan;
    `tried`: its beginning brought nothing. `pages_done` never goes back.
    """

    document: Document
    reading_id: UUID | None = None
    reading: str | None = None
    doc_meta: DocMeta | None = None
    read: bool = False
    parts: list[int] = Field(default_factory=list)
    plan: str | None = None
    ranges: list[int] = Field(default_factory=list)
    asked: int = 0
    done: int = 0
    counted: int = 0
    held: Problem | None = None
    rejected: bool = False
    reviewable: bool = False
    corrections: dict[int, str] = Field(default_factory=dict)
    begun: UUID | None = None
    tried: bool = False
    pages_done: int = 0
    pages_total: int = 0

    def changed(self, **update: Unpack[PaperChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)

    @property
    def sha256(self) -> str:
        """The document's hash, by which steps and messages name it."""
        return self.document.sha256

    @property
    def review(self) -> str | None:
        """What a person has to do with it, as its row says it."""
        return "rejected" if self.rejected else "pending" if self.held else None

    def pages(self, number: int) -> Pages:
        """The pages of a range, by its number from 1."""
        return Pages(first=self.ranges[number - 2] + 1 if number > 1 else 1, last=self.ranges[number - 1])


class KnownCourse(Fields):
    """A course as who joins it finds it. `items`: those of its owner's first whole quiz, in their order."""

    papers: list[Paper]
    reading_id: UUID
    instructions: Instructions = Instructions()
    items: list[UUID] = Field(default_factory=list)


def bounds(ranges: list[Pages]) -> list[int]:
    """The last page of each range. Raises ValueError for ranges that leave pages out, or take some twice."""
    if [found.first for found in ranges] != [1, *(found.last + 1 for found in ranges[:-1])]:
        raise ValueError("ranges: they do not follow each other from page 1")
    return [found.last for found in ranges]


def of_rules_1(stored: dict[str, Any]) -> dict[str, Any]:
    """A state as the first rules kept it, with its one document as a paper; the newer kind as it is."""
    old = ("document", "reading_blob", "doc_meta", "parts", "pages_done", "pages_total")
    if "papers" in stored or not any(name in stored for name in old):
        return stored
    found = {name: stored[name] for name in old if stored.get(name) is not None}
    kept = {name: value for name, value in stored.items() if name not in old}
    if "document" not in found:
        return kept
    steps = [*stored.get("open", {}).values(), *stored.get("unfinished", {}).values()]
    unread = any((step["kind"] if isinstance(step, dict) else step.kind) == "read" for step in steps)
    if "reading_blob" in found:
        found["reading"] = found.pop("reading_blob")
    read = bool(stored.get("reading_id")) and not unread
    return {**kept, "papers": [{**found, "reading_id": stored.get("reading_id"), "read": read}]}
