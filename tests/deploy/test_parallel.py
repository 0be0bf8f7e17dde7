"""Tests that share a house run one after the other in one process, whatever runs beside them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import parallel


@pytest.mark.parametrize(
    ("test", "unit"),
    [
        ("e2e/house/test_happy_path.py::test_happy_path", "kafka_house"),
        ("e2e/faults/test_kills.py::test_without_a_wish_nobody_dies", "mortal"),
        ("e2e/faults/test_kills.py::test_on_apache_kafka_a_killed_service_goes_on[reader-received]", "kafka_house"),
        ("e2e/faults/test_wipe.py::test_answers_of_a_worker_that_are_lost_come_from_its_memo", "mortal"),
        ("e2e/model/test_model_rounds.py::test_what_the_evaluator_refuses_is_ordered_again_with_its_reasons", "school"),
        ("e2e/reading/test_pictures.py::test_a_page_is_a_png_of_the_width_that_is_asked_for", "house"),
        ("page/test_walk.py::test_a_learner_walks_from_the_file_to_the_second_quiz", "house"),
        ("page/quizzes/test_practice_walk.py::test_a_test_first_finds_what_is_missing_underneath", "house"),
        ("e2e/seeds/test_seed_000.py::test_session_state_begins_with_the_seeds_defaults", "house"),
        ("e2e/reading/test_long_scan.py::test_a_killed_reader_costs_one_range", "e2e/reading/test_long_scan.py"),
        ("page/test_views.py::test_anything[:://x]", "page/test_views.py"),
        ("gone.py::test_anything", "gone.py"),
    ],
)
def test_a_test_belongs_to_the_house_that_it_or_its_files_fixtures_ask_for(test: str, unit: str) -> None:
    assert parallel.unit(f"tests/{test}") == unit


def test_a_unit_stays_in_one_process(tmp_path: Path) -> None:
    """Two units of two files each and one of a single file, on two processes: xdist obeys."""
    folder, ran = tmp_path / "tests" / "e2e", tmp_path / "ran"
    folder.mkdir(parents=True)
    shutil.copy(parallel.__file__, tmp_path / "tests")
    (folder / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef mortal(): pass\n@pytest.fixture\ndef school(): pass\n"
    )
    (tmp_path / "conftest.py").write_text(
        "import sys; sys.path.insert(0, 'tests'); import parallel\n"
        "def pytest_collection_modifyitems(items): parallel.in_order(items)\n"
        "def pytest_xdist_make_scheduler(config, log): return parallel.scheduler(config, log)\n"
    )
    files = {"one": "mortal", "two": "school", "three": "mortal", "four": "school", "five": "tmp_path"}
    for name, asks in files.items():
        (folder / f"test_{name}.py").write_text(
            "import os, pytest\n@pytest.mark.parametrize('n', range(6))\n"
            f"def test_it(n: int, {asks}: object) -> None:\n"
            f"    with open({str(ran)!r}, 'a') as file: print({asks!r}, os.getpid(), file=file)\n"
        )
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout
    places: dict[str, set[str]] = {}
    for line in ran.read_text().splitlines():
        asks, process = line.split()
        places.setdefault(asks, set()).add(process)
    assert {asks: len(processes) for asks, processes in places.items()} == {"mortal": 1, "school": 1, "tmp_path": 1}
    assert len(set().union(*places.values())) == 2
