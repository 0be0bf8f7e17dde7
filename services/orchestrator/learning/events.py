"""The messages of the learning cycle as `decide` sees them: without what was said, which goes into rows."""

from typing import Any
from uuid import UUID

from contracts.learning import (
    AimsSet,
    ConceptMarked,
    Diagnosed,
    Explained,
    Intent,
    IntentClassified,
    LearningRequested,
    MessageSent,
    PathPlanned,
    PathRequested,
    QuestionPhase,
    ReplyJudged,
)
from contracts.letter import Fields, Letter
from contracts.mastery import Level


class MessageIn(Fields):
    """A learner wrote to the coordinator."""

    characters: int


class AimsIn(Fields):
    """A learner set aims; None: stays as it is. `goals`: how many there are now."""

    goals: int | None = None
    current_topic: str | None = None
    mastery_threshold: float | None = None


class Classified(Fields):
    """What a message asks for. `stranger`: about something that the document does not have."""

    intent: Intent
    topic: str = ""
    safe: bool = True
    stranger: bool = False


class DiagnosisIn(Fields):
    """The diagnosis is in."""

    level: Level
    gaps: list[str] = []


class Told(Fields):
    """The tutor has explained. `found` False: the document does not tell."""

    concepts: list[str] = []
    found: bool = True


class ReplyIn(Fields):
    """A reply to the tutor's question is judged."""

    item_id: UUID
    is_correct: bool
    phase: QuestionPhase


class PathLaid(Fields):
    """The path is planned: how many topics it has."""

    topics: int
    next_topic: str = ""


LearningEvent = (
    LearningRequested
    | PathRequested
    | ConceptMarked
    | MessageIn
    | AimsIn
    | Classified
    | DiagnosisIn
    | Told
    | ReplyIn
    | PathLaid
)

EVENTS_OF_LEARNING: dict[str, type[Any]] = {
    LearningRequested.letter_type: LearningRequested,
    PathRequested.letter_type: PathRequested,
    ConceptMarked.letter_type: ConceptMarked,
    MessageSent.letter_type: MessageIn,
    AimsSet.letter_type: AimsIn,
    IntentClassified.letter_type: Classified,
    Diagnosed.letter_type: DiagnosisIn,
    Explained.letter_type: Told,
    ReplyJudged.letter_type: ReplyIn,
    PathPlanned.letter_type: PathLaid,
}


def learnt(letter: Letter) -> LearningEvent | None:
    """The event that a letter of the learning cycle is; None for any other letter."""
    match letter:
        case LearningRequested() | PathRequested() | ConceptMarked():
            return letter
        case MessageSent():
            return MessageIn(characters=len(letter.text))
        case AimsSet():
            goals = None if letter.goals is None else len(letter.goals)
            return AimsIn(goals=goals, current_topic=letter.current_topic, mastery_threshold=letter.mastery_threshold)
        case IntentClassified():
            stranger = bool(letter.about) and not letter.topic
            return Classified(intent=letter.intent, topic=letter.topic, safe=letter.safe, stranger=stranger)
        case Diagnosed():
            return DiagnosisIn(level=letter.learner_level, gaps=letter.prerequisite_gaps)
        case Explained():
            return Told(concepts=letter.concepts, found=letter.found)
        case ReplyJudged():
            return ReplyIn(item_id=letter.item_id, is_correct=letter.is_correct, phase=letter.phase)
        case PathPlanned():
            return PathLaid(topics=len(letter.learning_path), next_topic=letter.next_topic)
    return None
