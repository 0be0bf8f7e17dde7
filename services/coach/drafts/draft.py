"""A question or card as an author drafts it, before anything is chosen. `compose/items.py` makes it an item.

A draft is a concept, a question, the span it quotes, and its shape: what kind of answer it takes, and the key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from contracts.documents import Block
from contracts.proof import Difficulty, Level, Origin
from services.coach.drafts.order import Concept

GAP = "____"
DOUBTFUL = 2
"""A draft of such doubt is hardly worth asking."""


@dataclass(frozen=True)
class Span:
    """A place in a block's text: code points, half open."""

    block: Block
    start: int
    end: int

    @property
    def text(self) -> str:
        """What stands there, verbatim."""
        return self.block.text[self.start : self.end]


@dataclass(frozen=True)
class Choice:
    """Something to choose, join or put in order, or a typed answer. `why`: in the text's language, why it is right or
    wrong; `at`: where the text says so (a whole sentence), None where it says nothing of it."""

    text: str
    why: str = ""
    at: Span | None = None


@dataclass(frozen=True)
class OneOf:
    """Multiple choice: the key and one to three others, in any order; options are sorted when they become a message."""

    key: Choice
    others: Sequence[Choice]


@dataclass(frozen=True)
class SomeOf:
    """Multiple answer: one or more keys, one or more others."""

    keys: Sequence[Choice]
    others: Sequence[Choice]


@dataclass(frozen=True)
class Statement:
    """True or false. A false one holds `wrong` where the text has `right`; both empty: it is true.

    `why`: why the right choice is; `why_not`: why the other is not, "" where `why` says that too."""

    text: str
    why: str
    wrong: str = ""
    right: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class Gap:
    """Cloze: what is to be typed, and what else is right."""

    answer: str
    accepted: Sequence[str] = ()


@dataclass(frozen=True)
class Number:
    """Numeric: as the text writes it, what that is in `unit`, and how far off is still right."""

    answer: str
    value: float
    unit: str = ""
    tolerance: float = 0


@dataclass(frozen=True)
class Pairs:
    """Matching: prompts with their options; each prompt's `at` proves its pair. `left_over`: options that fit none."""

    pairs: Sequence[tuple[Choice, str]]
    left_over: Sequence[str] = ()


@dataclass(frozen=True)
class Steps:
    """Ordering: in the right order; each may have its own place."""

    steps: Sequence[Choice]


@dataclass(frozen=True)
class Open:
    """Short answer: a model answer, and what it must hold (spans within the quote)."""

    answer: str
    key_points: Sequence[Span]


@dataclass(frozen=True)
class Card:
    """A flashcard's back."""

    answer: str


Shape = OneOf | SomeOf | Statement | Gap | Number | Pairs | Steps | Open | Card


@dataclass(frozen=True)
class Draft:
    """`at`: the quote. `answer_at`: the answer's place in it (None: not one span).

    `doubt`: 0 stands alone, 1 and 2 are taken where nothing better is left. `frame`: how it asks, so that a quiz does
    not ask in one way only. `ease`: from 0 (rare words, long sentence) to 1 (common words, short sentence).
    `told`: of an answer that is typed, what more the text says of it, and what wrong answers are that may be typed.
    `level`: what answering takes. `supports`: what else of the text the answer rests on.
    """

    concept: Concept
    difficulty: Difficulty
    question: str
    at: Span
    shape: Shape
    answer_at: Span | None = None
    doubt: int = 0
    frame: str = ""
    ease: float = 0.5
    told: Sequence[Choice] = ()
    level: Level = "recall"
    supports: Sequence[Span] = ()

    @property
    def quote(self) -> str:
        """What stands in the block, verbatim."""
        return self.at.text


@dataclass(frozen=True)
class Written:
    """What an author made of an order, before anything is chosen. `dropped`: drafts it had to let go, by reason.

    `tokens`: spent on it; None without a model. `sentences`: how many the offline author found worth asking about.
    """

    quiz: Sequence[Draft]
    cards: Sequence[Draft]
    origin: Origin
    dropped_quiz: Mapping[str, int] = field(default_factory=dict)
    dropped_cards: Mapping[str, int] = field(default_factory=dict)
    tokens: int | None = None
    sentences: int | None = None
