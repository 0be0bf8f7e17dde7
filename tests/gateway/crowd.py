"""Many sessions at once, made by Postgres itself: what a list costs is to be seen among thousands of other people's."""

from typing import Any, LiteralString

import psycopg

from services.chassis.storage.database import connect
from services.orchestrator.history.figures import count as count_quiet
from services.search.filters import filter_of

# Of each session: a course with one document of a passage that is read, a quiz of a question, an attempt with its
# result, a card with its schedule, mastery of a concept, and what it is found by.
_FILL: tuple[LiteralString, ...] = (
    """create temporary table crowd on commit drop as
       select md5(%(seed)s || n)::uuid as id, %(tenant)s::text as tenant, %(user)s || n %% %(users)s as learner,
         now() - make_interval(secs => n * %(apart)s) as at from generate_series(1, %(count)s) n""",
    """insert into readings (tenant_id, user_id, reading_id, document_sha256, doc_meta, complete, created_at)
       select tenant, learner, md5('r' || id)::uuid, md5(id::text), '{"title": "Tides", "pages": 2}', true, at
       from crowd""",
    """insert into reading_members (tenant_id, user_id, set_id, reading_id, ordinal)
       select tenant, learner, md5('r' || id)::uuid, md5('r' || id)::uuid, 0 from crowd""",
    """insert into blocks (tenant_id, user_id, reading_id, block_id, part, ordinal, source_page, body, terms)
       select tenant, learner, md5('r' || id)::uuid, 'b', 1, 0, 1, '{"block_id": "b", "text": "The tide rises."}',
         '''tide'' ''rise'''::tsvector from crowd""",
    """insert into session_words (tenant_id, user_id, session_id, created_at, named, learnt)
       select tenant, learner, id, at, 'tides tides.pdf []', 'tides ' from crowd""",
    """insert into session_filters (tenant_id, user_id, session_id, language, reading_id, created_at, filter)
       select tenant, learner, id, '', md5('r' || id)::uuid, at, %(filter)s from crowd""",
    """insert into courses (tenant_id, user_id, course_id, title, reading_id, created_at)
       select tenant, learner, md5('c' || id)::uuid, 'Tides', md5('r' || id)::uuid, at from crowd""",
    """insert into documents (tenant_id, user_id, course_id, sha256, filename, media_type, bytes, blob, uploaded_at,
         ordinal, password, reading_id)
       select tenant, learner, md5('c' || id)::uuid, md5(id::text), 'tides.pdf', 'application/pdf', 1, 'b', at, 0, '',
         md5('r' || id)::uuid from crowd""",
    """insert into sessions (tenant_id, user_id, session_id, course_id, status, version, state, created_at, updated_at,
         uncounted)
       select tenant, learner, id, md5('c' || id)::uuid, 'ready', 5, '{}', at, at, false from crowd""",
    """insert into quizzes (tenant_id, user_id, quiz_id, session_id, course_id, number, ready, complete, shortfall,
         created_at, purpose, exam)
       select tenant, learner, md5('q' || id)::uuid, id, md5('c' || id)::uuid, 1, true, true, '[]', at, 'quiz', false
       from crowd""",
    """insert into items (tenant_id, user_id, item_id, quiz_id, session_id, course_id, ordinal, body, accepted, batch,
         answer_text)
       select tenant, learner, md5('i' || id)::uuid, md5('q' || id)::uuid, id, md5('c' || id)::uuid, 0,
         '{"concept": "tide", "question": "What?"}', true, 1, 'tide' from crowd""",
    """insert into quiz_items (tenant_id, user_id, quiz_id, item_id, session_id, ordinal)
       select tenant, learner, md5('q' || id)::uuid, md5('i' || id)::uuid, id, 0 from crowd""",
    """insert into flashcards (tenant_id, user_id, card_id, quiz_id, session_id, course_id, ordinal, body, accepted,
         batch)
       select tenant, learner, md5('f' || id)::uuid, md5('q' || id)::uuid, id, md5('c' || id)::uuid, 0,
         '{"question": "What?"}', true, 1 from crowd""",
    """insert into attempts (tenant_id, user_id, attempt_id, quiz_id, session_id, answers, graded_by, submitted_at,
         score, graded_at)
       select tenant, learner, md5('a' || id)::uuid, md5('q' || id)::uuid, id, '[]', 'evaluator', at, 1, at
       from crowd""",
    """insert into results (tenant_id, user_id, result_id, attempt_id, quiz_id, item_id, session_id, ordinal, concept,
         difficulty, is_correct, credit, latency_sec, graded_by, timestamp)
       select tenant, learner, md5('t' || id)::uuid, md5('a' || id)::uuid, md5('q' || id)::uuid, md5('i' || id)::uuid,
         id, 0, 'tide', 'EASY', true, 1, 4, 'evaluator', at from crowd""",
    """insert into schedules (tenant_id, user_id, session_id, card_id, kind, due, state, reviews, lapses)
       select tenant, learner, id, md5('f' || id)::uuid, 'card', at, 'review', 1, 0 from crowd""",
    """insert into concept_mastery (tenant_id, user_id, session_id, concept, score, answers, correct, decided, mastered,
         mark, updated_at)
       select tenant, learner, id, 'tide', 0.5, 1, 1, false, false, 'none', at from crowd""",
)


def crowd(
    connection: psycopg.Connection[Any],
    tenant: str,
    user: str,
    count: int,
    users: int = 1,
    apart: float = 1.0,
    analysed: bool = True,
) -> None:
    """So many sessions of learners of a tenant, who are called by `user` and a number below `users`; so many seconds
    apart. They are marked as counted, and no figures are kept of them: nobody is to read theirs."""
    about = {"tenant": tenant, "user": user, "seed": f"{tenant} {user}"}
    values = {**about, "count": count, "users": users, "apart": apart, "filter": filter_of({"tide", "rise"})}
    with connection.transaction():
        for statement in _FILL:
            connection.execute(statement, values)
    if analysed:
        connection.execute("analyze")


async def counted(url: str, tenant: str) -> None:
    """Counts all sessions of a tenant, as the orchestrator does when they are quiet."""
    async with await connect(url) as connection:
        await connection.execute("update sessions set uncounted = true where tenant_id = %s", (tenant,))
        while await count_quiet(connection, 0):
            pass
