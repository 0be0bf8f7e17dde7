"""A lesson taken in the terminal, turn by turn: begun, gone on with, left and come back to."""

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from uuid import UUID, uuid4

from services.console.endings import Said, sentence
from services.console.house.place import at
from services.console.study import guidelines, show, turns
from services.console.study.client import SETTLED, Gateway, Json, Trouble, exit_status, trouble
from services.console.study.course import WORDS
from services.console.study.guidelines import Chosen, Subtopic
from services.console.study.progress import Bar
from services.console.study.quizzes import possible

HINT, STOP = frozenset({"?", "hint"}), frozenset({"stop", "/pause"})
AGAIN = frozenset({500, 502, 503, 504})
"""What another try may help; a reply that was refused (400, 413, 429) can be said in other words, or later."""
REFUSED = frozenset({400, 413, 429})
POLL_SECONDS = 0.3
INTERRUPTED = 130
NOTHING_FITS = 2


@dataclass(frozen=True)
class Wish:
    """What is to be learnt. `what`: a session or a file; None: a guideline. `new`: not the lesson under way."""

    what: str | None = None
    topic: str = ""
    chosen: Chosen | None = None
    new: bool = False


class Left(Exception):
    """The learner left on the way: the lesson waits. `problem`: what had gone wrong before."""

    def __init__(self, problem: Json | None = None) -> None:
        super().__init__("left")
        self.problem = problem


def learn(wish: Wish, *, as_json: bool, url: str | None, token: str | None, data: Path, timeout: float) -> int:
    """The command; its exit status. With `as_json` the conversation goes to stderr, and one object to stdout."""
    out = sys.stdout
    talk: Talk | None = None
    problem: Json | None = None
    status = 0
    with contextlib.redirect_stdout(sys.stderr) if as_json else contextlib.nullcontext():
        try:
            _checked(wish, data, url)
            with at(url, token, data) as place, Gateway(place.url, place.token) as gateway:
                talk = Talk(gateway, timeout)
                if not talk.take(wish):
                    status = NOTHING_FITS
        except Trouble as error:
            problem = error.problem
            show.problem(problem)
            status = exit_status(problem)
        except Left as left:
            problem = left.problem
            status = exit_status(problem) if problem else 0
        except KeyboardInterrupt:
            problem = trouble("interrupted", "Interrupted", "The command was interrupted.", "Run it again.").problem
            status = INTERRUPTED
        except Exception as error:
            if not as_json or (said := sentence(error)) is None:
                raise
            problem = trouble("no_house", "It did not work", said, "See `pensum doctor`.").problem
            show.problem(problem)
            status = error.status if isinstance(error, Said) else 1
        if talk is not None:
            talk.waits(problem)
    if as_json:
        print(json.dumps(_found(talk, problem), ensure_ascii=False), file=out, flush=True)
    return status


def _found(talk: "Talk | None", problem: Json | None) -> Json:
    known = {"session_id": talk.session, "lesson": talk.lesson, "turns": talk.told} if talk else {}
    return {"session_id": None, "lesson": None, "turns": [], **known, "error": problem}


def _checked(wish: Wish, data: Path, url: str | None) -> None:
    """Trouble where what is given is neither a session nor a file."""
    if wish.what is None:
        return
    if Path(wish.what).is_file():
        return
    if guidelines.id_of(wish.what) is None:
        said = f"“{wish.what}” is no session's id and no file."
        hint = "A session's id stands in the page's address after `#/s/`. Lessons without a document: --guideline."
        raise trouble("no_session", "No such session", said, hint, status=400)
    possible(wish.what, data, url)


