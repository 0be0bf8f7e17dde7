"""What an attempt costs a learner who has handed in many before: CPU, log and time at the 20th, 100th, 250th, 500th.

Each point has learners of its own, who come so far first; then all points are measured by turns, so that what else
the machine does meets all of them.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from statistics import median
from typing import Any
from uuid import UUID, uuid4

import psycopg

from contracts.envelope import first
from contracts.grading import Answer, QuizResults
from contracts.session import SessionUpdated, Status
from services.chassis.broker.bus import Bus
from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.console.house.folder import Running
from services.orchestrator.arrivals import Record
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_walk import Driver, house

LEARNERS, POINTS, TURNS, EACH = 8, (20, 100, 250, 500), 5, 3
MOST_TIMES = 1.2
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Cost:
    """An attempt: ms of CPU of the orchestrator and of Postgres, KB of log, ms until the session is ready again."""

    orchestrator: float
    postgres: float
    log_kb: float
    time: float

    @property
    def cpu(self) -> float:
        """Both together."""
        return self.orchestrator + self.postgres


class Learners:
    """Some sessions that are ready, each with a quiz, whose learners hand it in again and again."""

    def __init__(self, running: Running, quizzes: dict[UUID, tuple[UUID, list[UUID]]]) -> None:
        self._bus = Bus(Settings(kafka=running.kafka, kafka_embedded=running.kafka_embedded), "bench")
        self._bus.listen(["session.updates"], self._hear)
        self._quizzes = quizzes
        self._versions: dict[UUID, int] = dict.fromkeys(quizzes, 0)
        self._ready: dict[UUID, asyncio.Event] = {session: asyncio.Event() for session in quizzes}

    async def __aenter__(self) -> "Learners":
        await self._bus.start()
        self._task = asyncio.create_task(self._bus.run())
        await asyncio.sleep(1.0)  # The listener takes its place at the end of the topic.
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def hand_in(self, sessions: Sequence[UUID], count: int) -> list[float]:
        """So many attempts of each, one after the other, these learners side by side; how long each took, in s."""
        async with asyncio.TaskGroup() as tasks:
            began = [tasks.create_task(self._each(session, count)) for session in sessions]
        return [took for each in began for took in each.result()]

    async def _each(self, session: UUID, count: int) -> list[float]:
        quiz, items = self._quizzes[session]
        took = []
        for _ in range(count):
            attempt = uuid4()
            answers = [Answer(item_id=item, answer="flood", latency_sec=4.0) for item in items]
            message = QuizResults(quiz_id=quiz, attempt_id=attempt, answers=answers)
            envelope = first(message, id=uuid4(), source="bench", session=session, traceparent=None)
            self._ready[session].clear()
            begun = time.perf_counter()
            await self._bus.publish(
                [Outgoing("session.inputs", str(session).encode(), message.write(), envelope.headers())]
            )
            async with asyncio.timeout(PATIENCE_S):
                await self._ready[session].wait()
            took.append(time.perf_counter() - begun)
        return took

    async def _hear(self, record: Record) -> None:
        told = SessionUpdated.read(record.value or b"")
        # An attempt is three messages: answers, grade, notes.
        if told.session_id not in self._ready or told.status is not Status.READY:
            return
        if told.version >= self._versions[told.session_id] + 3:
            self._versions[told.session_id] = told.version
            self._ready[told.session_id].set()


def measure() -> Chapter:
    """The whole bench."""
    with (
        bench_processes.folder() as data,
        house(data, kafka=False) as running,
        psycopg.connect(running.database, dbname="pensum", autocommit=True) as connection,
    ):
        return chapter(asyncio.run(_costs(running, connection)))


async def _costs(running: Running, connection: psycopg.Connection[Any]) -> dict[int, list[Cost]]:
    async with Driver(running, f"history {datetime.now(UTC)}").driving() as driver:
        await driver.many(LEARNERS * len(POINTS), LEARNERS)
    found = connection.execute(
        "select session_id, quiz_id, array_agg(item_id) from quiz_items group by 1, 2"
    ).fetchall()
    quizzes = {session: (quiz, items) for session, quiz, items in found}
    sessions = list(quizzes)
    of = {number: sessions[at * LEARNERS : (at + 1) * LEARNERS] for at, number in enumerate(POINTS)}
    costs: dict[int, list[Cost]] = {number: [] for number in POINTS}
    async with Learners(running, quizzes) as learners:
        for number in reversed(POINTS):
            await learners.hand_in(of[number], number - TURNS * EACH // 2)
        for _ in range(TURNS):
            for number in POINTS:
                before, log = bench_processes.spent(running.pid), _log(connection)
                took = await learners.hand_in(of[number], EACH)
                spent = bench_processes.since(before, bench_processes.spent(running.pid))
                kb = (_log(connection) - log) / 1024 / len(took)
                mine, theirs = spent["orchestrator"] / len(took), spent["postgres"] / len(took)
                costs[number].append(Cost(mine, theirs, kb, median(took) * 1000))
                print(number, costs[number][-1], flush=True)
    return costs


def _log(connection: psycopg.Connection[Any]) -> int:
    found = connection.execute("select pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
    assert found is not None
    return int(found[0])


def chapter(costs: Mapping[int, Sequence[Cost]]) -> Chapter:
    """What was measured, as a page shows it."""
    how = (
        f"{LEARNERS} learners for each point hand in the quiz of the load bench's session again and again, each one"
        " attempt after the other, on the embedded broker with trivial workers: answers, grade, notes: three messages"
        f" and two commands. All come to their point first; then the points are measured by turns, {TURNS} times {EACH}"
        " attempts of each learner: user and system time of the orchestrator and of Postgres, the bytes of Postgres'"
        " log, and the time until the session is ready again, medians of the turns. The embedded broker is asked while"
        " nothing comes, which costs the same at every point."
    )
    of = {
        number: Cost(*(median(getattr(each, what.name) for each in turns) for what in fields(Cost)))
        for number, turns in costs.items()
    }
    cpu = {number: median(each.cpu for each in turns) for number, turns in costs.items()}
    early, late = POINTS[0], POINTS[-1]
    tell = f"attempt {late} to attempt {early}"
    figures = [
        Figure(f"CPU, {tell}", cpu[late] / cpu[early], "x", MOST_TIMES),
        Figure(f"log, {tell}", of[late].log_kb / of[early].log_kb, "x", MOST_TIMES),
        Figure(f"time, {tell}", of[late].time / of[early].time, "x", MOST_TIMES),
    ]
    for number, each in of.items():
        figures += [
            Figure(f"attempt {number}: orchestrator", each.orchestrator, "ms"),
            Figure(f"attempt {number}: Postgres", each.postgres, "ms"),
            Figure(f"attempt {number}: log", each.log_kb, "KB"),
            Figure(f"attempt {number}: time", each.time, "ms"),
        ]
    return Chapter("Flat in a learner's history", how, figures)
