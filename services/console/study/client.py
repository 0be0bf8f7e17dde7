"""The gateway's API as the commands use it: every POST with an Idempotency-Key, an outage of moments waited out.

What goes wrong is a `Trouble` with the gateway's own problem details; `status` 0 is what no gateway said.
"""

import contextlib
import mimetypes
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import httpx

Json = dict[str, Any]
SETTLED = frozenset({"ready", "failed", "pending_review", "forgotten"})
PATIENCE_SECONDS, PAUSE_SECONDS, LONGEST_PAUSE = 15.0, 0.25, 2.0
EXITS = {400: 2, 413: 2, 415: 2, 422: 3, 502: 4, 504: 5}


class Trouble(Exception):
    """What went wrong, as problem details: status, code, title, detail, action, trace_id."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or "Something went wrong.")
        self.problem = problem


def trouble(code: str, title: str, detail: str, action: str, status: int = 0, trace_id: str | None = None) -> Trouble:
    """A trouble of our own words."""
    said = {"status": status, "code": code, "title": title, "detail": detail, "action": action, "trace_id": trace_id}
    return Trouble(said)


def exit_status(problem: Json) -> int:
    """The exit status of a command that ended in this problem."""
    return EXITS.get(int(problem.get("status") or 0), 1)


def reads(environment: Mapping[str, str]) -> str:
    """The language of whoever sits at the terminal, as `Accept-Language` writes it; "": none is set."""
    named = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tag = named.split(".")[0].split("@")[0].replace("_", "-")
    return "" if tag in ("C", "POSIX") else tag


class Gateway:
    """A client of the gateway at `url`, as who holds `token`. Once it has answered, it may be away for `patience` s.

    `language`: in which the house's own sentences come; "": the document's.
    """

    def __init__(
        self, url: str, token: str | None, patience: float = PATIENCE_SECONDS, language: str | None = None
    ) -> None:
        self.url = url.rstrip("/")
        headers = {"Accept": "application/json, application/problem+json"}
        if language := reads(os.environ) if language is None else language:
            headers["Accept-Language"] = language
        if token:
            headers["Authorization"] = f"Bearer {token}"
        # A proxy that the environment names is not meant for a house on loopback.
        proxies = urlsplit(url).hostname not in ("127.0.0.1", "localhost", "::1")
        self._http = httpx.Client(headers=headers, timeout=httpx.Timeout(60, connect=5), trust_env=proxies)
        self._patience, self._met = patience, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def upload(self, files: Sequence[Path], fields: Mapping[str, str | list[str]]) -> Json:
        """Send the documents of one course; `Accepted`. Trouble `no_file` if one cannot be read."""
        try:
            with contextlib.ExitStack() as open_files:
                handles = [(file, open_files.enter_context(file.open("rb"))) for file in files]

                def parts() -> Json:
                    for _, handle in handles:
                        handle.seek(0)
                    return {
                        "files": [("file", (file.name, handle, _kind(file))) for file, handle in handles],
                        "data": dict(fields),
                    }

                return self._post("/documents", parts)
        except OSError as error:
            said = f"{error.filename or files[0]} cannot be read: {error.strerror or error}."
            raise trouble("no_file", "No such file", said, "Check the path.") from error

    def session(self, session: str) -> Json:
        """`SessionState`."""
        return self._get(f"/sessions/{session}")

    def items(self, session: str) -> Json:
        """The owner's view, all pages of it: {items, flashcards, refused}."""
        found = self._get(f"/sessions/{session}/items")
        while len(found["items"]) < found.get("total", 0):
            more = self._get(f"/sessions/{session}/items?offset={len(found['items'])}")["items"]
            if not more:
                break
            found["items"] += more
        return found

    def quiz(self, session: str, quiz: str) -> Json:
        """`QuizView`."""
        return self._get(f"/sessions/{session}/quizzes/{quiz}")

    def results(self, session: str, attempt: str) -> list[Json]:
        """Each graded answer of an attempt."""
        found: list[Json] = self._get(f"/sessions/{session}/results?attempt_id={attempt}").get("results", [])
        return found

    def notes(self, session: str) -> list[Json]:
        """Each note."""
        found: list[Json] = self._get(f"/sessions/{session}/notes").get("notes", [])
        return found

    def hand_in(self, session: str, results: Json) -> Json:
        """Hand in answers (`QuizResults`)."""
        return self._post(f"/sessions/{session}/results", lambda: {"json": results})

    def new_quiz(self, session: str, wishes: Json | None = None) -> Json:
        """Ask for another quiz."""
        return self._post(f"/sessions/{session}/quizzes", lambda: {"json": wishes or {}})

    def search(self, session: str, question: str, limit: int) -> Json:
        """`Passages`; `Accepted` while there is no text yet."""
        return self._get(f"/sessions/{session}/search?{urlencode({'q': question, 'limit': limit})}")

    def learner(self, session: str) -> Json:
        """`LearnerView`."""
        return self._get(f"/sessions/{session}/learner")

    def learn(self, session: str, wishes: Json) -> Json:
        """Begin to learn a topic to mastery."""
        return self._post(f"/sessions/{session}/learning", lambda: {"json": wishes})

    def progress(self, session: str, quiz: str) -> Json:
        """`QuizProgressView`."""
        return self._get(f"/sessions/{session}/quizzes/{quiz}/progress")

    def save(self, session: str, quiz: str, answers: list[Json], index: int, *, paused: bool) -> Json:
        """Keep the answers so far."""
        body = {"answers": answers, "question_index": index, "paused": paused}
        return self._post(f"/sessions/{session}/quizzes/{quiz}/progress", lambda: {"json": body}, "PUT")

    def self_grade(self, session: str, result: str, credit: float) -> Json:
        """Say what an answer that no rule could judge earns."""
        return self._post(f"/sessions/{session}/results/{result}/self-grade", lambda: {"json": {"credit": credit}})

    def retry(self, session: str, version: int) -> Json:
        """Let the session that failed at `version` go on."""
        return self._post(f"/sessions/{session}/retry", lambda: {"json": {"version": version}})

    def sessions(self) -> list[Json]:
        """Fifty of the learner's sessions at most, newest first."""
        found: list[Json] = self._get("/sessions")["sessions"]
        return found

    def places(self) -> list[Json]:
        """Every country, board and grade that is taught by guidelines."""
        found: list[Json] = self._get("/curriculum/places")["places"]
        return found

    def curriculum(self, **named: str | int) -> Json:
        """The subjects of a place, the topics of a subject, or the subtopics of a topic."""
        return self._get(f"/curriculum?{urlencode(named)}")

    def begin_session(self, wish: Json, key: str) -> Json:
        """Begin a lesson by a guideline, in a session of its own: {session_id, first_turn}; `Accepted`: not yet."""
        return self._post("/sessions", lambda: {"json": wish}, key=key)

    def begin_lesson(self, session: str, wish: Json, key: str) -> Json:
        """Begin a lesson about the session's documents: the same."""
        return self._post(f"/sessions/{session}/lessons", lambda: {"json": wish}, key=key)

    def step(self, session: str, reply: str, key: str) -> Json:
        """Say something in the lesson: `StepTaken`; `Accepted`: not yet."""
        return self._post(f"/sessions/{session}/step", lambda: {"json": {"student_reply": reply}}, key=key)

    def became(self, url: str) -> Json:
        """What became of a turn that was accepted at this address."""
        return self._get(url.removeprefix("/v1"))

    def turns(self, session: str, after: int = -1) -> list[Json]:
        """The turns that were told after one of that `seq`, oldest first."""
        found: list[Json] = []
        while True:
            page = self._get(f"/sessions/{session}/turns?{urlencode({'after': after, 'offset': len(found)})}")
            found += page["turns"]
            if not page["turns"] or len(found) >= page["total"]:
                return found

    def follow(self, session: str, tell: Callable[[Json], None], timeout: float, after: int = -1) -> Json:
        """Ask until nothing more happens by itself, at a version beyond `after`; each new state goes to `tell`."""
        state: Json = {}
        etag: str | None = None
        deadline, pause = time.monotonic() + timeout, PAUSE_SECONDS
        while True:
            answer = self._ask("GET", f"/sessions/{session}", partial(_unless, etag))
            if answer.status_code != 304:
                state, etag, pause = _body(answer), answer.headers.get("ETag"), PAUSE_SECONDS
                tell(state)
                if state["status"] in SETTLED and state["version"] > after:
                    return state
            if time.monotonic() > deadline:
                said = f"Not done after {timeout:.0f} s; the session {session} is at '{state['status']}'."
                hint = "Look at it on the page, or give a longer --timeout."
                raise trouble("not_in_time", "It takes longer", said, hint, trace_id=state.get("trace_id"))
            pause = min(pause * 1.2, LONGEST_PAUSE)
            with contextlib.suppress(KeyError, ValueError):
                pause = min(max(0.1, float(answer.headers["Retry-After"])), LONGEST_PAUSE)
            time.sleep(pause)

    def _get(self, path: str) -> Json:
        return _body(self._ask("GET", path, dict))

    def _post(self, path: str, content: Callable[[], Json], method: str = "POST", key: str | None = None) -> Json:
        headers = {"Idempotency-Key": key or str(uuid4())}
        return _body(self._ask(method, path, lambda: {"headers": headers, **content()}))

    def _ask(self, method: str, path: str, content: Callable[[], Json]) -> httpx.Response:
        """One request, made again while the gateway is away; safe, because a repetition keeps its key."""
        deadline = time.monotonic() + self._patience
        while True:
            may_wait = self._met and time.monotonic() < deadline
            try:
                answer = self._http.request(method, f"{self.url}/v1{path}", **content())
            except (httpx.TransportError, httpx.InvalidURL) as error:
                if not may_wait:
                    said = f"{self.url} does not answer ({str(error) or type(error).__name__})."
                    hint = "Start a house with `pensum up`, or check the address."
                    raise trouble("no_connection", "No connection", said, hint) from error
            else:
                self._met = True
                if answer.is_success or answer.status_code == 304:
                    return answer
                if answer.status_code != 503 or not may_wait:
                    raise Trouble(_problem(answer))
            time.sleep(PAUSE_SECONDS)


def _kind(file: Path) -> str:
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


def _unless(etag: str | None) -> Json:
    return {"headers": {"If-None-Match": etag}} if etag else {}


def _body(answer: httpx.Response) -> Json:
    try:
        found = answer.json()
    except ValueError:
        found = None
    if not isinstance(found, dict):
        said = f"{answer.url} answers, but not as Pensum does."
        raise trouble("no_gateway", "Not a gateway", said, "Check the address.")
    return found


def _problem(answer: httpx.Response) -> Json:
    try:
        found = answer.json()
    except ValueError:
        found = None
    said: Json = found if isinstance(found, dict) and isinstance(found.get("detail"), str) else {}
    plain = {
        "code": f"http_{answer.status_code}",
        "title": "The request failed",
        "detail": f"{answer.url} answers {answer.status_code}.",
        "action": "Check the address, or try again in a moment.",
        "trace_id": None,
    }
    return {**plain, **said, "status": answer.status_code}
