"""What a model makes of a turn: one structured answer in five sections, held against what is known without it.

The grade is never the model's here. What it says to the learner is told only if it is short, asks nothing, gives no key
away before its time, and has none of the words that are for ourselves; else the house's own words stay. Its word on a
plan counts only where the case may want one; its `mastery_updates` are passed on to be logged.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain, Text
from contracts.items import Item
from contracts.lessons import (
    AssessTurn,
    MasterySignal,
    Misconception,
    ReplanReason,
    StepStatus,
    TurnAssessed,
    TurnIntent,
)
from services.evaluator.items.registry import rules_of
from services.evaluator.lessons.answers import tells_key
from services.evaluator.lessons.written import shown
from services.text.internal import is_among_us

PROMPT = "evaluator_v1"
MAX_TOKENS = 900
_MOST_TEXT, _MOST_SAID, _MOST_NOTES = 4_000, 600, 4_000
_MOST_SENTENCES = 3
_SENTENCE_END = re.compile(r"[.!…。！](?=\s|$)|\n")


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True)


class FoundMisconception(_Said):
    """What is taken for true, by its short name."""

    id: Annotated[Text, Field(max_length=100)]
    text: Annotated[Plain, Field(max_length=300)]


class MasteryUpdate(_Said):
    """An estimate, to be logged."""

    concept: Plain
    score: float = Field(ge=0, le=1)


class StepUpdate(_Said):
    """A step by its number from 1, and its status."""

    step: int
    status: StepStatus


class EvaluatorOutput(_Said):
    """The model's answer."""

    intent: TurnIntent
    concept: Plain
    feedback: Plain
    misconceptions: list[FoundMisconception]
    mastery_signal: MasterySignal | Literal[""]
    mastery_updates: list[MasteryUpdate]
    reasoning: Plain
    updated_step_statuses: list[StepUpdate]
    advance_to_step: int
    assessment_note: Plain
    was_off_topic: bool
    off_topic_response: Plain
    replan_needed: bool
    replan_reason: ReplanReason | Literal[""]
    replan_said: Plain


def request(command: AssessTurn, by_rules: TurnAssessed) -> str:
    """The user message: the case as data, with what is settled without the model."""
    item = command.item
    case: dict[str, Any] = {
        "message": command.text[:_MOST_TEXT],
        "language": command.language or "as the message",
        "topic": command.topic,
        "question": _question(item) if item else None,
        "verdict": _verdict(by_rules),
        "wrong_attempts": command.wrong_attempts,
        "previous_answers": command.previous[-3:],
        "step": command.step.model_dump(mode="json", exclude_none=True, exclude=_PHRASES) if command.step else None,
        "plan": [
            {"step": number, "title": each.title, "concepts": each.concepts, "status": each.status}
            for number, each in enumerate(command.plan.todo_list, 1)
        ],
        "replan_count": command.plan.metadata.replan_count,
        "max_replans": command.plan.metadata.max_replans,
        "objectives": [each.text for each in command.objectives],
        "concepts": _concepts(command),
        "standings": [
            each.model_dump(include={"concept", "score", "answers", "correct"}) for each in command.standings
        ],
        "misconceptions": [each.model_dump() for each in command.misconceptions],
        "guideline": command.guideline[:_MOST_TEXT],
        "timeline": command.timeline,
        "assessment_notes": command.notes[-_MOST_NOTES:],
        "conversation": [each.model_dump() for each in command.conversation],
    }
    return shown("turn", case)


_PHRASES = {"title_phrase", "description_phrase", "approach_phrase", "criteria_phrase"}


def _concepts(command: AssessTurn) -> list[str]:
    own = {name for step in command.plan.todo_list for name in step.concepts}
    names = [each.concept for each in command.places if each.concept in own] + [
        each.concept for each in command.objectives
    ]
    return list(dict.fromkeys([*names, *(name for step in command.plan.todo_list for name in step.concepts)]))


def _question(item: Item) -> dict[str, Any]:
    options = [f"{option.option_id}: {option.text}" for option in rules_of(item).options(item)]
    asked = {"question": item.question, "concept": item.concept, "key": item.answer_text, "text": item.proof.quote}
    return asked | {"statement": rules_of(item).statement(item), "options": options}


def _verdict(by_rules: TurnAssessed) -> dict[str, Any] | None:
    if by_rules.graded is None:
        return None
    told = {"score": by_rules.score, "correct": by_rules.answer_correct, "phase": by_rules.phase}
    return told | {"our_words": by_rules.feedback}


