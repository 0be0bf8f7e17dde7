"""Every message of learning and all that follows, delivered twice, by two orchestrators: the same final rows."""

import logging
import random
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

import pytest

from contracts.agents import STATE_KEYS
from contracts.editing import ItemRetracted
from contracts.grading import (
    Answer,
    AnswerGiven,
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    QuizProgressSaved,
    QuizResults,
)
from contracts.learning import AimsSet, ConceptMarked, LearningRequested, MessageSent, PathRequested
from contracts.message import Message
from contracts.session import CourseClosed, CourseJoined, CourseShared, QuizRequested
from services.chassis.storage.database import connect
from services.console.embedded.postgres import Postgres
from services.orchestrator.batch.replay import replay
from tests.flow.learning.books import OWN
from tests.flow.learning.grading_services import graded
from tests.flow.shuffling import shuffled
from tests.orchestrator.grading.classroom import said_at
from tests.standins import database
from tests.standins.messages import Hall, Rec, answer, command_of, submitted

OWNER, MATE = UUID(int=21), UUID(int=22)
COURSE = uuid5(OWNER, "course")
CODE = "ABCD2345"
TABLES = [*(table for table in OWN if table not in ("journal", "agent_transitions", "agent_runs")), "course_shares"]
ORDER = ("id", "seq")
"""Columns that say in which order rows came, which is any."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


class School:
    """Two orchestrators, and a class whose every message is delivered so many times."""

    def __init__(self, halls: list[Hall], times: int, seed: int) -> None:
        self.halls, self._times, self._rng, self._said = halls, times, random.Random(seed), 0

    async def deliver(self, record: Rec) -> None:
        """A message and all that follows from it, in any order."""
        waiting = [record] * self._times
        while waiting:
            if self._times > 1:
                waiting = shuffled(waiting, self._rng)
            batch, waiting = waiting[:1], waiting[1:]
            for outgoing in await self._rng.choice(self.halls).tell(*batch):
                messages = graded(command_of(outgoing))
                waiting += [
                    answer(outgoing, message, n) for n, message in enumerate(messages) for _ in range(self._times)
                ]

    async def say(self, message: Message, session: UUID = OWNER) -> None:
        """One message, a minute after the one before."""
        self._said += 1
        await self.deliver(said_at(message, session, self._said, uuid5(OWNER, f"message {self._said}")))

    async def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Rows of a query."""
        return await self.halls[0].rows(statement, *values)

    async def hand_in(self, session: UUID, name: str) -> None:
        """Answers to the newest quiz: an open one in other words, one wrong, the rest right."""
        [quiz] = await self.rows("select * from quizzes where session_id = %s order by number desc limit 1", session)
        items = await self.rows(
            "select item_id, body from quiz_items join items using (item_id) where quiz_items.quiz_id = %s"
            " and accepted and state = 'live' order by quiz_items.ordinal, item_id",
            quiz["quiz_id"],
        )
        said = {"short_answer": "Something else.", "cloze": items[0]["body"]["answer"]}
        given = [Answer(item_id=item["item_id"], answer=said[item["body"]["type"]]) for item in items]
        attempt = uuid5(OWNER, f"attempt {name}")
        await self.say(QuizProgressSaved(quiz_id=quiz["quiz_id"], answers=given[:1], question_index=1), session)
        await self.say(QuizResults(quiz_id=quiz["quiz_id"], attempt_id=attempt, answers=given), session)

    async def result(self, session: UUID, *, undecided: bool) -> UUID:
        """The first result of a kind."""
        found = await self.rows(
            "select result_id from results where session_id = %s and undecided = %s and not void order by 1 limit 1",
            session,
            undecided,
        )
        result: UUID = found[0]["result_id"]
        return result


