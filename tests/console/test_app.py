"""The `pensum` command answers at once, and says in one sentence what is missing."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from services.console.house import welcome
from services.console.house.folder import Folder, Running
from services.console.house.health import silence
from services.console.study import show

PENSUM = [sys.executable, "-c", "from services.console.app import app; app()"]
HOUSE = Running(
    url="http://127.0.0.1:8400",
    owner_token="boss+token",
    learner_token="learn+er",
    pid=1,
    kafka="127.0.0.1:9092",
    kafka_embedded=True,
    database="postgresql://",
    blobs="/blobs",
    traces="http://127.0.0.1:9411",
)


def pensum(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PENSUM_", "APP_LLM"))}
    return subprocess.run([*PENSUM, *arguments], capture_output=True, text=True, timeout=150, env=clean | environment)


def assert_sentence(done: subprocess.CompletedProcess[str], words: str) -> None:
    """It ended with 1 and nothing but one line that holds `words`."""
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("pensum: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from services.console.app import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'pydantic', 'httpx', 'aiokafka', 'confluent_kafka', 'psycopg', 'jwt', 'asyncio', 'contracts'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stderr
    for name in ("up", "demo", "owner", "study", "retry", "serve", "migrate", "topics", "parked", "replay", "doctor"):
        assert name in done.stdout


def test_an_unknown_service_is_named_with_those_that_are() -> None:
    assert_sentence(pensum("serve", "nobody"), "coach or evaluator or gateway or orchestrator or reader")


def test_a_broker_that_is_not_there_is_told() -> None:
    assert_sentence(pensum("topics", "--kafka", "127.0.0.1:1"), "127.0.0.1:1")


@pytest.mark.parametrize("command", [["migrate"], ["parked", "list"], ["parked", "show", "x"], ["replay", "x"]])
def test_without_a_house_and_a_database_it_says_how_to_name_one(command: list[str], tmp_path: Path) -> None:
    assert_sentence(pensum(*command, "--data", str(tmp_path / "none")), "PENSUM_DATABASE")


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    url = "postgresql://nobody@127.0.0.1:1/none"
    for command in (["migrate"], ["parked", "list"]):
        assert_sentence(pensum(*command, "--data", str(tmp_path), "--database", url), "database does not answer")


def test_a_wrong_setting_is_named() -> None:
    assert_sentence(pensum("serve", "reader", PENSUM_HTTP_PORT="eighty"), "PENSUM_HTTP_PORT")


def test_a_data_folder_that_cannot_be_one_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_sentence(pensum("up", "--data", str(tmp_path / "file")), "is not a folder")


def test_a_served_service_ends_with_0_when_told_and_is_named_in_the_process_table(tmp_path: Path) -> None:
    """Any service that waits for a broker does: it is told to end while it waits."""
    command = [*PENSUM, "serve", "reader", "--kafka", "127.0.0.1:1", "--blobs", str(tmp_path), "--data", str(tmp_path)]
    log = tmp_path / "log"
    environment = {**os.environ, "PENSUM_HEALTH_FILE": str(tmp_path / "reader.json")}
    with log.open("wb") as out, subprocess.Popen(command, stderr=out, env=environment) as served:
        try:
            deadline = time.monotonic() + 60
            while b"is not there yet" not in log.read_bytes() and served.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            assert "pensum serve reader" in Path(f"/proc/{served.pid}/cmdline").read_text()
            health = tmp_path / "reader.json"
            while (said := silence("reader", str(health))) != "reader is not ready: The broker is not there yet.":
                assert time.monotonic() < deadline, said
                time.sleep(0.02)
            assert silence("reader", str(health), live=True) is None
            served.send_signal(signal.SIGTERM)
            assert served.wait(45) == 0
        finally:
            served.kill()


def test_the_page_is_printed_with_the_learners_token_and_never_the_owners(capsys: pytest.CaptureFixture[str]) -> None:
    welcome.welcome(HOUSE)
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8400/#token=learn%2Ber\n" in out
    assert "127.0.0.1:9092" in out
    assert_no_owners_token(out)
    show.addresses(HOUSE, None)
    assert_no_owners_token(capsys.readouterr().out)


def assert_no_owners_token(out: str) -> None:
    """The command that prints it is named, the token itself never shown."""
    assert "boss" not in out
    assert "`pensum owner`" in out


def test_the_owners_page_is_printed_on_request_and_called_a_password(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.claim()
    try:
        folder.announce(HOUSE)
        done = pensum("owner", "--data", str(tmp_path))
    finally:
        folder.release()
    assert (done.returncode, done.stdout) == (0, "http://127.0.0.1:8400/#token=boss%2Btoken\n")
    assert done.stderr.count("\n") == 1
    for word in ("edit questions", "coverage", "password"):
        assert word in done.stderr
    assert_sentence(pensum("owner", "--data", str(tmp_path)), "`pensum up`")  # What a killed house left behind.


def test_a_session_has_its_page_and_its_trace() -> None:
    session = "11111111-2222-4333-8444-555555555555"
    found = dict(welcome.addresses(HOUSE, session))
    assert found["Page"].endswith(f"/#token=learn%2Ber&/s/{session}")
    assert found["Traces"].endswith("/zipkin/traces/11111111222243338444555555555555")


def test_a_container_is_healthy_while_its_file_is_fresh_and_says_that_it_is_ready(tmp_path: Path) -> None:
    file = tmp_path / "alive"
    assert "not shown a sign" in str(silence("reader", str(file)))
    file.touch()
    assert "not shown a sign" in str(silence("reader", str(file)))
    said = {"service": "reader", "pid": os.getpid(), "time": "", "ready": True, "reasons": {}}
    file.write_text(json.dumps(said))
    assert silence("reader", str(file)) is None
    assert pensum("healthy", "reader", PENSUM_HEALTH_FILE=str(file)).returncode == 0
    file.write_text(json.dumps(said | {"ready": False, "reasons": {"broker": "The broker is not there yet."}}))
    done = pensum("healthy", "reader", PENSUM_HEALTH_FILE=str(file))
    assert_sentence(done, "reader is not ready: The broker is not there yet.")
    assert silence("reader", str(file), live=True) is None
    os.utime(file, (time.time() - 60, time.time() - 60))
    for live in (False, True):
        assert "for 60 s" in str(silence("reader", str(file), live=live))


def test_a_reader_who_has_enough_is_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'from services.console.app import app; app()' doctor | true",
        shell=True,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert "Traceback" not in done.stderr
