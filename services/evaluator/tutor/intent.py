"""What a learner wants, by rules: whether it is safe, then greetings, commands, questions, replies to a question. Pure.

The same message always gets the same answer. What it says is data: nothing in it changes these rules.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any

from rapidfuzz import fuzz

from contracts.learning import ClassifyIntent, Intent, IntentClassified
from services.evaluator.tutor import safety
from services.evaluator.tutor.intent_cues import asks_of_text, cued, named, social
from services.evaluator.tutor.intent_rules import (
    ASKS,
    AT_A_LOSS,
    COMMANDS,
    INTERROGATIVE,
    INVERTED,
    OPENING,
    YES_OR_NO,
)
from services.evaluator.tutor.topics import is_name, topic_of
from services.text.catalogue import sentences
from services.text.guessing import tongue_said
from services.text.words import fold

_REASONS, _SIGNS = sentences("intent"), sentences("signs")
_NEAR, _ALIKE = 3, 50
"""So many names are told where the document does not have what was named, and how alike they must be, of 100."""


@dataclass(frozen=True)
class _Read:
    intent: Intent
    form: str
    cue: str = ""


def classify(command: ClassifyIntent) -> IntentClassified:
    """The message's intent and topic, and a sentence that says why, in the language of the message."""
    tongue = tongue_said(command.text, command.language, _REASONS)
    if concern := safety.concern_of(command.text):
        return IntentClassified(intent="unclear", reason=safety.SAID[tongue][concern], safe=False)
    topic = topic_of(command.text, command.concepts, command.sections, command.language)
    read = _read(command, topic)
    if read.intent == "answer":
        topic = ""
    reason = _reason(tongue, read, topic)
    return IntentClassified(intent=read.intent, topic=topic, reason=reason, **stranger(command, read.intent, topic))


def stranger(command: ClassifyIntent, intent: Intent, topic: str) -> dict[str, Any]:
    """`about` and `near`: what a wish names that the document does not have, and what it has that is nearest to it."""
    if topic or intent not in ("quiz", "diagnose", "learn") or not (about := named(command.text)):
        return {}
    names = [*dict.fromkeys([*command.concepts, *command.sections])]
    like = {name: _likeness(fold(name), fold(about)) for name in names}
    near = [name for name in sorted(names, key=lambda name: -like[name])[:_NEAR] if like[name] >= _ALIKE]
    return {"about": about, "near": near or names[:_NEAR]}


def _likeness(one: str, other: str) -> float:
    """From 0 to 100, of the names or of any two words of theirs."""
    return max(fuzz.ratio(a, b) for a, b in [(one, other), *product(one.split(), other.split())])


def reason_for(command: ClassifyIntent, intent: Intent, topic: str) -> str:
    """The sentence for an intent that another than these rules found."""
    return _reason(tongue_said(command.text, command.language, _REASONS), _Read(intent, intent), topic)


def _reason(tongue: str, read: _Read, topic: str) -> str:
    cue = f" ({_SIGNS[tongue]['quoted'].format(read.cue)})" if read.cue else ""
    reason = _REASONS[tongue][read.form].format(cue=cue)
    if topic and read.intent != "unclear":
        reason += _REASONS[tongue]["topic"].format(topic=topic)
    return reason


def _read(command: ClassifyIntent, topic: str) -> _Read:
    said = OPENING.sub("", fold(command.text).replace("’", "'"))
    waits = bool(command.awaiting)
    if social(command.text, waits=waits) and not is_name(command.text, topic, command.language):
        return _Read("greeting", "greeting")
    if not ASKS.match(said):
        for intent, rule in COMMANDS:
            if found := rule.search(said):
                return _Read(intent, intent, found.group().strip())
        if not asks_of_text(said) and (cue := cued(said, waits=waits)):
            return _Read(cue[0], cue[0], cue[1])
        if not waits and (found := AT_A_LOSS.search(said)):
            return _Read("learn", "learn", found.group())
    if _is_question(said, waits):
        return _Read("question", "question")
    if waits:
        return _Read("answer", "answer")
    if is_name(command.text, topic, command.language):
        return _Read("learn", "named")
    if topic:
        return _Read("question", "question")
    return _Read("unclear", "unclear")


def _is_question(said: str, waits: bool) -> bool:
    """While a question waits, "When it freezes" is an answer and "photosynthesis?" a cautious one."""
    asks = said.rstrip(" .!").endswith("?")
    if waits:
        # A word or two with a question mark is a guess.
        return bool(ASKS.match(said) or INVERTED.match(said) or (asks and INTERROGATIVE.match(said)))
    return asks or bool(ASKS.match(said) or INTERROGATIVE.match(said) or YES_OR_NO.match(said))
