"""What a reader would object to in a lesson: told keys, repetitions, claims without their place, a wrong end."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from services.text.internal import is_internal
from tests.standins.learners.learner import Json

SLOW = 20.0
"""Seconds that a turn may take."""
_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"(?:[^.!?\n“”«»„]|[.!?](?=[\w/,]))+[.!?]*")
_ASKED = re.compile(r"\?(?=[\s\"”»)]|$)")
_QUOTE = re.compile(r"[“«„]([^“”«»]{25,})[”»“]")
_ANY_QUOTE = re.compile(r"[“«„][^“”«»]*[”»“]")
_SHORT_QUOTE = re.compile(r"[“«„]([^“”«»„]{1,40})[”»“]")
_PAGE = re.compile(
    r"\(?\b(?:p|pages?|s|sides?|seiten?)\.?\s?\d+|\((?:(?:under|unter) )?[“«„][^”»“]+[”»“]\)", re.IGNORECASE
)
"""A place: a page, or the heading of a text that has none."""
_FIELD = re.compile(r"\b[a-z]+_[a-z_]+\b|\{\w*\}|\bNone\b|\bnull\b")
_WELL = ("This went well", "Dette gikk bra", "Das ging gut")
_SUBSTANCE = 5
"""Words of a sentence that is not to be said twice; shorter ones ("That is right.") are everybody's."""
_A_FEW = 6
"""Words of a quotation that stands by itself: shorter ones are names, headings and options."""
_COPIED = 7
"""Words in a row of the document that are a claim of it."""


_TINY = 1e-6


@dataclass(frozen=True)
class Heard:
    """One turn: what the learner said, what came back, and the question that waits since then (`item`, with its key).

    `meant_right`: whether the learner meant to answer rightly; None: it was no answer. `fresh`: no question like it was
    over before, else its key may have been told. `estimate`: by how much the mastery of the concept that was answered
    has moved. `over_key`: of the question that waited before and is over.
    """

    said: str
    message: str
    hints: Sequence[str] = ()
    routing: str = ""
    mastery: float = 0.5
    complete: bool = False
    seconds: float = 0.0
    item: Json | None = None
    meant_right: bool | None = None
    score: float | None = None
    fresh: bool = True
    estimate: float | None = None
    over_key: str = ""
    quotes: Sequence[str] = ()


