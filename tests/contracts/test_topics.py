"""The topic table: complete, without doubles, and nothing put aside is lost."""

import importlib

import pytest

from contracts import HandoverV1, Message, MessageParked, QuizSpec
from contracts.schemas.snapshot import MESSAGES as FROZEN_MESSAGES
from contracts.topics import COMMANDS, MAX_MESSAGE_BYTES, MESSAGES, SERVICES, TOPICS, answers_of, consumed_by, parked

BY_NAME = {topic.name: topic for topic in TOPICS}
WORKERS = ("reader", "coach", "evaluator", "assistant")
# Contracts that travel inside others, or lie in the journal only.
INSIDE = {HandoverV1, QuizSpec, MessageParked}


def every_message() -> set[type[Message]]:
    """All messages that the package defines."""
    for name in ("coaching", "documents", "quizzes", "session"):
        importlib.import_module(f"contracts.{name}")
    return set(Message.__subclasses__())


def test_names_are_unique() -> None:
    assert len(BY_NAME) == len(TOPICS)


def test_no_message_is_without_a_topic() -> None:
    ours = {message for message in every_message() if message.__module__.startswith("contracts.")}
    assert ours - INSIDE == set(MESSAGES.values())
    assert {message.type_name: message for message in ours} == FROZEN_MESSAGES


def test_types_are_unique_and_carry_their_version() -> None:
    for name, message in FROZEN_MESSAGES.items():
        assert message.type_name == name
        assert name.startswith("pensum.")
        assert name.rpartition(".v")[2].isdigit()


@pytest.mark.parametrize("message", COMMANDS, ids=lambda message: message.__name__)
def test_a_command_has_one_topic_and_one_consumer(message: type[Message]) -> None:
    live = [topic for topic in TOPICS if message in topic.messages and not topic.name.endswith(".parked")]
    assert [topic.name for topic in live] == [COMMANDS[message]]
    assert len(live[0].consumers) == 1
    assert live[0].producers == ("orchestrator",)
    assert live[0].key == "command id"


def test_commands_are_all_that_workers_are_asked() -> None:
    asked = {message for service in WORKERS for message in BY_NAME[f"{service}.commands"].messages}
    assert asked == set(COMMANDS)


@pytest.mark.parametrize("service", WORKERS)
def test_a_worker_hears_only_its_commands_and_can_fail(service: str) -> None:
    beside = {
        "reader": {"reader.pictures"},
        "coach": {"coach.embeddings"},
        "assistant": {"assistant.conversations"},
    }.get(service, set())
    assert {topic.name for topic in consumed_by(service)} == {f"{service}.commands", *beside}
    answers = BY_NAME[answers_of(service)]
    assert answers.producers == (service,)
    assert MESSAGES["pensum.step.failed.v1"] in answers.messages


def test_the_orchestrator_hears_every_output_every_input_and_every_parked_topic() -> None:
    heard = {topic.name for topic in consumed_by("orchestrator")}
    assert heard == {name for name in BY_NAME if name.endswith((".outputs", ".parked"))} | {"session.inputs"}


def test_what_the_orchestrator_hears_is_keyed_by_session() -> None:
    assert {t.key for t in consumed_by("orchestrator") if not t.name.endswith(".parked")} == {"session_id"}


def test_whatever_may_not_be_lost_has_a_place_to_be_put_aside() -> None:
    live = {name for name in BY_NAME if not name.endswith(".parked")}
    assert {parked(name) for name in live - {"session.updates"}} == set(BY_NAME) - live
    for name in live - {"session.updates"}:
        aside = BY_NAME[parked(name)]
        assert aside.producers == BY_NAME[name].consumers
        assert aside.messages == BY_NAME[name].messages


def test_services_are_known_and_each_speaks_and_hears() -> None:
    assert {service for topic in TOPICS for service in (*topic.producers, *topic.consumers)} == set(SERVICES)
    for service in SERVICES:
        assert consumed_by(service)
        assert any(service in topic.producers for topic in TOPICS)


def test_each_topic_says_why_and_is_kept_a_week() -> None:
    for topic in TOPICS:
        assert topic.why
        assert topic.messages
        assert topic.partitions >= 1
        assert topic.retention_ms == 7 * 24 * 3600 * 1000
    assert MAX_MESSAGE_BYTES == 524_288
