"""A document is planned, read in ranges and gathered: what comes out is what one reading of the whole would be."""

import pytest

from contracts.documents import Pages
from contracts.problems import Code, Failure, problem
from contracts.reading import Correction, ReaderOutput, ReadingHeld, ReadingProgress
from services.reader.ocr.languages import Packs
from services.reader.reading.plans import range_blob
from services.reader.reading.stored_pages import pages_of
from services.reader.settings import ReaderSettings
from tests.reader.harness import Service
from tests.reader.papers import lines, paper, picture, together
from tests.standins.documents.scans import pictures, scan, text_pages, text_pdf
from tests.standins.installed import needs_tesseract

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = paper(
    *[
        together(
            lines(f"{n}  Of tide number {n}", font="Helvetica-Bold", size=16),
            lines(*[f"Line {n}.{k} tells of the tide that comes in and goes out again." for k in range(9)], top=140),
            lines("Of Tides and Coasts", top=40, size=8),
            lines(f"as they are known  [{n}] Moon, A. On tides and the sea, {1900 + n}.", top=400),
        )
        for n in range(1, 41)
    ],
    title="On Tides",
)
SOME = ReaderSettings(whole_pages=30, most_ranges=3, range_pages=15)
WHOLE = ReaderSettings(whole_pages=100)
PROSE = lines(*[f"Line {k} tells of the tide that comes in and goes out again." for k in range(9)])
SHORT = text_pdf(["\n".join(text_pages(1)[0].split("\n")[:16])])
SHOWN = picture(next(pictures(SHORT))[0])
MIXED = paper(PROSE, PROSE, SHOWN)


async def test_ranges_gathered_are_the_same_reading_as_the_whole_at_once(service: Service) -> None:
    plan, gathered = await service.walked(LONG, SOME)
    assert [(each.first, each.last) for each in plan.ranges] == [(1, 15), (16, 30), (31, 40)]
    assert (plan.pages_total, plan.recognised) == (40, 0)
    at_once = await service.outputs(LONG, settings=WHOLE)
    assert len(gathered) == len(at_once) == 1
    for one, other in zip(gathered, at_once, strict=True):
        assert isinstance(one, ReaderOutput)
        assert one.model_copy(update={"reading": other.reading}) == other
        assert service.kept(one.reading) == service.kept(other.reading)


async def test_a_range_that_is_read_again_changes_nothing(service: Service) -> None:
    plan = await service.planned(LONG, settings=SOME)
    assert plan == await service.planned(LONG, settings=SOME)
    first = await service.range(LONG, plan, 2, SOME)
    blob = service.blobs.path(range_blob(plan.plan, 2))
    kept, changed = blob.read_bytes(), blob.stat().st_mtime_ns
    assert await service.range(LONG, plan, 2, SOME) == first
    assert (blob.read_bytes(), blob.stat().st_mtime_ns) == (kept, changed)
    assert [page.number for page in pages_of(kept)] == list(range(16, 31))
    figures = {"first_page": 16, "last_page": 30, "pages": 15, "ocr_pages": 0, "ocr_confidence": None}
    assert service.run.figures == figures


async def test_a_range_that_is_missing_may_come_yet(service: Service) -> None:
    plan = await service.planned(LONG, settings=SOME)
    with pytest.raises(Failure) as caught:
        await service.gather(LONG, plan, SOME)
    assert (caught.value.problem.code, caught.value.final) == (Code.UNAVAILABLE, False)
    with pytest.raises(Failure) as caught:
        await service.range(LONG, plan.model_copy(update={"plan": "plans/none"}), 1, SOME)
    assert (caught.value.problem.code, caught.value.final) == (Code.UNAVAILABLE, False)


async def test_progress_of_a_range_counts_its_pages(service: Service) -> None:
    data, settings = paper(*[lines(*["The tide comes in and goes out."] * 60, size=6)] * 60), ReaderSettings()
    plan = await service.planned(data, settings=settings)
    service.run.told.clear()  # What the plan said is of all pages.
    await service.range(data, plan, 1, settings)
    told = [message for message in service.run.told if isinstance(message, ReadingProgress)]
    assert all(message.pages_total == 25 for message in told)


