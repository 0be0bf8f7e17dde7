"""A page of the web becomes drafts: its main content, without navigation, scripts and what is hidden."""

import re
from typing import Any

from services.reader.characters import FRACTION_SLASH, ending_number, fraction
from services.reader.formats.drafts import Draft, Piece, bold, italic
from services.reader.formats.formulas import math_line, math_source, tex_line
from services.reader.formats.trees import local
from services.reader.pages import Aside, Kind, Style
from services.reader.raised import said_raised

_DROPPED = re.compile(
    "script|style|noscript|template|head|nav|button|select|textarea|iframe|object|embed|svg|canvas|audio|video|rt|rp"
    "|datalist|dialog|input|area|map|meta|link|title"
)
_BLOCK = re.compile(
    "html|body|main|article|section|div|p|ul|ol|li|dl|dt|dd|table|tbody|thead|tfoot|tr|td|th|caption|figure|figcaption"
    "|blockquote|pre|address|center|fieldset|form|details|summary|header|footer|aside|hr|hgroup|h[1-6]|legend|noframes"
)
_JUNK = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|navheader|navfooter|docnav|breadcrumbs?|cookies?|sidebar|sr-only"
    r"|visually-hidden|mw-editsection|headerlink|noprint|pagination|advert|banner|skip-link|katex-html|share-buttons)(?:$|[\s_-])"
)
_CONTENTS = re.compile(r"(?:^|[\s_-])(?:toc|table-of-contents|contents)(?:$|\s)")
_NOTES = re.compile(r"foot-?notes?|endnotes?|rearnotes?|reflist|references", re.I)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary", "menu", "menubar", "dialog"})
_LEAST_LINKS, _MOSTLY = 3, 0.9
_ANCHOR = frozenset(("¶", "#", "§", "🔗", "↩", "↩︎", "^"))
_BOLD_CSS = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.I)
_MOST_CELL = 600
_PREFORMATTED = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)\b(?!-line)", re.I)
_COUNTED = re.compile(r"[\s\d.:]*")
_EMPTY_LINES = re.compile(r"\n\s*\n")  # between lines that are elements