@dataclass
class Hearing:
    """Collects `faults` of one lesson, each once, with how often it was met. `text`: the document's, "" without one;
    `topic`: what the lesson is called, which may be named as often as one likes."""

    text: str = ""
    topic: str = ""
    faults: Counter[str] = field(default_factory=Counter)
    _said: dict[str, int] = field(default_factory=dict)
    _hinted: dict[str, int] = field(default_factory=dict)
    _number: int = 0
    _before: float | None = None

    def fault(self, kind: str, what: str) -> None:
        """Writes down an objection."""
        self.faults[f"{kind}: {what}"] += 1

    def of_turn(self, heard: Heard) -> None:
        """All that one turn can do wrong."""
        self._number += 1
        words = without_question(heard.message, heard.item)
        if not heard.message.strip():
            self.fault("empty", f"turn {self._number} says nothing")
        if heard.seconds > SLOW:
            self.fault("slow", f"turn {self._number} took {heard.seconds:.0f} s")
        self._of_words(words)
        self._of_hints(heard.hints)
        self._of_questions(heard)
        self._of_key(words, heard)
        if self.text:
            self._of_claims(words, heard)
        if heard.meant_right and heard.estimate is not None and heard.estimate < -_TINY:
            self.fault("mastery", f"turn {self._number}: falls by {-heard.estimate:.3f} after the right {heard.said!r}")
        if heard.meant_right and self._before is not None and heard.mastery < self._before - _TINY:
            self.fault(
                "mean", f"turn {self._number}: {self._before:.3f} falls to {heard.mastery:.3f} after a right answer"
            )
        if heard.meant_right and heard.score is not None and heard.score < 1:
            self.fault("graded", f"{heard.score} for the right {heard.said!r}")
        self._before = heard.mastery

    def of_end(self, ended: str | None, expected: Sequence[str], turns: int) -> None:
        """Whether the lesson ended as its script expects; "open": not at all."""
        found = ended or "open"
        if found not in expected:
            self.fault("end", f"{found} after {turns} turns, and not {' or '.join(expected)}")

    def of_learnt(self, lesson: Json, threshold: float, last: str) -> None:
        """A lesson that calls itself complete: of what is not mastered its last words say so."""
        if lesson["ended"] != "complete":
            return
        for name, score in lesson["mastery_estimates"].items():
            line = next((line for line in last.splitlines() if name.casefold() in line.casefold()), "")
            if score < threshold and (not line or line.startswith(_WELL)):
                self.fault("short", f"“{name}” ends at {score:.2f} of {threshold}, and it is not said: {line}")

    def of_plan(self, lesson: Json) -> None:
        """Its statuses against its end."""
        plan = lesson["study_plan"] or {"todo_list": []}
        statuses = Counter(step["status"] for step in plan["todo_list"])
        if lesson["ended"] == "complete" and set(statuses) != {"completed"}:
            self.fault("plan", f"the lesson is complete, its steps are {dict(statuses)}")
        if lesson["ended"] is None and not statuses.keys() & {"pending", "in_progress"}:
            self.fault("plan", f"the lesson goes on, its steps are {dict(statuses)}")
        if not 3 <= len(plan["todo_list"]) <= 5 + statuses["completed"]:
            self.fault("plan", f"{len(plan['todo_list'])} steps")

    def of_mastery(self, view: Json) -> None:
        """What a concept shows in the lesson against whether it is mastered."""
        threshold = view["mastery_threshold"]
        mastered = {one["concept"]: one["mastered"] for one in view["concepts"]}
        for name, score in view["lesson"]["mastery_estimates"].items():
            if name in mastered and (score >= threshold) != mastered[name]:
                self.fault("mastery", f"“{name}” shows {score} of {threshold}, mastered: {mastered[name]}")

    def _of_words(self, words: str) -> None:
        if is_internal(words) or _FIELD.search(words):
            self.fault("internal", words[:300])
        for sentence in _sentences(words):
            key = plain(sentence)
            if len(key.split()) < _SUBSTANCE or key == plain(self.topic):
                continue
            if key in self._said:
                self.fault("twice", f"turns {self._said[key]} and {self._number}: {sentence.strip()[:200]}")
            self._said[key] = self._number

    def _of_hints(self, hints: Sequence[str]) -> None:
        for hint in hints:
            if (key := plain(hint)) in self._hinted:
                self.fault("hint twice", f"turns {self._hinted[key]} and {self._number}: {hint}")
            self._hinted[key] = self._number

    def _of_questions(self, heard: Heard) -> None:
        bare = _ANY_QUOTE.sub("", _without_options(heard.message, heard.item))
        asked = len(_ASKED.findall(bare))
        if asked > 1:
            self.fault("questions", f"{asked} in turn {self._number}: {bare[:300]!r}")

    def _of_key(self, words: str, heard: Heard) -> None:
        """The key outside of the question while it waits. What leaves two options names both."""
        item = heard.item
        if item is None or not heard.fresh or not (key := key_of(item)):
            return
        if plain(key) == plain(heard.over_key):
            return  # It is told of the question before.
        others = [option["text"] for option in item.get("options") or () if plain(option["text"]) != plain(key)]
        named = plain(key) in plain(item.get("concept", "")) or plain(item.get("concept", "")) in plain(key)
        for place, text in (
            ("message", _PAGE.sub("", words)),
            *(("hint", _PAGE.sub("", hint)) for hint in heard.hints),
        ):
            for sentence in text.splitlines():
                if not _has(sentence, key) or any(_has(sentence, other) for other in others):
                    continue
                kind = "names the concept that is the key" if named else "key told"
                self.fault(kind, f"{place} of turn {self._number} has “{key}” of “{item['question']}”: {sentence}")

    def _of_claims(self, words: str, heard: Heard) -> None:
        quoted = [plain(quote) for quote in heard.quotes]
        for line in words.splitlines():
            for found in _QUOTE.finditer(line):
                if not _PAGE.search(line):
                    self.fault("no place", f"turn {self._number}: {line[:240]}")
                if "__" not in found[1] and plain(found[1]) not in self.text:  # A blanked one has gaps.
                    self.fault("misquoted", f"turn {self._number}: {found[1][:240]}")
        for sentence in _sentences(words):
            bare = plain(sentence)
            if len(bare.split()) < _COPIED or bare not in self.text:
                continue
            if not any(bare in quote or quote in bare for quote in quoted):
                self.fault("no citation", f"turn {self._number}: {sentence.strip()[:240]}")


def key_of(item: Json) -> str:
    """A closed item's key in words; "" of a statement, and of an open one, whose key is a whole sentence."""
    key = item["answer"]
    if item["type"] == "multiple_choice":
        return next((option["text"] for option in item["options"] if option["option_id"] == key), "")
    return key if isinstance(key, str) and item["type"] in {"cloze", "numeric"} else ""


def without_question(message: str, item: Json | None) -> str:
    """What stands around the question and its options."""
    bare = _without_options(message, item)
    for text in [item["question"], item.get("statement") or ""] if item else []:
        bare = bare.replace(text, "") if text else bare
    return bare


def _without_options(message: str, item: Json | None) -> str:
    options: list[Mapping[str, str]] = [*(item.get("options") or ())] if item else []
    lines = message.splitlines()
    texts = {plain(option["text"]) for option in options}
    shown = texts | {f"{letter} {text}" for text in texts for letter in "abcdefgh"}
    return "\n".join(line for line in lines if plain(line) not in shown)


def _sentences(text: str) -> Iterator[str]:
    """A quotation of a few words belongs to the sentence around it."""
    joined = _SHORT_QUOTE.sub(lambda quote: quote[1] if len(quote[1].split()) < _A_FEW else quote[0], text)
    for found in _SENTENCE.findall(joined):
        if plain(found):
            yield found


def _has(text: str, key: str) -> bool:
    return f" {plain(key)} " in f" {plain(text)} "


def plain(text: str) -> str:
    """The words alone."""
    return " ".join(_WORD.findall(text.casefold()))
