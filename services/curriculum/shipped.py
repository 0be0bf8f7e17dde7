"""The guidelines that come with Pensum."""

from importlib.resources import files

from services.curriculum.guideline import Guideline
from services.curriculum.reading import read


def shipped() -> list[Guideline]:
    """All of them, by the names of their files."""
    folder = files(__package__) / "guidelines"
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".md")), key=lambda each: each.name)
    return [read(each.read_bytes()) for each in found]
