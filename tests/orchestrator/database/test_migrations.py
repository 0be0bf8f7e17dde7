"""The database is what the tables say, migrations only add, and each login may do what is its own and no more."""

import ast
import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import LiteralString
from uuid import UUID

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

import services.orchestrator
from services.console.embedded.logins import LOGINS
from services.console.embedded.postgres import Postgres
from services.gateway.history.queries import STATS
from services.orchestrator.database import migrating
from services.orchestrator.learning.rows import learning
from services.orchestrator.workflow.state import State
from tests.gateway.crowd import counted

VERSIONS = Path(migrating.__file__).parent / "migrations" / "versions"
NARROWING = re.compile(
    r"\b(drop\s+(table|column|view|index|constraint|schema)|alter\s+(table|column)|truncate|delete\s+from|rename)\b",
    re.I,
)
FUNCTION = re.compile(r"create function [^;$]*? as \$\$.*?\$\$;", re.I | re.S)
OF_THE_TASKS = ("tasks", "task_calls")
OF_THE_ASSISTANT = ("conversations", "conversation_messages", "assistant_steps", "assistant_inbox")
"""Tables that are not the orchestrator's: no class of its own stands for them."""
# An index holds nothing: one that another one serves as well goes, since every row pays for it.
ADDING = {
    "create_table",
    "create_index",
    "drop_index",
    "add_column",
    "execute",
    "f",
    "create_unique_constraint",
    "get_bind",
}


def narrows(source: str, sql: bool) -> list[str]:
    """What a migration takes away or changes: calls of `op` that do not only add, and such words in its SQL, but for
    what stands in a function that it makes, which does not run then."""
    if sql:
        return [found.group(0) for found in NARROWING.finditer(FUNCTION.sub("", re.sub(r"--.*", "", source)))]
    tree = ast.parse(source)
    upgrade = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "upgrade")
    found = []
    for node in ast.walk(upgrade):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "op":
            found += [f"op.{node.attr}"] if node.attr not in ADDING else []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [each.group(0) for each in NARROWING.finditer(node.value)]
    return found


@pytest.mark.parametrize("path", sorted([*VERSIONS.glob("*.py"), *VERSIONS.glob("*.sql")]), ids=lambda path: path.name)
def test_migrations_only_add(path: Path) -> None:
    assert narrows(path.read_text(), path.suffix == ".sql") == []


@pytest.mark.parametrize(
    "line",
    [
        'op.drop_table("items")',
        'op.drop_column("items", "body")',
        'op.alter_column("items", "body", nullable=False)',
        'op.rename_table("items", "things")',
        'op.execute("ALTER TABLE items DROP COLUMN body")',
        'op.execute("drop  view item_view")',
        'op.execute("truncate items")',
    ],
)
def test_the_check_refuses_what_takes_away(line: str) -> None:
    assert narrows(f"def upgrade():\n    {line}\n", sql=False)


def test_the_check_lets_a_function_be_and_refuses_what_runs_beside_it() -> None:
    made = "create function gone() returns void language sql as $$ delete from items; $$;"
    assert narrows(made, sql=True) == []
    assert narrows(f"{made}\ndelete from items;\n{made}", sql=True) == ["delete from"]
    assert narrows("do $$ begin delete from items; end $$;", sql=True) == ["delete from"]


def _ours(_: object, name: str | None, type: str, *__: object) -> bool:
    return type != "table" or name not in (*OF_THE_TASKS, *OF_THE_ASSISTANT)


