"""Alembic's environment: runs the migrations on the connection that `pensum migrate` opens."""

from alembic import context
from sqlmodel import SQLModel

from services.orchestrator.classes import tables as classes
from services.orchestrator.curriculum import tables as curriculum
from services.orchestrator.database import tables
from services.orchestrator.disputes import tables as disputes
from services.orchestrator.documents import tables as documents
from services.orchestrator.grading import tables as grading
from services.orchestrator.items import tables as items
from services.orchestrator.learning import tables as learning
from services.orchestrator.lessons import tables as lessons
from services.orchestrator.quizzes import tables as quizzes
from services.orchestrator.repetition import tables as repetition
from services.orchestrator.runs import tables as runs
from services.orchestrator.tutor import tables as tutor

ALL = (
    tables,
    documents,
    quizzes,
    items,
    grading,
    disputes,
    repetition,
    classes,
    learning,
    lessons,
    tutor,
    runs,
    curriculum,
)
"""Imported so that the metadata is full."""
connection = context.config.attributes["connection"]
metadata = SQLModel.metadata
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
