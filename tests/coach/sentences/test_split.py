"""Which sentences the offline author finds, and which of them it thinks can stand alone."""

import pytest

from contracts.documents import Block
from services.coach.sentences.split import doubt_of, sentences_of


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Osmosis is the movement of water through a membrane."),
        ("en", "Men of science call the movement of water osmosis."),
        ("no", "Klorofyll er et grønt fargestoff som fanger lyset fra solen i bladene."),
        ("de", "Die Zelle ist die kleinste lebende Einheit aller bekannten Organismen."),
        ("no", "BIOS (~ et enkelt system for inn og ut) er programvare på hovedkortet i hver maskin."),
        ("xx", "Saluton al la granda mondo de bestoj kaj plantoj."),
    ],
)
def test_a_whole_sentence_stands_alone(language: str, text: str) -> None:
    assert doubt_of(text, language) == 0


@pytest.mark.parametrize(
    "text",
    [
        "This is the movement of water through a membrane.",
        "However, the movement of water through a membrane is slow.",
        "Dette er en bevegelse av vann gjennom en hinne.",
        "Is osmosis the movement of water through a membrane?",
        "The movement of water is shown in Figure 3 of this book.",
        "The movement of water (through a membrane is slow.",
        "Call water.move() and then set x = 3 for the membrane.",
        "See https://example.org for the movement of water there.",
        "Water moves.",
        "Water " * 60 + ".",
        "17 18 19 20 21 22 23 24 25 26.",
    ],
)
def test_what_leans_on_its_neighbours_or_is_no_prose_is_left_out(text: str) -> None:
    assert doubt_of(text, "no" if "hinne" in text else "en") is None


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("We see that the water moves through it.", 1),
        ("Water moves through every membrane.", 1),
        ("movement of water through a membrane", 2),
    ],
)
def test_what_nearly_stands_alone_is_doubtful(text: str, doubt: int) -> None:
    assert doubt_of(text, "en") == doubt


def test_only_material_in_the_documents_language_is_read() -> None:
    text = "Osmosis is the movement of water through a membrane."
    blocks = [
        Block(block_id="a", text=text),
        Block(block_id="b", text=text, material=False),
        Block(block_id="c", text=text, kind="code"),
        Block(block_id="d", text=text, language="fr"),
    ]
    assert [sentence.block.block_id for sentence in sentences_of(blocks, "en")] == ["a"]


def test_a_long_line_without_a_full_stop_is_taken_where_nothing_better_is() -> None:
    line = "Before we light the stove in the hut, it helps to open the small window"
    block = Block(block_id="b", text=line, source_page=1)
    assert sentences_of([block], "en") == []
    (found,) = sentences_of([block], "en", last_resort=True)
    assert (found.text, found.doubt) == (line, 3)
    for worse in ("We light the stove", "Open the small window before you light the stove in the cold and dark hut"):
        assert sentences_of([block.model_copy(update={"text": worse})], "en", last_resort=True) == []


def test_a_sentence_about_lone_dots_is_no_prose() -> None:
    assert (
        doubt_of("The harbour above is always called .. in the list, while the own one is called . there.", "en")
        is None
    )
    assert (
        doubt_of("The harbour above is always called north in the list, while the own one is called south.", "en") == 0
    )


def test_initials_and_short_forms_are_no_names_of_files() -> None:
    assert doubt_of("B.F. Skinner described learning as a change in what animals do for food.", "en") == 0
    assert doubt_of("Fristen for å klage på vedtaket gjelder t.o.m. fredag i samme uke.", "no") == 0
    assert doubt_of("When it changes, main.o is made anew by the program that builds it.", "en") is None


def test_what_breaks_off_above_a_line_of_code_is_no_sentence() -> None:
    for text in (
        "To part the rope into three equal pieces use a cut like",
        "To leave the winch at once the command that you type is",
    ):
        assert doubt_of(text, "en") is None
        assert doubt_of(f"{text} old sailors like to use.", "en") is not None
