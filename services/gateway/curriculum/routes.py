"""The curriculum: what there is to choose from, a step at a time, and where there is anything."""

from typing import Annotated

from fastapi import Query

from services.gateway.access.bearer import Anyone
from services.gateway.curriculum.queries import GuidelineQueries
from services.gateway.curriculum.schemas import (
    CurriculumPlace,
    CurriculumPlaces,
    CurriculumSubjects,
    CurriculumSubtopic,
    CurriculumSubtopics,
    CurriculumTopics,
)
from services.gateway.http.bodies import router
from services.gateway.http.problems import broken

routes = router("/v1/curriculum", "curriculum")
Name = Annotated[str, Query(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
Grade = Annotated[int, Query(ge=1, le=99)]


@routes.get("")
async def curriculum(
    who: Anyone,
    rows: GuidelineQueries,
    country: Name,
    board: Name,
    grade: Grade,
    subject: Name | None = None,
    topic: Name | None = None,
) -> CurriculumSubjects | CurriculumTopics | CurriculumSubtopics:
    """The subjects of a grade; with `subject` its topics; with `topic` too its subtopics and their guidelines. Of what
    there is not the list is empty."""
    asked = {"country": country, "board": board, "grade": grade, "subject": subject, "topic": topic}
    if subject is None:
        if topic is not None:
            raise broken("subject", "subject_first")
        return CurriculumSubjects(subjects=[row["name"] for row in await rows.subjects(asked)])
    if topic is None:
        return CurriculumTopics(topics=[row["name"] for row in await rows.topics(asked)])
    return CurriculumSubtopics(
        subtopics=[CurriculumSubtopic.model_validate(row) for row in await rows.subtopics(asked)]
    )


@routes.get("/places")
async def places(who: Anyone, rows: GuidelineQueries) -> CurriculumPlaces:
    """Every country, board and grade for which there are guidelines."""
    return CurriculumPlaces(places=[CurriculumPlace.model_validate(row) for row in await rows.places()])
