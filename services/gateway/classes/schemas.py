"""What is asked about classes."""

from pydantic import Field

from contracts.documents import Plain
from contracts.message import Fields
from contracts.session import JoinCode
from contracts.views.classes import DeskCourse


class JoinWish(Fields):
    """The course's code, and what its owner shall call you."""

    code: JoinCode
    name: Plain = Field(default="", max_length=80)


class Desk(Fields):
    """What waits for an owner: documents for review, disputes, suspect questions, in all and by course; the courses
    with something waiting first, the longest wait before the others."""

    reviews: int
    disputes: int
    suspects: int
    courses: list[DeskCourse]
