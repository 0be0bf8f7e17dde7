"""The codes that the services name are the catalogue's, and no sentence of refusals and problems is left over."""

import re
from pathlib import Path

import pytest

import services
from contracts.problems import TABLE
from services.text.catalogue import counted, subjects

SOURCES = {path: path.read_text(encoding="utf-8") for path in Path(services.__file__).parent.rglob("*.py")}
# `Phrase.of("notes.struggle", ...)`, and what names a subject's sentence by a second argument.
WHOLE = re.compile(rf'"((?:{"|".join(sorted(subjects()))})\.\w+)"')
NAMED = {
    "refusals": re.compile(r'\brefused\(\s*[\w".]+,\s*"(\w+)"'),
    "problems": re.compile(r'\b(?:failed|told)\(\s*Code\.\w+,\s*"(\w+)"'),
}


def test_each_code_that_is_named_stands_in_the_catalogue() -> None:
    named = {code for text in SOURCES.values() for code in WHOLE.findall(text)}
    known = {f"{subject}.{name}" for subject in subjects() for name in counted(subject)["en"]}
    assert len(named) > 15
    assert named - known == set()


@pytest.mark.parametrize("subject", NAMED)
def test_each_sentence_that_is_named_stands_in_the_catalogue(subject: str) -> None:
    named = {name for text in SOURCES.values() for name in NAMED[subject].findall(text)}
    assert named - counted(subject)["en"].keys() == set()


@pytest.mark.parametrize("subject", NAMED)
def test_each_sentence_of_the_catalogue_is_named_somewhere(subject: str) -> None:
    text = "\n".join(SOURCES.values())
    names = [name for name in counted(subject)["en"] if not name.startswith("locked_")]
    unnamed = [name for name in names if not re.search(rf'["._]{name.removesuffix("_at")}"', text)]
    # How an item was removed is its code.
    assert set(unnamed) <= {"deleted", "retracted", "replaced", "options", "prompts"}


def test_titles_and_actions_are_those_of_the_table_of_problems() -> None:
    titles, actions = counted("problem_titles")["en"], counted("problem_actions")["en"]
    assert {code: (titles[code][0], actions[code][0]) for code in titles} == {
        str(code): (title, action) for code, (_, title, action) in TABLE.items()
    }
    assert titles.keys() == actions.keys()
