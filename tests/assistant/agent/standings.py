"""What a message is said in: whose tasks there are, what was shown, what was asked, which course it is about."""

from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict

from contracts.assistant import (
    AgentContext,
    ConversationMetadata,
    CourseConcept,
    CourseContext,
    Pending,
    PlannedCall,
    TaskOption,
)
from contracts.tasks import Task

NOW = datetime(2026, 11, 23, 10, 0, tzinfo=ZoneInfo("Europe/Oslo"))
"""A Monday."""
SESSION = UUID("0b5e2d8c-6f5d-4d7a-9c39-1f2a6a3f7c10")


class Standing(BaseModel):
    """Where a message comes in."""

    model_config = ConfigDict(frozen=True)

    tasks: list[Task] = []
    metadata: ConversationMetadata = ConversationMetadata()
    course: CourseContext | None = None


def task(number: int, title: str, *, done: bool = False) -> Task:
    """A task of that id and title."""
    made = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    status = ("completed", made) if done else ("pending", None)
    return Task(id=number, title=title, status=status[0], created_at=made, completed_at=status[1])


def shown(tasks: list[Task], pending: Pending | None = None) -> ConversationMetadata:
    """The tasks were listed a minute ago, and something may have been asked since."""
    return ConversationMetadata(
        task_references={str(place): each.id for place, each in enumerate(tasks, 1)},
        referenced_at=NOW - timedelta(minutes=1),
        last_tool_used="list_tasks",
        last_tool_parameters={"status": "pending"},
        agent_context=AgentContext(pending=pending),
    )


def to_confirm(number: int) -> Pending:
    """A yes to the deletion of that task is waited for."""
    return Pending(
        kind="confirmation",
        calls=[PlannedCall(tool_name="delete_task", parameters={"task_id": number})],
        expires_at=NOW + timedelta(minutes=5),
    )


THREE = [task(42, "Buy groceries"), task(43, "Call John"), task(44, "Review docs")]
MEETINGS = [
    task(51, "Prepare the meeting with Anna"),
    task(52, "Write up meeting notes"),
    task(53, "Book a room for the meeting"),
    task(54, "Buy milk"),
]
NORSK = [task(61, "Kjøpe melk"), task(62, "Ringe mamma"), task(63, "Lese kapittel 3"), task(64, "Skrive rapporten")]
WHICH = Pending(
    kind="clarification",
    calls=[PlannedCall(tool_name="complete_task")],
    missing="task_id",
    options=[TaskOption(label=each.title, task_id=each.id) for each in MEETINGS[:3]],
    expires_at=NOW + timedelta(minutes=5),
)
COURSE = CourseContext(
    session_id=SESSION,
    title="Plants",
    topic="photosynthesis",
    concepts=[
        CourseConcept(name="photosynthesis", due=True),
        CourseConcept(name="chlorophyll", weak=True),
        CourseConcept(name="respiration", due=True),
    ],
    due=2,
    advice=["Read the page on chlorophyll again", "Try the quiz on respiration"],
    path=["light reactions", "Calvin cycle", "respiration"],
)
KURS = CourseContext(
    session_id=SESSION,
    title="Celler",
    topic="mitose",
    concepts=[CourseConcept(name="mitose", due=True), CourseConcept(name="meiose", due=True)],
    due=2,
    advice=["Les siden om meiose igjen"],
    path=["meiose", "arv"],
)

STANDINGS: dict[str, Standing] = {
    "empty": Standing(),
    "three": Standing(tasks=THREE),
    "shown": Standing(tasks=THREE, metadata=shown(THREE)),
    "delete": Standing(tasks=THREE, metadata=shown(THREE, to_confirm(43))),
    "meetings": Standing(tasks=MEETINGS),
    "which": Standing(
        tasks=MEETINGS, metadata=ConversationMetadata(agent_context=AgentContext(pending=WHICH, clarification_count=1))
    ),
    "norsk": Standing(tasks=NORSK, metadata=shown(NORSK)),
    "slett": Standing(tasks=NORSK, metadata=shown(NORSK, to_confirm(62))),
    "course": Standing(course=COURSE),
    "kurs": Standing(course=KURS),
}
