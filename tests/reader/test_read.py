"""A command becomes parts and a kept reading, or a failure with a sentence for the learner."""

import io

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from contracts.problems import Code, Failure
from contracts.reading import READER, ReaderOutput, ReadingProgress, StoredReading
from services.reader.jobs import PART_BYTES
from services.reader.settings import ReaderSettings
from tests.reader.papers import cyclic, lines, paper, raw
from tests.reader.rooms import Room

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROSE = tuple(f"Line {n} tells of the tide that comes in and goes out again each day." for n in range(6))
GOOD = paper(lines(*PROSE), title="On Tides")


async def failed(room: Room, data: bytes, settings: ReaderSettings | None = None) -> Failure:
    with pytest.raises(Failure) as caught:
        await room.read(data, settings=settings)
    return caught.value


async def test_a_document_is_read_and_its_reading_kept(room: Room) -> None:
    (output,) = await room.outputs(GOOD)
    assert output.doc_meta.model_dump() == {"title": "On Tides", "language": "en", "pages": 1}
    assert output.reading is not None
    kept = StoredReading.model_validate_json(room.blobs.read(output.reading))
    assert kept.blocks == output.extracted_blocks
    assert kept.reader == READER
    assert output.words == sum(len(block.text.split()) for block in kept.blocks)


async def test_equal_bytes_give_equal_letters(room: Room) -> None:
    first = await room.outputs(GOOD)
    assert await room.outputs(GOOD) == first


async def test_a_long_document_comes_in_parts_that_are_each_valid_and_small(room: Room) -> None:
    outputs = await room.outputs(paper(*[lines(*[f"{n} {line}" for line in PROSE] * 8, size=8) for n in range(90)]))
    assert len(outputs) > 1
    assert [(o.part.number, o.part.of) for o in outputs if o.part] == [
        (n, len(outputs)) for n in range(1, len(outputs) + 1)
    ]
    assert all(len(ReaderOutput.read(o.write()).write()) <= PART_BYTES for o in outputs)
    ids = [block.block_id for o in outputs for block in o.extracted_blocks]
    assert len(ids) == len(set(ids))
    assert {o.reading for o in outputs} == {outputs[0].reading}


async def test_title_is_the_metadatas_else_the_first_large_heading_else_the_files_name(room: Room) -> None:
    def titled(canvas: object) -> None:
        lines("The Moon and the Sea", top=60, font="Helvetica-Bold", size=20)(canvas)  # type: ignore[arg-type]
        lines(*PROSE, top=120)(canvas)  # type: ignore[arg-type]

    (by_heading,) = await room.outputs(paper(titled, title="untitled"))
    assert by_heading.doc_meta.title == "The Moon and the Sea"
    (by_name,) = await room.read(paper(lines(*PROSE)), name="my_tides.pdf")
    assert isinstance(by_name, ReaderOutput)
    assert by_name.doc_meta.title == "my tides"


async def test_an_owner_password_alone_does_not_keep_it_closed(room: Room) -> None:
    assert await room.outputs(paper(lines(*PROSE), encrypt=StandardEncryption("", ownerPassword="boss")))


async def test_a_user_password_is_said(room: Room) -> None:
    problem = (await failed(room, paper(lines(*PROSE), encrypt=StandardEncryption("secret")))).problem
    assert (problem.code, problem.status) == (Code.ENCRYPTED, 422)


@pytest.mark.parametrize(
    ("data", "code", "status"),
    [
        (b"", Code.EMPTY_FILE, 422),
        (b"<html>not a PDF</html>", Code.UNSUPPORTED_TYPE, 415),
        (b"%PDF-1.7\n%\xff\xff\xff\xff", Code.DAMAGED, 422),
        (b"%PDF-1.4\n" + bytes(range(256)) * 40, Code.DAMAGED, 422),
        (GOOD[:200], Code.DAMAGED, 422),
        (cyclic(), Code.DAMAGED, 422),
        (raw(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"), Code.DAMAGED, 422),
    ],
    ids=["empty", "html", "header only", "garbage", "truncated", "cycle", "no pages"],
)
async def test_what_is_no_sound_pdf_is_refused_for_good(room: Room, data: bytes, code: Code, status: int) -> None:
    failure = await failed(room, data)
    assert (failure.problem.code, failure.problem.status, failure.final) == (code, status, True)
    assert failure.problem.detail.endswith(".")


async def test_no_text_names_the_pages(room: Room) -> None:
    problem = (await failed(room, paper(lambda canvas: None, lambda canvas: None))).problem
    assert (problem.code, problem.detail) == (
        Code.NO_TEXT,
        "There is no text on pages 1 to 2; it may be a scan or a picture.",
    )


async def test_too_little_text_names_count_and_limit(room: Room) -> None:
    problem = (await failed(room, paper(lines("Only five words stand here.")))).problem
    assert (problem.code, problem.numbers) == (Code.TEXT_TOO_SHORT, {"words": 5, "limit": 20})
    assert await room.read(paper(lines("Only five words stand here.")), settings=ReaderSettings(least_words=5))


async def test_too_many_pages_names_count_and_limit(room: Room) -> None:
    problem = (await failed(room, paper(*[lines("x")] * 4), ReaderSettings(most_pages=3))).problem
    assert (problem.code, problem.status, problem.numbers) == (Code.TOO_MANY_PAGES, 413, {"pages": 4, "limit": 3})


async def test_a_page_with_too_many_characters_is_over_the_limit(room: Room) -> None:
    problem = (await failed(room, GOOD, ReaderSettings(most_page_characters=100))).problem
    assert (problem.code, problem.numbers) == (Code.READING_LIMIT, {"page": 1, "limit": 100})


async def test_letters_that_make_no_word_are_no_text(room: Room) -> None:
    nonsense = "qzxv kjwq zzxr wqkd vxpt bnqz jkxw qqzr tzkx wvqj " * 2
    problem = (await failed(room, paper(lines(*[nonsense] * 5)))).problem
    assert problem.code is Code.NO_TEXT
    assert "unreadable" in problem.detail


async def test_pages_without_text_are_told(room: Room) -> None:
    await room.read(paper(lines(*PROSE), lambda canvas: None))
    assert room.run.told == [ReadingProgress(pages_done=2, pages_total=2, pages_without_text=[2])]


async def test_progress_is_told_while_it_reads(room: Room) -> None:
    await room.read(paper(*[lines(*PROSE * 6, size=6) for _ in range(80)]))
    told = [letter for letter in room.run.told if isinstance(letter, ReadingProgress)]
    assert len(told) >= 2
    assert [letter.pages_done for letter in told] == sorted(letter.pages_done for letter in told)
    assert (told[-1].pages_done, told[-1].pages_total) == (80, 80)


async def test_a_document_that_is_not_in_the_store_may_come_yet(room: Room) -> None:
    class Nowhere(type(room.blobs)):  # type: ignore[misc]
        def create(self, name: str, data: bytes) -> bool:
            return False

    room.blobs = Nowhere(room.blobs.folder)
    failure = await failed(room, io.BytesIO(b"never stored").read())
    assert (failure.problem.code, failure.final) == (Code.UNAVAILABLE, False)
