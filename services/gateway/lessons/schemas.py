"""What is sent to begin a lesson and to go on with it, and what is answered beside the contracts' own views."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from contracts.documents import Plain, Text
from contracts.lessons import Begins, LessonGoal, LessonRequested, Pace, Student
from contracts.message import Fields
from contracts.views.lessons import TurnView


class Prefs(Fields):
    """How a student likes to be taught, and in which language."""

    style: Plain = Field(default="", max_length=100)
    lang: Plain = Field(default="", max_length=35)


class StudentWish(Fields):
    """Who is to be taught. `id`: yours for them; it says nothing of who may read."""

    id: Plain = Field(default="", max_length=200)
    grade: int | None = Field(default=None, ge=0, le=20)
    prefs: Prefs = Prefs()
    interests: list[Plain] = Field(default=[], max_length=10)
    learning_style: Plain = Field(default="", max_length=100)
    language_level: Literal["", "simple", "normal", "advanced"] = ""


class Goal(Fields):
    """What is to be learnt, by which guideline of the curriculum."""

    topic: Plain = Field(default="", max_length=200)
    syllabus: Plain = Field(default="", max_length=200)
    learning_objectives: list[Plain] = Field(default=[], max_length=20)
    guideline_id: UUID


class Duration(Fields):
    """In how many minutes the lesson is to be done."""

    estimated_duration_minutes: int | None = Field(default=None, ge=1, le=600)


class Manner(Fields):
    """For whom a lesson is, and in what manner. `allow_extension`: who has aced the plan may go on beyond it."""

    student: StudentWish = StudentWish()
    session_context: Duration = Duration()
    pace_preference: Pace = "normal"
    allow_extension: bool = True


class SessionWish(Manner):
    """A lesson by a guideline, with a session of its own."""

    goal: Goal


class LessonWish(Manner):
    """A lesson about the session's documents. `topic`: a concept or a section's title; "": what is weakest."""

    topic: Plain = Field(default="", max_length=200)
    syllabus: Plain = Field(default="", max_length=200)
    learning_objectives: list[Plain] = Field(default=[], max_length=20)


class StepWish(Fields):
    """What a learner says in a lesson."""

    student_reply: Text = Field(max_length=4000)


class Turns(Fields):
    """A page of the turns that were told, oldest first. `total`: how many there are."""

    turns: list[TurnView]
    total: int


def requested(wish: Manner, goal: LessonGoal, begins: Begins | None = None) -> LessonRequested:
    """The message that a wish is. `begins`: whose session it begins."""
    who = wish.student
    student = Student(
        id=who.id,
        grade=who.grade,
        style=who.prefs.style,
        lang=who.prefs.lang,
        interests=who.interests,
        learning_style=who.learning_style,
        language_level=who.language_level,
    )
    return LessonRequested(
        student=student,
        goal=goal,
        begins=begins,
        estimated_duration_minutes=wish.session_context.estimated_duration_minutes,
        pace_preference=wish.pace_preference,
        allow_extension=wish.allow_extension,
    )
