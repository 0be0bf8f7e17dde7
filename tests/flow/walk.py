"""A seeded random walk over the real decide, shell, intake and sweeps, with faults; then it drains and is judged.

Two orchestrators, two workers and a gateway around a bag broker. Time is two things: what is due is swept when nothing
else can happen, or early, which is a fault like a crash, a wipe, a duplicate, a slow or doubled delivery, a failure.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from contracts.documents import Document
from contracts.quizzes import Answer, QuizResults
from contracts.session import DocumentSubmitted, ForgetRequested, QuizRequested, RetryRequested
from services.chassis.broker import Outgoing
from services.chassis.database import Connection
from services.gateway.rows import Rows
from services.gateway.sweep import sweep as sweep_intake
from services.orchestrator.deadlines import sweep as sweep_deadlines
from services.orchestrator.decide.events import EVENTS, Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.decide.state import Decision, Meta, State
from services.orchestrator.handle import Shell
from tests.flow.actors import Crash, Gateway, Orchestrator, now
from tests.flow.verdict import Wrong, judge, row
from tests.standins.bag_broker import BagBroker
from tests.standins.worker import Reply, Store, Worker, by_attempt

FAULTS = ("crash", "wipe", "dup", "early", "fail", "zombie", "slow", "retry", "forget")
ROUNDS = 60
CLEAN = 10
"""Messages of a clean upload with a reading in two parts: 1 input, 4 commands, 5 answers; wake-ups are not counted."""


@dataclass(frozen=True)
class Parts:
    """What a walk is made of; a mutant replaces one."""

    shell: type[Shell] = Shell
    early_commit: bool = False
    reply: Reply = by_attempt
    gateway: type[Gateway] = Gateway


@dataclass
class Upload:
    """A session of the walk, as its learner knows it."""

    session: UUID
    course: UUID
    quizzes: int = 1
    attempts: int = 0
    forgotten: bool = False


@dataclass
class Walk:
    """One walk. `run` raises `Wrong`; `messages` then counts what was published, wake-ups apart."""

    seed: int
    connections: Sequence[Connection]
    rows: Rows
    parts: Parts = Parts()
    faults: Counter[str] | None = None
    spent: Counter[str] = field(default_factory=Counter)
    uploads: list[Upload] = field(default_factory=list)
    poison: str = ""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        if self.faults is None:
            self.faults = Counter(self.rng.choices(FAULTS, k=self.rng.choice((0, 1, 1, 2, 2, 3, 4, 6))))
            if self.rng.random() < 0.1:
                self.poison = self.rng.choice(sorted(EVENTS))
        self.broker, self.store = BagBroker(), Store()
        first, second, self.looking = self.connections
        made = self.parts
        self.shells = [
            Orchestrator(self.broker, each, self._decide, made.shell, made.early_commit) for each in (first, second)
        ]
        self.workers = [Worker(self.broker, self.store, made.reply) for _ in range(2)]
        self.gateway = made.gateway.on(self.rows, self._gateway_says)
        self._gateway_dies = False

    def _decide(self, state: State, event: Event, meta: Meta) -> Decision:
        if self.poison and isinstance(event, EVENTS[self.poison]):
            raise RuntimeError("poison")
        return decide(state, event, meta)

    @property
    def messages(self) -> int:
        """Published so far, wake-ups apart."""
        return sum(count for topic, count in self.broker.published.items() if topic != "session.updates")

    async def run(self) -> None:
        """Uploads, faults, drain; where it is ready, answers and another quiz with what is left of the faults."""
        await self.looking.execute("update intake set settled = true")
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            await self._upload()
        await self._phase()
        if self.rng.random() < 0.4:
            for upload in self.uploads:
                await self._study(upload)
            await self._phase()

    async def _phase(self) -> None:
        for _ in range(self.rng.randrange(10, 50)):
            await self._step(faulty=True)
        await self._drain()
        for upload in self.uploads:
            status = await self._judge(upload)
            if status == "failed" and self._pay("retry"):
                found = await row(self.looking, upload.session)
                assert found
                await self.gateway.take(RetryRequested(version=found["version"]), upload.session)
                fails = self.spent["fail"]
                await self._drain()
                if await self._judge(upload) == "failed" and not self.poison and self.spent["fail"] == fails:
                    error = (await row(self.looking, upload.session) or {}).get("error")
                    if not isinstance(error, dict) or error["status"] >= 500:
                        raise Wrong("failed again after a retry, though nothing was wrong any more")

    async def _judge(self, upload: Upload) -> str:
        return await judge(
            self.looking,
            upload.session,
            course=upload.course,
            forgotten=upload.forgotten and self.poison != ForgetRequested.letter_type,
            poisoned=bool(self.poison),
            quizzes=upload.quizzes,
            attempts=upload.attempts,
        )

    async def _upload(self) -> None:
        upload = Upload(uuid4(), uuid4())
        sha = f"{upload.session.int:064x}"[-64:]
        document = Document(
            sha256=sha, filename="a.pdf", media_type="application/pdf", bytes=10, blob=f"documents/{sha}"
        )
        letter = DocumentSubmitted(
            tenant_id="tenant", user_id="learner", course_id=upload.course, document=document, uploaded_at=now()
        )
        self.uploads.append(upload)
        await self._ask(letter, upload)

    async def _study(self, upload: Upload) -> None:
        found = await row(self.looking, upload.session)
        if not found or found["status"] != "ready":
            return
        cursor = await self.looking.execute(
            """select item_id, quiz_id, body from items
               where quiz_id = (select quiz_id from quizzes where session_id = %s
               order by number limit 1) order by ordinal""",
            (upload.session,),
        )
        items = await cursor.fetchall()
        given = [
            Answer(item_id=item["item_id"], answer=item["body"]["answer"] if number else "no")
            for number, item in enumerate(items)
        ]
        results = QuizResults(quiz_id=items[0]["quiz_id"], attempt_id=uuid4(), answers=given)
        upload.attempts += 1
        await self._ask(results, upload)
        if self.rng.random() < 0.5:
            upload.quizzes += 1
            await self._ask(QuizRequested(), upload)

    async def _ask(self, letter: Any, upload: Upload) -> None:
        crash = self.rng.random() < 0.3 and self._pay("crash")
        self._gateway_dies = crash
        await self.gateway.take(letter, upload.session, "published" if crash else "")
        self._gateway_dies = False

    async def _gateway_says(self, messages: Sequence[Outgoing]) -> None:
        if self._gateway_dies:
            raise Crash
        await self.broker.publish(messages)

    def _pay(self, fault: str) -> bool:
        assert self.faults is not None
        if self.faults[fault] <= 0:
            return False
        self.faults[fault] -= 1
        self.spent[fault] += 1
        return True

    def _left(self, fault: str) -> bool:
        return self.faults is not None and self.faults[fault] > 0

    async def _step(self, *, faulty: bool) -> bool:
        """One random thing that can happen; False if nothing can."""
        if faulty and self.rng.random() < 0.12 and await self._fault():
            return True
        can: list[Any] = []
        for shell in self.shells:
            if shell.busy:
                can.append(lambda shell=shell: shell.go_on())
            elif shell.consumer.free() or (faulty and self._left("zombie") and shell.consumer.free(zombie=True)):
                can.append(lambda shell=shell: self._fold(shell, faulty=faulty))
        for worker in self.workers:
            zombie = faulty and self._left("zombie")
            if takeable := worker.takeable(zombie=zombie):
                can.append(lambda worker=worker, takeable=takeable: self._take(worker, takeable))
            for job in list(worker.jobs.values()):
                can.append(lambda worker=worker, job=job: self._work(worker, job, faulty=faulty))
        if not can:
            return False
        await self.rng.choice(can)()
        return True

    async def _fold(self, shell: Orchestrator, *, faulty: bool) -> None:
        zombie = faulty and self.rng.random() < 0.3 and self._left("zombie")
        free = shell.consumer.free(zombie=zombie)
        if zombie and len(free) > len(shell.consumer.free()):
            self._pay("zombie")
        if not free:
            return
        self.rng.shuffle(free)
        plan = ""
        if faulty and self.rng.random() < 0.25:
            if self._left("slow") and self._pay("slow"):
                plan = "slow"
            elif self._pay("crash"):
                plan = self.rng.choice(("received", "committed", "committed", "half", "published"))
        await shell.turn(free[: self.rng.choice((1, 1, 2, 5))], plan, self.rng.choice((1, 2)))

    async def _take(self, worker: Worker, takeable: list[Any]) -> None:
        record = self.rng.choice(takeable)
        if any(record.offset in other.consumer.held for other in self.workers):
            self._pay("zombie")
        worker.take(record)

    async def _work(self, worker: Worker, job: Any, *, faulty: bool) -> None:
        if job.answers is None:
            worker.work(job, fail=faulty and self.rng.random() < 0.4 and self._pay("fail"))
        else:
            await worker.tell(job, self.broker.publish)
        if faulty and self.rng.random() < 0.1 and self._pay("crash"):
            worker.crash()

    async def _fault(self) -> bool:
        fault = self.rng.choice(("wipe", "dup", "early", "forget", "crash"))
        if not self._left(fault):
            return False
        match fault:
            case "wipe":
                self._pay(fault)
                self.broker.wipe()
            case "dup":
                live = [record for record in self.broker.records if record.topic != "session.updates"]
                if not live:
                    return False
                self._pay(fault)
                self.broker.duplicate(self.rng.choice(live))
            case "early":
                self._pay(fault)
                await self._due()
            case "forget":
                upload = self.rng.choice(self.uploads)
                if await row(self.looking, upload.session) is None:
                    return False
                self._pay(fault)
                upload.forgotten = True
                await self._ask(ForgetRequested(), upload)
            case "crash":
                busy = [shell for shell in self.shells if shell.busy]
                if not busy:
                    return False
                self._pay(fault)
                busy[0].crash()
        return True

    async def _due(self) -> int:
        await self.looking.execute("update deadlines set due_at = now() - interval '1 second'")
        if self._left("crash") and self.rng.random() < 0.2 and self._pay("crash"):
            try:
                return await sweep_deadlines(self.looking, self._dies)
            except Crash:
                await self.looking.execute("update deadlines set due_at = now() - interval '1 second'")
        return await sweep_deadlines(self.looking, self.broker.publish)

    async def _dies(self, messages: Sequence[Outgoing]) -> None:
        raise Crash

    async def _drain(self) -> None:
        for _ in range(ROUNDS):
            while await self._step(faulty=False):
                if self.messages > 2000:
                    raise Wrong("messages without end")
            await self.looking.execute("update intake set due_at = now() - interval '1 second' where not settled")
            if await sweep_intake(self.rows, self.broker.publish):
                continue
            missed = await self._due()
            if not missed:
                return
            if not (self.spent["wipe"] or self.spent["early"] or self.poison):
                raise Wrong("nothing was lost, yet a deadline had to help")
        raise Wrong("it does not come to an end")

    async def settle(self) -> None:
        """Leaves nothing for the next walk."""
        await self.looking.execute("delete from deadlines")
        await self.looking.execute("update intake set settled = true")
