"""A class's rows: a course that is open by a code, and who joined it and answered."""

from datetime import timedelta
from uuid import UUID, uuid4

from tests.gateway.shelf import START, Kept, Shelf

CODE = "K7M2QX4P"


def opened(shelf: Shelf, kept: Kept, code: str = CODE, age: int = 0, closed: bool = False) -> None:
    """The course can be joined by that code."""
    at = START - timedelta(seconds=age)
    shelf.insert(
        "course_shares",
        code=code,
        course_id=kept.course,
        session_id=kept.session,
        tenant_id=kept.tenant,
        user_id=kept.user,
        created_at=at,
        closed_at=at if closed else None,
    )


def joined(shelf: Shelf, kept: Kept, name: str, credits: list[float], score: float | None = None) -> UUID:
    """Somebody who joined and answered the first items."""
    session, attempt = uuid4(), uuid4()
    own = {"tenant_id": kept.tenant, "user_id": f"learner-{name}", "session_id": session}
    times = {"created_at": START, "updated_at": START}
    learning = {"mastery_score": 0.4, "learning_cycle_count": 2}
    shelf.insert(
        "sessions",
        course_id=kept.course,
        status="ready",
        version=1,
        state={},
        name=name,
        learning=learning,
        **times,
        **own,
    )
    mean = sum(credits) / len(credits) if score is None and credits else score
    shelf.insert(
        "attempts",
        attempt_id=attempt,
        quiz_id=kept.quiz,
        answers=[],
        graded_by="evaluator",
        score=mean,
        submitted_at=START,
        **own,
    )
    for ordinal, (item, credit) in enumerate(zip(kept.items, credits, strict=False)):
        shelf.insert(
            "results",
            result_id=uuid4(),
            attempt_id=attempt,
            quiz_id=kept.quiz,
            item_id=item.item_id,
            ordinal=ordinal,
            concept=item.concept,
            difficulty=item.difficulty,
            answer="x",
            is_correct=credit == 1,
            credit=credit,
            latency_sec=4,
            graded_by="evaluator",
            timestamp=START,
            **own,
        )
    shelf.insert(
        "concept_mastery",
        concept="leaf",
        score=0.4,
        answers=len(credits),
        correct=1,
        decided=False,
        mastered=name == "Kari",
        mark="none",
        updated_at=START,
        **own,
    )
    return session


def fresh(shelf: Shelf, kept: Kept, age: int = 0) -> str:
    """A code of its own, which opens the course."""
    messages = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
    code = "".join(messages[byte % 32] for byte in uuid4().bytes[:8])
    opened(shelf, kept, code, age)
    return code
