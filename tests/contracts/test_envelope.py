"""The envelope: through Kafka headers and back, refused by name when broken, ids that never change."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from pydantic import ValidationError

from contracts import Envelope, ForgetRequested, StepTimedOut
from contracts.envelope import answer_id, command_id, first, reply, timeout_id
from contracts.problems import contract_problem

CAUSE = UUID("0d4f8b1e-7a52-4c39-9c83-1f5e2a6b7c11")
FULL = Envelope(
    id=UUID("0d4f8b1e-7a52-4c39-9c83-1f5e2a6b7c12"),
    type="pensum.reader.output.v1",
    source="reader",
    subject=UUID("0d4f8b1e-7a52-4c39-9c83-1f5e2a6b7c13"),
    time=datetime(2026, 3, 14, 9, 26, 53, 589793, tzinfo=UTC),
    cause=CAUSE,
    attempt=3,
    ordinal=2,
    traceparent="00-0d4f8b1e7a524c399c831f5e2a6b7c13-0d4f8b1e7a524c39-01",
    owner="5f2a6b7c131e7a52",
)


@pytest.mark.parametrize(
    "envelope", [FULL, FULL.model_copy(update={"cause": None, "traceparent": None, "owner": None})]
)
def test_an_envelope_comes_back_from_its_headers(envelope: Envelope) -> None:
    assert Envelope.from_headers(envelope.headers()) == envelope
    assert Envelope.from_headers(tuple(envelope.headers())) == envelope


def test_headers_are_named_as_cloudevents_names_them() -> None:
    assert dict(FULL.headers()) == {
        "content-type": b"application/json",
        "ce_specversion": b"1.0",
        "ce_id": b"0d4f8b1e-7a52-4c39-9c83-1f5e2a6b7c12",
        "ce_type": b"pensum.reader.output.v1",
        "ce_source": b"reader",
        "ce_subject": b"0d4f8b1e-7a52-4c39-9c83-1f5e2a6b7c13",
        "ce_time": b"2026-03-14T09:26:53.589793+00:00",
        "ce_causeid": b"0d4f8b1e-7a52-4c39-9c83-1f5e2a6b7c11",
        "ce_attempt": b"3",
        "ce_ordinal": b"2",
        "traceparent": b"00-0d4f8b1e7a524c399c831f5e2a6b7c13-0d4f8b1e7a524c39-01",
        "ce_owner": b"5f2a6b7c131e7a52",
    }


def test_other_headers_are_left_out() -> None:
    assert Envelope.from_headers([*FULL.headers(), ("ce_dataschema", b"x"), ("mine", b"\xff")]) == FULL


@pytest.mark.parametrize("name", ["id", "type", "source", "subject", "time"])
def test_a_missing_attribute_is_named(name: str) -> None:
    headers = [(key, value) for key, value in FULL.headers() if key != f"ce_{name}"]
    assert _fields(headers) == [name]


@pytest.mark.parametrize(
    ("header", "garbage", "field"),
    [
        ("ce_id", b"7", "id"),
        ("ce_id", b"\xff\xfe", "id"),
        ("ce_subject", b"", "subject"),
        ("ce_time", b"soon", "time"),
        ("ce_time", b"2026-03-14T09:26:53", "time"),
        ("ce_causeid", b"because", "cause"),
        ("ce_attempt", b"0", "attempt"),
        ("ce_attempt", b"many", "attempt"),
        ("ce_ordinal", b"-1", "ordinal"),
    ],
)
def test_a_garbled_attribute_is_named(header: str, garbage: bytes, field: str) -> None:
    assert _fields([(key, garbage if key == header else value) for key, value in FULL.headers()]) == [field]


def test_no_headers_at_all_are_refused() -> None:
    assert _fields([]) == ["id", "type", "source", "subject", "time"]


def _fields(headers: list[tuple[str, bytes]]) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        Envelope.from_headers(headers)
    return contract_problem(caught.value).fields


def test_derived_ids_are_what_they_always_were() -> None:
    """Golden: a release that derives others would double what is under way."""
    assert command_id(CAUSE, 0) == UUID("c2a856c6-327d-5938-98a6-be42bfef372a")
    assert command_id(CAUSE, 1) == UUID("4220b3d5-ad83-53c2-94cc-26d3eefd2fee")
    assert answer_id(CAUSE, "pensum.reader.output.v1", 1, 0) == UUID("aa27e99e-6a5b-5df0-a237-7b4e0ffa0bd6")
    assert answer_id(CAUSE, "pensum.reader.output.v1", 2, 0) == UUID("c9fd5266-9dbd-554e-9c61-cc2a66c45e4d")
    assert timeout_id(CAUSE, 1) == UUID("baefa66e-70b5-536d-a491-538b47c938fe")


def test_derived_ids_are_told_apart() -> None:
    answers = {answer_id(CAUSE, kind, n, m) for kind in ("a.v1", "b.v1") for n in (1, 2, 11) for m in (0, 1, 10)}
    others = {command_id(CAUSE, n) for n in range(9)} | {timeout_id(CAUSE, n) for n in range(1, 9)}
    assert len(answers | others) == 18 + 9 + 8


def test_a_reply_follows_from_its_command() -> None:
    command = first(ForgetRequested(), id=CAUSE, source="gateway", session=FULL.subject, traceparent="00-a-b-01")
    command = command.model_copy(update={"attempt": 2})
    answer = reply(StepTimedOut(), command, source="reader", ordinal=4)
    assert (answer.cause, answer.subject, answer.attempt, answer.ordinal) == (CAUSE, FULL.subject, 2, 4)
    assert answer.id == answer_id(CAUSE, StepTimedOut.type_name, 2, 4)
    assert (answer.type, answer.traceparent) == (StepTimedOut.type_name, "00-a-b-01")
    assert (
        reply(StepTimedOut(), command, source="reader", ordinal=4, traceparent="00-c-d-01").traceparent == "00-c-d-01"
    )


def test_a_chain_begins_without_a_cause() -> None:
    begun = first(ForgetRequested(), id=CAUSE, source="gateway", session=FULL.subject, traceparent=None)
    assert (begun.id, begun.type, begun.cause, begun.attempt) == (CAUSE, ForgetRequested.type_name, None, 1)
