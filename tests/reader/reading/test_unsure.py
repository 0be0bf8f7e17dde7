"""What was not read surely is no material, and nothing else is lost for it; of a scan the rest is as printed."""

from pathlib import Path

import pytest

from contracts.documents import Block, Box, Emphasis, TextLine, Word
from services.reader.ocr.pictures import pdf_pictures
from services.reader.ocr.recognise import recognise
from services.reader.reading.assembly import Source, assembled
from services.reader.reading.unsure import without_unsure
from services.reader.settings import ReaderSettings
from tests.standins.documents.misreading import Printed
from tests.standins.documents.scans import lesson_pages, spoilt, text_pdf
from tests.standins.installed import needs_tesseract

FIRST, BAD, LAST = "The tide rises twice every day.", "It follows the moon.", "Spring tides are higher than others."
WORDS_A_LINE = 4


def block(*doubtful: str, text: str = f"{FIRST} {BAD} {LAST}", kind: str = "paragraph", page: int = 1) -> Block:
    """A recognised block, four words to a line; the doubtful words were heard with 40 %, the others with 96."""
    words, at = [], 0
    for number, word in enumerate(text.split()):
        start = text.index(word, at)
        at = start + len(word)
        row, column = divmod(number, WORDS_A_LINE)
        box = Box(x0=10 * column, y0=row, x1=10 * column + 9, y1=row + 1)
        words.append(Word(start=start, end=at, box=box, confidence=40 if word in doubtful else 96))
    lines = [words[first : first + WORDS_A_LINE] for first in range(0, len(words), WORDS_A_LINE)]
    return Block.model_validate(
        {
            "block_id": f"p{page}b1",
            "text": text,
            "kind": kind,
            "source_page": page,
            "words": words,
            "lines": [TextLine(start=line[0].start, end=line[-1].end, box=line[0].box) for line in lines],
            "confidence": 80,
        }
    )


def parted(*blocks: Block) -> list[Block]:
    return without_unsure(blocks, "en", {1: 96})[0]


def test_a_sentence_with_an_unsure_word_is_a_block_of_its_own_and_no_material() -> None:
    found = parted(block("moon."))
    assert [(each.text, each.material, each.aside) for each in found] == [
        (FIRST, True, None),
        (BAD, False, "low_confidence"),
        (LAST, True, None),
    ]
    assert [each.block_id for each in found] == ["p1b1", "p1b2", "p1b3"]
    assert [each.resumes for each in found] == [False, True, True]


def test_every_piece_keeps_the_places_of_its_words_and_lines() -> None:
    whole = block("moon.").model_copy(update={"emphasis": [Emphasis(start=4, end=14, style="bold")]})
    for piece in parted(whole):
        assert [piece.text[word.start : word.end] for word in piece.words] == piece.text.split()
        assert all(0 <= line.start < line.end <= len(piece.text) for line in piece.lines)
        assert [piece.text[each.start : each.end] for each in piece.emphasis] == ["tide rises"] * (piece.text == FIRST)
    assert [piece.confidence for piece in parted(whole)] == [96, 82, 96]


def test_what_is_sure_stays_as_it_was() -> None:
    assert parted(block()) == [block()]


def test_a_bad_line_takes_its_sentences_along() -> None:
    # The second line, "every day. It follows", has a mean under the gate, though the doubt is about another sentence.
    found = parted(block("day.", "It", "follows"))
    assert [(each.text, each.material) for each in found] == [(f"{FIRST} {BAD}", False), (LAST, True)]


@pytest.mark.parametrize("kind", ["heading", "table_row", "caption", "formula"])
def test_what_is_no_prose_is_left_out_as_a_whole(kind: str) -> None:
    (found,) = parted(block("moon.", kind=kind))
    assert (found.material, found.aside, found.block_id) == (False, "low_confidence", "p1b1")


def test_a_word_that_nothing_was_heard_of_is_not_sure() -> None:
    whole = block()
    unheard = whole.model_copy(update={"words": [word for word in whole.words if word.start != whole.text.index(LAST)]})
    assert [each.material for each in parted(unheard)] == [True, False]


