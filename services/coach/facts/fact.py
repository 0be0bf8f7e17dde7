"""The kinds of facts that sentences state. Every part of a fact is a span of the text, verbatim.

`at` is the quote: the sentence or, of sequences and lists, the passage within one block. `doubt` as of sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept


@dataclass(frozen=True)
class Definition:
    """`term` is `said`. `asks`: the words with which one asks for it ("is a data frame"), empty where none fit.
    `name`: the term without a capital that only the sentence's beginning gave it; "" where that is not known.
    `printed`: an entry of the document's own glossary."""

    concept: Concept
    at: Span
    term: Span
    said: Span
    asks: str = ""
    doubt: int = 0
    name: str = ""
    printed: bool = False


@dataclass(frozen=True)
class Enumeration:
    """`members` are listed as the kinds, parts or examples of `what` ("three kinds of rock")."""

    concept: Concept
    at: Span
    what: Span
    members: Sequence[Span]
    doubt: int = 0


@dataclass(frozen=True)
class Quantity:
    """A number that the sentence states: `value` in `unit` ("" where it counts things)."""

    concept: Concept
    at: Span
    number: Span
    value: float
    unit: str = ""
    doubt: int = 0


@dataclass(frozen=True)
class Cause:
    """`effect` happens because of `cause`; without the connective. In `Facts.causes` the effect is a whole clause; in
    `Facts.leads` it is a noun phrase ("lung cancer"), which cannot be quoted as what the text says. In
    `Facts.conditions` the cause is a condition with its conjunction ("when it rains")."""

    concept: Concept
    at: Span
    effect: Span
    cause: Span
    doubt: int = 0


@dataclass(frozen=True)
class Contrast:
    """The sentence says `one_said` of `one`, and unlike it `other_said` of `other`; the same span where of the other it
    says only that this is not so ("Unlike barges, ...")."""

    concept: Concept
    at: Span
    one: Span
    one_said: Span
    other: Span
    other_said: Span
    doubt: int = 0


@dataclass(frozen=True)
class Process:
    """`steps` follow each other in this order ("first, then, finally"). `what`: of what."""

    concept: Concept
    at: Span
    what: str
    steps: Sequence[Span]
    doubt: int = 0


@dataclass(frozen=True)
class Labels:
    """Three lines or more of a list under one heading ("" where that is not known), each with its label as `term`."""

    heading: str
    labels: Sequence[Definition]


@dataclass(frozen=True)
class Facts:
    """All that was found, each kind in reading order."""

    definitions: Sequence[Definition] = ()
    enumerations: Sequence[Enumeration] = ()
    quantities: Sequence[Quantity] = ()
    causes: Sequence[Cause] = ()
    leads: Sequence[Cause] = ()
    conditions: Sequence[Cause] = ()
    ways: Sequence[Cause] = ()
    contrasts: Sequence[Contrast] = ()
    processes: Sequence[Process] = ()
    labels: Sequence[Labels] = ()
