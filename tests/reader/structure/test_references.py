"""Which headings open what is no material: literature and indexes, by whatever they are called."""

import pytest

from services.reader.structure.furniture import REFERENCES


@pytest.mark.parametrize(
    "heading",
    [
        *("References", "4 References", "2. Literature list", "2.2 Long literature list", "Annotated bibliography"),
        *(
            "University of the North tide bibliography",
            "Further reading",
            "Suggested readings",
            "B. Tide tables index",
            "B. Subject index",
        ),
        *("A. References", "Videre lesning", "Weiterführende Literatur", "General index", "Litteraturliste"),
    ],
)
def test_a_list_of_literature_or_an_index_is_no_material(heading: str) -> None:
    assert REFERENCES.match(heading)


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "Pointers and references",
            "Body mass index",
            "The price index",
            "Literature of the north",
            "Reading the tide",
        ),
        *("2. Refractive index of the sea and of the air above it", "How to write a bibliography", "Cross references"),
        *(
            "A. Body mass index",
            "C. The refractive index",
            "A. Consumer price index",
            "Creating an annotated bibliography",
        ),
        *(
            "A. Consumer price index",
            "Evaluating your bibliography",
            "The art of bibliography",
            "A history of the bibliography",
        ),
    ],
)
def test_what_is_about_them_is(heading: str) -> None:
    assert not REFERENCES.match(heading)
