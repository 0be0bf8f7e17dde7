"""A guideline's Markdown as it is written: its two parts, its objectives, and their tasks, each with its line.

docs/curriculum.md says how one is written. Nothing is judged here but the form; faults are gathered, not raised.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from services.curriculum.guideline import Fault

TEACHER, LEARNER = "For the teacher", "For the learner"
OF_TEACHER = ("Objectives", "Prerequisites", "Misconceptions", "Approach")
TASKS = "Tasks"
LEAST_WORDS, MOST_WORDS = 500, 2000
_HEADING = re.compile(r"(#{1,6}) +(.*?)(?: +#+)? *$")
_NAMED = re.compile(r"- `([^`]*)`: *(.*)$")
_ID = re.compile(r"[a-z][a-z0-9_]{1,59}")
_FIELD = re.compile(r"(objective|goal|concept|builds on): *(.*)$")
_TASK = re.compile(r"(\d+)\. +([a-z_]+), +(easy|medium|hard): *(.*)$")
_SAID = re.compile(r" +- +([a-z][a-z ]*?): *(.*)$")
_BECAUSE = re.compile(r" +(?:- +)?because: *(.*)$")
_SHOWS = re.compile(r"(.*?) *\[([^\[\]]*)\]$")
_WORD = re.compile(r"\w+")
# What is to be written as plain text: no table, picture, formula, code or markup of the web is among what is quoted.
_OTHER_MARKUP = re.compile(r"^(?:\||```|~~~|>|\$\$)|!\[|<[a-z/!]|\]\(", re.IGNORECASE)

Kind = Literal["heading", "paragraph", "list_item"]


@dataclass(frozen=True)
class Line:
    """A line's text and its number from 1."""

    number: int
    text: str


@dataclass
class Said:
    """A field of a task: `name: value`, what misconception the answer shows, and why it is right or wrong."""

    name: str
    value: str
    line: int
    shows: str = ""
    because: str = ""


@dataclass
class WrittenTask:
    """A task as it is written."""

    number: int
    type: str
    difficulty: str
    question: str
    line: int
    fields: list[Said] = field(default_factory=list)

    def all(self, *names: str) -> list[Said]:
        """Its fields of these names, in their order."""
        return [each for each in self.fields if each.name in names]

    def one(self, *names: str) -> Said | None:
        """The first of them."""
        return next(iter(self.all(*names)), None)


@dataclass(frozen=True)
class Piece:
    """A heading, paragraph or list item of the learner's part."""

    kind: Kind
    text: str
    line: int
    level: int = 0


@dataclass
class Section:
    """An objective's part for the learner."""

    heading: Line
    pieces: list[Piece] = field(default_factory=list)
    tasks: list[WrittenTask] = field(default_factory=list)
    fields: dict[str, Line] = field(default_factory=dict)


@dataclass
class Named:
    """An objective or a misconception, as the teacher's part names it."""

    id: str
    text: str
    line: int


@dataclass
class Written:
    """A guideline as it is written, below its front matter."""

    teacher: str = ""
    objectives: list[Named] = field(default_factory=list)
    misconceptions: list[Named] = field(default_factory=list)
    introduction: list[Piece] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)


def written(lines: Sequence[Line], faults: list[Fault]) -> Written:
    """The guideline of these lines; what is wrong is added to the faults."""
    parts = _parts(lines, faults)
    found = Written()
    if (teacher := parts.get(TEACHER)) is not None:
        _teacher(teacher, found, faults)
    if (learner := parts.get(LEARNER)) is not None:
        _learner(learner, found, faults)
    return found


def _parts(lines: Sequence[Line], faults: list[Fault]) -> dict[str, list[Line]]:
    """The lines below each heading of the first level, which comes with them."""
    parts, inside = dict[str, list[Line]](), list[Line]()
    for line in lines:
        heading = _heading(line)
        if heading and heading[0] == 1:
            inside = [line]
            if heading[1] not in (TEACHER, LEARNER):
                faults.append(Fault(line.number, f"`# {heading[1]}` is neither `# {TEACHER}` nor `# {LEARNER}`."))
            elif heading[1] in parts:
                faults.append(Fault(line.number, f"`# {heading[1]}` stands twice."))
            else:
                parts[heading[1]] = inside
        elif inside:
            inside.append(line)
        elif line.text.strip():
            faults.append(Fault(line.number, f"The text begins with `# {TEACHER}`."))
            inside = [line]
    last = lines[-1].number if lines else 1
    faults += [Fault(last, f"There is no part `# {name}`.") for name in (TEACHER, LEARNER) if name not in parts]
    return parts


def _teacher(lines: Sequence[Line], found: Written, faults: list[Fault]) -> None:
    found.teacher = "\n".join(line.text for line in lines[1:]).strip()
    at = dict[str, list[Line]]()
    inside = list[Line]()
    for line in lines[1:]:
        heading = _heading(line)
        if heading and heading[0] == 2:
            inside = at.setdefault(heading[1], [line])
            if heading[1] not in OF_TEACHER:
                faults.append(Fault(line.number, f"The teacher's part has {', '.join(OF_TEACHER)}, no `{heading[1]}`."))
        else:
            inside.append(line)
    for name in OF_TEACHER:
        if name not in at:
            faults.append(Fault(lines[0].number, f"The teacher's part has no `## {name}`."))
        elif not any(line.text.strip() for line in at[name][1:]):
            faults.append(Fault(at[name][0].number, f"Nothing stands under `## {name}`."))
    found.objectives = _named(at.get("Objectives", []), "objective", faults)
    found.misconceptions = _named(at.get("Misconceptions", []), "misconception", faults)
    words = len(_WORD.findall(found.teacher))
    if not LEAST_WORDS <= words <= MOST_WORDS:
        sentence = f"The teacher's part has {words} words; it is to have {LEAST_WORDS} to {MOST_WORDS}."
        faults.append(Fault(lines[0].number, sentence))


