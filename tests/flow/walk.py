"""A seeded random walk over the real decide, shell, intake and sweeps, with faults; then it drains and is judged.

Two orchestrators, two workers and a gateway around a bag broker. Time is two things: what is due is swept when nothing
else can happen, or early, which is a fault like a crash, a wipe, a duplicate, a slow or doubled delivery, a failure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from contracts.session import ForgetRequested, RetryRequested
from services.chassis.broker.outgoing import Outgoing
from services.gateway.messaging.sweep import sweep as sweep_intake
from services.orchestrator.outbox.deadlines import sweep as sweep_deadlines
from tests.flow.actors import Crash, Orchestrator
from tests.flow.learners import Learners, Upload
from tests.flow.strangers import strange
from tests.flow.verdict import Wrong, judge, row
from tests.standins.workers.worker import Worker

ROUNDS = 60


@dataclass
class Walk(Learners):
    """One walk. `run` raises `Wrong`."""

    async def run(self) -> None:
        """Uploads, faults, drain; where it is ready, answers, another quiz, an owner's wishes."""
        await self.looking.execute("update intake set settled = true")
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            await self._upload()
        await self._phase()
        held = [upload for upload in self.uploads if await self._status(upload) == "pending_review"]
        for upload in held:
            await self._review(upload, self._drain)
        if held:
            await self._phase()
        if self.rng.random() < 0.4:
            for upload in self.uploads:
                await self._study(upload)
            await self._phase()
        if self.rng.random() < 0.5:
            for upload in self.uploads:
                await self._own(upload)
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

    async def _status(self, upload: Upload) -> object:
        found = await row(self.looking, upload.session)
        return found["status"] if found else ""

    async def _judge(self, upload: Upload) -> str:
        return await judge(
            self.looking,
            upload,
            forgotten=upload.forgotten and self.poison != ForgetRequested.type_name,
            poisoned=bool(self.poison),
        )

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
        if faulty and self.rng.random() < 0.1 and self._left("strange"):
            self._pay("strange")
            await self.broker.publish([strange(job, self.rng)])
        if self.chatty and self.rng.random() < 0.3:
            await worker.beat(job, self.broker.publish)
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
                if self.messages > 4000:
                    raise Wrong("messages without end")
            await self.looking.execute("update intake set due_at = now() - interval '1 second' where not settled")
            if await sweep_intake(self.rows, self.broker.publish):
                continue
            late = await (
                await self.looking.execute("select session_id, command_id, attempt from deadlines")
            ).fetchall()
            missed = await self._due()
            if not missed:
                return
            if not (self.spent["wipe"] or self.spent["early"] or self.poison):
                raise Wrong(f"nothing was lost, yet a deadline had to help: {late}")
        raise Wrong("it does not come to an end")

    async def settle(self) -> None:
        """Leaves nothing for the next walk."""
        await self.looking.execute("delete from deadlines")
        await self.looking.execute("update intake set settled = true")
