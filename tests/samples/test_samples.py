"""The bundled samples are what their texts say."""

from pathlib import Path

import pytest

from tests.samples.make_samples import HERE, NAMES, SAMPLES, make


@pytest.mark.parametrize("name", NAMES)
def test_making_a_sample_again_gives_equal_bytes(name: str) -> None:
    data = make((HERE / f"{name}.md").read_text(encoding="utf-8"))
    assert (SAMPLES / f"{name}.pdf").read_bytes() == data
    assert len(data) < 60_000


def test_nothing_else_is_bundled() -> None:
    assert {path.stem for path in Path(SAMPLES).glob("*.pdf")} == set(NAMES)
