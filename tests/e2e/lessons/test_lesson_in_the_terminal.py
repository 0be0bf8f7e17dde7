"""A lesson through `pensum learn`: begun, left, and gone on with to mastery, on a pipe as on a terminal."""

import json
import os
import re
import subprocess
import time

import pytest

from tests.e2e.houses import PENSUM, SAMPLES, Up, clean_environment, pensum
from tests.standins.learners.learner import Learner
from tests.standins.learners.lessons import DUNNO, Taught, assert_no_turn_doubled

pytestmark = pytest.mark.embedded
PROMPT = "  > "
SECONDS = 120.0
MOST = 60


class Terminal:
    """The command as a process: what it says until it asks for a line, and the lines that it is given."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [str(PENSUM), "learn", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=clean_environment(),
        )
        self.said = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def asks(self) -> bool:
        """Whether it asks for another line; False once it has ended."""
        assert self._process.stdout
        deadline, read = time.monotonic() + SECONDS, b""
        while part := os.read(self._process.stdout.fileno(), 4096):
            assert time.monotonic() < deadline, self.said
            read += part
            if read.endswith(PROMPT.encode()):
                break
        self.said += read.decode()
        return bool(part)

    def types(self, line: str) -> None:
        """Gives it a line."""
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def status(self) -> int:
        """Its exit status."""
        return self._process.wait(SECONDS)


def test_a_lesson_of_the_curriculum_is_left_and_taken_up_and_mastered_in_the_terminal(me: Learner, house: Up) -> None:
    running = house.house
    at = ("--data", str(house.data), "--token", running.learner_token)
    begun = pensum("learn", "--guideline", "Comparing fractions", "--grade", "3", "--new", *at)
    assert begun.returncode == 0, begun.stderr
    assert "Step 1 of 5" in begun.stdout
    [session] = re.findall("`pensum learn ([0-9a-f-]{36})` goes on", begun.stdout)
    taught = Taught(me, running.database, session, {})
    with Terminal(session, *at) as terminal:
        assert terminal.asks()
        terminal.types("?")
        assert terminal.asks()
        assert "Hint 1 of" in terminal.said
        terminal.types(DUNNO)
        for _ in range(MOST):
            if not terminal.asks():
                break
            terminal.types(taught.right())
        assert terminal.status() == 0, terminal.said
    stands = taught.stands()
    assert (stands["ended"], stands["is_complete"]) == ("complete", True)
    assert stands["mastery_score"] > 0.8
    assert "The lesson is complete." in terminal.said
    assert 'Next: `pensum learn --guideline "Halves and quarters"' in terminal.said
    turns = me.http.get(f"/sessions/{session}/turns").json()["turns"]
    for turn in turns:
        for paragraph in filter(str.strip, turn["message"].splitlines()):
            assert paragraph in terminal.said, "each turn is told whole"
    assert_no_turn_doubled(taught)


def test_a_document_is_read_and_its_lesson_begun_with_one_command(house: Up) -> None:
    at = ("--data", str(house.data), "--token", house.house.learner_token)
    done = pensum("learn", SAMPLES / "plate-tectonics.en.pdf", "--new", "--json", *at)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["error"], found["lesson"]["ended"]) == (None, None)
    [first] = found["turns"]
    assert first["quotes"]
    assert all(quote["quote"] in done.stderr for quote in first["quotes"])
    assert f"`pensum learn {found['session_id']}` goes on" in done.stderr
