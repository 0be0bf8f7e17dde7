"""What a search may show: passages of the text, and what became of the words of the question."""

from typing import Literal

from contracts.documents import PageKind
from contracts.message import Fields


class PassageView(Fields):
    """A sentence that holds words of a question, or is near to it: `quote` is `block.text[start:end]`, verbatim;
    offsets are code points, half open.

    `before` and `after`: the sentences beside it in its block, "" at the block's edge. `source_page` counts what
    `page_kind` names, `last_page` is the one on which the quote ends if that is a later one; `start_sec` and `end_sec`
    are a transcript's. `heading`: what it stands under. `share`: how much of the question stands there, rare words
    counting more, from 0 to 1; `words`: those in the sentence itself. `likeness`: the cosine of what stands there and
    the question, by the vectors of a model; None where words alone have found it. A passage that only its meaning has
    found has no words and a share of 0.
    """

    document_sha256: str
    filename: str
    title: str
    page_kind: PageKind
    source_page: int
    last_page: int | None = None
    block_id: str
    start: int
    end: int
    heading: str
    before: str
    quote: str
    after: str
    start_sec: float | None = None
    end_sec: float | None = None
    share: float
    words: list[str]
    likeness: float | None = None


class SoughtWord(Fields):
    """A word of a question. `how` it stands in the text: in an inflection of the same stem, in another form, as part of
    a longer word (or a part of it), misspelt in the question, or nowhere. `written`: as the passages shown have it."""

    word: str
    how: Literal["same", "form", "part", "typo", "nowhere"]
    written: list[str]