async def test_without_ocr_a_document_that_is_mostly_text_is_read_and_the_rest_is_said(service: Service) -> None:
    service.packs = Packs(())
    (output,) = await service.outputs(MIXED)
    (notice,) = output.notices
    assert (notice.code, notice.pages) == ("pages_without_text", [3])
    assert output.recognition is None


async def test_without_ocr_a_scan_is_refused_with_the_missing_part(service: Service) -> None:
    service.packs = Packs((), problem(Code.OCR_UNAVAILABLE, "Install tesseract."))
    with pytest.raises(Failure) as caught:
        await service.read(paper(PROSE, SHOWN, SHOWN))
    assert (caught.value.problem.detail, caught.value.final) == ("Install tesseract.", True)


async def test_a_reader_without_ocr_leaves_a_planned_scan_to_another(service: Service) -> None:
    plan = await service.planned(MIXED)
    service.packs = Packs(())
    with pytest.raises(Failure) as caught:
        await service.range(MIXED, plan, 1)
    assert (caught.value.problem.code, caught.value.final) == (Code.OCR_UNAVAILABLE, False)


async def test_more_pages_for_ocr_than_the_limit_names_both_numbers(service: Service) -> None:
    service.packs = Packs(("eng",))
    with pytest.raises(Failure) as caught:
        await service.read(paper(*[SHOWN] * 4), settings=ReaderSettings(most_ocr_pages=3))
    assert (caught.value.problem.code, caught.value.problem.numbers) == (Code.READING_LIMIT, {"pages": 4, "limit": 3})


@needs_tesseract
async def test_a_mixed_document_is_recognised_where_it_must_be(service: Service) -> None:
    plan, gathered = await service.walked(MIXED)
    assert (plan.ranges, plan.recognised) == ([Pages(first=1, last=3)], 1)
    (output,) = gathered
    assert isinstance(output, ReaderOutput)
    assert {block.source_page for block in output.extracted_blocks if block.material} == {1, 2, 3}
    assert service.run.figures["ocr_passed"] == "true"


@pytest.mark.parametrize(("scanned", "announced"), [(range(20, 21), False), (range(21, 22), True)])
async def test_a_beginning_is_announced_where_none_of_its_pages_is_scanned(
    service: Service, scanned: range, announced: bool
) -> None:
    await service.read(paper(*[SHOWN if page in scanned else PROSE for page in range(1, 61)]))
    begins = [each.first for each in service.run.told if isinstance(each, ReadingProgress) and each.first]
    assert begins == ([Pages(first=1, last=20)] if announced else [])


@needs_tesseract
async def test_a_scan_is_recognised_with_words_and_confidence_and_keeps_its_lines(service: Service) -> None:
    data = scan(SHORT)
    plan = await service.planned(data)
    read = await service.range(data, plan, 1)
    assert read.recognised == 1
    assert read.confidence is not None
    assert read.confidence > 85
    assert service.run.figures["ocr_confidence"] == read.confidence
    (output,) = await service.gather(data, plan)
    assert isinstance(output, ReaderOutput)
    assert output.recognition is not None
    assert output.recognition.passed
    assert any(block.word_confidences for block in output.extracted_blocks)
    assert not any(block.words or block.lines for block in output.extracted_blocks)
    assert any(block.lines for block in service.kept(output.reading).blocks)


@needs_tesseract
async def test_a_bad_scan_is_held_and_goes_on_when_it_is_corrected_or_approved(service: Service) -> None:
    data = scan(SHORT)
    strict = ReaderSettings(least_confidence=99.9)
    plan, (held,) = await service.walked(data, strict)
    assert isinstance(held, ReadingHeld)
    assert (held.problem.code, held.recognition.passed) == (Code.LOW_CONFIDENCE, False)
    kept = service.kept(held.reading)
    assert not any(block.material for block in kept.blocks)
    assert kept.blocks
    (approved,) = await service.gather(data, plan, strict, approved=True, accepted=[1])
    assert isinstance(approved, ReaderOutput)
    assert any(block.material for block in approved.extracted_blocks)
    service.blobs.create("texts/1", ("The tide comes in and goes out. " * 9).encode())
    (right,) = await service.gather(data, plan, strict, corrections=[Correction(page=1, text="texts/1")])
    assert isinstance(right, ReaderOutput)
    assert [block.text for block in right.extracted_blocks if block.material] == [
        ("The tide comes in and goes out. " * 9).strip()
    ]
    assert len({held.reading, approved.reading, right.reading}) == 3
