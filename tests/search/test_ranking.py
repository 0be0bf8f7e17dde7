"""The passage that answers stands first, whatever form its words have."""

from collections import Counter

import pytest

from contracts.documents import Block
from services.search.passages import Passage, headed, places_of
from services.search.ranking import Counts, ranked
from services.search.words import resolved, terms_of
from services.text.splitting import spans_of

LESSON = """
The moon goes round the Earth in 27 days. The moon has no air. Craters cover the far side of the moon.
A tide is the rise and fall of the sea. It is raised by the pull of the moon. Spring tides are the highest ones.
Fishermen know the harbours. They leave with the ebb, when the water runs out. The harbour of Bristol has the second
highest tidal range on Earth. An eclipse happens when the moon hides the sun. Total eclipses last for minutes.
"""


def passages(text: str = LESSON) -> list[Passage]:
    """The sentences of a text, as of one block."""
    return [place.passage for place in places_of([(Block(block_id="a", text=" ".join(text.split())), "")])]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long does it take the moon to go round the Earth?", "27 days"),
        ("Which harbor has a high tidal range?", "Bristol"),
        ("highest tides", "Spring tides"),
        ("sun and eclips", "moon hides the sun"),
        ("How long are total eclipses?", "last for minutes"),
        ("craterrs on the far side", "Craters cover"),
        ("What pulls the tide up?", "pull of the moon"),
    ],
)
def test_what_answers_comes_first(question: str, answer: str) -> None:
    found = passages()
    assert answer in found[ranked(question, found, "en").found[0].number].text


def test_each_passage_says_how_much_of_the_question_it_holds() -> None:
    ranking = ranked("Do volcanoes raise tides?", passages(), "en")
    assert ranking.missing == ["volcanoes"]
    assert ranking.found
    assert all(0 < each.share < 0.7 for each in ranking.found)
    whole = ranked("Craters cover the far side", passages(), "en").found[0]
    assert whole.share == pytest.approx(1)
    assert whole.words == ("craters", "cover", "far", "side")


def test_what_stands_beside_counts_less_than_what_stands_in_it() -> None:
    one = Passage("The pump stops.", "A valve is closed.", "", "")
    other = Passage("The valve is closed and the pump stops.", "", "", "")
    third = Passage("The pump stops.", "", "", "Valve")
    last = Passage("The pump stops.", "", "", "")
    order = [each.number for each in ranked("valve and pump", [last, third, one, other], "en").found]
    assert order[0] == 3
    assert order[-1] == 0


def test_nothing_is_found_where_no_word_stands() -> None:
    assert ranked("photosynthesis", passages(), "en").found == []
    assert ranked("", passages(), "en").found == []
    assert ranked("moon", [], "en").found == []


def test_of_equal_passages_the_first_comes_first() -> None:
    same = [Passage("A whale sings.") for _ in range(3)]
    assert [each.number for each in ranked("whale", same, "en").found] == [0, 1, 2]


def test_of_a_larger_text_its_own_words_and_counts_hold() -> None:
    whole = [LESSON[start:end] for start, end in spans_of(LESSON)]
    own = Counter(term for sentence in whole for term in set(terms_of(sentence, "en")))
    counts = Counts(len(whole), own)
    words = resolved("bristol moon", own, "en")
    few = [Passage("The moon has no air."), Passage("Bristol lies by the sea.")]
    assert ranked("bristol moon", few, "en", words, counts).found[0].number == 1
    assert not ranked("sea moose", few[1:], "en", resolved("moose", own, "en"), counts).found


def test_headings_of_blocks_count() -> None:
    blocks = [
        Block(block_id="h", text="The lens", kind="heading", level=1),
        Block(block_id="a", text="It is clear and bends light."),
        Block(block_id="i", text="The cornea", kind="heading", level=1),
        Block(block_id="b", text="It is clear and bends light."),
    ]
    places = list(places_of(headed(blocks)))
    text = [place for place in places if place.block.kind != "heading"]
    best = ranked("why does the cornea bend light", [place.passage for place in text], "en").found[0]
    assert text[best.number].block.block_id == "b"
