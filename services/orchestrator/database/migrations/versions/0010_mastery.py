"""Mastery: the score shown is the number that decides, with what is missing; each concept once in one view.

Until here the score was the belief. What the orchestrator's rules 7 make of it is said here once more, as it was then.
"""

import json
import math
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_SESSIONS = "select session_id, state, learning from sessions where state is not null and learning is not null"
_STANDING = sa.text(
    "update concept_mastery set score = :score, mastered = :mastered, decided = :decided, needed = :needed"
    " where session_id = :session and concept = :concept"
)
_LEARNING = sa.text("update sessions set learning = cast(:learning as json) where session_id = :session")


def upgrade() -> None:
    op.add_column("concept_mastery", sa.Column("needed", sa.Integer(), server_default=sa.text("0"), nullable=False))
    views = Path(__file__).with_name("0010_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
    for session, state, learning in op.get_bind().exec_driver_sql(_SESSIONS).all():
        _shown_anew(op.get_bind(), session, state, learning)


def _shown_anew(connection: sa.Connection, session: Any, state: dict[str, Any], learning: dict[str, Any]) -> None:
    threshold = math.ceil(round(100 * state.get("mastery_threshold", 0.85), 6)) / 100
    told = {concept: _told(found, threshold) for concept, found in state.get("standings", {}).items()}
    for concept, standing in told.items():
        connection.execute(_STANDING, {**standing, "session": session, "concept": concept})
    topic = (state.get("cycle") or {}).get("concepts") or [
        concept for concept, found in state.get("standings", {}).items() if found.get("answers")
    ]
    lowest = min((told[concept]["score"] if concept in told else 0.0 for concept in topic), default=0.0)
    needed = _needed(0.3, 0, 0, threshold)
    anew = {**learning, "mastery_threshold": threshold, "mastery_score": lowest, "answers_needed": needed}
    connection.execute(_LEARNING, {"learning": json.dumps(anew), "session": session})


def _told(found: dict[str, Any], threshold: float) -> dict[str, Any]:
    belief, answers, right = found["score"], found.get("answers", 0), found.get("correct", 0)
    score = _score(belief, right, answers - right) if answers else 0.0
    mastered = answers > 0 and score >= threshold
    decided = mastered or (answers >= 5 and belief <= 1 - 0.98)
    needed = 0 if mastered else _needed(belief, right, answers - right, threshold)
    return {"score": score, "mastered": mastered, "decided": decided, "needed": needed}


def _needed(belief: float, right: int, other: int, threshold: float) -> int:
    for more in range(1, 100):
        belief = belief * 0.9 / (belief * 0.9 + (1 - belief) * 0.5)
        belief += (1 - belief) * 0.01
        if _score(belief, right + more, other) >= threshold:
            return more
    return 100


def _score(belief: float, right: int, other: int) -> float:
    by_answer = math.exp(math.log(1 - 0.85) / 5 * (right + 1 / (2 + other)))
    return 1 - max(math.pow(1 - belief, math.log(1 - 0.85) / math.log(1 - 0.98)), by_answer)
