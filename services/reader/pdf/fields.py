"""What was filled into a form is part of its page's text: each value as letters in its field, where a reader sees it.

A PDF keeps values beside its pages, and neither pdfminer nor PDFium counts them as text. They are put behind the words
that stand before the field on its line ("Name: Kari"), in place of the dots or underscores that are printed for them;
a box that is ticked is a sign before the words that stand after it. What is hidden, a password or not filled in is
left out. Places are pdfminer's: from the bottom left of the page as it is shown.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from pdfminer.layout import LTChar, LTPage
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import PDFStream, list_value, resolve1
from pdfminer.psparser import PSLiteral, literal_name
from pdfminer.utils import apply_matrix_rect, decode_text

from services.reader.pdf.turning import Rect

FONT = "filled in"
"""What the letters' font is called; no file's is."""
_HIDDEN = 1 << 1 | 1 << 5  # flags of an annotation: hidden, not to be seen
_PASSWORD, _MULTILINE = 1 << 13, 1 << 12  # flags of a field
_RADIO, _PUSH = 1 << 15, 1 << 16
_TICKED, _CHOSEN = "☒", "◉"
_MOST_FIELDS, _MOST_LETTERS, _DEEPEST = 2_000, 4_000, 16
_SIZE = re.compile(rb"([\d.]+)\s+Tf")
_LEAST_SIZE, _MOST_SIZE, _OF_HEIGHT, _WIDE, _LEADING = 4.0, 12.0, 0.75, 0.5, 1.15
_FAR = 40.0  # points from a field, within which the words of its line are its own
_FILLER = frozenset("_.…․‥·")


@dataclass(frozen=True)
class Filled:
    """A value, the rectangle of its field, and the size of its letters; `sign`: it is a tick."""

    text: str
    box: Rect
    size: float
    several: bool = False
    sign: bool = False


def filled(page: PDFPage, ctm: Any) -> list[Filled]:
    """The values of a page's fields that are seen, in the order of the file."""
    found = []
    for annotation in list_value(page.annots)[:_MOST_FIELDS] if page.annots else ():
        widget = resolve1(annotation)
        if isinstance(widget, dict) and _name(widget.get("Subtype")) == "Widget":
            value = _value(widget, ctm)
            if value is not None:
                found.append(value)
    return found


def put(layout: LTPage, values: Sequence[Filled]) -> int:
    """Puts the values between the letters of a page that is not laid out yet; how many letters that made."""
    count = 0
    for value in values:
        _take_filler(layout, value.box)
        x0, _, x1, _ = value.box
        row = [(n, each) for n, each in enumerate(layout) if isinstance(each, LTChar) and _on_line(each, value.box)]
        before = _nearest([(x0 - each.x1, n, each) for n, each in row if each.x1 <= x0 + 1])
        after = _nearest([(each.x0 - x1, n, each) for n, each in row if each.x0 >= x1 - 1])
        if value.sign and after is not None:
            at, letters = after[0], _signed(value, after[1])
        elif before is not None and not value.several:
            at, letters = before[0] + 1, _following(value, before[1])
        else:
            at, letters = len(layout._objs), [*_alone(value)]
        layout._objs[at:at] = letters
        count += len(letters)
    return count


def _value(widget: dict[str, Any], ctm: Any) -> Filled | None:
    flags = resolve1(widget.get("F"))
    if isinstance(flags, int) and flags & _HIDDEN:
        return None
    kind, own = _name(_inherited(widget, "FT")), _inherited(widget, "Ff")
    own = own if isinstance(own, int) else 0
    sign = kind == "Btn"
    if sign:
        text = "" if own & _PUSH or not _is_on(widget) else _CHOSEN if own & _RADIO else _TICKED
    elif kind == "Tx":
        text = "" if own & _PASSWORD else _said(_inherited(widget, "V"))
    elif kind == "Ch":
        text = _chosen(_inherited(widget, "V"), _inherited(widget, "Opt"))
    else:
        return None
    text = text[:_MOST_LETTERS].strip()
    try:
        left, bottom, right, top = (float(resolve1(each)) for each in list_value(widget["Rect"]))
    except (KeyError, TypeError, ValueError):
        return None
    x0, y0, x1, y1 = apply_matrix_rect(ctm, (left, bottom, right, top))
    if not text or x1 - x0 < 1 or y1 - y0 < 1:
        return None
    several = bool(own & _MULTILINE) or "\n" in text
    return Filled(text, (x0, y0, x1, y1), _size(widget, y1 - y0, several=several), several and not sign, sign)


def _inherited(widget: dict[str, Any], key: str) -> Any:
    """What a field says itself, or one that it is part of."""
    field: Any = widget
    for _ in range(_DEEPEST):
        if not isinstance(field, dict):
            return None
        if key in field:
            return resolve1(field[key])
        field = resolve1(field.get("Parent"))
    return None


def _name(value: Any) -> str:
    value = resolve1(value)
    return str(literal_name(value)) if isinstance(value, PSLiteral) else ""


