"""A worker's protocol, step by step, with the trivial answers of `services.py` or others: rules 13 and 14."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from contracts.envelope import Envelope, reply
from contracts.message import Message
from contracts.problems import Code, problem
from contracts.session import StepFailed, StepProgressed
from contracts.topics import MESSAGES, answers_of
from services.chassis.broker.outgoing import Outgoing
from tests.standins.bag_broker import BagBroker, BagConsumer, BagRecord
from tests.standins.workers.services import answers

COMMAND_TOPICS = ("reader.commands", "coach.commands", "evaluator.commands", "assistant.commands")
Reply = Callable[[Message, Envelope, str, int], Envelope]
Answering = Callable[[Message], list[Message]]


def by_attempt(message: Message, to: Envelope, source: str, ordinal: int) -> Envelope:
    """The envelope of an answer as the contracts derive it."""
    return reply(message, to, source=source, ordinal=ordinal)


@dataclass
class Store:
    """What the workers' processes share: results by command, and how often each was paid."""

    memo: dict[UUID, list[Message]] = field(default_factory=dict)
    paid: Counter[UUID] = field(default_factory=Counter)


@dataclass
class Job:
    """A command in hand."""

    envelope: Envelope
    message: Message
    service: str
    records: list[BagRecord]
    answers: list[Message] | None = None
    told: int = 0
    beats: int = 0


class Worker:
    """Holds several commands; each call is one step that a crash may follow."""

    def __init__(
        self, broker: BagBroker, store: Store, reply: Reply = by_attempt, answering: Answering = answers
    ) -> None:
        self.consumer = BagConsumer(broker, "workers", COMMAND_TOPICS)
        self._store, self._reply, self._answering = store, reply, answering
        self.jobs: dict[UUID, Job] = {}
        self.beats = 0

    def takeable(self, *, zombie: bool = False) -> list[BagRecord]:
        """Commands that may be taken: a later attempt waits until the one in hand is answered."""
        return [
            record
            for record in self.consumer.free(zombie=zombie)
            if (job := self.jobs.get((envelope := Envelope.from_headers(record.headers)).id)) is None
            or envelope.attempt <= job.envelope.attempt
        ]

    def take(self, record: BagRecord) -> None:
        """A new job; a repetition of one in hand is only acknowledged with it."""
        self.consumer.take([record])
        envelope = Envelope.from_headers(record.headers)
        if (job := self.jobs.get(envelope.id)) is not None:
            job.records.append(record)
            return
        message = MESSAGES[envelope.type].read(record.value)
        self.jobs[envelope.id] = Job(envelope, message, record.topic.split(".")[0], [record])

    def work(self, job: Job, *, fail: bool = False, final: bool = False) -> None:
        """Has the result: from the memo, or done anew and kept; or fails."""
        command = job.envelope.id
        if fail:
            job.answers = [StepFailed(problem=problem(Code.UNAVAILABLE, "A store was away."), final=final)]
            return
        if command not in self._store.memo:
            self._store.paid[command] += 1
            self._store.memo[command] = self._answering(job.message)
        job.answers = self._store.memo[command]

    async def tell(self, job: Job, publish: Callable[[Sequence[Outgoing]], Awaitable[None]]) -> None:
        """Publishes the next answer, or acknowledges the command after the last."""
        assert job.answers is not None
        if job.told == len(job.answers):
            self.consumer.commit(job.records)
            del self.jobs[job.envelope.id]
            return
        message = job.answers[job.told]
        envelope = self._reply(message, job.envelope, f"pensum/{job.service}", job.told)
        key = str(job.envelope.subject).encode()
        await publish([Outgoing(answers_of(job.service), key, message.write(), envelope.headers())])
        job.told += 1

    async def beat(self, job: Job, publish: Callable[[Sequence[Outgoing]], Awaitable[None]]) -> None:
        """Says that it comes further."""
        envelope = self._reply(StepProgressed(), job.envelope, f"pensum/{job.service}", job.beats)
        job.beats += 1
        self.beats += 1
        key = str(job.envelope.subject).encode()
        await publish([Outgoing(answers_of(job.service), key, StepProgressed().write(), envelope.headers())])

    def crash(self) -> None:
        """Dies: what was in hand comes again."""
        self.jobs.clear()
        self.consumer.crash()
