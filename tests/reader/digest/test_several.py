"""One digest of several documents: each has its share, sections say where they stand, and in which document."""

import pytest

from contracts.documents import Block, DocMeta, PageKind
from contracts.reading import StoredReading
from services.reader.digest.assembly import BLOCKS_BYTES, digested
from services.reader.digest.concepts import MOST_CONCEPTS
from tests.console.samples.make_samples import NAMES, SAMPLES
from tests.reader.harness import read_here

SENTENCE = "The glacier carries stones and sand slowly down the long valley."


def sample(name: str, message: str) -> StoredReading:
    blocks = [
        block.model_copy(update={"block_id": f"{block.block_id}-{message * 6}"})
        for block in read_here((SAMPLES / f"{name}.pdf").read_bytes())
    ]
    language = name.rpartition(".")[2]
    return StoredReading(
        doc_meta=DocMeta(title=name, language=language), document_sha256=message * 64, reader="r", blocks=blocks
    )


def counted(kind: PageKind, *pages: int, title: str = "T") -> StoredReading:
    blocks = [
        Block(
            block_id=f"{title}{page}",
            text=SENTENCE,
            source_page=page,
            start_sec=page * 10.0 if kind == "cue" else None,
            end_sec=page * 10.0 + 9.6 if kind == "cue" else None,
        )
        for page in pages
    ]
    meta = DocMeta(title=title, language="en", page_kind=kind)
    return StoredReading(doc_meta=meta, document_sha256="0" * 64, reader="r", blocks=blocks)


def test_every_document_has_terms_concepts_sections_and_blocks_in_it() -> None:
    readings = [sample(name, message) for name, message in zip(NAMES, "abc", strict=False)]
    found = digested(*readings)
    ids = {reading.document_sha256[0]: {block.block_id for block in reading.blocks} for reading in readings}
    for own in ids.values():
        assert own & {term.block_id for term in found.terms}
        assert own & set(found.blocks)
    concepts = {concept.term for concept in found.context.key_concepts}
    by_document = [{term.term for term in found.terms if term.block_id in own} for own in ids.values()]
    assert all(concepts & own for own in by_document)
    assert len(found.context.key_concepts) <= MOST_CONCEPTS
    assert len({term.term.casefold() for term in found.terms}) == len(found.terms)
    titles = [section.content_ref.partition(", ")[0] for section in found.context.main_sections]
    assert list(dict.fromkeys(titles)) == [reading.doc_meta.title for reading in readings]
    assert 200 < len(found.context.full_summary) <= 1600


def test_one_document_is_not_named() -> None:
    found = digested(sample(NAMES[0], "a"))
    assert all(section.content_ref.startswith("page") for section in found.context.main_sections)


def test_blocks_of_many_long_documents_stay_within_the_limit() -> None:
    readings = [counted("page", *range(1, 900), title=f"T{n}") for n in range(3)]
    found = digested(*readings)
    sizes = {
        block.block_id: len(block.model_dump_json(exclude_defaults=True, exclude={"box"}))
        for each in readings
        for block in each.blocks
    }
    assert sum(sizes[block] for block in found.blocks) <= BLOCKS_BYTES
    assert {block[:2] for block in found.blocks} == {"T0", "T1", "T2"}


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        ("page", ["pages 1-2", "page 3"]),
        ("slide", ["slides 1-2", "slide 3"]),
        ("section", ["sections 1-2", "section 3"]),
        ("cue", ["00:00:10-00:00:29", "00:00:30-00:00:39"]),
    ],
)
def test_sections_stand_where_the_document_counts(kind: PageKind, places: list[str]) -> None:
    headed = counted(kind, 1, 2, 3)
    blocks = [
        Block(block_id="h1", text="The Ice", kind="heading", level=1),
        *headed.blocks[:2],
        Block(block_id="h2", text="The Sand", kind="heading", level=1, source_page=3),
        headed.blocks[2],
    ]
    found = digested(headed.model_copy(update={"blocks": blocks}))
    assert [section.content_ref for section in found.context.main_sections] == places


def test_documents_of_one_title_are_told_apart() -> None:
    found = digested(counted("page", 1, 2, title="Ice"), counted("slide", 1, title="Ice"))
    refs = [section.content_ref for section in found.context.main_sections]
    assert refs == ["Ice (1), page 1", "Ice (1), page 2", "Ice (2), slide 1"]


def test_equal_readings_give_equal_bytes() -> None:
    readings = [sample(name, message) for name, message in zip(NAMES, "abc", strict=False)]
    assert digested(*readings).write() == digested(*readings).write()
