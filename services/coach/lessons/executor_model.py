"""The executor that asks a language model. What it writes is held against the lesson, else the rules' turn is told.

1. A sentence about the subject stays if a quote of the document bears it out, as of the tutor's (`tutor/model.py`). One
   without a quote stays if it only leads on; in a guideline's lesson, and of how a lesson went, it may say more.
2. The turn is refused if a sentence of it asks, was told before, answers the question that follows, or is only said
   among ourselves; if the question that it names is another; or if nothing of what it was to tell stays.
3. It is asked for once more, with what was wrong; then the rules' turn is told. Feedback and question are the house's.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Block, Plain, Text
from contracts.lessons import Hint, MasterySignal, TeachTurn
from contracts.message import Phrase
from services.chassis.model.answer_schema import ShownAs
from services.chassis.model.client import Model
from services.chassis.model.failures import ModelError, upstream
from services.chassis.model.json_answer import read_each
from services.coach.authors.model.holding import Unfit, quoted
from services.coach.drafts.draft import Span
from services.coach.lessons.asking import shown
from services.coach.lessons.prompting import tutor_request, tutor_rules
from services.coach.lessons.telling import Telling, explaining
from services.coach.lessons.turn import Turn, asks, feedback_of, telling_of
from services.coach.lessons.words import Words
from services.coach.tutor.bearing import bears_out, is_connective, says_untold
from services.coach.tutor.model import ComposedSentence
from services.text.internal import is_internal
from services.text.splitting import spans_of
from services.text.words import content_of, fold

ROLE = "coach"
VERSION = "1"
_MAX_TOKENS = 1800
_CHARACTERS_A_TOKEN = 4
_TRIES = 2
_MOST_SENTENCES = 8
_MOST_HINTS = 3
_ALIKE = 0.85
_LEAST_WORDS = 4
_TELLS = ("open", "explain", "again")
"""Directives by which something must be told."""
_TO_LEARNER = re.compile(r"\b(?:you|your|du|deg|din|ditt|dine|dich|dir|dein\w*)\b", re.IGNORECASE)
BY_RULES = ("repeat", "intervene")
"""What a model is not asked for: the same question once more, and the words with which a person is called."""


class ComposedMastery(BaseModel):
    """An estimate of a model's; it is noted and decides nothing."""

    model_config = ConfigDict(frozen=True)

    concept: Text
    score: float = Field(ge=0, le=1)


class ComposedTurn(BaseModel):
    """The answer; each sentence and each estimate is read by itself."""

    model_config = ConfigDict(frozen=True)

    sentences: list[Annotated[Any, ShownAs(ComposedSentence)]]
    question_asked: Plain = Field(default="", description="the awaited question, word for word; empty: none is awaited")
    hints: list[Plain] = []
    misconceptions_detected: list[Plain] = []
    mastery_signal: MasterySignal | None = None
    mastery_updates: list[Annotated[Any, ShownAs(ComposedMastery)]] = []
    advance_to_step: int | None = Field(default=None, ge=1)
    session_complete: bool = False
    turn_summary: Plain = Field(default="", description="one line, without the answer")
    reasoning: Plain = Field(default="", description="for the log")


@dataclass(frozen=True)
class ByModel:
    """`turn` None: the rules' is told, and `refused` says what did not hold. `composed`: what else the model says."""

    turn: Turn | None
    tokens: int
    name: str = ""
    refused: Sequence[str] = field(default=())
    composed: ComposedTurn | None = None


async def taught_by(model: Model, command: TeachTurn, input_tokens: int, session: str) -> ByModel:
    """The turn. Raises `Failure`, final (502, 504): the model failed."""
    telling = telling_of(command)
    after = Words(command, telling.guard).was_said("closed_0")
    blocks = [block for block in command.blocks if block.material]
    tokens, refused = 0, list[str]()
    wrong = "it told what is not to be told" if command.leaked else ""
    for _ in range(_TRIES):
        complaint = f"Your last turn was not told, because {wrong}. Write it again." if wrong else ""
        try:
            answer = await model.ask(
                role=ROLE,
                system=tutor_rules(command),
                user=tutor_request(
                    command, input_tokens * _CHARACTERS_A_TOKEN, blocks, after=after, complaint=complaint
                ),
                schema=ComposedTurn,
                session=session,
                max_tokens=_MAX_TOKENS,
            )
        except ModelError as error:
            raise upstream(error, tokens) from error
        tokens += answer.tokens
        turn, wrong = _held(answer.value, telling, blocks)
        if turn is not None:
            return ByModel(turn, tokens, answer.model, refused, answer.value)
        refused.append(wrong)
    return ByModel(None, tokens, refused=refused)


