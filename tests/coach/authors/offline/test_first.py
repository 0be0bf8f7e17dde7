"""The first drafts, for whoever waits."""

import time
from dataclasses import replace

from services.coach.authors.offline.author import first_from, written_from
from services.coach.drafts.draft import Gap, OneOf
from services.coach.drafts.order import Concept
from services.text.words import stems_of
from tests.coach.authors.offline.by_hand import order_about
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS


def test_the_first_drafts_are_among_all_and_stand_alone() -> None:
    for texts, terms, language in ((CELLS, CELL_TERMS, "en"), (CELLER, CELLE_TERMER, "no")):
        read = order_about(texts, [name for name, _ in terms], language)
        first, written = first_from(read), written_from(read)
        assert len({draft.concept for draft in first}) >= 3
        assert all(draft in written.quiz for draft in first)
        assert all(isinstance(draft.shape, OneOf | Gap) and not draft.doubt for draft in first)


def test_a_long_document_costs_little_for_the_first() -> None:
    read = order_about(CELLS, [name for name, _ in CELL_TERMS])
    blocks = [
        block.model_copy(
            update={
                "block_id": f"{block.block_id}x{n}",
                "text": f"Copy {n} says otherwise than before. Rain fell all day.",
            }
        )
        for n in range(60)
        for block in read.blocks
    ]
    more = [Concept(f"word{n}", stems_of(f"word{n}", "en"), 2, False) for n in range(60)]
    long = replace(read, blocks=[*read.blocks, *blocks], concepts=[*read.concepts, *more])
    written_from(long)  # what is kept of sentences is there for both
    started = time.process_time()
    assert first_from(long)
    first = time.process_time() - started
    started = time.process_time()
    written_from(long)
    assert first < time.process_time() - started


def test_without_concepts_there_is_no_first() -> None:
    assert first_from(order_about(["Rain fell on the roofs all day long."], [])) == []
