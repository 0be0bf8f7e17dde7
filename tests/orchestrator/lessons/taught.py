"""A lesson at the orchestrator with trivial workers: begun, talked through, and looked at in rows."""

from typing import Any
from uuid import UUID, uuid4

from contracts.learning import MessageSent
from contracts.lessons import Begins, LessonGoal, LessonRequested, Student
from services.orchestrator.workflow.lessons import Lesson
from services.orchestrator.workflow.state import State
from tests.standins.messages import Hall, said


class Taught:
    """One session with a lesson."""

    def __init__(self, hall: Hall, session: UUID) -> None:
        self.hall, self.session = hall, session

    @classmethod
    async def by_document(cls, hall: Hall, style: str = "", **wish: Any) -> "Taught":
        """A lesson about what is weakest in a document."""
        one = cls(hall, await hall.ready())
        await hall.walk(said(LessonRequested(student=Student(style=style), **wish), one.session))
        return one

    @classmethod
    async def by_guideline(cls, hall: Hall, guideline: UUID, user: str = "u", **wish: Any) -> "Taught":
        """A session of its own, taught by a guideline."""
        one = cls(hall, uuid4())
        goal = LessonGoal(guideline_id=guideline)
        begins = Begins(tenant_id="t", user_id=user)
        await hall.walk(said(LessonRequested(begins=begins, goal=goal, **wish), one.session))
        return one

    async def say(self, *texts: str) -> dict[str, Any]:
        """Messages, one after another with all that follows; the last turn."""
        for text in texts:
            await self.hall.walk(said(MessageSent(text=text), self.session))
        return (await self.turns())[-1]

    async def state(self) -> State:
        return State.model_validate((await self.hall.row(self.session))["state"])

    async def lesson(self) -> Lesson:
        lesson = (await self.state()).lesson
        assert lesson is not None
        return lesson

    async def turns(self) -> list[dict[str, Any]]:
        return await self.hall.rows(
            "select * from lesson_turn_view where session_id = %s order by seq, number", self.session
        )

    async def lines(self) -> list[dict[str, Any]]:
        return await self.hall.rows(
            "select role, agent, text, unsafe, in_reply_to, message_id from messages where session_id = %s"
            " order by seq, timestamp",
            self.session,
        )

    async def statuses(self) -> list[str]:
        return [step.status for step in (await self.lesson()).steps]
