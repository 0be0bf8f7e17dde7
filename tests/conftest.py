"""What all tests share: whole houses, and the order of a run."""

import gc
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.console.java import jars
from tests import parallel
from tests.e2e.houses import UPLOAD_BYTES, Up, assert_nothing_left
from tests.standins.composed import Composed, ground
from tests.standins.learners.learner import Learner
from tests.standins.otlp_receiver import OtlpReceiver

pytest_plugins = ("tests.standins.model.fixtures", "tests.deploy.skips")


@pytest.fixture(scope="session")
def folder_for_house() -> Iterator[Path]:
    """A folder that the user can enter to whom root hands Postgres; in the end nothing that ran there is left."""
    around = Path(tempfile.mkdtemp(prefix="pensum-house-"))
    around.chmod(0o711)
    yield around
    assert_nothing_left(around)
    shutil.rmtree(around)


@pytest.fixture(scope="session")
def traces() -> Iterator[OtlpReceiver]:
    """Where the shared houses send their spans."""
    with OtlpReceiver() as receiver:
        yield receiver


@pytest.fixture(scope="session")
def house(folder_for_house: Path, traces: OtlpReceiver) -> Iterator[Up]:
    """One embedded house for the whole run, as `pensum up` starts it. Do it no harm."""
    env = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": traces.endpoint,
        "OTEL_BSP_SCHEDULE_DELAY": "200",
        "PENSUM_UPLOAD_BYTES": str(UPLOAD_BYTES),
    }
    with Up(folder_for_house / "embedded", env=env) as up:
        yield up


@pytest.fixture(scope="session")
def house_url(house: Up) -> tuple[str, str]:
    """The URL of that house, and a learner's token for it."""
    return house.house.url, house.house.learner_token


@pytest.fixture
def me(house: Up) -> Iterator[Learner]:
    """Someone who uses that house."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as learner:
        yield learner


@pytest.fixture(scope="session")
def java() -> Path:
    """The Java that runs Apache Kafka; skips without it, or where its jars are not here and cannot be fetched."""
    found = shutil.which("java")
    if found is None or (shutil.which("mvn") is None and not any(jars.cache().glob("kafka-*/"))):
        pytest.skip("Java or Maven is missing: deploy/setup.sh kafka")
    return Path(found)


@pytest.fixture(scope="session")
def kafka_house(folder_for_house: Path, traces: OtlpReceiver) -> Iterator[Composed]:
    """The services of docker-compose.yml as processes on Apache Kafka, each with its place in its consumer group."""
    folder = folder_for_house / "composed"
    folder.mkdir(mode=0o711)
    more = {
        "PENSUM_ORDINAL": "0",
        "PENSUM_KILL_AT": str(folder / "kill"),
        "OTEL_BSP_SCHEDULE_DELAY": "200",
    }
    with ground(folder) as found:
        composed = Composed(folder, found, traces.endpoint, more)
        try:
            composed.start()
            yield composed
        finally:
            composed.stop()


class SharedHouses:
    """Ends a shared house with its unit, not with the run: one that nobody asks still costs a twentieth of a core.

    A plugin of its own: pytest asks no conftest of a folder about the fixtures of a session.
    """

    def __init__(self) -> None:
        self._begun: dict[str, tuple[pytest.FixtureDef[object], pytest.FixtureRequest]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> None:
        if fixturedef.scope == "session" and fixturedef.argname in parallel.SHARED.values():
            self._begun[fixturedef.argname] = fixturedef, request

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        try:
            yield
        finally:
            if nextitem is not None and parallel.unit(nextitem.nodeid) != parallel.unit(item.nodeid):
                while self._begun:
                    _, (fixture, request) = self._begun.popitem()
                    fixture.finish(request)  # type: ignore[arg-type]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(SharedHouses())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests and what they import stay to the end: no collection of garbage looks at them again.

    Else every one that a test asks for takes a third of a second, and every fork copies what it touches.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    parallel.in_order(items)


@pytest.hookimpl(optionalhook=True)  # xdist may be left out
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    return parallel.scheduler(config, log)


@pytest.fixture(scope="session", autouse=True)
def _no_database_is_left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Root's houses in pytest's closed folders keep their databases elsewhere: gone with the run."""
    yield
    base = tmp_path_factory.getbasetemp()
    for depth in ("*", "*/*", "*/*/*"):
        for marker in base.glob(f"{depth}/postgres.place"):
            shutil.rmtree(marker.read_text().strip(), ignore_errors=True)
