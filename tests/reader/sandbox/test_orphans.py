"""Nothing of the Reader is left after a kill -9 of it, not even a child that hangs."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.reader.harness import under_limits
from tests.reader.papers import lines, paper

SLOW = paper(*[lines(*[f"Line {n} tells of the tide that comes in." for n in range(60)]) for _ in range(24)])

READER = """
import asyncio, sys
from pathlib import Path
from tests.reader.harness import Blobs, Service, Telling
from services.reader.sandbox.pool import Children
async def main():
    async with Children(1) as children:
        service = Service(children, Blobs(Path(sys.argv[1])), Telling())
        print(children.server_pid, flush=True)
        await service.read(Path(sys.argv[2]).read_bytes())
        await asyncio.sleep(60)
asyncio.run(main())
"""


def test_nothing_outlives_a_reader_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "slow.pdf").write_bytes(SLOW)
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, str(tmp_path), str(tmp_path / "slow.pdf")],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    try:
        assert reader.stdout is not None
        server = psutil.Process(int(reader.stdout.readline()))
        deadline = time.monotonic() + 60
        # Stopped before it has bound itself to its parent it would stay for ever: wait until its limits stand.
        while not (found := [child for child in server.children() if under_limits(child.pid)]):
            assert time.monotonic() < deadline, "no child was seen"
            time.sleep(0.01)
        (child,) = found
        child.suspend()
    finally:
        reader.kill()
        reader.wait()
        assert reader.stdout is not None
        reader.stdout.close()
    _, alive = psutil.wait_procs([server, child], timeout=30)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