def test_the_database_is_what_the_tables_say(postgres: Postgres) -> None:
    for module in Path(services.orchestrator.__file__).parent.glob("*/tables.py"):
        import_module(f"services.orchestrator.{module.parent.name}.tables")  # So that the metadata is full.
    engine = sa.create_engine(postgres.url().replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "include_object": _ours})
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_migrating_again_and_by_several_at_once_changes_nothing(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("create database fresh")
    with ThreadPoolExecutor(3) as several:
        list(several.map(migrating.migrate, [postgres.url(dbname="fresh")] * 3))
    migrating.migrate(postgres.url(dbname="fresh"))
    with psycopg.connect(postgres.url(dbname="fresh")) as admin:
        row = admin.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone()
        assert row
        assert row[0] == len(SQLModel.metadata.tables) + len(OF_THE_TASKS) + len(OF_THE_ASSISTANT) + 1


def test_what_was_made_before_items_came_in_parts_is_whole_and_its_answers_have_words(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("create database older")
    url = postgres.url(dbname="older")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        command.upgrade(migrating.config(connection), "0002")
        id = "00000000-0000-0000-0000-00000000000"
        own = f"'t', 'u', '{id}1', '{id}2', '{id}3'"
        connection.exec_driver_sql(
            "insert into quizzes (tenant_id, user_id, quiz_id, session_id, course_id, number, ready, shortfall,"
            f" created_at) values ({own}, 1, true, '[]', now())"
        )
        for number, body in enumerate(
            (
                '{"answer": "b", "options": [{"option_id": "a", "text": "One"}, {"option_id": "b", "text": "Two"}]}',
                '{"answer": "Three"}',
            )
        ):
            connection.exec_driver_sql(
                "insert into items (tenant_id, user_id, quiz_id, session_id, course_id, item_id, ordinal, body,"
                f" accepted) values ({own}, '{id}{number}', {number}, %s, true)",
                (body,),
            )
    engine.dispose()
    migrating.migrate(url)
    with psycopg.connect(url) as admin:
        shown = admin.execute("select answer_text, state, revision, batch from item_view order by ordinal").fetchall()
        assert shown == [("Two", "live", 1, 1), ("Three", "live", 1, 1)]
        assert admin.execute("select ready, complete from quiz_view").fetchall() == [(True, True)]


def test_blocks_from_before_there_was_search_are_found(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("create database unsearched")
    url = postgres.url(dbname="unsearched")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        command.upgrade(migrating.config(connection), "0008")
        reading = "00000000-0000-0000-0000-000000000001"
        connection.exec_driver_sql(
            "insert into readings (tenant_id, user_id, reading_id, document_sha256, doc_meta, complete, created_at)"
            f" values ('t', 'u', '{reading}', 'x', '{{\"language\": \"nb\"}}', true, now())"
        )
        bodies = (
            '{"block_id": "h", "text": "Hjertet", "kind": "heading", "level": 1}',
            '{"block_id": "a", "text": "Det har fire kamre.", "from_later": 1}',
            '{"block_id": "r", "text": "Side 3", "material": false, "aside": "running"}',
        )
        for number, body in enumerate(bodies):
            connection.exec_driver_sql(
                "insert into blocks (tenant_id, user_id, reading_id, block_id, part, ordinal, source_page, body)"
                f" values ('t', 'u', '{reading}', '{number}', 1, {number}, 1, %s)",
                (body,),
            )
    engine.dispose()
    migrating.migrate(url)
    with psycopg.connect(url) as admin:
        shown = admin.execute("select terms::text from blocks order by ordinal").fetchall()
        assert shown == [(None,), ("'det' 'fir' 'har' 'hjert' 'kamr'",), (None,)]


def test_what_was_shown_as_a_belief_is_shown_as_the_number_that_the_state_has(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("create database believed")
    url = postgres.url(dbname="believed")
    session = UUID(int=7)
    found = {
        "a": {"concept": "a", "score": 0.94, "answers": 3, "correct": 3},
        "b": {"concept": "b", "score": 0.999, "answers": 7, "correct": 6, "decided": True, "mastered": True},
        "c": {"concept": "c", "score": 0.012, "answers": 6, "correct": 0, "decided": True},
        "d": {"concept": "d", "score": 0.3, "answers": 0, "correct": 0, "mark": "known"},
    }
    stored = {"session_id": str(session), "mastery_threshold": 0.9, "standings": found}
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    with engine.begin() as connection:
        command.upgrade(migrating.config(connection), "0009")
        own = f"'t', 'u', '{session}'"
        connection.exec_driver_sql(
            "insert into sessions (tenant_id, user_id, session_id, course_id, status, version, state, learning,"
            f" created_at, updated_at) values ({own}, '{session}', 'ready', 1, %s, %s, now(), now())",
            (json.dumps(stored), json.dumps({"mastery_threshold": 0.9, "mastery_score": 0.94, "topic": "t"})),
        )
        for one in found.values():
            connection.exec_driver_sql(
                "insert into concept_mastery (tenant_id, user_id, session_id, concept, score, answers, correct,"
                f" decided, mastered, mark, updated_at) values ({own}, %s, %s, %s, %s, false, false, 'none', now())",
                (one["concept"], one["score"], one["answers"], one["correct"]),
            )
    engine.dispose()
    migrating.migrate(url)
    state = State.model_validate(stored)
    with psycopg.connect(url) as admin:
        rows = admin.execute(
            "select concept, score, mastered, decided, needed from concept_view order by concept"
        ).fetchall()
        kept = admin.execute("select learning from sessions").fetchone()
    now = [state.standings[each] for each in sorted(state.standings)]
    assert rows == [(one.concept, pytest.approx(one.score), one.mastered, one.decided, one.needed) for one in now]
    assert [one.mastered for one in now] == [False, True, False, False]
    assert kept
    shown = {name: learning(state)[name] for name in ("mastery_threshold", "mastery_score", "answers_needed")}
    assert kept[0] == {**{name: pytest.approx(value) for name, value in shown.items()}, "topic": "t"}


def test_concepts_that_were_counted_by_other_names_are_counted_once_before_and_after_they_are_counted_anew(
    postgres: Postgres,
) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("create database counted")
    url = postgres.url(dbname="counted")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=sa.NullPool)
    session, old = UUID(int=8), [("concept", "x a"), ("concept", "x b"), ("seen", "x a"), ("mastered", "x a")]
    with engine.begin() as connection:
        command.upgrade(migrating.config(connection), "0032")
        own = f"'t', 'u', '{session}'"
        connection.exec_driver_sql(
            "insert into sessions (tenant_id, user_id, session_id, status, version, state, created_at, updated_at,"
            f" uncounted) values ({own}, 'ready', 1, '{{}}', now(), now(), false)"
        )
        for concept, answers in (("a", 3), ("b", 0)):
            connection.exec_driver_sql(
                "insert into concept_mastery (tenant_id, user_id, session_id, concept, score, answers, correct,"
                f" decided, mastered, mark, updated_at) values ({own}, %s, 0.5, %s, 0, false, %s, 'none', now())",
                (concept, answers, answers > 0),
            )
        figures = "concepts, concepts_seen, concepts_mastered, quizzes_taken, answers, decided, correct, sections,"
        figures += " scored, cards_new, cards_new_shown, cards_waiting, seconds"
        numbers = "2, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0"
        connection.exec_driver_sql(
            f"insert into session_figures (tenant_id, user_id, session_id, {figures}, counts)"
            f" values ({own}, {numbers}, %s)",
            (json.dumps([{"kind": kind, "value": value, "total": 1, "shown": 1} for kind, value in old]),),
        )
        connection.exec_driver_sql(
            f"insert into learner_figures (tenant_id, user_id, sessions, documents, {figures})"
            f" values ('t', 'u', 1, 0, {numbers})"
        )
        for kind, value in old:
            connection.exec_driver_sql("insert into learner_counts values ('t', 'u', %s, %s, 1, 1)", (kind, value))
    engine.dispose()
    migrating.migrate(url)
    who = {"tenant": "t", "user": "u"}
    asked: LiteralString = f"select concepts, concepts_seen, concepts_mastered from ({STATS}) s"
    with psycopg.connect(url, autocommit=True) as admin:
        assert admin.execute(asked, who).fetchall() == [(2, 1, 1)]
        asyncio.run(counted(url, "t"))
        assert admin.execute(asked, who).fetchall() == [(2, 1, 1)]
        assert admin.execute("select kind, seen, mastered from learner_counts order by seen").fetchall() == [
            ("concept", 0, 0),
            ("concept", 1, 1),
        ]


@pytest.fixture
def gateway(postgres: Postgres) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(postgres.url("pensum_gateway", "postgres"), autocommit=True) as opened:
        yield opened


@pytest.fixture
def orchestrator(postgres: Postgres) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(postgres.url("pensum_orchestrator", "postgres"), autocommit=True) as opened:
        yield opened


TABLES = sorted(set(SQLModel.metadata.tables) - {"intake"})
VIEWS = [name for path in sorted(VERSIONS.glob("*.sql")) for name in re.findall(r"create view (\w+)", path.read_text())]


@pytest.mark.parametrize("table", TABLES)
def test_the_gateway_reads_and_writes_no_table_but_its_intake(gateway: psycopg.Connection[object], table: str) -> None:
    for statement in (
        f"select * from {table}",
        f"delete from {table}",
        f"insert into {table} default values",
        f"update {table} set {next(iter(SQLModel.metadata.tables[table].columns)).name} = null",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            gateway.execute(statement.encode())


@pytest.mark.parametrize("view", VIEWS)
def test_the_gateway_reads_views_and_cannot_write_through_them(gateway: psycopg.Connection[object], view: str) -> None:
    gateway.execute(f"select * from {view} limit 1".encode())
    for statement in (f"delete from {view}", f"insert into {view} default values"):
        with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.ObjectNotInPrerequisiteState)):
            gateway.execute(statement.encode())


def test_the_gateway_keeps_its_intake_and_deletes_nothing_of_it(gateway: psycopg.Connection[object]) -> None:
    gateway.execute("select * from intake")
    gateway.execute("update intake set tries = tries")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        gateway.execute("delete from intake")


@pytest.mark.parametrize(
    "statement",
    [
        "alter table sessions add column x int",
        "drop table notes",
        "create table mine (x int)",
        "truncate journal",
        "create role mine",
        "update alembic_version set version_num = '0'",
        "create view mine as select 1",
    ],
)
def test_no_login_may_alter_the_database(postgres: Postgres, statement: str) -> None:
    for login in LOGINS.values():
        with (
            psycopg.connect(postgres.url(login, "postgres"), autocommit=True) as connection,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            connection.execute(statement.encode())


def test_the_orchestrator_reads_and_writes_all_tables(orchestrator: psycopg.Connection[object]) -> None:
    for table in (*TABLES, "intake"):
        orchestrator.execute(f"select * from {table} limit 1".encode())
        orchestrator.execute(f"delete from {table} where false".encode())


@pytest.mark.parametrize("service", sorted(set(LOGINS) - {"tasks"}))
@pytest.mark.parametrize("table", OF_THE_TASKS)
def test_no_other_login_reads_or_writes_the_tasks(postgres: Postgres, service: str, table: str) -> None:
    with psycopg.connect(postgres.url(LOGINS[service], "postgres"), autocommit=True) as other:
        for statement in (
            f"select * from {table}",
            f"select count(*) from {table}",
            f"insert into {table} default values",
            f"update {table} set user_id = 'me'",
            f"delete from {table}",
            f"truncate {table}",
            f"copy {table} to stdout",
            "select nextval('tasks_id_seq')",
            "set role pensum_tasks",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                other.execute(statement.encode())


def test_the_tasks_login_reads_and_writes_its_own_tables_and_no_other(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url("pensum_tasks", "postgres"), autocommit=True) as tasks:
        for table in OF_THE_TASKS:
            tasks.execute(f"select * from {table}".encode())
        tasks.execute("update tasks set title = title where false")
        tasks.execute("delete from tasks where false")
        for statement in ("delete from task_calls", *(f"select * from {each}" for each in (*TABLES, "intake", *VIEWS))):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                tasks.execute(statement.encode())


@pytest.mark.parametrize("service", sorted(set(LOGINS) - {"assistant"}))
@pytest.mark.parametrize("table", OF_THE_ASSISTANT)
def test_no_other_login_reads_or_writes_conversations(postgres: Postgres, service: str, table: str) -> None:
    with psycopg.connect(postgres.url(LOGINS[service], "postgres"), autocommit=True) as other:
        for statement in (
            f"select * from {table}",
            f"insert into {table} default values",
            f"delete from {table}",
            "select empty_conversation_intake(gen_random_uuid())",
            "set role pensum_assistant",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                other.execute(statement.encode())


def test_the_assistants_login_reads_and_writes_its_conversations_and_no_other_table(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url("pensum_assistant", "postgres"), autocommit=True) as assistant:
        for table in OF_THE_ASSISTANT:
            assistant.execute(f"select * from {table}".encode())
            assistant.execute(f"delete from {table} where false".encode())
        assistant.execute("select empty_conversation_intake(gen_random_uuid())")
        for other in (*TABLES, "intake", *VIEWS, *OF_THE_TASKS):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                assistant.execute(f"select * from {other}".encode())


@pytest.mark.parametrize(
    "unfit",
    [
        {"title": ""},
        {"title": " spaced "},
        {"title": "t" * 256},
        {"title": None},
        {"description": "d" * 1001},
        {"status": "done"},
        {"status": "completed"},
        {"completed_at": "2026-11-27T09:00:00Z"},
        {"due_at": "1999-12-31T23:59:59Z"},
        {"due_at": "2200-01-01T00:00:00Z"},
        {"concept": "c" * 201},
    ],
    ids=str,
)
def test_the_database_holds_the_tasks_to_the_seeds_rules(postgres: Postgres, unfit: dict[str, str | None]) -> None:
    fit = {"tenant_id": "home", "user_id": "me", "title": "t" * 255, "description": "d" * 1000, "concept": "c" * 200}
    columns = ", ".join(fit | unfit)
    values = ", ".join(f"%({name})s" for name in fit | unfit)
    with psycopg.connect(postgres.url("pensum_tasks", "postgres")) as tasks:
        statement = f"insert into tasks ({columns}) values ({values})".encode()
        with pytest.raises(psycopg.errors.IntegrityError), tasks.transaction():
            tasks.execute(statement, fit | unfit)
        tasks.execute(
            f"insert into tasks ({', '.join(fit)}) values ({', '.join(f'%({n})s' for n in fit)})".encode(), fit
        )
        tasks.rollback()
