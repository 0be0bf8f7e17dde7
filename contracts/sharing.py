"""The messages of a course that a class learns from: shared, joined, closed."""

from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import Field, StringConstraints

from contracts.documents import Plain
from contracts.message import Message

JoinCode = Annotated[str, StringConstraints(pattern=r"^[2-9A-HJ-NP-Z]{8}$")]
"""Eight letters and figures that cannot be taken for one another."""


class CourseShared(Message):
    """Event: the owner opened the course to whoever has the code. A course has one code at a time; the last counts."""

    type_name: ClassVar[str] = "pensum.session.course_shared.v1"
    code: JoinCode


class CourseClosed(Message):
    """Event: the owner closed the course: nobody joins any more, who has joined goes on."""

    type_name: ClassVar[str] = "pensum.session.course_closed.v1"


class CourseJoined(Message):
    """Event: a learner joined a course by its code; begins a session on what is written already."""

    type_name: ClassVar[str] = "pensum.session.course_joined.v1"
    tenant_id: str
    user_id: str
    course_id: UUID
    code: JoinCode
    name: Plain = Field(default="", max_length=80)
