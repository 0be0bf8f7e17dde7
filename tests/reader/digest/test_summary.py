"""The summary of a document reads as a text: from its main claim on, in whole sentences that follow one another."""

import itertools
import re

import pytest

from contracts.documents import Block
from contracts.reading import StoredReading
from services.reader.digest.assembly import digested
from services.reader.words.sentences import is_whole, stands_alone
from services.text.splitting import spans_of
from tests.console.samples.make_samples import NAMES
from tests.reader.digest.test_assembly import reading, sample

LEANING = re.compile(
    r"(?:This|These|Those|That|It|Its|They|Their|He|She|Such|However|Therefore|Thus|Also|But|And|Here|There|For example"
    r"|Dette|Denne|Disse|Det|De|Den|Slik|Derfor|Men|Dermed|Likevel|Dies\w*|Sie|Es|Er|Daher|Jedoch|Aber)\b"
)
CLAIMS = {
    "photosynthesis.en": "Photosynthesis is the process by which",
    "vannets-kretslop.no": "Vannets kretsløp er den stadige vandringen",
    "plate-tectonics.en": "The lithosphere is the rigid outer shell",
}
"""With what the document's own main claim begins, read by a person."""


def titled(held: StoredReading, title: str) -> StoredReading:
    return held.model_copy(update={"doc_meta": held.doc_meta.model_copy(update={"title": title})})


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in spans_of(text)]


def places(summary: str, held: StoredReading) -> list[tuple[int, int]]:
    """Of each sentence of the summary its block's number and its own within that block."""
    where = {
        block.text[start:end]: (n, m)
        for n, block in reversed(list(enumerate(held.blocks)))
        for m, (start, end) in enumerate(spans_of(block.text))
    }
    return [where[each] for each in parts(summary)]


def summary_of(held: StoredReading) -> str:
    return digested(held).context.full_summary


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_begins_with_the_main_claim(name: str) -> None:
    assert summary_of(sample(name)).startswith(CLAIMS[name])


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_is_whole_sentences_of_the_text_in_its_order_within_its_bounds(name: str) -> None:
    held = sample(name)
    summary = summary_of(held)
    found = places(summary, held)
    assert found == sorted(set(found))
    assert 4 <= len(found) <= 8
    assert len(summary) <= 1400
    assert all(is_whole(each) for each in parts(summary))
    assert {held.blocks[n].kind for n, _ in found} == {"paragraph"}


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_is_no_list_of_sentences_from_anywhere(name: str) -> None:
    """At least every second goes on from the one before it, as it does in the text."""
    found = places(summary_of(sample(name)), sample(name))
    going_on = sum((n, m + 1) == after for (n, m), after in itertools.pairwise(found))
    assert going_on >= len(found) // 2 - 1
    assert going_on >= 3


@pytest.mark.parametrize("name", NAMES)
def test_what_leans_on_a_sentence_stands_behind_that_very_sentence(name: str) -> None:
    held = sample(name)
    told = parts(summary_of(held))
    found = places(summary_of(held), held)
    assert not LEANING.match(told[0])
    for (before, this), sentence in zip(itertools.pairwise(found), told[1:], strict=True):
        if LEANING.match(sentence) or not stands_alone(sentence):
            assert this == (before[0], before[1] + 1), sentence


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_tells_of_the_whole_document(name: str) -> None:
    held = sample(name)
    found = [n for n, _ in places(summary_of(held), held)]
    for share in range(3):
        part = range(share * len(held.blocks) // 3, (share + 1) * len(held.blocks) // 3)
        assert any(n in part for n in found)


FERRIES = (
    "A ferry is a boat that carries people and goods over a short stretch of water.",
    "Most ferries in the fjord run from early morning until late at night.",
    "A ferry quay is the place where the cars drive on board the ferry.",
    "The ferry company pays the crew of each ferry by the hour.",
    "In winter the ferry breaks the thin ice that covers the inner fjord.",
)


@pytest.mark.parametrize(
    "dangling",
    [
        "This makes the ferry the most important ferry of the whole fjord.",
        "However, the ferry is the ferry that carries the most people of all.",
        "They carry the ferry, the ferry quay and the ferry company on.",
        "Usually, they take the ferry, since the ferry is faster than the ferry quay.",
        "When it comes, the ferry is the ferry that a ferry company pays for.",
        "The ferry belongs to these people, and the ferry company thanks them for the ferry.",
        "Later, the ferry was the ferry that the ferry company liked best of all.",
        "The latter is the ferry that the ferry company likes best of all.",
    ],
)
def test_what_refers_to_what_is_not_told_is_not_told(dangling: str) -> None:
    """It stands behind a heading, or opens its paragraph: what it means is not there."""
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate((*FERRIES[:2], dangling, *FERRIES[2:]))]
    assert dangling not in summary_of(titled(reading(*blocks), "The ferry"))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("heading", "The ferry is the boat that matters most to the ferry company."),
        ("caption", "The ferry at the ferry quay in the year when the ferry company was founded."),
        ("list_item", "The ferry that the ferry company bought for the ferry quay is the newest ferry."),
        ("paragraph", "Ferry · Ferry quay · Ferry company · Ferry crew and other words about the ferry."),
        ("paragraph", "The ferry, the ferry quay, the ferry company, and so on . . . until the end."),
        ("paragraph", "See the ferry at the ferry quay in figure 3 of the section about the ferry company."),
        ("paragraph", "Describe the ferry, the ferry quay and the ferry company in your own words."),
        ("paragraph", "Ferry company (1912): named after the ferry quay, which a ferry had hit."),
    ],
)
def test_titles_lists_fragments_and_tasks_are_not_told(kind: str, text: str) -> None:
    blocks = [Block(block_id=f"p1b{n}", text=each) for n, each in enumerate(FERRIES)]
    blocks.insert(2, Block.model_validate({"block_id": "odd", "text": text, "kind": kind}))
    summary = summary_of(titled(reading(*blocks), "The ferry"))
    assert text not in summary
    assert summary.startswith(FERRIES[0])


