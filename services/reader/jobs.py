"""What a child does with a job: reads a document or digests a reading, and tells frames while it does."""

import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from contracts.documents import Block, DocMeta, Part
from contracts.problems import Code, failure
from contracts.reading import READER, ReaderOutput, StoredReading
from services.reader import digesting, lexicon
from services.reader.blocks import blocks_of, title_from
from services.reader.frames import Job, Kind, Sink, plain
from services.reader.language import VOTERS, language_of
from services.reader.pages import Page
from services.reader.pdf import open_pdf
from services.reader.settings import ReaderSettings

PART_BYTES = 200_000
_WORD = re.compile(r"[^\W\d_]{3,}")
_VOWEL = re.compile("[aeiouy]")
_LEAST_SAMPLE, _LEAST_KNOWN, _LEAST_SAID = 30, 0.25, 0.6
_MOST_BROKEN = 0.5
_OPENING = 3  # opening a file may take as long as that many pages


def warm() -> None:
    """Loads what a job would otherwise load itself."""
    lexicon.warm(("en", "nb"))


def do(job: Job, tell: Sink) -> None:
    """Does the job. Raises `Failure` for what is the document's fault."""
    settings = ReaderSettings.model_validate(job["settings"])
    if job["do"] == "read":
        _read(job, settings, tell)
    elif job["do"] == "digest":
        signal.setitimer(signal.ITIMER_REAL, settings.document_seconds)
        reading = StoredReading.model_validate_json(Path(job["path"]).read_bytes())
        tell(Kind.LETTER, digesting.digested(reading).write())
    else:
        raise ValueError(f"no such job: {job['do']}")


def _read(job: Job, settings: ReaderSettings, tell: Sink) -> None:
    started = time.monotonic()

    def allow(seconds: float) -> None:
        """The kernel ends this process when the next step takes longer, or the document as a whole."""
        left = settings.document_seconds - (time.monotonic() - started)
        signal.setitimer(signal.ITIMER_REAL, max(0.001, min(seconds, left)))

    allow(_OPENING * settings.page_seconds)
    pdf = open_pdf(Path(job["path"]), settings)
    first, last = job["pages"] or (1, len(pdf))
    last = min(last, len(pdf))
    if first > last:
        raise failure(
            Code.CONTRACT_BROKEN, f"pages: the document ends at page {len(pdf)}.", fields=["pages"], pages=len(pdf)
        )
    pages: list[Page] = []
    found = pdf.pages(first, last)
    for number in range(first, last + 1):
        tell(Kind.PAGE, plain([number - first, last - first + 1]))
        allow(settings.page_seconds)
        pages.append(next(found))
    allow(settings.document_seconds)
    tell(Kind.PAGE, plain([len(pages), len(pages), [page.number for page in pages if not page.chunks]]))
    blocks = blocks_of(pages, pdf.outline)
    whole = first == 1 and last == len(pdf)
    words = _enough(pages, blocks, settings.least_words if whole else 0)
    text = "\n".join(block.text for block in blocks if block.material and block.kind != "code")
    meta = DocMeta(
        title=pdf.title or title_from(blocks, job["filename"]), language=language_of(text) or "und", pages=len(pdf)
    )
    _readable(text, meta.language, len(pdf))
    blocks = [_in_other_language(block, meta.language) for block in blocks]
    kept = StoredReading(doc_meta=meta, document_sha256=job["sha256"], reader=READER, blocks=blocks)
    tell(Kind.KEPT, kept.model_dump_json(exclude_none=True).encode())
    for part in parts_of(blocks, meta, job["reading"], words):
        tell(Kind.LETTER, part.write())


def _enough(pages: Sequence[Page], blocks: Sequence[Block], least: int) -> int:
    """How many words there are to learn from. Raises `Failure` where there are none, or too few."""
    words = sum(len(block.text.split()) for block in blocks if block.material)
    broken = [page.number for page in pages if page.unreadable == "broken"]
    if len(broken) > _MOST_BROKEN * len(pages):
        raise failure(
            Code.DAMAGED,
            f"{len(broken)} of {len(pages)} pages are broken and cannot be read.",
            pages=len(pages),
            broken=len(broken),
        )
    if not words:
        undecodable = [page.number for page in pages if page.unreadable == "undecodable"]
        which = _named([page.number for page in pages])
        if undecodable:
            raise failure(
                Code.NO_TEXT,
                f"The text on {_named(undecodable)} cannot be decoded: its fonts do not say which letters they draw.",
                pages=len(pages),
            )
        raise failure(Code.NO_TEXT, f"There is no text on {which}; it may be a scan or a picture.", pages=len(pages))
    if words < least:
        raise failure(
            Code.TEXT_TOO_SHORT,
            f"The document has {words} words to learn from; it takes at least {least}.",
            words=words,
            limit=least,
        )
    return words


def _readable(text: str, language: str, pages: int) -> None:
    """Raises `Failure` for a text layer that is no language: fonts that draw other letters than they say."""
    words = _WORD.findall(text.casefold())[:5000]
    if len(words) < _LEAST_SAMPLE:
        return
    if lexicon.known(language) and language in VOTERS:
        sense = lexicon.reads_as(words, language)
    else:
        latin = [word for word in words if word.isascii()]
        sense = sum(bool(_VOWEL.search(word)) for word in latin) / len(latin) if len(latin) > len(words) / 2 else 1.0
    if sense < (_LEAST_KNOWN if language in VOTERS else _LEAST_SAID):
        raise failure(
            Code.NO_TEXT,
            "The document's text layer is unreadable: its fonts draw other letters than they name.",
            pages=pages,
        )


def _named(pages: Sequence[int]) -> str:
    """ "page 3", "pages 1 to 4", "pages 1, 3 and 7"."""
    if len(pages) == 1:
        return f"page {pages[0]}"
    if list(pages) == list(range(pages[0], pages[-1] + 1)):
        return f"pages {pages[0]} to {pages[-1]}"
    shown = [str(page) for page in pages[:12]] + (["others"] if len(pages) > 12 else [])
    return f"pages {', '.join(shown[:-1])} and {shown[-1]}"


def _in_other_language(block: Block, language: str) -> Block:
    """A block names its language only where that is surely another than the document's."""
    if len(block.text) < 200 or block.kind not in ("paragraph", "list_item"):
        return block
    own = language_of(block.text, guess=False)
    return block.model_copy(update={"language": own}) if own and own != language else block


def parts_of(blocks: Sequence[Block], meta: DocMeta, reading: str, words: int) -> list[ReaderOutput]:
    """The blocks as letters of at most 200 KB of JSON each, in order; `words` is the whole document's."""
    bundles: list[list[Block]] = []
    room = 0
    for block in blocks:
        size = len(block.model_dump_json(exclude_none=True).encode()) + 1
        if not bundles or size > room:
            bundles.append([])
            room = PART_BYTES - 2000
        bundles[-1].append(block)
        room -= size
    return [
        ReaderOutput(
            extracted_blocks=bundle,
            doc_meta=meta,
            part=Part(number=number, of=len(bundles)),
            reading=reading,
            words=words,
        )
        for number, bundle in enumerate(bundles, 1)
    ]
