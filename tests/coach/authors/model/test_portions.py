"""A long document goes to a model in portions: nothing doubled, the worthiest first, the order shared out exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.coach.authors.model.portions import portions
from services.coach.drafts.order import order_of
from tests.coach.orders import CELL_TERMS, CELLS, order


def test_a_short_document_is_one_portion() -> None:
    (only,) = portions(order_of(order(questions=7, cards=3)), 100_000, 4)
    assert (len(only.blocks), only.questions, only.flashcards) == (len(CELLS), 7, 3)


def test_a_portion_with_the_focus_area_comes_first() -> None:
    cut = portions(order_of(order(questions=4, cards=4, focusAreas=["diffusion"])), 500, 3)
    assert any("diffusion" in block.text.casefold() for block in cut[0].blocks)
    assert any(concept.focus for concept in cut[0].concepts)
    assert len(cut) == 3


@pytest.mark.parametrize("room", [10, 60, min(map(len, CELLS)), 400])
def test_a_block_that_is_too_long_is_cut_and_nothing_of_it_is_lost(room: int) -> None:
    read = order_of(order(questions=50))
    shown = [block for portion in portions(read, room, 500) for block in portion.blocks]
    whole = {block.block_id: block.text for block in read.blocks}
    assert all(len(block.text) <= room and block.text in whole[block.block_id] for block in shown)
    if room >= 100:  # else there are more portions than questions to share out
        assert sum(len(block.text) for block in shown) == sum(map(len, whole.values()))


def test_it_is_cut_between_sentences() -> None:
    read = order_of(order(CELLS[:1], CELL_TERMS[:1]))
    pieces = [block.text for portion in portions(read, 120, 9) for block in portion.blocks]
    assert len(pieces) == 2
    assert sorted("".join(pieces)) == sorted(CELLS[0])
    assert all(piece.rstrip().endswith(".") for piece in pieces)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(200, 3000), st.integers(1, 6))
def test_shares_add_up_and_no_block_is_shown_twice(questions: int, cards: int, room: int, most: int) -> None:
    found = portions(order_of(order(questions=max(1, questions), cards=cards)), room, most)
    assert len(found) <= most
    shown = [(block.block_id, block.text) for portion in found for block in portion.blocks]
    assert len(shown) == len(set(shown))
    assert all(sum(len(block.text) for block in portion.blocks) <= room for portion in found)
    if found:
        assert sum(portion.questions for portion in found) == max(1, questions)
        assert sum(portion.flashcards for portion in found) == cards
