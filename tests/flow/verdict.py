"""Whether what a walk left is right: nothing lost, doubled, gapped or endless."""

import json
from collections import Counter
from typing import TYPE_CHECKING
from uuid import UUID

from contracts.problems import Code
from services.chassis.storage.database import Connection
from services.orchestrator.batch.replay import replay
from services.orchestrator.workflow.state import State
from services.orchestrator.workflow.steps import FAILURES
from tests.flow.owners import broken, removed

if TYPE_CHECKING:
    from tests.flow.learners import Upload

ROWS = ("blocks", "readings", "quizzes", "items", "flashcards", "attempts", "results", "notes", "documents", "courses")
BLOCKS, ITEMS = 4, 4


class Wrong(AssertionError):
    """A promise is broken."""


async def row(connection: Connection, session: UUID) -> dict[str, object] | None:
    """The session's row."""
    found = await connection.execute("select * from sessions where session_id = %s", (session,))
    return await found.fetchone()


async def counts(connection: Connection, session: UUID, course: UUID | None, reading: UUID | None) -> dict[str, int]:
    """How many rows of each table belong to a session; blocks and readings are those of its course's set."""
    found = {}
    for table in ROWS:
        value: UUID | None = session
        where = f"{table} where session_id = %s"
        if table in ("documents", "courses"):
            where, value = f"{table} where course_id = %s", course
        if table == "readings":
            where, value = "readings join reading_members using (reading_id) where set_id = %s", reading
        if table == "blocks":
            where, value = "blocks join reading_members using (reading_id) where set_id = %s", reading
        if table in ("items", "flashcards"):
            where += " and accepted and state in ('live', 'approved')"
        cursor = await connection.execute(f"select count(*) as n from {where}".encode(), (value,))
        counted = await cursor.fetchone()
        assert counted
        found[table] = counted["n"]
    return found


async def judge(connection: Connection, upload: "Upload", *, forgotten: bool, poisoned: bool) -> str:
    """Raises `Wrong`; the session's status otherwise. The upload tells what was asked for so far."""
    session, quizzes, attempts = upload.session, upload.quizzes, upload.attempts
    found = await row(connection, session)
    if found is None:
        raise Wrong("an accepted upload is lost")
    status = str(found["status"])
    if forgotten:
        await _tombstone(connection, upload, status)
        return status
    state = State.model_validate(found["state"])
    await journaled(connection, session, found["version"])
    open_rows = await (
        await connection.execute("select command_id from deadlines where session_id = %s", (session,))
    ).fetchall()
    if state.open or open_rows:
        raise Wrong(f"stuck in {status}: {list(state.open.values())}, deadlines {open_rows}")
    if status == "failed":
        spent = [step for step in state.unfinished.values() if step.failures >= FAILURES]
        rejected = upload.rejected and state.problem is not None and state.problem.code == Code.REVIEW_REJECTED
        if not poisoned and not spent and not rejected:
            raise Wrong(f"failed without a counted reason: {found['error']}")
        return status
    if status == "pending_review":
        bad = any("bad" in document.filename for document in upload.documents)
        if not bad or (upload.corrections and not poisoned):
            raise Wrong(f"held, though nothing is wrong: {upload}")
        made = await counts(connection, session, upload.course, None)
        if any(made[table] for table in ("blocks", "quizzes", "items", "flashcards")):
            raise Wrong(f"held, yet there is material: {made}")
        return status
    if status != "ready":
        raise Wrong(f"ended in {status}")
    many = len(state.papers)
    expected = {"blocks": BLOCKS * many, "readings": many, "quizzes": quizzes, "items": ITEMS * many * quizzes}
    expected |= {"attempts": attempts, "results": ITEMS * many * attempts, "notes": attempts, "courses": 1}
    expected["flashcards"] = quizzes - removed(upload.wishes, card=True)
    expected["items"] -= removed(upload.wishes, card=False)
    if not poisoned:
        got = await counts(connection, session, upload.course, state.reading_id)
        del got["documents"]
        if got != expected:
            raise Wrong(f"rows {got}, not {expected}")
        if wrong := await broken(connection, session, upload.wishes):
            raise Wrong(f"wishes ended otherwise than they had to: {wrong}")
        await _reading(connection, upload, state)
    return status


