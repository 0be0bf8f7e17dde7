"""A page becomes a picture of the width asked for, with what is looked for marked in yellow."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from contracts.documents import Block, Box, Continued, DocMeta, Document, TextLine, Word
from contracts.problems import Code, Failure
from contracts.reading import Highlight, PageRendered, RenderPage, StoredReading
from services.reader.handlers.render import PageRenderer, refused
from services.reader.jobs.render import boxes_of
from services.reader.settings import ReaderSettings
from tests.reader.harness import Service
from tests.reader.papers import HEIGHT, WIDTH, lines, paper
from tests.reader.pdf.test_fields import NAME, form, text

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAPER = paper(lines("The tide comes in."), lines("The tide goes out.", top=300))
HERE, THERE = Box(x0=72, y0=90, x1=172, y1=102), Box(x0=72, y0=102, x1=120, y1=114)
BLOCK = Block(
    block_id="p1b1",
    text="The tide comes in.",
    box=Box(x0=72, y0=90, x1=172, y1=114),
    lines=[TextLine(start=0, end=8, box=HERE), TextLine(start=9, end=18, box=THERE)],
)


async def drawn(
    service: Service, document: Document, settings: ReaderSettings | None = None, **wish: Any
) -> Image.Image:
    renderer = PageRenderer(settings or ReaderSettings(), service.blobs, service.children)
    command = RenderPage(document=document, **({"page": 1, "width": 300, "picture": "pictures/1.png"} | wish))
    (answer,) = await renderer.render(command, service.run)
    assert answer == PageRendered(picture=command.picture)
    return Image.open(io.BytesIO(service.blobs.read(command.picture)))


def yellow(image: Image.Image, x: float, y: float) -> bool:
    """Whether a place, in points of an A4 page, is marked."""
    found = image.getpixel((round(x * image.width / WIDTH), round(y * image.height / HEIGHT)))
    assert isinstance(found, tuple)
    return found[2] < 200 and found[0] > 200


async def test_a_page_is_as_wide_as_asked(service: Service) -> None:
    image = await drawn(service, service.document(PAPER))
    assert (image.format, image.width) == ("PNG", 300)
    assert abs(image.height - 300 * HEIGHT / WIDTH) <= 1
    assert not yellow(image, 100, 110)


async def test_a_picture_that_is_there_is_left(service: Service) -> None:
    service.blobs.create("pictures/1.png", b"as it was")
    renderer = PageRenderer(ReaderSettings(), service.blobs, service.children)
    command = RenderPage(document=service.document(PAPER), page=1, picture="pictures/1.png")
    assert await renderer.render(command, service.run) == [PageRendered(picture="pictures/1.png")]
    assert service.blobs.read("pictures/1.png") == b"as it was"


async def test_boxes_are_marked(service: Service) -> None:
    image = await drawn(
        service, service.document(PAPER), highlight=Highlight(boxes=[Box(x0=300, y0=300, x1=400, y1=400)])
    )
    assert yellow(image, 350, 350)
    assert not yellow(image, 250, 350)


async def test_a_picture_says_where_its_marks_stand(service: Service) -> None:
    highlight = Highlight(boxes=[Box(x0=300, y0=300, x1=400, y1=400), Box(x0=-5, y0=800, x1=50, y1=900)])
    image = await drawn(service, service.document(PAPER), highlight=highlight)
    first, beyond = json.loads(image.info["marks"])
    assert first == pytest.approx([298.5 / WIDTH, 298.5 / HEIGHT, 103 / WIDTH, 103 / HEIGHT], abs=1e-4)
    left, top, width, height = beyond
    assert (left, top + height) == (0, 1)  # Never beyond the page.
    assert width == pytest.approx(51.5 / WIDTH, abs=1e-4)
    plain = await drawn(service, service.document(PAPER), picture="pictures/2.png")
    assert "marks" not in plain.info


async def test_a_block_of_a_reading_is_marked_on_its_page_alone(service: Service) -> None:
    reading = StoredReading(
        doc_meta=DocMeta(title="", language="en"),
        document_sha256="a" * 64,
        reader="r",
        blocks=[BLOCK],
        sizes={1: (WIDTH, HEIGHT)},
    )
    service.blobs.create("readings/1.json", reading.model_dump_json().encode())
    highlight = Highlight(reading="readings/1.json", block_id="p1b1", start=9)
    document = service.document(PAPER)
    image = await drawn(service, document, highlight=highlight)
    assert yellow(image, 100, 110)
    assert not yellow(image, 150, 96)
    other = await drawn(service, document, highlight=highlight, page=2, picture="pictures/2.png")
    assert not yellow(other, 100, 110)


async def test_a_span_is_its_words_else_its_lines_else_the_block() -> None:
    word = Box(x0=90, y0=90, x1=110, y1=102)
    with_words = BLOCK.model_copy(update={"words": [Word(start=4, end=8, box=word, confidence=90)]})
    span = Highlight(block_id="p1b1", start=4, end=8)
    assert boxes_of([with_words], span, 1) == [word]
    assert boxes_of([BLOCK], span, 1) == [HERE]
    assert boxes_of([BLOCK], Highlight(block_id="p1b1"), 1) == [HERE, THERE]
    bare = BLOCK.model_copy(update={"lines": []})
    assert boxes_of([bare], span, 1) == [bare.box]
    assert boxes_of([BLOCK], Highlight(block_id="none"), 1) == []


async def test_a_block_that_goes_on_on_the_next_page_is_marked_on_each_where_it_stands() -> None:
    top = Box(x0=72, y0=60, x1=172, y1=72)
    torn = BLOCK.model_copy(
        update={
            "lines": [BLOCK.lines[0], TextLine(start=9, end=18, box=top)],
            "continues": [Continued(start=9, source_page=2, box=top)],
        }
    )
    whole, quote = Highlight(block_id="p1b1"), Highlight(block_id="p1b1", start=4, end=18)
    assert [boxes_of([torn], whole, page) for page in (1, 2, 3)] == [[HERE], [top], []]
    assert [boxes_of([torn], quote, page) for page in (1, 2)] == [[HERE], [top]]
    bare = torn.model_copy(update={"lines": []})
    assert [boxes_of([bare], whole, page) for page in (1, 2)] == [[BLOCK.box], [top]]


async def test_an_image_file_is_its_own_page(service: Service) -> None:
    held = io.BytesIO()
    Image.new("RGB", (800, 400), "white").save(held, "PNG")
    assert (await drawn(service, service.document(held.getvalue()))).size == (300, 150)


async def test_a_picture_has_no_more_pixels_than_the_limit(service: Service) -> None:
    image = await drawn(service, service.document(PAPER), ReaderSettings(most_pixels=1_000_000), width=4000)
    assert image.width * image.height <= 1_010_000


@pytest.mark.parametrize(
    ("data", "page", "code", "said"),
    [
        (PAPER, 3, Code.NOT_FOUND, "The document has no page 3: it ends at page 2."),
        (b"Only text.\n\nAnd more of it.\n", 1, Code.NOT_FOUND, "A document of this format has no drawn pages"),
        (b"%PDF-1.7\n", 1, Code.DAMAGED, "cannot be opened"),
    ],
    ids=["no such page", "no pages", "damaged"],
)
async def test_what_cannot_be_drawn_says_why(service: Service, data: bytes, page: int, code: Code, said: str) -> None:
    with pytest.raises(Failure) as caught:
        await drawn(service, service.document(data), page=page)
    assert caught.value.problem.code is code
    assert said in caught.value.problem.detail
    assert not service.blobs.exists("pictures/1.png")
    command = RenderPage(document=service.document(data), page=page, picture="pictures/1.png")
    assert refused(command, caught.value.problem) == PageRendered(
        picture="pictures/1.png", problem=caught.value.problem
    )


async def test_what_was_filled_into_a_form_is_in_its_picture(service: Service) -> None:
    empty = await drawn(service, service.document(form()), picture="pictures/empty.png")
    full = await drawn(service, service.document(form({"rect": NAME, **text("Sula")})), picture="pictures/full.png")
    left, top, right, bottom = (round(place * empty.width / WIDTH) for place in NAME)
    light, dark = (min(each.convert("L").crop((left, top, right, bottom)).tobytes()) for each in (empty, full))
    assert light > 200 > dark
