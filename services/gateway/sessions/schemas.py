"""What is answered about sessions beside the contracts' own views."""

from contracts.letter import Fields
from contracts.views import SessionLine


class Sessions(Fields):
    """A page of sessions; `next` is the cursor of the page after it, None at the end."""

    sessions: list[SessionLine]
    next: str | None
