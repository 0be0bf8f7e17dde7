"""Sentences with their neighbours and headings."""

from contracts.documents import Block
from services.search.passages import headed, places_of


def test_a_sentence_has_its_neighbours_of_its_block_and_its_heading() -> None:
    blocks = [
        Block(block_id="h", text="Light", kind="heading", level=1),
        Block(block_id="a", text="One is here.  Two is here. Three is here."),
        Block(block_id="b", text="Four."),
    ]
    places = list(places_of(headed(blocks)))
    assert [(each.passage.text, each.passage.before, each.passage.after, each.passage.heading) for each in places] == [
        ("Light", "", "", ""),
        ("One is here.", "", "Two is here.", "Light"),
        ("Two is here.", "One is here.", "Three is here.", "Light"),
        ("Three is here.", "Two is here.", "", "Light"),
        ("Four.", "", "", "Light"),
    ]
    for each in places:
        assert each.block.text[each.start : each.end] == each.passage.text
    assert [each.block.text[each.first : each.last] for each in places[1:4]] == [
        "One is here.  Two is here.",
        "One is here.  Two is here. Three is here.",
        "Two is here. Three is here.",
    ]
