"""The plain loop that the house is compared with: the same session in one process, without broker, locks or journal.

It calls the same functions (envelopes and messages written and read at each of the nine messages, `arrive`, `event_of`,
`decide`, the trivial workers' answers), keeps everything in memory, and at the end commits one row: the final state.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg

from contracts.coaching import HandoverV1, Metadata, StudyMaterial, WriteMaterial
from contracts.digest import DigestDocument, DocumentDigested
from contracts.message import Message
from contracts.quizzes import ItemsValidated, ValidateItems
from contracts.reading import ReadDocument, ReaderOutput
from contracts.topics import TOPICS
from services.orchestrator.arrivals import Arrival, arrive
from services.orchestrator.decide.events import event_of
from services.orchestrator.decide.routing import decide
from services.orchestrator.outbox.outgoing import command
from services.orchestrator.quizzes.events import MaterialJudged
from services.orchestrator.workflow.params import DigestParams, WriteParams
from services.orchestrator.workflow.state import Ask, Meta, State
from tests.measuring.bench.bench_walk import answer, submitted

TOPIC = {message.type_name: topic.name for topic in TOPICS for message in topic.messages if ".parked" not in topic.name}
TABLE = "create table if not exists plain (session_id uuid primary key, version int not null, state json not null)"


@dataclass(frozen=True)
class Delivery:
    """A record as the functions see it."""

    topic: str
    key: bytes | None
    value: bytes | None
    headers: list[tuple[str, bytes]]


def walk(connection: psycopg.Connection[Any], run: str, number: int) -> list[int]:
    """One session from upload to its committed row; the bytes of each of its messages."""
    envelope, message = submitted(run, number)
    state = State(session_id=envelope.subject)
    messages = [Delivery(TOPIC[envelope.type], b"", message.write(), envelope.headers())]
    kept: dict[type[Message], Any] = {}
    version, sizes = 0, [len(messages[0].value or b"")]
    while messages:
        arrival = arrive(messages.pop(0))
        assert isinstance(arrival, Arrival)
        kept[type(arrival.message)] = arrival.message
        version += 1
        decision = decide(state, event_for(arrival, kept), meta_for(arrival, version))
        state = decision.state
        for ask in decision.asks:
            out = command(state, ask, arrival.envelope.id, built(state, ask, kept), None)
            sizes.append(len(out.value))
            for told, body in answer(Delivery(out.topic, out.key, out.value, out.headers)):
                sizes.append(len(body))
                messages.append(Delivery(TOPIC[told.type], b"", body, told.headers()))
    row = (state.session_id, version, state.model_dump_json(exclude_defaults=True))
    connection.execute("insert into plain values (%s, %s, %s)", row)
    return sizes


def event_for(arrival: Arrival, kept: dict[type[Message], Any]) -> Any:
    if isinstance(arrival.message, ItemsValidated):
        cards = {card.card_id for card in kept[StudyMaterial].flashcards}
        return MaterialJudged.from_message(arrival.message, cards)
    return event_of(arrival.message)


def meta_for(arrival: Arrival, seq: int) -> Meta:
    envelope = arrival.envelope
    return Meta(
        id=envelope.id, seq=seq, time=envelope.time.isoformat(), command=envelope.cause, attempt=envelope.attempt
    )


def built(state: State, ask: Ask, kept: dict[type[Message], Any]) -> bytes:
    """The command from the messages in memory."""
    params = ask.params
    document = state.papers[0].document
    if ask.kind == "read":
        return ReadDocument(document=document).write()
    if isinstance(params, DigestParams):
        assert params.doc_meta is not None
        return DigestDocument(reading=params.readings[0], doc_meta=params.doc_meta).write()
    reading: ReaderOutput = kept[ReaderOutput]
    if isinstance(params, WriteParams):
        digest: DocumentDigested = kept[DocumentDigested]
        handover = HandoverV1(
            metadata=Metadata(
                session_id=state.session_id,
                source_title=reading.doc_meta.title or document.filename,
                source_hash=document.sha256,
                language=reading.doc_meta.language,
                generated_at=datetime.fromisoformat(params.generated_at),
            ),
            context=digest.context,
            instructions_for_coach=state.instructions,
        )
        blocks, terms = reading.extracted_blocks, digest.terms
        return WriteMaterial(quiz_id=params.quiz_id, handover=handover, blocks=blocks, terms=terms).write()
    material: StudyMaterial = kept[StudyMaterial]
    return ValidateItems(
        quiz_id=material.quiz_id,
        document_sha256=document.sha256,
        language=reading.doc_meta.language,
        items=[entry.item for entry in material.quiz],
        flashcards=material.flashcards,
        blocks=reading.extracted_blocks,
    ).write()
