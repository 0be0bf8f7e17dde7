"""XML and HTML become trees: no entity is expanded, nothing is fetched, and how deep they nest has a limit."""

import html.entities
import re
from typing import Any

from lxml import etree

from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.reader.formats.archive import limit

_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
_OF_XML = (b"amp", b"lt", b"gt", b"quot", b"apos")
_TOO_DEEP = ("depth", "recursion")


def xml_tree(raw: bytes, most_nesting: int) -> Any:
    """The root of an XML part; named characters of HTML are known. Raises `Failure`: damaged, reading_limit."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False)
    try:
        root = etree.fromstring(_ENTITY.sub(_character, raw), parser)
    except etree.XMLSyntaxError as error:
        if is_too_deep(str(error)):
            raise too_deep(256, most_nesting) from error
        raise failed(Code.DAMAGED, "xml_damaged") from error
    check_depth(root, most_nesting)
    return root


def html_tree(text: str, most_nesting: int) -> Any | None:
    """The root of an HTML page, however badly written, with local names; None: nothing in it. Raises `Failure`."""
    parser = etree.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = etree.fromstring(text.encode("utf-8", errors="replace"), parser)
    except etree.LxmlError:
        root = None
    if any(is_too_deep(each.message) for each in parser.error_log):
        raise too_deep(256, most_nesting)
    if root is not None:
        check_depth(root, most_nesting)
    return root


def check_depth(root: Any, most: int) -> None:
    """Raises `Failure` reading_limit where elements stand deeper in each other than `most`."""
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > most:
            raise too_deep(depth, most)


def local(element: Any) -> str:
    """An element's name without its namespace, lower case; "" for comments and the like."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _character(found: re.Match[bytes]) -> bytes:
    name = found[1]
    known = html.entities.html5.get(name.decode() + ";") if name not in _OF_XML else None
    return "".join(f"&#{ord(char)};" for char in known).encode() if known else found[0]


def is_too_deep(said: str) -> bool:
    """Whether that is how the parser says that it has met its own limit of depth."""
    return any(word in said.lower() for word in _TOO_DEEP)


def too_deep(depth: int, most: int) -> Failure:
    """The 422 of what nests too deep."""
    return limit("nesting", depth, most)
