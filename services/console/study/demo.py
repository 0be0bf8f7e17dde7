"""The whole job on one document, to look at: quiz and cards, some answers, their grade and notes, and the next quiz."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from services.console.house.place import Place, at, running
from services.console.study import show
from services.console.study.client import Gateway, Json, Trouble, exit_status, trouble
from services.console.study.course import no_course, place, question, status_of
from services.console.study.files import Order, obtain, tell
from services.console.study.keyed_items import given
from services.console.study.progress import Bar

SAMPLE = Path(__file__).parents[2] / "gateway" / "web" / "samples" / "photosynthesis.en.pdf"
"""The page offers the same one."""
ORDER = Order(questions=6, flashcards=6)


def run(file: Path | None, *, ends: bool, kafka: bool, traces: bool, data: Path, timeout: float) -> int:
    """The command `demo`; its exit status is that of the job."""
    document = file or SAMPLE
    if not document.is_file():
        missing = trouble("no_file", "No such file", f"{document} is not a file.", "Check the path.")
        return tell(no_course(missing.problem), None, False)
    with at(None, None, data, kafka=kafka, traces=traces) as place, Gateway(place.url, place.token) as gateway:
        greet(place)
        session: str | None = None
        try:
            session = gateway.upload([document], (ORDER if file is None else Order()).fields())["session_id"]
            print(f"\nStudying {document.name} ...", flush=True)
            status = walk(gateway, session, timeout)
        except Trouble as error:
            show.problem(error.problem)
            status = exit_status(error.problem)
        if place.house:
            show.addresses(place.house, session)
        if place.ours and not ends:
            stay(data)
    return status


def walk(gateway: Gateway, session: str, timeout: float) -> int:
    """Study, answer, look at the notes, ask for the next quiz; the exit status. Trouble if a step fails."""
    with Bar() as bar:
        found = obtain(gateway, session, timeout, bar.show)
    if found["error"]:
        return tell(found, None, False)
    show.quiz(found["quiz_items"])
    show.cards(found["flashcards"])
    show.refused(found["refused"], found["shortfall"])
    show.documents(found["documents"])
    if not found["quiz_items"]:
        return status_of(found)
    before = gateway.session(session)
    focus = answer(gateway, before, found["quiz_items"], timeout)
    asked_next(gateway, session, found["quiz_items"], focus, timeout)
    return 0


def answer(gateway: Gateway, state: Json, items: Sequence[Json], timeout: float) -> list[str]:
    """Answer the quiz, every third question wrongly, and show grade and notes; the focus areas that follow."""
    session, attempt = state["session_id"], str(uuid4())
    answers = [
        {"item_id": item["item_id"], "answer": given(item, number % 3 != 1 and len(items) > 1), "latency_sec": 4.0}
        for number, item in enumerate(items)
    ]
    sent = {"quiz_id": items[0]["quiz_id"], "attempt_id": attempt, "answers": answers}
    print("\nAnswering it, every third question wrongly ...", flush=True)
    gateway.hand_in(session, sent)
    with Bar() as bar:
        after = gateway.follow(session, bar.show, timeout, state["version"])
    _no_failure(after)
    results = gateway.results(session, attempt)
    if len(results) != len(items):
        said = f"{len(results)} of {len(items)} answers were graded."
        raise trouble("not_graded", "Answers are missing", said, "Look at it on the page.", trace_id=after["trace_id"])
    show.grades(results, lambda proof: place(proof, state))
    show.notes([note for note in gateway.notes(session) if note.get("attempt_id") in (attempt, None)])
    focus: list[str] = after.get("focus_areas") or []
    return focus


def asked_next(gateway: Gateway, session: str, old: Sequence[Json], focus: list[str], timeout: float) -> None:
    """Ask for another quiz and show what it begins with. That nothing is left to ask is said, and is no failure."""
    version = gateway.session(session)["version"]
    print("\nAsking for the next quiz ...", flush=True)
    gateway.new_quiz(session)
    with Bar() as bar:
        state = gateway.follow(session, bar.show, timeout, version)
    if state["status"] == "failed" and (state.get("error") or {}).get("status") == 422:
        show.line((state["error"]["detail"], "dim"))
        return
    _no_failure(state)
    view = gateway.quiz(session, state["quizzes"][-1])
    keyed = {each["item"]["item_id"]: question(each["item"]) for each in gateway.items(session)["items"]}
    items = [keyed[each["item_id"]] for each in view["questions"]]
    known = {each["question"] for each in old}
    show.next_quiz(items, focus, sum(each["question"] in known for each in items))
    for short in view.get("shortfall") or []:
        show.line((short["sentence"], "dim"))


def greet(place: Place) -> None:
    """Say whose house it is, and where."""
    if place.house and not place.ours:
        broker = "embedded broker" if place.house.kafka_embedded else "Apache Kafka"
        print(f"Using the house that runs on this data folder ({broker}).")
    if place.house:
        show.addresses(place.house, None)


def stay(data: Path) -> None:
    """Serve until Ctrl-C, or until the house has ended by itself."""
    print("\nServing until Ctrl-C.", flush=True)
    try:
        while running(data):
            time.sleep(1)
        print("pensum: The house has ended.", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nEnding ...", flush=True)


def _no_failure(state: Json) -> None:
    if state["status"] != "ready":
        error = state.get("error") or {"code": state["status"], "detail": f"The session is at '{state['status']}'."}
        raise Trouble({**error, "trace_id": state["trace_id"]})
