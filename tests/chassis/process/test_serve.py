"""A service serves until it is told to end, says when it is ready, and its exit status tells how it ended."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from services.chassis.process.at_rest import BEGUN_ANEW

PRELUDE = """
import asyncio, os, signal, sys
from services.chassis.logs.json_lines import log_json_lines
from services.chassis.process.serve import serve
log_json_lines("test")
"""
TELL_SELF = "os.kill(os.getpid(), signal.{})"


def run(body: str, end: str = "sys.exit(serve(main, None, int(os.environ['READY'])))") -> tuple[int, str, str]:
    """Serve `main` with `body` in a process: exit status, what went to the ready pipe, stderr."""
    read, write = os.pipe()
    code = PRELUDE + "async def main(settings, ready):\n" + "".join(f"    {line}\n" for line in body.splitlines()) + end
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "READY": str(write)},
        pass_fds=[write],
        capture_output=True,
        text=True,
        timeout=60,
    )
    os.close(write)
    with open(read) as pipe:
        return done.returncode, pipe.read(), done.stderr


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_told_to_end_it_ends_in_order_with_0(name: str) -> None:
    body = f"ready()\n{TELL_SELF.format(name)}\ntry: await asyncio.sleep(60)\nfinally: print('tidy', file=sys.stderr)"
    status, ready, said = run(body)
    assert (status, ready) == (0, "ready\n")
    assert "tidy" in said


def test_a_service_that_takes_the_signal_itself_and_raises_it_again_ends_with_0() -> None:
    body = "ready()\nasyncio.get_running_loop().call_later(0.01, os.kill, os.getpid(), signal.SIGTERM)"
    assert run(body)[0] == 0


def test_a_crash_is_1_and_told_as_one_json_line() -> None:
    status, ready, said = run("raise LookupError('the shelf is empty')")
    assert (status, ready) == (1, "")
    line = json.loads(said.splitlines()[-1])
    assert (line["level"], line["service"]) == ("error", "test")
    assert line["error"].startswith("LookupError: the shelf is empty\n")


def test_work_in_a_thread_that_finds_nothing_left_ends_the_service_and_does_not_hang_it() -> None:
    body = "ready()\nawait asyncio.wait_for(asyncio.to_thread(next, iter(())), 5)"
    status, _, said = run(body)
    assert status == 1
    assert json.loads(said.splitlines()[-1])["error"].startswith("RuntimeError")


def test_what_a_person_must_mend_is_a_sentence_at_a_terminal_and_a_json_line_in_a_houses_log() -> None:
    body = "from services.chassis.process.starting import CannotStart\nraise CannotStart('The shelf is locked.')"
    status, _, said = run(body, end="sys.exit(serve(main, None))")
    assert (status, said) == (1, "pensum: The shelf is locked.\n")
    status, ready, said = run(body)
    assert (status, ready, json.loads(said)["message"]) == (1, "", "The shelf is locked.")


def test_a_crash_while_ending_is_1() -> None:
    body = f"{TELL_SELF.format('SIGTERM')}\ntry: await asyncio.sleep(60)\nfinally: raise LookupError('lost')"
    assert run(body)[0] == 1


def test_ending_without_being_told_is_1() -> None:
    status, _, said = run("ready()")
    assert status == 1
    assert "ended by itself" in said


def test_a_service_that_is_not_there_is_named() -> None:
    status, _, said = run("pass", end="from services.chassis.process.serve import run\nsys.exit(run('attic', None))")
    assert status == 1
    assert "attic" in json.loads(said.splitlines()[-1])["message"]


async def test_the_health_file_says_how_it_is_while_the_loop_turns(tmp_path: Path) -> None:
    health = tmp_path / "alive"
    code = (
        PRELUDE + "async def main(settings, ready): ready(); await asyncio.sleep(60)\nserve(main, None, service='test')"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, env={**os.environ, "PENSUM_HEALTH_FILE": str(health)}, stderr=subprocess.DEVNULL
    )
    said: dict[str, object] = {"ready": False}
    async with asyncio.timeout(60):
        while not said["ready"]:
            await asyncio.sleep(0.02)
            if health.exists():
                said = json.loads(health.read_text())
    assert (said["pid"], said["reasons"]) == (process.pid, {})
    assert datetime.fromisoformat(str(said["time"])).tzinfo is not None
    assert said["service"] == "test"
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    assert json.loads(health.read_text())["reasons"] == {"end": "It has ended."}


def test_at_rest_it_ends_with_0_though_a_thread_goes_on_with_what_took_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(BEGUN_ANEW, "1")
    body = """
from services.chassis.process.at_rest import hands
asyncio.get_running_loop().run_in_executor(None, __import__('time').sleep, 40)
with hands.holding():
    ready()
await asyncio.sleep(50)
"""
    soon = """
from services.chassis.process import at_rest
at_rest.watch.__defaults__ = (0.2, 0.05, None)
sys.exit(serve(main, None, int(os.environ['READY'])))
"""
    began = time.monotonic()
    status, told, _ = run(body.strip(), soon)
    assert (status, bool(told)) == (0, True)
    assert time.monotonic() - began < 30
