"""Each service of docker-compose.yml by its exact start command, as a process with compose's variables, on Kafka."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.e2e.houses import PENSUM
from tests.standins.composed import CONTAINERS, SERVICES, Composed

pytestmark = pytest.mark.kafka


def healthy(house: Composed, service: str) -> subprocess.CompletedProcess[str]:
    """Compose's own health check of a service, where its container would run it."""
    kind, program, *rest = CONTAINERS[service]["healthcheck"]["test"]
    assert kind == "CMD"
    command = [{"pensum": str(PENSUM), "python": sys.executable}[program], *rest]
    command = [part.replace("127.0.0.1:8080", f"127.0.0.1:{house.port}") for part in command]
    env = house.environment(service)
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=90)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_starts_says_its_name_is_healthy_and_ends_when_told(service: str, kafka_house: Composed) -> None:
    assert CONTAINERS[service]["command"] == ["pensum", "serve", service]
    process = kafka_house.processes[service]
    assert process.poll() is None
    title = Path(f"/proc/{process.pid}/cmdline").read_bytes().split(b"\0")[0].decode()
    assert title == f"pensum serve {service}"
    assert healthy(kafka_house, service).returncode == 0
    starts = kafka_house.log(service).read_text().count('"message": "ready"')
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert healthy(kafka_house, service).returncode != 0
    kafka_house.begin(service)
    kafka_house.wait_ready(service, starts + 1)


def test_the_gateway_says_that_it_is_ready_and_a_token_of_the_command_lets_a_person_in(kafka_house: Composed) -> None:
    ready = httpx.get(f"{kafka_house.url}/readyz", trust_env=False)
    assert (ready.status_code, ready.json()["ready"], ready.json()["reasons"]) == (200, True, {})
    assert httpx.get(f"{kafka_house.url}/livez", trust_env=False).status_code == 200
    command = [str(PENSUM), "token", "--role", "owner", "--tenant", "school", "--user", "kari", "--days", "1"]
    env = kafka_house.environment("gateway")  # As `docker compose exec gateway` runs it.
    token = subprocess.run(command, capture_output=True, text=True, env=env, timeout=90, check=True).stdout.strip()
    for given, status in ((token, 200), (f"{token}x", 401)):
        headers = {"Authorization": f"Bearer {given}"}
        assert httpx.get(f"{kafka_house.url}/v1/sessions", headers=headers, trust_env=False).status_code == status


def test_no_service_says_an_error_while_nothing_is_wrong(kafka_house: Composed) -> None:
    for service in SERVICES:
        wrong = re.findall(r'.*"level": "(?:error|critical)".*', kafka_house.log(service).read_text())
        # A broker that is being asked for the first time has no coordinator yet, and its client calls that an error.
        assert [line for line in wrong if '"logger": "aiokafka.consumer.group_coordinator"' not in line] == [], service


def test_the_gateway_serves_page_and_description(kafka_house: Composed) -> None:
    page = httpx.get(kafka_house.url, trust_env=False)
    assert (page.status_code, "<html" in page.text) == (200, True)
    described = httpx.get(f"{kafka_house.url}/v1/openapi.json", trust_env=False).json()
    assert described["openapi"].startswith("3.1")


def test_setup_may_be_run_again(kafka_house: Composed) -> None:
    for name in ("migrate", "topics"):
        assert kafka_house.begin(name).wait(60) == 0, kafka_house.log(name).read_text()
