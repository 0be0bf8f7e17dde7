"""`python -m contracts.schemas --check | --write`: holds the messages against their frozen schemas.

`--write` makes the schemas of new messages and docs/asyncapi.json; a schema that landed stays as it is. `--check` ends
with 1 and a line for each break. A message that goes takes its file with it.
"""

import argparse
import sys
from pathlib import Path

from contracts.schemas import asyncapi
from contracts.schemas.snapshot import FROZEN, MESSAGES, complaints, write

DOCUMENT = Path(__file__).parents[2] / "docs" / "asyncapi.json"


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 when everything holds, 1 with a line each on stderr when not."""
    parser = argparse.ArgumentParser(prog="python -m contracts.schemas", description="The messages' frozen schemas.")
    verb = parser.add_mutually_exclusive_group(required=True)
    verb.add_argument("--check", action="store_true", help="is every message frozen, and none broken?")
    verb.add_argument("--write", action="store_true", help="freeze new messages; write docs/asyncapi.json")
    parser.add_argument("--force", action="store_true", help="with --write: freeze all anew (before a first release)")
    asked = parser.parse_args(arguments)
    if asked.write:
        for path in write(FROZEN, MESSAGES, force=asked.force):
            print(f"wrote {path.name}")
        DOCUMENT.write_text(asyncapi.text(), encoding="utf-8")
        return 0
    found = complaints(FROZEN, MESSAGES) + asyncapi_complaints(DOCUMENT)
    print(
        "\n".join(found) if found else f"{len(MESSAGES)} messages as frozen", file=sys.stderr if found else sys.stdout
    )
    return 1 if found else 0


def asyncapi_complaints(document: Path) -> list[str]:
    """A line when the written AsyncAPI document is not what the topic table makes."""
    if document.is_file() and document.read_text(encoding="utf-8") == asyncapi.text():
        return []
    return ["docs/asyncapi.json is not current: run python -m contracts.schemas --write"]


if __name__ == "__main__":
    sys.exit(main())
