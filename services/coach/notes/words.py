"""The words of the notes that rules write, by language: from the catalogue."""

from services.text.catalogue import sentences
from services.text.languages import spoken

FORMS = sentences("notes")
DIFFICULTIES = sentences("difficulties")
SIGNS = sentences("signs")


def tongue_of(language: str) -> str:
    """In which language notes are written."""
    return spoken(language, FORMS)
