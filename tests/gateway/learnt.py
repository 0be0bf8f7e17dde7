"""Rows as the orchestrator writes them while somebody learns: mastery, cycles, agents' state, messages, schedules."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from contracts.agents import Spent
from contracts.documents import Block
from tests.gateway.kinds import proof
from tests.gateway.shelf import SENTENCE, START, Kept, Shelf

TERMS = (("leaf", "p1", ""), ("chlorophyll", "p2", "the green of a leaf"), ("root", "p4", ""))
"""In the document's order; the definition of chlorophyll names the leaf."""
TEXTS = (
    ("heading", "Above the ground"),
    ("paragraph", "A leaf is where a plant makes sugar."),
    ("paragraph", SENTENCE),
    ("heading", "Below the ground"),
    ("paragraph", "A root takes up water."),
)
PATTERN = {
    "pattern_type": "conceptual",
    "description": "Water was taken for the pigment.",
    "affected_questions": [str(uuid4())],
    "suggested_remediation": "Read again what absorbs light.",
    "concept": "chlorophyll",
    "made_by": "rule",
}


def own(kept: Kept, *, session: bool = True) -> dict[str, Any]:
    """Whose row it is."""
    named = {"tenant_id": kept.tenant, "user_id": kept.user}
    return {**named, "session_id": kept.session} if session else named


def read(shelf: Shelf, kept: Kept) -> Kept:
    """The document has two sections and three terms."""
    shelf.ask("delete from blocks where reading_id = %(r)s", r=kept.reading)
    for ordinal, (kind, text) in enumerate(TEXTS):
        block = Block(block_id=f"p{ordinal}", text=text, kind=kind, source_page=1)
        row = {"part": 1, "ordinal": ordinal, "source_page": 1, "body": block.model_dump(mode="json")}
        shelf.insert("blocks", reading_id=kept.reading, block_id=block.block_id, **row, **own(kept, session=False))
    terms = [
        {"term": term, "definition": definition, "relevance": "High", "block_id": block, "start": 0, "end": 1}
        for term, block, definition in TERMS
    ]
    shelf.ask(
        "update readings set digest = jsonb_set(digest::jsonb, '{terms}', %(t)s::jsonb)::json where reading_id = %(r)s",
        t=json.dumps(terms),
        r=kept.reading,
    )
    return kept


def mastery(shelf: Shelf, kept: Kept, concept: str, score: float, answers: int, **more: Any) -> None:
    """Where the learner stands in a concept."""
    row = {"correct": answers, "decided": False, "mastered": False, "mark": "none", "updated_at": START, **more}
    shelf.insert("concept_mastery", concept=concept, score=score, answers=answers, **row, **own(kept))


def state(shelf: Shelf, kept: Kept, **keys: Any) -> None:
    """What the agents wrote."""
    for key, value in keys.items():
        text = json.dumps(value)
        shelf.ask(
            """insert into agent_state (session_id, tenant_id, user_id, key, agent, value, updated_at)
            values (%(s)s, %(t)s, %(u)s, %(k)s, 'tutor', %(v)s::json, now())""",
            s=kept.session,
            t=kept.tenant,
            u=kept.user,
            k=key,
            v=text,
        )


def message(
    shelf: Shelf,
    kept: Kept,
    seq: int,
    role: str,
    said: str,
    agent: str = "",
    phrase: dict[str, Any] | None = None,
    to: UUID | None = None,
    unsure: list[dict[str, Any]] | None = None,
) -> UUID:
    """A line of the conversation; its id."""
    quotes = [proof(SENTENCE, "p2").model_dump(mode="json")] if role == "tutor" else []
    at = START + timedelta(seconds=seq)
    id = uuid4()
    row = {"message_id": id, "seq": seq, "role": role, "agent": agent, "text": said, "timestamp": at}
    row |= {"in_reply_to": to} if to else {}
    row |= {"phrase": phrase} if phrase else {}
    row |= {"unsure": unsure} if unsure else {}
    shelf.insert("messages", quotes=quotes, **row, **own(kept))
    return id


def journaled(shelf: Shelf, kept: Kept, seq: int, type_name: str, said: dict[str, Any] | None = None) -> UUID:
    """A message that was folded; its id."""
    id = uuid4()
    shelf.insert(
        "journal",
        seq=seq,
        message_id=id,
        type=type_name,
        meta={},
        message=said or {},
        commands=[],
        rules=4,
        decide_ms=1.5,
        received_at=START + timedelta(seconds=seq),
        kept=True,
        **own(kept),
    )
    return id


def ran(
    shelf: Shelf,
    kept: Kept,
    seq: int,
    agent: str,
    mark: str = "",
    errors: tuple[str, ...] = (),
    spending: tuple[Spent, ...] = (),
    tokens_used: int | None = 7,
    turn: UUID | None = None,
) -> None:
    """A run of an agent, and the journal's row of the message that told of it: both are there at one moment."""
    with shelf.at_once():
        _ran(shelf, kept, seq, agent, mark, errors, spending, tokens_used, turn)


