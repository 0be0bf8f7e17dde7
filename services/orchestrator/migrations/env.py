"""Alembic's environment: runs the migrations on the connection that `pensum migrate` opens."""

from alembic import context
from sqlmodel import SQLModel

from services.orchestrator import course_tables, item_tables, tables

connection = context.config.attributes["connection"]
metadata = SQLModel.metadata
assert tables.Session.metadata is course_tables.Course.metadata is item_tables.ItemRow.metadata is metadata
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
