"""The house on Apache Kafka as a person starts it: the whole job, and nothing is left behind."""

from pathlib import Path

import pytest

from tests.e2e.houses import assert_nothing_left, pensum


@pytest.mark.kafka
def test_the_demo_does_the_whole_job_on_apache_kafka_and_leaves_nothing(java: Path, data: Path) -> None:
    done = pensum("demo", "--kafka", "--exit", "--data", data)
    assert done.returncode == 0, done.stdout + done.stderr
    for words in ("Quiz: ", "Cards: ", "Graded: ", "Notes from the coach", "The next quiz: "):
        assert words in done.stdout
    assert_nothing_left(data)
