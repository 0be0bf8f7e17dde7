"""A house as a person starts and ends it: it stands, keeps its data, bears neighbours, and leaves nothing behind."""

import signal
import subprocess
from pathlib import Path

import httpx
import psutil
import pytest

from services.console.study.client import Gateway, Trouble
from tests.e2e.houses import PENSUM, SAMPLES, Up, assert_nothing_left, left_behind, pensum
from tests.standins.chaos import LESSON
from tests.standins.learners.learner import Learner

pytestmark = pytest.mark.embedded
SAMPLE = SAMPLES / "photosynthesis.en.pdf"
SERVICES = {"orchestrator", "gateway", "reader", "coach", "evaluator", "assistant", "tasks"}


def quiet(_: object) -> None:
    """Nobody looks at the progress."""


def test_up_serves_the_page_and_each_service_is_a_process_that_says_its_name(house: Up) -> None:
    assert f"{house.house.url}/#token={house.house.learner_token}" in house.said.read_text()
    page = httpx.get(house.house.url, timeout=10, trust_env=False)
    assert page.status_code == 200
    assert "<html" in page.text
    assert {f"pensum serve {service}" for service in SERVICES} <= house.titles().keys()
    assert left_behind(house.data)  # Else the promise below is empty.


def ended(up: Up, sig: signal.Signals) -> None:
    """Ends a house by a signal: nothing of it is left running."""
    family = up.family()
    assert len(family) > len(SERVICES) + 2
    assert up.end(sig) == (-9 if sig is signal.SIGKILL else 0)
    assert_nothing_left(up.data, family)


def test_however_it_ends_it_leaves_nothing_running_and_the_next_start_goes_on_and_finds_what_was_made(
    data: Path,
) -> None:
    """Killed while it reads; ended by Ctrl-C once the job is done; told to end."""
    with Up(data) as up:
        url = up.house.url
        with up.owner() as gateway:
            interrupted = gateway.upload([SAMPLE], {})["session_id"]
        ended(up, signal.SIGKILL)
    with Up(data) as up:
        with up.owner() as gateway:
            assert gateway.follow(interrupted, quiet, 90)["status"] == "ready"
            session = gateway.upload([SAMPLE], {})["session_id"]
            made = gateway.follow(session, quiet, 90)
            items = gateway.items(session)
        assert made["status"] == "ready"
        ended(up, signal.SIGINT)
    with Up(data) as up:
        with up.owner() as gateway:
            assert up.house.url == url
            assert gateway.session(session) == made
            assert gateway.items(session) == items
        assert pensum("parked", "list", "--data", data).stdout == "Nothing is parked.\n"
        ended(up, signal.SIGTERM)


def test_two_houses_stand_side_by_side_and_know_nothing_of_each_other(house: Up, data: Path) -> None:
    with Up(data) as other:
        with house.owner() as gateway:
            session = gateway.upload([SAMPLE], {})["session_id"]
            assert gateway.follow(session, quiet, 90)["status"] == "ready"
        with other.owner() as gateway, pytest.raises(Trouble) as unknown:
            gateway.session(session)
        assert unknown.value.problem["status"] == 404
        with Gateway(other.house.url, house.house.owner_token) as stranger, pytest.raises(Trouble) as refused:
            stranger.session(session)
        assert refused.value.problem["status"] == 401


def test_a_second_up_on_the_same_folder_says_where_the_first_is(house: Up) -> None:
    done = pensum("up", "--data", house.data)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        f"pensum: A house is already running on {house.data} at {house.house.url} (pid {house.house.pid})."
    )
    assert psutil.pid_exists(house.house.pid)


def test_the_demo_does_the_whole_job_and_serves_until_it_is_ended_and_its_house_ends_with_it(data: Path) -> None:
    with Up(data, command="demo", until="Serving until Ctrl-C") as demo:
        said = demo.said.read_text()
        for words in ("Quiz: ", "Cards: ", "Graded: ", "Notes from the coach", "The next quiz: ", "#token="):
            assert words in said
        assert "focus  " in said.partition("The next quiz: ")[2].splitlines()[2]
        assert ", 0 asked before" in said
        assert httpx.get(demo.house.url, timeout=10, trust_env=False).status_code == 200
        ended(demo, signal.SIGINT)


def test_the_demo_of_a_document_that_cannot_be_studied_ends_with_its_status(data: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.pdf"
    empty.touch()
    done = pensum("demo", "--exit", "--data", data, empty)
    assert done.returncode == 3
    assert "empty_file" in done.stderr
    assert "trace " in done.stderr
    assert_nothing_left(data)


def test_without_a_coach_it_says_so_and_another_one_that_comes_is_given_the_work(data: Path) -> None:
    with Up(data, "--without", "coach") as up:
        house = up.house
        assert house.without == ["coach"]
        assert f"runs without coach: what is sent there waits at {house.kafka}" in up.said.read_text()
        assert not any("pensum serve coach" in title for title in up.titles())
        with Learner(house.url, house.owner_token, house.learner_token) as me:
            session = me.upload(LESSON.encode(), name="lock.md").json()["session_id"]
            me.until(lambda: me.session(session)["status"] == "writing")
            where = ("--kafka", house.kafka, "--embedded", "--blobs", house.blobs)
            with subprocess.Popen([PENSUM, "serve", "coach", *where], stderr=subprocess.DEVNULL) as coach:
                try:
                    assert me.settle(session)["status"] == "ready"
                finally:
                    coach.terminate()
    assert_nothing_left(data)


def test_without_a_service_that_is_none_is_a_sentence(data: Path) -> None:
    done = pensum("up", "--data", data, "--without", "couch")
    assert done.returncode == 1
    assert "no service named couch" in done.stderr
    assert not data.exists()
