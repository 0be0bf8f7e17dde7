"""What is sent to begin a session, and what is answered about sessions beside the contracts' own views."""

from pydantic import Field

from contracts.message import Fields
from contracts.views.sessions import SessionLine
from services.gateway.documents.schemas import FileBytes
from services.gateway.quizzes.schemas import Wishes


class UploadForm(Wishes):
    """One document or up to 50, and wishes. Lists repeat their field. `password`: for those that are encrypted."""

    file: list[FileBytes] = Field(min_length=1, max_length=50)
    password: str = Field(default="", max_length=4096)


class Sessions(Fields):
    """A page of sessions; `next` is the cursor of the page after it, None at the end."""

    sessions: list[SessionLine]
    next: str | None
