"""A draft's choices as an item's options: in the order in which they are shown, with ids by their place. Pure."""

from collections.abc import Sequence
from string import ascii_lowercase

from contracts.proof import Explanation, Option
from services.coach.drafts.draft import Choice, Draft
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof, within

IDS = ascii_lowercase


class Options:
    """Choices in the order in which they are shown, with ids by their place."""

    def __init__(self, shown: Sequence[Choice], draft: Draft, order: Order) -> None:
        self._shown, self._draft, self._order = shown, draft, order
        self.options = options_of([choice.text for choice in shown])

    def id_of(self, choice: Choice) -> str:
        """The id of one of them."""
        return IDS[next(place for place, each in enumerate(self._shown) if each is choice)]

    def explained(self, keys: Sequence[Choice]) -> list[Explanation]:
        """One for each option of which something can be said; what makes a key right is at least the quote."""
        found = []
        for name, choice in zip(IDS, self._shown, strict=False):
            at = choice.at or (self._draft.at if any(key is choice for key in keys) else None)
            if sentence := choice.why or (at.text if at else ""):
                proved = proof(at, self._order, within(at, choice.text)) if at else None
                found.append(Explanation(option_id=name, sentence=sentence, proof=proved))
        return found


def options_of(texts: Sequence[str]) -> list[Option]:
    """Texts with ids by their place."""
    return [Option(option_id=name, text=text) for name, text in zip(IDS, texts, strict=False)]