def _ran(
    shelf: Shelf,
    kept: Kept,
    seq: int,
    agent: str,
    mark: str,
    errors: tuple[str, ...],
    spending: tuple[Spent, ...],
    tokens_used: int | None,
    turn: UUID | None,
) -> None:
    shelf.insert(
        "agent_runs",
        message_id=journaled(shelf, kept, seq, "pensum.evaluator.evaluation.v1"),
        turn_id=turn,
        timestamp=START,
        agent=agent,
        input_summary="2 answers",
        output="1 of 2 right",
        reasoning=f"because {mark}",
        duration_ms=10.0,
        input_hash="a" * 64,
        output_hash="b" * 64,
        tokens_used=tokens_used,
        errors=list(errors),
        spending=[each.model_dump() for each in spending],
        **own(kept),
    )


def scheduled(shelf: Shelf, kept: Kept, card: UUID, kind: str, *, hours: float = -1.0) -> None:
    """When a card or an item is due, from now."""
    shelf.insert(
        "schedules",
        card_id=card,
        kind=kind,
        due=datetime.now(UTC) + timedelta(hours=hours),
        state="review",
        stability=3.5,
        difficulty=5.0,
        reviews=2,
        lapses=1,
        last_review=START,
        **own(kept),
    )


def disputed(shelf: Shelf, kept: Kept, *, note: int | None = None, status: str = "open") -> UUID:
    """A dispute of the first answer's grade, or of a note; as raised in the journal too."""
    grade = note is None
    about = {"result_id": kept.result} if grade else {"attempt_id": kept.attempt, "note": note}
    plain = {name: value if isinstance(value, int) else str(value) for name, value in about.items()}
    seq = 100 + shelf.ask("select count(*) from disputes where session_id = %(s)s", s=kept.session)[0][0]
    said = {"of": "grade" if grade else "note", "reason": "It is right.", **plain}
    id = journaled(shelf, kept, seq, "pensum.session.dispute_raised.v1", said)
    shelf.insert(
        "disputes",
        dispute_id=id,
        of=said["of"],
        reason=said["reason"],
        subject="" if grade else "Look at pigments again.",
        state=status,
        decided_by="",
        decision_reason="",
        raised_at=START + timedelta(seconds=seq),
        **about,
        **own(kept),
    )
    return id


def studied(shelf: Shelf, kept: Kept, mark: str = "", *, graded: bool = True) -> Kept:
    """A bit of everything, about an attempt that is graded or not yet. `mark` stands where only an owner may read."""
    read(shelf, kept)
    shelf.attempt(kept, graded=graded)
    mastery(shelf, kept, "leaf", 0.99, 6, decided=True, mastered=True)
    mastery(shelf, kept, "chlorophyll", 0.4, 2, correct=1)
    state(
        shelf, kept, explanation="A leaf is green.", last_routed_to="tutor", current_topic="leaf", goals=["all of it"]
    )
    state(shelf, kept, error_patterns=[PATTERN], remediation=["Read about leaves first."], learner_level="beginner")
    at = {"started_at": START, "completed_at": START + timedelta(hours=1)}
    round = {"topic": "leaf", "cycle_number": 1, "quiz_score": 0.5, "mastery_achieved": False}
    shelf.insert("learning_cycles", cycle_id=uuid4(), quiz_id=kept.quiz, **round, **at, **own(kept))
    message(shelf, kept, 1, "learner", "What is a leaf?")
    message(shelf, kept, 1, "tutor", "A leaf is green.", "tutor")
    ran(shelf, kept, 1, "evaluator", mark)
    ran(shelf, kept, 2, "coach", mark, ("it was away",))
    turn = {"from_agent": "coordinator", "to_agent": "tutor", "reason": "a question", "message_excerpt": "What is"}
    shelf.insert("agent_transitions", timestamp=START, **turn, **own(kept))
    learning = {"mastery_threshold": 0.9, "max_cycles": 3, "learning_cycle_count": 1, "mastery_score": 0.4}
    told = json.dumps({**learning, "phase": "QUIZ_ACTIVE", "routing": "LEARN", "cycle_quiz": str(kept.quiz)})
    shelf.ask("update sessions set learning = %(l)s::json where session_id = %(s)s", l=told, s=kept.session)
    scheduled(shelf, kept, kept.items[0].item_id, "item")
    return judged(shelf, kept) if graded else kept


def judged(shelf: Shelf, kept: Kept) -> Kept:
    """What follows from grades: a note, a dispute, a gap, a pattern."""
    shelf.note(kept, "Look at pigments again.")
    kept.dispute = disputed(shelf, kept)
    gap = {"description": "Taken for water.", "severity": "High", "item_ids": [], "mistaken_for": "water"}
    about = {"attempt_id": kept.attempt, "timestamp": START, **own(kept)}
    shelf.insert("knowledge_gaps", **{**about, **gap, "concept": "chlorophyll"})
    shelf.insert("error_patterns", ordinal=0, **about, **PATTERN)
    return kept
