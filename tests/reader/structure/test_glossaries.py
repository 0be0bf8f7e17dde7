"""A printed glossary in any form gives its terms with their meanings, as evidence and before all other terms."""

import pytest

from contracts.digest import DocumentDigested
from contracts.documents import Block, Box, Emphasis, TextLine
from contracts.reading import StoredReading
from services.reader.digest.assembly import digested
from services.reader.digest.candidates import printed_in
from services.reader.digest.material import material_of
from services.reader.formats.drafts import blocks_of
from services.reader.formats.html import drafts_of
from services.reader.formats.markdown import read_markdown
from services.reader.formats.trees import html_tree
from services.reader.reading.assembly import Source, flowed
from services.reader.settings import ReaderSettings
from services.reader.structure.glossaries import with_glossaries

PROSE = """
# Kilns

## Firing

Potters heat the oven slowly, so that the clay loses its water before it hardens, and watch it for a day and a night.

A kiln that is heated too fast breaks what stands in it. Slip is brushed on before the first fire, and grog keeps it.
"""
ENTRIES = {
    "kiln": "an oven in which clay is fired",
    "slip": "clay thinned with water until it flows",
    "grog": "burnt clay that is ground and mixed into new clay",
    "bag wall": "a low wall that turns the flame upwards",
}
SETTINGS = ReaderSettings()


def read(text: str) -> StoredReading:
    drafts, title, language = read_markdown(f"{PROSE}\n{text}\n", SETTINGS.most_nesting)
    return kept(blocks_of(drafts, SETTINGS, by_sections=True), title, language)


def kept(blocks: list[Block], title: str = "Kilns", language: str | None = "en") -> StoredReading:
    source = Source("a" * 64, "kilns.md", "r", "text/markdown", None, "section", title, language=language)
    return flowed(blocks, source, SETTINGS).reading


def printed(reading: StoredReading) -> DocumentDigested:
    """The digest; every entry is a term of high relevance in it, whose line defines it and is given to the Coach."""
    digest = digested(reading)
    told = {term.term: term for term in digest.terms}
    given = [block.text for block in reading.blocks if block.block_id in digest.blocks]
    for name, meaning in ENTRIES.items():
        assert told[name].definition.casefold().rstrip(".").endswith(meaning)
        assert told[name].relevance == "High"
        assert told[name].definition in given
    return digest


@pytest.mark.parametrize(
    ("heading", "form"),
    [
        ("## Glossary\n\n", "{term}: {told}\n\n"),
        ("## Appendix B: Glossary of Terms\n\n", "{term}: {told}\n\n"),
        ("## A Glossary of Sailing\n\n", "{term}: {told}\n\n"),
        ("## Key Terms\n\n", "- **{term}** – {told}\n"),
        ("## Key Terms\n\n", "**{Term}** {told}\n\n"),
        ("## Important Terms\n\n", "**{Term}.** {Told}.\n\n"),
        ("## Glossary\n\n", "**{term}** (n.) {told}\n\n"),
        ("## Glossary\n\n", "{Term}. {Told}.\n\n"),
        ("## Glossary\n\n", "**{term}**\n\n{told}\n\n"),
        ("## Glossary\n\n", "### {Term}\n\n{Told}.\n\n"),
        ("## Glossary\n\n### A–M\n\n", "**{term}**: {told}\n\n"),
        ("## Glossary\n\n| Term | Definition |\n|---|---|\n", "| {term} | {told} |\n"),
        ("## Words of the trade\n\n| Term | Meaning |\n|---|---|\n", "| {term} | {told} |\n"),
        ("## Words of the trade\n\n", "- **{term}**: {told}\n"),
    ],
)
def test_every_form_of_a_glossary_gives_its_terms(heading: str, form: str) -> None:
    told = "".join(
        form.format(term=term, Term=term.capitalize(), told=meaning, Told=meaning.capitalize())
        for term, meaning in ENTRIES.items()
    )
    printed(read(heading + told))


def test_a_definition_list_needs_no_heading() -> None:
    rows = "".join(f"<dt>{term}</dt><dd>{told}</dd>" for term, told in ENTRIES.items())
    text = f"<html><body><h1>Kilns</h1><p>{PROSE.split('##')[1]}</p><h2>Of the trade</h2><dl>{rows}</dl></body></html>"
    root = html_tree(text, SETTINGS.most_nesting)
    assert root is not None
    printed(kept(blocks_of(drafts_of(root), SETTINGS, by_sections=True)))


