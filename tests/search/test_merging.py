"""What words have found and what is near, in one order."""

from collections.abc import Sequence
from typing import Any

from contracts.documents import Block
from services.search.merging import MOST_NEAR, Near, joined, nearest
from services.search.passages import places_of
from services.search.ranking import Found
from services.search.stored import Hit
from services.search.vectors import Window, kept, packed

TEXTS = {
    "a": "Leaves are thin. They lose water. It cools them.",
    "b": "Bees make honey. They live in hives.",
    "c": "The moon pulls the sea.",
}
BLOCKS = {id: Block(block_id=id, text=text) for id, text in TEXTS.items()}
ROWS = [
    {"reading_id": "r", "document_sha256": "d", "body": block.model_dump(mode="json"), "heading": "H"}
    for block in BLOCKS.values()
]


def hit(block: str, sentence: int, score: float = 1.0) -> Hit:
    place = list(places_of([(BLOCKS[block], "H")]))[sentence]
    return Hit(place, "d", Found(0, score, 0.5, ("word",)))


def window(block: str, cosine: float = 0.9, start: int = 0, end: int | None = None) -> Near:
    return Near("r", block, Window(start, len(TEXTS[block]) if end is None else end), cosine)


def shown(hits: Sequence[Hit]) -> list[tuple[str, str, float | None]]:
    return [(each.place.block.block_id, each.place.passage.text, each.cosine) for each in hits]


def test_what_both_have_found_comes_first_and_by_its_words() -> None:
    found = joined([hit("b", 0), hit("a", 1)], [window("a", 0.8), window("c", 0.7)], ROWS)
    assert shown(found) == [
        ("a", "They lose water.", 0.8),
        ("b", "Bees make honey.", None),
        ("c", "The moon pulls the sea.", 0.7),
    ]
    assert found[0].found.words == ("word",)


def test_what_is_near_alone_is_shown_whole_by_its_middle_without_words() -> None:
    [found] = joined([], [window("a")], ROWS)
    assert (found.place.passage.text, found.place.passage.before, found.place.passage.after) == (
        "They lose water.",
        "Leaves are thin.",
        "It cools them.",
    )
    assert (found.found.share, found.found.words, found.document_sha256) == (0, (), "d")
    assert shown(joined([], [window("b")], ROWS)) == [("b", "Bees make honey.", 0.9)]


def test_a_question_in_another_language_trusts_the_meaning_more() -> None:
    hits = [hit("b", 0), hit("b", 1)]
    assert [each[0] for each in shown(joined(hits, [window("a"), window("c")], ROWS))] == ["b", "a", "b", "c"]
    assert [each[0] for each in shown(joined(hits, [window("a"), window("c")], ROWS, foreign=True))] == [
        "a",
        "c",
        "b",
        "b",
    ]


def test_nothing_is_lost_or_doubled_and_a_window_whose_block_is_gone_is_left_out() -> None:
    hits = [hit("a", number) for number in range(3)] + [hit("b", 1)]
    found = joined(hits, [window("a"), Near("r", "gone", Window(0, 3), 1.0), window("c")], ROWS)
    assert sorted(each[:2] for each in shown(found)) == sorted(
        [*(each[:2] for each in shown(hits)), ("c", "The moon pulls the sea.")]
    )
    assert [each.cosine for each in found if each.place.block.block_id == "a"].count(None) == 2
    assert shown(joined(hits, [], [])) == shown(hits)


def test_of_all_that_is_compared_only_the_near_ones_are_taken() -> None:
    rows: list[dict[str, Any]] = [
        {
            "reading_id": "r",
            "block_id": f"b{number}",
            "start": 0,
            "stop": 9,
            "vector": kept(packed([1.0, number / 10])),
        }
        for number in range(100)
    ]
    found = nearest(kept(packed([1.0, 0.0])), rows)
    assert [each.block_id for each in found] == [f"b{number}" for number in range(len(found))]
    assert 1 < len(found) <= MOST_NEAR
    assert nearest(b"\x01", []) == []
