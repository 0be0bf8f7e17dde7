"""The front matter of a guideline: what it is about, in YAML."""

import re
from collections.abc import Sequence

import yaml

from services.curriculum.guideline import Fault, Place
from services.text.languages import code_of

FIELDS = ("country", "board", "grade", "subject", "topic", "subtopic", "language", "title")
_LONGEST = 200
_GRADES = range(1, 14)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]+)?")


def front_matter(lines: Sequence[str], faults: list[Fault]) -> tuple[dict[str, str], int]:
    """The fields as text, and the number of the line after the front matter; what is wrong is added to the faults."""
    if not lines or lines[0].strip() != "---":
        faults.append(Fault(1, "The file does not begin with front matter between two lines `---`."))
        return {}, 0
    end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
    if end is None:
        faults.append(Fault(1, "The front matter has no end: a second line `---`."))
        return {}, len(lines)
    found, where = _fields("\n".join(lines[1:end]), faults)
    for name in FIELDS:
        if not found.get(name) and name not in where:
            faults.append(Fault(1, f"The front matter has no `{name}`."))
    for name, value in found.items():
        if complaint := _complaint(name, value):
            faults.append(Fault(where[name], complaint))
    return found, end + 1


def place_of(fields: dict[str, str]) -> Place:
    """The place that whole front matter names."""
    names = {name: " ".join(fields[name].split()) for name in ("country", "board", "subject", "topic", "subtopic")}
    return Place(grade=int(fields["grade"]), **names)


def language_of(fields: dict[str, str]) -> str:
    """The language's code as the house has it: "nb" is "no"."""
    return code_of(fields["language"])


def _fields(text: str, faults: list[Fault]) -> tuple[dict[str, str], dict[str, int]]:
    """Each value as the text that stands there: what YAML makes of `no` or `3` is not meant."""
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        faults.append(Fault(mark.line + 2 if mark else 1, f"The front matter is no YAML: {error.problem}."))
        return {}, dict.fromkeys(FIELDS, 1)
    if not isinstance(node, yaml.MappingNode):
        faults.append(Fault(2, "The front matter is no list of `name: value`."))
        return {}, dict.fromkeys(FIELDS, 1)
    found, where = dict[str, str](), dict[str, int]()
    for key, value in node.value:
        name, line = str(key.value), key.start_mark.line + 2
        if name not in FIELDS:
            faults.append(Fault(line, f"The front matter knows no `{name}`; it has {', '.join(FIELDS)}."))
        elif name in where:
            faults.append(Fault(line, f"`{name}` stands in the front matter twice."))
        elif not isinstance(value, yaml.ScalarNode):
            faults.append(Fault(line, f"`{name}` is no plain text."))
        else:
            found[name] = str(value.value).strip()
        where.setdefault(name, line)
    return found, where


def _complaint(name: str, value: str) -> str:
    if not value:
        return f"`{name}` is empty."
    if len(value) > _LONGEST:
        return f"`{name}` is longer than {_LONGEST} characters."
    if name == "grade" and not (value.isascii() and value.isdigit() and int(value) in _GRADES):
        return f"`grade` is a number from {_GRADES[0]} to {_GRADES[-1]}, not `{value}`."
    if name == "language" and not _LANGUAGE.fullmatch(value):
        return f"`language` is a code such as `en` or `no`, not `{value}`."
    return ""
