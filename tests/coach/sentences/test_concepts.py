"""Concepts are found in whatever form a sentence has them."""

import pytest

from services.coach.sentences.concepts import names


@pytest.mark.parametrize(
    ("language", "name", "text", "found"),
    [
        ("no", "harddisker", "En harddisk er laget av plater.", True),
        ("no", "grensesnittet", "Hvert program har et grensesnitt.", True),
        ("no", "hovedkort", "Kortene sitter på hovedkortet.", True),
        ("no", "harddisker", "En hard skive er laget av plater.", False),
        ("de", "Paketen", "Ein Paket enthält ein Programm.", True),
        ("en", "libraries", "The library has books.", True),
    ],
)
def test_a_name_is_found_in_another_form_than_its_own(language: str, name: str, text: str, found: bool) -> None:
    assert names(text, name, language) == found
