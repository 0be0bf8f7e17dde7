"""What is installed: by hash, from no named place, complete; each service carries what it imports and declares it."""

import json
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
TOOLS = {"build", "dev"}
# The chassis, and each service beyond it: the requirements of a group alone, without the groups that it includes.
GROUPS = {
    name: [each for each in group if isinstance(each, str)]
    for name, group in PROJECT["dependency-groups"].items()
    if name not in TOOLS
}
SERVICES = sorted(GROUPS.keys() - {"chassis"})
# What a declared library brings along and a service may lean on: its own promise, or its public interface.
BROUGHT = {
    "fastapi": {"starlette"},
    "mcp": {"mcp-types", "starlette"},
    "ocrmypdf": {"pillow", "img2pdf"},
    "opentelemetry-sdk": {"opentelemetry-api", "opentelemetry-semantic-conventions"},
    "opentelemetry-exporter-otlp-proto-http": {"opentelemetry-proto"},
    "pydantic": {"pydantic-core", "typing-extensions", "annotated-types"},
    "psycopg": {"psycopg-pool", "psycopg-binary"},
}


def plain(requirement: str) -> str:
    """A distribution's normal name."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def locked(name: str) -> dict[str, str]:
    """Distribution to its whole entry in a requirements file."""
    entries = re.split(r"\n(?=\S)", (ROOT / name).read_text())
    return {plain(entry): entry.strip() for entry in entries if not entry.startswith("#")}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "deploy/model/requirements.txt"])
def test_each_library_is_pinned_by_hash_and_names_no_place(name: str) -> None:
    for entry in locked(name).values():
        assert "==" in entry
        assert "--hash=sha256:" in entry
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|(^|\s)/", (ROOT / name).read_text())


def test_what_checks_the_page_is_pinned_by_hash_and_names_no_place() -> None:
    lock = (ROOT / "deploy" / "page" / "package-lock.json").read_text()
    packages = {name: entry for name, entry in json.loads(lock)["packages"].items() if name}
    assert {"node_modules/typescript-native", "node_modules/openapi-typescript"} <= packages.keys()
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert not re.search(r"https?:|\"resolved\"", lock)


def test_what_the_project_names_is_locked_and_the_developers_list_holds_the_same_versions() -> None:
    run, develop = locked("requirements.txt"), locked("requirements-dev.txt")
    wanted = {plain(each) for each in PROJECT["project"]["dependencies"]}
    assert wanted <= run.keys()
    assert {plain(each) for each in PROJECT["dependency-groups"]["dev"] if isinstance(each, str)} <= develop.keys()
    assert {name: develop.get(name) for name in run} == run


def test_what_is_installed_is_what_the_chassis_and_the_services_need_together() -> None:
    assert set(PROJECT["project"]["dependencies"]) == {each for group in GROUPS.values() for each in group}
    assert all({"include-group": "chassis"} in PROJECT["dependency-groups"][service] for service in SERVICES)


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("services", "contracts", include_external_packages=True, cache_dir=None)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_declares_what_it_and_the_chassis_under_it_import(service: str, imports: grimp.ImportGraph) -> None:
    declared = {plain(each) for each in [*GROUPS["chassis"], *GROUPS[service]]}
    for each in list(declared):
        declared |= BROUGHT.get(each, set())
    external = {module for module in imports.modules if imports.is_module_squashed(module)}
    used = imports.find_upstream_modules(f"services.{service}", as_package=True) & external
    owners = packages_distributions()
    imported = {plain(owner) for module in used for owner in owners.get(module.split(".")[0], [])}
    # Several distributions share the namespace `opentelemetry`: which of them, the name of the module does not say.
    missing = {each for each in imported - declared if not each.startswith("opentelemetry")}
    assert missing - {PROJECT["project"]["name"]} == set()
