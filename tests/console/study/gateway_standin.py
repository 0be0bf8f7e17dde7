"""A gateway in a thread, for the commands' tests: its answers are made of the contracts' own views."""

import json
import re
import threading
from collections.abc import Callable
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qsl
from uuid import UUID, uuid4, uuid5

from contracts.digest import Context
from contracts.message import Fields
from contracts.problems import Code, Problem, problem
from contracts.quizzes import Shortfall
from contracts.session import Progress, Status
from contracts.views.learners import LearnerView
from contracts.views.material import QuizView, ResultView
from contracts.views.sessions import Accepted, DocView, NoteView, SessionState
from tests.console.study.specimens import NOW, SESSION, TOKEN, Json, card, items, question


class StandIn:
    """The gateway. What it shall do wrong is set before the command runs; `asked` has each request."""

    def __init__(self) -> None:
        self.refuses: Problem | None = None
        """The upload is refused."""
        self.fails: Problem | None = None
        """The session ends in this; a retry mends it."""
        self.accepts = True
        """Whether the Evaluator accepted anything."""
        self.away = 0
        """So many requests after the upload are answered 503."""
        self.hangs = False
        """The session stays at reading."""
        self.status: Status = Status.READING
        self.coming: list[Status] = []
        self.version = 0
        self.quizzes: list[UUID] = []
        self.results: list[ResultView] = []
        self.explanation = ""
        self.passages: Json | None = None
        """What a search finds; None: there is no text yet."""
        self.asked: list[tuple[str, str, Json]] = []
        self.keys: list[str] = []
        self.languages: list[str | None] = []
        self.query: dict[str, str] = {}
        """Of the request that is being answered."""
        self.form: dict[str, list[str]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def state(self) -> SessionState:
        failed = self.status is Status.FAILED
        return SessionState(
            session_id=SESSION,
            user_id="me",
            course_id=uuid5(SESSION, "course"),
            status=self.status,
            version=self.version,
            progress=Progress(step=self.status, steps_done=1, steps_total=4, pages_done=1, pages_total=3),
            error=self.fails if failed else None,
            trace_id=SESSION.hex,
            doc_meta=DocView(filename="a.pdf", uploaded_at=NOW),
            context=Context(full_summary="All about sugar.", key_concepts=[], main_sections=[]),
            quizzes=self.quizzes,
            focus_areas=["Chlorophyll"] if self.results else [],
        )

    def step(self) -> None:
        """What the house does between two polls; what was asked of it shows only at the second."""
        if self.coming:
            self.version += self.coming[0] is not self.status
            self.status = self.coming.pop(0)
            return
        if self.hangs or self.status in (Status.READY, Status.FAILED):
            return
        self.version += 1
        if self.status is Status.READING:
            self.status = Status.FAILED if self.fails else Status.WRITING
            return
        if self.status is Status.WRITING:
            self.quizzes = [*self.quizzes, uuid4()]
        self.status = Status.READY

    def answer(self, method: str, path: str, body: Json) -> tuple[int, Json | Fields | Problem]:
        begun = f"/v1/sessions/{SESSION}"
        accepted = Accepted(session_id=SESSION, status=Status.ACCEPTED, trace_id=SESSION.hex, url=begun)
        if method == "POST":
            if path == "/v1/documents" and self.refuses:
                return self.refuses.status, self.refuses
            if path == f"{begun}/retry":
                if self.status is not Status.FAILED or body != {"version": self.version}:
                    return 409, problem(Code.CONFLICT, "The session has not failed at that version.")
                self.fails, self.coming = None, [self.status, Status.WRITING]
            if path == f"{begun}/results":
                self.results = [self.graded(each, body) for each in body["answers"]]
                self.coming = [self.status, Status.GRADING]
            if path == f"{begun}/quizzes":
                self.coming = [self.status, Status.WRITING]
            return 202, accepted
        if self.away:
            self.away -= 1
            return 503, problem(Code.UNAVAILABLE, "The orchestrator is away.")
        if path == begun:
            self.step()
            return 200, self.state()
        if path == f"{begun}/search":
            return (202, accepted) if self.passages is None else (200, self.passages)
        if path == f"{begun}/items":
            return 200, self.owned()
        if path == f"{begun}/learner":
            return 200, LearnerView(
                user_id="me", session_id=SESSION, explanation=self.explanation, examples_provided=["Beet."]
            )
        if path.startswith(f"{begun}/quizzes/"):
            quiz = UUID(path.rpartition("/")[2])
            questions = [question(each) for each in items(quiz)[:2]]
            short = Shortfall(of="quiz", asked=3, made=2, code="refused", sentence="2 of 3 questions were made.")
            return 200, QuizView(quiz_id=quiz, number=1, questions=questions, attempted=0, shortfall=[short])
        if path == f"{begun}/results":
            return 200, {"results": [each.model_dump(mode="json") for each in self.results]}
        if path == f"{begun}/notes":
            note = NoteView(note="Look at chlorophyll again.", result_ids=[], made_by="rule", timestamp=NOW)
            return 200, {"notes": [note.model_dump(mode="json")]}
        return 404, problem(Code.NOT_FOUND, "There is no such session.")

    def owned(self) -> Json:
        found = [each for quiz in self.quizzes for each in items(quiz)]
        if self.explanation:
            return {"items": [], "flashcards": [], "total": 0, "refused": {}}
        if not self.accepts:
            found = [each.model_copy(update={"accepted": False}) for each in found]
        return {
            "items": [each.model_dump(mode="json") for each in found],
            "flashcards": [card(self.accepts).model_dump(mode="json")],
            "total": len(found),
            "refused": {"quote_not_found": 1},
        }

    def graded(self, answer: Json, body: Json) -> ResultView:
        quiz = UUID(body["quiz_id"])
        item = next(each.item for each in items(quiz) if str(each.item.item_id) == answer["item_id"])
        right = answer["answer"] == item.answer
        return ResultView(
            result_id=uuid4(),
            attempt_id=UUID(body["attempt_id"]),
            quiz_id=quiz,
            item_id=item.item_id,
            question=item.question,
            concept=item.concept,
            difficulty=item.difficulty,
            answer=answer["answer"],
            answer_text=answer["answer"],
            correct_answer=item.answer_text,
            is_correct=right,
            credit=float(right),
            latency_sec=answer["latency_sec"],
            graded_by="evaluator",
            timestamp=NOW,
            proof=item.proof,
            type=item.type,
            key=item.answer,
        )

    def _handler(self) -> Callable[..., BaseHTTPRequestHandler]:
        house = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self.respond("GET", {})

            def do_POST(self) -> None:
                house.keys.append(self.headers.get("Idempotency-Key", ""))
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                kind = self.headers["Content-Type"]
                if kind.startswith("multipart/"):
                    house.form = fields(kind, raw)
                self.respond("POST", json.loads(raw) if kind == "application/json" else {})

            def respond(self, method: str, body: Json) -> None:
                path, _, query = self.path.partition("?")
                house.query = dict(parse_qsl(query))
                house.asked.append((method, path, body))
                house.languages.append(self.headers.get("Accept-Language"))
                if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                    status, said = 401, problem(Code.UNAUTHENTICATED, "There is no valid token.")
                    return self.send(status, said)
                status, found = house.answer(method, path, body)
                return self.send(status, found)

            def send(self, status: int, found: Json | Fields | Problem) -> None:
                if isinstance(found, Problem):
                    found = found.body(trace_id=SESSION, instance=self.path)
                content = json.dumps(found if isinstance(found, dict) else found.model_dump(mode="json")).encode()
                etag = f'"{re.sub("[^0-9]", "", str(house.version))}-{house.status}"'
                same = status == 200 and self.headers.get("If-None-Match") == etag
                self.send_response(304 if same else status)
                self.send_header("Content-Length", "0" if same else str(len(content)))
                self.send_header("Retry-After", "0.1")
                if status == 200:
                    self.send_header("ETag", etag)
                self.end_headers()
                if not same:
                    self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def fields(kind: str, raw: bytes) -> dict[str, list[str]]:
    """The fields of a multipart form, each with all its values."""
    found: dict[str, list[str]] = {}
    message = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + raw)
    for part in message.get_payload():
        assert not isinstance(part, str)
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        found.setdefault(str(name), []).append(content.decode(errors="replace"))
    return found
