"""A presentation becomes drafts: by slide its title, its texts in reading order, tables, then the speaker's notes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pptx
from pptx.enum.shapes import PP_PLACEHOLDER as PLACE
from pptx.exc import PackageNotFoundError

from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.formats.archive import limit, opened
from services.reader.formats.drafts import Draft, Piece, bold, italic
from services.reader.formats.formulas import math_line
from services.reader.formats.trees import check_depth, local
from services.reader.pages import Kind
from services.reader.settings import ReaderSettings

_TITLES = (PLACE.TITLE, PLACE.CENTER_TITLE, PLACE.VERTICAL_TITLE)
_BODIES = (PLACE.BODY, PLACE.OBJECT, PLACE.VERTICAL_BODY, PLACE.VERTICAL_OBJECT)
_EDGES = (PLACE.DATE, PLACE.FOOTER, PLACE.SLIDE_NUMBER, PLACE.HEADER)
_ROW = 250_000  # English Metric Units: a quarter of an inch, within which shapes stand side by side


def read_pptx(path: Path, settings: ReaderSettings) -> tuple[list[Draft], str, str | None, int]:
    """The drafts, the title, the language that the file names, and how many slides there are. Raises `Failure`."""
    with opened(path, settings):
        pass
    try:
        deck = pptx.Presentation(str(path))
    except (PackageNotFoundError, KeyError) as error:
        raise failed(Code.DAMAGED, "presentation_damaged") from error
    slides = list(deck.slides)
    if len(slides) > settings.most_pages:
        raise failed(
            Code.TOO_MANY_PAGES,
            "slides",
            found=len(slides),
            most=settings.most_pages,
            numbers={"pages": len(slides), "limit": settings.most_pages},
        )
    drafts: list[Draft] = []
    for number, slide in enumerate(slides, 1):
        check_depth(slide.element, settings.most_nesting)
        found = list(_slide(slide, number))
        characters = sum(len(text) for draft in found for text, _ in draft.pieces)
        if characters > settings.most_page_characters:
            raise limit(
                "slide_characters",
                characters,
                settings.most_page_characters,
                slide=number,
            )
        drafts += found
    properties = deck.core_properties
    return drafts, properties.title or "", properties.language or None, len(slides)


def _slide(slide: Any, number: int) -> Iterator[Draft]:
    shapes = list(_shapes(slide.shapes))
    rows: dict[int, int] = {}
    for shape in sorted(shapes, key=lambda each: each.top or 0):
        near = next((row for row in rows.values() if abs((shape.top or 0) - row) < _ROW), shape.top or 0)
        rows[shape.shape_id] = near
    shapes.sort(key=lambda each: (_kind_of(each) not in _TITLES, rows[each.shape_id], each.left or 0))
    for shape in shapes:
        yield from _shape(shape, number)
    if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None:
        for paragraph in frame.paragraphs:
            yield Draft("paragraph", _pieces(paragraph), page=number)


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _kind_of(shape: Any) -> Any:
    return shape.placeholder_format.type if shape.is_placeholder else None


def _shape(shape: Any, number: int) -> Iterator[Draft]:
    place = _kind_of(shape)
    if getattr(shape, "has_table", False) and shape.has_table:
        for row in shape.table.rows:
            if text := " | ".join(" ".join(cell.text.split()) for cell in row.cells).strip(" |"):
                yield Draft("table_row", [(text, "")], page=number)
        return
    if not shape.has_text_frame:
        return
    told = [each for each in shape.text_frame.paragraphs if _pieces(each)]
    if place in _TITLES and told:
        joined = [piece for each in told for piece in (*_pieces(each), (" ", ""))]
        yield Draft("heading", [(text, "") for text, _ in joined], 1, page=number)
        return
    for paragraph in told:
        formulas = [each for each in paragraph._p.iter() if local(each) == "omathpara"]
        for formula in formulas:
            yield Draft("formula", [(math_line(formula), "")], page=number)
        kind: Kind = "list_item" if _listed(paragraph, place in _BODIES and len(told) > 1) else "paragraph"
        pieces = [piece for piece in _pieces(paragraph, with_formulas=not formulas)]
        yield Draft(kind, pieces, page=number, aside="running" if place in _EDGES else None)


def _listed(paragraph: Any, usual: bool) -> bool:
    """Whether a paragraph has a bullet or number; `usual`: its placeholder gives it one, unless it says no."""
    properties = paragraph._p.pPr
    said = [local(each) for each in properties] if properties is not None else []
    return "buchar" in said or "buautonum" in said or (usual and "bunone" not in said)


def _pieces(paragraph: Any, *, with_formulas: bool = True) -> list[Piece]:
    """The runs with their style; a formula as a line of text; the number of a slide's field is left out."""
    pieces: list[Piece] = []
    for each in paragraph._p:
        name = local(each)
        if name in ("r", "fld"):
            properties: Any = next((inner for inner in each if local(inner) == "rpr"), {})
            style = bold("") if properties.get("b") == "1" else ""
            style = italic(style) if properties.get("i") == "1" else style
            text = "".join(inner.text or "" for inner in each if local(inner) == "t")
            if int(properties.get("baseline") or 0) > 0 and text.isdigit() and pieces:
                text = f"^{text}"
            pieces.append((text, style))
        elif name == "br":
            pieces.append((" ", ""))
        elif with_formulas and name in ("m", "alternatecontent"):
            formula = next((inner for inner in each.iter() if local(inner) in ("omath", "omathpara")), None)
            pieces.append((math_line(formula) if formula is not None else "", ""))
    return pieces if any(text.strip() for text, _ in pieces) else []
