"""What learners ask for in a lesson, at random, by what their sessions' rows hold at that moment."""

import random
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

from contracts.grading import Answer, AnswerSelfGraded, CardReviewed, DisputeRaised, QuizProgressSaved, QuizResults
from contracts.learning import AimsSet, ConceptMarked, LearningRequested, MessageSent, PathRequested
from contracts.message import Message
from contracts.session import QuizRequested
from services.chassis.storage.database import Connection

_QUIZZES = "select quiz_id from quizzes where session_id = %s and ready and complete order by number"
_ASKED = """select i.item_id, i.body from quiz_items q join items i using (item_id)
            where q.quiz_id = %s and i.accepted and i.state in ('live', 'approved') order by q.ordinal, q.item_id"""
_OPEN = """select r.result_id from results r left join rulings u using (result_id)
           where r.session_id = %s and not r.void and (r.undecided or u.by = 'learner') order by 1"""
_GRADED = "select result_id from results where session_id = %s and not void order by 1"
_NOTES = "select attempt_id, ordinal from notes where session_id = %s order by 1, 2"
_CARDS = """select f.card_id from flashcards f join sessions s on s.course_id = f.course_id
            where s.session_id = %(session)s and f.accepted and f.state in ('live', 'approved')
            union all select item_id from results where session_id = %(session)s and not void order by 1"""
_CONCEPTS = "select concept from concept_place_view where session_id = %s order by ordinal"
WORDS = ("learn", "learn", "diagnose", "plan", "answer", "what is", "what is", "rude")
OTHER = "Something else."


class Pupil:
    """A learner at a session; each act is a message, or None where there is nothing to do it with."""

    def __init__(self, connection: Connection, session: UUID, rng: random.Random) -> None:
        self._connection, self._session, self._rng = connection, session, rng

    async def act(self) -> Message | None:
        """Any of them."""
        acts: list[tuple[Callable[[], Awaitable[Message | None]], int]] = [
            (self.hand_in, 6),
            (self.learn, 3),
            (self.say, 3),
            (self.save, 2),
            (self.grade, 3),
            (self.dispute, 4),
            (self.review, 2),
            (self.mark, 1),
            (self.aim, 1),
            (self.order, 1),
        ]
        kinds, weights = zip(*acts, strict=True)
        [chosen] = self._rng.choices(kinds, weights)
        found: Message | None = await chosen()
        return found

    async def hand_in(self, quiz: UUID | None = None, *, right: bool = False) -> Message | None:
        """Answers to a quiz, the newest most often."""
        quizzes = [row["quiz_id"] for row in await self._rows(_QUIZZES, self._session)]
        quiz = quiz or (self._rng.choice([*quizzes, quizzes[-1], quizzes[-1]]) if quizzes else None)
        answers = await self._answers(quiz, right=right) if quiz else []
        return QuizResults(quiz_id=quiz, attempt_id=uuid4(), answers=answers) if quiz and answers else None

    async def learn(self) -> Message | None:
        """A learning cycle, with and without a diagnosis."""
        concept, rounds = await self._concept(), self._rng.choice((1, 2, 5))
        topic = self._rng.choice(("", concept, "elsewhere"))
        return LearningRequested(topic=topic, diagnostic=self._rng.random() < 0.5, max_cycles=rounds)

    async def say(self) -> Message | None:
        """A message to the coordinator."""
        return MessageSent(text=f"{self._rng.choice(WORDS)} {await self._concept()}")

    async def save(self) -> Message | None:
        """Answers on the way."""
        quizzes = [row["quiz_id"] for row in await self._rows(_QUIZZES, self._session)]
        if not quizzes:
            return None
        quiz = self._rng.choice(quizzes)
        answers = (await self._answers(quiz))[: self._rng.randrange(3)]
        return QuizProgressSaved(quiz_id=quiz, answers=answers, question_index=len(answers))

    async def grade(self) -> Message | None:
        """The learner's own grade of an open answer."""
        found = await self._one(_OPEN)
        return AnswerSelfGraded(result_id=found["result_id"], credit=self._rng.choice((0, 0.5, 1))) if found else None

    async def dispute(self) -> Message | None:
        """An objection to a grade or a note."""
        if self._rng.random() < 0.6:
            found = await self._one(_GRADED)
            return DisputeRaised(of="grade", result_id=found["result_id"], reason="It is right.") if found else None
        found = await self._one(_NOTES)
        if found is None:
            return None
        return DisputeRaised(of="note", attempt_id=found["attempt_id"], note=found["ordinal"], reason="It is not so.")

    async def review(self) -> Message | None:
        """A card or an answered item recalled."""
        rows = await self._rows(_CARDS, {"session": self._session})
        if not rows:
            return None
        card = self._rng.choice(rows)["card_id"]
        return CardReviewed(card_id=card, rating=self._rng.choice(("again", "hard", "good", "easy")))

    async def mark(self) -> Message | None:
        """What the learner says of a concept."""
        return ConceptMarked(concept=await self._concept(), mark=self._rng.choice(("known", "not_yet", "none")))

    async def aim(self) -> Message | None:
        """Goals, the threshold, or the wish for a path."""
        if self._rng.random() < 0.4:
            return PathRequested()
        return AimsSet(goals=["To know it."], mastery_threshold=self._rng.choice((0.0, 0.5, 0.85, 1.0)))

    async def order(self) -> Message | None:
        """Another quiz, written anew or of mistakes."""
        return QuizRequested(practice="mistakes") if self._rng.random() < 0.6 else QuizRequested()

    async def _answers(self, quiz: UUID, *, right: bool = False) -> list[Answer]:
        """Right, wrong, skipped, or, of an open question, what nobody can judge but the learner."""
        found = []
        for row in await self._rows(_ASKED, quiz):
            other = OTHER if row["body"]["type"] == "short_answer" else "no"
            given = self._rng.choice([row["body"]["answer"]] * 3 + [other] * 2 + [None])
            found.append(Answer(item_id=row["item_id"], answer=row["body"]["answer"] if right else given))
        return found

    async def _concept(self) -> str:
        rows = await self._rows(_CONCEPTS, self._session)
        return str(self._rng.choice(rows)["concept"]) if rows else "nothing"

    async def _one(self, statement: str) -> dict[str, Any] | None:
        rows = await self._rows(statement, self._session)
        return self._rng.choice(rows) if rows else None

    async def _rows(self, statement: str, value: Any) -> list[dict[str, Any]]:
        values = value if isinstance(value, dict) else (value,)
        return await (await self._connection.execute(statement.encode(), values)).fetchall()
