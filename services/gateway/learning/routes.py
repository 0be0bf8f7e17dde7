"""Learning: the cycle, mastery, what a learner aims at and says of a concept."""

from uuid import UUID

from contracts.learning import AimsSet, ConceptMarked, LearningRequested, PathRequested
from contracts.views.learners import ConceptMap, LearnerView
from contracts.views.material import TextPassages
from contracts.views.sessions import Accepted
from services.gateway.access.bearer import Anyone, Who
from services.gateway.access.standing import ChangedSession, OpenSession, SessionHere, Standing
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import MaybeBody, router
from services.gateway.http.language import ReaderLanguage
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.problems import broken
from services.gateway.http.replies import UNCHANGED, WRITTEN
from services.gateway.items.views import item
from services.gateway.learning import views
from services.gateway.learning.map import concept_map
from services.gateway.learning.passages import Asked, Passage, by_page, passages
from services.gateway.learning.queries import LearnerQueries
from services.gateway.lessons.queries import LessonQueries
from services.gateway.messaging.requests import Once, answer
from services.gateway.quizzes.queries import QuizQueries
from services.gateway.repetition.queries import ScheduleQueries

routes = router("/v1/sessions/{session_id}", "learning")
GOAL = 200
WEAKEST, NEXT = LearningRequested(), PathRequested()


@routes.get("/learner", responses=UNCHANGED)
async def learner(
    session: OpenSession,
    changed: ChangedSession,
    who: Anyone,
    rows: LearnerQueries,
    quizzes: QuizQueries,
    lessons: LessonQueries,
    schedules: ScheduleQueries,
    language: ReaderLanguage,
    offset: Offset = 0,
    limit: Limit = 100,
) -> LearnerView:
    """The agents' state, the cycle, mastery of every concept, and where the newest lesson stands.

    The ETag is the session's. Of answers, rounds and recalls the newest are shown, at most `limit` of each; `offset`
    goes back from the newest.

    Of a question of the quiz under way neither concept nor answer nor its place is told before it is answered.
    """
    due = await schedules.counts(who, session.session_id)
    view = await learner_of(rows, quizzes, who, session, language, offset, limit, due)
    return view.model_copy(update={"lesson": await lessons.view(session.session_id, language)})


@routes.get("/map", responses=UNCHANGED)
async def concepts(
    session: OpenSession, changed: ChangedSession, rows: LearnerQueries, language: ReaderLanguage
) -> ConceptMap:
    """The concepts as a map: what builds on what, how well each is known, where the document introduces it; and its
    sections with how far their passages are covered. The ETag is the session's."""
    id = session.session_id
    learning = await rows.learning(id)
    learning |= {"language": language or learning.get("language", "")}
    told = views.concept_views(await rows.concepts(id), await rows.prerequisites(id), learning)
    asked = [one.item.concept for one in await _questions(rows, id)]
    found = await _passages(rows, id)
    return concept_map(told, await rows.places(id), asked, found, (await rows.state(id)).get("next_topic") or "")


@routes.get("/coverage/pages")
async def covered_pages(session: OpenSession, rows: LearnerQueries, documents: DocumentQueries) -> TextPassages:
    """How far you have come in the text, by page of each document: passages, those asked, answered, answered rightly.

    A passage has 40 words or more, or a question rests on it. All pages are there, those without a passage too.
    """
    papers = await documents.of_session(session.session_id)
    return by_page(papers, await _passages(rows, session.session_id))


async def _questions(rows: LearnerQueries, session: UUID) -> list[Asked]:
    return [Asked(item(row["body"]), row["is_correct"]) for row in await rows.questions(session)]


async def _passages(rows: LearnerQueries, session: UUID) -> list[Passage]:
    return passages(await rows.text(session), await _questions(rows, session))


