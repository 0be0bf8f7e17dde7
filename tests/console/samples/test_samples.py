"""The bundled samples are what their texts say, and every lesson has a glossary of its own words."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest

from tests.console.samples.make_samples import HERE, NAMES, SAMPLES, SIZES, lesson


@pytest.mark.parametrize("name", NAMES)
def test_making_a_sample_again_gives_equal_bytes(name: str) -> None:
    data = lesson(name)
    assert (SAMPLES / f"{name}.pdf").read_bytes() == data
    assert len(data) < 60_000


def test_nothing_else_is_bundled() -> None:
    assert {path.stem for path in Path(SAMPLES).glob("*.pdf")} == set(NAMES)


def test_every_lesson_is_among_the_sizes() -> None:
    assert {path.stem for path in HERE.glob("*.md")} == set(SIZES)


@pytest.mark.parametrize(("name", "pages"), [("human-body.en", 20), ("plate-tectonics.en", 2), ("elektrisitet.no", 2)])
def test_a_lesson_has_the_pages_that_are_said_of_it(name: str, pages: int) -> None:
    document = pypdfium2.PdfDocument(lesson(name))
    assert len(document) == pages
    document.close()


@pytest.mark.parametrize("name", SIZES)
def test_a_glossary_names_terms_of_its_lesson_and_defines_them_in_other_words(name: str) -> None:
    text = (HERE / f"{name}.md").read_text(encoding="utf-8")
    said = re.sub(r"\W+", " ", text.replace("**", "")).casefold()
    terms = json.loads((HERE / f"{name}.glossary.json").read_text(encoding="utf-8"))["terms"]
    names = [term["term"] for term in terms]
    assert len(set(names)) == len(names) >= 10
    assert [name for name in names if re.sub(r"\W+", " ", name).casefold() not in said] == []
    copied = [term["definition"] for term in terms if len(term["definition"].split()) > 4]
    assert [words for words in copied if re.sub(r"\W+", " ", words).casefold() in said] == []
