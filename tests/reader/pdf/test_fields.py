"""What was filled into a form is read where it stands, as whoever looks at the page sees it; and nothing else of it."""

import io
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas

from contracts.problems import Code, Failure
from services.reader.pdf.file import PdfFile
from services.reader.settings import ReaderSettings
from tests.reader.harness import read_here
from tests.reader.papers import HEIGHT, Draw, lines, paper, together

STORY = (
    "The harbour keeps a paper of each boat that lies in it for",
    "longer than a night, and its master fills it in.",
)


def form(*fields: dict[str, Any], draw: Draw | None = None, change: Any = None) -> bytes:
    """A page with these fields over what is drawn on it; `rect` counts from the left top corner."""
    page = together(lines(*STORY, top=80), draw or labels())
    with pikepdf.open(io.BytesIO(paper(page))) as pdf:
        made: list[Any] = []
        for field in fields:
            x0, y0, x1, y1 = field["rect"]
            entry = Dictionary(Type=Name.Annot, Subtype=Name.Widget, T=String(f"f{len(made)}"), F=4)
            entry.Rect = Array([x0, HEIGHT - y1, x1, HEIGHT - y0])
            for key, value in field.items():
                if key != "rect":
                    entry[f"/{key}"] = value
            made.append(pdf.make_indirect(entry))
        pdf.pages[0].Annots = Array(made)
        pdf.Root.AcroForm = Dictionary(Fields=Array(made), NeedAppearances=True)
        if change is not None:
            change(pdf, made)
        held = io.BytesIO()
        pdf.save(held)
    return held.getvalue()


def labels() -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 11)
        for n, text in enumerate(("Name of the boat:", "Length: ______________ metres", "Kind of boat:", "Remarks:")):
            canvas.drawString(72, HEIGHT - 160 - 30 * n, text)
        for n, text in enumerate(("has a motor", "has a sail", "stays over the winter")):
            canvas.drawString(92, HEIGHT - 340 - 20 * n, text)

    return draw


NAME, LENGTH, KIND = (160, 148, 400, 164), (108, 178, 180, 194), (140, 208, 300, 224)
REMARKS, BOXES = (72, 262, 500, 310), [(74, 330 + 20 * n, 86, 342 + 20 * n) for n in range(3)]


def text(value: str) -> dict[str, Any]:
    return {"FT": Name.Tx, "V": String(value), "DA": String("/Helv 0 Tf 0 g")}


def said(data: bytes) -> list[str]:
    return [block.text for block in read_here(data)]


def test_values_stand_behind_their_labels_and_ticks_before_theirs() -> None:
    kinds = Array([Array([String("s"), String("a small sloop")]), Array([String("k"), String("a ketch")])])
    found = said(
        form(
            {"rect": NAME, **text("Blå måke")},
            {"rect": LENGTH, **text("7.5")},
            {"rect": KIND, "FT": Name.Ch, "V": String("k"), "Opt": kinds},
            {"rect": REMARKS, **text("She leaks a little.\nHer pump works well."), "Ff": 1 << 12},
            {"rect": BOXES[0], "FT": Name.Btn, "V": Name.Yes, "AS": Name.Yes},
            {"rect": BOXES[1], "FT": Name.Btn, "V": Name.Off, "AS": Name.Off},
            {"rect": BOXES[2], "FT": Name.Btn, "V": Name("/2"), "AS": Name("/2"), "Ff": 1 << 15},
        )
    )
    whole = " ".join(found)
    for part in ("Name of the boat: Blå måke", "Length: 7.5 metres", "Kind of boat: a ketch", "☒ has a motor"):
        assert part in whole
    assert "◉ stays over the winter" in whole
    assert whole.index("Remarks:") < whole.index("She leaks a little. Her pump works well.") < whole.index("☒")
    assert "☒ has a sail" not in whole
    assert "___" not in whole


@pytest.mark.parametrize(
    "field",
    [
        {**text("seen by nobody"), "F": 2},
        {**text("seen by nobody"), "F": 32},
        {**text("seen by nobody"), "Ff": 1 << 13},
        {"FT": Name.Btn, "Ff": 1 << 16, "V": String("seen by nobody")},
        {"FT": Name.Sig, "V": Dictionary(Name=String("seen by nobody"))},
        {"FT": Name.Tx, "V": String("")},
        {"FT": Name.Tx, "V": Array([])},
        {"FT": Name.Tx},
    ],
    ids=["hidden", "no-view", "password", "button", "signature", "empty", "wrong", "none"],
)
def test_what_nobody_sees_is_not_read(field: dict[str, Any]) -> None:
    assert said(form({"rect": NAME, **field})) == said(form())


def test_a_value_that_the_fields_parent_keeps_is_the_fields() -> None:
    def change(pdf: pikepdf.Pdf, made: list[Any]) -> None:
        parent = pdf.make_indirect(Dictionary(FT=Name.Tx, V=String("Havørn"), Kids=Array([made[0]]), T=String("boat")))
        made[0].Parent = parent
        pdf.Root.AcroForm.Fields = Array([parent])

    assert "Name of the boat: Havørn" in " ".join(said(form({"rect": NAME}, change=change)))


def test_a_field_in_a_sentence_is_filled_in_there() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(72, HEIGHT - 200, "I, the master of the boat")
        canvas.drawString(330, HEIGHT - 200, "will leave the harbour before noon.")

    (_, *rest) = said(form({"rect": (200, 188, 325, 203), **text("Sula")}, draw=draw))
    assert " ".join(rest) == "I, the master of the boat Sula will leave the harbour before noon."


def test_a_circle_of_parents_and_a_broken_rectangle_do_no_harm() -> None:
    def change(_: pikepdf.Pdf, made: list[Any]) -> None:
        made[0].Parent = made[1]
        made[1].Parent = made[0]
        made[2].Rect = Array([String("a"), 0, 1])

    fields = [{"rect": NAME}, {"rect": LENGTH}, {"rect": KIND, **text("nowhere")}]
    assert said(form(*fields, change=change)) == said(form())


def test_what_is_filled_in_counts_among_the_letters_that_a_page_may_have() -> None:
    """One value that many fields inherit from one parent: a small file, and more letters than a page may have."""

    def change(pdf: pikepdf.Pdf, made: list[Any]) -> None:
        parent = pdf.make_indirect(Dictionary(FT=Name.Tx, V=String("sula " * 100), Kids=Array(made), T=String("boat")))
        for field in made:
            field.Parent = parent
        pdf.Root.AcroForm.Fields = Array([parent])

    data = form(*({"rect": NAME} for _ in range(20)), change=change)
    few, enough = ReaderSettings(most_page_characters=5_000), ReaderSettings(most_page_characters=20_000)
    assert len([*PdfFile(io.BytesIO(data), enough).pages(1, 1)]) == 1
    with pytest.raises(Failure) as wrong:
        list(PdfFile(io.BytesIO(data), few).pages(1, 1))
    assert (wrong.value.problem.code, wrong.value.problem.numbers) == (Code.READING_LIMIT, {"page": 1, "limit": 5_000})
