"""Pages, however they were read, become a reading: blocks of the whole, judged by the gate. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from contracts.documents import Block, DocMeta, PageKind, PageQuality, Recognition
from contracts.problems import Code, Problem
from contracts.reading import StoredReading
from services.chassis.problems import failed
from services.reader.language import block_language, language_of
from services.reader.ocr.gate import held, recognition
from services.reader.ocr.sureness import LEAST_LINE
from services.reader.pages import Bookmark, Engine, Page
from services.reader.reading.corrections import corrected
from services.reader.reading.notices import named, notices_of
from services.reader.reading.soundness import enough, readable
from services.reader.reading.unsure import without_unsure
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of, title_from
from services.reader.structure.boilerplate import without_boilerplate
from services.reader.structure.exercises import without_exercises
from services.reader.structure.glossaries import with_glossaries
from services.text.alphabets import length_of


@dataclass(frozen=True)
class Source:
    """What is known of a document beside its pages. `unread`: pages that would need OCR where there is none."""

    sha256: str
    filename: str
    reader: str
    media_type: str
    pages: int | None
    page_kind: PageKind = "page"
    title: str = ""
    outline: Sequence[Bookmark] = ()
    unread: Sequence[int] = ()
    language: str | None = None


@dataclass(frozen=True)
class Made:
    """A reading. `words` to learn from; `problem`: it is held for a person to look at, and why."""

    reading: StoredReading
    words: int
    problem: Problem | None = None


@dataclass(frozen=True)
class Review:
    """What a person said of a reading: the text of pages set right, whether it may pass without the pages that were
    read badly, and which of these count as they were recognised."""

    corrections: Mapping[int, str] = field(default_factory=dict)
    approved: bool = False
    accepted: Collection[int] = ()


NOTHING_SAID = Review()
_MOST_OF_A_BIT, _CLEAR = 3, 99.5
"""Words of a bit of a drawing at most; and the mean of text that is read without a doubt, in percent."""


def assembled(pages: Sequence[Page], source: Source, settings: ReaderSettings, review: Review = NOTHING_SAID) -> Made:
    """The reading of a document with pages. Raises `Failure`: damaged, no_text, text_too_short."""
    qualities = [_quality(page, review) for page in pages if page.number not in source.unread]
    recognised = any(each.route == "ocr" or each.corrected for each in qualities)
    judged = recognition(qualities, settings, approved=review.approved) if recognised else None
    low = set(judged.low) if judged else set[int]()
    blocks = corrected(blocks_of(pages, source.outline, low | set(review.corrections)), review.corrections)
    pages = [replace(page, chunks=()) for page in pages]  # blocks hold their text now, and a book's lines are large
    if judged and not any(block.text for block in blocks):
        if all(each.verdict == "blank" for each in qualities):
            which = named([page.number for page in pages])
            raise failed(Code.NO_TEXT, "nothing_printed", which=which, numbers={"pages": len(pages)})
        if not review.approved:
            judged = judged.model_copy(update={"passed": False})
    blocks = [_aside(block) if block.source_page in low else block for block in blocks]
    sizes = {page.number: (page.width, page.height) for page in pages if page.width and page.height}
    turns = {page.number: page.turn for page in pages if page.turn}
    engines: dict[int, Engine] = {page.number: page.engine for page in pages if page.engine}
    reading = _reading(blocks, source, judged, qualities, sizes, turns, engines)
    if judged and judged.passed and not review.approved and _too_unsure(reading, settings):
        judged = judged.model_copy(update={"passed": False})
        reading = _reading(blocks, source, judged, qualities, sizes, turns, engines)
    if judged and not judged.passed:
        return Made(reading, 0, held(judged, len(pages)))
    words = enough(pages, reading.blocks, settings.least_words)
    if not recognised:
        readable(_text(reading.blocks), reading.doc_meta.language, len(pages))
    return Made(reading, words)


def flowed(blocks: Sequence[Block], source: Source, settings: ReaderSettings) -> Made:
    """The reading of a document without drawn pages. Raises `Failure`: no_text, text_too_short."""
    reading = _reading(blocks, source, None, [], {}, {}, {})
    return Made(reading, enough([], reading.blocks, settings.least_words))


def _reading(
    blocks: Sequence[Block],
    source: Source,
    judged: Recognition | None,
    qualities: Sequence[PageQuality],
    sizes: dict[int, tuple[float, float]],
    turns: dict[int, int],
    engines: dict[int, Engine],
) -> StoredReading:
    blocks = with_glossaries(without_boilerplate(without_exercises(blocks)))
    language = language_of(_text(blocks)) or source.language or language_of(_all_text(blocks)) or "und"
    if judged and judged.passed:
        # Of a document that is held nothing is material, and who sets it right wants its paragraphs whole.
        blocks, unsure = without_unsure(blocks, language, _to_doubt(judged, blocks))
        judged = judged.model_copy(update={"pages": [_doubted(page, unsure) for page in judged.pages]})
    meta = DocMeta(
        title=source.title or title_from(_legible(blocks, judged), source.filename),
        language=language,
        pages=source.pages,
        page_kind=source.page_kind,
        media_type=source.media_type,
    )
    named_blocks = [_named(_in_other_language(block, language), source.sha256) for block in blocks]
    return StoredReading(
        doc_meta=meta,
        document_sha256=source.sha256,
        reader=source.reader,
        blocks=named_blocks,
        recognition=judged,
        notices=notices_of(language if blocks else "", judged, qualities, source.unread),
        sizes=sizes,
        turns=turns,
        engines=engines,
    )


def _quality(page: Page, review: Review) -> PageQuality:
    found = page.quality
    if found is None:
        words = sum(len(line.text.split()) for chunk in page.chunks for line in chunk)
        reasons = {"broken": "The page is broken.", "undecodable": "The page's text cannot be decoded.", "": ""}
        verdict = "failed" if page.unreadable else "ok" if words else "blank"
        reason = reasons[page.unreadable]
        found = PageQuality.model_validate(
            {"page": page.number, "route": "text", "verdict": verdict, "words": words, "reason": reason}
        )
    if page.number in review.corrections:
        words = len(review.corrections[page.number].split())
        return found.model_copy(update={"verdict": "ok", "corrected": True, "words": words, "reason": ""})
    return found.model_copy(update={"accepted": True}) if page.number in review.accepted else found


def _to_doubt(judged: Recognition, blocks: Sequence[Block]) -> dict[int, float]:
    """The pages whose words a person has not looked at, and how well their text was recognised, in percent."""
    doubted = [page for page in judged.pages if page.verdict == "ok" and not (page.corrected or page.accepted)]
    return {page.page: _of_its_text(page, blocks) for page in doubted}


def _of_its_text(page: PageQuality, blocks: Sequence[Block]) -> float:
    """The mean of a page's words, in percent; bits of a drawing that were taken for letters do not make text that was
    read without a doubt doubtful."""
    told = page.confidence or 0.0
    here = [block for block in blocks if block.words and block.pages == [page.page]]
    text = [
        word.confidence
        for block in here
        if len(block.words) > _MOST_OF_A_BIT or (block.confidence or 0.0) >= LEAST_LINE
        for word in block.words
    ]
    clear = len(text) < sum(len(block.words) for block in here) and sum(text) >= _CLEAR * len(text) > 0
    return max(told, sum(text) / len(text)) if clear else told


def _doubted(page: PageQuality, unsure: Mapping[int, int]) -> PageQuality:
    return page.model_copy(update={"unsure_lines": unsure.get(page.page, 0)})


def _legible(blocks: Sequence[Block], judged: Recognition | None) -> list[Block]:
    """Without what a person has not looked at and was recognised so badly that no word of it is sure: bits of a drawing
    that were taken for letters are no title."""
    doubted = _to_doubt(judged, blocks) if judged else {}
    return [
        block
        for block in blocks
        if block.source_page not in doubted or block.confidence is None or block.confidence >= LEAST_LINE
    ]


def _too_unsure(reading: StoredReading, settings: ReaderSettings) -> bool:
    """Whether so little was read surely that a person should look at it."""
    assert reading.recognition is not None
    unsure = any(page.unsure_lines for page in reading.recognition.pages)
    return unsure and sum(length_of(block.text) for block in reading.blocks if block.material) < settings.least_words


def _aside(block: Block) -> Block:
    return block.model_copy(update={"material": False, "aside": "low_confidence"})


def _text(blocks: Sequence[Block]) -> str:
    return "\n".join(block.text for block in blocks if block.material and block.kind != "code")


def _all_text(blocks: Sequence[Block]) -> str:
    return "\n".join(block.text for block in blocks)


def _named(block: Block, sha256: str) -> Block:
    """Ids of several documents in one session differ by their documents' hashes."""
    return block.model_copy(update={"block_id": f"{block.block_id}-{sha256[:6]}", "document_sha256": sha256})


def _in_other_language(block: Block, language: str) -> Block:
    """A block names its language only where that is surely another than the document's."""
    if block.language is not None or block.kind not in ("paragraph", "list_item"):
        return block
    own = block_language(block.text, language)
    return block.model_copy(update={"language": own}) if own else block
