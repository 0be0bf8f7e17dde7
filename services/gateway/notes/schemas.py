"""What is answered about notes."""

from contracts.message import Fields
from contracts.views.sessions import NoteView


class Notes(Fields):
    """The Coach's notes, oldest first."""

    notes: list[NoteView]
