"""M13 and M14 on a file of graded answers: how it is read, and what is computed."""

import json
from pathlib import Path

import pytest

from tests.measuring.learn.graded import Unfit, measured, pearson, read
from tests.measuring.learn.learn import main

HEAD = "question,model_answer,answer,grade\n"
ROWS: list[tuple[str, str, str, float]] = [
    ("Why does such land sink?", "The dry peat rots away.", "because the dry peat rots away", 5),
    ("Why does such land sink?", "The dry peat rots away.", "the peat rots when it is dry, away it goes", 5),
    ("Why does such land sink?", "The dry peat rots away.", "something with peat", 2),
    ("Why does such land sink?", "The dry peat rots away.", "people walk on it", 0),
]


def file_of(folder: Path, rows: list[tuple[str, str, str, float]], name: str = "graded.jsonl") -> Path:
    path = folder / name
    if name.endswith(".csv"):
        path.write_text(HEAD + "".join(f'"{q}","{m}","{a}",{g}\n' for q, m, a, g in rows), encoding="utf-8")
    else:
        names = ("question", "reference", "student_answer", "score")
        path.write_text("\n".join(json.dumps(dict(zip(names, row, strict=True))) for row in rows), encoding="utf-8")
    return path


def test_agreement_precision_and_coverage_are_computed(tmp_path: Path) -> None:
    found = measured(read(file_of(tmp_path, ROWS)))
    assert (found.answers, found.precision, found.coverage) == (4, 1, 0.5)
    assert found.pearson is not None
    assert found.pearson > 0.9
    assert found.rmse < 1


def test_an_accepted_answer_that_people_would_not_accept_costs_precision(tmp_path: Path) -> None:
    wrong = (*ROWS[0][:3], 1)
    assert measured(read(file_of(tmp_path, [*ROWS, wrong]))).precision == pytest.approx(2 / 3)


@pytest.mark.parametrize("name", ["graded.csv", "graded.jsonl"])
def test_both_forms_and_both_scales_give_the_same(tmp_path: Path, name: str) -> None:
    small = [(q, m, a, g / 5) for q, m, a, g in ROWS]
    assert measured(read(file_of(tmp_path, small, name))) == measured(read(file_of(tmp_path, ROWS)))


def test_key_points_of_their_own_and_several_people(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("question,model_answer,key_points,answer,grade_1,grade_2\nWhy?,A b c.,sand|mud,sand,2,4\n")
    (row,) = read(path)
    assert [point.text for point in row.item.key_points] == ["sand", "mud"]
    assert row.grade == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD, "no row"),
        (HEAD + "Why?,A b.,so,six\n", "row 1: grade: no number"),
        (HEAD + "Why?,A b.,so,6\n", "row 1: grade: not from 0 to 5"),
        (HEAD + "Why?,,so,3\n", "row 1: model_answer: missing"),
    ],
)
def test_a_file_that_is_no_such_thing_is_named(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unfit, match=says):
        read(path)


def test_correlation_knows_its_sign_and_its_limits() -> None:
    assert pearson([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert pearson([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert pearson([1, 1], [1, 2]) is None


def test_the_verb_prints_both_and_ends_with_what_is_missed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--graded", str(file_of(tmp_path, ROWS))]) == 0
    assert "M14: precision of what is accepted | 1.000" in capsys.readouterr().out
    assert main(["--graded", str(file_of(tmp_path, [(*ROWS[0][:3], 0), ROWS[3], (*ROWS[0][:3], 0), ROWS[2]]))]) == 1
    assert main(["--graded", str(tmp_path / "none.csv")]) == 2
