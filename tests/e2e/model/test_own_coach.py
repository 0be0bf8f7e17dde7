"""docs/bring-your-own-coach.md: the Coach that it shows, as it stands there, serves a house without its own."""

import ast
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from uuid import UUID, uuid5

import pytest

from contracts.proof import Origin
from services.chassis.process.lineage import die_with_parent
from tests.e2e.houses import Up, clean_environment
from tests.standins.composed import Composed
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner
from tests.standins.proofs import assert_items_proved

PAGE = (Path(__file__).parents[3] / "docs" / "bring-your-own-coach.md").read_text(encoding="utf-8")
BLOCKS: list[str] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
FORMULA, SAMPLE = BLOCKS


@contextlib.contextmanager
def serving(bootstrap: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The page's Coach as a process of its own, away from our code."""
    folder.mkdir(exist_ok=True)
    program = folder / "coach.py"
    program.write_text(SAMPLE, encoding="utf-8")
    with (folder / "coach.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-P", str(program), bootstrap],
            cwd=folder,
            env=clean_environment(),
            stdout=log,
            stderr=log,
            preexec_fn=partial(die_with_parent, signal.SIGKILL, os.getpid()),
        )
    try:
        yield process
    finally:
        print((folder / "coach.log").read_text()[-3000:])  # Shown where the test fails.
        process.kill()
        process.wait()


def assert_serves(me: Learner) -> None:
    """From the upload to the quiz, its grade and the notes."""
    state = me.study(lesson("Plates by another Coach"), generationGoals="quiz", numQuizQuestions="5")
    assert state["status"] == "ready", state["error"]
    session = state["session_id"]
    items, quiz = me.items(session), me.quiz(session)
    assert len(items) == len(quiz["questions"]) == 4  # Of five: a second gap over the same term is refused
    assert {(item["origin"]["author"], item["origin"]["name"]) for item in items} == {("acme-coach", "acme")}
    assert_items_proved(items, me.blocks(session))
    missed = quiz["questions"][0]["item_id"]
    me.answer(session, quiz, {missed})
    after = me.settle(session, state["version"])
    assert [result["is_correct"] for result in after["results"]].count(True) == 3
    assert after["notes"] == ["3 of 4 answers are right."]
    assert {result["origin"]["author"] for result in after["results"]} == {"acme-coach"}
    told = me.owner.get(f"/sessions/{session}/items/{missed}").json()
    assert told["item"]["origin"]["version"] == "1.0"


def test_the_page_shows_some_seventy_lines_that_use_nothing_of_ours() -> None:
    named = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(SAMPLE))
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert named <= {*sys.stdlib_module_names, "aiokafka"}
    assert len([line for line in SAMPLE.splitlines() if line.strip()]) <= 75


def test_the_pages_formula_gives_the_pages_id() -> None:
    found = eval(FORMULA, {"uuid": __import__("uuid")})
    assert str(found) in PAGE
    command = UUID("f1d2c7a0-5a5e-4a88-9b11-0d3d3f3b7c10")
    assert found == uuid5(command, "pensum.coach.notes.v1:1:0")


def test_the_pages_coach_answers_a_command_that_comes_again_with_the_same_items() -> None:
    """Also in another process, where a set has another order."""
    text = "A plate moves on a crust above a hot core, as every trench shows."
    command = {
        "quiz_id": str(UUID(int=1)),
        "handover": {
            "instructions_for_coach": {"constraints": {"numQuizQuestions": 1}},
            "metadata": {"sourceHash": "0"},
        },
        "terms": [{"term": term} for term in ("plate", "crust", "above", "every", "shows", "moves")],
        "blocks": [{"block_id": "b1", "source_page": 1, "text": text}],
    }
    program = f"{SAMPLE.partition('asyncio.run(')[0]}\nprint(json.dumps(material({command!r})))"
    first, *others = (
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=60
        ).stdout
        for seed in ("1", "2", "3")
    )
    assert b"____" in first
    assert others == [first, first]


@pytest.mark.parametrize("author", ["acme-coach", "offline", "model", "x", "a.b_c-9"])
def test_an_origin_is_anybodys(author: str) -> None:
    assert Origin(author=author, name="", version="").author == author


@pytest.mark.parametrize("author", ["", "Acme", "<b>", "a b", "-a", "a" * 41, "a\x00"])
def test_an_origin_is_a_plain_name(author: str) -> None:
    with pytest.raises(ValueError, match="author"):
        Origin(author=author, name="", version="")


@pytest.mark.kafka
@pytest.mark.timeout(240)
def test_the_pages_coach_serves_on_apache_kafka(kafka_house: Composed, tmp_path: Path) -> None:
    ours = kafka_house.processes["coach"]
    ours.terminate()
    ours.wait(60)
    ready = kafka_house.log("coach").read_text().count('"message": "ready"')
    try:
        with (
            serving(kafka_house.ground.kafka, tmp_path / "acme"),
            Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner"), patience=45) as me,
        ):
            assert_serves(me)
    finally:
        kafka_house.begin("coach")
        kafka_house.wait_ready("coach", ready + 1)


@pytest.mark.embedded
@pytest.mark.timeout(240)
def test_the_pages_coach_serves_on_the_embedded_broker(folder_for_house: Path, tmp_path: Path) -> None:
    with (
        Up(folder_for_house / "own-coach", "--without", "coach") as up,
        serving(up.house.kafka, tmp_path / "acme"),
        Learner(up.house.url, up.house.owner_token, up.house.learner_token, patience=45) as me,
    ):
        assert_serves(me)
