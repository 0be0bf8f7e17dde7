"""What is told of quizzes, as `decide` sees it and the journal keeps it: material and answers counted, without text."""

from collections.abc import Set
from typing import Self
from uuid import UUID

from contracts.coaching import StudyMaterial
from contracts.grading import QuizProgressSaved
from contracts.message import Fields
from contracts.quizzes import BESIDE, ItemsValidated
from services.orchestrator.workflow.quizzes import Codes, Of, plus


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

    @classmethod
    def from_message(cls, message: StudyMaterial) -> Self:
        """Counted by kind."""
        short: dict[Of, Codes] = {}
        for missing in message.shortfall:
            if missing.code in BESIDE:
                continue
            short[missing.of] = plus(short.get(missing.of, {}), {missing.code: max(0, missing.asked - missing.made)})
        dropped: dict[Of, Codes] = {}
        for each in message.dropped:
            dropped[each.of] = plus(dropped.get(each.of, {}), {each.code: each.count})
        origins: dict[Of, set[str]] = {
            "quiz": {entry.item.origin.author for entry in message.quiz},
            "flashcards": {card.origin.author for card in message.flashcards},
        }
        part = message.part
        return cls(
            quiz_id=message.quiz_id,
            items=len(message.quiz),
            cards=len(message.flashcards),
            part=part.number if part else 1,
            of=part.of if part else 1,
            short=short,
            dropped=dropped,
            by_model=[of for of, authors in origins.items() if "model" in authors],
        )


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

    @classmethod
    def from_message(cls, message: ItemsValidated, cards: Set[UUID], offline: Set[UUID] = frozenset()) -> Self:
        """`cards` are the ids among them that are flashcards', `offline` the offline author's."""
        refused: Codes = {}
        refused_cards: Codes = {}
        accepted_offline: dict[Of, int] = {}
        refused_offline: dict[Of, Codes] = {}
        for verdict in message.verdicts:
            for reason in verdict.reasons[:1]:
                refused = plus(refused, {reason.code: 1})
                if verdict.item_id in cards:
                    refused_cards = plus(refused_cards, {reason.code: 1})
        for verdict in (one for one in message.verdicts if one.item_id in offline):
            of: Of = "flashcards" if verdict.item_id in cards else "quiz"
            if verdict.accepted:
                accepted_offline[of] = accepted_offline.get(of, 0) + 1
            for reason in verdict.reasons[:1]:
                refused_offline[of] = plus(refused_offline.get(of, {}), {reason.code: 1})
        accepted = [verdict.item_id for verdict in message.verdicts if verdict.accepted]
        return cls(
            quiz_id=message.quiz_id,
            items=sum(item not in cards for item in accepted),
            cards=sum(item in cards for item in accepted),
            refused=refused,
            refused_cards=refused_cards,
            offline=accepted_offline,
            refused_offline=refused_offline,
        )

    @property
    def by_kind(self) -> dict[Of, Codes]:
        """What was refused of each kind."""
        left = {code: count - self.refused_cards.get(code, 0) for code, count in self.refused.items()}
        return {"quiz": {code: count for code, count in left.items() if count}, "flashcards": self.refused_cards}


class ProgressIn(Fields):
    """A learner's answers to a quiz on the way, counted."""

    quiz_id: UUID
    answers: int
    question_index: int
    paused: bool

    @classmethod
    def from_message(cls, message: QuizProgressSaved) -> Self:
        """Without the answers."""
        index, paused = message.question_index, message.paused
        return cls(quiz_id=message.quiz_id, answers=len(message.answers), question_index=index, paused=paused)
