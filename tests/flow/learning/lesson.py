"""A walk through learning: an owner who learns too, takes back and corrects; others who join; all at the same time.

After the faults it drains, is judged, and then every learning cycle under way is answered to its end.
"""

from dataclasses import dataclass, field, replace
from uuid import UUID, uuid4

from contracts.learning import LearningRequested
from contracts.message import Message
from contracts.session import CourseJoined, CourseShared, RetryRequested
from services.gateway.access.bearer import Who
from services.orchestrator.workflow.state import State
from tests.flow.learners import Upload
from tests.flow.learning.grading_services import graded
from tests.flow.learning.lesson_verdict import judge_lesson, over
from tests.flow.learning.pupils import Pupil
from tests.flow.learning.teachers import Teacher, code_of
from tests.flow.verdict import Wrong, row
from tests.flow.walk import Walk

MATES = 2
RETRIES = 3
ANSWERED = 12
"""Rounds of answers after which every cycle is over: five rounds and a diagnosis, of which some are asked twice."""


@dataclass
class Lesson(Walk):
    """One lesson. `run` raises `Wrong`. `asked`: the messages that were accepted, by session and message."""

    asked: dict[UUID, dict[UUID, Message]] = field(default_factory=dict)
    joined: int = 0

    def __post_init__(self) -> None:
        self.parts = replace(self.parts, answering=graded)
        self.papers = ("a.pdf",)
        super().__post_init__()
        self.poison = ""

    async def run(self) -> None:
        """A course is made, learnt from by up to three, and owned; then all of it comes to an end."""
        await self.looking.execute("update intake set settled = true")
        await self._upload()
        await self._drain()
        owner = self.uploads[0]
        await self._told(CourseShared(code=code_of(owner.course)), owner)
        for _ in range(self.rng.randrange(15, 45)):
            await self._act(owner)
            for _ in range(self.rng.choice((0, 0, 2, 5, 12))):
                await self._step(faulty=True)
        await self._end()
        for _ in range(ANSWERED):
            if not await self._answered():
                break
            await self._end()
        for upload in self.uploads:
            state = await self._state(upload)
            if state is not None and not over(state):
                raise Wrong(f"a cycle without end: {state.cycle}")
            self.joined += state is not None and state.joined

    async def _act(self, owner: Upload) -> None:
        chance = self.rng.random()
        if chance < 0.12 and len(self.uploads) <= MATES:
            return await self._join(owner)
        if chance < 0.3:
            done = await Teacher(self.looking, owner.session, owner.course, self.rng).act()
            found = done and next((one for one in self.uploads if one.session == done[1]), None)
            if done and found and not owner.forgotten and not found.forgotten:
                await self._told(done[0], found)
            return None
        upload = self.rng.choice(self.uploads)
        if await self._state(upload) is not None:
            message = await Pupil(self.looking, upload.session, self.rng).act()
            if message is not None:
                await self._told(message, upload)
        return None

    async def _join(self, owner: Upload) -> None:
        who = Who("tenant", f"mate {len(self.uploads)}", "learner")
        mate = Upload(uuid4(), owner.course, who=who)
        message = CourseJoined(
            tenant_id=who.tenant, user_id=who.user, course_id=owner.course, code=code_of(owner.course), name="Ada"
        )
        self.uploads.append(mate)
        await self._told(message, mate)

    async def _told(self, message: Message, upload: Upload) -> None:
        before = len(self.gateway.promised)
        await self._ask(message, upload)
        for session, message_id in self.gateway.promised[before:]:
            self.asked.setdefault(session, {})[message_id] = message

    async def _state(self, upload: Upload) -> State | None:
        """The state of a session from which somebody can learn."""
        found = await row(self.looking, upload.session)
        if found is None or upload.forgotten or not found["version"]:
            return None
        state = State.model_validate(found["state"])
        return state if state.reading_id is not None else None

    async def _end(self) -> None:
        """Nothing is under way any more; what failed is tried again; all is as it must be."""
        await self._drain()
        for _ in range(RETRIES):
            for upload in self.uploads:
                found = await row(self.looking, upload.session)
                error = found and found["error"]
                if found and found["status"] == "failed" and isinstance(error, dict) and error["status"] >= 500:
                    await self._told(RetryRequested(version=int(str(found["version"]))), upload)
            await self._drain()
        for upload in self.uploads:
            await judge_lesson(self.looking, upload, self.asked.get(upload.session, {}))

    async def _answered(self) -> bool:
        """Hands in what each cycle waits for; False if none does."""
        waits = False
        for upload in self.uploads:
            state = await self._state(upload)
            if state is not None and not over(state) and state.cycle and state.cycle.quiz_id:
                pupil = Pupil(self.looking, upload.session, self.rng)
                message = await pupil.hand_in(state.cycle.quiz_id, right=self.rng.random() < 0.7)
                # All its questions were taken back: who learns chooses again.
                await self._told(message or LearningRequested(topic="", max_cycles=1), upload)
                waits = True
        return waits
