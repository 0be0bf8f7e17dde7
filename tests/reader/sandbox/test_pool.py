"""A child is warm, alone and mortal: whatever it does, the Reader stays up and answers the next one."""

import asyncio
import os
import re
import signal
import time
from dataclasses import replace

import psutil
import pytest

from contracts.problems import Code, Failure
from services.reader.sandbox import pool
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from tests.reader.harness import Service, under_limits
from tests.reader.papers import bomb, lines, paper

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROSE = tuple(f"Line {n} tells of the tide that comes in and goes out again each day." for n in range(6))
GOOD = paper(lines(*PROSE))
SLOW = paper(*[lines(*PROSE * 12, size=3) for _ in range(24)])


async def _first_child(service: Service) -> int:
    """The process id of the child at work."""
    assert service.children.server_pid is not None
    server = psutil.Process(service.children.server_pid)
    ending = set(server.children())  # of a test before; the task that reads has not begun yet
    for _ in range(400):
        for child in set(server.children()) - ending:
            if under_limits(child.pid):
                return child.pid
        await asyncio.sleep(0.01)
    raise AssertionError("no child was seen")


async def _stopped(service: Service) -> int:
    """A child that hangs: stopped by a signal while it reads a long document."""
    pid = await _first_child(service)
    os.kill(pid, signal.SIGSTOP)
    return pid


async def _gone(pid: int) -> None:
    for _ in range(100):
        if not psutil.pid_exists(pid):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the child outlived its reading")


async def _kill_server(service: Service) -> None:
    """Kills the fork server; returns when it is dead."""
    assert service.children.server_pid is not None
    server = psutil.Process(service.children.server_pid)
    server.kill()
    for _ in range(1000):
        if not server.is_running() or server.status() == psutil.STATUS_ZOMBIE:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)


async def test_a_killed_child_is_a_failure_that_may_be_tried_again_and_the_next_document_is_read(
    service: Service,
) -> None:
    reading = asyncio.create_task(service.read(SLOW))
    pid = await _stopped(service)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(Failure) as caught:
        await reading
    assert (caught.value.final, caught.value.problem.code, caught.value.problem.status) == (False, Code.DAMAGED, 422)
    assert await service.outputs(GOOD)


async def test_a_hanging_child_is_ended_and_blocks_nothing_and_may_be_tried_again(service: Service) -> None:
    reading = asyncio.create_task(service.read(SLOW, settings=ReaderSettings(document_seconds=3, patience=1)))
    pid = await _stopped(service)
    assert await service.outputs(GOOD)  # beside it
    with pytest.raises(Failure) as caught:
        await reading
    problem = caught.value.problem
    assert (caught.value.final, problem.code, problem.status) == (False, Code.STEP_TIMED_OUT, 504)
    assert problem.detail == "The machine is too busy to read the document now. It can be tried again."
    await _gone(pid)


async def _limited(service: Service, document: bytes, settings: ReaderSettings) -> pytest.ExceptionInfo[Failure]:
    """How reading beyond its limit ends, on however busy a machine: there is a hundred times the time for the work."""
    await service.outputs(GOOD)
    with pytest.raises(Failure) as caught:
        await service.read(document, settings=settings.model_copy(update={"patience": 100}))
    return caught


async def test_a_page_that_takes_too_much_work_is_named_and_final(service: Service) -> None:
    caught = await _limited(service, bomb(600), ReaderSettings(page_seconds=0.2))
    assert (caught.value.final, caught.value.problem.code) == (True, Code.READING_LIMIT)
    assert caught.value.problem.detail == "Page 1 took longer to read than 0.2 seconds."


async def test_a_document_that_takes_too_much_work_is_told_with_its_own_limit_and_the_page(service: Service) -> None:
    settings = ReaderSettings(document_seconds=0.5, page_seconds=5, whole_pages=100)
    caught = await _limited(service, SLOW, settings)
    assert (caught.value.final, caught.value.problem.code) == (True, Code.READING_LIMIT)
    assert re.fullmatch(
        r"The document took longer to read than 0.5 seconds; page \d+ was not done.", caught.value.problem.detail
    )
    assert caught.value.problem.numbers["seconds"] == 0.5


