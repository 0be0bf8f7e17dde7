"""Handles `Moderate`: rules first, then a model's second opinion where there is one. Unsafe is what either finds so.

What the rules stop is shown to no model. A model that fails, or takes too long, leaves it to the rules.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain
from contracts.lessons import Moderate, Moderated, SafetyCategory
from contracts.message import Message, Phrase
from services.chassis.model.client import Model
from services.chassis.worker.handlers import Run
from services.evaluator.conversation.asking import ask
from services.evaluator.conversation.safety import Concern, concern_of, tongue_of
from services.evaluator.items.replies import gives_up
from services.evaluator.lessons.written import prompt, shown
from services.text.catalogue.phrases import rendered
from services.text.words import fold

PROMPT = "safety_v1"
_MAX_TOKENS = 200
_SPOKEN_OF_LESSONS: Mapping[Concern, str] = {
    "self_harm": "safety.lesson_self_harm",
    "threat": "safety.lesson_threat",
    "minors": "safety.minors",
    "privacy": "safety.privacy",
    "keys": "safety.lesson_keys",
    "rules": "safety.lesson_rules",
    "insult": "safety.insult",
    "other": "safety.lesson_other",
}


class SafetyOutput(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    safe: bool
    category: SafetyCategory
    reasoning: Plain = Field(max_length=300)


@dataclass(frozen=True)
class Moderator:
    """`help_lines`: words of help by country. `limit_s`: seconds that a message waits for the model."""

    model: Model | None = None
    help_lines: Mapping[str, str] = field(default_factory=dict)
    limit_s: float = 30.0

    async def moderate(self, command: Moderate, run: Run) -> Sequence[Message]:
        """Answers with `Moderated`."""
        concern, made_by = concern_of(command.text), "rule"
        if self.model and concern is None:
            concern, made_by = await self._second_opinion(self.model, command, run)
        run.note(
            input_summary=f"a message of {len(command.text)} characters",
            output="safe" if concern is None else f"unsafe: {concern}",
            reasoning=made_by,
        )
        return [self._told(command, concern, made_by)]

    async def _second_opinion(self, model: Model, command: Moderate, run: Run) -> tuple[Concern | None, str]:
        try:
            async with asyncio.timeout(self.limit_s):
                asked, made_by = await ask(
                    model,
                    run,
                    prompt(PROMPT),
                    shown("message", {"message": command.text}),
                    SafetyOutput,
                    _MAX_TOKENS,
                    second_opinion=True,
                )
        except TimeoutError:
            return None, "rule (after model_timed_out)"
        if asked is None or asked.safe or (asked.category == "keys" and gives_up(command.text)):
            return None, made_by
        return asked.category or "other", made_by

    def _told(self, command: Moderate, concern: Concern | None, made_by: str) -> Moderated:
        if concern is None:
            return Moderated(safe=True, reasoning=made_by)
        phrase = Phrase.of(_SPOKEN_OF_LESSONS[concern])
        if concern == "self_harm" and (words := self._help_in(command.country)):
            phrase = Phrase.of("safety.lesson_self_harm_help", help=words)
        return Moderated(
            safe=False,
            category=concern,
            guidance=rendered(phrase, tongue_of(command.text, command.language)),
            reasoning=f"{made_by}: {concern}",
            phrase=phrase,
        )

    def _help_in(self, country: str) -> str:
        """The words of help for a country; "": none are configured, and none are made up."""
        return next((words for name, words in self.help_lines.items() if fold(name) == fold(country)), "").rstrip(". ")
