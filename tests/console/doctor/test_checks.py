"""`pensum doctor` looks and changes nothing; what nothing runs without, and what is configured and fails, fails it."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from services.console.doctor.checks import (
    Finding,
    disk,
    examine,
    fence,
    folder,
    house,
    model,
    report,
    standing,
    tesseract,
)
from services.console.house.folder import Folder
from services.console.house.health import ended
from tests.console.test_app import HOUSE
from tests.standins.model.model_behaviours import status
from tests.standins.model.openai_server import StandIn


def test_it_looks_at_everything_and_leaves_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "none"
    found = examine(data)
    assert not data.exists()
    names = {each.name for each in found}
    assert names >= {"Python", "Postgres", "Broker", "Data folder", "Disk", "House", "Services", "Model", "Java"}
    assert names >= {"Maven", "Kafka jars", "Tesseract", "Fence", "Chromium"}
    assert report([each for each in found if each.name in ("Python", "Postgres", "Broker")]) == 0
    assert capsys.readouterr().out.count("ok ") == 3


def test_what_is_missing_is_told_with_what_that_disables(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([Finding("Java", False, "not here", "--kafka is not available")]) == 0
    assert "--kafka is not available" in capsys.readouterr().out
    assert report([Finding("Postgres", False, "not here", "nothing runs", must=True)]) == 1


def test_a_data_folder_that_is_a_file_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert not folder(file).ok
    assert not house(file).ok
    assert folder(tmp_path).ok
    assert disk(tmp_path / "a" / "b").here.endswith("GB free")


def test_a_program_that_is_not_on_the_path_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tesseract().disables == "scanned documents cannot be read"
    fake = tmp_path / "tesseract"
    fake.write_text("#!/bin/sh\necho 'List of available languages (1):'\necho eng\n")
    fake.chmod(0o755)
    assert tesseract().disables.startswith("without nor, osd:")


def test_a_models_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSUM_MODEL_BASE_URL", "http://127.0.0.1:11434/v1")
    monkeypatch.setenv("PENSUM_MODEL_API_KEY", "a-secret")
    monkeypatch.setenv("PENSUM_MODEL_BASE_URL", "http://127.0.0.1:1/v1")
    (found,) = model()
    assert "127.0.0.1:1" in found.here
    assert "a-secret" not in found.here


@pytest.fixture
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("PENSUM_MODEL", "APP_LLM")) or name.endswith("_KEY")]:
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("_no_model")
@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"APP_LLM_PROVIDER": "opnai"}, "is not one of openai"),
        ({"APP_LLM_PROVIDER": "openai"}, "OPENAI_API_KEY"),
        ({"PENSUM_MODEL_BASE_URL": "http://127.0.0.1:1/v1", "PENSUM_MODEL": "dead"}, "dead at http://127.0.0.1:1/v1"),
    ],
)
def test_a_model_that_is_configured_and_does_not_work_fails_it(
    environment: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(model()) == 0
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert report(model()) == 1
    assert words in capsys.readouterr().out


@pytest.mark.usefixtures("_no_model")
async def test_each_model_that_is_configured_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with StandIn() as server:
        monkeypatch.setenv("PENSUM_MODEL_BASE_URL", server.base_url)
        monkeypatch.setenv("PENSUM_MODEL", "one")
        monkeypatch.setenv("PENSUM_MODEL_COACH", "two")
        found = await asyncio.to_thread(model)
        assert [each.ok for each in found] == [True, True]
        assert [call.body["model"] for call in server.calls] == ["two", "one"]


@pytest.mark.usefixtures("_no_model")
async def test_so_is_the_model_of_the_vectors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with StandIn() as server:
        monkeypatch.setenv("PENSUM_MODEL_BASE_URL", server.base_url)
        monkeypatch.setenv("PENSUM_MODEL", "one")
        monkeypatch.setenv("PENSUM_MODEL_EMBED", "small")
        assert report(await asyncio.to_thread(model)) == 0
        assert [call.body["model"] for call in server.embeddings] == ["small"]
        server.embedding_then(status(404))
        assert report(await asyncio.to_thread(model)) == 1
        assert "search goes by words alone" in capsys.readouterr().out
        assert len(server.embeddings) == 2, "nothing is tried again"


class Gateway(BaseHTTPRequestHandler):
    """Answers as `/readyz` does."""

    reasons: dict[str, str] = {}

    def do_GET(self) -> None:
        body = json.dumps({"ready": not self.reasons, "reasons": self.reasons}).encode()
        self.send_response(503 if self.reasons else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def told(folder: Folder, service: str, pid: int, **reasons: str) -> None:
    said = {"service": service, "pid": pid, "time": "", "ready": not reasons, "reasons": reasons}
    folder.health(service).write_text(json.dumps(said))


def test_it_asks_the_house_that_runs_and_each_of_its_services(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(tmp_path)
    folder.claim()
    server = HTTPServer(("127.0.0.1", 0), Gateway)
    asked = threading.Thread(target=server.serve_forever, daemon=True)
    asked.start()
    sleeping = subprocess.Popen(["sleep", "60"])
    try:
        folder.announce(replace(HOUSE, url=f"http://127.0.0.1:{server.server_port}"))
        told(folder, "reader", os.getpid())
        told(folder, "coach", sleeping.pid)
        assert report([house(tmp_path), *standing(tmp_path)]) == 0
        told(folder, "reader", os.getpid(), broker="The broker does not answer.")
        assert report(standing(tmp_path)) == 1
        assert "reader is not ready: The broker does not answer." in capsys.readouterr().out
        told(folder, "reader", os.getpid())
        sleeping.send_signal(signal.SIGSTOP)
        while ended(sleeping.pid) is None:
            time.sleep(0.01)
        assert report(standing(tmp_path)) == 1
        assert f"coach is stopped (process {sleeping.pid})." in capsys.readouterr().out
        sleeping.kill()
        sleeping.wait()
        assert report(standing(tmp_path)) == 1
        assert "coach is gone" in capsys.readouterr().out
        monkeypatch.setattr(Gateway, "reasons", {"database": "The database cannot be reached."})
        assert report([house(tmp_path)]) == 1
        assert "The database cannot be reached." in capsys.readouterr().out
        server.shutdown()
        server.server_close()
        assert report([house(tmp_path)]) == 1
        assert "does not answer" in capsys.readouterr().out
    finally:
        sleeping.kill()
        sleeping.wait()
        server.server_close()
        folder.release()


def test_what_does_not_fence_documents_in_here_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert (fence().ok, fence().here) == (False, "the fence around documents cannot be put up")
