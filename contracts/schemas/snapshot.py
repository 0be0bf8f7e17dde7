"""The frozen files: one a message and version, beside this file, written once."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from contracts.coaching import HandoverV1
from contracts.message import Message
from contracts.quizzes import QuizSpec
from contracts.schemas.compare import breaking
from contracts.session import MessageParked
from contracts.topics import MESSAGES as TRAVELLING

FROZEN = Path(__file__).parent
# What travels, and what is a contract of its own inside other messages or the journal.
MESSAGES: dict[str, type[Message]] = {
    **TRAVELLING,
    **{message.type_name: message for message in (HandoverV1, QuizSpec, MessageParked)},
}


def schema_of(message: type[Message]) -> dict[str, Any]:
    """The JSON schema by which a message is read.

    It allows unknown fields, as `Message.read` does: a later v1 may have optional fields more.
    """
    made = message.model_json_schema(mode="validation", by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:pensum:schema:{message.type_name}",
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


def write(folder: Path, messages: Mapping[str, type[Message]], *, force: bool = False) -> list[Path]:
    """Freezes the messages that have no file yet; with `force` all. Returns the files written."""
    written = []
    for name, message in messages.items():
        path = folder / f"{name}.json"
        if force or not path.exists():
            path.write_text(json.dumps(schema_of(message), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            written.append(path)
    return written


def complaints(folder: Path, messages: Mapping[str, type[Message]]) -> list[str]:
    """A line for each message without its file, file without its message, and break."""
    found = []
    for name, message in messages.items():
        path = folder / f"{name}.json"
        if not path.exists():
            found.append(f"{name}: no frozen schema; run python -m contracts.schemas --write")
            continue
        frozen = json.loads(path.read_text(encoding="utf-8"))
        found += [f"{name}: {line}; this needs a new version" for line in breaking(frozen, schema_of(message))]
    gone = sorted(path.stem for path in folder.glob("*.json") if path.stem not in messages)
    return found + [f"{name}: frozen, but no such message; its file goes when its last consumer has" for name in gone]