async def lessons(school: School) -> None:
    """One of each message of learning, some of both learners."""
    upload = command_of(submitted(OWNER, course=COURSE, user="owner"))
    await school.deliver(said_at(upload, OWNER, -60, uuid5(OWNER, "upload")))
    await school.say(CourseShared(code=CODE))
    joins = CourseJoined(tenant_id="t", user_id="mate", course_id=COURSE, code=CODE, name="Ada")
    await school.say(joins, MATE)
    await school.say(CourseClosed())
    for session in (OWNER, MATE):
        await school.hand_in(session, f"first {session}")
        await school.say(AnswerSelfGraded(result_id=await school.result(session, undecided=True), credit=0.5), session)
    # Of questions with one answer a quiz asks one: those of one concept get answers of their own.
    await school.halls[0].connection.execute(
        """update items set body = jsonb_set(body::jsonb, '{answer}', to_jsonb('word' || ordinal))::json
           where body ->> 'type' = 'cloze'"""
    )
    await school.say(LearningRequested(topic="", diagnostic=True, max_cycles=2))
    await school.hand_in(OWNER, "cycle")
    await school.say(MessageSent(text="what is term10?"))
    await school.say(MessageSent(text="answer nothing"))
    await school.say(MessageSent(text="diagnose term10"), MATE)
    await school.say(ConceptMarked(concept="term10", mark="known"))
    await school.say(AimsSet(goals=["To know."], current_topic="term11", mastery_threshold=0.5))
    await school.say(PathRequested())
    disputed = await school.result(MATE, undecided=False)
    await school.say(DisputeRaised(of="grade", result_id=disputed, reason="It is right."), MATE)
    [dispute] = await school.rows("select * from disputes")
    decided = DisputeDecided(dispute_id=dispute["dispute_id"], decision="upheld", credit=0.5, decided_by="owner")
    await school.say(decided, MATE)
    [card] = await school.rows("select card_id from flashcards order by card_id limit 1")
    await school.say(CardReviewed(card_id=card["card_id"], rating="hard"), MATE)
    [wrong] = await school.rows("select item_id from results where result_id = %s", disputed)
    await school.say(ItemRetracted(item_id=wrong["item_id"], reason="It is wrong."))
    await school.say(QuizRequested(practice="mistakes"), MATE)
    [quiz] = await school.rows("select quiz_id from quizzes where purpose = 'mistakes'")
    await school.say(QuizProgressSaved(quiz_id=quiz["quiz_id"], question_index=1, paused=True), MATE)
    asked = await school.rows("select item_id from quiz_items where quiz_id = %s order by ordinal", quiz["quiz_id"])
    given = Answer(item_id=asked[0]["item_id"], answer="no")
    await school.say(AnswerGiven(quiz_id=quiz["quiz_id"], attempt_id=uuid5(MATE, "given"), answer=given), MATE)


async def journey(url: str, times: int, seed: int) -> dict[str, Any]:
    """All rows of it in the end, without what time and order say."""
    async with await connect(url) as one, await connect(url) as two:
        school = School([Hall(one), Hall(two)], times, seed)
        await lessons(school)
        found: dict[str, Any] = {}
        for table in TABLES:
            rows = await school.rows(f"select * from {table}")
            rows = [row for row in rows if row.get("key") not in STATE_KEYS["coordinator"]]  # What came last, says it.
            plain = [{k: v for k, v in row.items() if k not in ORDER and not isinstance(v, datetime)} for row in rows]
            found[table] = sorted(map(repr, plain))
        for session in (OWNER, MATE):
            row, done = await school.halls[0].row(session), await replay(one, session)
            assert done
            assert (row["status"], done.differs, done.rows) == ("ready", "", row["version"])
            found[f"version of {session}"] = row["version"]
        assert await school.halls[0].count("deadlines") == 0
        return found


@pytest.mark.parametrize("seed", range(2))
async def test_every_message_of_learning_twice_leaves_the_same_rows(postgres: Postgres, seed: int) -> None:
    url = postgres.url("pensum_orchestrator", "postgres")
    database.empty(postgres)
    once = await journey(url, 1, seed)
    for table in TABLES:
        assert once[table], table
    database.empty(postgres)
    twice = await journey(url, 2, seed)
    for name, rows in once.items():
        assert twice[name] == rows, name
