"""Which passages tell steps in their order, in English and Norwegian, and which only count arguments."""

import pytest

from contracts.documents import Block
from services.coach.facts.find import facts_of
from tests.coach.facts.found import concepts, facts


@pytest.mark.parametrize(
    ("text", "concept", "what", "steps"),
    [
        (
            "A contraction follows a fixed order: first a nerve releases a signal, then calcium floods into the fibre, "
            "next the heads grip the actin, and finally they pull the filaments together.",
            "actin",
            "a contraction",
            [
                "a nerve releases a signal",
                "calcium floods into the fibre",
                "the heads grip the actin",
                "they pull the filaments together",
            ],
        ),
        (
            "When a vessel is cut, the body stops the bleeding in three steps: first the vessel narrows, then"
            " platelets "
            "form a plug, and finally threads hold the plug in place.",
            "platelets",
            "how the body stops the bleeding",
            ["the vessel narrows", "platelets form a plug", "threads hold the plug in place"],
        ),
        (
            "Sea water first evaporates from the surface, then condenses into clouds, and finally falls as rain.",
            "sea water",
            "sea water",
            ["evaporates from the surface", "condenses into clouds", "falls as rain"],
        ),
        (
            "Photosynthesis takes place in the leaf. First, the pigments catch the light. Then water is split into its "
            "parts. Finally, sugar is built from carbon dioxide.",
            "photosynthesis",
            "photosynthesis",
            ["the pigments catch the light", "water is split into its parts", "sugar is built from carbon dioxide"],
        ),
    ],
)
def test_english_steps_are_found_in_their_order(text: str, concept: str, what: str, steps: list[str]) -> None:
    (found,) = facts(text, concept).processes
    assert [step.text for step in found.steps] == steps
    assert found.what == what
    assert all(found.at.start <= step.start < step.end <= found.at.end for step in found.steps)


@pytest.mark.parametrize(
    ("text", "concept", "what", "steps"),
    [
        (
            "Urin dannes i tre trinn: først blir blodet filtrert, deretter blir nyttige stoffer tatt tilbake, og"
            " til slutt "
            "blir avfall tilsatt.",
            "urin",
            "hvordan urin dannes",
            ["blir blodet filtrert", "blir nyttige stoffer tatt tilbake", "blir avfall tilsatt"],
        ),
        (
            "Vannet følger et kretsløp i naturen. Først fordamper vannet fra havet. Deretter stiger vanndampen"
            " opp i lufta. "
            "Til slutt faller vannet som nedbør.",
            "kretsløp",
            "kretsløp",
            ["fordamper vannet fra havet", "stiger vanndampen opp i lufta", "faller vannet som nedbør"],
        ),
    ],
)
def test_norwegian_steps_are_found_in_their_order(text: str, concept: str, what: str, steps: list[str]) -> None:
    (found,) = facts(text, concept, language="no").processes
    assert [step.text for step in found.steps] == steps
    assert found.what == what


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        (
            "en",
            "There are good reasons to save water. First, water is dear. Second, clean water is rare. Finally, pumping "
            "water takes power.",
            "water",
        ),
        ("en", "Water was first studied in Greece, then in Rome.", "water"),
        ("en", "Water has many uses. First of all, people drink it. Then there is farming.", "water"),
        ("en", "The first water wheel was built in Greece, and the last one was finally closed in Rome.", "water"),
        ("en", "Water passes first through the mouth, then the gullet, the stomach, and finally the gut.", "water"),
        (
            "en",
            "Clean water has advantages. 1. It tastes well. 2. It carries no disease. 3. It leaves no stains.",
            "water",
        ),
        (
            "no",
            "Det finnes gode grunner til å spare vann. For det første er vann dyrt. For det andre er rent vann"
            " sjeldent. "
            "Til slutt koster pumping strøm.",
            "vann",
        ),
        ("no", "Vann ble først og fremst brukt til drikke, deretter til jordbruk.", "vann"),
    ],
)
def test_what_only_counts_is_no_process(language: str, text: str, concept: str) -> None:
    assert facts(text, concept, language=language).processes == []


def test_steps_whose_sentences_all_lean_are_found_in_the_blocks() -> None:
    text = "First, the enzyme binds the sugar. Then the sugar is split in two. Finally, both halves are let go."
    blocks = [Block(block_id="b1", text=text)]
    (found,) = facts_of(concepts(["enzyme"]), [], "en", blocks).processes
    assert [step.text for step in found.steps] == [
        "the enzyme binds the sugar",
        "the sugar is split in two",
        "both halves are let go",
    ]
