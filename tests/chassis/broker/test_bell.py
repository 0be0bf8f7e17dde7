"""Who publishes rings, and whoever naps looks: in time, and not before there is a reason."""

import asyncio
import os
import socket
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from services.chassis.broker.bell import FOLDER, Bell
from services.chassis.broker.idle import Brake
from tests.chassis.waiting import until


class Consumer:
    """What a brake pauses and resumes."""

    def __init__(self) -> None:
        self.did: list[str] = []

    def assignment(self) -> list[Any]:
        return ["a partition"]

    def pause(self, *_: Any) -> None:
        self.did.append("pause")

    def resume(self, *_: Any) -> None:
        self.did.append("resume")


async def test_a_ring_is_heard_by_all_others_and_not_by_who_rings(tmp_path: Path) -> None:
    heard: list[str] = []
    bells = {name: Bell(tmp_path, partial(heard.append, name)) for name in ("a", "b", "c")}
    bells["a"].ring()
    await until(lambda: sorted(heard) == ["b", "c"])
    for bell in bells.values():
        bell.close()
    assert list((tmp_path / FOLDER).iterdir()) == []


async def test_of_many_rings_the_last_is_heard(tmp_path: Path) -> None:
    heard: list[float] = []
    loop = asyncio.get_running_loop()
    one, other = Bell(tmp_path, lambda: None), Bell(tmp_path, lambda: heard.append(loop.time()))
    for _ in range(50):
        one.ring()
    last = loop.time()
    await until(lambda: bool(heard) and heard[-1] >= last)
    assert len(heard) < 10
    one.close()
    other.close()


async def test_who_was_killed_is_rung_for_once(tmp_path: Path) -> None:
    one = Bell(tmp_path, lambda: None)
    killed = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    with os.scandir(tmp_path / FOLDER) as there:
        assert len([*there]) == 1
    folder = os.open(tmp_path / FOLDER, os.O_RDONLY)
    killed.bind(f"/proc/self/fd/{folder}/killed")
    killed.close()
    os.close(folder)
    one.ring()
    assert not (tmp_path / FOLDER / "killed").exists()
    one.close()


async def test_what_a_killed_process_of_the_same_number_left_silences_nobody(tmp_path: Path) -> None:
    """In a container the numbers of a house that starts again are those of the one that was killed."""
    (tmp_path / FOLDER).mkdir()
    for number in range(200):
        (tmp_path / FOLDER / f"{os.getpid()}-{number}").touch()
    heard: list[str] = []
    one, other = Bell(tmp_path, lambda: None), Bell(tmp_path, lambda: heard.append("it"))
    one.ring()
    await until(lambda: heard == ["it"])
    one.close()
    other.close()


@pytest.mark.parametrize("folder", ["not/there", "x" * 200])
async def test_a_folder_that_is_away_or_has_a_long_name_stops_nobody(folder: str, tmp_path: Path) -> None:
    if "/" not in folder:
        (tmp_path / folder).mkdir()
    heard: list[str] = []
    one, other = Bell(tmp_path / folder, lambda: None), Bell(tmp_path / folder, lambda: heard.append("it"))
    one.ring()
    if "/" not in folder:
        await until(lambda: heard == ["it"])
    one.close()
    other.close()


async def test_a_nap_ends_by_a_look_and_goes_on_after_it() -> None:
    consumer = Consumer()
    brake = Brake(cast(Any, consumer), rest_s=0.01, nap_s=3600)
    task = asyncio.create_task(brake.run())
    await until(lambda: consumer.did == ["pause"])
    await asyncio.sleep(0.1)
    assert consumer.did == ["pause"]
    brake.look()
    await until(lambda: consumer.did == ["pause", "resume", "pause"])
    task.cancel()
