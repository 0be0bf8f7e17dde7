"""What a house has imported before it forks: a service that begins imports nothing more, which it would hold alone."""

import subprocess
import sys

_BEGINS = """
import asyncio, sys
from services.console.house.preload import preload
from services.console.house.supervisor import SERVICES

preload(SERVICES)
before = set(sys.modules)

import httpx2, uvicorn
from fastapi import FastAPI
from uvloop import new_event_loop

async def begin():
    uvicorn.Config(FastAPI(), http="h11", ws="none", log_config=None, lifespan="off").load()
    httpx2.AsyncClient()
    await asyncio.to_thread(int)

with asyncio.Runner(loop_factory=new_event_loop) as runner:
    runner.run(begin())
print(*sorted(set(sys.modules) - before))
"""


def test_a_service_that_begins_imports_nothing_more() -> None:
    ran = subprocess.run([sys.executable, "-c", _BEGINS], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
