"""What is asked about repetition."""

from typing import Literal
from uuid import UUID

from contracts.message import Fields


class Recalled(Fields):
    """How well a card or an item was recalled, in the session that it belongs to."""

    rating: Literal["again", "hard", "good", "easy"]
    session_id: UUID
