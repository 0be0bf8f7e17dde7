"""What is missing for OCR is named, with how to install it."""

import pytest

from contracts.problems import Failure
from services.reader.ocr.languages import chosen


def test_of_the_packs_asked_for_those_that_are_here_are_taken_in_order() -> None:
    assert chosen(["nor", "eng", "deu"], {"eng", "nor", "osd"}) == ("nor", "eng")


@pytest.mark.parametrize(
    ("here", "named"), [(None, "tesseract is not installed"), ({"osd"}, "none of its language packs eng, nor is")]
)
def test_what_is_missing_is_named_with_the_command(here: set[str] | None, named: str) -> None:
    with pytest.raises(Failure) as caught:
        chosen(["eng", "nor"], here)
    problem = caught.value.problem
    assert (problem.code, problem.status) == ("ocr_unavailable", 422)
    assert named in problem.detail
    assert "apt-get install tesseract-ocr tesseract-ocr-eng tesseract-ocr-nor" in problem.detail
