"""A learner who is played: does what a person does, reads all that the house says, and writes down both.

What is read stands in `lines`, as it would be on a page; `faults` has what a reader would object to (`reading.py`).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from services.text.scores import percent
from tests.measuring.players.reading import Reading
from tests.standins.learners.learner import UNJUDGED, Json, Learner, mistaken

Knows = Callable[[Json, int], bool]
"""Whether an item, and the how many-eth answer of the session it is, will be answered rightly."""


@dataclass
class Player:
    """One learner and their session. `knows` decides each answer; `me` speaks HTTP."""

    name: str
    me: Learner
    session: str
    knows: Knows
    chance: Random
    latency: float = 8.0
    later: Callable[[int], None] = lambda _days: None
    """Lets so many days pass."""
    lines: list[str] = field(default_factory=list)
    reading: Reading = field(default_factory=Reading)
    _items: dict[str, Json] = field(default_factory=dict)
    _heard: int = 0
    _noted: int = 0
    _shown: str = ""
    _answered: int = 0

    def does(self, what: str) -> None:
        """Writes down what the learner does next."""
        self.lines.append(f"\n## {what}\n")

    def reads(self, text: str) -> None:
        """Writes down a line that the learner reads."""
        self.lines.append(text)

    # What a learner does

    def learns(self, topic: str = "", **wishes: Any) -> None:
        """Begins a cycle, and reads what comes."""
        self.does(f"learns {topic or 'what the house chooses'} {wishes or ''}")
        self._moved("/learning", {**({"topic": topic} if topic else {}), **wishes})

    def says(self, text: str) -> None:
        """Writes to the tutor."""
        self.does(f"says: {text}")
        before = self._heard
        self._moved("/messages", {"text": text})
        if self._heard - before < 2:  # The learner's own line is one of them.
            self.reading.fault(f"nobody answered “{text}”")

    def rounds(self, most: int = 6) -> None:
        """Answers the cycle's quizzes until none is open."""
        for _ in range(most):
            if not (quiz := self.view()["cycle_quiz"]):
                return
            self.takes(quiz)

    def first_quiz(self) -> str:
        """The quiz that came with the document, or that was made last."""
        return str(self.me.quiz(self.session)["quiz_id"])

    def takes(self, quiz_id: str, singly: bool = False, skip: float = 0.0) -> None:
        """Answers a quiz, all at once or one by one; a share of the questions is skipped."""
        quiz = self.me.quiz(self.session, quiz_id)
        self.does(f"takes a quiz ({quiz['purpose']}), {len(quiz['questions'])} questions{', singly' if singly else ''}")
        self._reads_quiz(quiz)
        self._items = {one["item_id"]: one for one in self.me.items(self.session)}
        self.reading.of_quiz(quiz, self._items)
        answers = list(self._answers(quiz["questions"], skip))
        version = self.me.session(self.session)["version"]
        for answer in answers if singly else ():
            self._gives(quiz_id, answer)
        attempt = self.me.hand_in(self.session, {"quiz_id": quiz_id, "answers": answers})["attempt_id"]
        results = self.me.results(self.session, attempt)
        version = self.me.settle(self.session, version)["version"]
        self._reads_results(results, quiet=singly)
        self.looks()
        if undecided := [one for one in results["results"] if one["undecided"]]:
            self._compares(undecided, version)

    def _compares(self, undecided: Sequence[Json], version: int) -> None:
        """Grades what could not be judged, beside the model answer: what was made up is wrong."""
        for one in undecided:
            credit = float(one["answer_text"] != UNJUDGED)
            self.does(f"grades {one['answer_text']!r} to “{one['question']}” with {credit:.0f}")
            path = f"/sessions/{self.session}/results/{one['result_id']}/self-grade"
            self.me.http.post(path, json={"credit": credit}, headers=_key(self)).raise_for_status()
            version = self.me.settle(self.session, version)["version"]
        self.looks()

    def takes_newest(self) -> None:
        """Answers the quiz that was made last."""
        self.takes(self.first_quiz())

    def practises(self, what: str) -> None:
        """Asks for another quiz of mistakes or of what is due, and takes it."""
        self.does(f"practises {what}")
        answer = self.me.http.post(f"/sessions/{self.session}/quizzes", json={"practice": what}, headers=_key(self))
        if answer.status_code != 202:
            self.reads(f"{answer.status_code}: {answer.json().get('detail')}")
            return
        quiz = answer.json()["quiz_id"]
        path = f"/sessions/{self.session}/quizzes/{quiz}"
        self.me.until(
            lambda: self.me.http.get(path).status_code != 202, lambda: f"{path} is waited for, and never comes"
        )
        if (made := self.me.http.get(path)).status_code != 200:
            self.reads(f"{made.status_code}: {made.json().get('detail')}")
            self.looks()
            return
        self.me.until(lambda: self.me.eventually(path)["complete"])
        self.takes(quiz)

    def reviews(self, most: int = 5) -> None:
        """Rates due cards."""
        self.does("reviews what is due")
        due = self.get("/reviews/due", session_id=self.session, limit=most)
        self.reads(f"due: {due['total']}, new {due['new']}, waiting {due['waiting']}")
        for card in due["due"]:
            rating = self.chance.choice(["again", "hard", "good", "easy"])
            self.reads(f"- {card['kind']} {card['question']!r} -> {card['answer']!r}: {rating}")
            body = {"rating": rating, "session_id": self.session}
            self.me.http.post(f"/reviews/{card['card_id']}", json=body, headers=_key(self)).raise_for_status()
        version = -1  # What is rated moves the session by itself: what comes next is not to be taken for it.
        while (now := self.me.session(self.session)["version"]) != version:
            version = now
            time.sleep(1)

    # What a learner reads

    def view(self) -> Json:
        """`LearnerView`."""
        found: Json = self.me.http.get(f"/sessions/{self.session}/learner").raise_for_status().json()
        return found

    def get(self, path: str, **params: Any) -> Json:
        """A view that is not a session's own."""
        found: Json = self.me.http.get(path, params=params).raise_for_status().json()
        return found

    def looks(self) -> None:
        """Reads what is new in the conversation and the notes, and all figures."""
        view = self.view()
        self._reads_messages()
        self._reads_notes(view)
        self._reads_figures(view)

    def figures(self) -> None:
        """Reads history, scorecard, progress by section, summary and figures, and holds them against each other."""
        self.does("looks at history, scorecard, progress, summary")
        view = self.view()
        summary = self.get(f"/sessions/{self.session}/summary")
        history = self.get("/sessions/history")
        stats = self.get("/sessions/stats")
        card = self.get("/sessions/scorecard", session_id=self.session)
        progress = self.get("/sessions/subtopic-progress", session_id=self.session)
        due, forecast = self.get("/reviews/due"), self.get("/reviews/forecast")
        own = next(one for one in history["sessions"] if one["session_id"] == self.session)
        self.reads(f"SUMMARY {_without(summary, 'spending', 'session_id')}")
        self.reads(f"HISTORY {_without(own, 'created_at', 'updated_at', 'session_id')}")
        self.reads(f"STATS {stats}")
        for one in card["sessions"]:
            self.reads(f"SCORECARD {_without(one, 'session_id', 'strengths', 'weaknesses', 'patterns')}")
            for kind in ("strengths", "weaknesses"):
                self.reads(f"  {kind}: " + "; ".join(f"{c['concept']} {percent(c['score'])} %" for c in one[kind]))
        for one in progress["subtopics"]:
            self.reads(f"PROGRESS {_without(one, 'session_id', 'title')}")
        self.reads(f"DUE {due['total']} (new {due['new']}), today {forecast['due_now']} of {forecast['days'][0]}")
        self.reading.of_figures(view, summary, own, stats, card, due, forecast)

    def _reads_messages(self) -> None:
        found = self.me.http.get(f"/sessions/{self.session}/messages", params={"limit": 500}).json()["messages"]
        for line in found[self._heard :]:
            self.reads(f"{line['role'].upper()} {line['agent']}: {line['text']}")
            self.reads("".join(f"    [p. {q['source_page']}] {q['quote']}\n" for q in line["quotes"]).rstrip())
        self.reading.of_messages(found, found[self._heard :])
        self._heard = len(found)

    def _reads_notes(self, view: Json) -> None:
        answer = self.me.http.get(f"/sessions/{self.session}/notes")
        notes = answer.json().get("notes", []) if answer.status_code == 200 else []
        fresh = notes[self._noted :]
        for one in fresh:
            self.reads(f"NOTE ({one['made_by']}) {one['note']}")
        self.reading.of_notes(fresh, view)
        self._noted = len(notes)

    def _reads_figures(self, view: Json) -> None:
        asked = [one for one in view["concepts"] if one["answers"]]
        shown = "\n".join(
            [
                f"STANDS {percent(view['mastery_score'])} % of {percent(view['mastery_threshold'])} %, "
                f"phase {view['phase']}, topic {view['current_topic']!r}, "
                f"cycle {view['learning_cycle_count']} of {view['max_cycles']}",
                *(
                    f"  {one['concept']}: {percent(one['score'])} %, {one['correct']} of {one['answers']} right, "
                    f"{'mastered' if one['mastered'] else one['missing']}"
                    for one in asked
                ),
                *(f"  PATH {text}" for text in (view["path_reasoning"], *view["remediation"]) if text),
                *(f"  RECOMMENDED {text}" for text in view["recommendations"]),
                *(f"  IMPROVE {text}" for text in view["improvement_areas"]),
                *(f"  PATTERN {one['description']} {one['suggested_remediation']}" for one in view["error_patterns"]),
                *(f"  GAP {one['description']}" for one in view["knowledge_gaps"]),
            ]
        )
        if shown != self._shown:
            self.reads(shown)
        self._shown = shown
        self.reading.of_view(view)

    def _reads_quiz(self, quiz: Json) -> None:
        for number, question in enumerate(quiz["questions"], 1):
            again = " REPEAT" if question["repeat"] else ""
            self.reads(f"Q{number}{again} ({question['type']}) {question['question']}")
            for option in [*(question["prompts"] or ()), *(question["options"] or ())]:
                self.reads(f"      {option['option_id']}) {option['text']}")
        for one in quiz["shortfall"]:
            self.reads(f"SHORTFALL {one['sentence']}")

    def _reads_results(self, results: Json, quiet: bool) -> None:
        self.reads(f"SCORE {results.get('score')}")
        if not quiet:
            for one in results["results"]:
                self._reads_result(one)

    def _reads_result(self, one: Json) -> None:
        mark = "?" if one["undecided"] else "right" if one["is_correct"] else "WRONG"
        self.reads(f"  {mark}: {one['question']} -> {one['answer_text']!r}; key {one['correct_answer']!r}")
        self.reads(f"      proof p. {one['proof']['source_page']}: {one['proof']['quote']}")
        for why in one["explanations"]:
            self.reads(f"      why {why.get('option_id', '')}: {why['sentence']}")

    # How answers come about

    def _answers(self, questions: Sequence[Json], skip: float) -> Iterator[Json]:
        for question in questions:
            item = self._items[question["item_id"]]
            self._answered += 1
            given = item["answer"] if self.knows(item, self._answered) else mistaken(item)
            given = None if self.chance.random() < skip else given
            latency = round(self.latency * self.chance.uniform(0.5, 1.5), 1)
            yield {"item_id": question["item_id"], "answer": given, "latency_sec": latency}

    def _gives(self, quiz_id: str, answer: Json) -> None:
        path = f"/sessions/{self.session}/quizzes/{quiz_id}/answers"
        headers = _key(self) | {"Prefer": "wait=20"}
        result = self.me.http.post(path, json=answer, headers=headers).raise_for_status().json()
        self._reads_result(result)

    def _moved(self, path: str, body: Json) -> None:
        version = self.me.session(self.session)["version"]
        answer = self.me.http.post(f"/sessions/{self.session}{path}", json=body, headers=_key(self))
        if answer.status_code != 202:
            self.reads(f"{answer.status_code}: {answer.json().get('detail')}")
            return
        self.me.settle(self.session, version)
        self.looks()


def _key(player: Player) -> dict[str, str]:
    return {"Idempotency-Key": f"{player.chance.getrandbits(96):024x}"}


def _without(view: Json, *keys: str) -> Json:
    return {key: value for key, value in view.items() if key not in keys}
