"""A command becomes parts and a kept reading, or a failure with a sentence for the learner."""

import hashlib
import io

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from contracts.problems import Code, Failure
from contracts.reading import READER, ReaderOutput, ReadingProgress
from services.reader.ocr.languages import Packs
from services.reader.reading.parts import PART_BYTES
from services.reader.settings import ReaderSettings
from tests.reader.harness import Service
from tests.reader.papers import cyclic, lines, paper, raw

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROSE = tuple(f"Line {n} tells of the tide that comes in and goes out again each day." for n in range(6))
GOOD = paper(lines(*PROSE), title="On Tides")


async def failed(service: Service, data: bytes, settings: ReaderSettings | None = None) -> Failure:
    with pytest.raises(Failure) as caught:
        await service.read(data, settings=settings)
    return caught.value


async def test_a_document_is_read_and_its_reading_kept(service: Service) -> None:
    (output,) = await service.outputs(GOOD)
    meta = output.doc_meta
    assert (meta.title, meta.language, meta.pages) == ("On Tides", "en", 1)
    assert (meta.page_kind, meta.media_type) == ("page", "application/pdf")
    kept = service.kept(output.reading)
    assert [block.model_copy(update={"lines": []}) for block in kept.blocks] == output.extracted_blocks
    assert kept.reader == output.reader
    assert kept.reader.startswith(f"{READER} ")
    assert set(kept.sizes) == {1}
    assert output.words == sum(len(block.text.split()) for block in kept.blocks)


async def test_ids_end_in_the_documents_hash_and_blocks_name_it(service: Service) -> None:
    (output,) = await service.outputs(GOOD)
    sha256 = hashlib.sha256(GOOD).hexdigest()
    assert [block.block_id for block in output.extracted_blocks] == [f"p1b1-{sha256[:6]}"]
    assert {block.document_sha256 for block in output.extracted_blocks} == {output.document_sha256} == {sha256}


async def test_equal_bytes_give_equal_messages(service: Service) -> None:
    first = await service.outputs(GOOD)
    assert await service.outputs(GOOD) == first


async def test_a_long_document_comes_in_parts_that_are_each_valid_and_small(service: Service) -> None:
    data = paper(*[lines(*[f"{n} {line}" for line in PROSE] * 8, size=8) for n in range(90)])
    outputs = await service.outputs(data, settings=ReaderSettings(whole_pages=100))
    assert len(outputs) > 1
    assert [(o.part.number, o.part.of) for o in outputs if o.part] == [
        (n, len(outputs)) for n in range(1, len(outputs) + 1)
    ]
    assert all(len(ReaderOutput.read(o.write()).write()) <= PART_BYTES for o in outputs)
    ids = [block.block_id for o in outputs for block in o.extracted_blocks]
    assert len(ids) == len(set(ids))
    assert {o.reading for o in outputs} == {outputs[0].reading}


async def test_title_is_the_metadatas_else_the_first_large_heading_else_the_files_name(service: Service) -> None:
    def titled(canvas: object) -> None:
        lines("The Moon and the Sea", top=60, font="Helvetica-Bold", size=20)(canvas)  # type: ignore[arg-type]
        lines(*PROSE, top=120)(canvas)  # type: ignore[arg-type]

    (by_heading,) = await service.outputs(paper(titled, title="untitled"))
    assert by_heading.doc_meta.title == "The Moon and the Sea"
    (by_program,) = await service.outputs(paper(titled, title="ReportLab PDF", producer="ReportLab PDF Library"))
    assert by_program.doc_meta.title == "The Moon and the Sea", "that is the program's name"
    (by_name,) = await service.read(paper(lines(*PROSE)), name="my_tides.pdf")
    assert isinstance(by_name, ReaderOutput)
    assert by_name.doc_meta.title == "my tides"


async def test_an_owner_password_alone_does_not_keep_it_closed(service: Service) -> None:
    assert await service.outputs(paper(lines(*PROSE), encrypt=StandardEncryption("", ownerPassword="boss")))


async def test_a_password_that_came_with_the_document_opens_it(service: Service) -> None:
    locked = paper(lines(*PROSE), encrypt=StandardEncryption("hemmelig-ø"))
    assert await service.outputs(locked, password="hemmelig-ø")
    with pytest.raises(Failure) as caught:
        await service.read(locked, password="another")
    assert caught.value.problem.code is Code.ENCRYPTED


