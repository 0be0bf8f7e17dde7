"""What a document is made of: files, pages, blocks, and how well each page was read."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from contracts.agents import Spent
from contracts.message import Fields, Phrase, Worded, shortened

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
# What learners, models and documents write holds no U+0000: Postgres takes it in no text.
Plain = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
Text = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\x00]*$")]
Relevance = Literal["High", "Medium", "Low"]
PageKind = Literal["page", "slide", "section", "cue"]
ExercisePart = Literal["question", "option", "key"]
MOST_HEADING = 60
"""Characters of a heading that are told."""


def place_said(kind: PageKind, number: int | str, heading: str) -> Phrase:
    """Where, as it is said within a sentence: "page 3", "slide 3", and of a text without pages its heading."""
    told = " ".join(heading.split()).strip("“”„«»")
    if kind == "section" and told:
        return Phrase.quoted(shortened(told, MOST_HEADING))
    return Phrase.of(f"notes.at_{kind}", page=number)


class AgentRun(Fields):
    """One run of an agent, as it is logged and shown.

    `duration_ms` in milliseconds; `tokens_used` None without a model; hashes are SHA-256 of the messages' JSON.
    `spending`: what `tokens_used` is made of, also where the run failed.
    """

    timestamp: AwareDatetime
    agent: str
    input_summary: str = ""
    output: str = ""
    reasoning: str = ""
    duration_ms: float = Field(ge=0)
    input_hash: Sha256
    output_hash: Sha256
    tokens_used: int | None = Field(default=None, ge=0)
    errors: list[str] = []
    spending: list[Spent] = []


class Part(Fields):
    """Which part of how many; both count from 1."""

    number: int = Field(ge=1)
    of: int = Field(ge=1)

    @model_validator(mode="after")
    def within(self) -> "Part":
        if self.number > self.of:
            raise ValueError("number: greater than of")
        return self


class Pages(Fields):
    """A range of pages, from 1, both ends included."""

    first: int = Field(ge=1)
    last: int = Field(ge=1)

    @model_validator(mode="after")
    def in_order(self) -> "Pages":
        if self.first > self.last:
            raise ValueError("first: greater than last")
        return self


class Box(Fields):
    """A rectangle on a page in PDF points, origin at the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


class Emphasis(Fields):
    """A span of a block's text (code points, half open) that the document sets apart."""

    start: int = Field(ge=0)
    end: int = Field(ge=1)
    style: Literal["bold", "italic", "bold_italic"]


class TextLine(Fields):
    """A line of a block: its span of the block's text (code points, half open) and its place on the page."""

    start: int = Field(ge=0)
    end: int = Field(ge=1)
    box: Box


class Word(TextLine):
    """A recognised word; `confidence` in percent, as the OCR engine gives it."""

    confidence: float = Field(ge=0, le=100)


class Continued(Fields):
    """Where a block goes on: from code point `start` of its text on it stands in `box` of `source_page`."""

    start: int = Field(ge=1)
    source_page: int = Field(ge=1)
    box: Box | None = None


