"""Data folders for whole houses: short of path, and enterable by the user to whom root hands Postgres."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.samples.make_samples import lesson
from tests.e2e.corpus import THERE
from tests.e2e.dying import Mortal
from tests.e2e.houses import Up, assert_nothing_left
from tests.e2e.school import Class, opened
from tests.standins.learners.classmates import Classroom
from tests.standins.learners.learner import Learner

FOCUS = ["cochlea", "retina", "insulin", "hormone", "nucleus"]
collect_ignore = [] if THERE else ["reading/test_corpus.py"]


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder that does not exist yet."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    yield around / "data"
    shutil.rmtree(around)


@pytest.fixture(scope="module")
def up() -> Iterator[Up]:
    """One house for all tests of a file."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    with Up(around / "data") as house:
        yield house
    shutil.rmtree(around)


@pytest.fixture(scope="session")
def mortal() -> Iterator[Mortal]:
    """One house for all tests that kill what is in it."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    wish = around / "kill"
    with Up(around / "data", env={"PENSUM_KILL_AT": str(wish)}) as up:
        yield Mortal(up, wish)
    assert_nothing_left(around)
    shutil.rmtree(around)


@pytest.fixture(scope="session")
def room(house: Up) -> Iterator[Classroom]:
    """A course of that house which is open to a class, with a quiz of every type of item."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        found = Classroom(me, lesson("human-body.en"), focusAreas=FOCUS, numQuizQuestions=12, numFlashcards=5)
        found.share()
        yield found


@pytest.fixture(scope="session")
def school() -> Iterator[Class]:
    """One house with a model, of which everybody has asked something."""
    with opened() as found:
        yield found
