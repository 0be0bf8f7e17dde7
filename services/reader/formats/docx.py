"""A Word document becomes drafts: its body walked in order, with styles, lists, tables, notes and formulas."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import docx
from docx.opc.exceptions import PackageNotFoundError

from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.characters import FRACTION_SLASH, ending_number, fraction
from services.reader.formats.archive import opened
from services.reader.formats.drafts import Draft, Piece, bold, italic
from services.reader.formats.formulas import math_line
from services.reader.formats.trees import check_depth, local, xml_tree
from services.reader.pages import Kind
from services.reader.pdf.fonts import font_of
from services.reader.raised import said_raised
from services.reader.settings import ReaderSettings

_HEADING = re.compile(r"heading (\d)$")
_CODE = re.compile(r"code|source|preformatted|verbatim|listing", re.I)
_DEEPEST_BASE = 20
_SKIPPED = frozenset(
    "del movefrom instrtext deltext fallback ppr rpr sectpr sdtpr tblpr trpr tcpr proofErr".lower().split()
)
_MOST_CELL = 600
_LETTER = 120  # twentieths of a point: how wide a letter of a program is, in type of ten points


def read_docx(path: Path, settings: ReaderSettings) -> tuple[list[Draft], str, str | None]:
    """The drafts, the title and the language that the file names. Raises `Failure`."""
    with opened(path, settings):
        pass
    try:
        document = docx.Document(str(path))
    except (PackageNotFoundError, KeyError) as error:
        raise failed(Code.DAMAGED, "word_damaged") from error
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
                notes |= {f"{name[:-1]} {_attribute(each, 'id')}": _plain(each) for each in root}
    walk = _Walk(_Styles(document.styles.element), notes)
    walk.flow(document.element.body)
    drafts = walk.drafts + [
        Draft("other", [(text, "")], aside="running") for text in edges if any(c.isalpha() for c in text)
    ]
    properties = document.core_properties
    return drafts, walk.title or properties.title or "", properties.language or None


def _plain(root: Any, *, nested: bool = True) -> str:
    """The text of an element; `nested`: with that of the tables in it."""
    said = ""
    for each in root:
        name = local(each)
        if name == "t":
            said += each.text or ""
        elif name != "fallback" and (nested or name != "tbl"):
            said += " " * (name in ("p", "tab", "br")) + _plain(each, nested=nested)
    return said


@dataclass(frozen=True)
class _Style:
    """What a paragraph is by its style. `level`: a heading's, from 1, else 0; `name` lower case."""

    name: str = ""
    level: int = 0
    listed: bool = False
    code: bool = False
    bold: bool = False
    italic: bool = False
    aside: Literal["contents", "references"] | None = None


class _Styles:
    """The styles of a document, each with what it takes from those that it is based on."""

    def __init__(self, root: Any) -> None:
        found = [each for each in root if local(each) == "style"]
        self._elements = {_attribute(each, "styleId"): each for each in found}
        usual = [
            each for each in found if _attribute(each, "type") == "paragraph" and _attribute(each, "default") == "1"
        ]
        self._usual = _attribute(usual[0], "styleId") if usual else ""
        self._known: dict[str, _Style] = {}

    def of(self, paragraph: Any) -> _Style:
        """The style of a paragraph, with what it says itself."""
        properties = _child(paragraph, "ppr")
        named = _child(properties, "pstyle")
        style = self._named(_attribute(named, "val") if named is not None else self._usual)
        level, listed = _outline(properties), _numbered(properties)
        if level is None and listed is None:
            return style
        return _Style(
            style.name,
            style.level if level is None else level,
            style.listed if listed is None else listed,
            style.code,
            style.bold,
            style.italic,
            style.aside,
        )

    def _named(self, key: str) -> _Style:
        if key not in self._known:
            self._known[key] = self._inherited(key)
        return self._known[key]

    def _inherited(self, key: str) -> _Style:
        chain: list[Any] = []
        while key in self._elements and len(chain) < _DEEPEST_BASE:
            chain.append(self._elements[key])
            based = _child(chain[-1], "basedon")
            key = _attribute(based, "val") if based is not None else ""
        names = [
            _attribute(named, "val").lower() if (named := _child(each, "name")) is not None else "" for each in chain
        ]
        if not names:
            return _Style()
        level, listed, is_bold, is_italic = (
            0,
            "list" in names[0].split()[:1] and names[0] != "list paragraph",
            False,
            False,
        )
        for each in reversed(chain):
            properties = _child(each, "ppr")
            if (said := _outline(properties)) is not None:
                level = said
            if (numbered := _numbered(properties)) is not None:
                listed = numbered
            is_bold = _switched(_child(each, "rpr"), "b", is_bold)
            is_italic = _switched(_child(each, "rpr"), "i", is_italic)
        heading = next((found for name in names if (found := _HEADING.match(name))), None)
        aside: Literal["contents", "references"] | None = None
        if re.match(r"toc \d|toc heading|table of figures", names[0]):
            aside = "contents"
        elif names[0] in ("bibliography", "footnote text", "endnote text"):
            aside = "references"
        level = int(heading[1]) if heading else level
        return _Style(names[0], 0 if aside else level, listed, bool(_CODE.search(names[0])), is_bold, is_italic, aside)