class Block(Fields):
    """A paragraph, heading or the like. `block_id` is unique in its session, stable for equal bytes and reading.

    `source_page` counts what the document counts by (`DocMeta.page_kind`). A paragraph that goes on in another column
    or on the next page is one block: `source_page` and `box` are of its beginning, `continues` says where the rest is.
    `material` False: not for learning; `aside` says why (running headers, contents, references, exercises, licences).
    `exercise_part`: what a block of an exercise is of a printed question, where its shape tells; else None.
    `level`: a heading's depth from 1, else None. `box`: None where the format has no pages. Recognised text alone has
    `confidence`, the mean of its words in percent, and `word_confidences`: one for each word of `text.split()`.
    `resumes`: it is in the paragraph of the block before, parted from it where words were not read surely.
    `lines` and `words` say where on the page they stand: kept in the stored reading, never sent.
    `start_sec`, `end_sec`: a transcript's.
    """

    block_id: Text
    text: Text
    source_page: int = Field(default=1, ge=1)
    kind: Literal["heading", "paragraph", "list_item", "table_row", "caption", "code", "formula", "other"] = "paragraph"
    level: int | None = Field(default=None, ge=1)
    material: bool = True
    aside: Literal["running", "contents", "references", "exercise", "boilerplate", "low_confidence"] | None = None
    exercise_part: ExercisePart | None = None
    box: Box | None = None
    continues: list[Continued] = []
    emphasis: list[Emphasis] = []
    lines: list[TextLine] = []
    words: list[Word] = []
    word_confidences: list[int] = []
    confidence: float | None = Field(default=None, ge=0, le=100)
    resumes: bool = False
    language: str | None = None
    document_sha256: Sha256 | None = None
    start_sec: float | None = Field(default=None, ge=0)
    end_sec: float | None = Field(default=None, ge=0)

    @property
    def pages(self) -> list[int]:
        """The pages that it stands on, in their order."""
        return list(dict.fromkeys([self.source_page, *(each.source_page for each in self.continues)]))

    def page_at(self, place: int) -> int:
        """The page on which a code point of its text stands."""
        return next((each.source_page for each in reversed(self.continues) if each.start <= place), self.source_page)

    def span_on(self, page: int) -> tuple[int, int]:
        """Which code points of its text stand on a page, half open; an empty span: none."""
        parts = [(0, self.source_page), *((each.start, each.source_page) for each in self.continues)]
        ends = [*(start for start, _ in parts[1:]), len(self.text)]
        here = [(start, end) for (start, on), end in zip(parts, ends, strict=True) if on == page]
        return (here[0][0], here[-1][1]) if here else (0, 0)


class UnsurePlace(Fields):
    """Where something stands that was not read surely, and that may be what is looked for: no word of it is told.

    `source_page` and `last_page` as a proof has them.
    """

    document_sha256: Sha256
    block_id: Text
    source_page: int = Field(ge=1)
    last_page: int | None = Field(default=None, ge=1)


class PageQuality(Fields):
    """How one page was read. `route` None: not at all.

    `confidence`: mean of its words in percent; `coverage`: share of the page's ink inside recognised words, 0 to 1;
    both None for a text layer. `reason`: a sentence, where the verdict is not ok. `corrected`: a person typed it;
    `accepted`: a person lets it count as it was recognised. `unsure_lines`: lines of a page that is ok, with words that
    were not read surely; the sentences of these words are no material.
    """

    page: int = Field(ge=1)
    route: Literal["text", "ocr"] | None
    verdict: Literal["ok", "low", "blank", "failed"]
    confidence: float | None = Field(default=None, ge=0, le=100)
    coverage: float | None = Field(default=None, ge=0, le=1)
    words: int = Field(default=0, ge=0)
    languages: str = ""
    corrected: bool = False
    accepted: bool = False
    unsure_lines: int = Field(default=0, ge=0)
    reason: str = ""


class Recognition(Fields):
    """What the quality gate saw and said. `pages`: those that went through OCR or are not ok.

    `confidence`: the mean over all recognised words in percent, None without any. `passed` by a person counts too.
    """

    passed: bool
    confidence: float | None = Field(default=None, ge=0, le=100)
    coverage: float | None = Field(default=None, ge=0, le=1)
    least_confidence: float = Field(ge=0, le=100)
    least_coverage: float = Field(ge=0, le=1)
    approved: bool = False
    pages: list[PageQuality] = []

    @property
    def low(self) -> list[int]:
        """The pages that are left out of the material."""
        lost = ("low", "failed")
        return [page.page for page in self.pages if page.verdict in lost and not (page.corrected or page.accepted)]


class Notice(Worded):
    """Something that the learner should know about a reading and that is no failure; `sentence` says it."""

    code: Literal["language_not_supported", "pages_left_out", "pages_without_text"]
    sentence: str
    phrase: Phrase | None = None
    pages: list[int] = []


class DocMeta(Fields):
    """What the Reader knows of a whole document. `pages` None: the format has none.

    `page_kind` names what `source_page` counts; `media_type` is by content.
    """

    title: str
    language: str
    pages: int | None = Field(default=None, ge=1)
    page_kind: PageKind = "page"
    media_type: str | None = None


class Document(Fields):
    """A stored file: its bytes are the blob of that name. `password`: the blob that holds it, if one was given."""

    sha256: Sha256
    filename: Text
    media_type: str
    bytes: int = Field(ge=1)
    blob: Text
    password: Text | None = None
