"""Files become a course: send them, follow the session, gather what came, print it, and choose the exit status."""

import json
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from services.console.endings import Said, sentence
from services.console.house.place import Place, at
from services.console.study.client import Gateway, Json, Trouble, exit_status, trouble
from services.console.study.course import course, no_course, status_of
from services.console.study.progress import Bar

INTERRUPTED = 130


@dataclass(frozen=True)
class Order:
    """What is asked of the Coach; None and empty: as the house sees fit."""

    questions: int | None = None
    flashcards: int | None = None
    difficulty: str | None = None
    audience: str | None = None
    goals: list[str] = field(default_factory=list)
    focus: list[str] = field(default_factory=list)
    password: str | None = None
    per_concept: int | None = None
    levels: str | None = None
    fallback: str | None = None

    def fields(self) -> dict[str, str | list[str]]:
        """The form's fields, as the gateway names them."""
        given: dict[str, object] = {
            "targetAudience": self.audience,
            "generationGoals": self.goals or None,
            "focusAreas": self.focus or None,
            "numFlashcards": self.flashcards,
            "numQuizQuestions": self.questions,
            "quizDifficulty": self.difficulty,
            "questionsPerConcept": self.per_concept,
            "levels": self.levels,
            "fallback": self.fallback,
            "password": self.password,
        }
        return {name: _text(value) for name, value in given.items() if value is not None}


def study_files(
    files: Sequence[Path],
    order: Order,
    *,
    as_json: bool,
    url: str | None,
    token: str | None,
    data: Path,
    timeout: float,
) -> int:
    """The command `study`; its exit status. Several files become one course."""
    for file in files:
        if not file.is_file():
            what = "is not a file" if file.exists() else "does not exist"
            missing = trouble("no_file", "No such file", f"{file} {what}.", "Check the path.")
            return tell(no_course(missing.problem), None, as_json)

    def begin(gateway: Gateway) -> tuple[str, int]:
        return gateway.upload(files, order.fields())["session_id"], -1

    return _work(begin, as_json, url, token, data, timeout, explains="explanation" in order.goals)


def retry_session(
    session: str, *, as_json: bool, url: str | None, token: str | None, data: Path, timeout: float
) -> int:
    """The command `retry`; its exit status."""

    def begin(gateway: Gateway) -> tuple[str, int]:
        version: int = gateway.session(session)["version"]
        gateway.retry(session, version)
        return session, version

    return _work(begin, as_json, url, token, data, timeout)


def obtain(
    gateway: Gateway,
    session: str,
    timeout: float,
    show: Callable[[Json], None],
    after: int = -1,
    *,
    explains: bool = False,
) -> Json:
    """Follow a session until it has settled beyond the version `after`; its course, also when it ended badly."""
    last: Json = {}

    def note(state: Json) -> None:
        last.update(state)
        show(state)

    try:
        state = gateway.follow(session, note, timeout, after)
        return course(state, material(gateway, state, explains=explains) if state["status"] == "ready" else None)
    except Trouble as error:
        return no_course(error.problem, last or None) | {"session_id": session}


def material(gateway: Gateway, state: Json, *, explains: bool = False) -> Json:
    """What was written for a session that is ready, and what its newest quiz has less than was ordered.

    With the tutor's explanation where that was ordered (`explains`), or there is nothing else.
    """
    session, quizzes = state["session_id"], state.get("quizzes") or []
    short = gateway.quiz(session, quizzes[-1]).get("shortfall") if quizzes else []
    owned = gateway.items(session) | {"shortfall": short or []}
    if explains or not (owned["items"] or owned["flashcards"]):
        learner = gateway.learner(session)
        owned |= {"explanation": learner["explanation"], "examples": learner["examples_provided"]}
    return owned


def _work(
    begin: Callable[[Gateway], tuple[str, int]],
    as_json: bool,
    url: str | None,
    token: str | None,
    data: Path,
    timeout: float,
    *,
    explains: bool = False,
) -> int:
    place: Place | None = None
    try:
        with at(url, token, data) as place, Gateway(place.url, place.token) as gateway:
            with Bar() as bar:
                session, after = begin(gateway)
                found = obtain(gateway, session, timeout, bar.show, after, explains=explains)
            return tell(found, place, as_json)
    except Trouble as error:
        return tell(no_course(error.problem), place, as_json)
    except KeyboardInterrupt:
        if as_json:
            stopped = trouble("interrupted", "Interrupted", "The command was interrupted.", "Run it again.")
            tell(no_course(stopped.problem), None, as_json)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        said = sentence(error)
        if said is None:
            traceback.print_exc()
        detail = said or f"Something broke in this command: {error!r}"
        wrong = trouble("no_house" if said else "internal_error", "It did not work", detail, "See `pensum doctor`.")
        tell(no_course(wrong.problem), None, as_json)
        return error.status if isinstance(error, Said) else 1


def tell(found: Json, place: Place | None, as_json: bool) -> int:
    """Print the course, or what went wrong; the exit status."""
    if as_json:
        print(json.dumps(found, ensure_ascii=False), flush=True)
    from services.console.study import show

    if found["error"]:
        show.problem(found["error"])
        if found["status"] == "pending_review" and place and place.house:
            where = "" if place.ours else f" at {place.url}/#/review/{found['session_id']}"
            print(f"  It waits for a look: correct, approve or replace it on the page{where}.", file=sys.stderr)
            if place.ours:
                print("  `pensum up` on this data folder opens the page.", file=sys.stderr)
        if found["session_id"] and exit_status(found["error"]) in (4, 5):
            print(f"  `pensum retry {found['session_id']}` goes on from where it stopped.", file=sys.stderr)
    elif not as_json:
        show.explanation(found["explanation"], found["examples"])
        show.quiz(found["quiz_items"])
        show.cards(found["flashcards"])
        show.refused(found["refused"], found["shortfall"])
        show.documents(found["documents"])
        show.spending(found["spending"])
        if place and place.house and not place.ours:
            show.addresses(place.house, found["session_id"])
    return status_of(found)


def _text(value: object) -> str | list[str]:
    return value if isinstance(value, list) else str(value)
