"""What a Word paragraph's style says: a heading's depth, a list, a caption, code, contents, and its type."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from services.reader.formats.trees import local

_HEADING = re.compile(r"heading (\d)$")
_CODE = re.compile(r"code|source|preformatted|verbatim|listing", re.I)
_DEEPEST_BASE = 20


@dataclass(frozen=True)
class Style:
    """What a paragraph is by its style. `level`: a heading's, from 1, else 0; `name` lower case."""

    name: str = ""
    level: int = 0
    listed: bool = False
    code: bool = False
    bold: bool = False
    italic: bool = False
    aside: Literal["contents", "references"] | None = None


def child(parent: Any, name: str) -> Any | None:
    """The first child of that local name."""
    return next((each for each in parent if local(each) == name), None) if parent is not None else None


def attribute(element: Any, name: str) -> str:
    """An attribute by its local name, "" where there is none."""
    return next((str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def switched(properties: Any, name: str, default: bool = False) -> bool:
    """Whether a property such as bold is on."""
    found = child(properties, name)
    return default if found is None else attribute(found, "val") not in ("0", "false", "none", "off")


class Styles:
    """The styles of a document, each with what it takes from those that it is based on."""

    def __init__(self, root: Any) -> None:
        found = [each for each in root if local(each) == "style"]
        self._elements = {attribute(each, "styleId"): each for each in found}
        usual = [each for each in found if attribute(each, "type") == "paragraph" and attribute(each, "default") == "1"]
        self._usual = attribute(usual[0], "styleId") if usual else ""
        self._known: dict[str, Style] = {}

    def of(self, paragraph: Any) -> Style:
        """The style of a paragraph, with what it says itself."""
        properties = child(paragraph, "ppr")
        named = child(properties, "pstyle")
        style = self._named(attribute(named, "val") if named is not None else self._usual)
        level, listed = _outline(properties), _numbered(properties)
        if level is None and listed is None:
            return style
        return Style(
            style.name,
            style.level if level is None else level,
            style.listed if listed is None else listed,
            style.code,
            style.bold,
            style.italic,
            style.aside,
        )

    def _named(self, key: str) -> Style:
        if key not in self._known:
            self._known[key] = self._inherited(key)
        return self._known[key]

    def _inherited(self, key: str) -> Style:
        chain: list[Any] = []
        while key in self._elements and len(chain) < _DEEPEST_BASE:
            chain.append(self._elements[key])
            based = child(chain[-1], "basedon")
            key = attribute(based, "val") if based is not None else ""
        names = [
            attribute(named, "val").lower() if (named := child(each, "name")) is not None else "" for each in chain
        ]
        if not names:
            return Style()
        level, listed, is_bold, is_italic = (
            0,
            "list" in names[0].split()[:1] and names[0] != "list paragraph",
            False,
            False,
        )
        for each in reversed(chain):
            properties = child(each, "ppr")
            if (said := _outline(properties)) is not None:
                level = said
            if (numbered := _numbered(properties)) is not None:
                listed = numbered
            is_bold = switched(child(each, "rpr"), "b", is_bold)
            is_italic = switched(child(each, "rpr"), "i", is_italic)
        heading = next((found for name in names if (found := _HEADING.match(name))), None)
        aside: Literal["contents", "references"] | None = None
        if re.match(r"toc \d|toc heading|table of figures", names[0]):
            aside = "contents"
        elif names[0] in ("bibliography", "footnote text", "endnote text"):
            aside = "references"
        level = int(heading[1]) if heading else level
        return Style(names[0], 0 if aside else level, listed, bool(_CODE.search(names[0])), is_bold, is_italic, aside)


def _outline(properties: Any) -> int | None:
    found = child(properties, "outlinelvl")
    value = attribute(found, "val") if found is not None else ""
    return (int(value) + 1 if int(value) < 9 else 0) if value.isdecimal() else None


def _numbered(properties: Any) -> bool | None:
    found = child(properties, "numpr")
    number = child(found, "numid")
    return None if found is None or number is None else attribute(number, "val") != "0"