def _named(lines: Sequence[Line], what: str, faults: list[Fault]) -> list[Named]:
    found = list[Named]()
    for line in lines:
        text = line.text.strip()
        if begun := _NAMED.match(line.text):
            found.append(Named(begun[1], begun[2].strip(), line.number))
        elif text and found and line.text[:1] == " ":
            found[-1].text = f"{found[-1].text} {text}".strip()
    if lines and not found:
        faults.append(Fault(lines[0].number, f"It names no {what} in a line such as ``- `an_id`: what it is``."))
    seen = set[str]()
    for each in found:
        if not _ID.fullmatch(each.id):
            faults.append(Fault(each.line, f"`{each.id}` is no id: small letters, digits and `_`, 2 to 60 of them."))
        if each.id in seen:
            faults.append(Fault(each.line, f"The {what} `{each.id}` stands twice."))
        if not each.text:
            faults.append(Fault(each.line, f"The {what} `{each.id}` has no sentence."))
        seen.add(each.id)
    return found


def _learner(lines: Sequence[Line], found: Written, faults: list[Fault]) -> None:
    section: Section | None = None
    held, in_tasks = list[Line](), False

    def close() -> None:
        if in_tasks and section:
            section.tasks += _tasks(held, faults)
        else:
            (section.pieces if section else found.introduction).extend(_pieces(held, faults))
        held.clear()

    for line in lines[1:]:
        heading = _heading(line)
        if heading and heading[0] == 2:
            close()
            section, in_tasks = Section(Line(line.number, heading[1])), False
            found.sections.append(section)
        elif heading and heading[0] == 3 and section:
            close()
            in_tasks = heading[1] == TASKS
            if not in_tasks:
                section.pieces.append(Piece("heading", heading[1], line.number, 3))
        elif heading:
            faults.append(
                Fault(line.number, "A heading of the learner's part is `## An objective` or, below it, `###`.")
            )
        elif (
            section
            and not (section.pieces or in_tasks or any(each.text.strip() for each in held))
            and (told := _FIELD.match(line.text.strip()))
        ):
            _told(section, told, line, faults)
        else:
            held.append(line)
    close()


def _told(section: Section, told: re.Match[str], line: Line, faults: list[Fault]) -> None:
    if told[1] in section.fields:
        faults.append(Fault(line.number, f"`{told[1]}` stands twice."))
    section.fields[told[1]] = Line(line.number, told[2].strip())


def _pieces(lines: Iterable[Line], faults: list[Fault]) -> Iterator[Piece]:
    """Paragraphs and list items; lines that follow each other are one."""
    open_: Piece | None = None
    for line in lines:
        text = line.text.strip()
        if text and _OTHER_MARKUP.search(text):
            faults.append(Fault(line.number, "The learner's part has headings, paragraphs, lists and **bold** alone."))
        if not text or text.startswith("- "):
            if open_:
                yield open_
            open_ = Piece("list_item", text[2:].strip(), line.number) if text else None
        elif open_:
            open_ = Piece(open_.kind, f"{open_.text} {text}", open_.line)
        else:
            open_ = Piece("paragraph", text, line.number)
    if open_:
        yield open_


def _tasks(lines: Iterable[Line], faults: list[Fault]) -> list[WrittenTask]:
    found = list[WrittenTask]()
    for line in lines:
        text = line.text.strip()
        if not text:
            continue
        if begun := _TASK.match(line.text):
            found.append(WrittenTask(int(begun[1]), begun[2], begun[3], begun[4].strip(), line.number))
        elif line.text[:1] != " " or not found:
            faults.append(Fault(line.number, "A task begins like `1. numeric, easy: How many ...?`."))
        elif told := _BECAUSE.match(line.text):
            _explain(found[-1], told[1].strip(), line.number, faults)
        elif said := _SAID.match(line.text):
            found[-1].fields.append(Said(said[1], said[2].strip(), line.number))
        elif found[-1].fields:
            _go_on(found[-1].fields[-1], text)
        else:
            found[-1].question = f"{found[-1].question} {text}".strip()
    for number, task in enumerate(found, 1):
        if task.number != number:
            faults.append(Fault(task.line, f"This is task {number} of its objective, not {task.number}."))
        for each in task.fields:
            if each.name in ("right", "wrong", "key", "shows") and (shown := _SHOWS.match(each.value)):
                each.value, each.shows = shown[1].strip(), shown[2].strip()
    return found


def _explain(task: WrittenTask, why: str, line: int, faults: list[Fault]) -> None:
    last = task.fields[-1] if task.fields else None
    # A statement's `wrong` and `right` are words, and a typed answer that is wrong has no place in the text.
    may = ("right", "wrong") if task.type == "multiple_choice" else ("key",)
    if last is None or last.name not in may:
        faults.append(Fault(line, f"`because` stands below the answer that it explains: {' or '.join(may)}."))
    elif last.because or not why:
        faults.append(Fault(line, "An answer has one `because`, which says something."))
    else:
        last.because = why


def _go_on(said: Said, text: str) -> None:
    """A line that goes on with the one before."""
    if said.because:
        said.because = f"{said.because} {text}"
    else:
        said.value = f"{said.value} {text}".strip()


def _heading(line: Line) -> tuple[int, str] | None:
    found = _HEADING.match(line.text)
    return (len(found[1]), found[2].strip()) if found else None
