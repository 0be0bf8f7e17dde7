"""A quiz answered in the terminal, and the whole learning cycle: explanation, quiz, feedback, until mastery."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from services.console.house.place import at
from services.console.study import prompts, rounds, show
from services.console.study.client import Gateway, Json, Trouble, exit_status, trouble
from services.console.study.course import place
from services.console.study.keyed_items import Raw
from services.console.study.progress import Bar

PAUSE = "/pause"
POLL_SECONDS = 0.1
UNDER_WAY = frozenset({"TUTOR_EXPLAINING", "QUIZ_ACTIVE", "FEEDBACK_ANALYZING", "LOOP_AGAIN"})


class Paused(Exception):
    """The learner stopped on the way; what was answered is kept."""


@dataclass(frozen=True)
class Aim:
    """What is to be learnt. `topic` "": what is weakest. None: as the session has it."""

    topic: str = ""
    diagnostic: bool = False
    threshold: float | None = None
    cycles: int | None = None

    def wishes(self) -> Json:
        """The body of the request."""
        given = {"mastery_threshold": self.threshold, "max_cycles": self.cycles}
        wanted = {name: value for name, value in given.items() if value is not None}
        return {"topic": self.topic, "diagnostic": self.diagnostic, **wanted}

    def goes_on(self, learner: Json) -> bool:
        """Whether the cycle under way, or the test before it, is what is wished for; a new topic takes its place."""
        under_way = learner["phase"] in UNDER_WAY or learner["cycle_quiz"] is not None
        return under_way and self.topic.strip().casefold() in ("", learner["current_topic"].casefold())


def take(
    session: str, aim: Aim | None, *, mistakes: bool, url: str | None, token: str | None, data: Path, timeout: float
) -> int:
    """The command `quiz`; its exit status. `aim` None: the newest quiz alone, or one of what was missed before."""
    onward = f"`pensum quiz {session}{' --learn' if aim else ''}` goes on where you left."
    try:
        possible(session, data, url)
        with at(url, token, data) as place, Gateway(place.url, place.token) as gateway:
            walk = Walk(gateway, session, timeout)
            if aim is not None:
                walk.learn(aim)
            else:
                walk.one(mistakes)
    except Trouble as error:
        show.problem(error.problem)
        return exit_status(error.problem)
    except Paused:
        show.line()
        show.line(f"Paused. {onward}")
    except KeyboardInterrupt:
        show.line()
        show.line(f"Stopped. What you answered is kept; {onward}")
        raise
    return 0


def possible(session: str, data: Path, url: str | None) -> None:
    """Trouble where no session can be found: what is given is no id, or nothing was ever studied on the data folder."""
    try:
        UUID(session)
    except ValueError:
        said = f"“{session}” is no session's id."
        hint = "It stands in the page's address after `#/s/`, and `pensum study --json` prints it."
        raise trouble("no_session", "No such session", said, hint) from None
    if not url and not data.exists():
        said = f"No house has ever run on {data.absolute()}."
        hint = "Go to the folder where the house was started, or name its data folder with --data."
        raise trouble("no_house", "No house", said, hint)


class Walk:
    """One learner at one session."""

    def __init__(self, gateway: Gateway, session: str, timeout: float, read: Callable[[str], str] = input) -> None:
        self._gateway, self._session, self._timeout, self._read = gateway, session, timeout, read

    def one(self, mistakes: bool) -> None:
        """The newest quiz, or one of what was answered wrongly before."""
        state = self._settled(-1)
        if mistakes:
            quiz = self._gateway.new_quiz(self._session, {"practice": "mistakes"})["quiz_id"]
            self._settled(state["version"])
        elif not state["quizzes"]:
            raise trouble("no_quiz", "No quiz", "The session has no quiz yet.", "Wait until it is ready.")
        else:
            quiz = state["quizzes"][-1]
        self.quiz(quiz)

    def learn(self, aim: Aim) -> None:
        """Cycles until the topic is mastered, or the path planner says what to do instead."""
        learner = self._gateway.learner(self._session)
        if not aim.goes_on(learner):
            version = self._settled(-1)["version"]
            self._begin(aim, learner["topics"])
            self._settled(version)
            learner = self._gateway.learner(self._session)
        told = ""
        while quiz := learner["cycle_quiz"]:
            testing = not learner["phase"]
            told = rounds.began(learner, told)
            self.quiz(quiz)
            learner = self._gateway.learner(self._session)
            if testing and learner["diagnostic_complete"]:
                rounds.tested(learner)
            rounds.stands(learner)
        rounds.ended(learner)

    def _begin(self, aim: Aim, topics: list[str]) -> None:
        """Ask for the cycle; of a topic that the document does not have, say which it has."""
        try:
            self._gateway.learn(self._session, aim.wishes())
        except Trouble as error:
            if error.problem.get("fields") != ["topic"]:
                raise
            said = f"The document has no concept or section “{aim.topic}”."
            hint = f"Choose one of these: {'; '.join(topics)}."
            raise Trouble({**error.problem, "detail": said, "action": hint}) from error

    def quiz(self, quiz: str) -> None:
        """Ask what is not answered yet, hand in, show the grades; open answers are graded by the learner."""
        view = self._gateway.quiz(self._session, quiz)
        progress = self._gateway.progress(self._session, quiz)
        answers = {each["item_id"]: each for each in progress["answers"]}
        questions = view["questions"]
        show.heading(f"Quiz {view['number']}: {len(questions)} questions. {PAUSE} stops here and keeps your answers.")
        for number, asked in enumerate(questions):
            if asked["item_id"] in answers:
                continue
            answers[asked["item_id"]] = self._answer(asked, number, len(questions), quiz, list(answers.values()))
        given = [answers[asked["item_id"]] for asked in questions]
        sent = {"quiz_id": quiz, "attempt_id": progress["attempt_id"], "answers": given}
        self._gateway.hand_in(self._session, sent)
        results = self._graded(progress["attempt_id"])
        state = self._gateway.session(self._session)
        show.grades(results, lambda proof: place(proof, state))
        self._judge(results)
        notes = self._gateway.notes(self._session)
        show.notes([note for note in notes if note["attempt_id"] == progress["attempt_id"]])

    def _answer(self, asked: Json, number: int, of: int, quiz: str, before: list[Json]) -> Json:
        prompts.put(asked, number + 1, of)
        began = time.monotonic()
        while True:
            typed = self._typed("    > ")
            if typed is None or typed.strip() == PAUSE:
                self._gateway.save(self._session, quiz, before, number, paused=True)
                raise Paused
            try:
                raw: Raw | None = prompts.raw(asked, typed)
            except prompts.Unclear as unclear:
                show.line((str(unclear), "yellow"), indent=4)
                continue
            found = {"item_id": asked["item_id"], "answer": raw, "latency_sec": round(time.monotonic() - began, 1)}
            self._gateway.save(self._session, quiz, [*before, found], number + 1, paused=False)
            return found

    def _judge(self, results: list[Json]) -> None:
        """What no rule could judge is for the learner to compare; who says nothing leaves it open."""
        for each in results:
            if not each.get("undecided") or each.get("retracted") is not None:
                continue
            show.line()
            show.line("Compare: ", (each["question"], "bold"))
            show.line(f"you: {each['answer'] or '(skipped)'}", indent=4)
            show.line(f"text: {each['correct_answer']}", indent=4)
            typed = self._typed("    How much of it did you say? 0 nothing, 1 half, 2 all; empty leaves it open > ")
            if typed is not None and typed.strip() in ("0", "1", "2"):
                self._gateway.self_grade(self._session, each["result_id"], int(typed) / 2)
                self._graded(each["attempt_id"], but=each["result_id"])

    def _graded(self, attempt: str, but: str | None = None) -> list[Json]:
        """The attempt's results once they are there, and `but` is undecided no more; the session is quiet then.

        The session's version says nothing here: answers that were saved on the way raise it too.
        """
        deadline = time.monotonic() + self._timeout
        while True:
            found = self._gateway.results(self._session, attempt)
            open_ones = {each["result_id"] for each in found if each.get("undecided")}
            if found and but not in open_ones:
                self._settled(-1)
                return self._gateway.results(self._session, attempt)
            if self._gateway.session(self._session)["status"] == "failed" or time.monotonic() > deadline:
                self._settled(-1)
                said = "The answers were handed in, and are not graded yet."
                raise trouble("not_in_time", "It takes longer", said, "Look at them on the page.")
            time.sleep(POLL_SECONDS)

    def _settled(self, after: int) -> Json:
        with Bar() as bar:
            state = self._gateway.follow(self._session, bar.show, self._timeout, after)
        if state["status"] != "ready":
            error = state.get("error") or {"code": state["status"], "detail": f"The session is {state['status']}."}
            raise Trouble({**error, "trace_id": state["trace_id"]})
        return state

    def _typed(self, prompt: str) -> str | None:
        """A line from stdin; None: there is no more."""
        sys.stdout.flush()
        try:
            return self._read(prompt)
        except EOFError:
            return None
