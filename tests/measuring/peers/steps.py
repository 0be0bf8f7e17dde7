"""The load bench's session as five durable steps, for whoever runs such steps: the same functions, the same messages.

What is carried from step to step is JSON: the state, and each message as it was written. A step folds the newest
message, builds the command that follows, lets the trivial worker do it, and adds its answer; the fifth folds the last.
"""

from typing import Any

from contracts.message import Message
from services.orchestrator.arrivals import Arrival, arrive
from services.orchestrator.decide.routing import decide
from services.orchestrator.outbox.outgoing import command
from services.orchestrator.workflow.state import State
from tests.measuring.bench.bench_plain import TOPIC, Delivery, built, event_for, meta_for
from tests.measuring.bench.bench_walk import answer, submitted

STEPS = ("upload", "reading", "digest", "material", "verdicts")
"""By the message that each folds."""
Carried = dict[str, Any]


def begun(run: str, number: int) -> Carried:
    """What a session begins with."""
    envelope, message = submitted(run, number)
    told = Delivery(TOPIC[envelope.type], b"", message.write(), envelope.headers())
    return {"state": State(session_id=envelope.subject).model_dump_json(exclude_defaults=True), "upload": _kept(told)}


def step(name: str, carried: Carried) -> Carried:
    """What a step adds: the state, and the message that the next step folds; after the last, the session is ready."""
    place = STEPS.index(name)
    known: dict[type[Message], Any] = {}
    for each in _needed(name):
        arrival = arrive(_delivery(carried[each]))
        assert isinstance(arrival, Arrival)
        known[type(arrival.message)] = arrival.message
    arrival = arrive(_delivery(carried[name]))
    assert isinstance(arrival, Arrival)
    known[type(arrival.message)] = arrival.message
    state = State.model_validate_json(carried["state"])
    decision = decide(state, event_for(arrival, known), meta_for(arrival, place + 1))
    added: Carried = {"state": decision.state.model_dump_json(exclude_defaults=True)}
    for ask in decision.asks:
        order = built(decision.state, ask, known)
        out = command(decision.state, ask, arrival.envelope.id, order, None)
        [(told, body)] = answer(Delivery(out.topic, out.key, out.value, out.headers))
        added[STEPS[place + 1]] = _kept(Delivery(TOPIC[told.type], b"", body, told.headers()))
    if name == STEPS[-1] and decision.state.status.value != "ready":
        raise RuntimeError(f"the session is {decision.state.status.value}")
    return added


def _needed(name: str) -> tuple[str, ...]:
    """The messages of before that a step's command is made of."""
    return {"digest": ("reading",), "material": ("reading",), "verdicts": ("material",)}.get(name, ())


def _kept(message: Delivery) -> Carried:
    assert message.value is not None
    headers = [[name, value.decode()] for name, value in message.headers]
    return {"topic": message.topic, "value": message.value.decode(), "headers": headers}


def _delivery(kept: Carried) -> Delivery:
    headers = [(name, value.encode()) for name, value in kept["headers"]]
    return Delivery(kept["topic"], b"", kept["value"].encode(), headers)
