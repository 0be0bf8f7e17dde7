"""The gate: what a page's figures are worth, and which documents pass."""

import pytest

from contracts.documents import PageQuality
from services.reader.ocr.gate import failed_page, held, page_quality, recognition
from services.reader.settings import ReaderSettings

SETTINGS = ReaderSettings()


def page(number: int, confidence: float = 95.0, coverage: float = 1.0, words: int = 100) -> PageQuality:
    return page_quality(
        number, confidences=[confidence] * words, coverage=coverage, texty=0.3, languages="eng", settings=SETTINGS
    )


def text(number: int) -> PageQuality:
    return PageQuality(page=number, route="text", verdict="ok", words=300)


@pytest.mark.parametrize(
    ("confidence", "coverage", "verdict"),
    [(75.0, 0.40, "ok"), (74.9, 1.0, "low"), (95.0, 0.39, "low"), (20.0, 0.1, "low")],
)
def test_a_page_is_ok_from_both_thresholds_on(confidence: float, coverage: float, verdict: str) -> None:
    assert page(1, confidence, coverage).verdict == verdict


def test_a_low_page_names_its_number_and_the_threshold() -> None:
    assert "61 %" in page(1, 61.2).reason
    assert "75 %" in page(1, 61.2).reason
    assert "31 %" in page(1, 95, 0.31).reason
    assert "40 %" in page(1, 95, 0.31).reason


def test_a_page_without_words_is_blank_or_unread_by_its_ink() -> None:
    empty = page_quality(1, confidences=[], coverage=1, texty=0.0, languages="eng", settings=SETTINGS)
    unread = page_quality(1, confidences=[], coverage=0, texty=0.2, languages="eng", settings=SETTINGS)
    assert (empty.verdict, empty.coverage, empty.confidence) == ("blank", None, None)
    assert unread.verdict == "low"


def test_a_page_just_below_a_limit_is_not_told_as_one_that_reaches_it() -> None:
    """What was read twice (below 95.5) would pass as what was clean enough to be read once."""
    assert (page(1, 95.46).confidence, page(2, 95.5).confidence) == (95.4, 95.5)


def test_the_documents_confidence_is_weighted_by_words() -> None:
    found = recognition([page(1, 90, words=300), page(2, 80, words=100)], SETTINGS)
    assert found.passed
    assert found.confidence == 87.5


@pytest.mark.parametrize(
    ("pages", "passed"),
    [
        ([page(1, 60)], False),
        ([page(1), page(2, 60)], True),  # half is lost, the mean is 77.5
        ([page(1), page(2, 40)], False),  # half is lost, the mean is 67.5
        ([page(1), page(2, 74), page(3, 74)], False),  # more than half is lost
        ([*(page(n) for n in range(1, 10)), page(10, 30, words=2000)], True),  # a tenth is lost, whatever the mean
        ([*(text(n) for n in range(1, 20)), page(20, 30)], True),
        ([text(1), page(2, 30)], True),  # the words of the text layer are sure: the mean is 82.5
        ([text(1), page(2, 30, words=600)], False),
        ([text(1), text(2)], True),
        ([failed_page(1, "too slow")], False),
        ([page(1), failed_page(2, "too slow")], True),
    ],
)
def test_which_documents_pass(pages: list[PageQuality], passed: bool) -> None:
    assert recognition(pages, SETTINGS).passed is passed


def test_blank_pages_are_not_lost_pages_and_a_document_of_them_does_not_pass() -> None:
    blank = page_quality(2, confidences=[], coverage=1, texty=0.0, languages="eng", settings=SETTINGS)
    assert recognition([page(1), blank], SETTINGS).passed
    assert not recognition([blank], SETTINGS).passed


def test_a_person_can_let_it_pass_or_correct_its_pages() -> None:
    low = page(1, 30)
    assert recognition([low], SETTINGS, approved=True).passed
    corrected = low.model_copy(update={"corrected": True})
    found = recognition([corrected], SETTINGS)
    assert found.passed
    assert found.confidence is None


def test_only_recognised_and_bad_pages_are_listed() -> None:
    found = recognition([text(1), page(2), page(3, 30)], SETTINGS)
    assert [entry.page for entry in found.pages] == [2, 3]
    assert found.low == [3]


def test_the_problem_names_pages_numbers_and_thresholds() -> None:
    problem = held(recognition([page(1, 39, 0.31), page(2, 41, 0.33), text(3)], SETTINGS), 3)
    assert (problem.code, problem.status) == ("low_confidence", 422)
    for said in ("Pages 1 and 2 of 3", "40 %", "75 %", "32 %"):
        assert said in problem.detail
    assert problem.numbers["confidence"] == 40
    assert problem.numbers["low_pages"] == 2


def test_the_problem_of_a_failed_page_says_why_without_a_confidence() -> None:
    problem = held(recognition([failed_page(1, "OCR took longer than 60 seconds.")], SETTINGS), 1)
    assert "Page 1 of 1" in problem.detail
    assert "60 seconds" in problem.detail
    assert "confidence" not in problem.numbers
