"""Columns and ownership that all tables share: every row names its tenant and user."""

from typing import Any

from sqlalchemy import JSON, Column, DateTime
from sqlmodel import Field, SQLModel


def json_column(nullable: bool = False) -> Any:
    """A JSON value, kept as text."""
    return Field(sa_column=Column(JSON, nullable=nullable))


def time_column(nullable: bool = False) -> Any:
    """A moment with its zone."""
    return Field(sa_column=Column(DateTime(timezone=True), nullable=nullable))


class Owned(SQLModel):
    """Whose row it is."""

    tenant_id: str
    user_id: str
