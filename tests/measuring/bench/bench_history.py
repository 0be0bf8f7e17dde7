"""What an attempt costs a learner who has handed in many before: CPU and log bytes at the 20th, 100th, 250th, 500th."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
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

SESSIONS, POINTS, EACH = 8, (20, 100, 250, 500), 15
MOST_TIMES = 1.2
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Point:
    """An attempt around the `number`-th of its session: ms of CPU of the orchestrator and of Postgres, KB of log."""

    number: int
    orchestrator: float
    postgres: float
    log_kb: float

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

    async def hand_in(self, count: int) -> None:
        """So many attempts of each, one after the other, all learners side by side."""
        async with asyncio.TaskGroup() as tasks:
            for session in self._quizzes:
                tasks.create_task(self._each(session, count))

    async def _each(self, session: UUID, count: int) -> None:
        quiz, items = self._quizzes[session]
        for _ in range(count):
            attempt = uuid4()
            answers = [Answer(item_id=item, answer="flood", latency_sec=4.0) for item in items]
            message = QuizResults(quiz_id=quiz, attempt_id=attempt, answers=answers)
            envelope = first(message, id=uuid4(), source="bench", session=session, traceparent=None)
            self._ready[session].clear()
            await self._bus.publish(
                [Outgoing("session.inputs", str(session).encode(), message.write(), envelope.headers())]
            )
            async with asyncio.timeout(PATIENCE_S):
                await self._ready[session].wait()

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
        return chapter(asyncio.run(_points(running, connection)))


async def _points(running: Running, connection: psycopg.Connection[Any]) -> list[Point]:
    async with Driver(running, f"history {datetime.now(UTC)}").driving() as driver:
        await driver.many(SESSIONS, SESSIONS)
    found = connection.execute(
        "select session_id, quiz_id, array_agg(item_id) from quiz_items group by 1, 2"
    ).fetchall()
    points, done = [], 0
    async with Learners(running, {session: (quiz, items) for session, quiz, items in found}) as learners:
        for number in POINTS:
            await learners.hand_in(number - EACH // 2 - done)
            before, log = bench_processes.spent(running.pid), _log(connection)
            await learners.hand_in(EACH)
            spent = bench_processes.since(before, bench_processes.spent(running.pid))
            done, all_of_it = number - EACH // 2 + EACH, EACH * SESSIONS
            kb = (_log(connection) - log) / 1024 / all_of_it
            points.append(Point(number, spent["orchestrator"] / all_of_it, spent["postgres"] / all_of_it, kb))
            print(points[-1], flush=True)
    return points


def _log(connection: psycopg.Connection[Any]) -> int:
    found = connection.execute("select pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
    assert found is not None
    return int(found[0])


def chapter(points: Sequence[Point]) -> Chapter:
    """What was measured, as a page shows it."""
    early, late = points[0], points[-1]
    how = (
        f"{SESSIONS} learners hand in the quiz of the load bench's session again and again, each one attempt after the"
        " other, on the embedded broker with trivial workers: answers, grade, notes: three messages and two commands."
        f" Measured over {EACH} attempts of each around every point: user and system time of the orchestrator and of"
        " Postgres, and the bytes of Postgres' log. The embedded broker is asked while nothing comes, which costs the"
        " same at every point."
    )
    figures = [
        Figure(f"CPU, attempt {late.number} to attempt {early.number}", late.cpu / early.cpu, "x", MOST_TIMES),
        Figure(f"log, attempt {late.number} to attempt {early.number}", late.log_kb / early.log_kb, "x", MOST_TIMES),
    ]
    for each in points:
        figures += [
            Figure(f"attempt {each.number}: orchestrator", each.orchestrator, "ms"),
            Figure(f"attempt {each.number}: Postgres", each.postgres, "ms"),
            Figure(f"attempt {each.number}: log", each.log_kb, "KB"),
        ]
    return Chapter("Flat in a learner's history", how, figures)
