"""The house hears its bells: whoever says something wakes who rests."""

import asyncio
import select
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.chassis.broker.bell import Bell
from services.console.house.doorbell import Doorbell


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def rung(bell: Doorbell) -> bool:
    return bool(select.select([bell.fd], [], [], 0.5)[0])


async def test_a_bell_of_a_service_is_heard_once_however_often_it_was_rung(data: Path) -> None:
    bell, service = Doorbell(data), Bell(data, lambda: None)
    assert not rung(bell)
    for _ in range(40):
        service.ring()
        await asyncio.sleep(0.021)
    assert rung(bell)
    before = bell.last
    bell.heard()
    assert bell.last > before
    assert not rung(bell)
    service.close()
    bell.close()


def test_what_a_killed_house_left_is_in_nobodys_way(data: Path) -> None:
    left = Doorbell(data)
    again = Doorbell(data)
    left.close()
    assert not (data / "bells" / "house").exists()
    again.close()