class _Walk:
    """Goes through a tree and keeps the pieces of the block that it is in."""

    def __init__(self, page: int) -> None:
        self.drafts: list[Draft] = []
        self._page, self._pieces = page, list[Piece]()
        self._kind: Kind = "paragraph"
        self._level: int | None = None
        self._mark: list[Piece] = []
        self._aside: Any = None
        self._inner = False

    def flush(self) -> None:
        if any(text.strip() for text, _ in self._pieces):
            pieces = self._mark + self._pieces
            self.drafts.append(Draft(self._kind, pieces, self._level, self._page, self._aside))
            self._mark = []
            if self._kind == "list_item":
                self._kind = "paragraph"
        self._pieces = []

    def say(self, text: str | None, style: Style) -> None:
        if text:
            self._pieces.append((text, style))

    def children(self, element: Any, style: Style) -> None:
        self.say(element.text, style)
        for child in list(element):
            if child.getparent() is not None:  # else it was the lower number of a fraction
                self.element(child, style)
                self.say(child.tail, style)

    def block(self, element: Any, style: Style, kind: Kind, level: int | None = None, mark: Any = ()) -> None:
        """An element that stands by itself, as that kind."""
        self.flush()
        before = self._kind, self._level, self._mark
        self._kind, self._level, self._mark = kind, level, list(mark)
        self.children(element, style)
        self.flush()
        self._kind, self._level, self._mark = before

    def element(self, element: Any, style: Style) -> None:
        name = local(element)
        if not name or _is_dropped(name) or _is_hidden(element, inner=self._inner):
            return
        aside = self._aside
        if aside is None and name in ("section", "aside", "div", "ol", "ul") and (why := _aside_of(element)):
            self.flush()
            self._aside = why
        inner, self._inner = self._inner, self._inner or name in ("main", "article")
        self._named(element, name, style)
        self._inner = inner
        if self._aside is not aside:
            self.flush()
            self._aside = aside

    def _named(self, element: Any, name: str, style: Style) -> None:
        if len(name) == 2 and name[0] == "h" and name[1] in "123456":
            self.block(element, "", "heading", int(name[1]))
        elif name in ("ul", "ol", "menu"):
            self._list(element, name, style)
        elif name == "dl":
            self._definitions(element, style)
        elif name == "table":
            self._table(element, style)
        elif name in ("figcaption", "caption"):
            self.block(element, style, "caption")
        elif name == "pre" or _PREFORMATTED.search(element.get("style") or "") or _is_code(element, name):
            self._code(element)
        elif name == "math" or (name in ("span", "div") and "math" in (element.get("class") or "").split()):
            self._formula(element, name, style)
        elif name in ("sup", "sub"):
            self._raised(element, name, style)
        elif name in ("br", "hr"):
            self.say(" ", style)
        elif name in ("b", "strong") or _BOLD_CSS.search(element.get("style") or ""):
            self._inside(element, name, bold(style))
        elif name in ("i", "em", "cite", "var", "dfn"):
            self._inside(element, name, italic(style))
        else:
            self._inside(element, name, style)

    def _code(self, element: Any) -> None:
        """A program as it stands, but for a column of nothing but its lines' numbers."""
        self.flush()
        text = _printed(element)
        if not _COUNTED.fullmatch(text):
            self.drafts.append(Draft("code", [(text, "")], None, self._page, self._aside))

    def _inside(self, element: Any, name: str, style: Style) -> None:
        if _is_block(name):
            self.flush()
            self.children(element, style)
            self.flush()
        elif not _is_anchor(element):
            self.children(element, style)

    def _list(self, element: Any, name: str, style: Style) -> None:
        self.flush()
        number = int(element.get("start")) if (element.get("start") or "").lstrip("-").isdecimal() else 1
        for child in element:
            if local(child) != "li":
                self.element(child, style)
            elif not _is_hidden(child, inner=True):
                self.block(child, style, "list_item", mark=[(f"{number}. ", "")] if name == "ol" else ())
                number += 1
        self.flush()

    def _definitions(self, element: Any, style: Style) -> None:
        """A term and what it means are one block: they make no sense apart."""
        self.flush()
        term = ""
        for child in [each for outer in element for each in (outer if local(outer) == "div" else (outer,))]:
            name = local(child)
            if name == "dt":
                term = f"{term}, {_said(child)}" if term else _said(child)
            elif name == "dd":
                mark = [(term.rstrip(" :"), bold("")), (": ", "")] if term.strip() else ()
                self.block(child, style, "list_item", mark=mark)
                term = ""
        if term.strip():
            self.drafts.append(Draft("list_item", [(term, "")], None, self._page, self._aside))

    def _table(self, element: Any, style: Style) -> None:
        rows = [each for each in element.iter() if local(each) == "tr"]
        cells = [[cell for cell in row if local(cell) in ("td", "th")] for row in rows]
        nested = any(local(each) in ("table", "pre") for each in element.iterdescendants())
        long = any(len(_said(cell)) > _MOST_CELL for row in cells for cell in row)
        if nested or long or max((len(row) for row in cells), default=0) < 2:
            self._inside(element, "table", style)  # it lays out the page
            return
        self.flush()
        for child in element:
            if local(child) == "caption":
                self.element(child, style)
        for row in cells:
            if text := " | ".join(_said(cell).strip() for cell in row).strip(" |"):
                self.drafts.append(Draft("table_row", [(text, "")], None, self._page, self._aside))

    def _formula(self, element: Any, name: str, style: Style) -> None:
        display = name == "div" or element.get("display") == "block" or "block" in (element.get("class") or "").split()
        if name != "math":
            tex = _said(element).strip().strip("$").removeprefix("\\(").removesuffix("\\)")
            tex = tex.strip().removeprefix("\\[").removesuffix("\\]").strip()
            found = [each for each in element.iter() if local(each) == "math"]
            source, line = (math_source(found[0]), math_line(found[0])) if found else (tex, tex_line(tex))
        else:
            source, line = math_source(element), math_line(element)
        if display:
            self.flush()
            self.drafts.append(Draft("formula", [(source, "")], None, self._page, self._aside))
        else:
            self.say(line or f"\\({source}\\)", style)

    def _raised(self, element: Any, name: str, style: Style) -> None:
        text = _said(element).strip()
        if name == "sup" and (below := _below(element, text)):
            whole = ending_number("".join(piece for piece, _ in self._pieces[-3:]))
            self.say(fraction(whole, text, below).removeprefix(whole), style)
            return
        before = "".join(piece for piece, _ in self._pieces[-3:])
        self.say(_above(element, before) if name == "sup" else text, style)


def _above(element: Any, before: str) -> str:
    """What is raised, as it is said within a line; "": the number of a footnote or of a sentence."""
    if any(local(each) == "a" for each in element.iter()):
        return ""
    return said_raised(before, _said(element), element.tail or "")


def _below(above: Any, text: str) -> str:
    """The lower number of a fraction whose upper one this is, taken out of the tree; "": it is none."""
    below = above.getnext()
    if (above.tail or "").strip() not in ("/", FRACTION_SLASH) or not text.isdecimal():
        return ""
    said = _said(below).strip() if below is not None and local(below) == "sub" else ""
    if not said.isdecimal():
        return ""
    above.tail = below.tail
    below.getparent().remove(below)
    return said


