"""The gates and the promised yield on our own lessons, in every test run; and the page tells of these lessons."""

from functools import cache
from pathlib import Path

import pytest

from tests.console.samples.make_samples import SIZES, lesson
from tests.measuring.quality.again import equal
from tests.measuring.quality.book import book_of
from tests.measuring.quality.course import Course, choices_of, course_of
from tests.measuring.quality.documents import Paper, Reading, Unread, bundled, folder, read_all
from tests.measuring.quality.measured import Measured, measured
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.quality import BEGIN, END, PAGE, failed
from tests.measuring.quality.table import metrics_table, rows

MARKED, PLAIN = "photosynthesis.en", "elektrisitet.no"


@cache
def made(name: str) -> tuple[Reading, Course, Measured]:
    (reading,) = read_all(bundled(name))
    assert isinstance(reading, Reading)
    course = course_of(reading.kept)
    return reading, course, measured(reading, course, choices_of(reading.kept))


@pytest.mark.parametrize("name", [MARKED, PLAIN])
def test_every_quote_stands_and_no_question_tells_its_answer(name: str) -> None:
    _, _, found = made(name)
    assert found.shares["M1"].faults == []
    assert found.shares["M11"].faults == []


def test_a_second_run_gives_equal_bytes_and_one_that_differs_is_seen() -> None:
    runs = {name: (made(name)[0].kept, made(name)[1].digest_of_all) for name in (MARKED, PLAIN)}
    kept, hashed = runs[PLAIN]
    assert equal({**runs, "planted": (kept, hashed[::-1])}).faults == ["planted"]


def test_a_few_pages_with_emphasis_give_ten_items_of_three_types_and_fifteen_cards() -> None:
    _, course, _ = made(MARKED)
    assert len(course.items) >= 10
    assert len(course.types) >= 3
    assert len(course.cards) >= 15


def test_two_pages_without_emphasis_give_four_items() -> None:
    reading, course, _ = made(PLAIN)
    assert reading.kept.doc_meta.pages == 2
    assert not any(block.emphasis for block in course.blocks.values())
    assert len(course.items) >= 4


@pytest.mark.parametrize(("name", "least"), [(MARKED, 0.85), (PLAIN, 0.45)])
def test_the_digest_finds_the_terms_that_a_teacher_would_list(name: str, least: float) -> None:
    assert (made(name)[2].shares["M9"].value or 0) >= least


def test_a_book_has_its_words_and_other_terms_in_each_copy() -> None:
    reading, course, _ = made(MARKED)
    book = book_of([reading])
    assert 0 <= sum(len(block.text.split()) for block in book.blocks) - 200_000 < 2 * course.words
    assert len({block.block_id for block in book.blocks}) == len(book.blocks)
    first, second = (" ".join(b.text for b in book.blocks if b.block_id.startswith(f"{n}.")).split() for n in (0, 1))
    assert 0.02 < sum(one != other for one, other in zip(first, second, strict=True)) / len(first) < 0.3


def test_only_a_missed_gate_fails() -> None:
    reading, course, found = made(PLAIN)
    bad, good = Share(), Share()
    bad.add(False, "planted")
    good.add(True, "")
    unsound = Measured({**found.shares, "M1": bad, "M6": bad}, found.places)
    told = rows([(reading, course, unsound)], good, {}, good)
    assert [row.name for row in failed(told)] == ["M1"]
    assert [row.met for row in told if row.name == "M6"] == [False]
    assert failed(rows([(reading, course, found)], good, {}, good)) == []
    assert [row.name for row in failed(rows([(reading, course, found)], bad, {}, good))] == ["M16"]


def test_a_folder_is_taken_with_the_glossaries_that_lie_in_it(tmp_path: Path) -> None:
    at = tmp_path
    for name, text in (
        ("one/a.txt", "A."),
        ("one/a.glossary.json", ""),
        ("two/b.txt", "B."),
        ("two/glossary.json", ""),
    ):
        (at / name).parent.mkdir(exist_ok=True)
        (at / name).write_text(text or '{"terms": [{"term": "ebb", "definition": "outgoing tide"}]}')
    assert [(paper.name, dict(paper.glossary)) for paper in folder(at)] == [
        ("one/a.txt", {"ebb": "outgoing tide"}),
        ("two/b.txt", {"ebb": "outgoing tide"}),
    ]
    (at / "two" / "c.txt").write_text("C.")
    assert [bool(paper.glossary) for paper in folder(at)] == [True, False, False]


def test_what_cannot_be_read_is_told_and_the_rest_goes_on() -> None:
    broken, fine = read_all(iter([Paper("x.pdf", b"%PDF-1.4\nnothing"), Paper("y.pdf", lesson("plate-tectonics.en"))]))
    assert isinstance(broken, Unread)
    assert broken.reason
    assert isinstance(fine, Reading)


def test_the_page_tells_of_these_lessons_and_of_every_metric() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = page.partition(BEGIN)[2].partition(END)[0]
    named = {line.split("|")[1].strip() for line in told.splitlines() if ".pdf" in line}
    assert named == {f"{name}.pdf" for name in SIZES}
    reading, course, found = made(PLAIN)
    fresh = rows([(reading, course, found)], Share(), {share: found.shares for share in (0.01, 0.03, 0.05)}, Share())
    head = [
        line.split("|")[1:3] for line in metrics_table(fresh).splitlines() if "M12" not in line and "M18" not in line
    ]
    written = [line.split("|")[1:3] for line in told.splitlines()]
    assert [cells for cells in head if cells not in written] == []
    gates = [line for line in told.splitlines() if "(gate)" in line]
    assert len(gates) == 3
    assert all(line.endswith("yes (gate) |") for line in gates)
