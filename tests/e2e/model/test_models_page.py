"""docs/models.md: each of its examples does what it says, run as it stands there, against the stand-in server."""

import json
import os
import re
import signal
import socket
import subprocess
import textwrap
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.chassis.model.spending import plain
from tests.e2e.houses import PENSUM, clean_environment
from tests.standins.documents.lessons import lesson
from tests.standins.model import model_behaviours as does
from tests.standins.model.openai_server import StandIn

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def block(language: str, holding: str) -> str:
    """The page's only block of that language with these words."""
    (found,) = [body for kind, body in BLOCKS if kind == language and holding in body]
    return found


def test_every_block_of_the_page_is_run_here() -> None:
    assert sorted(kind for kind, _ in BLOCKS) == ["json", "python", "sh"]


async def test_asking_as_the_page_does() -> None:
    class Deck(BaseModel):
        title: str

    async with StandIn() as server:
        server.then(does.ok({"title": "Plates"}))
        found = ModelSettings.from_env(environ={"PENSUM_MODEL_BASE_URL": server.base_url})
        names: dict[str, Any] = {
            **{"OpenAIModel": OpenAIModel, "settings": found, "Deck": Deck},
            **{"rules": "Write.", "text": "TEXT", "session_id": "s"},
        }
        example = block("python", "OpenAIModel(settings)")
        body = textwrap.indent(example, "    ")
        exec(f"async def run():\n{body}    return answer\n", names)
        answer = await names["run"]()
    assert (answer.value, answer.tokens) == (Deck(title="Plates"), 120)


@pytest.mark.embedded
@pytest.mark.timeout(240)
def test_the_stand_in_by_hand_and_a_study_with_it_ends_well_and_tells_the_cost(tmp_path: Path) -> None:
    example = block("sh", "openai_server.py")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    file = tmp_path / "plates.pdf"
    file.write_bytes(lesson("Plates of the page"))
    command = example.replace("8081", port).replace("FILE", str(file))
    assert command.count(port) == 2
    given = clean_environment()
    path = f"{PENSUM.parent}{os.pathsep}{given.get('PATH', '')}"
    said, errors = tmp_path / "said", tmp_path / "errors"
    with said.open("wb") as out, errors.open("wb") as wrong:
        ran = subprocess.Popen(
            ["bash", "-c", command],
            cwd=ROOT,
            env={**given, "PATH": path, "PENSUM_DATA": str(tmp_path / "data")},
            stdout=out,
            stderr=wrong,
            start_new_session=True,
        )
    try:
        assert ran.wait(100) == 0, errors.read_text()
    finally:
        os.killpg(ran.pid, signal.SIGTERM)  # The stand-in, which the example leaves running.
    (line,) = [line for line in said.read_text().splitlines() if line.startswith("{")]
    course = json.loads(line)
    assert (course["status"], course["error"]) == ("ready", None)
    assert len(course["quiz_items"]) >= 5
    assert {item["origin"]["author"] for item in course["quiz_items"]} == {"model"}
    spent = course["spending"]
    assert spent["tokens_in"] > 0
    prices = ModelSettings.from_env(environ=dict(re.findall(r"(PENSUM_MODEL\w*)=(\S+)", command)))
    assert prices
    price = prices.price_of(prices.model)
    assert price
    assert spent["cost"] == plain((spent["tokens_in"] * price[0] + spent["tokens_out"] * price[1]) / 1_000_000)
    assert_shaped_alike(spent, json.loads(block("json", "tokens_in")))


def assert_shaped_alike(found: dict[str, Any], shown: dict[str, Any]) -> None:
    """The page shows the fields that there are."""
    assert found.keys() == shown.keys()
    assert found["models"][0].keys() == shown["models"][0].keys()
    assert isinstance(found["cost"], str) == isinstance(shown["cost"], str)
