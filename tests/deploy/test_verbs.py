"""Each of make's verbs does something, and prose names none that is not there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
RULES = set(re.findall(r"^([a-z-]+):.*## .+\n\t", MAKEFILE, re.M))
NAMED = re.compile(r"(?:`|&& )make ([a-z-]+)|^make ([a-z-]+) +(?:#|[A-Z]+=)", re.M)


def test_each_verb_has_a_line_of_help_and_a_recipe() -> None:
    declared = set(re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.M)[0].split())
    assert len(declared) > 15
    assert declared == RULES


def test_prose_names_no_verb_that_is_not_there() -> None:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    named = {found[1] or found[2] for file in files for found in NAMED.finditer(file.read_text())}
    assert len(named) > 10
    assert named - RULES == set()