async def _reading(connection: Connection, upload: "Upload", state: State) -> None:
    """Every range and document was asked for once, and gathered once and once more for each approval."""
    if [paper.document for paper in state.papers] != upload.documents:
        raise Wrong(f"other documents than were sent: {state.papers}")
    cursor = await connection.execute(
        "select type, kept, message, commands from journal where session_id = %s order by seq", (upload.session,)
    )
    rows = await cursor.fetchall()
    asked = {command["command"]: command for row in rows for command in row["commands"]}
    once = Counter(
        (command["kind"], command["params"]["document"], command["params"].get("number"))
        for command in asked.values()
        if "document" in command["params"]
    )
    for row_ in rows:
        if row_["kept"] and row_["message"].get("decision") == "approve":
            once["gather", row_["message"]["document_sha256"], None] -= 1
    if twice := [each for each, count in once.items() if count != 1]:
        raise Wrong(f"not asked for once: {twice}")
    for paper in state.papers:
        numbers = {number for kind, sha, number in once if kind == "pages" and sha == paper.sha256}
        if numbers != set(range(1, len(paper.ranges) + 1)):
            raise Wrong(f"ranges are lost: {numbers} of {len(paper.ranges)}")
    cursor = await connection.execute(
        """select corrections from readings join documents using (reading_id)
           where course_id = %s and corrections::text <> '{}'""",
        (upload.course,),
    )
    corrected = [each["corrections"] for each in await cursor.fetchall()]
    if corrected != ([upload.corrections] if upload.corrections else []):
        raise Wrong(f"corrections {corrected}, not {upload.corrections}")


async def journaled(connection: Connection, session: UUID, version: object) -> None:
    cursor = await connection.execute(
        "select seq, message_id, commands from journal where session_id = %s order by seq", (session,)
    )
    rows = await cursor.fetchall()
    if [row["seq"] for row in rows] != list(range(1, len(rows) + 1)) or len(rows) != version:
        raise Wrong(f"the journal has gaps: {[row['seq'] for row in rows]} at version {version}")
    decided = Counter((command["command"], command["attempt"]) for row in rows for command in row["commands"])
    if twice := [each for each, count in decided.items() if count > 1]:
        raise Wrong(f"decided twice: {twice}")
    done = await replay(connection, session)
    if done is None or done.differs:
        raise Wrong(f"a replay differs: {done and done.differs}")


async def _tombstone(connection: Connection, upload: "Upload", status: str) -> None:
    session = upload.session
    if status != "forgotten":
        raise Wrong(f"forgotten, yet {status}")
    left = await counts(connection, session, upload.course, None)
    hashes = [document.sha256 for document in upload.documents]
    cursor = await connection.execute(
        """select reading_id from readings where document_sha256 = any(%s) union all
           select m.set_id from reading_members m left join readings r using (reading_id) where r.reading_id is null
           union all select b.reading_id from blocks b left join readings r using (reading_id)
           where r.reading_id is null""",
        (hashes,),
    )
    left["readings of its documents"] = len(await cursor.fetchall())
    for table in ("journal", "deadlines", "agent_runs", "agent_transitions", "item_history"):
        cursor = await connection.execute(f"select 1 from {table} where session_id = %s".encode(), (session,))
        left[table] = len(await cursor.fetchall())
    if any(left.values()):
        raise Wrong(f"forgotten, yet rows are left: {left}")
    cursor = await connection.execute("select message, answer from intake where session_id = %s", (session,))
    if told := [row for row in await cursor.fetchall() if json.dumps(row["message"]) != "{}" or row["answer"]]:
        raise Wrong(f"forgotten, yet the intake tells {told}")
