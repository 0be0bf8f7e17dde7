"""What an item rests on: where its answer stands, who wrote it, how hard it is, why an option is right or wrong."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from contracts.documents import PageKind, Plain, Sha256, Text, place_said
from contracts.message import Fields, Phrase


def upper(value: object) -> object:
    """Difficulty may be written in either case."""
    return value.upper() if isinstance(value, str) else value


Difficulty = Annotated[Literal["EASY", "MEDIUM", "HARD"], BeforeValidator(upper)]


Level = Literal["recall", "understand", "apply"]
"""What answering takes: to remember what the text says; to see what follows from it or say it in other words; to use it
on a case that the text does not have."""


class Proof(Fields):
    """Where the answer stands: `quote` is `block.text[start:end]`, verbatim; offsets are code points, half open.

    `source_page` is the page on which the quote begins, `last_page` the one on which it ends if that is a later one
    (`Block.continues`). `block_sha256` is SHA-256 of the block's text as UTF-8.
    `answer_start` and `answer_end` are the answer's place in the block's text; None where it is not one span.
    `page_kind` and `heading` are told by whoever sends a command about the item, of documents without pages alone: what
    `source_page` counts, and what the quote stands under. None: pages; before the first heading.
    """

    document_sha256: Sha256
    block_id: Text
    block_sha256: Sha256
    source_page: int = Field(ge=1)
    last_page: int | None = Field(default=None, ge=1)
    start: int = Field(ge=0)
    end: int = Field(ge=1)
    quote: Text
    answer_start: int | None = Field(default=None, ge=0)
    answer_end: int | None = Field(default=None, ge=1)
    page_kind: PageKind | None = None
    heading: Plain | None = None

    @property
    def at(self) -> Phrase:
        """Where, as it is said within a sentence: "page 3–4", "slide 3", of a text without pages its heading."""
        return place_said(self.page_kind or "page", self.pages, self.heading or "")

    @property
    def is_paged(self) -> bool:
        """Whether it stands on a page, and not on a slide or under a heading."""
        return self.page_kind in (None, "page")

    @property
    def pages(self) -> int | str:
        """Its page as it is told: 3, or "3–4"."""
        return pages_said(self.source_page, self.last_page)


def pages_said(first: int, last: int | None) -> int | str:
    """A page, or the first and the last of several, as they are told: 3, or "3–4"."""
    return first if last is None else f"{first}–{last}"


Author = Literal["offline", "model"] | Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,39}$")]


class Origin(Fields):
    """Who wrote it: `offline` and the author's version, `model` with its name and version, or what another Coach calls
    itself (small letters, digits, `.`, `_`, `-`; 40 at most) with a name and version of its own.
    """

    author: Author
    name: str
    version: str


class Option(Fields):
    """One choice. `option_id` is short and unique in its item; it tells nothing of the key."""

    option_id: Text
    text: Text


class Explanation(Fields):
    """Why an option is right or wrong, in a sentence, and where the text says so. None: it says nothing of the option.

    `option_id`: an option's; of a matching item a prompt's, and then the proof is never None. Where the answer is typed
    it is the `answer` itself, or the words of a wrong one that the text has elsewhere; the proof is never None either.
    """

    option_id: Text
    sentence: Text
    proof: Proof | None = None
