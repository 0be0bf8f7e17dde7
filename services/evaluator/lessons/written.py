"""The prompts of lessons: a file each, whose name has its version; what is sent is what stands there."""

from functools import cache
from pathlib import Path

from services.chassis.model.data import as_data

_FOLDER = Path(__file__).parent / "prompts"


@cache
def prompt(name: str) -> str:
    """The prompt of that name, with its version: `safety_v1`."""
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


def shown(mark: str, value: object) -> str:
    """A value as data between marks that no text in it can close."""
    return f"<{mark}>\n{as_data(value)}\n</{mark}>"
