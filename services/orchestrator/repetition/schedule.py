"""When a card or an item is due again: FSRS with its default parameters, folded from all its ratings. Pure.

No fuzz and one order (by time, then id), so the same ratings give the same schedule, however they came in.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from fsrs import Card, Rating, Scheduler, State

_SCHEDULER = Scheduler(enable_fuzzing=False)
_STATES = {State.Learning: "learning", State.Review: "review", State.Relearning: "relearning"}
_OF_NAME = {name: state for state, name in _STATES.items()}
RATINGS = {"again": 1, "hard": 2, "good": 3, "easy": 4}


@dataclass(frozen=True)
class Rated:
    """One rating, from 1 (again) to 4 (easy), and when it was given; `event_id` orders those of one moment."""

    at: datetime
    event_id: UUID
    rating: int


@dataclass(frozen=True)
class Due:
    """The schedule of a card. `stability` in days, `difficulty` from 1 to 10; `lapses`: forgotten once it was known."""

    due: datetime
    state: str
    stability: float | None
    difficulty: float | None
    reviews: int
    lapses: int
    last_review: datetime
    step: int | None
    last_event: UUID


def rating_of(credit: float) -> int:
    """What a graded answer says of how it was recalled: nothing earned, part of it, all of it."""
    return RATINGS["good"] if credit >= 1 else RATINGS["hard"] if credit > 0 else RATINGS["again"]


def scheduled(ratings: Iterable[Rated], since: Due | None = None) -> Due | None:
    """The schedule that these ratings lead to, after what was folded before them; None without any: the card is new."""
    inorder = sorted(ratings, key=lambda rated: (rated.at, rated.event_id))
    if not inorder:
        return since
    card, lapses, reviews = Card(card_id=0, due=inorder[0].at.astimezone(UTC)), 0, 0
    if since is not None:
        lapses, reviews = since.lapses, since.reviews
        card = Card(
            card_id=0,
            state=_OF_NAME[since.state],
            step=since.step,
            stability=since.stability,
            difficulty=since.difficulty,
            due=since.due,
            last_review=since.last_review,
        )
    for rated in inorder:
        lapses += card.state == State.Review and rated.rating == RATINGS["again"]
        card, _ = _SCHEDULER.review_card(card, Rating(rated.rating), rated.at.astimezone(UTC))
    return Due(
        due=card.due,
        state=_STATES[card.state],
        stability=card.stability,
        difficulty=card.difficulty,
        reviews=reviews + len(inorder),
        lapses=lapses,
        last_review=inorder[-1].at.astimezone(UTC),
        step=card.step,
        last_event=inorder[-1].event_id,
    )