def test_the_title_tells_which_claim_is_the_main_one() -> None:
    before = "A harbour is a place on the coast where ships can lie safely in any storm."
    claim = "Tidal power is the energy that is won from the rise and fall of the sea."
    after = "A turbine is a wheel that the moving water turns under the surface of the sea."
    blocks = [
        Block(block_id=f"p1b{n}", text=text) for n, text in enumerate((before, claim, after, after[:-1] + " again."))
    ]
    assert summary_of(titled(reading(*blocks), "Tidal power")).startswith(claim)
    assert summary_of(titled(reading(*blocks), "Harbours")).startswith(before)


def test_of_a_title_the_word_that_is_rare_tells_what_a_text_is_about() -> None:
    """A system of messengers is not the endocrine system, nor is what is only said to be near it."""
    claim = "A hormone is a substance that a gland gives to the blood for cells that are far away."
    others = (
        "Not all hormones start the messenger system, since some of them pass into the cell itself.",
        "The messenger system of the cell carries the message of the hormone on to its nucleus.",
        "Some researchers have said that the plastic of a bottle hinders the endocrine system of children.",
    )
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate((claim, *others, *others[:2]))]
    assert summary_of(titled(reading(*blocks), "The Endocrine System")).startswith(claim)


@pytest.mark.parametrize(
    "leaning",
    [
        "As was said before, it carries the ferry, the ferry quay and the ferry company.",
        "In response, the ferry company gave the ferry quay and the ferry to the ferry crew.",
        "The ferry also carries the ferry company, the ferry quay and the ferry crew.",
        '"The ferry is the ferry of the ferry company, the ferry quay and the ferry crew.',
    ],
)
def test_a_section_is_told_by_what_needs_nothing_before_it(leaning: str) -> None:
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate((FERRIES[0], leaning, FERRIES[4]))]
    (section,) = digested(titled(reading(*blocks), "Ferries")).context.main_sections
    assert leaning not in section.section_summary


def test_a_section_of_which_every_sentence_leans_is_told_by_two_all_the_same() -> None:
    texts = ("As was said before, it carries the ferry and the crew.", "In response, it breaks the ice of the fjord.")
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate(texts)]
    (section,) = digested(titled(reading(*blocks), "Ferries")).context.main_sections
    assert section.section_summary == " ".join(texts)


@pytest.mark.parametrize(
    "sound",
    [
        'A ferry that is 90" high and 40" wide carries 20" of the cargo of the ferry company.',
        "A ferry not only carries people but also carries the goods of the whole fjord.",
        "A ferry carries people, and it is in the long and dark winter also called a lifeboat.",
        'A ferry is called a "swimming bridge" by the people of the fjord and the ferry quay.',
    ],
)
def test_what_only_looks_as_if_it_leaned_may_begin_a_summary(sound: str) -> None:
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate((sound, FERRIES[4], FERRIES[1]))]
    assert summary_of(titled(reading(*blocks), "The ferry")).startswith(sound)


def test_several_documents_are_summed_up_each_from_its_own_claim() -> None:
    one, other = sample("photosynthesis.en"), sample("plate-tectonics.en")
    summary = digested(one, other).context.full_summary
    assert summary.startswith(CLAIMS["photosynthesis.en"])
    assert CLAIMS["plate-tectonics.en"] in summary
    assert len(summary) <= 1401


@pytest.mark.parametrize(
    ("language", "claim", "leaning"),
    [
        ("de", "Ein Hafen ist ein Ort an der Küste, an dem Schiffe sicher liegen.", "Er schützt sie vor dem Sturm."),
        ("no", "En havn er et sted ved kysten der skip kan ligge trygt.", "Den verner dem mot storm og høye bølger."),
    ],
)
def test_in_other_languages_too(language: str, claim: str, leaning: str) -> None:
    kept = Block(block_id="p1b1", text=f"{claim} {leaning}")
    dangling = Block(block_id="p1b2", text=leaning)
    summary = summary_of(reading(dangling, kept, language=language))
    assert summary.startswith(claim)
    assert summary.count(leaning) <= 1
