"""What answers nothing that was asked: without a cause or with another's, of the future, broken, under a true id."""

import random
from uuid import UUID

from contracts.envelope import Envelope, reply, timeout_id
from contracts.problems import Code, problem
from contracts.session import StepFailed, StepProgressed, StepTimedOut
from contracts.topics import answers_of
from services.chassis.broker.outgoing import Outgoing
from tests.standins.workers.services import answers
from tests.standins.workers.worker import Job

FAILED = StepFailed(problem=problem(Code.NO_TEXT, "No text."), final=True)


def strange(job: Job, rng: random.Random) -> Outgoing:
    """A message about the command in hand that must change nothing, or cost no more than an attempt."""
    to, topic = job.envelope, answers_of(job.service)
    true = answers(job.message)[0]
    envelope = reply(true, to, source="a stranger", ordinal=0)
    ahead = to.model_copy(update={"attempt": to.attempt + 5})
    future = timeout_id(to.id, ahead.attempt)
    said: dict[str, tuple[str, Envelope, bytes]] = {
        "no cause": (topic, envelope.model_copy(update={"cause": None}), true.write()),
        "another cause": (topic, envelope.model_copy(update={"cause": UUID(int=7)}), true.write()),
        "a future answer": (topic, reply(true, ahead, source="a stranger", ordinal=0), true.write()),
        "a future failure": (topic, reply(FAILED, ahead, source="a stranger", ordinal=0), FAILED.write()),
        "a future heartbeat": (topic, reply(StepProgressed(), ahead, source="a stranger", ordinal=0), b"{}"),
        "another id": (topic, envelope.model_copy(update={"ordinal": 9}), true.write()),
        "broken": (topic, envelope, b"[]"),
        "a future deadline": (
            "session.inputs",
            ahead.model_copy(update={"id": future, "type": StepTimedOut.type_name, "cause": to.id}),
            b"{}",
        ),
    }
    where, about, body = said[rng.choice(sorted(said))]
    return Outgoing(where, str(to.subject).encode(), body, about.headers())
