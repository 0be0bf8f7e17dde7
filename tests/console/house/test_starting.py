"""What cannot start says why: every wrong setting is one sentence on stderr and exit status 1, never a traceback."""

import json
import os
import socket
import subprocess
import sys
from typing import NamedTuple

import pytest

from tests.console.test_app import assert_sentence

SECRET = "a secret of at least thirty-two bytes"
GATEWAY = {"PENSUM_DATABASE": "postgresql://nobody@127.0.0.1:1/none", "PENSUM_TOKEN_SECRET": SECRET}


class Wrong(NamedTuple):
    """A command, what is wrong around it, and words of the sentence that says so."""

    command: str
    environment: dict[str, str]
    words: str


WRONG = {
    "a provider that is misspelt": Wrong("serve coach", {"APP_LLM_PROVIDER": "opnai"}, "APP_LLM_PROVIDER=opnai"),
    "the same for a house": Wrong("up", {"APP_LLM_PROVIDER": "opnai"}, "APP_LLM_PROVIDER=opnai"),
    "a provider without its key": Wrong("serve evaluator", {"APP_LLM_PROVIDER": "openai"}, "OPENAI_API_KEY"),
    "the same, for a house": Wrong("up", {"APP_LLM_PROVIDER": "anthropic"}, "ANTHROPIC_API_KEY"),
    "a key with a line's end in it": Wrong(
        "up", {"APP_LLM_PROVIDER": "openai", "OPENAI_API_KEY": "sk-a\nb"}, "characters that no key has"
    ),
    "a model's address that is none": Wrong(
        "up", {"PENSUM_MODEL_BASE_URL": "localhost:11434"}, "PENSUM_MODEL_BASE_URL"
    ),
    "a model's number that is none": Wrong(
        "serve coach", {"APP_LLM_PROVIDER": "local", "PENSUM_MODEL_TIMEOUT_S": "soon"}, "PENSUM_MODEL_TIMEOUT_S"
    ),
    "a price that is none": Wrong(
        "up", {"APP_LLM_PROVIDER": "local", "PENSUM_MODEL_PRICE_IN": "cheap"}, "PENSUM_MODEL_PRICE_IN"
    ),
    "Kafka without a port": Wrong("serve reader", {"PENSUM_KAFKA": "broker"}, "PENSUM_KAFKA"),
    "Kafka without a port for the topics": Wrong("topics --kafka broker", {}, "“broker” is no HOST:PORT"),
    "a second Kafka without a port": Wrong("serve reader", {"PENSUM_KAFKA": "a:9092,b"}, "“b” is no HOST:PORT"),
    "Kafka's port that is none": Wrong("serve reader", {"PENSUM_KAFKA": "broker:kafka"}, "“broker:kafka”"),
    "Kafka's port that cannot be": Wrong("serve reader", {"PENSUM_KAFKA": "broker:90920"}, "HOST:PORT"),
    "no Kafka": Wrong("serve reader", {"PENSUM_KAFKA": ""}, "PENSUM_KAFKA"),
    "no database": Wrong("serve orchestrator", {}, "PENSUM_DATABASE is not set"),
    "a database's URL that is none": Wrong(
        "serve orchestrator", {"PENSUM_DATABASE": "postgresql//me:hidden@db"}, "PENSUM_DATABASE is no libpq URL"
    ),
    "the same for the gateway": Wrong(
        "serve gateway",
        GATEWAY | {"PENSUM_DATABASE": "postgresql://me:hidden@db:port/x"},
        "PENSUM_DATABASE is no libpq",
    ),
    "the same for the migration": Wrong("migrate --database postgresql//me:hidden@db", {}, "no libpq URL"),
    "a database that is not there": Wrong(
        "serve orchestrator", {"PENSUM_DATABASE": "postgresql://me:hidden@127.0.0.1:1/x"}, "port 1 failed"
    ),
    "no secret": Wrong("serve gateway", GATEWAY | {"PENSUM_TOKEN_SECRET": ""}, "PENSUM_TOKEN_SECRET is not set"),
    "a short secret": Wrong("serve gateway", GATEWAY | {"PENSUM_TOKEN_SECRET": "secret"}, "at least 32 bytes"),
    "a port that is taken": Wrong("serve gateway", GATEWAY, "PENSUM_HTTP_PORT) is taken"),
    "an address of another machine": Wrong("serve gateway", GATEWAY | {"PENSUM_HTTP_HOST": "192.0.2.1"}, "192.0.2.1"),
    "no secret of the tasks": Wrong("serve tasks", GATEWAY, "PENSUM_TASKS_SECRET is not set"),
    "a short secret of the tasks": Wrong("serve tasks", {"PENSUM_TASKS_SECRET": "short"}, "PENSUM_TASKS_SECRET is too"),
    "tasks without a database": Wrong("serve tasks", {"PENSUM_TASKS_SECRET": SECRET}, "PENSUM_DATABASE is not set"),
    "a port of the tasks that is taken": Wrong(
        "serve tasks", GATEWAY | {"PENSUM_TASKS_SECRET": SECRET}, "PENSUM_HTTP_PORT) is taken"
    ),
    "files below a file": Wrong("serve gateway", GATEWAY | {"PENSUM_BLOBS": "/dev/null/blobs"}, "PENSUM_BLOBS"),
    "a reader's files below a file": Wrong("serve reader", {"PENSUM_BLOBS": "/dev/null/blobs"}, "/dev/null/blobs"),
    "a folder that nobody may write": Wrong("serve reader", {"PENSUM_BLOBS": "/proc/blobs"}, "/proc/blobs"),
    "a port that is no number": Wrong("serve gateway", {"PENSUM_HTTP_PORT": "eighty"}, "PENSUM_HTTP_PORT"),
    "an ordinal that is no number": Wrong("serve coach", {"PENSUM_ORDINAL": "first"}, "PENSUM_ORDINAL"),
    "a share that cannot be, for a house": Wrong("up", {"PENSUM_SAMPLE": "150 %"}, "PENSUM_SAMPLE"),
    "a limit of the Reader": Wrong("serve reader", {"PENSUM_READER_CHILDREN": "two"}, "PENSUM_READER_CHILDREN"),
    "a limit of the Coach": Wrong("serve coach", {"PENSUM_COACH_MODEL_INPUT_TOKENS": "1"}, "PENSUM_COACH_MODEL_INPUT"),
    "a limit of the orchestrator": Wrong(
        "serve orchestrator",
        {"PENSUM_DATABASE": GATEWAY["PENSUM_DATABASE"], "PENSUM_ORCHESTRATOR_SWEEP_SECONDS": "0"},
        "PENSUM_ORCHESTRATOR_SWEEP_SECONDS",
    ),
}


