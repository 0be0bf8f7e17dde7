"""An EPUB becomes drafts: its chapters in the order of its spine, each read as a page of the web."""

import posixpath
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from zipfile import ZipFile

from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.formats import html
from services.reader.formats.archive import entry, opened
from services.reader.formats.drafts import Draft
from services.reader.formats.encoding import text_of
from services.reader.formats.trees import html_tree, local, xml_tree
from services.reader.settings import ReaderSettings

_FONTS = re.compile(r"idpf\.org/2008/embedding|ns\.adobe\.com/pdf/enc#RC", re.I)
_PAGES = ("application/xhtml+xml", "text/html", "application/xml", "text/xml")


def read_epub(path: Path, settings: ReaderSettings) -> tuple[list[Draft], str, str | None, int]:
    """The drafts, the title, the language that the file names, and how many chapters have text. Raises `Failure`."""
    with opened(path, settings) as archive:
        _unlocked(archive, settings)
        container = xml_tree(_needed(archive, "META-INF/container.xml"), settings.most_nesting)
        place = next((each.get("full-path") for each in container.iter() if local(each) == "rootfile"), None)
        package = xml_tree(_needed(archive, place or ""), settings.most_nesting)
        said = {local(each): (each.text or "").strip() for each in reversed(list(package.iter()))}
        drafts, chapters = list[Draft](), 0
        names = _spine(package, posixpath.dirname(place or ""))
        if len(names) > settings.most_pages:
            raise failed(
                Code.TOO_MANY_PAGES,
                "chapters",
                found=len(names),
                most=settings.most_pages,
                numbers={"pages": len(names), "limit": settings.most_pages},
            )
        for name in names:
            raw = entry(archive, name)
            if raw is None:
                raise failed(Code.DAMAGED, "chapter_missing")
            root = _chapter(raw, settings)
            found = html.drafts_of(root, chapters + 1) if root is not None else []
            if found:
                drafts, chapters = drafts + found, chapters + 1
    return drafts, said.get("title", ""), said.get("language") or None, chapters


def _chapter(raw: bytes, settings: ReaderSettings) -> Any | None:
    """A chapter is XHTML; what is not well formed is read as any page of the web."""
    try:
        return xml_tree(raw, settings.most_nesting)
    except Exception as error:
        if getattr(error, "problem", None) is None or error.problem.code is not Code.DAMAGED:  # type: ignore[attr-defined]
            raise
        return html_tree(text_of(raw), settings.most_nesting)


def _spine(package: Any, folder: str) -> list[str]:
    held = {each.get("id"): each for each in package.iter() if local(each) == "item"}
    names = []
    for each in package.iter():
        item = held.get(each.get("idref")) if local(each) == "itemref" else None
        if item is None or item.get("media-type", _PAGES[0]) not in _PAGES:
            continue
        if "nav" not in (item.get("properties") or "").split() and (href := item.get("href")):
            names.append(posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0]))))
    return names


def _needed(archive: ZipFile, name: str) -> bytes:
    raw = entry(archive, name)
    if raw is None:
        raise failed(Code.DAMAGED, "chapters_missing")
    return raw


def _unlocked(archive: ZipFile, settings: ReaderSettings) -> None:
    """Fonts may be scrambled; chapters may not."""
    raw = entry(archive, "META-INF/encryption.xml")
    if raw is None:
        return
    methods = [
        each.get("Algorithm") or ""
        for each in xml_tree(raw, settings.most_nesting).iter()
        if local(each) == "encryptionmethod"
    ]
    if any(not _FONTS.search(method) for method in methods):
        raise failed(Code.ENCRYPTED, "book_locked")
