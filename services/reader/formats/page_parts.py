"""What the parts of a page of the web are: dropped, hidden, beside the text, or a line of their own."""

import re
from typing import Any

from services.reader.formats.drafts import Aside
from services.reader.formats.trees import local

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


def is_dropped(name: str) -> bool:
    """Whether an element of that name says nothing to a reader of the text."""
    return bool(_DROPPED.fullmatch(name))


def is_block(name: str) -> bool:
    """Whether an element of that name begins a line of its own."""
    return bool(_BLOCK.fullmatch(name))


def is_hidden(element: Any, *, inner: bool) -> bool:
    """Whether it is not shown, or is the page's furniture; `inner`: it stands in the main content."""
    name, get = local(element), element.get
    if name in ("html", "body", "main", "article"):
        return False
    if get("hidden") is not None or get("aria-hidden") == "true" or _HIDDEN.search(get("style") or ""):
        return True
    names = f"{get('class') or ''} {get('id') or ''}".lower()
    around = name in ("header", "footer", "aside") and not inner and not aside_of(element)
    furniture = get("role") in _ROLES or _JUNK.search(names) or around
    return bool(furniture) and not any(local(each) in ("h1", "main", "article") for each in element.iter())


def aside_of(element: Any) -> Aside | None:
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
    linked = sum(len("".join(said(each).split())) for each in links)
    if len(links) < _LEAST_LINKS or linked < _MOSTLY * len("".join(said(element).split())):
        return None
    inside = sum(each.get("href").startswith("#") for each in links)
    return "contents" if inside * 2 > len(links) else "running"


def said(element: Any) -> str:
    """All text in an element, without scripts and what is like them."""
    parts = [element.text or ""]
    for child in element:
        if (name := local(child)) and not is_dropped(name):
            parts += [said(child), " " if is_block(name) or name == "br" else ""]
        parts.append(child.tail or "")
    return "".join(parts)
