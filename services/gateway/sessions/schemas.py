"""What is sent to begin a session, and what is answered about sessions beside the contracts' own views."""

from typing import Annotated

from pydantic import Field, model_validator

from contracts.documents import Plain
from contracts.message import Fields
from contracts.views.sessions import SessionLine
from services.gateway.documents.schemas import FileBytes
from services.gateway.quizzes.schemas import Wishes


class UploadForm(Wishes):
    """One document or up to 50, and wishes. Lists repeat their field. `password`: for those that are encrypted."""

    file: list[FileBytes] = Field(min_length=1, max_length=50)
    password: str = Field(default="", max_length=4096)


class Labels(Fields):
    """What the learner calls a session ("": as its document is called), and its tags; None: stays as it is."""

    name: Plain | None = Field(default=None, max_length=200)
    tags: list[Annotated[Plain, Field(max_length=40)]] | None = Field(default=None, max_length=20)

    @model_validator(mode="after")
    def something(self) -> "Labels":
        if self.name is None and self.tags is None:
            raise ValueError("name: nothing is set")
        return self


class Sessions(Fields):
    """A page of sessions; `next` is the cursor of the page after it, None at the end."""

    sessions: list[SessionLine]
    next: str | None
