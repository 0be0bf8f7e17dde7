"""Pages become a reading that passes, is held, is approved or corrected; what leaves the Reader stays small."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from contracts.documents import Block, Box, DocMeta, PageQuality, Recognition, Word
from contracts.problems import Code, Failure
from contracts.reading import StoredReading
from services.reader.pages import Heard, Line, Page, Run
from services.reader.reading.assembly import Review, Source, assembled, flowed
from services.reader.reading.corrections import corrected
from services.reader.reading.parts import PART_BYTES, RECOGNITION_BYTES, parts_of, shortened
from services.reader.settings import ReaderSettings

SETTINGS = ReaderSettings()
TEXT = "The tide is the rise and fall of the sea that comes twice a day along most coasts of the world"
SOURCE = Source("a" * 64, "tides.pdf", "reader", "application/pdf", 2)


def page(number: int, text: str = TEXT, *, verdict: str = "ok", confidence: float | None = 96, **quality: Any) -> Page:
    """A recognised page of one line."""
    heard = [Heard(word, confidence or 0, 72 + n, 100, 80 + n, 112) for n, word in enumerate(text.split())]
    line = Line((Run(text, "", 11, False),), 72, 100, 500, 112, tuple(heard))
    said = {"verdict": verdict, "confidence": confidence, "coverage": 0.9, "words": len(heard), **quality}
    return Page(
        number,
        595,
        842,
        ((line,),) if text else (),
        quality=PageQuality.model_validate({"page": number, "route": "ocr", **said}),
    )


def low(number: int) -> Page:
    return page(number, verdict="low", confidence=40)


def titled(page: Page, title: str) -> Page:
    """The page with a title above its line, set three times as large."""
    sure = page.quality.confidence or 0 if page.quality else 0
    heard = [Heard(word, sure, 72 + n, 40, 80 + n, 76) for n, word in enumerate(title.split())]
    above = Line((Run(title, "", 33, False),), 72, 40, 500, 76, tuple(heard))
    return replace(page, chunks=((above,), *page.chunks))


def texts(reading: StoredReading, **wanted: Any) -> list[str]:
    return [
        block.text for block in reading.blocks if all(getattr(block, name) == value for name, value in wanted.items())
    ]


def test_good_pages_pass_and_say_how_well_they_were_read() -> None:
    made = assembled([page(1), page(2)], SOURCE, SETTINGS)
    assert made.problem is None
    assert made.reading.recognition is not None
    assert (made.reading.recognition.passed, made.reading.recognition.confidence) == (True, 96)
    assert made.reading.sizes == {1: (595, 842), 2: (595, 842)}
    assert made.words == 2 * len(TEXT.split())


def in_pieces(*pieces: tuple[str, float]) -> Page:
    """A recognised page of texts by themselves, each with how surely its words were read."""
    chunks, sure = [], []
    for number, (text, confidence) in enumerate(pieces):
        top = 100.0 + 60 * number
        heard = [Heard(word, confidence, 72 + n, top, 80 + n, top + 12) for n, word in enumerate(text.split())]
        chunks.append((Line((Run(text, "", 11, False),), 72, top, 500, top + 12, tuple(heard)),))
        sure += [each.confidence for each in heard]
    return replace(page(1, confidence=sum(sure) / len(sure), words=len(sure)), chunks=tuple(chunks))


@pytest.mark.parametrize(("surely", "passed"), [(99.8, True), (99.3, False)])
def test_bits_of_a_drawing_make_text_that_is_read_without_a_doubt_no_less_sure(surely: float, passed: bool) -> None:
    said = "The harbour office keeps a VHF log of each boat that comes in, and so it has done for as long as it stands."
    found = in_pieces((said, surely), ("OF corns p", 40), ("N", 4), ("L", 20))
    assert found.quality is not None
    assert found.quality.confidence is not None
    assert found.quality.confidence < 95
    made = assembled([found], SOURCE, SETTINGS)
    assert (made.problem is None) is passed
    assert not passed or texts(made.reading, material=True) == [said]


def test_bad_pages_are_held_and_no_block_of_them_is_material() -> None:
    made = assembled([low(1), low(2)], SOURCE, SETTINGS)
    assert made.problem is not None
    assert (made.problem.code, made.problem.status) == (Code.LOW_CONFIDENCE, 422)
    assert texts(made.reading, material=True) == []
    assert len(texts(made.reading, material=False, aside="low_confidence")) == 2


def test_low_pages_of_a_document_that_passes_are_left_out_and_said() -> None:
    pages = [*[page(number) for number in range(1, 11)], low(11)]
    made = assembled(pages, SOURCE, SETTINGS)
    assert made.problem is None
    assert {block.source_page for block in made.reading.blocks if not block.material} == {11}
    (notice,) = made.reading.notices
    assert (notice.code, notice.pages) == ("pages_left_out", [11])
    assert notice.sentence == "Page 11 could not be read well enough and is left out."


def test_what_a_person_approves_passes_without_the_pages_that_were_read_badly() -> None:
    made = assembled([page(1), low(2), low(3), low(4)], SOURCE, SETTINGS, Review({4: f"{TEXT}."}, approved=True))
    assert made.problem is None
    assert {block.source_page for block in made.reading.blocks if block.material} == {1, 4}
    assert {block.aside for block in made.reading.blocks if not block.material} == {"low_confidence"}
    found = made.reading.recognition
    assert found is not None
    assert (found.passed, found.approved, found.low, found.confidence) == (True, True, [2, 3], 96)
    assert [notice.pages for notice in made.reading.notices] == [[2, 3]]


def test_a_page_that_a_person_accepts_as_it_was_recognised_is_material() -> None:
    made = assembled([low(1), low(2)], SOURCE, SETTINGS, Review(approved=True, accepted=[2]))
    assert made.problem is None
    assert {block.source_page for block in made.reading.blocks if block.material} == {2}
    found = made.reading.recognition
    assert found is not None
    assert (found.low, [each.accepted for each in found.pages], found.confidence) == ([1], [False, True], 40)
    assert [notice.pages for notice in made.reading.notices] == [[1]]


def test_a_page_that_is_ok_is_taught_without_the_sentences_that_were_not_read_surely() -> None:
    good = page(1, f"{TEXT}. The rnoon pulls.", confidence=96)
    (line,) = good.chunks[0]
    words = [replace(word, confidence=30) if word.text == "rnoon" else word for word in line.words]
    made = assembled([replace(good, chunks=((replace(line, words=words),),)), page(2)], SOURCE, SETTINGS)
    assert texts(made.reading, material=True) == [f"{TEXT}.", TEXT]
    assert texts(made.reading, aside="low_confidence") == ["The rnoon pulls."]
    assert made.reading.recognition is not None
    assert [each.unsure_lines for each in made.reading.recognition.pages] == [1, 0]
    accepted = assembled([good, page(2)], SOURCE, SETTINGS, Review(approved=True, accepted=[1])).reading
    assert texts(accepted, material=True) == [f"{TEXT}. The rnoon pulls.", TEXT]


def test_a_page_of_which_hardly_a_sentence_was_read_surely_is_held_with_its_paragraphs_whole() -> None:
    made = assembled([page(1, confidence=85)], SOURCE, SETTINGS)
    assert made.problem is not None
    assert made.problem.code is Code.LOW_CONFIDENCE
    assert "without a doubtful word" in made.problem.detail
    assert [block.text for block in made.reading.blocks] == [TEXT]


def test_a_title_is_never_taken_from_a_page_that_was_read_badly() -> None:
    pages = [titled(low(1), "T1des ond C0asts"), titled(page(2), "Tides and Coasts")]
    for review in (Review(), Review(approved=True)):
        assert assembled(pages, SOURCE, SETTINGS, review).reading.doc_meta.title == "Tides and Coasts"
    assert assembled(pages[:1], SOURCE, SETTINGS, Review({1: TEXT})).reading.doc_meta.title == "tides"


def test_a_title_is_never_taken_from_what_was_hardly_recognised_on_a_good_page() -> None:
    """Bits of a drawing came out as larger letters than all others, and named the document."""
    clear = titled(page(1, confidence=90), "OF corns p")
    title, body = clear.chunks
    words = tuple(replace(word, confidence=40) for word in title[0].words)
    drawn = replace(clear, chunks=((replace(title[0], words=words),), body))
    assert assembled([drawn], SOURCE, SETTINGS).reading.doc_meta.title == "tides"
    assert assembled([clear], SOURCE, SETTINGS).reading.doc_meta.title == "OF corns p"
    looked_at = Review(approved=True, accepted=[1])
    assert assembled([drawn], SOURCE, SETTINGS, looked_at).reading.doc_meta.title == "OF corns p"


def test_corrected_pages_count_as_ok_and_have_the_new_text() -> None:
    review = Review({1: f"{TEXT}.\n\nA spring tide comes at new moon and at full moon.", 2: TEXT})
    made = assembled([low(1), low(2)], SOURCE, SETTINGS, review)
    assert made.problem is None
    assert made.reading.recognition is not None
    assert [each.corrected for each in made.reading.recognition.pages] == [True, True]
    assert texts(made.reading, material=True) == [
        f"{TEXT}.",
        "A spring tide comes at new moon and at full moon.",
        TEXT,
    ]
    assert [block.block_id for block in made.reading.blocks] == ["p1b1-aaaaaa", "p1b2-aaaaaa", "p2b1-aaaaaa"]


def test_one_corrected_page_of_two_bad_ones_is_not_the_other() -> None:
    made = assembled([low(1), low(2)], SOURCE, SETTINGS, Review({1: TEXT}))
    assert texts(made.reading, source_page=1, material=True) == [TEXT]
    assert texts(made.reading, source_page=2, aside="low_confidence") == [TEXT]


def empty(number: int, verdict: str) -> Page:
    return page(number, "", verdict=verdict, confidence=None, coverage=None)


def test_blank_pages_alone_are_no_text() -> None:
    with pytest.raises(Failure) as caught:
        assembled([empty(1, "blank"), empty(2, "blank")], SOURCE, SETTINGS)
    assert caught.value.problem.code is Code.NO_TEXT
    assert caught.value.problem.detail == "There is no text on pages 1 to 2: nothing is printed there."


@pytest.mark.parametrize("verdict", ["low", "failed"])
def test_ink_without_words_is_held_so_that_a_person_can_type_it(verdict: str) -> None:
    made = assembled([empty(1, verdict), empty(2, "blank")], SOURCE, SETTINGS)
    assert made.problem is not None
    assert made.problem.code is Code.LOW_CONFIDENCE
    typed = assembled([empty(1, verdict), empty(2, "blank")], SOURCE, SETTINGS, Review({1: f"{TEXT}. {TEXT}."}))
    assert typed.problem is None
    assert texts(typed.reading, material=True) == [f"{TEXT}. {TEXT}."]


def test_approved_without_a_word_is_no_text() -> None:
    with pytest.raises(Failure) as caught:
        assembled([empty(1, "failed")], SOURCE, SETTINGS, Review(approved=True))
    assert caught.value.problem.code is Code.NO_TEXT


def test_pages_that_nobody_could_recognise_are_said() -> None:
    text = Page(1, 595, 842, ((Line((Run(f"{TEXT}. {TEXT}.", "", 11, False),), 72, 100, 500, 112),),))
    source = Source("a" * 64, "tides.pdf", "reader", "application/pdf", 2, unread=[2])
    made = assembled([text, Page(2, 595, 842, ())], source, SETTINGS)
    assert (made.problem, made.reading.recognition) == (None, None)
    (notice,) = made.reading.notices
    assert (notice.code, notice.pages) == ("pages_without_text", [2])


def test_a_flow_is_named_by_its_own_title_and_counted_by_its_own_kind() -> None:
    source = Source("b" * 64, "x.pptx", "reader", "application/x", 3, "slide", "Tides", language="en")
    made = flowed([Block(block_id="p1b1", text=f"{TEXT}. {TEXT}.")], source, SETTINGS)
    assert made.reading.doc_meta == DocMeta(
        title="Tides", language="en", pages=3, page_kind="slide", media_type="application/x"
    )
    assert made.reading.blocks[0].block_id == "p1b1-bbbbbb"
    with pytest.raises(Failure) as caught:
        flowed([], source, SETTINGS)
    assert caught.value.problem.code is Code.NO_TEXT


def test_a_correction_keeps_kind_and_place_where_the_text_is_nearly_the_same() -> None:
    box = Box(x0=1, y0=1, x1=9, y1=9)
    blocks = [
        Block(block_id="p1b1", text="Spr1ng tides", kind="heading", level=1, box=box),
        Block(block_id="p1b2", text=TEXT, box=box),
        Block(block_id="p2b1", text="Another page.", source_page=2),
    ]
    text = f"Spring tides\n\n{TEXT}\n \nA new paragraph that\nnobody had read."
    first, same, new, other = corrected(blocks, {1: text})
    assert (first.text, first.kind, first.level, first.box) == ("Spring tides", "heading", 1, box)
    assert (same.text, same.box) == (TEXT, box)
    assert (new.text, new.kind, new.box) == ("A new paragraph that nobody had read.", "paragraph", None)
    assert other == blocks[2]
    assert corrected(blocks[2:], {1: "Typed."})[0].text == "Typed."
    assert [block.source_page for block in corrected(blocks, {3: "Typed."})] == [1, 1, 2, 3]


def reading(blocks: Sequence[Block], recognition: Recognition | None = None) -> StoredReading:
    return StoredReading(
        doc_meta=DocMeta(title="T", language="en"),
        document_sha256="a" * 64,
        reader="r",
        blocks=list(blocks),
        recognition=recognition,
    )


def test_a_block_travels_with_the_confidence_of_each_word_and_without_its_places() -> None:
    box = Box(x0=1, y0=1, x1=2, y1=2)
    heard = [(0, 3, 90.4), (4, 8, 71.0), (8, 11, 51.0), (19, 22, 12.2)]
    words = [Word(start=start, end=end, box=box, confidence=sure) for start, end, sure in heard]
    block = Block(block_id="b", text="The photograph, is new", words=words, confidence=66.0)
    (part,) = parts_of(reading([block], None), "readings/x", 4)
    (sent,) = part.extracted_blocks
    assert (sent.words, sent.lines) == ([], [])
    assert sent.word_confidences == [90, 61, 66, 12]
    assert len(sent.word_confidences) == len(sent.text.split())


def test_parts_stay_small_and_the_recognition_comes_first() -> None:
    box = Box(x0=100.5, y0=100.5, x1=200.5, y1=200.5)
    words = [Word(start=n, end=n + 1, box=box, confidence=91.5) for n in range(400)]
    blocks = [Block(block_id=f"p{n}b1", text="x" * 400, source_page=n, words=words) for n in range(1, 30)]
    blocks.append(Block(block_id="huge", text="x " * 5000, words=words * 12))
    found = recognised(500)
    parts = parts_of(reading(blocks, found), "readings/x", 1)
    assert all(len(part.write()) <= PART_BYTES for part in parts)
    assert [part.recognition is not None for part in parts] == [True] + [False] * (len(parts) - 1)
    sent = {block.block_id: block for part in parts for block in part.extracted_blocks}
    assert len(sent) == 30
    assert sent["p1b1"].word_confidences == [92]
    assert sent["huge"].words == []


def recognised(pages: int) -> Recognition:
    return Recognition(
        passed=True,
        least_confidence=75,
        least_coverage=0.4,
        pages=[
            PageQuality(
                page=number,
                route="ocr",
                verdict="low" if number % 10 == 0 else "ok",
                confidence=88.8,
                coverage=0.77,
                words=300,
                languages="eng+nor+deu",
                reason="A reason." * 20 if number % 10 == 0 else "",
            )
            for number in range(1, pages + 1)
        ],
    )


def test_a_long_recognition_is_shortened_but_never_loses_what_is_wrong() -> None:
    assert shortened(recognised(50)) == recognised(50)
    for pages in (500, 2000):
        found = shortened(recognised(pages))
        assert len(found.model_dump_json(exclude_none=True)) <= RECOGNITION_BYTES
        assert found.low == recognised(pages).low