class _Walk:
    def __init__(self, styles: _Styles, notes: dict[str, str]) -> None:
        self.drafts: list[Draft] = []
        self.title = ""
        self._styles, self._notes = styles, notes
        self._later: list[Draft] = []
        self._boxes: list[Any] = []
        self._code_goes_on: Any = None  # the last paragraph of the program that was told last
        self._typed = False  # all of its paragraph that was seen is set in a typewriter's font
        self._above = (0, "")  # the raised number that came last, and which piece of its paragraph it was or would be

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
        self._above, self._typed = (0, ""), True
        self._inline(element, pieces, style.bold, style.italic)
        text = "".join(piece for piece, _ in pieces).strip()
        goes_on = self._code_goes_on is not None and self._code_goes_on is element.getprevious()
        typed = self._typed and (text or goes_on) and not style.level and style.name != "title"
        if style.code or typed:
            self._code(element, "".join(piece for piece, _ in pieces))
        elif text:
            kind: Kind = "paragraph"
            level = None
            if style.name == "title":
                self.title, kind, level = self.title or " ".join(text.split()), "heading", 1
            elif style.level and len(text) < 300:
                kind, level = "heading", style.level + (1 if self.title else 0)
            elif style.name == "caption":
                kind = "caption"
            elif style.listed:
                kind = "list_item"
            self.drafts.append(Draft(kind, pieces, level, aside=style.aside))
        self.drafts += self._later
        self._later = []
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self.flow(box)

    def _code(self, element: Any, text: str) -> None:
        """A paragraph of a program: with those before it, each on a line of its own."""
        said = " " * _set_in(element) + text.replace("\n", "\n" + " " * _set_in(element))
        last = self.drafts[-1] if self.drafts else None
        if last is not None and last.kind == "code" and self._code_goes_on is element.getprevious():
            last.pieces = [*last.pieces, ("\n" + said, "")]
        elif text.strip():
            self.drafts.append(Draft("code", [(said, "")]))
        self._code_goes_on = element

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
        properties = _child(run, "rpr")
        if _switched(properties, "vanish"):
            return
        style: Any = bold("") if _switched(properties, "b", is_bold) else ""
        style = italic(style) if _switched(properties, "i", is_italic) else style
        text = ""
        for each in run.iter():
            name = local(each)
            if name == "t" and not _in_box(each, run):
                text += each.text or ""
            elif name in ("tab", "br", "cr"):
                text += "\t" if name == "tab" else "\n"
            elif name == "nobreakhyphen":
                text += "-"
            elif name in ("footnotereference", "endnotereference"):
                if note := self._notes.get(f"{name.removesuffix('reference')} {_attribute(each, 'id')}", "").strip():
                    self._later.append(Draft("other", [(note, "")], aside="references"))
            elif name == "txbxcontent" and not _in_box(each, run):
                self._boxes.append(each)
        self._typed = self._typed and (_is_typewriter(properties) or not text.strip())
        raised = _child(properties, "vertalign") if properties is not None else None
        place = _attribute(raised, "val") if raised is not None else ""
        if place == "superscript" and text.strip().lstrip("-+−").isdigit():
            self._above = (len(pieces), text.strip())
            following = run.getnext()
            after = (
                "" if following is None else "".join(each.text or "" for each in following.iter() if local(each) == "t")
            )
            text = said_raised("".join(piece for piece, _ in pieces[-3:]), text, after)
        elif place == "subscript" and text.strip().isdecimal() and (above := self._taken_above(pieces)):
            whole = ending_number("".join(piece for piece, _ in pieces))
            text = fraction(whole, above, text.strip()).removeprefix(whole)
        if text:
            pieces.append((text, style))

    def _taken_above(self, pieces: list[Piece]) -> str:
        """The upper number of a fraction whose lower one comes next, taken back from the pieces; "": there is none."""
        at, above = self._above
        if not above or len(pieces) - at not in (1, 2) or pieces[-1][0].strip() not in ("/", FRACTION_SLASH):
            return ""
        del pieces[at:]
        return above

    def _table(self, table: Any) -> None:
        rows = [_own(row, "tc") for row in _own(table, "tr")]
        texts = [[" ".join(_plain(cell, nested=False).split()) for cell in row] for row in rows]
        if max((len(row) for row in rows), default=0) < 2 or any(
            len(text) > _MOST_CELL for row in texts for text in row
        ):
            for row in rows:
                for cell in row:
                    self.flow(cell)
            return
        for row, told in zip(rows, texts, strict=True):
            if text := " | ".join(told).strip(" |"):
                self.drafts.append(Draft("table_row", [(text, "")]))
            for cell in row:
                for inner in _own(cell, "tbl"):
                    self._table(inner)


