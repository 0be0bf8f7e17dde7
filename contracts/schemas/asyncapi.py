"""The AsyncAPI 3.0 document of the topic table: channels, operations by service, messages and schemas."""

import json
from typing import Any

from pydantic.json_schema import models_json_schema

from contracts.envelope import CONTENT_TYPE
from contracts.message import Message
from contracts.schemas.snapshot import open_to_more
from contracts.session import StepTimedOut
from contracts.topics import MAX_MESSAGE_BYTES, MESSAGES, SERVICES, TOPICS, Topic, parked

HEADERS = "Headers"
CAUSED = {message for topic in TOPICS if topic.name.endswith((".commands", ".outputs")) for message in topic.messages}
"""Messages that something has led to: commands, and answers to them; deadlines beside."""
ABOUT = f"""The messages that the services of Pensum exchange on Kafka.

A message's value is the message's JSON and nothing else, at most {MAX_MESSAGE_BYTES} bytes; who says it about which
session, and because of what, stands in CloudEvents headers (Kafka's binary mode). Readers leave out fields that they do
not know: a further optional field keeps the version, anything else makes a new one. Each message's frozen schema is
contracts/schemas/<type>.json, an example contracts/examples/<type>.json.
"""
_ID = (
    "The message's id. An answer's is UUID version 5 with the command's ce_id as namespace and the name "
    "`<ce_type>:<ce_attempt>:<ce_ordinal>`, so that one that is sent twice counts once."
)
_CAUSE = (
    "The id of the message or command that led to this one: an answer's is the ce_id of the command that it answers, "
    "and without it the answer is put aside. Left out where a chain begins."
)
Document = dict[str, Any]


def document() -> Document:
    """The whole document, as JSON-compatible values."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Pensum",
            "version": "1.0.0",
            "description": ABOUT,
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "defaultContentType": CONTENT_TYPE,
        "channels": {topic.name: channel(topic) for topic in TOPICS},
        "operations": {name: value for service in SERVICES for name, value in operations(service).items()},
        "components": {
            "messages": {name: message_object(message) for name, message in MESSAGES.items()},
            "schemas": {HEADERS: headers(), **payloads()},
        },
    }


def text() -> str:
    """The document as docs/asyncapi.json holds it."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def channel(topic: Topic) -> Document:
    """One topic, what travels on it, and how Kafka keeps it."""
    return {
        "address": topic.name,
        "description": f"{topic.why} Keyed by: {topic.key}.",
        "messages": {
            message.type_name: _ref("components", "messages", message.type_name) for message in topic.messages
        },
        "bindings": {
            "kafka": {
                "topic": topic.name,
                "partitions": topic.partitions,
                "topicConfiguration": {"cleanup.policy": ["delete"], "retention.ms": topic.retention_ms},
                "bindingVersion": "0.5.0",
            }
        },
    }


def operations(service: str) -> Document:
    """What a service sends and receives; aside: what it could not take in, as it came."""
    asides = {parked(topic.name) for topic in TOPICS}
    made = {}
    for topic in TOPICS:
        for action, verb, services in (("send", "sends", topic.producers), ("receive", "receives", topic.consumers)):
            if service in services:
                made[f"{service}.{verb}.{topic.name}"] = {
                    "action": action,
                    "channel": _ref("channels", topic.name),
                    "summary": f"The {service} {verb} {'what was put aside' if topic.name in asides else 'this'}.",
                    "messages": [_ref("channels", topic.name, "messages", each.type_name) for each in topic.messages],
                }
    return made


def message_object(message: type[Message]) -> Document:
    """One message: its headers, with its own type, and its payload's schema."""
    said = " ".join((message.__doc__ or "").split())
    own: Document = {"type": "object", "properties": {"ce_type": {"const": message.type_name}}}
    if message in CAUSED or message is StepTimedOut:
        own = {"type": "object", "required": ["ce_causeid"], "properties": own["properties"]}
    return {
        "name": message.type_name,
        "title": message.__name__,
        "summary": said,
        "contentType": CONTENT_TYPE,
        "headers": {
            "allOf": [
                _ref("components", "schemas", HEADERS),
                own,
            ]
        },
        "payload": _ref("components", "schemas", message.__name__),
    }


def headers() -> Document:
    """CloudEvents 1.0 in Kafka's binary mode, as `Envelope` writes and reads it; each value is UTF-8 text."""
    return {
        "type": "object",
        "required": ["ce_specversion", "ce_id", "ce_type", "ce_source", "ce_subject", "ce_time"],
        "properties": {
            "content-type": {"const": CONTENT_TYPE},
            "ce_specversion": {"const": "1.0"},
            "ce_id": {"type": "string", "format": "uuid", "description": _ID},
            "ce_type": {"type": "string", "description": "The message's type, which carries its version."},
            "ce_source": {"type": "string", "description": "Who says it."},
            "ce_subject": {"type": "string", "format": "uuid", "description": "The session's id."},
            "ce_time": {"type": "string", "format": "date-time", "description": "When, with its offset from UTC."},
            "ce_causeid": {
                "type": "string",
                "format": "uuid",
                "description": _CAUSE,
            },
            "ce_attempt": {
                "type": "string",
                "pattern": "^[1-9][0-9]*$",
                "default": "1",
                "description": "How often a command was sent. An answer bears that of the command that it answers.",
            },
            "ce_ordinal": {
                "type": "string",
                "pattern": "^[0-9]+$",
                "default": "0",
                "description": "Tells the answers to one command apart.",
            },
            "ce_owner": {
                "type": "string",
                "description": "Stands for the user whose command it is; workers take users by turns.",
            },
            "traceparent": {"type": "string", "description": "W3C Trace Context."},
        },
    }


def payloads() -> Document:
    """The messages' schemas and those of their parts, by class name.

    Without `discriminator`: AsyncAPI means something else by it, and each kind of item has its own constant `type`.
    """
    made = models_json_schema(
        [(message, "validation") for message in MESSAGES.values()],
        by_alias=True,
        ref_template="#/components/schemas/{model}",
    )[1]["$defs"]
    return {name: _without_discriminator(open_to_more(schema)) for name, schema in sorted(made.items())}


def _without_discriminator(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _without_discriminator(value) for key, value in schema.items() if key != "discriminator"}
    return [_without_discriminator(value) for value in schema] if isinstance(schema, list) else schema


def _ref(*path: str) -> Document:
    return {"$ref": "#/" + "/".join(path)}
