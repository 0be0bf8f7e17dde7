"""All rows that a lesson left of one session, for those who judge them."""

from datetime import datetime
from typing import Any, Self
from uuid import UUID

from contracts.grading import DisputeDecided
from contracts.message import Message
from services.chassis.storage.database import Connection
from services.orchestrator.workflow.state import State
from tests.flow.learners import Upload

Row = dict[str, Any]
OWN = (
    "quizzes",
    "attempts",
    "results",
    "notes",
    "quiz_items",
    "quiz_progress",
    "review_events",
    "schedules",
    "rulings",
    "disputes",
    "recalls",
    "concept_mastery",
    "knowledge_gaps",
    "error_patterns",
    "learning_cycles",
    "diagnostic_results",
    "agent_state",
    "messages",
    "agent_runs",
    "agent_transitions",
    "journal",
    "items",
    "flashcards",
)
"""Tables whose rows of a session are its learner's."""
_ANSWERS = """
select r.*, i.body, i.state as item_state, u.credit as ruled, u.by from results r
join items i using (item_id) left join rulings u using (result_id) where r.session_id = %s"""


class Books:
    """The session's state, its journal, attempts, results by attempt, and what became of the course's items."""

    def __init__(self, upload: Upload, asked: dict[UUID, Message], session: Row, rows: dict[str, list[Row]]) -> None:
        self.upload, self.asked, self.session, self.rows = upload, asked, session, rows
        self.state = State.model_validate(session["state"])
        self.journal = {row["message_id"]: row for row in rows["journal"]}
        self.kept = [row for row in rows["journal"] if row["kept"]]
        self.attempts: dict[UUID, Row] = {row["attempt_id"]: row for row in rows["attempts"]}
        self.results: dict[UUID, list[Row]] = {attempt: [] for attempt in self.attempts}
        for result in sorted(rows["answers"], key=lambda row: row["ordinal"]):
            self.results[result["attempt_id"]].append(result)
        self.taken_back: set[UUID] = {row["id"] for row in rows["course"] if row["state"] == "retracted"}
        self.removed: set[UUID] = {row["id"] for row in rows["course"] if row["state"] in ("deleted", "replaced")}

    @classmethod
    @classmethod
    async def of(cls, connection: Connection, upload: Upload, asked: dict[UUID, Message], session: Row) -> Self:
        """Looks everything up."""
        course = """select item_id as id, state from items where course_id = %(course)s
                    union all select card_id, state from flashcards where course_id = %(course)s"""
        open_rows = "select * from deadlines where session_id = %s"
        statements = {table: f"select * from {table} where session_id = %s" for table in OWN}
        statements["journal"] += " order by seq"
        statements |= {"answers": _ANSWERS, "deadlines": open_rows}
        rows = {"course": await rows_of(connection, course, {"course": upload.course})}
        for name, statement in statements.items():
            rows[name] = await rows_of(connection, statement, (upload.session,))
        return cls(upload, asked, session, rows)

    def asked_of(self, kind: type[Message]) -> list[Any]:
        """What was accepted of a kind."""
        return [message for message in self.asked.values() if isinstance(message, kind)]

    def kept_of(self, kind: type[Message]) -> list[UUID]:
        """The kept messages of a kind."""
        return [row["message_id"] for row in self.kept if row["type"] == kind.type_name]

    def decided(self) -> dict[UUID, DisputeDecided]:
        """The last decision of each dispute, by its time."""
        rows = sorted(self.kept, key=lambda row: datetime.fromisoformat(row["meta"]["time"]))
        found: dict[UUID, DisputeDecided] = {}
        for row_ in rows:
            if row_["type"] == DisputeDecided.type_name:
                message = self.asked[row_["message_id"]]
                assert isinstance(message, DisputeDecided)
                found[message.dispute_id] = message
        return found


async def rows_of(connection: Connection, statement: str, values: Any) -> list[Row]:
    """Rows of a query."""
    return await (await connection.execute(statement.encode(), values)).fetchall()