async def test_a_user_password_is_said(service: Service) -> None:
    problem = (await failed(service, paper(lines(*PROSE), encrypt=StandardEncryption("secret")))).problem
    assert (problem.code, problem.status) == (Code.ENCRYPTED, 422)


@pytest.mark.parametrize(
    ("data", "code", "status"),
    [
        (b"", Code.EMPTY_FILE, 422),
        (b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + b"\x00" * 50, Code.UNSUPPORTED_TYPE, 415),
        (b"%PDF-1.7\n%\xff\xff\xff\xff", Code.DAMAGED, 422),
        (b"%PDF-1.4\n" + bytes(range(256)) * 40, Code.DAMAGED, 422),
        (GOOD[:200], Code.DAMAGED, 422),
        (cyclic(), Code.DAMAGED, 422),
        (raw(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"), Code.DAMAGED, 422),
    ],
    ids=["empty", "gif", "header only", "garbage", "truncated", "cycle", "no pages"],
)
async def test_what_is_no_sound_pdf_is_refused_for_good(service: Service, data: bytes, code: Code, status: int) -> None:
    failure = await failed(service, data)
    assert (failure.problem.code, failure.problem.status, failure.final) == (code, status, True)
    assert failure.problem.detail.endswith(".")


async def test_no_text_names_the_pages(service: Service) -> None:
    problem = (await failed(service, paper(lambda canvas: None, lambda canvas: None))).problem
    assert (problem.code, problem.detail) == (
        Code.NO_TEXT,
        "There is no text on pages 1 to 2 that can be learned from.",
    )


async def test_too_little_text_names_count_and_limit(service: Service) -> None:
    problem = (await failed(service, paper(lines("Only five words stand here.")))).problem
    assert (problem.code, problem.numbers) == (Code.TEXT_TOO_SHORT, {"words": 5, "limit": 20})
    assert await service.read(paper(lines("Only five words stand here.")), settings=ReaderSettings(least_words=5))


async def test_too_many_pages_names_count_and_limit(service: Service) -> None:
    problem = (await failed(service, paper(*[lines("x")] * 4), ReaderSettings(most_pages=3))).problem
    assert (problem.code, problem.status, problem.numbers) == (Code.TOO_MANY_PAGES, 413, {"pages": 4, "limit": 3})


async def test_a_page_with_too_many_characters_is_over_the_limit(service: Service) -> None:
    problem = (await failed(service, GOOD, ReaderSettings(most_page_characters=100))).problem
    assert (problem.code, problem.numbers) == (Code.READING_LIMIT, {"page": 1, "limit": 100})


async def test_letters_that_make_no_word_would_need_ocr(service: Service) -> None:
    nonsense = "qzxv kjwq zzxr wqkd vxpt bnqz jkxw qqzr tzkx wvqj " * 2
    service.packs = Packs(())
    problem = (await failed(service, paper(lines(*[nonsense] * 5)))).problem
    assert problem.code is Code.OCR_UNAVAILABLE


async def test_pages_without_text_are_told(service: Service) -> None:
    await service.read(paper(lines(*PROSE), lambda canvas: None))
    assert service.run.told == [ReadingProgress(pages_done=2, pages_total=2, pages_without_text=[2])]


async def test_progress_is_told_while_it_reads(service: Service) -> None:
    data, settings = (
        paper(*[lines(*PROSE * 6, size=6) for _ in range(80)]),
        ReaderSettings(range_pages=80, most_ranges=1),
    )
    await service.range(data, await service.planned(data, settings=settings), 1, settings)
    told = [message for message in service.run.told if isinstance(message, ReadingProgress)]
    assert len(told) >= 2
    assert [message.pages_done for message in told] == sorted(message.pages_done for message in told)
    assert {message.pages_total for message in told} == {80}


async def test_a_document_that_is_not_in_the_store_may_come_yet(service: Service) -> None:
    class Nowhere(type(service.blobs)):  # type: ignore[misc]
        def create(self, name: str, data: bytes) -> bool:
            return False

    service.blobs = Nowhere(service.blobs.folder)
    failure = await failed(service, io.BytesIO(b"never stored").read())
    assert (failure.problem.code, failure.final) == (Code.UNAVAILABLE, False)
