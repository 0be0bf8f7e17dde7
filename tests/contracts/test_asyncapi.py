"""The AsyncAPI document says what the topic table says, and stands by itself."""

import json
from typing import Any
from uuid import UUID, uuid5

import pytest
from jsonschema import Draft202012Validator

from contracts.envelope import answer_id
from contracts.schemas import asyncapi
from contracts.session import DocumentSubmitted
from contracts.topics import MESSAGES, SERVICES, TOPICS, Topic
from tests.contracts.walk import example


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(asyncapi.text())
    return loaded


def found(whole: Any, reference: str) -> Any:
    for part in reference.removeprefix("#/").split("/"):
        whole = whole[part]
    return whole


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(inner) for inner in value.values()))
    return set().union(*(references(inner) for inner in value)) if isinstance(value, list) else set()


def test_every_reference_is_resolved_inside_the_document(written: dict[str, Any]) -> None:
    refs = references(written)
    assert len(refs) > 100
    for reference in refs:
        assert found(written, reference)


def test_each_topic_is_a_channel_with_its_messages(written: dict[str, Any]) -> None:
    assert written["asyncapi"] == "3.0.0"
    assert list(written["channels"]) == [topic.name for topic in TOPICS]
    for topic in TOPICS:
        channel = written["channels"][topic.name]
        assert channel["address"] == topic.name
        assert list(channel["messages"]) == [message.type_name for message in topic.messages]
        kafka = channel["bindings"]["kafka"]
        assert (kafka["partitions"], kafka["topicConfiguration"]["retention.ms"]) == (
            topic.partitions,
            topic.retention_ms,
        )


def test_each_service_has_its_operations(written: dict[str, Any]) -> None:
    expected = {f"{service}.sends.{topic.name}" for topic in TOPICS for service in topic.producers}
    expected |= {f"{service}.receives.{topic.name}" for topic in TOPICS for service in topic.consumers}
    assert set(written["operations"]) == expected
    assert {name.split(".")[0] for name in expected} == set(SERVICES)
    for name, operation in written["operations"].items():
        assert operation["action"] == ("send" if ".sends." in name else "receive")
        channel = operation["channel"]["$ref"]
        assert name.endswith(channel.removeprefix("#/channels/"))
        assert all(each["$ref"].startswith(f"{channel}/messages/") for each in operation["messages"])


@pytest.mark.parametrize("name", MESSAGES)
def test_each_example_follows_its_messages_payload(written: dict[str, Any], name: str) -> None:
    message = written["components"]["messages"][name]
    assert message["headers"]["allOf"][1]["properties"]["ce_type"]["const"] == name
    Draft202012Validator({**message["payload"], "components": written["components"]}).validate(example(name))
    assert not Draft202012Validator({**message["payload"], "components": written["components"]}).is_valid([])


def test_headers_are_those_that_an_envelope_writes(written: dict[str, Any]) -> None:
    from tests.contracts.test_envelope import FULL

    schema = written["components"]["schemas"]["Headers"]
    headers = {name: value.decode() for name, value in FULL.headers()}
    Draft202012Validator(schema).validate(headers)
    assert set(schema["properties"]) == set(headers)


@pytest.mark.parametrize("topic", [topic for topic in TOPICS if topic.name.endswith((".outputs", ".commands"))])
def test_what_something_led_to_names_its_cause(written: dict[str, Any], topic: Topic) -> None:
    """An answer that does not is put aside, so nobody who follows the document may leave it out."""
    from tests.contracts.test_envelope import FULL

    assert FULL.cause
    for message in topic.messages:
        schema = written["components"]["messages"][message.type_name]["headers"]
        validator = Draft202012Validator({**schema, "components": written["components"]})
        told = FULL.model_copy(update={"type": message.type_name})
        headers = {name: value.decode() for name, value in told.headers()}
        validator.validate(headers)
        del headers["ce_causeid"]
        assert not validator.is_valid(headers)


def test_a_message_that_begins_a_chain_names_none(written: dict[str, Any]) -> None:
    headers = written["components"]["messages"][DocumentSubmitted.type_name]["headers"]
    assert "required" not in headers["allOf"][1]


def test_the_document_says_how_an_answers_id_is_made(written: dict[str, Any]) -> None:
    command, kind = UUID(int=1), "pensum.coach.notes.v1"
    said = written["components"]["schemas"]["Headers"]["properties"]["ce_id"]["description"]
    assert "`<ce_type>:<ce_attempt>:<ce_ordinal>`" in said
    assert answer_id(command, kind, 2, 3) == uuid5(command, f"{kind}:2:3")
