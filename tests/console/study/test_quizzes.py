"""`pensum quiz`: what is said before anything is asked, and what a round and its end look like on the terminal."""

from pathlib import Path
from typing import Any

import pytest

from services.console.study import rounds
from services.console.study.quizzes import Aim, take

SESSION = "11111111-1111-4111-8111-111111111111"


def learner(**more: Any) -> dict[str, Any]:
    return {
        "phase": "QUIZ_ACTIVE",
        "cycle_quiz": SESSION,
        "current_topic": "spring tide",
        "learning_cycle_count": 2,
        "max_cycles": 5,
        "mastery_threshold": 0.85,
        "explanation": "A spring tide is large.",
        "examples_provided": [],
        "learner_level": "unknown",
        "prerequisite_gaps": [],
        "recommendations": [],
        "concepts": [],
        "error_patterns": [],
        **more,
    }


def concept(**more: Any) -> dict[str, Any]:
    return {
        "concept": "tide",
        "answers": 4,
        "score": 0.998,
        "mastered": False,
        "decided": False,
        "answers_needed": 1,
    } | more


def asked(session: str, data: Path) -> int:
    return take(session, None, mistakes=False, url=None, token=None, data=data, timeout=1)


def test_what_is_no_sessions_id_is_said_without_asking_anybody(tmp_path: Path, capsys: Any) -> None:
    assert asked("../../etc", tmp_path) == 1
    assert "“../../etc” is no session's id." in capsys.readouterr().err


def test_where_no_house_has_ever_run_none_is_begun(tmp_path: Path, capsys: Any) -> None:
    nowhere = tmp_path / "nowhere"
    assert asked(SESSION, nowhere) == 1
    assert "No house has ever run on" in capsys.readouterr().err
    assert not nowhere.exists()


@pytest.mark.parametrize(
    ("aim", "view", "goes_on"),
    [
        (Aim(), learner(), True),
        (Aim("Spring Tide "), learner(), True),
        (Aim("neap tide"), learner(), False),
        (Aim(), learner(phase="", learning_cycle_count=0), True),
        (Aim(), learner(phase="MASTERED", cycle_quiz=None), False),
    ],
)
def test_a_cycle_under_way_goes_on_unless_another_topic_is_named(aim: Aim, view: dict[str, Any], goes_on: bool) -> None:
    assert aim.goes_on(view) is goes_on


def test_each_round_has_its_heading_and_the_same_explanation_stands_once(capsys: Any) -> None:
    told = rounds.began(learner(), "")
    assert capsys.readouterr().out.count("A spring tide is large.") == 1
    assert rounds.began(learner(learning_cycle_count=3), told) == told
    said = capsys.readouterr().out
    assert "Cycle 3 of 5: spring tide" in said
    assert "A spring tide is large." not in said


def test_the_test_before_the_first_round_is_announced_and_what_it_showed_is_told(capsys: Any) -> None:
    rounds.began(learner(phase="", learning_cycle_count=0), "")
    assert "First a test" in capsys.readouterr().out
    rounds.tested(learner(learner_level="advanced", prerequisite_gaps=["moon"], recommendations=["Read page 2."]))
    said = capsys.readouterr().out
    assert "Missing underneath: moon. Your level: advanced." in said
    assert "- Read page 2." in said


def test_where_one_stands_is_one_figure_never_rounded_up_and_what_is_missing(capsys: Any) -> None:
    missed = concept(concept="ebb", score=0.002, decided=True, answers_needed=12)
    rounds.stands(learner(concepts=[concept(), missed]))
    said = [" ".join(one.split()) for one in capsys.readouterr().out.splitlines()]
    assert "99% tide one more right answer (repeated questions may count less)" in said
    assert "0% ebb up to 12 more right answers (repeated questions may count less)" in said
