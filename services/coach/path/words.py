"""The words of the path planner's rules, by language: from the catalogue."""

from services.text.catalogue import sentences
from services.text.languages import spoken

PATH = sentences("path")


def path_tongue(language: str) -> str:
    """In which language a path is told."""
    return spoken(language, PATH)
