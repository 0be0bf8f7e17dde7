"""Every path that CONTRIBUTING.md and README.md name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATH = re.compile(r"[\s`(](\.?(?:services|contracts|tests|docs|deploy|\.ci)/[\w./-]*[\w/])")
PLACEHOLDER = "services/NAME/"


def named(text: str) -> set[str]:
    """Every path from the root of the repository, in links, in code and in prose."""
    return {found for found in PATH.findall(text) if not found.startswith(PLACEHOLDER)}


@pytest.mark.parametrize(("name", "least"), [("CONTRIBUTING.md", 60), ("README.md", 25)])
def test_every_path_that_is_named_is_there(name: str, least: int) -> None:
    found = named((ROOT / name).read_text())
    assert len(found) >= least
    assert {path for path in found if not (ROOT / path).exists()} == set()
