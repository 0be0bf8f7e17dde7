"""A whole house with a small real language model on this machine: it must end well, whatever that model writes.

    model.py [DOCUMENT] [--questions N] [--cards N]

What a stand-in answers is what somebody thought of; a real model answers otherwise. This one is too weak to write
what can be proved; looked at is what the house makes of it: the session ends ready, every item has its proof, what was
refused is counted, what the offline author wrote in its place is marked and the sentence about it is true, and
time and tokens are told and stay within their bounds. Status 1 where any of that does not hold.
"""

import argparse
import contextlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.e2e.houses import SAMPLES, Up
from tests.measuring.model.holding import Seen, faults
from tests.standins.learners.learner import Learner

PYTHON = Path(".venv/model/bin/python")
SERVING = Path(__file__).with_name("serving.py")
TOKENS, MINUTES = 60_000, 60
"""What a session may spend, and how long it may take."""


def main() -> int:
    parser = argparse.ArgumentParser(description="A whole house with a small real language model.")
    parser.add_argument("document", nargs="?", type=Path, default=SAMPLES / "plate-tectonics.en.pdf")
    parser.add_argument("--questions", type=int, default=2)
    parser.add_argument("--cards", type=int, default=2)
    given = parser.parse_args()
    around = Path(tempfile.mkdtemp(prefix="pensum-model-"))
    around.chmod(0o711)
    try:
        with served() as url, Up(around / "data", env=environment(url)) as up:
            running = up.house
            with Learner(running.url, running.owner_token, running.learner_token, patience=60.0 * MINUTES) as me:
                return report(studied(me, given.document, given.questions, given.cards))
    finally:
        shutil.rmtree(around, ignore_errors=True)


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The model's server; its base URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [PYTHON, SERVING, str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        if not server.stdout.readline().startswith("http"):
            raise SystemExit("model: the model's server did not start")
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(30)


def environment(url: str) -> dict[str, str]:
    """A slow model that reads little at once: one call at a time, and patience."""
    return {
        "PENSUM_MODEL_BASE_URL": url,
        "PENSUM_MODEL": "smollm2-135m",
        "PENSUM_MODEL_TIMEOUT_S": "900",  # a busy machine reads a prompt so long
        "PENSUM_MODEL_SILENCE_S": "300",
        "PENSUM_MODEL_STREAM_S": "900",
        "PENSUM_MODEL_CONCURRENCY": "1",
        "PENSUM_MODEL_SESSION_TOKENS": str(TOKENS),
        "PENSUM_ORCHESTRATOR_SILENCE_SECONDS": "1000",
        "PENSUM_ORCHESTRATOR_WRITE_SECONDS": str(60 * MINUTES),
        "PENSUM_COACH_MODEL_INPUT_TOKENS": "1500",
        "PENSUM_COACH_MODEL_ITEM_TOKENS": "60",
    }


def studied(me: Learner, document: Path, questions: int, cards: int) -> Seen:
    """What became of a document."""
    begun = time.monotonic()
    state = me.study(document, numQuizQuestions=str(questions), numFlashcards=str(cards))
    session, seconds = state["session_id"], time.monotonic() - begun
    ready = state["status"] == "ready"
    runs = me.http.get(f"/sessions/{session}/logs?limit=500").json()["logs"]
    return Seen(
        state=state,
        ordered={"quiz": questions, "flashcards": cards},
        written=me.owner.get(f"/sessions/{session}/items").json()["items"] if ready else [],
        cards=me.cards(session) if ready else [],
        blocks=me.blocks(session) if ready else {},
        shortfall=me.quiz(session)["shortfall"] if ready else [],
        runs=runs,
        seconds=seconds,
    )


def report(seen: Seen) -> int:
    """Says what there is, and what does not hold."""
    say("ended", seen.state["status"], (seen.state.get("error") or {}).get("detail", ""))
    for name, entries in (("questions", seen.items), ("cards", seen.cards)):
        authors = Counter(each["origin"]["author"] for each in entries)
        say(name, f"{len(entries)}:", ", ".join(f"{count} by the {who} author" for who, count in authors.items()))
    refused = Counter(why["code"] for row in seen.written if not row["accepted"] for why in row["reasons"][:1])
    say("refused by the Evaluator", ", ".join(f"{code} {count}" for code, count in refused.items()) or "none")
    for each in seen.shortfall:
        say("told", each["sentence"])
    for run in seen.runs:
        for spent in run["spending"]:
            say(
                "asked", f"{run['agent']} as {spent['role']}: {spent['tokens_in']} tokens in, {spent['tokens_out']} out"
            )
    say("took", f"{seen.seconds:.0f} s, {seen.tokens} of at most {TOKENS} tokens")
    wrong = faults(seen, most_tokens=TOKENS)
    for fault in wrong:
        say("does not hold", fault)
    return 1 if wrong else 0


def say(what: str, *words: Any) -> None:
    print(f"{what:>25}  {' '.join(map(str, words))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
