"""Whether a lesson has ended well: nothing lost, nothing stuck, everybody's rows their own."""

from collections import Counter
from uuid import UUID, uuid5

from contracts.grading import DisputeRaised, QuizResults
from contracts.learning import IntentClassified, LearningRequested, MessageSent
from contracts.message import Message
from services.chassis.storage.database import Connection
from services.orchestrator.workflow.state import State
from tests.flow import verdict
from tests.flow.learners import Upload
from tests.flow.learning.books import OWN, Row, rows_of
from tests.flow.learning.evidence import Evidence
from tests.flow.verdict import Wrong, journaled

COMMON = ("items", "flashcards")
"""What others of the course are asked stays when its learner is forgotten."""


def over(state: State) -> bool:
    """No cycle waits for anything."""
    cycle = state.cycle
    return cycle is None or (cycle.number > 0 and cycle.phase in ("MASTERED", None))


async def judge_lesson(connection: Connection, upload: Upload, asked: dict[UUID, Message]) -> None:
    """Raises `Wrong`. `asked`: what was accepted for the session, by message."""
    found = await verdict.row(connection, upload.session)
    if found is None:
        raise Wrong(f"an accepted session is lost: {upload.who.user}")
    if upload.forgotten:
        return await _gone(connection, upload, found)
    books = await _Ending.of(connection, upload, asked, found)
    await journaled(connection, upload.session, found["version"])
    books.ended()
    books.nothing_lost()
    books.graded()
    books.ruled()
    books.traced()
    books.scheduled()
    books.recalled()
    books.noted()
    books.cycled()
    for table in OWN:
        statement = f"select count(*) as n from {table} where session_id = %s and user_id <> %s".encode()
        [strange] = await (await connection.execute(statement, (upload.session, upload.who.user))).fetchall()
        if strange["n"]:
            raise Wrong(f"{strange['n']} rows of {table} are somebody else's")
    return None


class _Ending(Evidence):
    """Where the session stands in the end."""

    def ended(self) -> None:
        """It stands where it should: nothing open, and a cycle waits for its learner or for nothing."""
        status, error, state = self.session["status"], self.session["error"], self.state
        late = not state.papers and isinstance(error, dict) and error["status"] == 404
        if state.open or self.rows["deadlines"] or (status != "ready" and not (status == "failed" and late)):
            raise Wrong(f"stuck in {status}: {list(state.open.values())}, {self.rows['deadlines']}, {error}")
        cycle = state.cycle
        if cycle is None or over(state):
            return
        quiz = state.quizzes.get(cycle.quiz_id) if cycle.quiz_id else None
        waits = cycle.phase == "QUIZ_ACTIVE" or cycle.diagnosing
        if not waits or cycle.attempt_id or quiz is None or not quiz.complete or not quiz.questions:
            raise Wrong(f"a cycle is stuck: {cycle}, {quiz}")

    def nothing_lost(self) -> None:
        """Every accepted message is journaled once, nothing came of itself, and each row of it stands."""
        if lost := self.asked.keys() - self.journal.keys():
            raise Wrong(f"accepted and lost: {[self.asked[one] for one in lost]}")
        inputs = {message.type_name for message in self.asked.values()}
        if strange := [row for row in self.kept if row["type"] in inputs and row["message_id"] not in self.asked]:
            raise Wrong(f"nobody asked for {strange}")
        handed = {one.attempt_id for one in self.asked_of(QuizResults)}
        if handed != self.attempts.keys():
            raise Wrong(f"attempts {set(self.attempts)}, not {handed}")
        said = Counter(row["message_id"] for row in self.rows["messages"] if row["role"] == "learner")
        kept = self.kept_of(MessageSent)
        if said != Counter(kept):
            raise Wrong(f"messages {said}, not {kept}")
        disputes = {row["dispute_id"]: row for row in self.rows["disputes"]}
        if disputes.keys() != set(self.kept_of(DisputeRaised)):
            raise Wrong(f"disputes {disputes.keys()}")
        for dispute, decided in self.decided().items():
            if disputes[dispute]["state"] != decided.decision:
                raise Wrong(f"the last decision of {dispute} does not count: {disputes[dispute]}")

    def cycled(self) -> None:
        """Rounds are those of cycles that were asked for, numbered without a gap, all over but the one under way."""
        begun = [*self.kept_of(LearningRequested), *self.kept_of(IntentClassified)]
        rows = {row["cycle_id"]: row for row in self.rows["learning_cycles"]}
        current = self.state.cycle
        for message in begun:
            rounds = 0
            while (name := uuid5(message, f"round:{rounds + 1}")) in rows:
                rounds += 1
                row = rows.pop(name)
                under_way = current and not over(self.state) and (current.id, current.number) == (message, rounds)
                if row["cycle_number"] != rounds or bool(row["completed_at"]) == bool(under_way):
                    raise Wrong(f"round {rounds}: {row}, under way: {under_way}")
        if rows:
            raise Wrong(f"rounds that nobody asked for: {rows}")


async def _gone(connection: Connection, upload: Upload, found: Row) -> None:
    if found["status"] != "forgotten":
        raise Wrong(f"forgotten, yet {found['status']}")
    for table in (*OWN, "deadlines"):
        left = await rows_of(connection, f"select * from {table} where session_id = %s", (upload.session,))
        if table in COMMON:
            left = [each for each in left if each["user_id"] == upload.who.user != "learner"]
        if left:
            raise Wrong(f"forgotten, yet {table} has {len(left)} rows")