async def test_a_page_that_waits_for_the_processor_longer_than_its_limit_is_read(service: Service) -> None:
    """Stopped and let go on: time in which nothing could be done is not the document's."""
    some = paper(*[lines(*PROSE * 12, size=3) for _ in range(6)])
    reading = asyncio.create_task(service.outputs(some, settings=ReaderSettings(document_seconds=3, patience=100)))
    pid = await _stopped(service)
    await asyncio.sleep(3.5)  # longer than all of it may work
    os.kill(pid, signal.SIGCONT)
    assert await reading


@pytest.mark.parametrize("pages", [1, 2])
async def test_a_bomb_meets_the_memory_limit_and_that_is_final(service: Service, pages: int) -> None:
    """One page is read by pdfminer, where there is an exception; two are looked at by PDFium first, which aborts."""
    with pytest.raises(Failure) as caught:
        await service.read(bomb(600, pages), settings=ReaderSettings(memory_bytes=1 << 29, whole_pages=1))
    assert (caught.value.final, caught.value.problem.code) == (True, Code.READING_LIMIT)
    assert await service.outputs(GOOD)


async def test_a_fork_server_that_died_is_started_again(service: Service) -> None:
    await service.outputs(GOOD)
    await _kill_server(service)
    assert await service.outputs(GOOD)


async def test_a_cancelled_reading_leaves_no_child(service: Service) -> None:
    reading = asyncio.create_task(service.read(SLOW))
    pid = await _first_child(service)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await _gone(pid)


async def test_a_warm_child_starts_in_milliseconds(service: Service) -> None:
    """In a part of the time that a new server takes for it, the quickest of each: the rest is the machine's."""
    cold, warm = list[float](), list[float]()
    for attempt in range(3):
        await _kill_server(service)
        for spent in (cold, warm, warm):
            began = time.perf_counter()
            await service.outputs(paper(lines(*PROSE, top=200 + 10 * attempt + len(spent))))
            spent.append(time.perf_counter() - began)
    assert min(warm) < min(cold) / 3, (warm, cold)


async def test_what_children_spent_is_told_of_their_server_and_none_is_left_a_zombie(service: Service) -> None:
    assert service.children.server_pid is not None
    server = psutil.Process(service.children.server_pid)

    def spent() -> float:
        return server.cpu_times().children_user + server.cpu_times().children_system

    before = spent()
    await service.outputs(SLOW)
    for _ in range(200):
        if spent() > before and not any(each.status() == psutil.STATUS_ZOMBIE for each in server.children()):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nobody counts what a child spent")


def held(pid: int) -> int:
    return int(psutil.Process(pid).memory_full_info().pss)


async def settled(pid: int) -> int:
    """What a fork server holds when it has loaded all that it starts with, which takes a busy machine long."""
    before, still = 0, 0
    for _ in range(600):
        now = held(pid)
        still = still + 1 if now <= 1.005 * before else 0
        if still == 15 and psutil.Process(pid).cpu_percent(0.2) < 20:
            return now
        before = max(before, now)
        await asyncio.sleep(0.1)
    raise AssertionError("it loads on and on")


async def test_what_the_first_document_needs_is_there_before_it_and_gone_when_none_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "EXPECT_S", 0.1)
    async with Children(2, rest=12) as children:
        expecting = children.server_pid
        assert expecting is not None
        children.expect()
        most = 0
        for _ in range(1000):
            if (fresh := children.server_pid) not in (None, expecting):
                break
            most = max(most, held(expecting))
            await asyncio.sleep(0.02)
        else:
            raise AssertionError("it keeps what nobody needed")
        assert fresh is not None
        assert most > 1.8 * await settled(fresh)


async def test_after_a_rest_the_fork_server_holds_no_more_than_at_its_start(service: Service) -> None:
    async with Children(2, rest=0.4) as children:
        resting = replace(service, children=children)
        laden = children.server_pid
        assert laden is not None
        least = await settled(laden)
        # A reading that takes longer than the rest is no rest.
        assert (await asyncio.gather(resting.outputs(GOOD), resting.outputs(SLOW)))[1]
        assert children.server_pid == laden
        most = held(laden)
        for _ in range(500):
            if (fresh := children.server_pid) not in (None, laden):
                break
            await asyncio.sleep(0.01)
        else:
            raise AssertionError("it rests with all that it has loaded")
        assert fresh is not None
        assert await settled(fresh) < 1.2 * least < most
        assert not psutil.pid_exists(laden)
        assert await resting.outputs(GOOD)
