"""A house with a language model at a stand-in, whose behaviour a word in the document chooses."""

import asyncio
import contextlib
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e.houses import PENSUM, Up, assert_nothing_left, clean_environment
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Learner
from tests.standins.model import author
from tests.standins.model import model_behaviours as does
from tests.standins.model.model_behaviours import Behaviour, Body
from tests.standins.model.openai_server import StandIn

BEHAVIOURS: dict[str, Behaviour] = {
    "Goodwell": does.ok(author.composes),
    "Fencer": does.fenced(author.composes),
    "Thinker": does.thinking(author.composes),
    "Halfliar": does.ok(author.invents_half),
    "Gutenberg": does.ok(author.doubts),
    "Liar": does.ok(author.invents),
    "Failing": does.status(500),
    "Silent": does.never(),
    "Cutoff": does.truncate(author.composes),
    "Refusing": does.refuse(),
    "Wayward": does.ok({"wrong": 1}),
    "Essayist": does.ok(author.asks_openly),
    "Endless": does.truncate(author.composes),
}
"""By a word in the document's title."""
MOODS: dict[str, Behaviour] = {"Grumbling": does.status(500), "Mumbling": does.text("Hm, well.")}
"""By a word that only a learner says, now: not in what was said before."""
_BEFORE = re.compile(r"saidBefore.*?\]", re.DOTALL)
UNFILLED = ("Halfliar", "Gutenberg", "Liar", "Cutoff", "Wayward")
"""Whose owner forbids that anything is written offline."""
PLATES = "plate-tectonics.en"
SAMPLES = {"Gutenberg": "printing.en"}
"""Whose text has the word too, so that it stands also in requests that name no title."""


class ModelServer(threading.Thread):
    """The stand-in in a thread of its own. A document whose word is in `well` is answered well."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.server, self.well = StandIn(), set[str]()
        self._up, self._loop, self._end = threading.Event(), asyncio.new_event_loop(), asyncio.Event()
        for word, behaviour in {**MOODS, **BEHAVIOURS}.items():
            self.server.when(self._badly(word), behaviour)
        self.server.otherwise(does.ok(author.composes))

    def _badly(self, word: str) -> Callable[[Body], bool]:
        return lambda body: word not in self.well and word in _BEFORE.sub("", str(body))

    def run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        async with self.server:
            self._up.set()
            await self._end.wait()

    def __enter__(self) -> "ModelServer":
        self.start()
        assert self._up.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self.join(10)


@dataclass
class Class:
    """A house whose model everybody has asked: the session of each word, and two that `pensum study` began."""

    up: Up
    model: ModelServer
    me: Learner
    sessions: dict[str, str] = field(default_factory=dict)
    studies: dict[str, subprocess.Popen[str]] = field(default_factory=dict)


@contextlib.contextmanager
def opened() -> Iterator[Class]:
    """The house, once everybody has been asked; in the end nothing of it is left."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    with ModelServer() as model:
        env = {
            "PENSUM_MODEL_BASE_URL": model.server.base_url,
            "PENSUM_MODEL": "small",
            "PENSUM_MODEL_TIMEOUT_S": "4",
            "PENSUM_MODEL_CONCURRENCY": "16",
            "PENSUM_MODEL_PRICE_IN": "0.15",
            "PENSUM_MODEL_PRICE_OUT": "0.6",
        }
        with Up(around / "data", env=env) as up:
            running = up.house
            with Learner(running.url, running.owner_token, running.learner_token) as me:
                found = Class(up, model, me)
                for word in BEHAVIOURS:
                    content = lesson(f"The {word} plates", SAMPLES.get(word, PLATES))
                    forbidden = {"fallback": "none"} if word in UNFILLED else {}
                    found.sessions[word] = me.upload(content, **forbidden).json()["session_id"]
                for word in ("Liar", "Gutenberg"):
                    content = lesson(f"The {word} plates, and what the house makes of them", SAMPLES.get(word, PLATES))
                    few = (
                        {"numQuizQuestions": "3", "numFlashcards": "4"} if word == "Gutenberg" else {}
                    )  # Of a text that has not many.
                    found.sessions[f"{word} filled"] = me.upload(content, **few).json()["session_id"]
                filled = lesson("The Halfliar plates, filled up")
                found.sessions["filled"] = me.upload(filled, fallback="offline").json()["session_id"]
                for word in ("Failing", "Silent"):
                    file = around / f"{word}.pdf"
                    file.write_bytes(lesson(f"{word}, by the command"))
                    command = [str(PENSUM), "study", str(file), "--json", "--data", str(up.data)]
                    found.studies[word] = subprocess.Popen(
                        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment()
                    )
                yield found
                for study in found.studies.values():
                    study.communicate(timeout=30)
    assert_nothing_left(around)
    shutil.rmtree(around)
