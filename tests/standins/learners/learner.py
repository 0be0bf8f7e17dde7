"""A learner and owner who uses a house over its HTTP API, as the page and the command do; keys come from the owner."""

import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import httpx

Json = dict[str, Any]
SETTLED = frozenset({"ready", "failed", "pending_review", "forgotten"})
NONSENSE = "zzqx"
"""What is typed into a gap by who does not know."""
UNJUDGED = "That is something else altogether."
"""What is answered to an open question, and nobody can judge."""


def mistaken(item: Json) -> Any:
    """A wrong answer to an item; of an open one, an answer that nobody can judge."""
    options = [option["option_id"] for option in item.get("options", ())]
    match item["type"]:
        case "multiple_answer":
            return [option for option in options if option not in item["answer"]]
        case "ordering":
            return item["answer"][::-1]
        case "matching":
            return dict.fromkeys(item["answer"], options[0])
        case "multiple_choice" | "true_false":
            return next(option for option in options if option != item["answer"])
        case "short_answer":
            return UNJUDGED
        case _:
            return NONSENSE


class Learner:
    """One person with two tokens. A wait of longer than `patience` seconds is an AssertionError."""

    def __init__(self, url: str, owner_token: str, learner_token: str, patience: float = 100) -> None:
        self.patience = patience
        self.owner = _client(url, owner_token)
        self.http = _client(url, learner_token)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.owner.close()
        self.http.close()

    def upload(
        self,
        document: Path | bytes,
        *,
        name: str = "document.pdf",
        key: str | None = None,
        prefer: str = "",
        **form: Any,
    ) -> httpx.Response:
        """The answer to an upload, as it came. `form`: the wishes by their names."""
        content = document if isinstance(document, bytes) else document.read_bytes()
        filename = name if isinstance(document, bytes) else document.name
        return self.upload_all({filename: content}, key=key, prefer=prefer, **form)

    def upload_all(
        self, documents: Mapping[str, bytes], *, key: str | None = None, prefer: str = "", **form: Any
    ) -> httpx.Response:
        """The answer to an upload of several documents, by their names, for one course."""
        headers = {"Idempotency-Key": key or str(uuid4())} | ({"Prefer": prefer} if prefer else {})
        files = [("file", (name, content, "application/octet-stream")) for name, content in documents.items()]
        return self.http.post("/documents", files=files, data=form, headers=headers)

    def session(self, session: str) -> Json:
        """`SessionState`."""
        return _body(self.http.get(f"/sessions/{session}"))

    def settle(self, session: str, after: int = -1) -> Json:
        """The state once nothing more happens by itself, at a version beyond `after`."""
        deadline = time.monotonic() + self.patience
        while True:
            try:
                state = self.session(session)
            except httpx.TransportError:  # The gateway is being started again.
                state = {"status": "away", "version": -1}
            if state["status"] in SETTLED and state["version"] > after:
                return state
            assert time.monotonic() < deadline, f"{session} is at {state['status']} after {self.patience} s"
            time.sleep(0.1)

    def study(self, document: Path | bytes, **form: Any) -> Json:
        """Upload and settle."""
        answer = self.upload(document, **form)
        assert answer.status_code == 202, answer.text
        return self.settle(answer.json()["session_id"])

    def quiz(self, session: str, quiz: str | None = None) -> Json:
        """`QuizView` of the newest quiz, or of the given one."""
        return _body(self.http.get(f"/sessions/{session}/{f'quizzes/{quiz}' if quiz else 'quiz'}"))

    def items(self, session: str) -> list[Json]:
        """Every accepted item with its key and proof, as the owner sees it."""
        found = _body(self.owner.get(f"/sessions/{session}/items"))["items"]
        return [each["item"] for each in found if each["accepted"]]

    def cards(self, session: str) -> list[Json]:
        """All flashcards, as the owner sees them: to the learner those wait that would tell an open question's key."""
        found: list[Json] = _body(self.owner.get(f"/sessions/{session}/flashcards"))["flashcards"]
        return found

    def blocks(self, session: str) -> dict[str, Json]:
        """Every block of the text by its id."""
        found: dict[str, Json] = {}
        while True:
            page = _body(self.http.get(f"/sessions/{session}/blocks", params={"offset": len(found), "limit": 200}))
            if not page["blocks"]:
                return found
            found |= {block["block_id"]: block for block in page["blocks"]}

    def answer(self, session: str, quiz: Json, wrong: Collection[str] = ()) -> Json:
        """Hand in every answer: by its key, or wrongly where the item is among `wrong`; `Accepted`."""
        by_id = {item["item_id"]: item for item in self.items(session)}
        answers = []
        for question in quiz["questions"]:
            item = by_id[question["item_id"]]
            given = mistaken(item) if question["item_id"] in wrong else item["answer"]
            answers.append({"item_id": question["item_id"], "answer": given, "latency_sec": 1.5})
        return self.hand_in(session, {"quiz_id": quiz["quiz_id"], "answers": answers})

    def hand_in(self, session: str, results: Json) -> Json:
        """Raw `QuizResults`; `Accepted`."""
        return self.post(f"/sessions/{session}/results", results)

    def results(self, session: str, attempt: str) -> Json:
        """The graded answers of an attempt and its score, once they are there."""
        return self.eventually(f"/sessions/{session}/results?attempt_id={attempt}")

    def notes(self, session: str) -> list[Json]:
        """Every note, once there is one."""
        found: list[Json] = self.eventually(f"/sessions/{session}/notes")["notes"]
        return found

    def new_quiz(self, session: str, **wishes: Any) -> Json:
        """Order another quiz; its `QuizView`, once it is complete."""
        path = f"/sessions/{session}/quizzes/{self.post(f'/sessions/{session}/quizzes', wishes)['quiz_id']}"
        self.until(lambda: self.eventually(path)["complete"], lambda: f"{path} does not become complete")
        return self.eventually(path)

    def retry(self, session: str) -> Json:
        """Let a failed session go on; `Accepted`."""
        return self.post(f"/sessions/{session}/retry", {"version": self.session(session)["version"]})

    def forget(self, session: str) -> None:
        """Have a session erased; returns when it is gone."""
        assert self.http.delete(f"/sessions/{session}").status_code == 202
        self.until(lambda: self.http.get(f"/sessions/{session}").status_code == 404)

    def until(self, true: Callable[[], object], why: Callable[[], str] = str) -> None:
        """Returns when it is."""
        deadline = time.monotonic() + self.patience
        while not true():
            assert time.monotonic() < deadline, why()
            time.sleep(0.1)

    def post(self, path: str, body: Json, key: str | None = None) -> Json:
        """A POST that must be accepted."""
        answer = self.http.post(path, json=body, headers={"Idempotency-Key": key or str(uuid4())})
        assert answer.status_code == 202, answer.text
        return _body(answer)

    def eventually(self, path: str) -> Json:
        """A GET that answers 202 until it can answer 200."""
        deadline = time.monotonic() + self.patience
        while (answer := self.http.get(path)).status_code == 202:
            assert time.monotonic() < deadline, f"{path} still answers 202: {answer.text}"
            time.sleep(0.1)
        assert answer.status_code == 200, answer.text
        return _body(answer)


def _client(url: str, token: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=f"{url}/v1", headers=headers, timeout=70, trust_env=False)


def _body(answer: httpx.Response) -> Json:
    found: Json = answer.raise_for_status().json()
    return found
