"""What is on this machine, what is missing and what that disables, and what is configured and does not work.

It changes nothing. The house that runs is asked, and each configured model once, which costs a few tokens.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from services.chassis.model.providers import ModelSettings

LEAST_FREE = 1 << 30
ANSWER_SECONDS, MODEL_SECONDS = 5.0, 15.0
ASKING = ("coach", "evaluator", "assistant")
"""The roles that ask a model."""
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
LANGUAGES = ("eng", "nor", "osd")


@dataclass(frozen=True)
class Finding:
    """One thing. `here` says what was found, or why not; `disables` what its absence costs; `must`: nothing runs.

    `broken`: it is there or configured, and does not work.
    """

    name: str
    ok: bool
    here: str
    disables: str = ""
    must: bool = False
    broken: bool = False


def examine(data: Path) -> list[Finding]:
    """Everything that the house can use, the necessary first."""
    return [
        python(),
        postgres(),
        broker(),
        folder(data),
        disk(data),
        house(data),
        *standing(data),
        services(),
        *model(),
        java(),
        program("Maven", ("mvn",), "Apache Kafka and the trace page cannot be fetched the first time"),
        kafka_jars(),
        tesseract(),
        fence(),
        program("Chromium", CHROMIUMS, "the browser test is skipped"),
    ]


def report(findings: Sequence[Finding]) -> int:
    """Print them; 1 if something is missing without which nothing runs, or does not work though it is configured."""
    for each in findings:
        sign = "ok     " if each.ok else "BROKEN " if each.broken else "MISSING" if each.must else "missing"
        print(f"{sign}  {each.name:12}  {each.here}")
        if not each.ok and each.disables:
            print(f"{'':23}so {each.disables}")
    return 1 if any((each.must or each.broken) and not each.ok for each in findings) else 0


def python() -> Finding:
    """The interpreter."""
    found = sys.version_info
    return Finding("Python", found >= (3, 11), f"{found[0]}.{found[1]}.{found[2]}", "nothing runs", must=True)


def postgres() -> Finding:
    """The binaries of the wheel, as this user can run them."""
    from services.console.embedded.binaries import PostgresError, account, wheel

    try:
        account(Path("postgres"))
        roots = sorted(wheel().glob("pginstall*/bin/postgres"))
    except PostgresError as error:
        return Finding("Postgres", False, str(error), "no house can be run here", must=True)
    return Finding("Postgres", bool(roots), str(roots[-1]) if roots else "no binaries for this machine", must=True)


def broker() -> Finding:
    """The library of the embedded broker."""
    from services.console.embedded.broker import BrokerError, library

    try:
        return Finding("Broker", True, library().name)
    except BrokerError as error:
        return Finding("Broker", False, str(error), "only --kafka can be run", must=True)


def folder(data: Path) -> Finding:
    """Whether the data folder can be written."""
    from services.console.house.folder import HouseError
    from services.console.house.place import usable

    try:
        usable(data)
    except HouseError as error:
        return Finding("Data folder", False, str(error), "no house can be run on it", must=True)
    return Finding("Data folder", True, str(data.absolute()) + ("" if data.exists() else " (not made yet)"))


def disk(data: Path) -> Finding:
    """Free space where the data lies."""
    near = next(path for path in (data.absolute(), *data.absolute().parents) if path.exists())
    free = shutil.disk_usage(near).free
    return Finding("Disk", free >= LEAST_FREE, f"{free / (1 << 30):.1f} GB free", "large documents may not fit")


def house(data: Path) -> Finding:
    """The house that runs on the data folder, asked over HTTP; that none does is no fault."""
    from services.console.house.folder import HouseError
    from services.console.house.place import running

    try:
        found = running(data)
    except HouseError as error:
        return Finding("House", False, str(error), "its house cannot be found")
    if found is None:
        return Finding("House", True, "none runs on the data folder")
    where = f"at {found.url} (pid {found.pid})"
    if (wrong := unready(found.url)) is not None:
        return Finding("House", False, f"runs {where}, but {wrong}", "requests fail or wait", broken=True)
    return Finding("House", True, f"runs {where}")


def unready(url: str) -> str | None:
    """Why the gateway there is not ready, as the end of a sentence; None if it is."""
    import httpx

    try:
        answer = httpx.get(f"{url}/readyz", timeout=ANSWER_SECONDS, trust_env=False)
        reasons = answer.json()["reasons"]
    except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
        return f"its gateway does not answer as it should ({type(error).__name__})"
    return f"it is not ready: {' '.join(reasons.values())}" if reasons or answer.status_code != 200 else None


def standing(data: Path) -> list[Finding]:
    """Each service of the house that runs on the data folder, by its health file and its process."""
    from services.console.house.folder import Folder, HouseError
    from services.console.house.health import standing as how
    from services.console.house.place import running

    try:
        if running(data) is None:
            return []
    except HouseError:
        return []
    folder = Folder(data)
    kept = sorted(folder.health("").glob("*.json"))
    said = {path.stem: how(path.stem, path) for path in kept}
    lost = "what it is asked for waits"
    return [
        Finding(service.capitalize(), why is None, why or "ready", lost, broken=True) for service, why in said.items()
    ]


def services() -> Finding:
    """The services that are installed, and whether their code is there."""
    from importlib.metadata import entry_points

    found = {entry.name: entry.module for entry in entry_points(group="pensum.services")}
    lost = sorted(name for name, module in found.items() if not _importable(module))
    said = ", ".join(sorted(set(found) - set(lost))) or "none"
    return Finding("Services", bool(found) and not lost, said, f"not here: {', '.join(lost) or 'any'}", must=True)


def model() -> list[Finding]:
    """Each model that is configured, asked once, that of the vectors too. Without one the offline author writes, which
    is no fault."""
    from services.chassis.model.providers import ModelNotUsable, ModelSettings

    try:
        settings = ModelSettings.from_env()
    except ModelNotUsable as error:
        return [Finding("Model", False, str(error), "no house starts with these settings", broken=True)]
    if settings is None:
        return [Finding("Model", True, "none configured: the offline author writes")]
    asked = [model for role in ASKING for model in settings.models_for(role) if model]
    found = [_answering(settings, model) for model in dict.fromkeys(asked)]
    return [*found, _answering(settings, settings.embed, vectors=True)] if settings.embed else found


def _answering(settings: "ModelSettings", model: str, *, vectors: bool = False) -> Finding:
    import asyncio

    from services.console.doctor.model_check import tried, tried_embedding

    where = f"{model} at {settings.base_url}"
    wrong = asyncio.run((tried_embedding if vectors else tried)(settings, model, MODEL_SECONDS))
    lost = "search goes by words alone" if vectors else "what is written and judged by it fails with 502 or 504"
    said = f"{where} answers" if wrong is None else f"{where} does not answer as it should: {wrong}"
    return Finding("Vectors" if vectors else "Model", wrong is None, said, lost, broken=True)


def java() -> Finding:
    """Java 17 or newer."""
    from services.console.java.jars import JavaError
    from services.console.java.jars import java as find

    lost = "--kafka and --traces are not available"
    try:
        path = find()
    except JavaError as error:
        return Finding("Java", False, str(error), lost)
    said = _said(path, "-version")
    version = re.search(r'version "(\d+)', said)
    new = version is not None and int(version[1]) >= 17
    return Finding("Java", new, f"{path} ({version[1] if version else 'unknown version'})", lost)


def kafka_jars() -> Finding:
    """Whether Apache Kafka has been fetched; that it has not is no fault while it can be."""
    from services.console.java.jars import cache

    found = sorted(cache().glob("kafka-*[0-9]"))
    said = str(found[-1]) if found else "not fetched yet; the first --kafka does"
    return Finding("Kafka jars", True, said)


def tesseract() -> Finding:
    """Tesseract with English, Norwegian, and what tells which way is up."""
    lost = "scanned documents cannot be read"
    path = shutil.which("tesseract")
    if path is None:
        return Finding("Tesseract", False, "not installed (deploy/setup.sh ocr)", lost)
    here = set(_said(path, "--list-langs").split())
    missing = [each for each in LANGUAGES if each not in here]
    said = f"{path}, languages: {', '.join(sorted(each for each in here if re.fullmatch('[a-z]{3}(_[a-z]+)?', each)))}"
    lacks = f"without {', '.join(missing)}: scans are read worse or not at all (deploy/setup.sh ocr)"
    return Finding("Tesseract", not missing, said, lacks)


def fence() -> Finding:
    """What keeps a hostile document from the machine."""
    from services.chassis.process.fence import missing

    lost = missing()
    said = "; ".join(lost) or "documents are opened without network, secrets, other files, and root's rights"
    return Finding("Fence", not lost, said, "a document that breaks the program that opens it can reach more")


def program(name: str, commands: Sequence[str], disables: str) -> Finding:
    """A program by any of its names."""
    found = next((path for each in commands if (path := shutil.which(each))), None)
    return Finding(name, found is not None, found or "not installed", disables)


def _said(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:
        return False
