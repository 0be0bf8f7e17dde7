"""Alembic's environment: runs the migrations on the connection that `pensum migrate` opens."""

from alembic import context
from sqlmodel import SQLModel

from services.orchestrator.database import tables
from services.orchestrator.documents import tables as documents_tables
from services.orchestrator.learning import tables as learning_tables
from services.orchestrator.quizzes import tables as quizzes_tables
from services.orchestrator.repetition import tables as repetition_tables

connection = context.config.attributes["connection"]
metadata = SQLModel.metadata
for noun in (
    tables.Session,
    documents_tables.Course,
    quizzes_tables.ItemRow,
    learning_tables.MessageRow,
    repetition_tables.Schedule,
):
    assert noun.metadata is metadata
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
