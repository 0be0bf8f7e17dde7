"""What a reader would object to in what a learner was shown: contradictions, told keys, repetitions, dead ends."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from services.text.scores import percent
from tests.standins.learners.learner import Json

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(
    r"(?<!\(under )(?<!\(unter )(?<!\()(?:“([^”]{25,})”|«([^»]{25,})»|„([^“]{25,})“|\"([^\"]{25,})\")"
)
"""A quote, in any language's marks; not the heading by which a place is cited."""
_STANDS = re.compile(r"[“«„]([^”»“]+)[”»“](?: \([^)]*\))?[^“«„%.]*? (\d+) %")
_NEARLY = 2
_MOST_NOTES = 3
_TELLING = 2
"""A key of at least so many words that stands in another question tells it; shorter ones are everybody's words."""
_SAME_SENTENCE = 0.6
_OFTEN = 3


@dataclass
class Reading:
    """Collects `faults`, each once, with how often it was met."""

    faults: Counter[str] = field(default_factory=Counter)
    _told: Counter[str] = field(default_factory=Counter)
    _next: tuple[int, str] = (0, "")
    _missing: dict[str, tuple[int, int]] = field(default_factory=dict)

    def fault(self, what: str) -> None:
        """Writes down an objection."""
        self.faults[what] += 1

    def of_view(self, view: Json) -> None:
        """Scores against mastery, the cycle's end, and what is next against what was next before."""
        least = round(100 * view["mastery_threshold"])
        for one in view["concepts"]:
            if (percent(one["score"]) >= least) != one["mastered"]:
                self.fault(f"“{one['concept']}” shows {one['score']} of {least} %, mastered: {one['mastered']}")
            if (one["answers_needed"] == 0) != one["mastered"]:
                self.fault(f"“{one['concept']}” lacks {one['answers_needed']}, mastered: {one['mastered']}")
            if not one.get("answers"):
                continue
            wrong = one["answers"] - one.get("correct", 0)
            before = self._missing.get(one["concept"], (wrong, one["answers_needed"]))
            if wrong <= before[0] and one["answers_needed"] > before[1]:
                self.fault(
                    f"“{one['concept']}” lacked {before[1]}, lacks {one['answers_needed']}, and nothing was wrong"
                )
            self._missing[one["concept"]] = wrong, one["answers_needed"]
        if (
            view["phase"] is None
            and view["learning_cycle_count"]
            and not (view["remediation"] or view["learning_path"])
        ):
            self.fault("a cycle ended without saying what to do")
        if view["phase"] == "MASTERED" and percent(view["mastery_score"]) < least:
            self.fault(f"mastered, and the learner stands at {view['mastery_score']} of {least} %")
        shown = {one["concept"].casefold(): percent(one["score"]) for one in view["concepts"]}
        for name, told in _STANDS.findall(" ".join([view.get("path_reasoning", ""), *view["remediation"]])):
            if shown.get(name.casefold(), int(told)) != int(told):
                self.fault(f"“{name}” stands at {shown[name.casefold()]} %, and the path says {told} %")
        mastered = {one["concept"] for one in view["concepts"] if one["mastered"]}
        answers, following = sum(one.get("answers", 0) for one in view["concepts"]), view.get("next_topic") or ""
        if following and self._next == (answers, self._next[1]) and self._next[1] not in {"", following, *mastered}:
            self.fault(f"“{self._next[1]}” was next, now it is “{following}”, and nothing was answered since")
        self._next = answers, following
        for name in mastered & {*view["improvement_areas"], *(one["concept"] for one in view["knowledge_gaps"])}:
            self.fault(f"“{name}” is mastered, and is to be improved")
        concepts = Counter(one["concept"].casefold() for one in view["concepts"])
        for name in (name for name, times in concepts.items() if times > 1):
            self.fault(f"“{name}” is listed twice")

    def of_quiz(self, quiz: Json, items: Mapping[str, Json]) -> None:
        """One question that tells another's key, and a key that the newest explanation has told word for word."""
        if not quiz["questions"]:
            self.fault(f"a quiz ({quiz['purpose']}) without a question")
        # They are asked one at a time, each graded before the next; an exam is on one page.
        questions = quiz["questions"]
        pairs = permutations(questions, 2) if quiz.get("exam") else combinations(questions, 2)
        for other, asked in pairs:
            item = items[asked["item_id"]]
            key, stem, told = _plain(key_of(item)), _plain(asked["question"]), _plain(other["question"])
            if len(key.split()) < _TELLING or f" {key} " not in f" {told} ":
                continue
            names = _plain(item["concept"])
            # A term alone is named everywhere: it tells where the rest of the sentence stands beside it.
            shared = len(set(stem.split()) & set(told.split())) / len(set(stem.split()))
            if (names != key and names in told) or shared >= _SAME_SENTENCE:
                self.fault(f"“{other['question'][:160]}” tells the key of “{asked['question'][:160]}”: {key}")
        shown = [
            " ".join([one["question"], *(option["text"] for option in one["options"])]) for one in quiz["questions"]
        ]
        texts = Counter(_plain(text) for text in shown)
        for text in (text for text, times in texts.items() if times > 1):
            self.fault(f"a quiz asks twice: {text}")

    def of_messages(self, all_lines: Sequence[Json], fresh: Sequence[Json]) -> None:
        """Sentences of the document that the tutor tells again, or twice in one line."""
        for line in fresh:
            if line["role"] != "tutor":
                continue
            if not line["text"].strip():
                self.fault("the tutor says nothing")
            quotes = Counter(_plain(found[found.lastindex or 0]) for found in _SENTENCE.finditer(line["text"]))
            for quote in (quote for quote, times in quotes.items() if times > 1):
                self.fault(f"told twice in one line: {quote}")
            for quote in quotes:
                self._told[quote] += 1
        for quote, times in self._told.items():
            if times >= _OFTEN:
                self.faults[f"told three times and more: {quote}"] = times

    def of_notes(self, notes: Sequence[Json], view: Json) -> None:
        """How many, and whom they call struggling."""
        attempts = Counter(one["attempt_id"] for one in notes)
        for times in attempts.values():
            if times > _MOST_NOTES:
                self.fault(f"{times} notes about one attempt")
        known = [
            one["concept"] for one in view["concepts"] if one["mastered"] or 0 < one.get("answers_needed", 0) <= _NEARLY
        ]
        for one in notes:
            for name in known:
                if f"struggle with “{name}”" in one["note"]:
                    self.fault(f"mastered or nearly, and told: {one['note']}")

    def of_figures(
        self, view: Json, summary: Json, own: Json, stats: Json, card: Json, due: Json, forecast: Json
    ) -> None:
        """The same figure in different views."""
        score = view["mastery_score"]
        for where, other in (("summary", summary["mastery_score"]), ("history", own["mastery_score"])):
            if other is not None and abs(other - score) > 1e-6:
                self.fault(f"the learner stands at {score}, the {where} says {other}")
        scores = {one["concept"]: one["score"] for one in view["concepts"]}
        for one in _concepts(card):
            if abs(scores.get(one["concept"], -1) - one["score"]) > 1e-6:
                self.fault(f"“{one['concept']}”: {scores.get(one['concept'])}, on the scorecard {one['score']}")
        told = {int(each) for each in _DUE.findall(view.get("path_reasoning") or "")}
        if told - {due["total"]}:
            self.fault(f"due: {due['total']}, the path says {told}")
        if stats["sessions"] == 1 and "concepts" in stats and stats["concepts"] != len(view["concepts"]):
            self.fault(f"{len(view['concepts'])} concepts, the figures say {stats['concepts']}")
        if not due["total"] == stats["reviews_due"] == forecast["due_now"]:
            self.fault(f"due: {due['total']}, figures {stats['reviews_due']}, forecast {forecast['due_now']}")


_DUE = re.compile(r"(\d+) (?:reviews are due|repetisjoner står|Wiederholungen sind)")


def key_of(item: Json) -> str:
    """An item's key in words."""
    key = item["answer"]
    if item["type"] in {"multiple_choice"}:
        return next((option["text"] for option in item["options"] if option["option_id"] == key), "")
    return key if isinstance(key, str) and item["type"] in {"cloze", "numeric", "short_answer"} else ""


def _concepts(card: Json) -> Iterable[Json]:
    for session in card["sessions"]:
        yield from session["strengths"]
        yield from session["weaknesses"]


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
