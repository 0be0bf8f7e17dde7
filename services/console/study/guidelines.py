"""The curriculum as a learner chooses from it in the terminal: which guideline is meant, and what there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from services.console.study import show
from services.console.study.client import Gateway


@dataclass(frozen=True)
class Chosen:
    """What was said on the command line; None: any. `guideline`: a topic, a subtopic, some of its words, or an id."""

    guideline: str
    country: str | None = None
    board: str | None = None
    grade: int | None = None
    subject: str | None = None


@dataclass(frozen=True)
class Subtopic:
    """A place of the curriculum that has a guideline."""

    country: str
    board: str
    grade: int
    subject: str
    topic: str
    subtopic: str
    guideline_id: str


def there_is(gateway: Gateway, chosen: Chosen) -> list[Subtopic]:
    """All subtopics within country, board, grade and subject, in the curriculum's order."""
    return list(_walk(gateway, chosen))


def fitting(found: Sequence[Subtopic], said: str) -> list[Subtopic]:
    """Those that are meant: by the id, else by the subtopic's name, else by the topic's, else by some of its words."""
    wanted = said.strip().casefold()
    if not wanted:
        return []
    if (id := id_of(said)) is not None:
        return [each for each in found if each.guideline_id == id]
    named = [each for each in found if each.subtopic.casefold() == wanted]
    topics = named or [each for each in found if each.topic.casefold() == wanted]
    return topics or [each for each in found if wanted in f"{each.topic}: {each.subtopic}".casefold()]


def id_of(said: str) -> str | None:
    """The id, if that was given; None: it is a name."""
    try:
        return str(UUID(said.strip()))
    except ValueError:
        return None


def following(found: Sequence[Subtopic], guideline: str) -> Subtopic | None:
    """The subtopic behind that of a guideline in its subject; None: it is the last."""
    at = next((at for at, each in enumerate(found) if each.guideline_id == guideline), None)
    if at is None or at + 1 == len(found):
        return None
    here, after = found[at], found[at + 1]
    return after if subject_of(here) == subject_of(after) else None


def subject_of(one: Subtopic) -> tuple[str, str, int, str]:
    """The subject that it belongs to, in its grade."""
    return (one.country, one.board, one.grade, one.subject)


def listed(found: Sequence[Subtopic]) -> None:
    """What there is, by place and subject."""
    for (country, board, grade, subject), each in groupby(found, key=subject_of):
        show.heading(f"{subject}: {country}, {board}, grade {grade}")
        for one in each:
            show.line(f"{one.topic}: {one.subtopic}", (f"  {one.guideline_id}", "dim"), indent=1)


def _walk(gateway: Gateway, chosen: Chosen) -> Iterator[Subtopic]:
    for place in gateway.places():
        at = {name: place[name] for name in ("country", "board", "grade")}
        if not all(_same(at[name], wanted) for name, wanted in _of(chosen).items()):
            continue
        for subject in gateway.curriculum(**at)["subjects"]:
            if not _same(subject, chosen.subject):
                continue
            for topic in gateway.curriculum(**at, subject=subject)["topics"]:
                for each in gateway.curriculum(**at, subject=subject, topic=topic)["subtopics"]:
                    yield Subtopic(**at, subject=subject, topic=topic, **each)


def _of(chosen: Chosen) -> dict[str, str | int | None]:
    return {"country": chosen.country, "board": chosen.board, "grade": chosen.grade}


def _same(one: str | int, wanted: str | int | None) -> bool:
    return wanted is None or str(one).casefold() == str(wanted).strip().casefold()