async def learner_of(
    rows: LearnerQueries,
    quizzes: QuizQueries,
    who: Who,
    standing: Standing,
    language: str | None,
    offset: int,
    limit: int,
    due: tuple[int, int],
) -> LearnerView:
    """The learner's view. The version that it is told as may be older than what it shows, never newer."""
    session = standing.session_id
    learning = await rows.learning(session)
    learning |= {"language": language or learning.get("language", "")}
    ready = [row for row in await quizzes.quizzes(session) if row["ready"]]
    ids = [row["quiz_id"] for row in ready]
    wished = UUID(learning["cycle_quiz"]) if learning.get("cycle_quiz") else None
    quiz = wished if wished in ids else ids[-1] if ids else None
    return views.learner(
        views.Sitting(
            session=session,
            user=who.user,
            learning=learning,
            state=await rows.state(session),
            language=language,
            concepts=await rows.concepts(session),
            prerequisites=await rows.prerequisites(session),
            cycles=await rows.newest_cycles(session, offset, limit),
            gaps=await rows.gaps(session),
            recalls=await rows.recalls(session, offset, limit),
            feedback=await rows.feedback(session) if language else (),
            questions=await quizzes.sitting(session, quiz) if quiz else (),
            responses=await quizzes.responses(session, quiz, offset, limit) if quiz else (),
            score=await quizzes.score(session, quiz) if quiz else None,
            progress=await quizzes.progress(session, quiz) if quiz else None,
            totals=await rows.totals(session, quiz),
            due=due,
        )
    )


@routes.post("/learning", status_code=202, responses=WRITTEN)
async def learn(
    session: SessionHere,
    change: Once,
    rows: DocumentQueries,
    quizzes: QuizQueries,
    wish: MaybeBody[LearningRequested] = WEAKEST,
) -> Accepted:
    """Learn a topic to mastery: a concept, a section's title, or what is weakest; with a diagnosis first, if wished."""
    await quizzes.ready_to_learn(session)
    topic = await rows.topic(session.session_id, "topic", wish.topic)
    return await change.accept(wish.model_copy(update={"topic": topic}), answer(session.session_id, "/learner"))


@routes.post("/path", status_code=202, responses=WRITTEN)
async def plan_path(
    session: SessionHere, change: Once, quizzes: QuizQueries, wish: MaybeBody[PathRequested] = NEXT
) -> Accepted:
    """Have the path planned: what to learn next, and why."""
    await quizzes.ready_to_learn(session)
    return await change.accept(wish, answer(session.session_id, "/learner"))


@routes.patch("/aims", status_code=202, responses=WRITTEN)
async def set_aims(
    session: SessionHere, change: Once, rows: DocumentQueries, quizzes: QuizQueries, wish: MaybeBody[AimsSet]
) -> Accepted:
    """Set goals, the current topic, or the threshold of mastery; what is left out stays."""
    await quizzes.ready_to_learn(session)
    for number, goal in enumerate(wish.goals or ()):
        if not goal.strip() or len(goal) > GOAL:
            raise broken(f"goals.{number}", "goal_length", count=GOAL)
    if wish.current_topic is not None:
        topic = await rows.topic(session.session_id, "current_topic", wish.current_topic)
        wish = wish.model_copy(update={"current_topic": topic})
    return await change.accept(wish, answer(session.session_id, "/learner"))


@routes.post("/marks", status_code=202, responses=WRITTEN)
async def mark_concept(
    session: SessionHere, change: Once, rows: DocumentQueries, quizzes: QuizQueries, wish: MaybeBody[ConceptMarked]
) -> Accepted:
    """Say "I know this" (`known`) or "not yet" (`not_yet`) of a concept, beside the evidence; `none` takes it back."""
    await quizzes.ready_to_learn(session)
    concept = await rows.named(session.session_id, wish.concept, titles=False)
    if concept is None:
        raise broken("concept", "strange_concept")
    return await change.accept(wish.model_copy(update={"concept": concept}), answer(session.session_id, "/learner"))
