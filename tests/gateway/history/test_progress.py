"""Progress over time: points with their band, whether scores held, and the time it took."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx

from contracts.views.history import ProgressView
from services.gateway.history.progress import MOST_POINTS, calibration, progress
from tests.gateway.learnt import own
from tests.gateway.shelf import START, Kept, Shelf


def point(score: float, answers: int, correct: int, minute: int = 0, concept: str = "leaf") -> dict[str, Any]:
    at = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=minute)
    band = {"low": score / 2, "high": (1 + score) / 2}
    return {"concept": concept, "at": at, "score": score, "answers": answers, "correct": correct, **band}


def test_what_a_score_promised_is_held_against_the_answers_that_came_next() -> None:
    leaf = [point(0.3, 1, 1), point(0.5, 3, 2), point(0.5, 3, 1), point(1.0, 5, 3)]
    root = [point(0.1, 0, 0), point(0.35, 2, 1), point(0.2, 3, 1)]
    told = {step.least: step for step in calibration([leaf, root])}
    assert [step.answers for step in told.values()] == [0, 3, 2, 0, 0]
    assert (told[0.2].expected, told[0.2].right) == ((2 * 0.3 + 0.35) / 3, 1 / 3)
    assert (told[0.4].expected, told[0.4].right) == (0.5, 1.0)  # the grade set right between them is no answer
    assert (told[0.0].expected, told[0.8].right) == (None, None)


def test_a_long_line_is_thinned_and_keeps_its_ends() -> None:
    rows = [point(0.5, n, n, n) for n in range(1000)]
    (told,) = progress(UUID(int=1), 0.85, rows, [], []).concepts
    assert (len(told.points), told.points[0].answers, told.points[-1].answers) == (MOST_POINTS, 0, 999)


def kept_points(shelf: Shelf, kept: Kept) -> None:
    for minute, concept, score, low, high in ((0, "Leaf", 0.3, None, None), (5, "leaf", 0.6, 0.4, 0.7)):
        at = START + timedelta(minutes=minute)
        seen = {"score": score, "low": low, "high": high, "answers": minute + 1, "correct": 1}
        shelf.insert("mastery_history", concept=concept, at=at, **seen, **own(kept))


async def test_progress_is_told_to_who_learns(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark="leaf")
    shelf.attempt(kept)
    shelf.ask(
        "update results set concept = 'leaf', latency_sec = 4000 where ordinal = 0 and session_id = %(s)s",
        s=kept.session,
    )
    kept_points(shelf, kept)
    answer = await ann.get(f"/v1/sessions/{kept.session}/progress")
    told = ProgressView.model_validate(answer.json())
    (leaf,) = told.concepts
    assert [(one.score, one.low, one.high) for one in leaf.points] == [(0.3, None, None), (0.6, 0.4, 0.7)]
    assert (leaf.concept, leaf.seconds, leaf.answers) == ("Leaf", 600, 1)
    (day,) = told.days
    assert (day.day, day.answers, day.correct, day.seconds) == (START.date(), 2, 1, 603)
    assert told.mastery_threshold == 0.85
    assert (await ann.get(f"/v1/sessions/{UUID(int=3)}/progress")).status_code == 404