def refined(command: AssessTurn, by_rules: TurnAssessed, asked: EvaluatorOutput) -> TurnAssessed:
    """What the rules found, with what the model adds to it, as far as that holds. Both are of the same intent."""
    is_answer = by_rules.graded is not None
    over = by_rules.phase in ("cleared", "explain")

    def told_early(text: str) -> bool:
        return not over and command.item is not None and tells_key(text, command.item, command.language)

    changes: dict[str, Any] = {
        "reasoning": by_rules.reasoning if told_early(asked.reasoning) else asked.reasoning or by_rules.reasoning,
        "mastery_updates": {each.concept: each.score for each in asked.mastery_updates if each.concept},
    }
    if is_answer and may_be_told(asked.feedback, command, over=over) and _tells_it(asked.feedback, command, by_rules):
        changes |= {"feedback": asked.feedback.strip(), "phrase": None}
    if by_rules.intent == "off_topic" and may_be_told(asked.off_topic_response, command, over=False):
        changes |= {"off_topic_response": asked.off_topic_response.strip(), "off_topic_phrase": None}
    if not by_rules.answer_correct:
        changes["misconceptions"] = _joined(command, by_rules.misconceptions, asked.misconceptions, over=over)
    if is_answer and asked.mastery_signal and not _contradicts(by_rules, asked.mastery_signal):
        changes["mastery_signal"] = asked.mastery_signal
    note = " ".join(asked.assessment_note.split())[:_MOST_SAID]
    if note and not told_early(note):
        changes["assessment_note"] = note
    if by_rules.intent == "question" and asked.concept in _concepts(command):
        changes["concept"] = asked.concept
    changes |= _plan(command, by_rules, asked)
    if told_early(changes.get("replan_said", "")):
        changes["replan_said"] = ""  # The planner is told it, whose plan the learner reads.
    return by_rules.model_copy(update=changes)


def may_be_told(text: str, command: AssessTurn, *, over: bool) -> bool:
    """Whether the model's words may be told to a learner."""
    if not text.strip() or len(text) > _MOST_SAID or "?" in text or is_among_us(text):
        return False
    if len([part for part in _SENTENCE_END.split(text.strip()) if part.strip()]) > _MOST_SENTENCES:
        return False
    return over or command.item is None or not tells_key(text, command.item, command.language)


def _tells_it(text: str, command: AssessTurn, by_rules: TurnAssessed) -> bool:
    """Who is to be told the answer is told it."""
    return by_rules.phase != "explain" or (command.item is not None and tells_key(text, command.item, command.language))


def _joined(
    command: AssessTurn, mine: Sequence[Misconception], theirs: Sequence[FoundMisconception], *, over: bool
) -> list[Misconception]:
    known = {each.id: each for each in command.misconceptions}
    found = {each.id: each for each in mine}
    for each in theirs:
        secret = command.item is not None and not over and tells_key(each.text, command.item, command.language)
        found.setdefault(each.id, known.get(each.id) or Misconception(id=each.id, text="" if secret else each.text))
    return list(found.values())[:5]


def _contradicts(by_rules: TurnAssessed, signal: MasterySignal) -> bool:
    """A wrong answer shows no mastery, and a right one at once no need."""
    return signal == ("needs_remediation" if by_rules.answer_correct else "strong")


def _plan(command: AssessTurn, by_rules: TurnAssessed, asked: EvaluatorOutput) -> dict[str, Any]:
    """Its proposals for the plan; where the rules propose something, that stands."""
    steps = command.plan.todo_list
    statuses: dict[str, StepStatus] = {}
    for each in asked.updated_step_statuses:
        if 1 <= each.step <= len(steps) and steps[each.step - 1].status != "completed":
            statuses[str(steps[each.step - 1].step_id)] = each.status
    changes: dict[str, Any] = {"updated_step_statuses": statuses | by_rules.updated_step_statuses}
    advance = asked.advance_to_step
    if by_rules.answer_correct and by_rules.advance_to_step is None and 1 < advance <= len(steps):
        changes["advance_to_step"] = advance
    reason = asked.replan_reason
    if asked.replan_needed and reason and not by_rules.replan_needed and _may_want(command, by_rules, reason):
        changes |= {"replan_needed": True, "replan_reason": reason, "replan_said": asked.replan_said}
    return changes


def _may_want(command: AssessTurn, by_rules: TurnAssessed, reason: ReplanReason) -> bool:
    """Never for a single mistake, nor off the topic."""
    again = command.wrong_attempts >= 1 and by_rules.answer_correct is False
    match reason:
        case "missing_prerequisite":
            return again
        case "approach":
            return again or by_rules.intent == "confusion"
        case "excelling":
            return bool(by_rules.answer_correct) and command.wrong_attempts == 0
    return False