def _set_in(paragraph: Any) -> int:
    """By about how many letters of a program a paragraph is set in."""
    indent = _child(_child(paragraph, "ppr"), "ind")
    places = [_attribute(indent, name) for name in ("left", "start", "firstLine")] if indent is not None else []
    return round(sum(int(place) for place in places if place.isdecimal()) / _LETTER)


def _is_typewriter(properties: Any) -> bool:
    """Whether a run names a font whose letters are equally wide."""
    fonts = _child(properties, "rfonts")
    return fonts is not None and font_of(_attribute(fonts, "ascii"), None).mono


def _own(element: Any, name: str) -> list[Any]:
    """The parts of that name in an element and in no other such part; content controls may be around them."""
    found: list[Any] = []
    for each in element:
        if local(each) == name:
            found.append(each)
        elif local(each) in ("sdt", "sdtcontent", "ins", "customxml", "smarttag"):
            found += _own(each, name)
    return found


def _in_box(element: Any, run: Any) -> bool:
    """Whether it stands in a text box (told after the paragraph) or in the copy of one for old readers."""
    for each in element.iterancestors():
        if each is run:
            return False
        if local(each) in ("txbxcontent", "fallback"):
            return True
    return False


def _child(parent: Any, name: str) -> Any | None:
    """The first child of that local name."""
    return next((each for each in parent if local(each) == name), None) if parent is not None else None


def _attribute(element: Any, name: str) -> str:
    """An attribute by its local name, "" where there is none."""
    return next((str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _switched(properties: Any, name: str, default: bool = False) -> bool:
    """Whether a property such as bold is on."""
    found = _child(properties, name)
    return default if found is None else _attribute(found, "val") not in ("0", "false", "none", "off")


def _outline(properties: Any) -> int | None:
    found = _child(properties, "outlinelvl")
    value = _attribute(found, "val") if found is not None else ""
    return (int(value) + 1 if int(value) < 9 else 0) if value.isdecimal() else None


def _numbered(properties: Any) -> bool | None:
    found = _child(properties, "numpr")
    number = _child(found, "numid")
    return None if found is None or number is None else _attribute(number, "val") != "0"