# Imports once what all of them would import, then forks: each case is a process of its own, as `pensum` is.
FORKING = """
import asyncio, gc, json, os, signal, sys, tempfile
from services.console.app import app
import services.coach.app, services.evaluator.app, services.gateway.app, services.orchestrator.app, services.reader.app
import services.tasks.app
gc.freeze()
ended = {}
for name, (arguments, environment) in json.load(sys.stdin).items():
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        if (pid := os.fork()) == 0:
            signal.alarm(60)
            os.dup2(out.fileno(), 1)
            os.dup2(error.fileno(), 2)
            os.environ.clear()
            os.environ.update(environment)
            try:
                app(arguments)
            except SystemExit as end:
                status = end.code or 0
            except BaseException:
                sys.excepthook(*sys.exc_info())
                status = 70
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said = []
        for file in (out, error):
            file.seek(0)
            said.append(file.read().decode())
        ended[name] = [status, *said]
json.dump(ended, sys.stdout)
"""


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> dict[str, subprocess.CompletedProcess[str]]:
    """How each case ended."""
    folder = tmp_path_factory.mktemp("starting")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PENSUM_", "APP_LLM"))}
    clean = {name: value for name, value in clean.items() if not name.endswith("_API_KEY")}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = {
            "PENSUM_KAFKA": "127.0.0.1:1",
            "PENSUM_DATA": str(folder),
            "PENSUM_BLOBS": str(folder / "blobs"),
            "PENSUM_HTTP_PORT": str(taken.getsockname()[1]),
        }
        cases = {name: (wrong.command.split(), clean | given | wrong.environment) for name, wrong in WRONG.items()}
        done = subprocess.run(
            [sys.executable, "-c", FORKING], input=json.dumps(cases), capture_output=True, text=True, timeout=200
        )
    assert done.returncode == 0, done.stderr
    return {
        name: subprocess.CompletedProcess([name], status, out, error)
        for name, (status, out, error) in json.loads(done.stdout).items()
    }


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_start_says_why_in_one_sentence(
    name: str, ended: dict[str, subprocess.CompletedProcess[str]]
) -> None:
    assert_sentence(ended[name], WRONG[name].words)
    assert "hidden" not in ended[name].stderr
    assert "sk-" not in ended[name].stderr
