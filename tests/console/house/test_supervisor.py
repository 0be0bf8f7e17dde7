"""The house keeps its services alive, keeps its data, and leaves nothing behind, however it ends."""

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import jwt
import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from services.chassis.model.providers import PROVIDERS
from services.chassis.process.lineage import die_with_parent
from services.console.house import health
from services.console.house.exit_reason import exit_reason
from services.console.house.folder import AlreadyRunning, Folder, HouseError, Running
from services.console.house.foundation import KEYS
from services.console.house.migration import Migration
from services.console.house.supervisor import House
from tests.e2e.houses import titles

TOPICS = [("walk", 1)]
T = TypeVar("T")


def gateway(ready_fd: int) -> int:
    """A service that answers over HTTP with its process id and environment."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"pid": os.getpid(), "env": dict(os.environ)}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", int(os.environ["PENSUM_HTTP_PORT"])), Answer) as server:
        os.write(ready_fd, b"ready\n")
        server.serve_forever()
    return 0


def reader(ready_fd: int) -> int:
    """A service with a child process in a session of its own, as the one that parses documents."""
    parent = os.getpid()
    (Path(os.environ["PENSUM_DATA"]) / "reader.env").write_text(json.dumps(dict(os.environ)))
    child = subprocess.Popen(
        ["sleep", "1000"], start_new_session=True, preexec_fn=lambda: die_with_parent(signal.SIGKILL, parent)
    )
    os.write(ready_fd, b"ready\n")
    child.wait()
    return 1


def broken(ready_fd: int) -> int:
    raise LookupError("the shelf is empty")


def build(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("create table built (at timestamptz default now())")
        connection.execute("insert into built default values")


def a_house(data: Path) -> House:
    return House(data, services={"gateway": gateway, "reader": reader}, topics=TOPICS, migration=Migration("1", build))


@pytest.fixture
def house(data: Path) -> Iterator[House]:
    with a_house(data) as started:
        started.wait_ready()
        yield started


def test_a_service_is_told_no_secret_that_it_does_not_use(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {each.key_variable for each in PROVIDERS.values() if each.key_variable} < KEYS
    for name in (*KEYS, "PENSUM_TOKEN_SECRET", "PENSUM_TASKS_SECRET", "PENSUM_TASKS_URL", "PENSUM_TASKS_PASSWORD"):
        monkeypatch.setenv(name, f"the-callers-{name}")
    with a_house(data) as house:
        its_gateway = ask(house.wait_ready().url)["env"]
        its_reader = json.loads((data / "reader.env").read_text())
    assert isinstance(its_gateway, dict)
    assert its_gateway["PENSUM_TOKEN_SECRET"] == Folder(data).secret()
    assert its_gateway["PENSUM_DATABASE"].startswith("postgresql://pensum_gateway:")
    assert (its_reader["PENSUM_TOKEN_SECRET"], its_reader["PENSUM_DATABASE"]) == ("", "")
    assert not KEYS & (its_gateway.keys() | its_reader.keys())
    for its in (its_reader, its_gateway):
        assert (its["PENSUM_TASKS_SECRET"], its["PENSUM_TASKS_URL"]) == ("", "")
        assert not [value for value in its.values() if value.startswith("the-callers-")]


def noting(ready_fd: int) -> int:
    """A service that writes its environment down."""
    Path(os.environ["PENSUM_HEALTH_FILE"]).with_suffix(".env").write_text(json.dumps(dict(os.environ)))
    os.write(ready_fd, b"ready\n")
    time.sleep(1000)
    return 1


def test_the_tasks_and_the_assistant_share_a_secret_and_an_address_and_nobody_else_has_them(data: Path) -> None:
    names = ("tasks", "assistant", "coach")
    told, ports = [], []
    for _ in range(2):
        with House(
            data, services=dict.fromkeys(names, noting), topics=TOPICS, migration=Migration("1", build)
        ) as house:
            house.wait_ready()
            told.append({name: json.loads((data / "health" / f"{name}.env").read_text()) for name in names})
            ports.append((data / "port").read_text())
    for its, port in zip(told, ports, strict=True):
        tasks, assistant = its["tasks"], its["assistant"]
        assert tasks["PENSUM_TASKS_URL"] == f"http://127.0.0.1:{tasks['PENSUM_HTTP_PORT']}/mcp"
        assert tasks["PENSUM_HTTP_HOST"] == "127.0.0.1"
        assert tasks["PENSUM_HTTP_PORT"] != port, "the gateway's is another"
        assert len(tasks["PENSUM_TASKS_SECRET"]) >= 32
        assert tasks["PENSUM_TASKS_SECRET"] != Folder(data).secret()
        for shared in ("PENSUM_TASKS_URL", "PENSUM_TASKS_SECRET"):
            assert assistant[shared] == tasks[shared]
            assert its["coach"][shared] == ""
        assert tasks["PENSUM_DATABASE"].startswith("postgresql://pensum_tasks:")
        assert (tasks["PENSUM_TOKEN_SECRET"], its["coach"]["PENSUM_DATABASE"]) == ("", "")
    assert told[0]["tasks"]["PENSUM_TASKS_SECRET"] == told[1]["tasks"]["PENSUM_TASKS_SECRET"]
    assert stat.S_IMODE((data / "tasks.secret").stat().st_mode) == 0o600


def resting(ready_fd: int) -> int:
    """A service that ends by itself at rest, as it is told that it may."""
    lives = Path(os.environ["PENSUM_HEALTH_FILE"]).with_suffix(".lives")
    with lives.open("a") as file:
        file.write(f"{os.getpid()} {os.environ['PENSUM_BEGUN_ANEW']}{os.environ.get('PENSUM_BEGUN_AT_REST', '')}\n")
    os.write(ready_fd, b"ready\n")
    time.sleep(1.1)
    return 0


def test_a_service_that_ends_at_rest_is_begun_anew_at_once_and_every_time(data: Path) -> None:
    with House(data, services={"coach": resting}, topics=TOPICS, migration=Migration("1", build)) as house:
        house.wait_ready()
        lives = data / "health" / "coach.lives"
        eventually(lambda: len(lives.read_text().splitlines()) > 3, 30)
    told = [line.split() for line in lives.read_text().splitlines()]
    assert len({pid for pid, _ in told}) == len(told)
    assert [anew for _, anew in told] == ["1", *["11"] * (len(told) - 1)]


def test_a_worker_rests_while_nothing_is_said_and_is_there_when_something_is(data: Path) -> None:
    with House(
        data,
        services={"gateway": gateway, "reader": reader},
        topics=TOPICS,
        migration=Migration("1", build),
        rest_after_s={"reader": 2.0},
    ) as house:
        running = house.wait_ready()
        before, first = ask(running.url)["pid"], one_that(running.pid, "sleep")  # The reader's.
        eventually(lambda: not psutil.pid_exists(first.pid), 10)
        file = data / "health" / "reader.json"
        eventually(lambda: json.loads(file.read_text())["rests"], 30)
        assert health.standing("reader", file) is None
        time.sleep(2.5)
        assert not [title for title in family(running.pid) if "sleep" in title]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ringing:
            ringing.sendto(b"", str(data / "bells" / "house"))
        assert one_that(running.pid, "sleep").pid != first.pid
        assert ask(running.url)["pid"] == before


def ask(url: str) -> dict[str, object]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    try:
        connection.request("GET", "/")
        answer: dict[str, object] = json.loads(connection.getresponse().read())
        return answer
    finally:
        connection.close()


def eventually(look: Callable[[], T], seconds: float) -> T:
    deadline = time.monotonic() + seconds
    while True:
        try:
            if found := look():
                return found
        except (OSError, http.client.HTTPException, psycopg.OperationalError):
            pass
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.02)


def running(house: House) -> Running:
    found = house.folder.running()
    assert found
    return found


def family(pid: int) -> dict[str, psutil.Process]:
    """All processes below `pid` by what they are."""
    return titles(psutil.Process(pid).children(recursive=True))


def one_that(pid: int, word: str) -> psutil.Process:
    """The descendant that `word` names, as soon as it bears its name."""

    def look() -> psutil.Process | None:
        try:
            return next((process for title, process in family(pid).items() if word in title), None)
        except psutil.NoSuchProcess:
            return None

    found = eventually(look, 30)
    assert found is not None
    return found


def test_it_announces_itself_to_its_owner_alone(house: House) -> None:
    found = running(house)
    kept = house.folder.path / "house.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE((house.folder.path / "secret").stat().st_mode) == 0o600
    for role, token in (("owner", found.owner_token), ("learner", found.learner_token)):
        claims = jwt.decode(token, house.folder.secret(), algorithms=["HS256"])
        assert 364 < (claims.pop("exp") - time.time()) / (24 * 3600) <= 365
        assert claims == {"tenant": "home", "sub": "me", "role": role}
    assert psutil.Process(found.pid).is_running()
    house.stop()
    assert not kept.exists()
    assert house.folder.running() is None


def test_its_services_are_told_where_everything_is(house: House) -> None:
    env = ask(running(house).url)["env"]
    assert isinstance(env, dict)
    assert env["PENSUM_KAFKA"] == running(house).kafka
    assert env["PENSUM_KAFKA_EMBEDDED"] == "true"
    assert env["PENSUM_DATABASE"].startswith("postgresql://pensum_gateway:")
    assert "@/pensum?host=" in env["PENSUM_DATABASE"]
    superusers = str(conninfo_to_dict(running(house).database)["password"])
    assert not any(superusers in str(value) for value in env.values()), "its own password and no other"
    assert env["PENSUM_TOKEN_SECRET"] == house.folder.secret()
    assert Path(env["PENSUM_BLOBS"]).is_dir()


def test_a_killed_service_answers_again_within_two_seconds(house: House) -> None:
    url = running(house).url
    before = ask(url)["pid"]
    assert isinstance(before, int)
    os.kill(before, signal.SIGKILL)
    assert eventually(lambda: ask(url)["pid"], 2) != before


def test_what_a_killed_service_had_started_ends_with_it(house: House) -> None:
    child = one_that(running(house).pid, "sleep")
    parent = child.parent()
    assert parent
    parent.kill()
    eventually(lambda: not child.is_running(), 2)
    eventually(lambda: one_that(running(house).pid, "sleep").pid != child.pid, 3)


def test_a_service_that_dies_again_and_again_is_back_each_time_within_a_second_or_two(house: House) -> None:
    url = running(house).url
    for _ in range(5):
        before = ask(url)["pid"]
        assert isinstance(before, int)
        os.kill(before, signal.SIGKILL)
        assert eventually(lambda: ask(url)["pid"], 2.5) != before


def test_while_one_cannot_be_revived_another_is(house: House) -> None:
    """A backend that is held still keeps the memory of the killed Postgres, so no other can begin meanwhile."""
    found = running(house)
    with psycopg.connect(found.database, autocommit=True) as connection:
        backend = psutil.Process(connection.info.backend_pid)
        backend.suspend()
        try:
            one_that(found.pid, "bin/postgres").kill()
            service, broker = ask(found.url)["pid"], one_that(found.pid, "embedded.broker")
            assert isinstance(service, int)
            os.kill(service, signal.SIGKILL)
            broker.kill()
            assert eventually(lambda: ask(found.url)["pid"], 2.5) != service
            assert eventually(lambda: one_that(found.pid, "embedded.broker").pid, 2.5) != broker.pid
        finally:
            backend.resume()

    def there() -> bool:
        with psycopg.connect(found.database) as connection:
            return connection.execute("select 1").rowcount == 1

    eventually(there, 30)


def test_when_the_broker_dies_it_returns_and_the_services_begin_anew_but_for_the_gateway(house: House) -> None:
    found = running(house)
    before, child = ask(found.url), one_that(found.pid, "sleep")
    one_that(found.pid, "embedded.broker").kill()
    eventually(lambda: one_that(found.pid, "sleep").pid != child.pid, 4)
    assert one_that(found.pid, "embedded.broker").is_running()
    assert ask(found.url) == before, "it takes requests meanwhile, and looks for a new broker by itself"


def test_when_postgres_dies_it_returns_with_its_data(house: House) -> None:
    found = running(house)
    one_that(found.pid, "bin/postgres").kill()

    def rows() -> bool:
        with psycopg.connect(found.database) as connection:
            return connection.execute("select from built").rowcount == 1

    time.sleep(0.05)
    assert eventually(rows, 15)


@pytest.mark.parametrize("sig", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_running(data: Path, sig: signal.Signals) -> None:
    house = a_house(data).start()
    pid = house.wait_ready().pid
    kin = family(pid)
    assert len(kin) >= 5
    os.kill(pid, sig)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == (0 if sig != signal.SIGKILL else -9)
    _, alive = psutil.wait_procs(kin.values(), timeout=30)
    assert alive == []
    with a_house(data) as again:
        assert again.wait_ready().pid != pid


def test_the_house_ends_with_the_program_that_started_it(data: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from services.console.house.supervisor import House;"
        "from services.console.house.migration import Migration;"
        "house = House(Path(sys.argv[1]), services=(), topics=[], migration=Migration('1', len)).start();"
        "print(house.wait_ready().pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        supervisor = psutil.Process(int(owner.stdout.readline()))
        kin = [supervisor, *family(supervisor.pid).values()]
        owner.kill()
    _, alive = psutil.wait_procs(kin, timeout=30)
    assert alive == []
    assert not (data / "house.json").exists()


def test_a_second_start_finds_the_data_the_port_and_the_secret_of_the_first(data: Path) -> None:
    with a_house(data) as house:
        first = house.wait_ready()
    with a_house(data) as house:
        second = house.wait_ready()
        assert second.url == first.url
        assert jwt.decode(first.owner_token, house.folder.secret(), algorithms=["HS256"])["role"] == "owner"
        with psycopg.connect(second.database) as connection:
            assert connection.execute("select from built").rowcount == 1


def test_a_new_version_of_the_tables_is_built_over_the_old(data: Path) -> None:
    with a_house(data) as house:
        house.wait_ready()

    def more(url: str) -> None:
        with psycopg.connect(url) as connection:
            connection.execute("insert into built default values")

    with (
        House(data, services=(), topics=TOPICS, migration=Migration("2", more)) as house,
        psycopg.connect(house.wait_ready().database) as connection,
    ):
        assert connection.execute("select from built").rowcount == 2


def test_two_houses_stand_side_by_side(house: House, data: Path) -> None:
    with a_house(data.with_name("other")) as other:
        second = other.wait_ready()
        first = running(house)
        assert len({first.url, second.url}) == len({first.kafka, second.kafka}) == 2
        assert ask(first.url)["pid"] != ask(second.url)["pid"]


def test_a_second_house_on_the_same_folder_says_where_the_first_is(house: House) -> None:
    found = running(house)
    with pytest.raises(AlreadyRunning, match=rf"already running on .* at {found.url} \(pid {found.pid}\)"):
        a_house(house.folder.path).run_forever()
    with a_house(house.folder.path) as second, pytest.raises(HouseError, match="already running"):
        second.wait_ready(10)
    assert ask(found.url)


def test_a_file_left_by_a_killed_house_is_no_house(data: Path) -> None:
    house = a_house(data).start()
    pid = house.wait_ready().pid
    kin = family(pid)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    psutil.wait_procs(kin.values(), timeout=30)
    assert (data / "house.json").exists()
    assert Folder(data).running() is None


def test_a_service_that_cannot_start_is_named_with_its_last_words(data: Path) -> None:
    house = House(data, services={"coach": broken}, topics=TOPICS, migration=Migration("1", build))
    with house, pytest.raises(HouseError) as told:
        house.wait_ready()
    said = f"The service coach does not start: LookupError: the shelf is empty (log: {data / 'logs' / 'coach.log'})"
    assert str(told.value) == said


def test_of_a_log_of_json_lines_the_last_words_are_a_sentence(tmp_path: Path) -> None:
    log = tmp_path / "coach.log"
    assert exit_reason(log) == ""
    lines = [
        {"level": "error", "message": "An older one."},
        {"level": "critical", "message": "APP_LLM_PROVIDER=opnai is not one of openai, local."},
        {"level": "info", "message": "That is all."},
    ]
    log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert exit_reason(log) == "APP_LLM_PROVIDER=opnai is not one of openai, local."
    crash = {"level": "error", "message": "The service crashed.", "error": "Traceback:\n  a\nValueError: no"}
    log.write_text(f"{json.dumps(crash)}\n")
    assert exit_reason(log) == "The service crashed. ValueError: no"
    crash["error"] = "OSError: gone\n  service.py:7 in read\nbecause of: KeyError\n  service.py:3 in find"
    log.write_text(f"{json.dumps(crash)}\n")
    assert exit_reason(log) == "The service crashed. OSError: gone"
    log.write_text("[1]\nTraceback:\nLookupError: gone\n\n")
    assert exit_reason(log) == "LookupError: gone"


def test_a_migration_that_fails_is_told_and_tried_again_next_time(data: Path) -> None:
    def fail(url: str) -> None:
        raise LookupError("no such column")

    house = House(data, services=(), topics=TOPICS, migration=Migration("1", fail))
    with house, pytest.raises(HouseError, match=r"migrate failed(.|\n)*no such column"):
        house.wait_ready()
    with a_house(data) as house:
        house.wait_ready()


def test_a_taken_port_that_was_asked_for_is_told(house: House, data: Path) -> None:
    port = urlsplit(running(house).url).port
    assert port
    other = House(data.with_name("other"), services=(), topics=TOPICS, http_port=port)
    with other, pytest.raises(HouseError, match=f"Port {port} is taken"):
        other.wait_ready()
