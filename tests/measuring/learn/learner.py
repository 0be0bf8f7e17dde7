"""A simulated learner: what is truly known, and raw answers to real items that follow from it.

The true chances are the learner's own and none of the tracing's: one slip for all types, guesses by really choosing.
"""

import random
from dataclasses import dataclass, field

from contracts.items import (
    Cloze,
    Item,
    Matching,
    MultipleAnswer,
    MultipleChoice,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
    written,
)


@dataclass(frozen=True)
class Nature:
    """Chances from 0 to 1. `hit`: a typed guess is right; `told`: an explanation teaches, `asked`: an answered question
    does; `forget`: something known is lost between two rounds; `own_words`: an open answer that is right is worded so
    that no rule can tell; `lenient`: the learner's own grade of a wrong open answer is half."""

    slip: float = 0.1
    hit: float = 0.05
    told: float = 0.0
    asked: float = 0.0
    forget: float = 0.0
    own_words: float = 0.5
    lenient: float = 0.1


STEADY = Nature()
"""Neither learns nor forgets: for decisions about what is known."""
LEARNING = Nature(told=0.5, asked=0.03, forget=0.01)
SLOW = Nature(told=0.15, asked=0.03, forget=0.01)


@dataclass
class Learner:
    """`knows`: by concept. `since`: how many answers about it were given since it is known, or not known."""

    knows: dict[str, bool]
    nature: Nature
    chance: random.Random
    since: dict[str, int] = field(default_factory=dict)

    def happens(self, chance: float) -> bool:
        """With this chance."""
        return self.chance.random() < chance

    def answers(self, item: Item) -> tuple[str, float]:
        """A raw answer, and what the learner would grade it with, if asked."""
        known = self.knows[item.concept]
        self.since[item.concept] = self.since.get(item.concept, 0) + 1
        if known and not self.happens(self.nature.slip):
            return self._right(item)
        return self._slipped(item) if known else self._guessed(item)

    def is_told(self, concept: str) -> None:
        """The tutor explains it."""
        self._learns(concept, self.nature.told)

    def is_shown(self, concept: str) -> None:
        """The answer to a question about it."""
        self._learns(concept, self.nature.asked)

    def forgets(self) -> None:
        """Time passes."""
        for concept, known in self.knows.items():
            if known and self.happens(self.nature.forget):
                self._turns(concept, known=False)

    def _learns(self, concept: str, chance: float) -> None:
        if not self.knows[concept] and self.happens(chance):
            self._turns(concept, known=True)

    def _turns(self, concept: str, *, known: bool) -> None:
        self.knows[concept], self.since[concept] = known, 0

    def _right(self, item: Item) -> tuple[str, float]:
        if isinstance(item, ShortAnswer) and self.happens(self.nature.own_words):
            return "Just that, put otherwise.", 1.0
        return written(item.answer) or "", 1.0

    def _slipped(self, item: Item) -> tuple[str, float]:
        match item:
            case MultipleChoice() | TrueFalse():
                return self.chance.choice([each.option_id for each in item.options if each.option_id != item.answer]), 0
            case MultipleAnswer():
                other = [each.option_id for each in item.options if each.option_id not in item.answer]
                return ",".join([*item.answer, self.chance.choice(other)]), 0
            case Matching():
                prompts = list(item.answer)
                one, two = self.chance.sample(prompts, 2)
                swapped = {**item.answer, one: item.answer[two], two: item.answer[one]}
                return written(swapped) or "", 0
            case Ordering():
                given, at = list(item.answer), self.chance.randrange(len(item.answer) - 1)
                given[at], given[at + 1] = given[at + 1], given[at]
                return ",".join(given), 0
            case ShortAnswer():
                return "Part of that, I think.", 0.5
            case _:
                return self._wrong(item), 0

    def _guessed(self, item: Item) -> tuple[str, float]:
        ids = [option.option_id for option in getattr(item, "options", [])]
        match item:
            case MultipleChoice() | TrueFalse():
                return self.chance.choice(ids), 0
            case MultipleAnswer():
                return ",".join(self.chance.sample(ids, self.chance.randint(1, len(ids)))), 0
            case Matching():
                drawn = self.chance.sample(ids, min(len(ids), len(item.prompts)))
                pairs = zip([prompt.option_id for prompt in item.prompts], drawn, strict=False)
                return written(dict(pairs)) or "", 0
            case Ordering():
                return ",".join(self.chance.sample(ids, len(ids))), 0
            case ShortAnswer():
                return "Something else, I fear.", 0.5 if self.happens(self.nature.lenient) else 0.0
            case _:
                hit = self.happens(self.nature.hit)
                return (str(item.answer) if hit else self._wrong(item)), 0

    def _wrong(self, item: Item) -> str:
        if isinstance(item, Numeric):
            return f"{abs(item.value) * 3 + 7:.0f}"
        assert isinstance(item, Cloze)
        return self.chance.choice(["xylophone", "quicksand", "umbrella"])
