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
    titles = {" ".join(each.cmdline()).strip() for each in house.family()}
    assert {f"pensum serve {service}" for service in SERVICES} <= titles
    assert left_behind(house.data)  # Else the promise below is empty.


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_it_ends_nothing_is_left_running(data: Path, sig: signal.Signals) -> None:
    with Up(data) as up:
        family = up.family()
        assert len(family) > len(SERVICES) + 2
        assert up.end(sig) == (-9 if sig is signal.SIGKILL else 0)
        assert_nothing_left(data, family)


def test_killed_while_it_reads_it_leaves_nothing_and_the_next_start_finishes_the_job(data: Path) -> None:
    with Up(data) as up:
        with up.owner() as gateway:
            session = gateway.upload([SAMPLE], {})["session_id"]
        family = up.family()
        up.end(signal.SIGKILL)
        assert_nothing_left(data, family)
    with Up(data) as up, up.owner() as gateway:
        assert gateway.follow(session, quiet, 90)["status"] == "ready"


def test_a_second_start_finds_what_the_first_has_made(data: Path) -> None:
    with Up(data) as up:
        url = up.house.url
        with up.owner() as gateway:
            session = gateway.upload([SAMPLE], {})["session_id"]
            first = gateway.follow(session, quiet, 90)
            items = gateway.items(session)
        assert first["status"] == "ready"
        assert up.end() == 0
    with Up(data) as up, up.owner() as gateway:
        assert up.house.url == url
        assert gateway.session(session) == first
        assert gateway.items(session) == items


def test_two_houses_stand_side_by_side_and_know_nothing_of_each_other(data: Path) -> None:
    with Up(data) as one, Up(data.with_name("other")) as two:
        with one.owner() as gateway:
            session = gateway.upload([SAMPLE], {})["session_id"]
            assert gateway.follow(session, quiet, 90)["status"] == "ready"
        with two.owner() as gateway, pytest.raises(Trouble) as unknown:
            gateway.session(session)
        assert unknown.value.problem["status"] == 404
        with Gateway(two.house.url, one.house.owner_token) as stranger, pytest.raises(Trouble) as refused:
            stranger.session(session)
        assert refused.value.problem["status"] == 401


def test_a_second_up_on_the_same_folder_says_where_the_first_is(house: Up) -> None:
    done = pensum("up", "--data", house.data)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        f"pensum: A house is already running on {house.data} at {house.house.url} (pid {house.house.pid})."
    )
    assert psutil.pid_exists(house.house.pid)


def test_the_demo_does_the_whole_job_and_leaves_nothing(data: Path) -> None:
    done = pensum("demo", "--exit", "--data", data)
    assert done.returncode == 0, done.stderr
    for words in ("Quiz: ", "Cards: ", "Graded: ", "Notes from the coach", "The next quiz: ", "#token="):
        assert words in done.stdout
    assert "focus  " in done.stdout.partition("The next quiz: ")[2].splitlines()[2]
    assert ", 0 asked before" in done.stdout
    assert_nothing_left(data)


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGKILL])
def test_the_demo_serves_until_it_is_ended_and_its_house_ends_with_it(data: Path, sig: signal.Signals) -> None:
    with Up(data, command="demo", until="Serving until Ctrl-C") as demo:
        family = demo.family()
        assert httpx.get(demo.house.url, timeout=10, trust_env=False).status_code == 200
        assert demo.end(sig) == (-9 if sig is signal.SIGKILL else 0)
        assert_nothing_left(data, family, seconds=20)


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
        assert not any("pensum serve coach" in " ".join(each.cmdline()) for each in up.family())
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
