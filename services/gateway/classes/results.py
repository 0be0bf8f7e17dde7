"""A class's results for the course's owner: by learner, concept and item, as JSON and as CSV."""

from uuid import UUID

from contracts.views.classes import ClassResults, ConceptLine, ItemFigures, ItemStatistics, LearnerLine
from services.gateway.access.bearer import Teacher, Who
from services.gateway.classes.queries import ClassQueries
from services.gateway.classes.statistics import statistics
from services.gateway.database import Row
from services.gateway.http.bodies import router
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.spreadsheet import Csv, csv_of

routes = router("/v1/courses/{course_id}", "classes")
FIGURES = ("answers", "facility", "discrimination", "median_latency_sec", "difficulty", "observed_difficulty")


@routes.get("/results")
async def class_results(
    who: Teacher, course_id: UUID, classes: ClassQueries, offset: Offset = 0, limit: Limit = 100
) -> ClassResults:
    """Who learns and how it goes; learners in pages, concepts hardest first."""
    course = await classes.course(who, course_id)
    lines = await classes.lines(who, course_id, offset, limit)
    concepts = await classes.concepts(who, course_id, [course["session_id"]])
    return ClassResults(
        course_id=course_id,
        title=course["title"],
        learners=[_learner(line) for line in lines],
        concepts=[ConceptLine.model_validate(row) for row in concepts],
        total=lines[0]["total"] if lines else await classes.learners(who, course_id),
    )


@routes.get("/results.csv", response_class=Csv)
async def class_results_table(who: Teacher, course_id: UUID, classes: ClassQueries) -> Csv:
    """A row a learner, with a column for each concept: how likely it is known; empty where it was not asked."""
    await classes.course(who, course_id)
    lines = await classes.lines(who, course_id, 0, None)
    stands = await classes.mastery(who, course_id, [line["session_id"] for line in lines])
    scores = {(row["session_id"], row["concept"]): row["score"] for row in stands if row["answers"]}
    concepts = sorted({concept for _, concept in scores}, key=str.casefold)
    head = [*LearnerLine.model_fields, *concepts]
    rows = [
        [
            *_learner(line).model_dump(mode="json").values(),
            *(scores.get((line["session_id"], each)) for each in concepts),
        ]
        for line in lines
    ]
    return csv_of(f"course-{course_id}", head, rows)


@routes.get("/items/statistics")
async def item_statistics(
    who: Teacher, course_id: UUID, classes: ClassQueries, offset: Offset = 0, limit: Limit = 200
) -> ItemFigures:
    """What real answers say of each item. The owner's own count only while nobody has joined."""
    found, total = await _statistics(classes, who, course_id, offset, limit)
    return ItemFigures(items=found, total=total)


@routes.get("/items/statistics.csv", response_class=Csv)
async def item_statistics_table(who: Teacher, course_id: UUID, classes: ClassQueries) -> Csv:
    """A row an item."""
    found, _ = await _statistics(classes, who, course_id, 0, None)
    head = ["item_id", "question", "type", "concept", "state", *FIGURES, "key_suspect", "rare_distractors"]
    rows = [
        [
            str(each.item_id),
            each.question,
            each.type,
            each.concept,
            each.state,
            *(getattr(each, name) for name in FIGURES),
            "yes" if each.key_suspect else "",
            "; ".join(option.text for option in each.options if option.rare),
        ]
        for each in found
    ]
    return csv_of(f"course-{course_id}-items", head, rows)


async def _statistics(
    classes: ClassQueries, who: Who, course_id: UUID, offset: int, limit: int | None
) -> tuple[list[ItemStatistics], int]:
    course = await classes.course(who, course_id)
    own = [course["session_id"]] if await classes.learners(who, course_id) else []
    rows = await classes.items(who, course_id, offset, limit)
    found = statistics(rows, await classes.answers(who, course_id, own))
    return found, rows[0]["total"] if rows else 0


def _learner(row: Row) -> LearnerLine:
    learning = row["learning"] or {}
    return LearnerLine(
        session_id=row["session_id"],
        name=row["name"],
        joined_at=row["joined_at"],
        attempts=row["attempts"],
        answers=row["answers"],
        score=row["score"],
        mastery_score=learning.get("mastery_score") if row["answers"] else None,
        concepts_mastered=row["mastered"],
        cycles=learning.get("learning_cycle_count") or 0,
        last_seen=row["last_seen"],
    )
