"""A document without drawn pages becomes blocks: one way in for DOCX, PPTX, EPUB, HTML, Markdown, text, transcripts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lxml import etree

from contracts.documents import Block, PageKind
from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.reader.formats import html
from services.reader.formats.archive import limit
from services.reader.formats.docx import read_docx
from services.reader.formats.drafts import Draft, blocks_of
from services.reader.formats.encoding import text_of
from services.reader.formats.epub import read_epub
from services.reader.formats.markdown import read_markdown
from services.reader.formats.media import DOCX, EPUB, FLOWS, HTML, MARKDOWN, PPTX, SRT, VTT
from services.reader.formats.plain import read_plain
from services.reader.formats.pptx import read_pptx
from services.reader.formats.transcript import read_transcript
from services.reader.formats.trees import html_tree, is_too_deep, too_deep
from services.reader.settings import ReaderSettings
from services.reader.structure.joining import cleaned
from services.text.languages import code_of

_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_].*)?$", re.IGNORECASE)
_NO_TITLE = re.compile(
    r"(?:untitled|title|document|dokument|uten navn|word document|powerpoint[- ]presentation|presentation|presentasjon"
    r"|slide 1|.*\.(?:docx?|pptx?|html?|epub|md|txt|indd)|[\W\d_]*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Flow:
    """A flow document as read.

    `title`: what the document says it is called, "" where it says nothing. `pages`: how many slides, chapters,
    sections or cues there are (`page_kind`). `blocks`: ids `p<source_page>b<n>`, no boxes, no hash yet.
    `language`: what the file says of itself (ISO 639-1, "no" for Norwegian), None where it says nothing; files often
    say it wrongly, so the text's own language goes first.
    """

    title: str
    page_kind: PageKind
    pages: int | None
    blocks: list[Block]
    language: str | None


def read_flow(path: Path, media_type: str, settings: ReaderSettings) -> Flow:
    """Reads a file of one of `media.FLOWS`. Blocks may be none: the caller says what is too little.

    Raises `Failure`: damaged, encrypted, reading_limit, too_many_pages; ValueError for a media type that is no flow.
    """
    if media_type not in FLOWS:
        raise ValueError(f"no flow: {media_type}")
    try:
        return _read(path, media_type, settings)
    except (Failure, MemoryError):
        raise
    except RecursionError as error:
        raise too_deep(settings.most_nesting + 1, settings.most_nesting) from error
    except Exception as error:
        if isinstance(error, etree.XMLSyntaxError) and is_too_deep(str(error)):
            raise too_deep(256, settings.most_nesting) from error
        # The libraries raise of all kinds on what is broken; whatever it is, the document is at fault.
        raise failed(Code.DAMAGED, "cannot_be_read", error=type(error).__name__, fields=["file"]) from error


def _read(path: Path, media_type: str, settings: ReaderSettings) -> Flow:
    if media_type == DOCX:
        drafts, title, language = read_docx(path, settings)
        return _flow(drafts, title, language, settings, "section")
    if media_type == PPTX:
        drafts, title, language, slides = read_pptx(path, settings)
        return _flow(drafts, title, language, settings, "slide", slides)
    if media_type == EPUB:
        drafts, title, language, chapters = read_epub(path, settings)
        return _flow(drafts, title, language, settings, "section", chapters)
    text = text_of(_within(path, settings))
    if media_type in (SRT, VTT):
        drafts, cues = read_transcript(text, srt=media_type == SRT)
        return _flow(drafts, "", None, settings, "cue", cues)
    if media_type == HTML:
        root = html_tree(text, settings.most_nesting)
        if root is None:
            return _flow([], "", None, settings, "section")
        flow = _flow(html.drafts_of(root), html.title_of(root), html.language_of(root), settings, "section")
        return replace(flow, title=_without_site(flow))
    if media_type == MARKDOWN:
        drafts, title, language = read_markdown(text, settings.most_nesting)
        return _flow(drafts, title, language, settings, "section")
    return _flow(read_plain(text), "", None, settings, "section")


def _within(path: Path, settings: ReaderSettings) -> bytes:
    size, most = path.stat().st_size, min(settings.most_unpacked_bytes, 4 * settings.most_characters)
    if size > most:
        raise limit("text_bytes", size, most)
    return path.read_bytes()


def _flow(
    drafts: Sequence[Draft],
    title: str,
    language: str | None,
    settings: ReaderSettings,
    page_kind: PageKind,
    pages: int | None = None,
) -> Flow:
    """`pages` None: sections are counted by the headings."""
    blocks = blocks_of(drafts, settings, by_sections=pages is None)
    if pages is None and blocks:
        pages = max(block.source_page for block in blocks)
    found = _LANGUAGE.match((language or "").strip())
    code = code_of(found[1]) if found else ""
    return Flow(
        title=_title(title),
        page_kind=page_kind,
        pages=pages or None,
        blocks=blocks,
        language=code if len(code) == 2 else None,
    )


def _title(said: str) -> str:
    """What the file says, "" where no person would call it a title."""
    title = cleaned(said).strip()
    return "" if len(title) < 3 or len(title) > 200 or _NO_TITLE.match(title) else title


def _without_site(flow: Flow) -> str:
    """A page's title holds the name of its site too; its first heading does not."""
    heading = next((block.text for block in flow.blocks if block.kind == "heading"), "")
    return heading if len(heading) > 3 and heading in flow.title else flow.title
