"""Over all documents: history in pages and by filters, figures, scorecard, progress by section, a summary."""

from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from contracts.problems import Code
from contracts.session import Status
from contracts.views.history import History, Scorecard, Stats, Subtopics, Summary
from contracts.views.learners import LearnerView
from services.gateway.history.routes import streak
from tests.gateway.learnt import mastery, state, studied
from tests.gateway.shelf import START, Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))


async def test_the_history_says_what_was_done(ann: httpx.AsyncClient, kept: Kept) -> None:
    told = History.model_validate_json((await ann.get("/v1/sessions/history")).content)
    (line,) = told.sessions
    assert (told.total, told.next, line.session_id) == (1, None, kept.session)
    assert (line.title, line.filename, line.topic, line.status) == ("Leaves", "leaves.pdf", "leaf", "ready")
    assert (line.attempts, line.answers, line.score, line.mastery_score, line.cycles) == (1, 2, 0.5, 0.4, 1)


async def test_the_history_is_newest_first_in_pages(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    wanted = [str(shelf.session(tenant, "ann", age=age).session) for age in range(5)]
    found, cursor = [], ""
    for many in (2, 2, 1):
        page = (await ann.get(f"/v1/sessions/history?limit=2{cursor}")).json()
        assert (len(page["sessions"]), page["total"]) == (many, 5)
        found += [one["session_id"] for one in page["sessions"]]
        cursor = f"&cursor={page['next']}"
    assert (found, page["next"]) == (wanted, None)


@pytest.mark.parametrize(
    ("filters", "many"),
    [
        ({}, 3),
        ({"status": "ready"}, 2),
        ({"status": "failed"}, 1),
        ({"topic": "LEAF"}, 1),
        ({"topic": "leaves"}, 3),
        ({"topic": "moon"}, 0),
        ({"topic": "%"}, 0),
        ({"since": (START - timedelta(seconds=15)).isoformat()}, 2),
        ({"until": (START - timedelta(seconds=10)).isoformat()}, 1),
        ({"since": (START - timedelta(seconds=10)).isoformat(), "until": START.isoformat()}, 1),
        ({"status": "ready", "topic": "leaf", "since": START.isoformat()}, 1),
    ],
)
async def test_the_history_is_filtered(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept, filters: dict[str, str], many: int
) -> None:
    shelf.session(tenant, "ann", age=10)
    shelf.session(tenant, "ann", age=20, status=Status.FAILED, error=Code.MODEL_FAILED)
    shelf.session(tenant, "bob")
    shelf.session(tenant, "ann", status=Status.FORGOTTEN, forgotten=True)
    told = (await ann.get("/v1/sessions/history", params=filters)).json()
    assert (len(told["sessions"]), told["total"]) == (many, many)


async def test_a_title_that_nobody_may_see_yet_is_not_looked_through(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    shelf.session(tenant, "ann", status=Status.PENDING_REVIEW, error=Code.LOW_CONFIDENCE)
    assert (await ann.get("/v1/sessions/history?topic=leaves")).json()["total"] == 0
    (line,) = (await ann.get("/v1/sessions/history")).json()["sessions"]
    assert line["title"] == ""


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "cursor=x", "status=dancing", "since=yesterday", "until=2026-01-01T00:00:00"]
)
async def test_a_wrong_parameter_is_a_400_that_names_it(ann: httpx.AsyncClient, query: str) -> None:
    answer = await ann.get(f"/v1/sessions/history?{query}")
    assert (answer.status_code, answer.json()["fields"]) == (400, [query.partition("=")[0]])


async def test_figures_over_all_documents(ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept) -> None:
    other = shelf.quiz(shelf.session(tenant, "ann"))
    shelf.attempt(other)
    shelf.ask("update results set void = true where result_id = %(r)s", r=other.result)
    told = Stats.model_validate_json((await ann.get("/v1/sessions/stats")).content)
    assert (told.sessions, told.documents, told.quizzes_taken) == (2, 1, 2), "the same bytes are one document"
    assert (told.answers, told.correct, told.accuracy) == (3, 1, 1 / 3)
    assert (told.concepts_seen, told.concepts_mastered, told.reviews_due) == (2, 1, 3)
    assert (told.seconds, told.days_active, told.streak_days) == (12, 2, 1)


