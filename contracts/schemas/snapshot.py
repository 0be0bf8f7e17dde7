"""The frozen files: one a letter and version, beside this file, written once."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from contracts.coaching import HandoverV1
from contracts.letter import Letter
from contracts.quizzes import QuizSpec
from contracts.schemas.compare import breaking
from contracts.session import MessageParked
from contracts.topics import LETTERS as TRAVELLING

FROZEN = Path(__file__).parent
# What travels, and what is a contract of its own inside other letters or the journal.
LETTERS: dict[str, type[Letter]] = {
    **TRAVELLING,
    **{letter.letter_type: letter for letter in (HandoverV1, QuizSpec, MessageParked)},
}


def schema_of(letter: type[Letter]) -> dict[str, Any]:
    """The JSON schema by which a letter is read.

    It allows unknown fields, as `Letter.read` does: a later v1 may have optional fields more.
    """
    made = letter.model_json_schema(mode="validation", by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:pensum:schema:{letter.letter_type}",
        **open_to_more(made),
    }


def open_to_more(schema: Any) -> Any:
    """The schema without `additionalProperties: false`."""
    if isinstance(schema, dict):
        return {
            key: open_to_more(value)
            for key, value in schema.items()
            if not (key == "additionalProperties" and value is False)
        }
    return [open_to_more(value) for value in schema] if isinstance(schema, list) else schema


def write(folder: Path, letters: Mapping[str, type[Letter]], *, force: bool = False) -> list[Path]:
    """Freezes the letters that have no file yet; with `force` all. Returns the files written."""
    written = []
    for name, letter in letters.items():
        path = folder / f"{name}.json"
        if force or not path.exists():
            path.write_text(json.dumps(schema_of(letter), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            written.append(path)
    return written


def complaints(folder: Path, letters: Mapping[str, type[Letter]]) -> list[str]:
    """A line for each letter without its file, file without its letter, and break."""
    found = []
    for name, letter in letters.items():
        path = folder / f"{name}.json"
        if not path.exists():
            found.append(f"{name}: no frozen schema; run python -m contracts.schemas --write")
            continue
        frozen = json.loads(path.read_text(encoding="utf-8"))
        found += [f"{name}: {line}; this needs a new version" for line in breaking(frozen, schema_of(letter))]
    gone = sorted(path.stem for path in folder.glob("*.json") if path.stem not in letters)
    return found + [f"{name}: frozen, but no such letter; its file goes when its last consumer has" for name in gone]
