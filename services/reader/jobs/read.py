"""A child's job: find out what a document is, and read it at once or plan how it is read.

`given`: path, password (a path or None), filename, sha256, reader, reading and plan (names), languages (tesseract's;
none: no OCR) and missing (the problem that says so), pages ([first, last] or None).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from contracts.documents import Pages
from contracts.problems import Code, Failure, Problem
from contracts.reading import ReadingPlanned
from services.chassis.problems import failed
from services.reader.formats.media import FLOWS, IMAGES, PDF, media_type_of
from services.reader.ocr.pictures import image_count
from services.reader.pages import Page
from services.reader.pdf.file import PdfFile, open_pdf
from services.reader.pdf.pdfium.crosscheck import Seen, falls_short, seen_on
from services.reader.pdf.pdfium.pages import PdfiumFile
from services.reader.pdf.pdfium.second_opinion import SecondOpinion, open_with_all
from services.reader.pdf.pdfium.triage import PdfTriage
from services.reader.reading.assembly import Made, Source, assembled, flowed
from services.reader.reading.parts import parts_of
from services.reader.reading.plans import Plan, first_of, ranges_of
from services.reader.sandbox.frames import Kind, Sink, plain
from services.reader.sandbox.limits import Clock, yields
from services.reader.settings import ReaderSettings

_OPENING = 3  # opening a file may take as long as that many pages
_ENOUGH_TEXT = 0.5  # of the pages that are not blank: a document can do without the others


def read(given: dict[str, Any], settings: ReaderSettings, seconds: float, tell: Sink) -> None:
    """Tells the reading and its parts, or the plan and `ReadingPlanned`. Raises `Failure`."""
    clock = Clock(tell, "The document", seconds, settings.patience)
    clock.rest()
    path = Path(given["path"])
    media_type = media_type_of(path)
    if media_type != PDF:
        yields()
    if media_type in FLOWS:
        from services.reader.formats.flow import read_flow  # half a second of libraries that no PDF needs

        flow = read_flow(path, media_type, settings)
        source = replace(
            source_of(given, Plan(1, media_type, title=flow.title, reader=given["reader"])),
            pages=flow.pages,
            page_kind=flow.page_kind,
            language=flow.language,
        )
        _tell(flowed(flow.blocks, source, settings), given, tell)
    elif media_type in IMAGES:
        count = image_count(path, settings)
        _plan(Plan(count, media_type, list(range(1, count + 1)), reader=given["reader"]), given, settings, tell)
    else:
        assert media_type == PDF
        _pdf(path, given, settings, clock, tell)


def _pdf(path: Path, given: dict[str, Any], settings: ReaderSettings, clock: Clock, tell: Sink) -> None:
    with ExitStack() as held:
        looking = _looking(path, password_of(given), settings, held)
        _read_pdf(path, given, settings, clock, tell, looking)


def _read_pdf(
    path: Path, given: dict[str, Any], settings: ReaderSettings, clock: Clock, tell: Sink, looking: PdfTriage | None
) -> None:
    there = len(looking) if looking and looking.holds(len(looking)) else 0
    pdf = opened(given, settings, clock, least=there)
    first, last = given["pages"] or (1, len(pdf))
    if first > len(pdf):
        pages_there = len(pdf)
        numbers = {"pages": float(pages_there)}
        raise failed(Code.CONTRACT_BROKEN, "ends_at_page", page=pages_there, fields=["pages"], numbers=numbers)
    last = min(last, len(pdf))
    short = len(pdf) <= settings.whole_pages
    if short and not given["pages"]:
        yields()
    pages = list(read_pages(pdf, first, last, settings, clock)) if short or given["pages"] else []
    plan = Plan(len(pdf), PDF, title=pdf.title, outline=pdf.outline, reader=given["reader"])
    if not given["pages"] and (begins := first_of(plan)) and _has_text(looking, begins, settings, clock):
        tell(Kind.FIRST, plain([begins.first, begins.last, plan.pages]))
    if looking:
        clock.rest()
        need, blank, seen = _looked_at(looking, range(first, last + 1), settings, clock)
        second = SecondOpinion(path, settings, password_of(given))
        pages = [checked(page, seen.get(page.number), second, settings, clock) for page in pages]
        plan = replace(plan, seen=[(each.characters, each.words) for _, each in sorted(seen.items())])
    else:
        need, blank = set(), 0  # pdfminer could open it: what it finds is what there is.
    if not given["pages"]:
        need |= {page.number for page in pages if page.unreadable == "undecodable"}
        ocr, unread = _divided(sorted(need), len(pdf) - blank, given)
        plan = replace(plan, ocr=ocr, unread=unread)
        if plan.ocr or not short:
            _plan(plan, given, settings, tell)
            return
    tell(Kind.PAGE, plain([len(pages), len(pages), [page.number for page in pages if not page.chunks]]))
    tell(Kind.FIGURES, plain(engines_of(pages)))
    clock.rest()
    least = settings if first == 1 and last == len(pdf) else settings.model_copy(update={"least_words": 1})
    _tell(assembled(pages, source_of(given, plan), least), given, tell)


def _looking(path: Path, password: str, settings: ReaderSettings, held: ExitStack) -> PdfTriage | None:
    """PDFium, which looks at the pages; None: it cannot open the file."""
    try:
        return held.enter_context(PdfTriage(path, password or None, settings))
    except Failure:
        return None


def _has_text(looking: PdfTriage | None, pages: Pages, settings: ReaderSettings, clock: Clock) -> bool:
    """Whether none of these pages needs OCR. Where PDFium cannot open the file, its text is what there is."""
    for number in range(pages.first, pages.last + 1) if looking else ():
        clock.page(number, settings.page_seconds)
        if looking and looking.route(number) == "ocr":
            return False
    return True


def _looked_at(
    looking: PdfTriage, pages: Iterable[int], settings: ReaderSettings, clock: Clock
) -> tuple[set[int], int, dict[int, Seen]]:
    """The pages whose text is not in their text layer, how many are blank, and what PDFium sees of each."""
    need, blank, seen = set[int](), 0, dict[int, Seen]()
    for number in pages:
        clock.page(number, settings.page_seconds)
        route, seen[number] = looking.look(number)
        blank += route == "blank"
        if route == "ocr":
            need.add(number)
            seen[number] = Seen()  # what nobody reads cannot fall short
    clock.rest()
    return need, blank, seen


def checked(page: Page, seen: Seen | None, second: SecondOpinion, settings: ReaderSettings, clock: Clock) -> Page:
    """The page; where it falls short of what PDFium saw, the best that anybody makes of it."""
    if seen is None or not falls_short(seen_on(page), seen):
        return page
    clock.page(page.number, _OPENING * settings.page_seconds)
    return second.of(page, seen)


def engines_of(pages: Sequence[Page]) -> dict[str, int]:
    """How many pages were not read by pdfminer from the file as it is, by who did: figures for the run's log line."""
    counts = Counter(page.engine for page in pages if page.engine)
    return {f"{engine}_pages": count for engine, count in sorted(counts.items())}


