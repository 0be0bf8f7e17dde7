"""A document's course, made as the house makes it: digest, material, validation, and what is missing ordered again."""

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from contracts.coaching import Goal, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.documents import Block
from contracts.envelope import Envelope
from contracts.items import Flashcard, Item
from contracts.message import Message
from contracts.problems import Failure
from contracts.quizzes import Refused, Shortfall
from contracts.reading import StoredReading
from services.coach.authors.offline.author import OfflineAuthor
from services.coach.compose.handler import Composer
from services.evaluator.validation.validate import validate
from services.reader.digest.assembly import digested
from tests.measuring.quality.orders import WHEN, Before, ordered, refused_for, to_judge

QUESTIONS, CARDS, CHOICES, TRIES = 20, 15, 40, 3
LONGER = 30, 40  # questions and cards, for M27


@dataclass
class Course:
    """What a learner would get of a document: accepted `items` and `cards`, and what was refused on the way.

    `made`: how many items and cards the author wrote. `seconds`: of CPU for digest, writing and validating.
    `problem`: the code with which the Coach refused, "" otherwise. `messages`: everything written, for comparing runs.
    """

    digest: DocumentDigested
    blocks: dict[str, Block]
    language: str
    items: list[Item] = field(default_factory=list)
    cards: list[Flashcard] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    shortfall: list[Shortfall] = field(default_factory=list)
    made: int = 0
    seconds: float = 0.0
    problem: str = ""
    messages: list[bytes] = field(default_factory=list)

    @property
    def reasons(self) -> Counter[str]:
        """How often each reason was given for a refusal."""
        return Counter(reason.code for each in self.refused for reason in each.reasons)

    @property
    def types(self) -> Counter[str]:
        """How many items there are of each type."""
        return Counter(item.type for item in self.items)

    @property
    def words(self) -> int:
        """Of the blocks that were given to the Coach."""
        return sum(len(block.text.split()) for block in self.blocks.values())

    @property
    def digest_of_all(self) -> str:
        """SHA-256 of every message, ids too."""
        return hashlib.sha256(b"\n".join(self.messages)).hexdigest()


def choices_of(kept: StoredReading) -> list[Item]:
    """The items of a quiz of multiple choice alone: enough to say where keys stand, and how good options are."""
    return course_of(kept, CHOICES, 0, ("multiple_choice_quiz",)).items


class Running:
    """A worker's run without a worker: it keeps the messages that are told on the way."""

    def __init__(self) -> None:
        self.told: list[Message] = []
        self.envelope = Envelope(id=UUID(int=2), type="quality", source="quality", subject=UUID(int=1), time=WHEN)

    def note(self, **_: Any) -> None:
        """Nothing is logged."""

    def measure(self, **_: Any) -> None:
        """Nothing is measured."""

    async def tell(self, message: Message) -> None:
        self.told.append(message)


def course_of(
    kept: StoredReading, questions: int = QUESTIONS, cards: int = CARDS, goals: Sequence[Goal] = ("flashcards", "quiz")
) -> Course:
    """Digests, writes and validates, at most three times for what is missing, as the orchestrator does."""
    begun = time.process_time()
    digest = digested(kept)
    by_id = {block.block_id: _sent(block) for block in kept.blocks}
    course = Course(digest, {name: by_id[name] for name in digest.blocks}, kept.doc_meta.language)
    course.messages.append(digest.write())
    if not course.blocks:
        course.problem = "no_blocks"
    for tries in range(TRIES if course.blocks else 0):
        missing = questions - len(course.items), cards - len(course.cards)
        if max(missing) <= 0 or (tries and not course.refused):
            break
        before = course.made
        try:
            _round(course, kept, missing, tries, goals)
        except Failure as refused:
            course.problem = course.problem or ("" if tries else refused.problem.code)
            break
        if course.made == before:
            break
    course.seconds = time.process_time() - begun
    return course


def _round(course: Course, kept: StoredReading, missing: tuple[int, int], tries: int, goals: Sequence[Goal]) -> None:
    """One order for what is missing, and its verdicts. Raises `Failure`: there is nothing to ask."""
    run = Running()
    before = Before(course.items, course.cards, course.refused, tries)
    command = ordered(kept, course.digest, list(course.blocks.values()), missing, goals, before)
    answered = asyncio.run(Composer(OfflineAuthor()).compose(command, run))
    parts = [message for message in [*run.told, *answered] if isinstance(message, StudyMaterial)]
    course.shortfall = [short for part in parts for short in part.shortfall]
    for part in parts:
        course.messages.append(part.model_copy(update={"run": None}).write())
        course.made += len(part.quiz) + len(part.flashcards)
        _judge(course, part, kept)


def _judge(course: Course, part: StudyMaterial, kept: StoredReading) -> None:
    judged = validate(to_judge(kept, part, list(course.blocks.values()), course.items, course.cards))
    course.messages.append(judged.write())
    verdicts = {verdict.item_id: verdict for verdict in judged.verdicts}
    for entry in part.quiz:
        if verdicts[entry.item.item_id].accepted:
            course.items.append(entry.item)
        else:
            course.refused.append(refused_for(entry.item, verdicts[entry.item.item_id].reasons))
    for card in part.flashcards:
        if verdicts[card.card_id].accepted:
            course.cards.append(card)
        else:
            course.refused.append(refused_for(card, verdicts[card.card_id].reasons))


def _sent(block: Block) -> Block:
    """As it leaves the Reader: without the places of its lines and words."""
    return block.model_copy(update={"lines": [], "words": []})
