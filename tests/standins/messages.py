"""Records as they come to the orchestrator, and a small hall in which a shell and the trivial workers talk."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from contracts.documents import Document
from contracts.envelope import Envelope, first, reply, timeout_id
from contracts.grading import Answer, QuizResults
from contracts.items import written
from contracts.message import Message
from contracts.session import DocumentSubmitted, StepTimedOut
from contracts.topics import MESSAGES, answers_of
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection
from services.orchestrator.batch.handle import Shell
from tests.standins.workers.services import answers
from tests.standins.workers.writing import SHA


class Rec(NamedTuple):
    """A record as the shell needs it."""

    topic: str
    key: bytes
    value: bytes
    headers: list[tuple[str, bytes]]


def said(message: Message, session: UUID, id: UUID | None = None) -> Rec:
    """An input of the gateway's."""
    envelope = first(message, id=id or uuid4(), source="gateway", session=session, traceparent=None)
    return Rec("session.inputs", str(session).encode(), message.write(), envelope.headers())


def document(filename: str = "a.pdf", sha: str = "") -> Document:
    """A file; one that is not a.pdf has a hash of its own."""
    sha = sha or (SHA if filename == "a.pdf" else hashlib.sha256(filename.encode()).hexdigest())
    return Document(sha256=sha, filename=filename, media_type="application/pdf", bytes=10, blob=f"documents/{sha}")


def submitted(
    session: UUID,
    *,
    course: UUID | None = None,
    sha: str = "",
    user: str = "u",
    file: str = "a.pdf",
    more: Sequence[Document] = (),
) -> Rec:
    """An upload."""
    message = DocumentSubmitted(
        tenant_id="t",
        user_id=user,
        course_id=course or uuid4(),
        document=document(file, sha),
        uploaded_at=datetime.now(UTC),
        more=list(more),
    )
    return said(message, session)


def envelope_of(message: Outgoing | Rec) -> Envelope:
    """The envelope of a message."""
    return Envelope.from_headers(message.headers)


def command_of(message: Outgoing | Rec) -> Any:
    """The message of a message."""
    return MESSAGES[envelope_of(message).type].read(message.value)


def answer(command: Outgoing | Rec, message: Message, ordinal: int = 0, attempt: int | None = None) -> Rec:
    """An answer to a command, at its attempt or another."""
    to = envelope_of(command)
    if attempt is not None:
        to = to.model_copy(update={"attempt": attempt})
    envelope = reply(message, to, source="worker", ordinal=ordinal)
    service = command.topic.split(".")[0]
    return Rec(answers_of(service), str(to.subject).encode(), message.write(), envelope.headers())


def all_answers(command: Outgoing | Rec, parts: int = 2) -> list[Rec]:
    """What a trivial worker answers."""
    return [answer(command, message, n) for n, message in enumerate(answers(command_of(command), parts))]


def timeout(command: Outgoing | Rec, attempt: int | None = None) -> Rec:
    """The timeout of a command's attempt."""
    to = envelope_of(command)
    attempt = attempt or to.attempt
    envelope = Envelope(
        id=timeout_id(to.id, attempt),
        type=StepTimedOut.type_name,
        source="sweeper",
        subject=to.subject,
        time=datetime.now(UTC),
        cause=to.id,
        attempt=attempt,
    )
    return Rec("session.inputs", str(to.subject).encode(), StepTimedOut().write(), envelope.headers())


class Hall:
    """A shell whose publishing is kept: `out` has what it said, in order."""

    def __init__(self, connection: Connection, **shell: Any) -> None:
        self.connection = connection
        self.out: list[Outgoing] = []
        self.shell = Shell(connection, self.publish, **shell)

    async def publish(self, messages: Sequence[Outgoing]) -> None:
        self.out += messages

    async def tell(self, *records: Rec) -> list[Outgoing]:
        """Handles these as one batch; what was said to it, wake-ups left out."""
        before = len(self.out)
        await self.shell.handle(records)
        return [message for message in self.out[before:] if message.topic != "session.updates"]

    async def walk(self, *records: Rec, until: str = "") -> list[Outgoing]:
        """Handles these, lets workers answer all commands, and goes on until nobody says anything, or up to the first
        command whose type has `until` in it, which is returned."""
        batch = list(records)
        while batch:
            said = await self.tell(*batch)
            if until and (found := [each for each in said if until in envelope_of(each).type]):
                return found
            batch = []
            for message in said:
                if message.topic.endswith(".commands"):
                    batch += all_answers(message)
                else:
                    batch.append(Rec(*message))
        return []

    async def ready(self, session: UUID | None = None, **upload: Any) -> UUID:
        """A session that is ready."""
        session = session or uuid4()
        await self.walk(submitted(session, **upload))
        assert (await self.row(session))["status"] == "ready"
        return session

    async def answers(self, session: UUID) -> QuizResults:
        """A learner's answers to the first quiz, the first of them wrong."""
        items = await self.rows(
            "select item_id, quiz_id, body from items join quizzes using (quiz_id) where items.session_id = %s"
            " and accepted and state in ('live', 'approved') order by number, ordinal",
            session,
        )
        quiz = items[0]["quiz_id"]
        given = [
            Answer(item_id=item["item_id"], answer=written(item["body"]["answer"]) if number else "no")
            for number, item in enumerate(item for item in items if item["quiz_id"] == quiz)
        ]
        return QuizResults(quiz_id=quiz, attempt_id=uuid4(), answers=given)

    async def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Rows of a query."""
        return await (await self.connection.execute(statement.encode(), values)).fetchall()

    async def row(self, session: UUID) -> dict[str, Any]:
        """The session's row."""
        return (await self.rows("select * from sessions where session_id = %s", session))[0]

    async def count(self, table: str, session: UUID | None = None) -> int:
        """How many rows, of a session or of all."""
        where = "where session_id = %s" if session else ""
        found = await self.rows(f"select count(*) as n from {table} {where}", *([session] if session else []))
        return int(found[0]["n"])
