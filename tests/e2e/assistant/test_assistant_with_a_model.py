"""The assistant by a language model in a whole house: it does what the model chooses; where that fails, nobody's words
are lost."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.assistant.talking import Talker, tools
from tests.e2e.houses import Up, assert_nothing_left
from tests.e2e.school import ModelServer
from tests.standins.model import model_behaviours as does
from tests.standins.model.model_behaviours import Body
from tests.standins.model.task_chooser import chooses

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
FIRST, SECOND = "Put the violin practice on my list.", "Have me tune the piano, would you?"
TITLES = {FIRST: "practise the violin", SECOND: "tune the piano"}


def meant(body: Body) -> str:
    """Which of the two messages the assistant's model is asked about, now; "": it is asked something else."""
    asked = str(body["messages"][-1]["content"])
    return next((text for text in TITLES if f'"message": {json.dumps(text)}' in asked), "")


@pytest.fixture
def away() -> set[str]:
    """Messages at which the model fails."""
    return {SECOND}


@pytest.fixture
def ann(away: set[str]) -> Iterator[Talker]:
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    model = ModelServer()
    model.server.when(lambda body: meant(body) in away, does.status(500))
    model.server.when(
        lambda body: bool(meant(body)),
        does.ok(lambda body: chooses("create", {"tool": "add_task", "title": TITLES[meant(body)]})),
    )
    with model:
        env = {"PENSUM_MODEL_BASE_URL": model.server.base_url, "PENSUM_MODEL": "small"}
        with Up(around / "data", env=env) as up, Talker.of(up) as talker:
            yield talker
    assert_nothing_left(around)
    shutil.rmtree(around)


def test_what_the_model_chooses_is_done_and_where_it_fails_the_same_words_may_be_said_again(
    ann: Talker, away: set[str]
) -> None:
    ann.begin()
    done = ann.say(FIRST)
    [call] = done["tool_calls"]
    assert (call["tool_name"], call["parameters"]) == ("add_task", {"title": "practise the violin"})
    failed = ann.send(SECOND)
    problem = failed.json()
    assert (failed.status_code, problem["code"]) == (502, "model_unavailable")
    assert problem["trace_id"] == ann.talk.rpartition("/")[2].replace("-", "")
    *_, asked, told = ann.said()
    assert (asked["role"], asked["content"]) == ("user", SECOND)
    assert (told["status"], told["failed"]) == ("error", "model_unavailable")
    assert problem["trace_id"] in told["content"]
    away.clear()
    assert tools(ann.say(SECOND)) == ["add_task"]
    assert [each["content"] for each in ann.said() if each["role"] == "user"] == [FIRST, SECOND, SECOND]
