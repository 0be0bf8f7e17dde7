"""The AsyncAPI document says what the topic table says, and stands by itself."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from contracts import asyncapi
from contracts.topics import LETTERS, ROOMS, TOPICS
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


def test_each_topic_is_a_channel_with_its_letters(written: dict[str, Any]) -> None:
    assert written["asyncapi"] == "3.0.0"
    assert list(written["channels"]) == [topic.name for topic in TOPICS]
    for topic in TOPICS:
        channel = written["channels"][topic.name]
        assert channel["address"] == topic.name
        assert list(channel["messages"]) == [letter.letter_type for letter in topic.letters]
        kafka = channel["bindings"]["kafka"]
        assert (kafka["partitions"], kafka["topicConfiguration"]["retention.ms"]) == (
            topic.partitions,
            topic.retention_ms,
        )


def test_each_room_has_its_operations(written: dict[str, Any]) -> None:
    expected = {f"{room}.sends.{topic.name}" for topic in TOPICS for room in topic.producers}
    expected |= {f"{room}.receives.{topic.name}" for topic in TOPICS for room in topic.consumers}
    assert set(written["operations"]) == expected
    assert {name.split(".")[0] for name in expected} == set(ROOMS)
    for name, operation in written["operations"].items():
        assert operation["action"] == ("send" if ".sends." in name else "receive")
        channel = operation["channel"]["$ref"]
        assert name.endswith(channel.removeprefix("#/channels/"))
        assert all(each["$ref"].startswith(f"{channel}/messages/") for each in operation["messages"])


@pytest.mark.parametrize("name", LETTERS)
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
