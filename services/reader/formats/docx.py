"""A Word document becomes drafts: its body walked in order, with styles, lists, tables, notes and formulas."""

from pathlib import Path
from typing import Any

import docx
from docx.opc.exceptions import PackageNotFoundError

from contracts.problems import Code, failure
from services.reader.formats.archive import opened
from services.reader.formats.drafts import Draft, Kind, Piece, bold, italic
from services.reader.formats.formulas import math_line
from services.reader.formats.trees import check_depth, local, xml_tree
from services.reader.formats.wordstyles import Styles, attribute, child, switched
from services.reader.settings import ReaderSettings

_SKIPPED = frozenset(
    "del movefrom instrtext deltext fallback ppr rpr sectpr sdtpr tblpr trpr tcpr proofErr".lower().split()
)
_MOST_CELL = 600


def read_docx(path: Path, settings: ReaderSettings) -> tuple[list[Draft], str, str | None]:
    """The drafts, the title and the language that the file names. Raises `Failure`."""
    with opened(path, settings):
        pass
    try:
        document = docx.Document(str(path))
    except (PackageNotFoundError, KeyError) as error:
        raise failure(Code.DAMAGED, "The Word document is damaged: parts of it are missing.") from error
    check_depth(document.element, settings.most_nesting)
    notes: dict[str, str] = {}
    edges: dict[str, None] = {}
    for part in [each.target_part for each in document.part.rels.values() if not each.is_external]:
        name = str(part.content_type).rpartition(".")[2].partition("+")[0]
        if name in ("footnotes", "endnotes", "header", "footer"):
            root = xml_tree(part.blob, settings.most_nesting)
            if name in ("header", "footer"):
                edges[" ".join(_plain(root).split())] = None
            else:
                notes |= {f"{name[:-1]} {attribute(each, 'id')}": _plain(each) for each in root}
    walk = _Walk(Styles(document.styles.element), notes)
    walk.flow(document.element.body)
    drafts = walk.drafts + [
        Draft("other", [(text, "")], aside="running") for text in edges if any(c.isalpha() for c in text)
    ]
    properties = document.core_properties
    return drafts, walk.title or properties.title or "", properties.language or None


def _plain(root: Any) -> str:
    return "".join(
        (each.text or "") if local(each) == "t" else " " if local(each) in ("p", "tab", "br") else ""
        for each in root.iter()
    )


class _Walk:
    def __init__(self, styles: Styles, notes: dict[str, str]) -> None:
        self.drafts: list[Draft] = []
        self.title = ""
        self._styles, self._notes = styles, notes
        self._later: list[Draft] = []
        self._boxes: list[Any] = []

    def flow(self, parent: Any) -> None:
        """Paragraphs and tables, also those in content controls and tracked insertions."""
        for each in parent:
            name = local(each)
            if name == "p":
                self._paragraph(each)
            elif name == "tbl":
                self._table(each)
            elif name and name not in _SKIPPED:
                self.flow(each)

    def _paragraph(self, element: Any) -> None:
        style = self._styles.of(element)
        pieces: list[Piece] = []
        self._inline(element, pieces, style.bold, style.italic)
        text = "".join(piece for piece, _ in pieces).strip()
        if text:
            kind: Kind = "paragraph"
            level = None
            if style.name == "title":
                self.title, kind, level = self.title or " ".join(text.split()), "heading", 1
            elif style.level and len(text) < 300:
                kind, level = "heading", style.level + (1 if self.title else 0)
            elif style.name == "caption":
                kind = "caption"
            elif style.code:
                kind = "code"
            elif style.listed:
                kind = "list_item"
            self.drafts.append(Draft(kind, pieces, level, aside=style.aside))
        self.drafts += self._later
        self._later = []
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self.flow(box)

    def _inline(self, parent: Any, pieces: list[Piece], is_bold: bool, is_italic: bool) -> None:
        for each in parent:
            name = local(each)
            if name == "r":
                self._run(each, pieces, is_bold, is_italic)
            elif name == "omathpara":
                self._later.append(Draft("formula", [(math_line(each), "")]))
            elif name == "omath":
                pieces.append((math_line(each), ""))
            elif name and name not in _SKIPPED:
                self._inline(each, pieces, is_bold, is_italic)

    def _run(self, run: Any, pieces: list[Piece], is_bold: bool, is_italic: bool) -> None:
        properties = child(run, "rpr")
        if switched(properties, "vanish"):
            return
        style: Any = bold("") if switched(properties, "b", is_bold) else ""
        style = italic(style) if switched(properties, "i", is_italic) else style
        text = ""
        for each in run.iter():
            name = local(each)
            if name == "t" and not _in_box(each, run):
                text += each.text or ""
            elif name in ("tab", "br", "cr"):
                text += " "
            elif name == "nobreakhyphen":
                text += "-"
            elif name in ("footnotereference", "endnotereference"):
                if note := self._notes.get(f"{name.removesuffix('reference')} {attribute(each, 'id')}", "").strip():
                    self._later.append(Draft("other", [(note, "")], aside="references"))
            elif name == "txbxcontent" and not _in_box(each, run):
                self._boxes.append(each)
        raised = child(properties, "vertalign") if properties is not None else None
        if raised is not None and attribute(raised, "val") == "superscript" and text.strip().lstrip("-+−").isdigit():
            text = f"^{text.strip()}" if pieces and pieces[-1][0][-1:].isalnum() else ""
        if text:
            pieces.append((text, style))

    def _table(self, table: Any) -> None:
        rows = [[cell for cell in row.iter() if local(cell) == "tc"] for row in table if local(row) == "tr"]
        texts = [[" ".join(_plain(cell).split()) for cell in row] for row in rows]
        if max((len(row) for row in rows), default=0) < 2 or any(
            len(text) > _MOST_CELL for row in texts for text in row
        ):
            for row in rows:
                for cell in row:
                    if not any(local(each) == "tc" for each in cell.iterancestors() if each in row):
                        self.flow(cell)
            return
        for told in texts:
            if text := " | ".join(told).strip(" |"):
                self.drafts.append(Draft("table_row", [(text, "")]))


def _in_box(element: Any, run: Any) -> bool:
    """Whether it stands in a text box (told after the paragraph) or in the copy of one for old readers."""
    for each in element.iterancestors():
        if each is run:
            return False
        if local(each) in ("txbxcontent", "fallback"):
            return True
    return False
