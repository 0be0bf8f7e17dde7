"""A shared course, those who join it, and what they hand in."""

from uuid import UUID, uuid5

from contracts.session import CourseJoined, CourseShared
from tests.orchestrator.grading.classroom import ITEMS, answers, owner, right, said_at, walk
from tests.standins.messages import Hall, Rec

S = UUID(int=77)
COURSE = uuid5(S, "course")
CODE, OTHER = "ABCD2345", "WXYZ6789"


async def shared(hall: Hall) -> UUID:
    quiz = await owner(hall, S)
    await walk(hall, said_at(CourseShared(code=CODE), S, -5, uuid5(S, "share")))
    return quiz


def joining(n: int, minutes: float = 0, code: str = CODE) -> Rec:
    message = CourseJoined(tenant_id="t", user_id=f"pupil {n}", course_id=COURSE, code=code, name=f"Pupil {n}")
    return said_at(message, UUID(int=500 + n), minutes, UUID(int=9500 + n))


def pupil(n: int) -> UUID:
    return UUID(int=500 + n)


async def handed(hall: Hall, n: int, wrong: str = "") -> Rec:
    [quiz] = await hall.rows("select quiz_id from quizzes where session_id = %s", pupil(n))
    owners = await hall.rows("select quiz_id from quizzes where session_id = %s order by number limit 1", S)
    given = {name: right(name) if name != wrong else "zzz" for name in ITEMS if name != "why"}
    results = answers(owners[0]["quiz_id"], uuid5(pupil(n), "attempt"), given)
    return said_at(results.model_copy(update={"quiz_id": quiz["quiz_id"]}), pupil(n), 10, uuid5(pupil(n), "results"))