def _held(composed: ComposedTurn, telling: Telling, blocks: Sequence[Block]) -> tuple[Turn | None, str]:
    """The turn; or None, and what is wrong with it."""
    command = telling.command
    item = command.item if asks(command) else None
    if composed.question_asked.strip() and (item is None or fold(item.question) not in fold(composed.question_asked)):
        return None, "it names another question than the one that is awaited"
    by_id = {block.block_id: block for block in blocks}
    said, quotes = list[str](), list[Span]()
    for each in read_each(composed.sentences, ComposedSentence)[0][:_MOST_SENTENCES]:
        text = " ".join(each.text.split())
        if wrong := _wrong(text, telling, [*said]):
            return None, wrong
        at = _quote(each, by_id)
        if at is not None and telling.is_kept(at):
            return None, "it quotes what answers the awaited question"
        if at is not None and bears_out(at.text, text, command.language):
            said.append(text)
            quotes.append(at)
        elif not each.quote.strip() and (_may_stand_alone(text, telling) or (each.untold and says_untold(text))):
            said.append(text)
    needs_quotes = command.directive in _TELLS and not telling.plain
    if (needs_quotes and not quotes) or (command.directive != "ask" and not said):
        return None, "nothing of it is borne out by the document"
    parts: list[str | Phrase] = []
    if command.feedback.strip():
        parts.append(feedback_of(command, telling.guard))
    if said:
        parts.append(" ".join(said))
    if item is not None:
        parts.append(shown(item))
    if not parts:
        return None, "it says nothing"
    once = {(at.block.block_id, at.start, at.end): at for at in quotes}
    names = ["closed_0"] if command.directive == "close" else []
    return Turn(Phrase.listed("paragraphs", parts), list(once.values()), _hints(composed, telling), names), ""


def _wrong(text: str, telling: Telling, before: Sequence[str]) -> str:
    """What no sentence of a turn may do; "": it does not."""
    if "?" in text:
        return "it asks a question of its own; the house puts the one that is awaited"
    if is_internal(text):
        return "it says what is only said among ourselves"
    if telling.guard.gives_away(text):
        return "it answers the awaited question"
    if telling.was_marked(text) or any(
        _same(text, each, telling.command.language) for each in (*before, *_told(telling))
    ):
        return "it repeats a sentence that was told before"
    return ""


def _told(telling: Telling) -> list[str]:
    """The sentences that the tutor said so far, as far as the command has them, and those of the passages told."""
    lines = [line.text for line in telling.command.conversation if line.role == "tutor"]
    texts = [*lines, telling.command.feedback, *(at.text for at in telling.told)]
    return [text[start:end] for text in texts for start, end in spans_of(text)]


def _same(one: str, other: str, language: str) -> bool:
    """Whether two sentences are the same, or nearly."""
    if len(one.split()) < _LEAST_WORDS:
        return False
    if fold(one).rstrip(".!") == fold(other).rstrip(".!"):
        return True
    words, others = content_of(one, language), content_of(other, language)
    return len(words) >= _LEAST_WORDS and len(words & others) >= _ALIKE * len(words | others)


def _quote(each: ComposedSentence, blocks: dict[str, Block]) -> Span | None:
    if not each.quote.strip():
        return None
    try:
        return quoted(each.block_id, each.quote, blocks)
    except Unfit:
        return None


def _may_stand_alone(text: str, telling: Telling) -> bool:
    """Whether a sentence needs no quote."""
    command = telling.command
    if telling.plain:
        return True
    if command.directive == "close" and _TO_LEARNER.search(text) and not re.search(r"\d", text):
        return True
    return is_connective(text, explaining(command, [*telling.concepts, command.topic][:10], telling.learner))


def _hints(composed: ComposedTurn, telling: Telling) -> Sequence[Hint]:
    """Those that tell nothing."""
    if not asks(telling.command):
        return []
    kept = [text for text in composed.hints if text.strip() and not (telling.guard.says(text) or is_internal(text))]
    return [Hint(text=" ".join(text.split())) for text in kept[:_MOST_HINTS]]
