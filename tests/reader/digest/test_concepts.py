"""The key concepts: at most ten, each with what the text itself says it is, and none that is only a turn of speech."""

import pytest

from contracts.documents import Block, Emphasis
from services.reader.digest.assembly import digested
from tests.console.samples.make_samples import NAMES
from tests.reader.digest.test_assembly import names, prose, reading, sample


def concepts(*texts: str, language: str = "en") -> dict[str, str]:
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate(texts, 1)]
    found = digested(reading(*blocks, language=language)).context.key_concepts
    return {concept.term: concept.definition for concept in found}


@pytest.mark.parametrize("name", NAMES)
def test_each_concept_of_a_lesson_has_its_definition_from_the_text(name: str) -> None:
    held = sample(name)
    everything = " ".join(block.text for block in held.blocks)
    found = digested(held).context.key_concepts
    assert 5 <= len(found) <= 10
    assert len({concept.term.casefold() for concept in found}) == len(found)
    for concept in found:
        assert concept.definition
        assert concept.definition in everything
        assert concept.term.casefold()[:4] in concept.definition.casefold()


def test_a_term_of_which_the_text_says_nothing_is_left_out() -> None:
    """It stays a term, to be asked about; but a concept without a definition tells a learner nothing."""
    said = "The crew repaired the halyard before dawn. Nobody had a halyard to spare. A new halyard came by train."
    held = prose(said, "The old halyard had been mended with the halyard of another boat.")
    digest = digested(held)
    assert "halyard" in [name.casefold() for name in names(digest)]
    assert digest.context.key_concepts == []


def test_in_bold_too() -> None:
    text = "Today the crew looked at the bowsprit for a long while."
    start = text.index("bowsprit")
    block = Block(block_id="p1b1", text=text, emphasis=[Emphasis(start=start, end=start + 8, style="bold")])
    digest = digested(reading(block))
    assert names(digest)[0] == "bowsprit"
    assert digest.context.key_concepts == []


@pytest.mark.parametrize("phrase", ["case-in-point", "case in point", "rule of thumb", "turning point"])
def test_a_turn_of_speech_is_no_concept(phrase: str) -> None:
    text = f"A {phrase} is the Halyard Society, which was founded by three sailors in the year of the great storm."
    found = digested(prose(text, f"Another {phrase} is the harbour itself, which nobody had planned."))
    assert phrase not in [name.casefold() for name in names(found)]
    assert phrase not in concepts(text)


@pytest.mark.parametrize(
    ("language", "text", "again", "term"),
    [
        (
            "de",
            "Photosynthese ist ein Vorgang, bei dem Pflanzen Licht in Zucker verwandeln.",
            "Ohne die Photosynthese lebt im Wald fast nichts auf Dauer.",
            "Photosynthese",
        ),
        (
            "fr",
            "La photosynthèse est un processus par lequel les plantes transforment la lumière.",
            "Sans la photosynthèse, la forêt ne vivrait pas bien longtemps.",
            "photosynthèse",
        ),
    ],
)
def test_in_a_language_without_our_patterns_a_sentence_that_says_what_it_is_counts(
    language: str, text: str, again: str, term: str
) -> None:
    found = concepts(text, again, again.replace("fast", "gar").replace("bien", "très"), language=language)
    assert {name.casefold(): definition for name, definition in found.items()} == {term.casefold(): text}


@pytest.mark.parametrize(
    "text",
    ["The halyard was frozen on a cold day.", "The halyard is publicly available.", "A halyard broke."],
)
def test_what_is_only_said_of_a_thing_is_no_definition(text: str) -> None:
    assert concepts(text, "A halyard hung there. The halyard swung in the wind. No halyard is like another.") == {}
