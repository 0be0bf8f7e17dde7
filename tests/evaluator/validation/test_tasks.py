"""The tasks of a guideline are held as any item is; what follows from a sentence need not stand in it."""

import pytest

from services.curriculum.reading import read
from services.evaluator.validation.tasks import faults_of_tasks
from tests.curriculum.made import changed, guideline, line_of


def told(content: bytes) -> list[tuple[int, str]]:
    return [(fault.line, fault.sentence) for fault in faults_of_tasks(read(content))]


def test_good_tasks_are_not_refused() -> None:
    assert told(guideline()) == []


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("follows from: It lasts about 6 hours.", "from: It lasts about 6 hours.", "2. numeric", "does not stand"),
        ("hint: Add the time to itself.", "hint: It is twelve, or 12.", "2. numeric", "gives the answer away"),
        ("- shows: 8 [", "- shows: 12.0 [", "2. numeric", "graded as right, so it shows nothing"),
        ("- shows: moon [", "- shows: the mud [", "3. cloze", "graded as right, so it shows nothing"),
        ("3. cloze, hard: Ebb uncovers the ____.", "3. cloze, hard: Ebb uncovers it.", "3. cloze", "____"),
        ("- wrong: the moon [", "- wrong: ebb [", "1. multiple", "too"),
        ("- wrong: midnight", "- wrong: Noon.", "8. multiple", "read the same"),
    ],
)
def test_a_task_that_is_refused_names_its_line(old: str, new: str, at: str, says: str) -> None:
    content = changed(old, new)
    found = told(content)
    assert found
    assert {line for line, _ in found} == {line_of(at, content)}
    assert any(says in sentence for _, sentence in found), found


def test_what_follows_from_a_sentence_is_held_against_all_other_rules() -> None:
    content = changed("follows from: It lasts about 6 hours.", "follows from: Ebb uncovers the mud.")
    assert told(content) == []
    told_it = content.replace(b"How many hours do 2 such times", b"How many of 12 hours do 2 such times")
    assert any("tells its own answer" in sentence for _, sentence in told(told_it))