def drafts_of(root: Any, page: int = 1) -> list[Draft]:
    """The drafts of a page's main content, in order."""
    mains = [each for each in root.iter() if local(each) == "main" or each.get("role") == "main"]
    articles = [each for each in root.iter() if local(each) == "article"]
    chosen = mains[0] if len(mains) == 1 else articles[0] if len(articles) == 1 and not mains else root
    for place in dict.fromkeys((chosen, root)):
        walk = _Walk(page)
        walk.element(place, "")
        walk.flush()
        if any(draft.aside is None for draft in walk.drafts):
            break
    return walk.drafts


def title_of(root: Any) -> str:
    """What the page calls itself in its head, "" where it does not."""
    for each in root.iter():
        if local(each) == "title":
            return " ".join((each.text or "").split())
    return ""


def language_of(root: Any) -> str | None:
    """The language attribute of the page."""
    for each in (root, *root):
        for key, value in each.attrib.items():
            if key.rpartition("}")[2] == "lang" and value:
                return str(value)
    return None


def _is_dropped(name: str) -> bool:
    """Whether an element of that name says nothing to a reader of the text."""
    return bool(_DROPPED.fullmatch(name))


def _is_block(name: str) -> bool:
    """Whether an element of that name begins a line of its own."""
    return bool(_BLOCK.fullmatch(name))


def _is_hidden(element: Any, *, inner: bool) -> bool:
    """Whether it is not shown, or is the page's furniture; `inner`: it stands in the main content."""
    name, get = local(element), element.get
    if name in ("html", "body", "main", "article"):
        return False
    if get("hidden") is not None or get("aria-hidden") == "true" or _HIDDEN.search(get("style") or ""):
        return True
    names = f"{get('class') or ''} {get('id') or ''}".lower()
    around = name in ("header", "footer", "aside") and not inner and not _aside_of(element)
    furniture = get("role") in _ROLES or (_JUNK.search(names) and not _is_box(element)) or around
    return bool(furniture) and not any(local(each) in ("h1", "main", "article") for each in element.iter())


def _is_box(element: Any) -> bool:
    """Whether it is a box beside the text with a title of its own, as DocBook writes tips, and no list of links."""
    return any("titlepage" in (each.get("class") or "").split() for each in element.iter())


def _aside_of(element: Any) -> Aside | None:
    """Why an element is no material: notes, a table of contents, a list of nothing but links."""
    keys = ("class", "type", "role", "id")
    names = " ".join(str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] in keys)
    if _NOTES.search(names):
        return "references"
    if _CONTENTS.search(names.lower()):
        return "contents"
    if local(element) not in ("ul", "ol"):
        return None
    links = [each for each in element.iter() if local(each) == "a" and each.get("href")]
    linked = sum(len("".join(_said(each).split())) for each in links)
    if len(links) < _LEAST_LINKS or linked < _MOSTLY * len("".join(_said(element).split())):
        return None
    inside = sum(each.get("href").startswith("#") for each in links)
    return "contents" if inside * 2 > len(links) else "running"


def _is_code(element: Any, name: str) -> bool:
    """Whether a block holds nothing but one piece of code that goes over several lines."""
    if not _is_block(name) or (element.text or "").strip() or len(element) != 1:
        return False
    (only,) = element
    lines = any(local(each) == "br" for each in only.iter())
    return local(only) in ("code", "samp", "tt", "kbd") and lines and not (only.tail or "").strip()


def _printed(element: Any) -> str:
    """All text in an element with its line breaks, also where elements make these."""
    parts = [element.text or ""]
    for child in element:
        if (name := local(child)) == "br":
            parts.append("\n")
        elif name and not _is_dropped(name) and not _is_hidden(child, inner=True):
            said = _printed(child)
            parts.append(f"\n{said.rstrip()}\n" if _is_block(name) else said)
        parts.append(child.tail or "")
    return _EMPTY_LINES.sub("\n", "".join(parts)) if any(_is_block(local(each)) for each in element) else "".join(parts)


def _is_anchor(element: Any) -> bool:
    """Whether it is the sign by which one links to a heading or to a term of a glossary."""
    return local(element) == "a" and _said(element).strip() in _ANCHOR


def _said(element: Any) -> str:
    """All text in an element, without scripts and what is like them."""
    parts = [element.text or ""]
    for child in element:
        if (name := local(child)) and not _is_dropped(name):
            # Once: links may stand within links, however deep.
            said = _above(child, "".join(parts[-3:])) if name == "sup" else _said(child)
            if not (name == "a" and said.strip() in _ANCHOR):
                parts += [said, " " if _is_block(name) or name == "br" else ""]
        parts.append(child.tail or "")
    return "".join(parts)
