"""The tutor's own sentences in a lesson: the catalogue's, none twice in a lesson, none that tells the answer. Pure.

What was said stands in a turn's summary, by which the next turns know it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from contracts.items import Item
from contracts.lessons import Directive, TeachTurn
from contracts.message import Phrase
from services.coach.lessons.asking import Guard, shown
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.once import marks_in, marks_of, was_said
from services.text.words import fold

_NAMES = frozenset(sentences("lesson_turn")["en"])
_SAID = re.compile(r"\b[a-z_]+_\d+\b")
SAME: Sequence[Directive] = ("again", "answer", "repeat")
"""These put the question once more that waits."""
_EMOJI = "🙂👍✨🌟💪🎯"


def say(name: str, **values: str | int | Phrase) -> Phrase:
    """One of a turn's phrases."""
    return Phrase(code=f"lesson_turn.{name}", values=values)


def question_mark(item: Item) -> str:
    """By which a turn's line in the timeline shows that it asks a question: with all that is shown of it, for "Is this
    true?" is many."""
    return f"q_{crc32(fold(rendered(shown(item), 'en')).encode()) % 10_000_000}"


def present(phrases: Iterable[Phrase | None]) -> list[Phrase]:
    """Those that may be said."""
    return [each for each in phrases if each is not None]


@dataclass
class Words:
    """What may still be said in a lesson; `used`: what this turn says."""

    command: TeachTurn
    guard: Guard
    used: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        lines = [line.text for line in self.command.conversation if line.role == "tutor"]
        said = [*lines, self.command.feedback]
        self._marks = marks_in(self.command.timeline).union(*map(marks_of, said))
        self._before = {name for line in self.command.timeline for name in _SAID.findall(line)}
        self._heard = fold("\n".join(said))
        asked = question_mark(self.guard.item) if self.guard.item is not None else None
        waits = [line for line in self.command.timeline if asked is not None and asked in line]
        self._of_question = marks_in(waits) if self.command.directive in SAME else set[str]()

    def was_said(self, name: str) -> bool:
        """Whether it was said in a turn before."""
        return name in self._before

    def hears(self, text: str) -> bool:
        """Whether a hint is new; then it is said in this turn."""
        if not self.is_new(text):
            return False
        self._marks |= set(marks_of(text))
        self._of_question |= set(marks_of(text))
        return True

    def was_given(self, text: str) -> bool:
        """Whether it was said while the question waits that is put once more."""
        return was_said(text, self._of_question)

    def is_new(self, text: str) -> bool:
        """Whether none of it was said in the lesson, in this turn's feedback neither."""
        return not was_said(text, self._marks)

    def one(self, name: str, **values: str | int | Phrase) -> Phrase | None:
        """That sentence; None: it would tell the answer."""
        phrase = say(name, **values)
        if self.guard.says(rendered(phrase, self.command.language)):
            return None
        self.used.append(name)
        return phrase

    def fresh(self, kind: str, **values: str | int | Phrase) -> Phrase | None:
        """A sentence of that kind that was not said yet; None: all were, or they would tell the answer."""
        number = 0
        while (name := f"{kind}_{number}") in _NAMES:
            told = fold(rendered(say(name, **values), self.command.language))
            if name not in self._before and name not in self.used and told not in self._heard:
                return self.one(name, **values)
            number += 1
        return None

    def cheered(self, phrase: Phrase) -> Phrase:
        """With an emoji, another one each turn."""
        return say("cheered", said=phrase, emoji=_EMOJI[len(self.command.timeline) % len(_EMOJI)])
