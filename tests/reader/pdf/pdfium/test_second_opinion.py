"""Pages that pdfminer loses are read in another way, and say so; what it reads well is left alone."""

import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from contracts.reading import ReaderOutput
from services.reader.jobs.read import opened
from services.reader.pages import Page
from services.reader.pdf.file import PdfFile
from services.reader.pdf.pdfium.crosscheck import Seen, falls_short, is_more, seen_in, seen_on
from services.reader.pdf.pdfium.pages import PdfiumFile
from services.reader.pdf.pdfium.second_opinion import SecondOpinion
from services.reader.pdf.pdfium.triage import PdfTriage
from services.reader.sandbox.limits import Clock
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of
from tests.reader.harness import Service
from tests.reader.papers import WIDTH, lines, paper, together

SETTINGS = ReaderSettings()
PROSE = tuple(f"Line {n} tells of the tide that comes in and goes out again each day." for n in range(9))
GOOD = paper(lines(*PROSE), lines(*PROSE, top=200))
# An image within the drawing whose bytes hold what ends one, and brackets that nobody closes.
INLINE = b"q 10 0 0 10 50 50 cm BI /W 16 /H 1 /BPC 8 /CS /G ID abcd EI (((( abc\nEI Q\n"


def changed(data: bytes, how: Callable[[pikepdf.Pdf], None]) -> bytes:
    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        how(pdf)
        pdf.save(held)
    return held.getvalue()


def drawn_first(drawing: bytes) -> Callable[[pikepdf.Pdf], None]:
    """Something that is drawn on the first page before all else."""

    def how(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.Contents = pdf.make_stream(drawing + page.Contents.read_bytes())

    return how


def untyped(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        del page.Type


def boxed(*box: float) -> Callable[[pikepdf.Pdf], None]:
    def how(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.MediaBox = list(box)

    return how


def read(folder: Path, data: bytes) -> list[Page]:
    """The pages as a child reads them: looked at by PDFium, read by pdfminer, and checked."""
    file = folder / "paper.pdf"
    file.write_bytes(data)
    pdf = opened({"path": str(file), "password": None}, SETTINGS, Unlimited(), least=2)
    second = SecondOpinion(file, SETTINGS)
    with PdfTriage(file, None, SETTINGS) as looking:
        pages = [second.of(page, looking.look(page.number)[1]) for page in pdf.pages(1, len(pdf))]
    pdf.close()
    return pages


class Unlimited(Clock):
    """A clock that never strikes."""

    def __init__(self) -> None: ...

    def page(self, number: int, seconds: float) -> None: ...


def said(page: Page) -> list[str]:
    return [line.text for chunk in page.chunks for line in chunk]


def test_what_pdfminer_reads_well_is_left_alone(tmp_path: Path) -> None:
    pages = read(tmp_path, GOOD)
    assert [page.engine for page in pages] == ["", ""]


@pytest.mark.parametrize("drawing", [INLINE, b"q << Q\n", b"q { Q\n"], ids=["image", "open", "brace"])
def test_a_page_on_which_pdfminer_loses_its_way_is_read_by_pdfium_and_only_that_page(
    tmp_path: Path, drawing: bytes
) -> None:
    first, second = read(tmp_path, changed(GOOD, drawn_first(drawing)))
    assert (first.engine, second.engine) == ("pdfium", "")
    assert said(first) == said(second) == list(PROSE)


def test_pages_that_do_not_say_that_they_are_pages_are_read_from_the_file_written_anew(tmp_path: Path) -> None:
    pages = read(tmp_path, changed(GOOD, untyped))
    assert [(page.engine, said(page)) for page in pages] == [("rewritten", list(PROSE))] * 2


@pytest.mark.parametrize("box", [(595, 842, 0, 0), (0, 842, 595, 0)])
def test_a_page_box_may_begin_at_any_corner(tmp_path: Path, box: tuple[float, ...]) -> None:
    pages = read(tmp_path, changed(GOOD, boxed(*box)))
    assert [(page.engine, said(page)) for page in pages] == [("", list(PROSE))] * 2


def test_pdfium_gives_the_same_blocks_as_pdfminer(tmp_path: Path) -> None:
    data = paper(
        together(
            lines("The Sea", top=80, font="Helvetica-Bold", size=20),
            lines(*PROSE, top=120),
            lines("tide = moon + sun", "print(tide)", top=400, font="Courier"),
        ),
        lines(*PROSE, top=300, x=WIDTH / 3),
    )
    file = tmp_path / "paper.pdf"
    file.write_bytes(data)
    with PdfiumFile(file, SETTINGS) as theirs:
        one = blocks_of(list(theirs.pages(1, 2)))
    other = blocks_of(list(PdfFile(io.BytesIO(data), SETTINGS).pages(1, 2)))
    assert [(b.text, b.kind, b.level, b.source_page) for b in one] == [
        (b.text, b.kind, b.level, b.source_page) for b in other
    ]
    for mine, yours in zip(one, other, strict=True):
        assert mine.box is not None
        assert yours.box is not None
        assert mine.box.x0 == pytest.approx(yours.box.x0, abs=1.5)
        assert mine.box.y0 == pytest.approx(yours.box.y0, abs=5)


def test_a_turned_page_is_read_by_pdfium_too(tmp_path: Path) -> None:
    def how(pdf: pikepdf.Pdf) -> None:
        drawn_first(INLINE)(pdf)
        pdf.pages[0].Rotate = 90

    first, _ = read(tmp_path, changed(GOOD, how))
    assert (first.engine, first.turn, said(first)) == ("pdfium", 270, list(PROSE))


def test_much_less_is_seen_in_words_and_in_characters() -> None:
    whole = seen_in(" ".join(PROSE))
    assert not falls_short(whole, whole)
    assert falls_short(Seen(whole.characters, whole.words // 2), whole)
    assert falls_short(Seen(whole.characters // 2, whole.words), whole)
    assert not falls_short(Seen(0, 0), seen_in("Page 7 of 12"))
    assert not falls_short(seen_in("long " * 50), seen_in("word " * 52))


def test_more_is_more_words_or_as_many_in_more_characters() -> None:
    assert is_more(Seen(100, 20), Seen(100, 10))
    assert is_more(Seen(200, 0), Seen(100, 0))
    assert not is_more(Seen(200, 10), Seen(100, 20))
    assert not is_more(Seen(100, 20), Seen(100, 20))


def test_words_and_characters_of_a_page_are_those_of_its_lines() -> None:
    (page, _) = PdfFile(io.BytesIO(GOOD), SETTINGS).pages(1, 2)
    assert seen_on(page) == seen_in("\n".join(PROSE))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("whole", [24, 1], ids=["at once", "in ranges"])
async def test_who_read_a_page_is_kept_with_the_reading_and_counted(service: Service, whole: int) -> None:
    data, settings = changed(GOOD, drawn_first(INLINE)), ReaderSettings(whole_pages=whole)
    if whole > 1:
        (output,) = await service.outputs(data, settings=settings)
    else:
        _, (gathered,) = await service.walked(data, settings)
        assert isinstance(gathered, ReaderOutput)
        output = gathered
    assert service.kept(output.reading).engines == {1: "pdfium"}
    assert service.run.figures["pdfium_pages"] == 1
    assert {block.source_page for block in output.extracted_blocks} == {1, 2}
