"""What is told of material, as `decide` sees it and the journal keeps it: counted, without its text."""

from uuid import UUID

from contracts.message import Fields
from services.orchestrator.workflow.quizzes import Codes, Of


class MaterialWritten(Fields):
    """The Coach has written a part of its material. `short`: how many it says are missing, by kind and code.

    `dropped`: what a model wrote and its author let go. `by_model`: kinds of which some of this is a model's.
    """

    quiz_id: UUID
    items: int
    cards: int
    part: int = 1
    of: int = 1
    short: dict[Of, Codes] = {}
    dropped: dict[Of, Codes] = {}
    by_model: list[Of] = []


class MaterialJudged(Fields):
    """The verdicts are in, counted. `refused`: by first reason; `refused_cards`: those among them that are cards.

    Of what the offline author wrote: `offline` were accepted, `refused_offline` not.
    """

    quiz_id: UUID
    items: int
    cards: int
    refused: Codes
    refused_cards: Codes = {}
    offline: dict[Of, int] = {}
    refused_offline: dict[Of, Codes] = {}

    @property
    def by_kind(self) -> dict[Of, Codes]:
        """What was refused of each kind."""
        left = {code: count - self.refused_cards.get(code, 0) for code, count in self.refused.items()}
        return {"quiz": {code: count for code, count in left.items() if count}, "flashcards": self.refused_cards}
