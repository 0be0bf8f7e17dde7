"""The codes that the services name are the catalogue's, and no sentence of refusals and problems is left over."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

import services
from contracts.message import Phrase
from contracts.problems import PLAIN, TABLE, Code, as_data, contract_problem, plain
from contracts.session import QuizRequested
from services.chassis.model import failures
from services.chassis.model.failures import ModelError
from services.orchestrator.workflow.stages import Kind
from services.text.catalogue import counted, subjects
from services.text.catalogue.phrases import rendered

SOURCES = {path: path.read_text(encoding="utf-8") for path in Path(services.__file__).parent.rglob("*.py")}
# `Phrase.of("notes.struggle", ...)`, and what names a subject's sentence by a second argument.
WHOLE = re.compile(rf'"((?:{"|".join(sorted(subjects()))})\.\w+)"')
NAMED = {
    "refusals": re.compile(r'\brefused\(\s*[\w".]+,\s*"(\w+)"'),
    "problems": re.compile(r'\b(?:failed|told)\(\s*Code\.\w+,\s*"(\w+)"'),
    "requests": re.compile(r'\bbroken\([^"\n]*(?:"[^"\n]*"[^"\n]*)?,\s*"(\w+)"(?:\)|, \w+=| if )'),
}


def test_each_code_that_is_named_stands_in_the_catalogue() -> None:
    named = {code for text in SOURCES.values() for code in WHOLE.findall(text)}
    known = {f"{subject}.{name}" for subject in subjects() for name in counted(subject)["en"]}
    assert len(named) > 15
    beginnings = {code for code in named if code.endswith("_") and any(name.startswith(code) for name in known)}
    assert named - known - beginnings == set()


@pytest.mark.parametrize("subject", NAMED)
def test_each_sentence_that_is_named_stands_in_the_catalogue(subject: str) -> None:
    named = {name for text in SOURCES.values() for name in NAMED[subject].findall(text)}
    assert named - counted(subject)["en"].keys() == set()


@pytest.mark.parametrize("subject", NAMED)
def test_each_sentence_of_the_catalogue_is_named_somewhere(subject: str) -> None:
    text = "\n".join(SOURCES.values())
    known = {*PLAIN, "at"} if subject == "requests" else set[str]()
    names = [name for name in counted(subject)["en"] if not name.startswith("locked_") and name not in known]
    unnamed = [name for name in names if not re.search(rf'["._]{name.removesuffix("_at")}"', text)]
    # How an item was removed is its code.
    assert set(unnamed) <= {"deleted", "retracted", "replaced", "options", "prompts"}


def test_titles_and_actions_are_those_of_the_table_of_problems() -> None:
    titles, actions = counted("problem_titles")["en"], counted("problem_actions")["en"]
    assert {code: (titles[code][0], actions[code][0]) for code in titles} == {
        str(code): (title, action) for code, (_, title, action) in TABLE.items()
    }
    assert titles.keys() == actions.keys()


NOBODY_READS = {
    "coach/drafts/order.py": "the gateway refuses such an order before",
    "coach/embedding/handler.py": "a search goes on without vectors",
    "coach/lessons/executor.py": "a command that the house does not write",
    "coach/lessons/planner.py": "a command that the house does not write",
    "coach/tutor/handler.py": "a command that the house does not write",
    "console/study/course.py": "the console speaks English",
    "evaluator/grading/grade.py": "the gateway refuses such answers before",
}
"""Where a problem has no phrase, and why no learner misses it."""


def test_each_problem_that_a_learner_can_meet_is_a_phrase() -> None:
    """Whoever makes one by hand gives its sentence as data too; `failed`, `told` and `broken` do."""
    found = set()
    for path, text in SOURCES.items():
        for call in ast.walk(ast.parse(text)):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.args):
                continue
            if call.func.id in ("failure", "problem") and "phrase" not in {each.arg for each in call.keywords}:
                found.add(path.relative_to(Path(services.__file__).parent).as_posix())
    assert found == NOBODY_READS.keys()


@pytest.mark.parametrize("error", [ModelError, *ModelError.__subclasses__(), *failures.UpstreamFailed.__subclasses__()])
@pytest.mark.parametrize("language", ["en", "no", "de"])
def test_how_a_model_fails_is_told_in_each_language(error: type[ModelError], language: str) -> None:
    told = failures.told(error("for the log"))
    assert told.phrase
    assert rendered(told.phrase, "en") == told.detail
    assert (rendered(told.phrase, language) == told.detail) is (language == "en")


def test_every_step_is_named_in_words() -> None:
    assert counted("steps")["en"].keys() == set(get_args(Kind))


def test_what_breaks_a_contract_is_said_alike_by_contracts_and_catalogue() -> None:
    words = {name: said for name, (said, _) in counted("requests")["en"].items()}
    assert {name: words[name] for name in PLAIN} == PLAIN


@pytest.mark.parametrize(
    ("kind", "limits", "german"),
    [
        ("string_too_long", {"max_length": 40}, "darf höchstens 40 Zeichen haben"),
        ("greater_than_equal", {"ge": 0}, "darf nicht negativ sein"),
        ("greater_than_equal", {"ge": 0.5}, "muss mindestens 0.5 sein"),
        ("string_too_short", {"min_length": 1}, "darf nicht leer sein"),
        ("string_pattern_mismatch", {"pattern": r"^[^\x00]*$"}, "darf das Zeichen U+0000 nicht enthalten"),
        ("of_another_kind", {}, "as Pydantic has it"),
    ],
)
def test_a_limit_that_is_broken_is_told_in_the_readers_language(
    kind: str, limits: dict[str, float], german: str
) -> None:
    said = as_data(kind, limits, "as Pydantic has it")
    english, told = (rendered(said, "en"), rendered(said, "de")) if isinstance(said, Phrase) else (said, said)
    assert (english, told) == (plain(kind, limits, "as Pydantic has it"), german)


def test_a_broken_contract_is_data_too() -> None:
    with pytest.raises(ValidationError) as caught:
        QuizRequested.model_validate_json('{"practice": "due", "exam": "yes", "more": 1}', strict=True)
    told = contract_problem(caught.value)
    assert told.code == Code.CONTRACT_BROKEN
    assert told.phrase
    assert rendered(told.phrase, "en") == told.detail
    assert "exam: must be true or false" in told.detail
    assert "exam: muss true oder false sein" in rendered(told.phrase, "de")
