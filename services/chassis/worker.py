"""The frame of a stateless worker: one command in, its answers out. What each ending of a command becomes:

    answers                          published; those of a dear duty are kept by command id before
    Failure, a model's failure       StepFailed with its problem
    longer than the duty's limit     StepFailed, step_timed_out; another attempt may help
    OSError: a store is away         StepFailed, unavailable; another attempt may help
    invalid, or any other exception  parked with its reason, no answer
    publishing failed                an exception out of the worker: nothing is committed, the process ends
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from aiokafka import ConsumerRecord
from pydantic import ValidationError

from contracts.envelope import Envelope, reply
from contracts.letter import Letter
from contracts.problems import Code, Failure, failure
from contracts.session import StepFailed
from contracts.topics import LETTERS, answers_of, consumed_by
from services.chassis import faults, telemetry
from services.chassis.blobs import Blobs
from services.chassis.broker import Bus, Outgoing
from services.chassis.inhand import InHand
from services.chassis.memo import Memos
from services.chassis.model_failures import ModelError
from services.chassis.parking import parking
from services.chassis.runlog import Notes, finished
from services.chassis.settings import Settings

AT_ONCE = 8
SWEEP_S = 3600.0
MOST_BYTES = 900_000
"""An answer beyond this is a bug of its author: the broker takes messages under 1 MB."""
Publish = Callable[[Sequence[Outgoing]], Awaitable[None]]
log = logging.getLogger(__name__)


class Run:
    """One command's run, given to its handler. `envelope.subject` is the session id, `envelope.id` the command's."""

    def __init__(self, envelope: Envelope, say: Callable[[Letter, int], Awaitable[None]]) -> None:
        self.envelope = envelope
        self.notes = Notes()
        self.unsaid: Exception | None = None
        self._say, self._told = say, Counter[str]()

    async def tell(self, letter: Letter) -> None:
        """Publishes an event at once. Raises when the broker does not take it, and then the process ends."""
        ordinal = self._told[letter.letter_type]
        self._told[letter.letter_type] += 1
        try:
            await self._say(letter, ordinal)
        except Exception as error:
            self.unsaid = error  # Also for a handler that catches it: what was not said must not be forgotten.
            raise

    def note(
        self, *, input_summary: str = "", output: str = "", reasoning: str = "", tokens_used: int | None = None
    ) -> None:
        """For `agent_runs` and the log; what is given replaces what was noted before."""
        self.notes.take(input_summary, output, reasoning, tokens_used)


Handler = Callable[[Any, Run], Awaitable[Sequence[Letter]]]


@dataclass(frozen=True)
class Duty:
    """What a room does on a command. `dear`: its answers are kept. `limit_s`: seconds a run may take."""

    command: type[Letter]
    handle: Handler
    agent: str
    dear: bool
    limit_s: float


class Worker:
    """Handles records; needs only something that publishes and a blob store."""

    def __init__(self, room: str, duties: Sequence[Duty], publish: Publish, blobs: Blobs) -> None:
        self._room = room
        self._duties = {duty.command: duty for duty in duties}
        self._publish = publish
        self._memos = Memos(blobs)
        self._hands = InHand()

    async def handle(self, record: ConsumerRecord) -> None:
        """Answers one command, or parks it. Returns when all is acknowledged."""
        try:
            envelope, letter, duty = self._read(record)
        except ValueError as error:
            log.warning("A message is parked: %s", error, extra={"topic": record.topic, "offset": record.offset})
            await self._publish([parking(record, str(error))])
            return
        faults.point("received")
        async with self._hands.turn(envelope.id, envelope.attempt) as mine:
            if mine:
                await self._answer(record, envelope, letter, duty)

    async def sweep(self) -> None:
        """Removes old memos, now and every hour, until cancelled."""
        while True:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(self._memos.sweep)
            await asyncio.sleep(SWEEP_S)

    def _read(self, record: ConsumerRecord) -> tuple[Envelope, Letter, Duty]:
        envelope = Envelope.from_headers(record.headers)
        kind = LETTERS.get(envelope.type)
        duty = self._duties.get(kind) if kind else None
        if kind is None or duty is None:
            raise ValueError(f"{self._room} has no duty for {envelope.type}")
        return envelope, kind.read(record.value or b""), duty

    async def _answer(self, record: ConsumerRecord, envelope: Envelope, letter: Letter, duty: Duty) -> None:
        with telemetry.span(
            f"process {record.topic}", parent=envelope.traceparent, kind="consumer", **self._attributes(record, envelope)
        ) as span:

            def outgoing(answer: Letter, ordinal: int) -> Outgoing:
                source = f"pensum/{self._room}"
                answered = reply(answer, envelope, source=source, ordinal=ordinal, traceparent=span.traceparent)
                key = str(envelope.subject).encode()
                return Outgoing(answers_of(self._room), key, answer.write(), answered.headers())

            async def say(event: Letter, ordinal: int) -> None:
                await self._publish([outgoing(event, ordinal)])

            run = Run(envelope, say)
            try:
                answers = await self._do(letter, duty, run)
                messages = [outgoing(answer, ordinal) for ordinal, answer in enumerate(answers)]
                if any(len(message.value) > MOST_BYTES for message in messages):
                    raise ValueError(f"an answer is larger than {MOST_BYTES} bytes")
            except Exception as error:
                if run.unsaid is not None:
                    raise run.unsaid from None
                log.exception("A command broke its handler and is parked.", extra=_ids(envelope))
                span.failed(repr(error))
                messages = [parking(record, f"{type(error).__name__}: {error}")]
            if run.unsaid is not None:
                raise run.unsaid
            for answer in messages[-1:]:
                span.set(**{"pensum.answer": answer.topic})
            await self._publish(messages)
            faults.point("published")

    async def _do(self, letter: Letter, duty: Duty, run: Run) -> Sequence[Letter]:
        """The answers to publish: kept ones, new ones, or the failure."""
        started, began = datetime.now(UTC), time.perf_counter()
        try:
            if duty.dear and (kept := await asyncio.to_thread(self._memos.find, run.envelope)) is not None:
                log.info("Answered from the memo.", extra=_ids(run.envelope))
                return kept
            answers = await self._limited(letter, duty, run)
        except Failure as known:
            return [self._failed(known, letter, duty, run, started, began)]
        except ModelError as error:
            known = failure(Code(error.code), error.sentence, final=error.final)
            known.tokens = error.tokens
            return [self._failed(known, letter, duty, run, started, began, error.detail)]
        except OSError as error:
            known = failure(Code.UNAVAILABLE, "A store that this step needs is away.", final=False)
            return [self._failed(known, letter, duty, run, started, began, repr(error))]
        finished_run = finished(duty.agent, run.notes, letter, answers, started, began)
        log.info("agent run", extra=finished_run.plain_log() | _ids(run.envelope))
        return answers

    async def _limited(self, letter: Letter, duty: Duty, run: Run) -> Sequence[Letter]:
        raise NotImplementedError
