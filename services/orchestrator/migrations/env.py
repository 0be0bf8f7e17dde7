"""Alembic's environment: runs the migrations on the connection that `pensum migrate` opens."""

from alembic import context
from sqlmodel import SQLModel

from services.orchestrator import course_tables, tables

connection = context.config.attributes["connection"]
assert tables.Session.metadata is course_tables.Course.metadata is SQLModel.metadata
context.configure(connection=connection, target_metadata=SQLModel.metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
