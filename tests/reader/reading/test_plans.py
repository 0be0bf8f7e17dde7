"""How a document is parted into ranges: all of it, in order, each about as much work as another."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.documents import Pages
from services.reader.reading.plans import FIRST_PAGES, LEAST_RANGE, LONG, MOST_RANGES, Plan, first_of, ranges_of
from services.reader.settings import ReaderSettings

SETTINGS = ReaderSettings()


def spans(ranges: list[Pages]) -> list[tuple[int, int]]:
    return [(each.first, each.last) for each in ranges]


@given(st.integers(1, 400), st.sets(st.integers(1, 400)))
def test_ranges_cover_all_pages_in_order(pages: int, asked: set[int]) -> None:
    ranges = ranges_of(pages, {page for page in asked if page <= pages}, SETTINGS)
    covered = [page for each in ranges for page in range(each.first, each.last + 1)]
    assert covered == list(range(1, pages + 1))
    for each in ranges:
        inside = range(each.first, each.last + 1)
        assert sum(page in asked for page in inside) <= SETTINGS.ocr_range_pages
        assert len(inside) <= SETTINGS.range_pages


@pytest.mark.parametrize(
    ("pages", "lengths"),
    [(30, [25, 5]), (100, [25] * 4), (101, [26, 26, 26, 23]), (1000, [250] * 4), (1600, [250] * 6 + [100])],
)
def test_text_is_parted_into_about_four_that_are_neither_short_nor_long(pages: int, lengths: list[int]) -> None:
    assert [each.last - each.first + 1 for each in ranges_of(pages, (), SETTINGS)] == lengths


def test_pages_for_ocr_come_in_fours() -> None:
    assert spans(ranges_of(10, range(1, 11), SETTINGS)) == [(1, 4), (5, 8), (9, 10)]


def test_a_mixed_range_holds_shares_of_both() -> None:
    ranges = spans(ranges_of(100, {10, 20, 30, 40, 99}, SETTINGS))
    assert ranges[0][1] - ranges[0][0] + 1 < LEAST_RANGE
    assert ranges == sorted(ranges)


def test_there_are_never_more_ranges_than_a_message_may_hold() -> None:
    odd = ReaderSettings(ocr_range_pages=1, range_pages=1, most_pages=5000)
    assert len(ranges_of(5000, range(1, 5001, 2), odd)) <= MOST_RANGES


def test_a_plan_is_the_same_after_its_blob() -> None:
    plan = Plan(9, "application/pdf", [2, 3], [7], "Tides", [(1, "The Moon", 4), (2, "Spring\ud800", 0)], "r", [(9, 2)])
    assert Plan.read(plan.write()) == plan
    assert plan.ocr_in(Pages(first=3, last=9)) == [3]


@pytest.mark.parametrize(
    ("outline", "first"),
    [
        ([], 1),
        ([(1, "Contents", 3), (1, "Preface", 5), (1, "1 The Moon", 9), (2, "Spring tides", 11)], 9),
        ([(2, "The Moon", 7)], 7),
        ([(1, "Preface", 5), (1, "The Moon", 90)], 1),
        ([(1, "Prefaces of old books", 4)], 4),
        ([(1, "The Moon", 0)], 1),
        *[
            ([(1, front, 3), (1, "The Moon", 9)], 9)
            for front in (
                "Inhaltsverzeichnis",
                "Innholdsfortegnelse",
                "Abbildungsverzeichnis",
                "List of Figures",
                "Brief Contents",
                "Front Cover",
                "Title Page",
                "Copyright © 1990 The Harbour",
                "Dedication",
                "Figurliste",
            )
        ],
        *[
            ([(1, chapter, 3), (1, "The Moon", 9)], 3)
            for chapter in (
                "Cover crops and soils",
                "Copyright law",
                "Dedication to a trade",
                "Title deeds",
                "Inhaltsanalyse",
                "Innholdsanalyse",
                "List of things a harbour needs",
            )
        ],
    ],
)
def test_a_long_document_begins_with_its_first_chapter(outline: list[tuple[int, str, int]], first: int) -> None:
    plan = Plan(100, "application/pdf", outline=outline)
    assert first_of(plan) == Pages(first=first, last=first + FIRST_PAGES - 1)


def test_nothing_is_begun_of_what_is_short_or_needs_ocr() -> None:
    assert first_of(Plan(LONG - 1, "application/pdf")) is None
    assert first_of(Plan(100, "application/pdf", [90])) is None


def test_what_parts_a_document_otherwise_is_another_plan_and_not_another_reader() -> None:
    other = ReaderSettings(ocr_range_pages=5)
    assert other.reader(["eng"]) == SETTINGS.reader(["eng"])
    assert other.plan_name("a" * 64, "r") != SETTINGS.plan_name("a" * 64, "r")


def test_languages_and_thresholds_make_another_reader() -> None:
    readers = [
        SETTINGS.reader(["eng", "nor"]),
        SETTINGS.reader(["eng"]),
        SETTINGS.reader([]),
        ReaderSettings(least_confidence=70).reader(["eng"]),
    ]
    assert all(a != b for a, b in itertools.combinations(readers, 2))
