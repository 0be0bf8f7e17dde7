"""Seed 003, phase 1: a learner chooses subject, topic and subtopic, in a house that loaded the guidelines by itself."""

from pathlib import Path

import pytest

from tests.curriculum.made import guideline
from tests.e2e.houses import Up, pensum
from tests.standins.learners.learner import Json, Learner

pytestmark = pytest.mark.embedded
GRADE = {"country": "India", "board": "CBSE", "grade": 3}


def asked(house: Up, **said: object) -> Json:
    """What a learner is answered."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        answer = me.http.get("/curriculum", params={name: str(value) for name, value in said.items()})
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def test_the_seeds_three_calls_in_a_house(house: Up) -> None:
    subjects = asked(house, **GRADE)
    assert subjects.keys() == {"subjects"}
    assert {"English", "Mathematics"} <= set(subjects["subjects"])
    topics = asked(house, **GRADE, subject="Mathematics")
    assert topics.keys() == {"topics"}
    assert {"Fractions", "Multiplication"} <= set(topics["topics"])
    subtopics = asked(house, **GRADE, subject="Mathematics", topic="Fractions")
    assert subtopics.keys() == {"subtopics"}
    assert len(subtopics["subtopics"]) >= 2
    assert all(each.keys() == {"subtopic", "guideline_id"} for each in subtopics["subtopics"])


def test_another_country_has_another_curriculum(house: Up) -> None:
    assert asked(house, country="Norway", board="LK20", grade=5) == {"subjects": ["Matematikk"]}


def test_what_is_imported_into_a_running_house_can_be_chosen_at_once(house: Up, tmp_path: Path) -> None:
    file = tmp_path / "ebb.md"
    file.write_bytes(guideline())
    done = pensum("curriculum", "import", file, "--data", house.data)
    assert done.returncode == 0, done.stderr
    place = {"country": "Atlantis", "board": "Sea", "grade": 2}
    assert asked(house, **place) == {"subjects": ["Science"]}
    [subtopic] = asked(house, **place, subject="Science", topic="Tides")["subtopics"]
    assert subtopic["subtopic"] == "Ebb and flood"