def test_a_line_that_names_a_glossary_heads_it_where_nothing_is_a_heading() -> None:
    lines = ["Glossary", *(f"{term}: {told}" for term, told in ENTRIES.items())]
    blocks = [Block(block_id=f"b{n}", text=text) for n, text in enumerate([PROSE.split("\n\n")[2], *lines])]
    printed(kept(blocks))


@pytest.mark.parametrize(
    "told",
    [
        "- **Speed**: Fire it slowly.\n- **Wood**: Use it dry.\n- **Shelves**: Stack them well.",
        "- **Monday**: we dig clay\n- **Tuesday**: we fire it\n- **Friday**: we sell the ware",
        "## Terms of use\n\nPayment: on the first of each month\n\nNotice: a month before the end\n\nCourt: in Oslo",
    ],
)
def test_a_list_that_says_no_kinds_is_no_glossary(told: str) -> None:
    reading = read(told)
    assert not printed_in(material_of(reading.blocks, reading.doc_meta.language))


def test_sections_below_a_heading_of_terms_stay_sections() -> None:
    long = " ".join(["A kiln draws air through its fire, and a damper narrows the way."] * 8)
    text = "## Key Terms\n\n" + "\n\n".join(f"### {name}\n\n{long}\n\n{long}" for name in ("Draught", "Dampers", "Ash"))
    headings = [block.text for block in read(text).blocks if block.kind == "heading"]
    assert headings[-3:] == ["Draught", "Dampers", "Ash"]


def test_a_joined_entry_keeps_the_places_of_its_words() -> None:
    box = Box(x0=10, y0=10, x1=60, y1=20)
    line = TextLine(start=0, end=4, box=box)
    told = "an oven in which clay is fired"
    below = TextLine(start=0, end=len(told), box=Box(x0=10, y0=24, x1=200, y1=34))
    head = Block(block_id="h", text="Glossary", kind="heading", level=1)
    term = Block(block_id="t", text="kiln", box=box, lines=[line], emphasis=[Emphasis(start=0, end=4, style="bold")])
    meaning = Block(block_id="m", text=told, box=below.box, lines=[below])
    bold = term.model_copy(update={"block_id": "o", "text": f"kiln – {told}"[:4] + f". {told}", "lines": [line, below]})
    _, joined, written = with_glossaries([head, term, meaning, bold])
    assert (joined.text, joined.block_id, joined.kind) == (f"kiln: {told}", "m", "list_item")
    assert [joined.text[each.start : each.end] for each in joined.lines] == ["kiln", told]
    assert joined.box == Box(x0=10, y0=10, x1=200, y1=34)
    assert written.text == f"kiln: {told}"
    assert written.emphasis == [Emphasis(start=0, end=4, style="bold")]
    assert [block.text for block in with_glossaries([term, meaning])] == ["kiln", told]


def test_norwegian_and_german_glossaries() -> None:
    ovn = "Pottemakere varmer ovnen sakte, så leira mister vannet før den blir hard, og de passer på den hele natta."
    text = f"# Ovner\n\n{ovn}\n\n## Vedlegg 1: Ordliste\n\n**Slikker** leire som er tynnet med vann\n"
    drafts, title, language = read_markdown(text, SETTINGS.most_nesting)
    norwegian = digested(kept(blocks_of(drafts, SETTINGS, by_sections=True), title, language or "no"))
    assert "Slikker: leire som er tynnet med vann" in [term.definition for term in norwegian.terms]
    ofen = (
        "Töpfer heizen den Ofen langsam, damit das Wasser aus dem Ton entweicht, bevor die Ware in der Nacht hart wird."
    )
    rows = "| Begriff | Erklärung |\n|---|---|\n| Schlicker | ein Brei aus Ton und Wasser |\n"
    drafts, title, language = read_markdown(f"# Öfen\n\n{ofen}\n\n## Glossar\n\n{rows}", SETTINGS.most_nesting)
    german = digested(kept(blocks_of(drafts, SETTINGS, by_sections=True), title, language or "de"))
    assert "Schlicker: ein Brei aus Ton und Wasser" in [term.definition for term in german.terms]
