"""What is answered of a curriculum: one shape for each step of a choice, and where there is anything to choose."""

from uuid import UUID

from contracts.message import Fields


class CurriculumSubjects(Fields):
    """The subjects of a grade."""

    subjects: list[str]


class CurriculumTopics(Fields):
    """The topics of a subject."""

    topics: list[str]


class CurriculumSubtopic(Fields):
    """A subtopic, and the guideline that a lesson about it goes by."""

    subtopic: str
    guideline_id: UUID


class CurriculumSubtopics(Fields):
    """The subtopics of a topic."""

    subtopics: list[CurriculumSubtopic]


class CurriculumPlace(Fields):
    """A grade for which there are guidelines, and the languages that they are in."""

    country: str
    board: str
    grade: int
    languages: list[str]


class CurriculumPlaces(Fields):
    """All of them, by country, board and grade."""

    places: list[CurriculumPlace]