def _said(value: Any) -> str:
    value = resolve1(value)
    if isinstance(value, PDFStream):
        value = value.get_data()
    if isinstance(value, PSLiteral):
        return _name(value)
    if not isinstance(value, bytes):
        return ""
    text = value[3:].decode("utf-8", "replace") if value.startswith(b"\xef\xbb\xbf") else decode_text(value)
    return str(text).replace("\r\n", "\n").replace("\r", "\n")


def _chosen(value: Any, options: Any) -> str:
    """What is shown of a choice: an option may be kept under another name."""
    shown = {}
    for option in options if isinstance(options, list) else ():
        pair = resolve1(option)
        if isinstance(pair, list) and len(pair) == 2:
            shown[_said(pair[0])] = _said(pair[1])
    said = [_said(each) for each in value] if isinstance(value, list) else [_said(value)]
    return ", ".join(shown.get(each, each) for each in said if each)


def _is_on(widget: dict[str, Any]) -> bool:
    """Whether a box is ticked: by how it is shown, else by its value."""
    shown = _name(widget.get("AS")) or _name(_inherited(widget, "V"))
    return shown not in ("", "Off")


def _size(widget: dict[str, Any], height: float, *, several: bool) -> float:
    said = _inherited(widget, "DA")
    found = _SIZE.search(said) if isinstance(said, bytes) else None
    size = float(found[1]) if found and found[1].replace(b".", b"", 1).isdigit() else 0.0
    usual = 10.0 if several else min(_MOST_SIZE, _OF_HEIGHT * height)
    return max(_LEAST_SIZE, min(size or usual, 1.5 * height))


def _on_line(letter: LTChar, box: Rect) -> bool:
    """Whether a letter and a field stand on one line."""
    middle, center = (letter.y0 + letter.y1) / 2, (box[1] + box[3]) / 2
    return bool(letter.upright) and (box[1] <= middle <= box[3] or letter.y0 <= center <= letter.y1)


def _nearest(row: Sequence[tuple[float, int, LTChar]]) -> tuple[int, LTChar] | None:
    """The nearest of these letters, where one stands near, and its number. `row`: each with how far off it is."""
    near = [(apart, n, letter) for apart, n, letter in row if apart < _FAR and not letter.get_text().isspace()]
    return min(near, key=lambda each: each[:2])[1:] if near else None


def _take_filler(layout: LTPage, box: Rect) -> None:
    """Takes out the dots and underscores that are printed where a value goes, to the end of their row."""
    letters = [each for each in layout if isinstance(each, LTChar)]
    rows: list[list[LTChar]] = []
    for each in sorted((each for each in letters if each.get_text() in _FILLER), key=lambda each: each.x0):
        if _on_line(each, box):
            if rows and each.x0 - rows[-1][-1].x1 < each.width:
                rows[-1].append(each)
            else:
                rows.append([each])
    gone = {id(each) for row in rows if row[0].x0 < box[2] and row[-1].x1 > box[0] for each in row if len(row) > 1}
    if gone:
        layout._objs = [each for each in layout if id(each) not in gone]


def _following(value: Filled, label: LTChar) -> list[LTChar]:
    """The value behind the words before it, on their line and in their size."""
    space = _letter(" ", label.x1, label.y0, max(0.1, value.box[0] - label.x1), label.size)
    return [space, *_line(value.text, value.box[0], label.y0, value.box[2], label.size)]


def _signed(value: Filled, label: LTChar) -> list[LTChar]:
    """The sign before the words behind it."""
    x0 = value.box[0]
    sign = _letter(value.text, x0, label.y0, min(label.size, value.box[2] - x0), label.size)
    return [sign, _letter(" ", sign.x1, label.y0, max(0.1, label.x0 - sign.x1), label.size)]


def _alone(value: Filled) -> Iterator[LTChar]:
    """The value in its field: in the middle of its height, several lines from its top on."""
    x0, y0, x1, y1 = value.box
    if not value.several:
        yield from _line(value.text, x0, (y0 + y1 - value.size) / 2, x1, value.size)
        return
    most = max(8, int((x1 - x0) / (_WIDE * value.size)))
    lines = [line for part in value.text.split("\n") for line in wrap(part, most)]
    step = min(_LEADING * value.size, (y1 - y0) / max(1, len(lines)))
    for n, line in enumerate(lines):
        yield from _line(line, x0, y1 - n * step - value.size, x1, value.size)


def _line(text: str, x0: float, y0: float, x1: float, size: float) -> Iterator[LTChar]:
    wide = min(_WIDE * size, (x1 - x0) / max(1, len(text)))
    for n, letter in enumerate(text):
        yield _letter(letter if letter.isprintable() else " ", x0 + n * wide, y0, wide, size)


def _letter(text: str, x0: float, y0: float, wide: float, size: float) -> LTChar:
    letter = LTChar.__new__(LTChar)
    letter._text, letter.fontname, letter.matrix = text, FONT, (1, 0, 0, 1, x0, y0)
    letter.adv, letter.upright = wide, True
    letter.set_bbox((x0, y0, x0 + wide, y0 + size))
    letter.size = letter.height
    return letter
