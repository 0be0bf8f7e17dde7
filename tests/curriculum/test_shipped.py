"""The guidelines that come with Pensum: each holds, and nothing is wired to one country or subject."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import services.curriculum
from contracts.items import MultipleChoice
from services.curriculum.arithmetic import worked_out
from services.curriculum.guideline import Guideline
from services.curriculum.reading import LEAST_TASKS, read
from services.curriculum.shipped import shipped
from services.curriculum.written import LEAST_WORDS, MOST_WORDS
from services.evaluator.validation.tasks import faults_of_tasks

FILES = sorted((Path(services.curriculum.__file__).parent / "guidelines").glob("*.md"))
WORD = re.compile(r"\w+")
# "Six twos are twelve" is for the eye; what is written in figures is worked out.
LEANING = re.compile(r"(?:It|Its|They|Then|So|This|These|He|She|Den|Det|De|Da|Derfor|Dette|Disse)\b")
# What a hint must not point to, for nobody may have told it yet: an example, and who is in it.
POINTING = re.compile(r"\b(?:in the (?:example|lesson|story)|the example|eksempelet|i timen)\b", re.IGNORECASE)
NAME = re.compile(r"(?<=[a-zæøå,;:] )[A-ZÆØÅ][a-zæøå]+")
SUM = re.compile(r"\d+(?: [+−×÷] \d+)+ = \d+")


@pytest.fixture(scope="module", params=FILES, ids=lambda file: file.stem)
def guideline(request: pytest.FixtureRequest) -> Guideline:
    return read(request.param.read_bytes())


def test_there_are_six_for_one_grade_over_two_subjects_and_one_for_another_country() -> None:
    places = [each.place for each in shipped()]
    grade = [place for place in places if (place.country, place.board, place.grade) == ("India", "CBSE", 3)]
    assert len(grade) >= 6
    assert len({place.subject for place in grade}) >= 2
    assert {"Fractions", "Multiplication"} <= {place.topic for place in grade}
    assert {place.country for place in places} > {"India"}


def test_all_files_are_shipped() -> None:
    assert len(shipped()) == len({each.guideline_id for each in shipped()}) == len(FILES)


def test_the_evaluator_refuses_none_of_its_tasks(guideline: Guideline) -> None:
    assert faults_of_tasks(guideline) == []


def test_it_has_what_a_guideline_must_have(guideline: Guideline) -> None:
    assert LEAST_WORDS <= len(WORD.findall(guideline.teacher)) <= MOST_WORDS
    assert 2 <= len(guideline.objectives) <= 4
    assert all(objective.tasks >= LEAST_TASKS for objective in guideline.objectives)
    for objective in guideline.objectives:
        assert objective.goal.startswith(("You ", "Du ")), objective.goal
        assert objective.goal != objective.text
    assert all(len(item.hints) >= 2 for item in guideline.material.items)
    assert len({item.type for item in guideline.material.items}) >= 3


def test_each_misconception_is_shown_by_some_wrong_answer(guideline: Guideline) -> None:
    assert {each.id for each in guideline.misconceptions if not each.shown_by} == set()


def test_the_right_option_is_not_always_at_the_same_place(guideline: Guideline) -> None:
    places = Counter(item.answer for item in guideline.material.items if isinstance(item, MultipleChoice))
    assert len(places) > 1
    assert max(places.values()) <= sum(places.values()) * 2 / 3


def test_every_sum_that_is_written_out_is_right(guideline: Guideline) -> None:
    texts = [block.text for block in guideline.material.blocks]
    for item in guideline.material.items:
        texts += [item.question, *item.hints, *(each.sentence for each in item.explanations)]
    sums = [found for text in texts for found in SUM.findall(text)]
    assert [found for found in sums if worked_out(found) is not True] == []


def test_no_quote_leans_on_a_sentence_that_is_not_quoted(guideline: Guideline) -> None:
    leaning = [item.proof.quote for item in guideline.material.items if LEANING.match(item.proof.quote)]
    assert leaning == []


def test_no_hint_points_to_what_the_learner_may_not_have_been_told(guideline: Guideline) -> None:
    told = " ".join(block.text for block in guideline.material.blocks)
    for item in guideline.material.items:
        shown = " ".join(
            [item.question, getattr(item, "statement", ""), *(each.text for each in getattr(item, "options", ()))]
        )
        for hint in item.hints:
            assert not POINTING.search(hint), hint
            bare = re.sub(r"\"[^\"]*\"|«[^»]*»", "", hint)
            assert [name for name in NAME.findall(bare) if name in told and name not in shown] == [], hint


def test_a_sum_that_is_wrong_would_be_found() -> None:
    assert [found for found in SUM.findall("So 6 × 4 = 25, and 2 + 2 + 2 = 6.") if worked_out(found) is not True] == [
        "6 × 4 = 25"
    ]


def test_no_explanation_is_long_winded(guideline: Guideline) -> None:
    for block, after in pairwise(guideline.material.blocks):
        assert len(WORD.findall(block.text)) <= 90, block.text
        assert not (block.kind == "heading" and after.kind == "heading" and block.level == after.level)