class Talk:
    """One learner in one lesson. `told`: the lesson's turns; `over`: nothing waits for a word of theirs."""

    def __init__(self, gateway: Gateway, timeout: float, read: Callable[[str], str] = input) -> None:
        self._gateway, self._timeout, self._read = gateway, timeout, read
        self.session: str | None = None
        self.lesson: Json | None = None
        self.told: list[Json] = []
        self.over = True
        self._place = ""
        self._hints: tuple[str, int] = ("", 0)
        self._curriculum: list[Subtopic] | None = None

    def take(self, wish: Wish) -> bool:
        """The whole lesson; False: it is not clear which is meant, and what there is was told."""
        if wish.chosen is not None:
            if not self._by_guideline(wish.chosen, wish.new):
                return False
        elif wish.what is not None and Path(wish.what).is_file():
            self._by_file(Path(wish.what), wish)
        else:
            assert wish.what is not None
            self._of_session(wish.what.strip(), wish)
        self._converse()
        return True

    def waits(self, problem: Json | None) -> None:
        """How to go on with what was left, or with a document that could not be read for now."""
        if not self.over:
            show.line()
            show.line(f"The lesson waits for you: `pensum learn {self.session}` goes on with it.")
        elif self.session and problem and problem.get("status") in AGAIN:
            show.line(
                f"`pensum retry {self.session}` goes on from where it stopped, then `pensum learn {self.session}`."
            )

    # Beginning

    def _by_guideline(self, chosen: Chosen, new: bool) -> bool:
        self._curriculum = guidelines.there_is(self._gateway, chosen)
        fits = guidelines.fitting(self._curriculum, chosen.guideline)
        if len(fits) != 1:
            some = "Several of the curriculum fit; name one by its subtopic or id." if fits else "Nothing fits."
            show.line(some if fits or not self._curriculum else f"{some} There is this:")
            guidelines.listed(fits or self._curriculum)
            return False
        [one] = fits
        if not new and any(self._goes_on(session, {"guideline_id": one.guideline_id}) for session in self._mine()):
            return True
        self._begin_guideline(one.guideline_id, one)
        return True

    def _begin_guideline(self, guideline: str, one: Subtopic | None) -> None:
        goal = {"guideline_id": guideline} | ({"topic": one.topic, "syllabus": one.board} if one else {})
        wish: Json = {"goal": goal} | ({"student": {"grade": one.grade}} if one else {})
        self.session = None
        self._begun(lambda key: self._gateway.begin_session(wish, key))

    def _by_file(self, file: Path, wish: Wish) -> None:
        if not wish.new:
            with file.open("rb") as opened:
                digest = file_digest(opened, "sha256").hexdigest()
            for session in self._mine(file.name):
                papers = self._gateway.session(session).get("documents") or []
                if [each.get("sha256") for each in papers] == [digest] and self._goes_on(
                    session, {"topic": wish.topic}
                ):
                    return
        self.session = str(self._gateway.upload([file], {})["session_id"])
        self._document(wish.topic)

    def _of_session(self, session: str, wish: Wish) -> None:
        self.session = session
        lesson = self._gateway.learner(session)["lesson"]
        guideline = lesson and lesson["topic_info"]["guideline_id"]
        if not wish.new and self._goes_on(session, {"topic": wish.topic}):
            return
        if guideline and not wish.topic:
            self._curriculum = guidelines.there_is(self._gateway, Chosen(""))
            one = next((each for each in self._curriculum if each.guideline_id == guideline), None)
            self._begin_guideline(guideline, one)
            return
        self._document(wish.topic)

    def _document(self, topic: str) -> None:
        self._settled(-1)
        try:
            assert self.session
            session = self.session
            self._begun(lambda key: self._gateway.begin_lesson(session, {"topic": topic}, key))
        except Trouble as error:
            if error.problem.get("fields") != ["topic"]:
                raise
            said = f"The document has no concept or section “{topic}”."
            hint = f"Choose one of these: {'; '.join(self._gateway.learner(session)['topics'])}."
            raise Trouble({**error.problem, "detail": said, "action": hint}) from error

    def _mine(self, filename: str | None = None) -> Iterator[str]:
        """Sessions that may have the lesson that is meant: of a guideline's the text is Markdown."""
        for each in self._gateway.sessions():
            if each["filename"] == filename or (filename is None and each["filename"].endswith(".md")):
                yield each["session_id"]

    def _goes_on(self, session: str, wanted: Json) -> bool:
        """Whether the session's lesson is under way and the one that is meant; then it is gone on with."""
        lesson = self._gateway.learner(session)["lesson"]
        if lesson is None or lesson["is_complete"]:
            return False
        info = lesson["topic_info"]
        if any(value and str(value).strip().casefold() != str(info[name]).casefold() for name, value in wanted.items()):
            return False
        self.session, self.over = session, False
        show.line("Going on with the lesson under way; --new begins another.")
        self._look(first=True)
        self._mended()
        return True

    def _begun(self, send: Callable[[str], Json]) -> None:
        """Has a lesson begun, once more where that fails and the learner wants it."""
        key = str(uuid4())
        while True:
            try:
                taken = self._awaited(send(key))
                break
            except Trouble as error:
                if error.problem.get("status") not in AGAIN or not (self.session or _session_of(error.problem)):
                    raise
                self.session, self.over = self.session or _session_of(error.problem), False
                self._failed(error)
                self._retry()
        self.session, self.over = str(taken["session_id"]), False
        self._look(first=True)

    # Going on

    def _converse(self) -> None:
        while not self.over:
            typed = self._typed()
            if typed.casefold() in HINT:
                self._hint()
            elif typed:
                self._say(typed)
        if self.lesson:
            turns.ended(self.lesson, self._onward())

    def _typed(self) -> str:
        """What was typed, without the blanks around it. Raises `Left` where there is no more."""
        line = self._line("  > ")
        if line is None or line.strip().casefold() in STOP:
            raise Left
        if not line.strip():
            show.line(("Type an answer or a question; ? is a hint, stop leaves and keeps your place.", "dim"), indent=4)
        return line.strip()

    def _say(self, reply: str) -> None:
        """One reply and the turn that follows it."""
        key = str(uuid4())
        while True:
            try:
                assert self.session
                taken = self._awaited(self._gateway.step(self.session, reply, key))
                break
            except Trouble as error:
                if error.problem.get("status") in REFUSED:
                    show.problem(error.problem)
                    return
                if other := self._failed(error):
                    reply, key = other, str(uuid4())
                else:
                    self._retry()
        if not self._look():
            show.line()
            show.line(taken["next_turn"]["message"], indent=2)

    def _failed(self, error: Trouble) -> str:
        """Tells what went wrong, and returns what is to be said instead; "": the same again. Raises it where no other
        try can help, and `Left` where none is wanted."""
        if error.problem.get("status") not in AGAIN:
            raise error
        show.problem(error.problem)
        line = self._line("  Enter tries again, stop leaves > ")
        if line is None or line.strip().casefold() in STOP:
            raise Left(error.problem)
        return line.strip()

    def _retry(self) -> None:
        """Lets a session that failed go on from where it stopped, and waits for what becomes of it."""
        assert self.session
        state = self._gateway.session(self.session)
        if state["status"] == "failed":
            self._gateway.retry(self.session, state["version"])
            self._followed(state["version"])

    def _mended(self) -> None:
        """A turn that had failed, or is under way, when one comes back."""
        while (state := self._rested())["status"] == "failed":
            other = self._failed(Trouble({**(state["error"] or {}), "trace_id": state["trace_id"]}))
            if other:
                self._say(other)
                return
            self._retry()
        seq = self.told[-1]["seq"] if self.told else -1
        assert self.session
        if self._gateway.turns(self.session, seq):
            self._look(first=not self.told)

    def _awaited(self, taken: Json) -> Json:
        """What became of a request for a turn; one that is late is looked for until it is there."""
        deadline, url = time.monotonic() + self._timeout, taken.get("url")
        while url and "next_turn" not in taken and "first_turn" not in taken:
            if time.monotonic() > deadline:
                said = f"No turn after {self._timeout:.0f} s."
                hint = f"`pensum learn {taken.get('session_id') or self.session}` looks for it again."
                raise trouble("not_in_time", "It takes longer", said, hint)
            time.sleep(POLL_SECONDS)
            taken = self._gateway.became(url)
        return taken

    def _look(self, *, first: bool = False) -> bool:
        """Shows the turns that are new. `first`: one comes to the lesson, and is told what it is about and its last
        turn. False: there is no new turn."""
        assert self.session
        new = self._gateway.turns(self.session, self.told[-1]["seq"] if self.told else -1)
        lesson: Json = self._gateway.learner(self.session)["lesson"]
        self.lesson, self.over = lesson, lesson["is_complete"]
        new = [turn for turn in new if turn["lesson_id"] == lesson["lesson_id"]]
        self.told += new
        if first:
            self._place = "" if lesson["topic_info"]["guideline_id"] else self._page_word()
            turns.plan(lesson)
            show.line(("? is a hint, stop leaves and keeps your place.", "dim"))
            new = new[-1:]
        elif any(turn["routing"] == "Replan" for turn in new):
            turns.plan(lesson, changed=True)
        for turn in new:
            turns.told(turn, lesson, self._place)
        return bool(new)

    def _page_word(self) -> str:
        """What stands before the number of a page, a slide, a section."""
        assert self.session
        papers = self._gateway.session(self.session).get("documents") or [{}]
        return WORDS.get(papers[0].get("page_kind", "page"), "p.")

    def _hint(self) -> None:
        """The next hint of the question that waits; it begins anew with another question."""
        turn = self.told[-1] if self.told else {"hints": [], "question": ""}
        asked, given = str(turn["question"]), 0
        if self._hints[0] == asked:
            given = self._hints[1]
        if given >= len(turn["hints"]):
            last = "There are no more hints." if given else "There is no hint here."
            show.line((f"{last} “I don't know” gets it explained.", "dim"), indent=4)
            return
        show.line((f"Hint {given + 1} of {len(turn['hints'])}: {turn['hints'][given]}", "yellow"), indent=4)
        self._hints = (asked, given + 1)

    def _onward(self) -> list[str]:
        """What is next, as commands."""
        assert self.lesson
        guideline = self.lesson["topic_info"]["guideline_id"]
        if not guideline:
            return [f"`pensum learn {self.session}` teaches what you know least."]
        if self._curriculum is None:
            self._curriculum = guidelines.there_is(self._gateway, Chosen(""))
        found = []
        if self.lesson["ended"] != "complete":
            found.append(f"`pensum learn {self.session}` begins this lesson again.")
        if after := guidelines.following(self._curriculum, guideline):
            found.append(f'`pensum learn --guideline "{after.subtopic}"` ({after.topic}).')
        return found

    def _settled(self, after: int) -> None:
        state = self._followed(after)
        if state["status"] != "ready":
            error = state.get("error") or {"code": state["status"], "detail": f"The session is {state['status']}."}
            raise Trouble({**error, "trace_id": state["trace_id"]})

    def _rested(self) -> Json:
        """The session's state, once nothing is under way."""
        assert self.session
        state = self._gateway.session(self.session)
        return state if state["status"] in SETTLED else self._followed(-1)

    def _followed(self, after: int) -> Json:
        assert self.session
        with Bar() as bar:
            return self._gateway.follow(self.session, bar.show, self._timeout, after)

    def _line(self, prompt: str) -> str | None:
        """A line from stdin; None: there is no more."""
        sys.stdout.flush()
        try:
            return self._read(prompt)
        except EOFError:
            return None


def _session_of(problem: Json) -> str | None:
    """A session that could not be begun well: its id is the trace's."""
    try:
        return str(UUID(problem.get("trace_id") or ""))
    except ValueError:
        return None
