"""What of a text gets a vector, how it is kept, and which are near."""

from math import cos, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as some

from contracts.documents import Block
from services.search.vectors import (
    MOST_SAID,
    TOGETHER,
    Window,
    kept,
    likeness,
    near,
    packed,
    said_of,
    sketch,
    windows_of,
)
from services.text.splitting import spans_of

numbers = some.floats(-1e6, 1e6, allow_nan=False)
directions = some.lists(numbers, min_size=8, max_size=8).filter(lambda each: max(map(abs, each)) > 1e-3)


def cosine(one: list[float], other: list[float]) -> float:
    def product(a: list[float], b: list[float]) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))

    return product(one, other) / sqrt(product(one, one) * product(other, other))


@given(directions, directions)
def test_directions_are_compared_as_they_are_but_for_a_hundredth(one: list[float], other: list[float]) -> None:
    [found] = likeness(kept(packed(one)), [kept(packed(other))])
    assert found == pytest.approx(cosine(one, other), abs=0.03)


@given(directions)
def test_a_sketch_has_a_bit_for_each_dimension(one: list[float]) -> None:
    signs = sketch(kept(packed(one)))
    assert len(signs) == len(one)
    for sign, value in zip(signs, one, strict=True):
        assert sign == "0" or value > 0


@given(some.lists(some.text("abc ", min_size=1, max_size=400), max_size=12))
def test_each_sentence_is_in_one_window_and_no_window_is_long(sentences: list[str]) -> None:
    block = Block(block_id="b", text=" ".join(f"Word {each.strip()}." for each in sentences) or "x")
    windows = list(windows_of(block))
    for start, end in spans_of(block.text):
        assert sum(window.start <= start and end <= window.end for window in windows) == 1
    for window in windows:
        inside = [span for span in spans_of(block.text) if window.start <= span[0] and span[1] <= window.end]
        assert 1 <= len(inside) <= TOGETHER


def test_a_window_is_said_under_its_heading_and_cut_where_it_is_too_long() -> None:
    block = Block(block_id="b", text="It cools them. " + "so " * 2_000)
    assert said_of(block, Window(0, 14), "Leaves") == "Leaves\nIt cools them."
    assert said_of(block, Window(0, 14), "") == "It cools them."
    assert len(said_of(block, Window(0, len(block.text)), "Leaves")) == MOST_SAID


def test_near_is_what_stands_out() -> None:
    assert near([]) == []
    assert near([0.81, 0.8, 0.95, 0.79, 0.93]) == [2, 4]
    assert near([0.5, 0.5]) == [0, 1]
    assert near([cos(0.1)]) == [0]
