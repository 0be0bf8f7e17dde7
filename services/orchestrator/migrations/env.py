"""Alembic's environment: runs the migrations on the connection that `pensum migrate` opens."""

from alembic import context
from sqlmodel import SQLModel

from services.orchestrator import course_tables, item_tables, learner_tables, practice_tables, tables

connection = context.config.attributes["connection"]
metadata = SQLModel.metadata
for noun in (
    tables.Session,
    course_tables.Course,
    item_tables.ItemRow,
    learner_tables.MessageRow,
    practice_tables.Schedule,
):
    assert noun.metadata is metadata
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
