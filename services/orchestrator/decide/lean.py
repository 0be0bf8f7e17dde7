"""From messages to events: what `decide` and the journal need of a message, without its text."""

from collections.abc import Set
from uuid import UUID

from contracts.coaching import CoachNotes, StudyMaterial
from contracts.digest import DocumentDigested
from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.grading import Evaluation, QuizProgressSaved, QuizResults
from contracts.items import Flashcard, ItemFields
from contracts.message import Message
from contracts.quizzes import BESIDE, ItemsValidated
from contracts.reading import (
    DocumentReplaced,
    PageCorrected,
    PagesRead,
    ReaderOutput,
    ReadingHeld,
    ReadingPlanned,
    ReadingProgress,
    ReviewDecided,
)
from contracts.session import (
    DocumentSubmitted,
    ForgetRequested,
    MessageParked,
    QuizRequested,
    RetryRequested,
    StepFailed,
    StepTimedOut,
)
from services.orchestrator.decide.events import OWN, Event, PracticeEvent
from services.orchestrator.documents.events import BlocksRead, Digested, DocumentHeld, Planned, RangeRead
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten, ProgressIn
from services.orchestrator.items.events import EditIn
from services.orchestrator.learning.events import learnt
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.documents import bounds
from services.orchestrator.workflow.evidence import Answered
from services.orchestrator.workflow.quizzes import Codes, Of, plus


def lean(message: Message) -> Event:
    """The event that a message is to `decide`. Raises TypeError for one that the orchestrator does not consume."""
    match message:
        case ReaderOutput():
            part = message.part
            return BlocksRead(
                number=part.number if part else 1,
                of=part.of if part else 1,
                blocks=len(message.extracted_blocks),
                doc_meta=message.doc_meta,
                reading=message.reading,
                reviewable=bool(message.recognition and message.recognition.pages),
            )
        case ReadingPlanned():
            last = bounds(message.ranges)
            return Planned(
                plan=message.plan, ranges=last, pages_total=message.pages_total, recognised=message.recognised
            )
        case PagesRead():
            return RangeRead(number=message.number)
        case ReadingHeld():
            held = {name: getattr(message, name) for name in DocumentHeld.model_fields}
            return DocumentHeld(**held)
        case DocumentDigested():
            return Digested(terms=len(message.terms), blocks=len(message.blocks))
        case StudyMaterial():
            return _written(message)
        case ItemEdited(item=None, flashcard=Flashcard() as card):
            return EditIn(item_id=card.card_id, card=True, revision=message.revision)
        case ItemEdited(item=ItemFields() as item):
            return EditIn(item_id=item.item_id, quiz_id=item.quiz_id, revision=message.revision)
        case QuizResults(attempt_id=UUID() as attempt):
            return AnswersIn(quiz_id=message.quiz_id, attempt_id=attempt, answers=len(message.answers))
        case Evaluation():
            return Graded(
                attempt_id=message.attempt_id,
                score=message.score,
                assessed=[concept.concept for concept in message.concepts],
                weak=message.weak_concepts,
                answers=answered(message),
            )
        case CoachNotes():
            return NotesWritten(attempt_id=message.attempt_id, notes=len(message.notes))
        case StepFailed():
            return message.model_copy(update={"run": None})
        case (
            DocumentSubmitted()
            | QuizRequested()
            | RetryRequested()
            | ForgetRequested()
            | StepTimedOut()
            | MessageParked()
            | ReadingProgress()
            | PageCorrected()
            | ReviewDecided()
            | DocumentReplaced()
            | ItemDecided()
            | ItemRetracted()
            | RegenerationRequested()
        ):
            return message
        case _ if (practice := lean_practice(message)) is not None:
            return practice
        case _ if (learning := learnt(message)) is not None:
            return learning
        case _:
            raise TypeError(f"{message.type_name} is not the orchestrator's to decide")


def judged(message: ItemsValidated, cards: Set[UUID], offline: Set[UUID] = frozenset()) -> MaterialJudged:
    """The verdicts, counted; `cards` are the ids among them that are flashcards', `offline` the offline author's."""
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
    return MaterialJudged(
        quiz_id=message.quiz_id,
        items=sum(item not in cards for item in accepted),
        cards=sum(item in cards for item in accepted),
        refused=refused,
        refused_cards=refused_cards,
        offline=accepted_offline,
        refused_offline=refused_offline,
    )


def answered(message: Evaluation) -> list[Answered]:
    """What a grade says of concepts, answer by answer; nothing of what is undecided, or was graded without saying."""
    return [
        Answered(ordinal=n, concept=one.concept, observation=one.observation, correct=one.is_correct)
        for n, one in enumerate(message.answers)
        if one.observation is not None and not one.undecided
    ]


def _written(message: StudyMaterial) -> MaterialWritten:
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
    return MaterialWritten(
        quiz_id=message.quiz_id,
        items=len(message.quiz),
        cards=len(message.flashcards),
        part=part.number if part else 1,
        of=part.of if part else 1,
        short=short,
        dropped=dropped,
        by_model=[of for of, authors in origins.items() if "model" in authors],
    )


def lean_practice(message: Message) -> PracticeEvent | None:
    """The event that such a message is; None for any other message."""
    if isinstance(message, QuizProgressSaved):
        place = {"question_index": message.question_index, "paused": message.paused}
        return ProgressIn(quiz_id=message.quiz_id, answers=len(message.answers), **place)
    return message if isinstance(message, OWN) else None
