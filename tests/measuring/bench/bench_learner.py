"""A learner of a running house, for the benches: uploads a sample and waits, asking often."""

import contextlib
import time
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import httpx

from services.console.house.folder import Running
from services.console.study.client import SETTLED

SAMPLE = Path(__file__).parents[3] / "services" / "gateway" / "web" / "samples" / "photosynthesis.en.pdf"
ASK_S = 0.02
QUICK_S = 0.002
_PATIENCE_S = 60.0
Json = dict[str, Any]


class Learner:
    """The house's owner over HTTP. Each upload has other bytes (a comment at the end), so everything is done anew."""

    def __init__(self, running: Running, document: bytes | None = None) -> None:
        self._document = document or SAMPLE.read_bytes()
        headers = {"Authorization": f"Bearer {running.owner_token}"}
        self._http = httpx.Client(base_url=f"{running.url}/v1", headers=headers, timeout=30, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def upload(self) -> str:
        """Sends the document, the sample by default; the session's id."""
        body = self._document + f"\n% {uuid4()}\n".encode()
        files = {"file": (SAMPLE.name, body, "application/pdf")}
        return str(self._post("/documents", files=files)["session_id"])

    def new_quiz(self, session: str) -> None:
        """Asks for another quiz."""
        self._post(f"/sessions/{session}/quizzes", json={})

    def quiz_of(self, session: str, count: int) -> Json:
        """A new quiz of so many questions, as {quiz_id, items}, once it is complete and the session quiet."""
        body = {"numQuizQuestions": count, "generationGoals": ["quiz"]}
        quiz = self._post(f"/sessions/{session}/quizzes", json=body)["quiz_id"]
        while not (found := self._http.get(f"/sessions/{session}/quizzes/{quiz}")).json().get("complete"):
            time.sleep(ASK_S)
        self.wait(session)
        return {"quiz_id": quiz, "items": [each["item_id"] for each in found.json()["questions"]]}

    def graded(self, session: str, quiz: str, attempt: str, answers: list[Json]) -> float:
        """Seconds from handing in to the visible grade; returns once the session is quiet again."""
        body = {"quiz_id": quiz, "attempt_id": attempt, "answers": answers}
        begun = time.perf_counter()
        self._post(f"/sessions/{session}/results", json=body)
        while self._http.get(f"/sessions/{session}/results?attempt_id={attempt}").status_code != 200:
            time.sleep(QUICK_S)
        spent = time.perf_counter() - begun
        self.wait(session)
        return spent

    def study(self) -> float:
        """Seconds from an upload's first byte to its first item in hand."""
        begun = time.perf_counter()
        session = self.upload()
        self.wait(session)
        found = self._http.get(f"/sessions/{session}/items").raise_for_status().json()
        if not found["items"]:
            raise RuntimeError("the sample gave no item")
        return time.perf_counter() - begun

    def first_items(self, count: int, patience: float = _PATIENCE_S) -> tuple[float, float]:
        """Seconds from an upload's first byte to its first items in hand, and to all of its material."""
        begun = time.perf_counter()
        session = self.upload()
        first = None
        while first is None:
            found = self._http.get(f"/sessions/{session}/items")
            if found.status_code == 200 and sum(bool(one["accepted"]) for one in found.json()["items"]) >= count:
                first = time.perf_counter() - begun
            elif time.perf_counter() - begun > patience:
                raise RuntimeError(f"the session {session} has no {count} items after {patience} s")
            else:
                time.sleep(ASK_S)
        self.wait(session, patience)
        return first, time.perf_counter() - begun

    def studied(self) -> str:
        """A session that is ready."""
        session = self.upload()
        self.wait(session)
        return session

    def wait(self, session: str, patience: float = _PATIENCE_S) -> None:
        """Until the session is ready; RuntimeError if it fails."""
        if (status := self.settled(session, patience)) != "ready":
            raise RuntimeError(f"the session {session} is at {status}")

    def settled(self, session: str, patience: float = _PATIENCE_S) -> str:
        """How the session ends: its status once nothing more happens by itself."""
        deadline = time.monotonic() + patience
        while (status := self._http.get(f"/sessions/{session}").raise_for_status().json()["status"]) not in SETTLED:
            if time.monotonic() > deadline:
                raise RuntimeError(f"the session {session} is still at {status}")
            time.sleep(ASK_S)
        return str(status)

    def served(self) -> None:
        """Until the gateway answers."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                if self._http.get("/sessions", timeout=1).is_success:
                    return
            time.sleep(ASK_S)

    def _post(self, path: str, **content: Any) -> Json:
        headers = {"Idempotency-Key": str(uuid4())}
        found: Json = self._http.post(path, headers=headers, **content).raise_for_status().json()
        return found
