"""Clients that others generate from the OpenAPI document do the main job, and a failure is a typed value to them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clients.generated import NODE, TSC, document, python_client, types
from tests.e2e.houses import SAMPLES, Up, clean_environment

HERE = Path(__file__).parent
SLIPS = {
    "an address that there is not": ("/v1/sessions/{session_id}/quiz", "/v1/sessions/{session_id}/quizz"),
    "a verb that the address does not have": ('ask("post", "/v1/documents"', 'ask("get", "/v1/documents"'),
    "a field that is not answered": ("quiz.data.questions.length", "quiz.data.question.length"),
    "an answer that may not be there yet": ('"/v1/sessions/{session_id}/quiz"', '"/v1/sessions/{session_id}/notes"'),
    "what is answered while it is not there": ("if (quiz.status !== 200)", "if (quiz.status === 0)"),
    "a body without what it needs": ("const json = { quiz_id: quiz.data.quiz_id,", "const json = {"),
    "a status that a session never has": ('=== "ready"', '=== "done"'),
    "a problem that there is not": ('"not_found"', '"not_fond"'),
    "a wish that nobody grants": ("numQuizQuestions: 4", "numQuizQuestion: 4"),
    "a value of another type": ("latency_sec: 1.5", 'latency_sec: "1.5"'),
}


@pytest.fixture(scope="module")
def described() -> bytes:
    return document()


@pytest.fixture(scope="module")
def walk(described: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The walk in TypeScript, in a folder with the types of the document."""
    folder = tmp_path_factory.mktemp("typescript")
    for name in ("walk.mts", "node.d.ts", "tsconfig.json"):
        shutil.copy(HERE / name, folder)
    types(described, folder / "api.d.ts")
    return folder / "walk.mts"


def seen(*command: str | Path, up: Up, env: dict[str, str] | None = None) -> dict[str, Any]:
    """What a walk tells, done as a person who uses the house."""
    document = SAMPLES / "photosynthesis.en.pdf"
    run = [*map(str, command), up.house.url, up.house.learner_token, str(document)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=115, env={**clean_environment(), **(env or {})})
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def assert_whole(told: dict[str, Any]) -> None:
    assert told["status"] == "ready"
    assert told["questions"] == told["results"] == 4
    assert len(told["quotes"]) == 4
    assert all(told["quotes"])
    assert 0 <= told["score"] <= 1
    assert told["notes"] >= 1
    assert told["problem"] == [404, "not_found", "No such thing"]


@pytest.mark.embedded
def test_a_generated_python_client_does_the_main_job(house: Up, described: bytes, tmp_path: Path) -> None:
    python_client(described, tmp_path)
    assert_whole(seen(sys.executable, HERE / "walk.py", up=house, env={"PYTHONPATH": str(tmp_path)}))


@pytest.mark.embedded
def test_generated_typescript_types_do_the_main_job(house: Up, walk: Path) -> None:
    assert_whole(seen(*NODE, walk, up=house))


def test_the_typescript_types_refuse_each_slip_and_nothing_else(walk: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(walk.parent, tmp_path / "slips")
    for number, (right, slip) in enumerate(SLIPS.values()):
        text = walk.read_text()
        assert right in text
        (folder / f"slip{number}.mts").write_text(text.replace(right, slip))
    done = subprocess.run([*TSC, "-p", str(folder)], capture_output=True, text=True, timeout=110)
    accepted = [what for number, what in enumerate(SLIPS) if f"slip{number}.mts" not in done.stdout]
    assert accepted == []
    assert "walk.mts" not in done.stdout
    assert "api.d.ts" not in done.stdout
