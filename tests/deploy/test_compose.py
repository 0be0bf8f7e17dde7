"""docker-compose.yml, where no engine is at hand: its commands, settings, logins and order are those of the house."""

import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from contracts.topics import SERVICES as TOPICAL
from services.chassis.process import serve
from services.chassis.settings import Settings
from services.console.app import app
from services.console.embedded.logins import LOGINS
from services.reader.settings import ReaderSettings

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CONTAINERS: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in CONTAINERS.items() if service["image"] == "pensum"}
SERVICES = {entry.name for entry in entry_points(group="pensum.services")}
# Read by the model client, the migration and the health check, not by Settings.
ELSEWHERE = {"PENSUM_HEALTH_FILE", *(f"PENSUM_{service.upper()}_PASSWORD" for service in LOGINS)}


def test_each_service_has_a_container() -> None:
    assert set(OURS) == SERVICES | {"migrate", "topics"}
    assert set(serve.names()) == SERVICES


@pytest.mark.parametrize("name", OURS)
def test_each_container_runs_a_command_that_pensum_has(name: str) -> None:
    program, *arguments = OURS[name]["command"]
    assert program == "pensum"
    assert arguments == (["serve", name] if name in SERVICES else [name])
    told = CliRunner().invoke(app, [*arguments, "--help"])
    assert told.exit_code == 0, told.output


@pytest.mark.parametrize("name", OURS)
def test_each_container_is_given_only_settings_that_somebody_reads(name: str) -> None:
    known = {f"PENSUM_{field.upper()}" for field in Settings.model_fields} | ELSEWHERE
    given = {variable for variable in OURS[name]["environment"] if variable.startswith("PENSUM_")}
    assert {variable for variable in given - known if not variable.startswith("PENSUM_MODEL")} == set()


def test_the_image_gives_only_settings_that_somebody_reads() -> None:
    known = {f"PENSUM_{field.upper()}" for field in Settings.model_fields} | ELSEWHERE
    assert set(re.findall(r"PENSUM_[A-Z_]+", (ROOT / "deploy" / "Dockerfile").read_text())) <= known


def test_only_the_services_with_a_database_get_a_login_and_each_its_own() -> None:
    given = {
        name: re.match(r"postgresql://(\w+):", url)
        for name in SERVICES
        if (url := OURS[name]["environment"].get("PENSUM_DATABASE"))
    }
    assert {name: found[1] for name, found in given.items() if found} == LOGINS


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_starts_after_its_topics_and_tables_and_says_how_it_is(name: str) -> None:
    waits = {other: how["condition"] for other, how in OURS[name]["depends_on"].items()}
    if name in TOPICAL:
        assert waits["kafka"] == "service_healthy"
        assert waits["topics"] == "service_completed_successfully"
    else:
        assert not {"kafka", "topics"} & waits.keys()
        assert "PENSUM_KAFKA" not in OURS[name]["environment"]
    if name in LOGINS:
        assert waits["migrate"] == "service_completed_successfully"
    assert OURS[name]["healthcheck"]["test"]


def test_the_tasks_are_reached_inside_alone_by_a_secret_that_nobody_else_is_told() -> None:
    told = {name for name in OURS if any("PENSUM_TASKS_SECRET" in key for key in OURS[name]["environment"])}
    assert told == {"tasks", "assistant"} & SERVICES
    ours = OURS["tasks"]["environment"]
    assert "ports" not in OURS["tasks"]
    assert ours["PENSUM_TASKS_URL"] == f"http://tasks:{ours['PENSUM_HTTP_PORT']}/mcp"
    assert "PENSUM_TOKEN_SECRET" not in ours


MODEL = set(
    re.findall(r"`((?:APP_LLM|PENSUM_MODEL|[A-Z]+_API_KEY)[A-Z_]*)`", (ROOT / "docs" / "models.md").read_text())
)


def test_who_asks_a_model_gets_every_setting_of_it_and_who_does_not_its_name_at_most() -> None:
    assert {"APP_LLM_PROVIDER", "PENSUM_MODEL_BASE_URL", "PENSUM_MODEL_PRICE_IN", "OPENAI_API_KEY"} <= MODEL
    for name in OURS:
        given = set(OURS[name]["environment"])
        if name in ("coach", "evaluator", "assistant"):
            assert given >= MODEL
            assert all(OURS[name]["environment"][variable] == f"${{{variable}:-}}" for variable in MODEL)
            assert "host.docker.internal:host-gateway" in OURS[name]["extra_hosts"]
        else:
            named = {"PENSUM_MODEL_EMBED"} if name in ("orchestrator", "gateway") else set()
            assert {
                one for one in given if one.startswith(("APP_LLM", "PENSUM_MODEL")) or one.endswith("_KEY")
            } == named


def test_the_image_has_the_languages_that_scans_are_read_in_and_those_that_setup_installs() -> None:
    image = set(re.findall(r"tesseract-ocr-(\w+)", (ROOT / "deploy" / "Dockerfile").read_text()))
    setup = re.search(r"^ocr_packs=\((.+)\)$", (ROOT / "deploy" / "setup.sh").read_text(), re.MULTILINE)
    assert setup is not None
    assert image == set(setup[1].split()) >= {*ReaderSettings().ocr_languages.split("+"), "osd"}


def test_every_image_of_others_is_pinned_and_every_port_is_on_loopback() -> None:
    for name, service in CONTAINERS.items():
        if name not in OURS:
            assert re.search(r":\d", service["image"]), service["image"]
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:")


def test_kafka_is_the_same_version_with_and_without_docker() -> None:
    version = re.search(r"<kafka.version>(.+)</kafka.version>", (ROOT / "services/console/apache/pom.xml").read_text())
    assert version is not None
    assert CONTAINERS["kafka"]["image"] == f"apache/kafka:{version[1]}"


def test_kafka_has_the_same_settings_with_and_without_docker() -> None:
    settings = dict(
        re.findall(r"^([a-z.]+)=(.+)$", (ROOT / "services/console/apache/server.properties").read_text(), re.MULTILINE)
    )
    given = {
        variable.removeprefix("KAFKA_").lower().replace("_", "."): str(value)
        for variable, value in CONTAINERS["kafka"]["environment"].items()
    }
    both = settings.keys() & given.keys()
    assert {"group.initial.rebalance.delay.ms", "broker.session.timeout.ms", "process.roles"} <= both
    assert {key: settings[key] for key in both} == {key: given[key] for key in both}