def _divided(need: Sequence[int], printed: int, given: dict[str, Any]) -> tuple[Sequence[int], Sequence[int]]:
    """Pages to recognise, and pages that stay unread because there is no OCR.

    Without OCR, a document is read when at least half of its printed pages have a good text layer.
    """
    if given["languages"] or not need:
        return need, ()
    if printed - len(need) < _ENOUGH_TEXT * printed:
        raise Failure(Problem.model_validate(given["missing"]))
    return (), need


def _plan(plan: Plan, given: dict[str, Any], settings: ReaderSettings, tell: Sink) -> None:
    if plan.ocr and not given["languages"]:
        raise Failure(Problem.model_validate(given["missing"]))
    if len(plan.ocr) > settings.most_ocr_pages:
        raise failed(
            Code.READING_LIMIT,
            "ocr_pages",
            found=len(plan.ocr),
            most=settings.most_ocr_pages,
            numbers={"pages": len(plan.ocr), "limit": settings.most_ocr_pages},
        )
    tell(Kind.KEPT, plan.write())
    ranges: list[Pages] = ranges_of(plan.pages, plan.ocr, settings)
    planned = ReadingPlanned(
        document_sha256=given["sha256"],
        plan=given["plan"],
        ranges=ranges,
        pages_total=plan.pages,
        recognised=len(plan.ocr),
        first=first_of(plan),
    )
    tell(Kind.MESSAGE, planned.write())


def _tell(made: Made, given: dict[str, Any], tell: Sink) -> None:
    tell(Kind.KEPT, made.reading.model_dump_json(exclude_none=True).encode())
    for part in parts_of(made.reading, given["reading"], made.words):
        tell(Kind.MESSAGE, part.write())


def source_of(given: dict[str, Any], plan: Plan) -> Source:
    """What assembling needs to know of a planned document."""
    return Source(
        sha256=given["sha256"],
        filename=given["filename"],
        reader=plan.reader,
        media_type=plan.media_type,
        pages=plan.pages,
        title=plan.title,
        outline=plan.outline,
        unread=plan.unread,
    )


def password_of(given: dict[str, Any]) -> str:
    """The password that came with a document, "" without one."""
    return Path(given["password"]).read_bytes().decode("utf-8", "replace") if given["password"] else ""


def opened(
    given: dict[str, Any], settings: ReaderSettings, clock: Clock, first: int = 1, least: int = 0
) -> PdfFile | PdfiumFile:
    """The PDF, opened as the first step to page `first`. Raises `Failure`.

    `least`: how many pages it has, as PDFium says. Where pdfminer finds fewer of them, others are asked.
    """
    clock.page(first, _OPENING * settings.page_seconds)
    path, password = Path(given["path"]), password_of(given)
    try:
        pdf = open_pdf(path, settings, password)
    except Failure as error:
        other = open_with_all(path, settings, password, least) if least and error.problem.code is Code.DAMAGED else None
        if other is None:
            raise
        return other
    if len(pdf) < least:
        clock.page(first, _OPENING * settings.page_seconds)
        return open_with_all(path, settings, password, least) or pdf
    return pdf


def read_pages(
    pdf: PdfFile | PdfiumFile, first: int, last: int, settings: ReaderSettings, clock: Clock
) -> Iterator[Page]:
    """These pages, each within its time."""
    found = pdf.pages(first, last)
    for number in range(first, last + 1):
        clock.page(number, settings.page_seconds)
        yield next(found)
