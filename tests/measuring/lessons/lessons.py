"""`make lessons`: twenty lessons are taught to scripted learners, and all that was said is kept to be read by people.

`python -m tests.measuring.lessons.lessons FOLDER [DOCUMENT...] [--only NAME] [--no-costs]`: a transcript of each in
FOLDER, and `faults.md` with what code objects to. Without documents it takes two of the house's samples.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from services.chassis.tokens import Claims, signed
from services.console.house.folder import TENANT, Folder
from tests.e2e.houses import SAMPLES, Up
from tests.measuring.lessons.costs import (
    against_questions,
    beyond_against_early,
    late_against_early,
    right_late_against_early,
)
from tests.measuring.lessons.hearing import Hearing, plain
from tests.measuring.lessons.pupil import Pupil, Script
from tests.measuring.lessons.scripts import BY_DOCUMENT, BY_GUIDELINE, Ends
from tests.standins.learners.learner import Json, Learner


@dataclass
class Measured:
    """What the run has found, for its last lines."""

    found: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


def main(arguments: Sequence[str]) -> int:
    """Teaches and writes; see above. The number of objections is printed, and is no failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("documents", nargs="*", type=Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--no-costs", action="store_true")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    documents = given.documents or sorted(SAMPLES.glob("*.en.pdf"))
    measured = Measured()
    with tempfile.TemporaryDirectory(prefix="pensum-lessons-") as data, Up(Path(data) / "house") as up:
        secret = Folder(up.data).secret()

        def learner(name: str) -> Learner:
            user = name.replace(" ", "-")
            owner, own = (signed(Claims(TENANT, user, role), secret, days=1) for role in ("owner", "learner"))
            return Learner(up.house.url, owner, own)

        for name, script, ends, document, subtopic in lessons(documents):
            if given.only and name not in given.only:
                continue
            about = document.name if document else subtopic
            with learner(f"{name} {about}") as me:
                pupil = Pupil(me, up.house.database, Random(f"{name} {about}"))
                _taught(pupil, script, ends, document, subtopic)
            _kept(pupil, given.folder, name, about, measured)
        (given.folder / "faults.md").write_text("\n".join(measured.found) + "\n")
        costs = []
        if not given.no_costs and documents:
            with learner("costs") as me, learner("asks") as other:
                costs = _costs(
                    Pupil(other, up.house.database, Random(0)), Pupil(me, up.house.database, Random(0)), documents[0]
                )
    print(f"turns: {len(measured.seconds)}, median {1000 * median(measured.seconds or [0]):.0f} ms")
    for line in (*costs, *(f"{kind}: {times}" for kind, times in measured.kinds.most_common())):
        print(line)
    return 0


def lessons(documents: Sequence[Path]) -> Iterator[tuple[str, Script, Ends, Path | None, str]]:
    """Each lesson: its name, its script, how it ends, and the document or the subtopic that it is about."""
    for name, script, subtopic, ends in BY_GUIDELINE:
        yield name, script, ends, None, subtopic
    for number, four in enumerate(BY_DOCUMENT if documents else ()):
        for name, script, ends in four:
            yield name, script, ends, documents[number % len(documents)], ""


def guidelines(me: Learner) -> dict[str, Json]:
    """Every guideline that is loaded, by its subtopic."""

    def get(path: str, **params: object) -> Json:
        found: Json = (
            me.http.get(path, params={key: str(value) for key, value in params.items()}).raise_for_status().json()
        )
        return found

    found: dict[str, Json] = {}
    for place in get("/curriculum/places")["places"]:
        where = {name: place[name] for name in ("country", "board", "grade")}
        for subject in get("/curriculum", **where)["subjects"]:
            for topic in get("/curriculum", **where, subject=subject)["topics"]:
                for each in get("/curriculum", **where, subject=subject, topic=topic)["subtopics"]:
                    found[each["subtopic"].casefold()] = each
    return found


def _taught(pupil: Pupil, script: Script, ends: Ends, document: Path | None, subtopic: str) -> None:
    """One lesson; one that breaks off is the last line and an objection."""
    try:
        if document is not None:
            pupil.session = pupil.me.study(document)["session_id"]
            blocks = pupil.me.blocks(pupil.session).values()
            pupil.hearing = Hearing(" ".join(plain(block["text"]) for block in blocks))
            pupil.begins()
        else:
            pupil.hearing = Hearing(topic=subtopic)
            pupil.begins(guidelines(pupil.me)[subtopic.casefold()]["guideline_id"])
        script(pupil)
        view = pupil.looks()
        lesson = view["lesson"]
        pupil.hearing.of_learnt(lesson, view["mastery_threshold"], pupil.heard[-1].message)
        pupil.hearing.of_end(lesson["ended"], ends, len(pupil.heard))
        pupil.lines += [f"\nENDED {lesson['ended']}, plan {lesson['study_plan']['metadata']}"]
        pupil.lines += [
            f"- {step['type']} {step['concepts']}: {step['status']} {step['status_info']}"
            for step in lesson["study_plan"]["todo_list"]
        ]
        pupil.lines += [f"- {name}: {score:.2f}" for name, score in lesson["mastery_estimates"].items()]
    except Exception as error:
        pupil.lines.append(f"BROKEN OFF: {type(error).__name__}: {error}")
        pupil.hearing.fault("broken off", f"{type(error).__name__}: {error}"[:400])


def _kept(pupil: Pupil, folder: Path, name: str, about: str, measured: Measured) -> None:
    faults = pupil.hearing.faults
    title = f"{about}.{name}".replace(" ", "-")
    (folder / f"{title}.md").write_text(f"# {name}: {about}\n" + "\n".join(pupil.lines) + "\n")
    measured.found += [f"\n## {about}, {name}\n", *(f"- {what} ({times})" for what, times in faults.items())]
    measured.kinds.update(what.split(":")[0] for what in faults.elements())
    measured.seconds += [heard.seconds for heard in pupil.heard]
    print(f"{about}, {name}: {len(pupil.heard)} turns, {faults.total()} objections", flush=True)


def _costs(asking: Pupil, taught: Pupil, document: Path) -> list[str]:
    for pupil in (asking, taught):
        pupil.session = pupil.me.study(document)["session_id"]
    taught.begins()
    told = [against_questions(asking, taught, document)]
    _anew(asking, taught, document)
    told += [late_against_early(taught, asking), right_late_against_early(taught, asking)]
    _anew(asking, taught, document)
    return [*told, beyond_against_early(taught, asking)]


def _anew(one: Pupil, other: Pupil, document: Path) -> None:
    for pupil in (one, other):
        pupil.session = pupil.me.study(document)["session_id"]
        pupil.begins()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