def test_a_word_that_a_lines_end_parts_is_one_word() -> None:
    text = "Photosynthesis feeds every plant."
    whole = block(text=text)
    halves = [whole.words[0].model_copy(update={"end": 5}), whole.words[0].model_copy(update={"start": 5})]
    assert [each.material for each in parted(whole.model_copy(update={"words": [*halves, *whole.words[1:]]}))] == [True]


def test_a_sentence_over_a_line_that_was_overlooked_is_not_sure() -> None:
    """Printed is "... follows the | moon, which is | not far. Spring tides ..."; the second of these lines is lost."""
    whole = block(text=f"{FIRST} It follows the far. {LAST} {LAST}")
    lost = whole.model_copy(update={"lines": [_lowered(line, 1.0 if line.box.y0 > 1 else 0.0) for line in whole.lines]})
    assert [(each.text, each.material) for each in parted(lost)] == [
        (FIRST, True),
        ("It follows the far.", False),
        (f"{LAST} {LAST}", True),
    ]
    assert parted(whole) == [whole], "no room, no line"
    apart = whole.model_copy(update={"lines": [_lowered(line, line.box.y0) for line in whole.lines]})
    assert parted(apart) == [apart], "lines that all stand apart lack none"
    quote = block(text=" ".join(["The ebb takes out what the flood has brought."] * 5))
    assert parted(quote, apart) == [quote, apart], "nor beside a quotation that is set closer"
    three = block(text=f"{FIRST} {FIRST}")
    lines = [_lowered(line, 1.0 if line.box.y0 > 1 else 0.0) for line in three.lines]
    assert not all(each.material for each in parted(three.model_copy(update={"lines": lines}))), "three lines suffice"


def _lowered(line: TextLine, by: float) -> TextLine:
    box = line.box
    return line.model_copy(update={"box": box.model_copy(update={"y0": box.y0 + by, "y1": box.y1 + by})})


def test_a_letter_that_stands_before_a_unit_is_a_figure_however_surely_it_was_read() -> None:
    for one in ("I", "l", "|"):
        said = block(text=f"{FIRST} They lose about {one} percent a day. {LAST}")
        assert [each.material for each in parted(said)] == [True, False, True], one
    said = block(text=f"{FIRST} What I am here for is the tide. {LAST}")
    assert parted(said) == [said]


def test_pages_that_a_person_has_looked_at_and_text_layers_are_not_doubted() -> None:
    plain = Block(block_id="p1b2", text="Rnoon and tlde.")
    assert parted(block("moon.", page=2), plain) == [block("moon.", page=2), plain]


def test_the_lines_with_unsure_words_are_counted_by_page() -> None:
    assert without_unsure([block("moon."), block("tide", "higher", page=2)], "en", {1: 96, 2: 96})[1] == {1: 1, 2: 2}


@needs_tesseract
def test_nothing_in_the_material_of_a_blurred_scan_is_misread(tmp_path: Path) -> None:
    """Half a page at a level that the gate lets pass; `make bench-reading` does it at eight of them."""
    settings = ReaderSettings()
    truth = lesson_pages("photosynthesis.en.md", 1, lines=28)
    path, desk = tmp_path / "scan.pdf", tmp_path / "desk"
    path.write_bytes(spoilt(text_pdf(truth), 100, 1.0, 0.0))
    desk.mkdir()
    pages = list(recognise(pdf_pictures(path, None, [1], settings), desk, settings, ("eng",)))
    assert pages[0].quality is not None
    assert pages[0].quality.verdict == "ok", "the gate alone lets it pass"
    made = assembled(pages, Source("a" * 64, "scan.pdf", "reader", "application/pdf", 1), settings)
    printed = Printed(truth)
    material = [each.text for each in made.reading.blocks if each.material]
    left_out = [each.text for each in made.reading.blocks if not each.material]
    assert [text for text in material if not printed.holds(text)] == []
    assert [text for text in left_out if not printed.holds(text)], "there was something to leave out"
    assert sum(len(text) for text in material) > 200
    assert made.reading.recognition is not None
    assert made.reading.recognition.pages[0].unsure_lines > 0
