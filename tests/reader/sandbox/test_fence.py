"""What opens a document has no secret, no network, no user's rights and no way to get any; nor has what it starts."""

import asyncio
import contextlib
import json
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
import pytest_asyncio
from PIL import Image

from services.chassis.process.fence import missing
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from tests.reader.harness import Blobs, Service, Telling, under_limits
from tests.reader.papers import lines, paper

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRETS = {
    "PENSUM_TOKEN_SECRET": "signs-every-token",
    "PENSUM_DATABASE": "postgresql://pensum_gateway:open-sesame@db/pensum",
    "PENSUM_MODEL_API_KEY": "sk-dear-to-the-model",
    "OPENAI_API_KEY": "sk-dearer",
    "SOME_PASSWORD": "of-the-callers-own",
}
SLOW = paper(*[lines(*[f"Line {n} tells of the tide that comes in." for n in range(72)], size=3) for _ in range(24)])
MISSING = " ".join(missing())
"""What the kernel under the tests does not allow: `services/chassis/process/fence.py`."""

# Stands on PATH for tesseract, so it runs as what reads scans does: it tries what it must not, tells, and hangs.
PROBE = """#!{python} -I
import json, os, socket, sys, time
if len(sys.argv) == 2:
    print("tesseract 5.3.0" if sys.argv[1] == "--version" else "List (1):\\neng")
    sys.exit()
said = {{"uid": os.getuid(), "secrets": sorted({secrets!r} & os.environ.keys())}}
for name, attempt in {{
    "connects": lambda: socket.create_connection(("127.0.0.1", {port}), 2),
    "reads a secret": lambda: open({secret!r}).read(),
    "reads another's environment": lambda: open("/proc/{pid}/environ").read(1),
    "writes beside": lambda: open({secret!r} + ".mine", "w"),
    "signals": lambda: os.kill({pid}, 0),
}}.items():
    try:
        attempt()
        said[name] = True
    except OSError as error:
        said[name] = False
with open("said.part", "w") as file:
    json.dump(said, file)
os.rename("said.part", "said.json")
time.sleep(60)
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def guarded() -> AsyncIterator[Children]:
    """Children of a Reader whose own environment has secrets."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SECRETS.items():
            patch.setenv(name, value)
        async with Children(2, grace=0.5) as children:
            await children.run("digest", {"readings": []}, ReaderSettings(), seconds=120)
            yield children


def _status(pid: int) -> dict[str, str]:
    lines_ = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines_)}


def _devices(pid: int) -> list[str]:
    return [line.split(":")[0].strip() for line in Path(f"/proc/{pid}/net/dev").read_text().splitlines()[2:]]


def _told(folder: Path) -> dict[str, object] | None:
    """What the probe has told, once it has."""
    found = list(folder.glob("pensum-reader-*/*/said.json"))
    return json.loads(found[0].read_text()) if found else None


def _memory(pid: int) -> bytes:
    """All that a process may write to, its environment with it (what /proc calls that is overwritten by its title)."""
    found = []
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            place, rights = line.split()[:2]
            start, end = (int(each, 16) for each in place.split("-"))
            if rights.startswith("rw"):
                memory.seek(start)
                found.append(memory.read(end - start))
    return b"".join(found)


async def test_a_child_at_work_has_no_secret_no_users_rights_and_a_network_of_its_own(
    guarded: Children, tmp_path: Path
) -> None:
    service = Service(guarded, Blobs(tmp_path), Telling())
    assert guarded.server_pid is not None
    server = psutil.Process(guarded.server_pid)
    reading = asyncio.create_task(service.read(SLOW))
    try:
        for _ in range(600):
            at_work = next((each for each in server.children() if under_limits(each.pid)), None)
            if at_work is not None:
                with contextlib.suppress(psutil.NoSuchProcess):  # Done in that very moment: the next one, then.
                    at_work.suspend()
                    if at_work.status() == psutil.STATUS_STOPPED:
                        break
            await asyncio.sleep(0.01)
        child = at_work
        assert child is not None
        for process in (server, child):
            assert not [secret for secret in SECRETS.values() if secret.encode() in _memory(process.pid)]
            assert _status(process.pid)["NoNewPrivs"] == "1"
            if "namespace" not in MISSING:
                assert os.readlink(f"/proc/{process.pid}/ns/net") != os.readlink("/proc/self/ns/net")
                assert _devices(process.pid) in ([], ["lo"])
        fds = f"/proc/{child.pid}/fd"
        of_sockets = [fd for fd in os.listdir(fds) if os.readlink(f"{fds}/{fd}").startswith("socket:")]
        assert len(of_sockets) == 1  # To its Reader.
        if os.geteuid() == 0:
            assert 0 not in {int(uid) for uid in _status(child.pid)["Uid"].split()}
            assert 0 not in {int(gid) for gid in _status(child.pid)["Gid"].split()}
            assert _status(child.pid)["Groups"] == ""
        child.resume()
        await reading
    finally:
        reading.cancel()


async def test_what_reads_a_scan_reaches_no_network_no_secret_and_no_other_process(tmp_path: Path) -> None:
    secret, tesseract = tmp_path / "secret", tmp_path / "bin" / "tesseract"
    secret.write_text("signs-every-token")
    tesseract.parent.mkdir()
    picture = tmp_path / "scan.png"
    Image.new("L", (400, 400), 200).save(picture)
    given = {
        "path": str(picture),
        "password": None,
        "media_type": "image/png",
        "pages": [1, 1],
        "ocr": [1],
        "languages": ["eng"],
    }

    with socket.create_server(("127.0.0.1", 0)) as server, pytest.MonkeyPatch.context() as patch:
        names = {"python": sys.executable, "port": server.getsockname()[1], "secret": str(secret), "pid": os.getpid()}
        tesseract.write_text(PROBE.format(secrets=set(SECRETS), **names))
        tesseract.chmod(0o755)
        patch.setenv("PATH", f"{tesseract.parent}:{os.environ['PATH']}")
        patch.setenv("TMPDIR", str(tmp_path))
        patch.setattr(tempfile, "tempdir", None)
        for name, value in SECRETS.items():
            patch.setenv(name, value)
        async with Children(1, grace=0.5) as children:
            work = children.run("range", given, ReaderSettings(), seconds=120, writes=True)
            reading = asyncio.create_task(work)
            while (said := _told(tmp_path)) is None:
                assert not reading.done(), await reading
                await asyncio.sleep(0.02)
            reading.cancel()
    assert said.pop("uid") != 0
    assert said.pop("secrets") == []
    assert not said["connects"] or "network is open" in MISSING
    if "Landlock" in MISSING:
        # It is part of the kernel, which no setup of ours can change; user, secrets and network were asked above.
        pytest.skip("this kernel has no Landlock: files and processes are held by the user's rights alone")
    assert said == dict.fromkeys(said, False)
