"""A task as it is written becomes an item: what its type must have, what proves it, and which wrong answer shows what.

What the house's own validator holds of any item is not held here; that its sums are right is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args
from uuid import UUID, uuid5

from pydantic import TypeAdapter, ValidationError

from contracts.documents import Block
from contracts.items import Item
from contracts.proof import Origin, Proof
from services.curriculum.arithmetic import NotArithmetic, number_of, worked_out
from services.curriculum.blocks import Laid
from services.curriculum.guideline import Fault, Task
from services.curriculum.written import Said, WrittenTask
from services.text.quantities.numbers import readings
from services.text.truths import truths

_ITEM: TypeAdapter[Item] = TypeAdapter(Item)
_COMMON = {"hint": 3, "from": 1, "follows from": 1, "works": 1}
# How often a field may stand in a task of a type; 0: as often as one likes.
TYPES: Mapping[str, Mapping[str, int]] = {
    "multiple_choice": {"right": 1, "wrong": 3},
    "numeric": {"key": 1, "unit": 1, "tolerance": 1, "shows": 0},
    "cloze": {"key": 1, "also": 0, "shows": 0},
    "true_false": {"key": 1, "wrong": 1, "right": 1, "shows": 1},
    "short_answer": {"key": 1, "point": 8},
}
_MUST = {
    "multiple_choice": ("right", "wrong"),
    "numeric": ("key",),
    "cloze": ("key",),
    "true_false": ("key",),
    "short_answer": ("key", "point"),
}
_JUDGED = {"en": "Is this true?", "no": "Stemmer dette?", "de": "Stimmt das?"}


@dataclass
class About:
    """What the tasks of an objective have in common. `number`: which section it is, from 0."""

    guideline_id: UUID
    quiz_id: UUID
    objective_id: str
    concept: str
    number: int
    language: str
    origin: Origin
    laid: Laid
    misconceptions: Mapping[str, list[tuple[UUID, str]]] = field(default_factory=dict)


def task_of(written: WrittenTask, about: About, faults: list[Fault]) -> Task | None:
    """The task; None where something is wrong, which is added to the faults."""
    found = list(_form(written))
    if found:
        faults += found
        return None
    item_id = uuid5(about.guideline_id, f"{about.objective_id}/{written.number}")
    proved = _proof(written, about, faults)
    if proved is None:
        return None
    proof, block = proved
    body, answers = _body(written, proof, block, about.language)
    explained = [
        {
            "option_id": answers[id(each)],
            "sentence": each.because,
            "proof": proof if each.name in ("key", "right") else None,
        }
        for each in written.fields
        if each.because
    ]
    try:
        item = _ITEM.validate_python(
            {
                "item_id": item_id,
                "quiz_id": about.quiz_id,
                "concept": about.concept,
                "difficulty": written.difficulty,
                "question": written.question,
                "proof": proof,
                "origin": about.origin,
                "explanations": explained,
                "hints": [each.value for each in written.all("hint")],
                "type": written.type,
                **body,
            }
        )
    except ValidationError as error:
        faults += [Fault(written.line, _said(one)) for one in error.errors()]
        return None
    faults += _sums(written, item)
    for each in written.fields:
        if each.shows in about.misconceptions:
            about.misconceptions[each.shows].append((item_id, answers[id(each)]))
        elif each.shows:
            faults.append(Fault(each.line, f"The teacher's part names no misconception `{each.shows}`."))
    return Task(
        item=item,
        line=written.line,
        inferred=written.one("follows from") is not None,
        right=tuple(answers[id(each)] for each in written.all("key", "also") if written.type != "short_answer"),
        wrong=tuple(answers[id(each)] for each in written.all("shows")),
    )


def _form(task: WrittenTask) -> Iterator[Fault]:
    """What a task of its type lacks, or has and must not have."""
    if task.type not in TYPES:
        yield Fault(task.line, f"There is no type `{task.type}`; there are {', '.join(TYPES)}.")
        return
    may = {**_COMMON, **TYPES[task.type]}
    for each in task.fields:
        if each.name not in may:
            yield Fault(each.line, f"A {task.type} task has no `{each.name}`; it has {', '.join(may)}.")
        elif not each.value:
            yield Fault(each.line, f"`{each.name}` is empty.")
    for name, most in may.items():
        if most and len(task.all(name)) > most:
            yield Fault(task.all(name)[most].line, f"A {task.type} task has `{name}` {most} times at most.")
    for name in (*_MUST[task.type], "hint"):
        if not task.all(name):
            yield Fault(task.line, f"A {task.type} task needs `{name}`.")
    if len(task.all("from", "follows from")) != 1:
        yield Fault(task.line, "A task says what proves its answer, by one `from` or one `follows from`.")
    if task.type == "short_answer" and task.all("follows from"):
        yield Fault(task.line, "A short answer is made of what the text says: `from`, with its `point`s in the quote.")
    if task.type == "true_false" and (key := task.one("key")):
        if key.value not in ("true", "false"):
            yield Fault(key.line, "The key of a statement is `true` or `false`.")
        elif len(task.all("wrong", "right")) != (2 if key.value == "false" else 0):
            yield Fault(key.line, "Of a false statement, and of no other, `wrong` says which words, and `right` what "
                                  "should be in their place.")  # fmt: skip
    if not task.question:
        yield Fault(task.line, "The task asks nothing.")


def _proof(task: WrittenTask, about: About, faults: list[Fault]) -> tuple[Proof, Block] | None:
    said = task.one("from", "follows from")
    assert said is not None
    found = about.laid.find(said.value, about.number)
    if found is None:
        faults.append(Fault(said.line, f"“{said.value}” does not stand in the learner's part, word for word."))
        return None
    for point in task.all("point"):
        if point.value not in said.value:
            faults.append(Fault(point.line, f"“{point.value}” does not stand in what `from` quotes."))
            return None
    block, at = found
    key = task.one("right") if task.type != "numeric" else task.one("key")
    if task.type in ("cloze", "short_answer"):
        key = task.one("key")
    answer = key.value if key and said.name == "from" else ""
    return about.laid.proof(said.value, block, at, answer), block


def _body(task: WrittenTask, proof: Proof, block: Block, language: str) -> tuple[dict[str, Any], dict[int, str]]:
    """The fields of its type, and for each field that is an answer the raw answer that it is."""
    answers = {id(each): each.value for each in task.fields}
    key = task.one("key")
    match task.type, key:
        case "multiple_choice", _:
            shown = task.all("right", "wrong")
            answers |= {id(each): letter for each, letter in zip(shown, "abcdefgh", strict=False)}
            options = [{"option_id": answers[id(each)], "text": each.value} for each in shown]
            return {
                "options": options,
                "answer": next(answers[id(one)] for one in shown if one.name == "right"),
            }, answers
        case "numeric", Said(value=value):
            number = number_of(value)
            found = readings(value, language)
            tolerance = task.one("tolerance")
            return {
                "answer": value,
                "value": float(number) if number is not None else found[0][0] if found else value,
                "tolerance": tolerance.value if tolerance else 0,
                "unit": unit.value if (unit := task.one("unit")) else "",
            }, answers
        case "cloze", Said(value=value):
            return {"answer": value, "accepted": [each.value for each in task.all("also")]}, answers
        case "true_false", Said(value=value):
            yes, no = truths(language)
            words = {each.name: each.value for each in task.all("wrong", "right")}
            return {
                "question": _JUDGED.get(language, _JUDGED["en"]),
                "statement": task.question,
                "options": [{"option_id": "true", "text": yes}, {"option_id": "false", "text": no}],
                "answer": value,
                **words,
            }, answers
        case _, Said(value=value):
            points = [(each.value, block.text.find(each.value, proof.start)) for each in task.all("point")]
            spans = [{"text": text, "start": max(at, 0), "end": max(at, 0) + len(text)} for text, at in points]
            return {"answer": value, "key_points": spans}, answers
    raise AssertionError(task.type)


def _sums(task: WrittenTask, item: Item) -> Iterator[Fault]:
    """A sum comes out at the key, and of the options only one is that number."""
    said, key = task.one("works"), task.one("key", "right")
    assert key is not None
    value = number_of(key.value)
    if task.type == "multiple_choice" and value is not None:
        for each in task.all("wrong"):
            if number_of(each.value) == value:
                yield Fault(each.line, f"`{each.value}` is the same number as `{key.value}`, so it is right too.")
    if said is None:
        return
    try:
        result = worked_out(said.value)
    except NotArithmetic:
        yield Fault(said.line, f"`{said.value}` cannot be worked out.")
        return
    if isinstance(result, bool):
        wanted = key.value == "true" if task.type == "true_false" else True
        if result is not wanted:
            yield Fault(said.line, f"`{said.value}` is {str(result).lower()}; the key says otherwise.")
    elif value is None:
        yield Fault(said.line, f"`{said.value}` makes {result}, and the key `{key.value}` is no number.")
    elif result != value:
        yield Fault(said.line, f"`{said.value}` makes {result}, not `{key.value}`.")


def _said(error: Any) -> str:
    """A contract's complaint in a line: where, and what."""
    where = ".".join(str(part) for part in error["loc"] if part not in get_args(Item) and not _is_type(part))
    return f"{where or 'the task'}: {error['msg'].removeprefix('Value error, ')}."


def _is_type(part: object) -> bool:
    return part in TYPES
