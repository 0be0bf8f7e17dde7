"""Which words lose the capital that a sentence's beginning gave them, and which keep it."""

import pytest

from services.coach.authors.offline.questions import cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Card
from services.coach.sentences.capitals import Capitals
from tests.coach.authors.offline.by_hand import order_about

TEXTS = (
    "Slack water is the short time between two tides without a current. Many ropes go slack then.",
    "Harrow lamps burn oil. Keepers trim the wick, and Harrow lamps need it most. A harrow is drawn by oxen.",
)


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("Slack water", True),
        ("slack", True),
        ("Harrow lamps", False),
        ("Wick", True),
        ("Tidewater", False),
        ("RAM", False),
        ("Ropes of the Night", False),
        ("Ropes of the Night go slack", True),
    ],
)
def test_a_word_is_small_if_the_text_writes_it_so_more_often_than_with_a_capital_within_a_sentence(
    text: str, small: bool
) -> None:
    assert Capitals(TEXTS).is_small(text) is small


def test_a_title_and_the_name_of_a_file_are_no_names_nor_words_of_the_text() -> None:
    told = Capitals(
        ["The keeper opens the sluices at night.", "Of sluices see the Open Sluices table in hurd-i386.txt."]
    )
    assert told.is_small("Sluices")
    assert not told.is_name("Sluices")
    assert not told.is_small("Hurd")


def test_a_term_of_two_words_is_asked_for_without_its_sentences_capital() -> None:
    read = order_about(TEXTS, ["slack water"])
    read.concepts[0] = read.concepts[0].__class__("Slack water", read.concepts[0].key, 0, False)  # type: ignore[index]
    source = source_of(read, read.blocks, Places(read))
    assert Card("slack water") in [draft.shape for draft in cards_of(source)]


def test_two_things_that_differ_are_both_written_small() -> None:
    text = "Ebbs carry boats out to the sea, whereas floods carry boats back into the harbour. Strong ebbs last long."
    read = order_about([text], ["ebbs", "floods"])
    asked = [draft.question for draft in questions_of(source_of(read, read.blocks, Places(read)))]
    assert "What is the difference between ebbs and floods?" in asked
