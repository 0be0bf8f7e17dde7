"""Programs that come as jars from Maven Central: fetched once with Maven into a cache folder, then used from there.

The cache is `PENSUM_CACHE`, by default `~/.cache/pensum`. A folder in it is complete or absent, also when two houses
fetch at once or a fetch is cut short.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from services.chassis.process.lineage import die_with_parent

COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"


class JavaError(RuntimeError):
    """A Java program cannot be fetched or run; the text is a sentence for the person at the terminal."""


def cache() -> Path:
    """The folder for what is fetched once and shared by all houses of this user."""
    named = os.environ.get("PENSUM_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pensum"


def java() -> str:
    """The path of a `java` that runs; JavaError says what to install where there is none."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=f"{home}/bin") if home else None
    found = found or shutil.which("java")
    if found is None:
        raise JavaError("Java 17 is missing: run deploy/setup.sh kafka, or install openjdk-17-jre-headless.")
    return found


def of_pom(pom: Path, name: str) -> Path:
    """The folder `name` of the cache with all jars that `pom` names, and those that they need."""
    return _fetched(name, "dependency:copy-dependencies", f"--file={pom}", "-DincludeScope=runtime")


def of_artifact(coordinates: str, name: str) -> Path:
    """The folder `name` of the cache with the one jar `group:artifact:version:type:classifier`."""
    return _fetched(name, COPY, f"-Dartifact={coordinates}")


def _fetched(name: str, *goal: str) -> Path:
    target = cache() / name
    if target.is_dir():
        return target
    maven = shutil.which("mvn")
    if maven is None:
        raise JavaError("Maven is missing: run deploy/setup.sh kafka, or install maven.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=target.parent))
    except OSError as error:
        raise JavaError(f"{target.parent} cannot be written ({error.strerror}): set PENSUM_CACHE.") from error
    try:
        _maven([maven, "-q", "-B", "--strict-checksums", *goal, f"-DoutputDirectory={fresh}"], name)
        fresh.chmod(0o755)
        try:
            fresh.rename(target)
        except OSError:
            if not target.is_dir():  # else another house was faster, and its folder is as good
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return target


def run(command: list[str], timeout: float) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, or to ours; what it said is kept. TimeoutExpired after `timeout` s."""
    parent = os.getpid()
    return subprocess.run(
        command,
        cwd="/",  # not the caller's: Maven would take a pom that happens to lie there
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        preexec_fn=lambda: die_with_parent(signal.SIGKILL, parent),
    )


def _maven(command: list[str], name: str) -> None:
    try:
        done = run(command, timeout=600)
    except subprocess.TimeoutExpired:
        raise JavaError(f"{name} was not fetched from Maven Central within 10 minutes.") from None
    if done.returncode != 0:
        said = re.findall(r"^\[ERROR\] (?:Failed to execute goal )?(.+)", done.stdout, re.MULTILINE)
        why = said[0][:400] if said else (done.stderr or done.stdout)[-400:].strip()
        raise JavaError(f"{name} cannot be fetched from Maven Central: {why}")
