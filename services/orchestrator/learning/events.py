"""The messages of the learning cycle as `decide` sees them: without what was said, which goes into rows."""

import re
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
from contracts.mastery import Level
from contracts.message import Fields, Message

EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_MAY_ANSWER = '"code":"tutor.perhaps'
"""How the tutor's phrase begins what may answer only."""


class MessageIn(Fields):
    """A learner wrote something, and how: so many characters and words, with an emoji, with a question mark; and in
    which time zone."""

    characters: int
    words: int = 0
    emoji: bool = False
    asks: bool = False
    time_zone: str = ""


class AimsIn(Fields):
    """A learner set aims; None: stays as it is. `goals`: how many there are now. `labels`: the session's name or tags
    were set, which need no document."""

    goals: int | None = None
    current_topic: str | None = None
    mastery_threshold: float | None = None
    labels: bool = False


class Classified(Fields):
    """What a message asks for. `stranger`: about something that the document does not have; `mistake`: why
    the last wrong answer was wrong; `foreign`: it is in a language that is not understood."""

    intent: Intent
    topic: str = ""
    safe: bool = True
    stranger: bool = False
    mistake: bool = False
    foreign: bool = False


class DiagnosisIn(Fields):
    """The diagnosis is in."""

    level: Level
    gaps: list[str] = []


class ExplanationIn(Fields):
    """The tutor has explained. `found` False: the document does not tell; `sure` False: what it tells may answer."""

    concepts: list[str] = []
    found: bool = True
    sure: bool = True


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
    | ExplanationIn
    | ReplyIn
    | PathLaid
)

EVENTS_OF_LEARNING: dict[str, type[Any]] = {
    LearningRequested.type_name: LearningRequested,
    PathRequested.type_name: PathRequested,
    ConceptMarked.type_name: ConceptMarked,
    MessageSent.type_name: MessageIn,
    AimsSet.type_name: AimsIn,
    IntentClassified.type_name: Classified,
    Diagnosed.type_name: DiagnosisIn,
    Explained.type_name: ExplanationIn,
    ReplyJudged.type_name: ReplyIn,
    PathPlanned.type_name: PathLaid,
}


def event_of_learning(message: Message) -> LearningEvent | None:
    """The event that a message of the learning cycle is; None for any other message."""
    match message:
        case LearningRequested() | PathRequested() | ConceptMarked():
            return message
        case MessageSent():
            text = message.text
            said = {"words": len(text.split()), "emoji": bool(EMOJI.search(text)), "asks": "?" in text}
            return MessageIn(characters=len(text), time_zone=message.time_zone, **said)
        case AimsSet():
            goals = None if message.goals is None else len(message.goals)
            aims = {"current_topic": message.current_topic, "mastery_threshold": message.mastery_threshold}
            return AimsIn(goals=goals, labels=message.name is not None or message.tags is not None, **aims)
        case IntentClassified():
            stranger = bool(message.about) and not message.topic
            told = {"topic": message.topic, "safe": message.safe}
            told |= {"mistake": message.mistake, "foreign": message.foreign}
            return Classified(intent=message.intent, stranger=stranger, **told)
        case Diagnosed():
            return DiagnosisIn(level=message.learner_level, gaps=message.prerequisite_gaps)
        case Explained():
            sure = message.phrase is None or _MAY_ANSWER not in message.phrase.model_dump_json()
            return ExplanationIn(concepts=message.concepts, found=message.found, sure=sure)
        case ReplyJudged():
            return ReplyIn(item_id=message.item_id, is_correct=message.is_correct, phase=message.phase)
        case PathPlanned():
            return PathLaid(topics=len(message.learning_path), next_topic=message.next_topic)
    return None