async def test_a_day_on_which_single_answers_were_given_counts_before_the_quiz_is_handed_in(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    open_quiz = shelf.quiz(shelf.session(tenant, "ann"))
    shelf.attempt(open_quiz)
    shelf.ask("update attempts set open = true, score = null where attempt_id = %(a)s", a=open_quiz.attempt)
    told = Stats.model_validate_json((await ann.get("/v1/sessions/stats")).content)
    assert (told.answers, told.quizzes_taken, told.days_active, told.streak_days) == (2, 0, 1, 1)


async def test_two_courses_on_one_text_have_its_concepts_once(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    """Leaf is mastered in one, chlorophyll in the other; root in none, and stem stands beside the text in both."""
    other = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    shelf.ask("update concept_mastery set mastered = concept = 'chlorophyll' where session_id = %(s)s", s=other.session)
    for each in (kept, other):
        mastery(shelf, each, "Stem" if each is other else "stem", 0.2, 1)
    elsewhere = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    shelf.ask("update documents set sha256 = %(h)s where course_id = %(c)s", h="cd" * 32, c=elsewhere.course)
    told = Stats.model_validate_json((await ann.get("/v1/sessions/stats")).content)
    assert (told.documents, told.concepts, told.concepts_seen, told.concepts_mastered) == (2, 4 + 3, 3 + 2, 2 + 1)
    shelf.ask("update sessions set forgotten_at = now() where session_id = %(s)s", s=other.session)
    left = Stats.model_validate_json((await ann.get("/v1/sessions/stats")).content)
    assert (left.concepts, left.concepts_seen, left.concepts_mastered) == (4 + 3, 3 + 2, 1 + 1)


async def test_a_concept_that_one_of_three_courses_on_one_text_has_counts(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    """One was read again, by a Reader that finds a term more."""
    others = [studied(shelf, shelf.quiz(shelf.session(tenant, "ann"))) for _ in range(2)]
    shelf.ask(
        """update readings set digest = jsonb_set(digest::jsonb, '{terms}', (digest::jsonb -> 'terms')
             || ((digest::jsonb -> 'terms' -> 0) || '{"term": "sap"}'))::json where reading_id = %(r)s""",
        r=others[0].reading,
    )
    for each in (kept, *others):
        shelf.ask("update concept_mastery set mastered = true where session_id = %(s)s", s=each.session)
    told = Stats.model_validate_json((await ann.get("/v1/sessions/stats")).content)
    assert (told.concepts, told.concepts_seen, told.concepts_mastered) == (3 + 1, 2, 2)


def test_a_streak_is_of_days_in_a_row_up_to_today_or_yesterday() -> None:
    today = date(2026, 3, 2)

    def days(*ago: int) -> list[dict[str, Any]]:
        return [{"day": today - timedelta(days=one), "today": today} for one in ago]

    assert [streak(days(*ago)) for ago in ((), (0,), (1, 2, 3), (0, 1, 3), (2, 3), (0, 2))] == [0, 1, 3, 2, 0, 1]


async def test_the_scorecard_has_strengths_and_weaknesses(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    shelf.ask(
        "update attempts set score = 0.25, submitted_at = %(t)s where attempt_id = %(a)s", t=START, a=kept.attempt
    )
    shelf.attempt(kept, many=0)
    shelf.session(tenant, "ann", age=5)
    told = Scorecard.model_validate_json((await ann.get("/v1/sessions/scorecard")).content)
    (card,) = told.sessions
    assert (told.total, card.title, card.mastery_score) == (1, "Leaves", 0.4)
    assert (card.trend, card.score, card.patterns) == ([0.25, 0.5], 0.375, [])
    assert [(one.concept, one.mastered) for one in card.strengths + card.weaknesses] == [
        ("leaf", True), ("chlorophyll", False),
    ]  # fmt: skip
    shelf.ask("delete from attempts where session_id = %(s)s and score = 0.5", s=kept.session)
    again = Scorecard.model_validate_json((await ann.get(f"/v1/sessions/scorecard?session_id={kept.session}")).content)
    assert [one.pattern_type for one in again.sessions[0].patterns] == ["conceptual"]
    assert (await ann.get("/v1/sessions/scorecard?offset=1")).json()["sessions"] == []


async def test_progress_is_by_section_in_the_documents_order(ann: httpx.AsyncClient, kept: Kept) -> None:
    told = Subtopics.model_validate_json((await ann.get("/v1/sessions/subtopic-progress")).content)
    assert [(one.subtopic, one.concepts, one.mastered) for one in told.subtopics] == [
        ("Above the ground", 2, 1), ("Below the ground", 1, 0),
    ]  # fmt: skip
    assert [one.score for one in told.subtopics] == [pytest.approx((0.99 + 0.4) / 2), 0]
    page = (await ann.get(f"/v1/sessions/subtopic-progress?session_id={kept.session}&limit=1&offset=1")).json()
    assert ([one["subtopic"] for one in page["subtopics"]], page["total"]) == (["Below the ground"], 2)


async def test_a_summary_has_the_seeds_fields(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    url = f"/v1/sessions/{kept.session}/summary"
    told = Summary.model_validate_json((await ann.get(url)).content)
    assert (told.steps_completed, told.mastery_score) == (1, 0.4)
    assert (told.misconceptions_seen, told.suggestions) == (["Taken for water."], ["Read about leaves first."])
    shelf.ask("update knowledge_gaps set mistaken_for = '' where session_id = %(s)s", s=kept.session)
    assert (await ann.get(url)).json()["misconceptions_seen"] == [], "what was merely missed is none"
    shelf.ask("update knowledge_gaps set mistaken_for = 'water' where session_id = %(s)s", s=kept.session)
    state(shelf, kept, path_reasoning="Roots come next.")
    due = "2 reviews are due now, 1 of them new."
    assert (await ann.get("/v1/reviews/due")).json()["total"] == 2
    assert (await ann.get(url)).json()["suggestions"] == ["Read about leaves first.", f"{due} Roots come next."]
    shelf.ask("update concept_mastery set mastered = true where session_id = %(s)s", s=kept.session)
    assert (await ann.get(url)).json()["misconceptions_seen"] == []
    shelf.ask("update learning_cycles set quiz_score = null where session_id = %(s)s", s=kept.session)
    assert (await ann.get(url)).json()["steps_completed"] == 0, "a round that was left is not completed"
    [line] = (await ann.get("/v1/sessions/history")).json()["sessions"]
    assert line["cycles"] == 0, "nor counted in the history"
    shelf.ask("delete from agent_state where session_id = %(s)s", s=kept.session)
    state(shelf, kept, improvement_areas=["leaf"])
    shelf.ask("update concept_mastery set mastered = false where session_id = %(s)s", s=kept.session)
    assert (await ann.get(url)).json()["suggestions"][-1].startswith("Practise “leaf”: you stand at ")
    early = shelf.session(kept.tenant, "ann", status=Status.READING)
    empty = (await ann.get(f"/v1/sessions/{early.session}/summary")).json()
    assert (empty["steps_completed"], empty["mastery_score"], empty["suggestions"]) == (0, 0, [])


async def test_every_view_counts_the_same_concepts_and_tells_the_same_score(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    """A concept that was asked about and that the document does not introduce is counted everywhere too."""
    mastery(shelf, kept, "beside the text", 0.95, 7, correct=7, decided=True, mastered=True)
    view = LearnerView.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}/learner")).content)
    figures = Stats.model_validate_json((await ann.get("/v1/sessions/stats")).content)
    sections = Subtopics.model_validate_json((await ann.get("/v1/sessions/subtopic-progress")).content).subtopics
    (card,) = Scorecard.model_validate_json((await ann.get("/v1/sessions/scorecard")).content).sessions
    (line,) = History.model_validate_json((await ann.get("/v1/sessions/history")).content).sessions
    summed = Summary.model_validate_json((await ann.get(f"/v1/sessions/{kept.session}/summary")).content)
    done = [one for one in view.concepts if one.mastered]
    assert len(view.concepts) == figures.concepts == sum(one.concepts for one in sections)
    assert len(done) == figures.concepts_mastered == sum(one.mastered for one in sections) == len(card.strengths) == 2
    seen = {one.concept: one.score for one in view.concepts if one.answers}
    assert len(seen) == figures.concepts_seen
    assert seen == {one.concept: one.score for one in [*card.strengths, *card.weaknesses]}
    assert view.mastery_score == card.mastery_score == line.mastery_score == summed.mastery_score == 0.4
