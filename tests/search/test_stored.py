"""What a stored block is found by, and what of it is shown once."""

from contracts.documents import Block
from services.search.stored import Search, apart, searchable


def test_a_block_is_found_by_its_words_and_its_heading_and_only_if_it_is_material() -> None:
    blocks = [
        Block(block_id="h", text="Cells", kind="heading", level=1),
        Block(block_id="a", text="They're divided, isn't it."),
        Block(block_id="b", text="Page 3", material=False, aside="running"),
        Block(block_id="c", text=f"{'x' * 3000} ends"),
        Block(block_id="d", text="!"),
    ]
    assert searchable(blocks, "en") == [
        None,
        "'cell' 'divid' 'isn' 'it' 're' 't' 'they'",
        None,
        "'cell' 'end'",
        "'cell'",
    ]


COUNTED = [
    {"language": "en", "blocks": 2, "terms": {"cell": 2, "divid": 1}},
    {"language": "nb", "blocks": 1, "terms": {"cell": 1, "celledeling": 1}},
]


def test_each_language_is_asked_for_its_own_words() -> None:
    asked = Search("cellene dividing", COUNTED)
    assert [(word.said, word.how) for word in asked.words] == [("cellene", "same"), ("dividing", "same")]
    values = asked.asks("session")
    assert values["languages"] == ["en", "nb"]
    assert values["terms"][0] == "'divid'"
    assert "'cell'" in values["terms"][1]
    assert not Search("quark", COUNTED).asks_anything
    assert not Search("cell", []).asks_anything


def test_the_tutor_also_finds_what_the_text_says_in_another_everyday_word() -> None:
    counted = [{"language": "en", "blocks": 2, "terms": {"remov": 1, "cell": 2}}]
    for question in ("delete", "get rid of"):
        (word,) = Search(question, counted, otherwise=True).words
        assert (word.how, word.stems[0]) in (("form", "remov"), ("same", "remov"))
        assert not Search(question, counted).asks_anything
    (cells,) = Search("cells", counted, otherwise=True).words
    assert cells.how == "same"


def test_a_sentence_that_is_shown_as_a_neighbour_is_not_shown_again() -> None:
    body = Block(block_id="a", text="A cell is small. A cell divides. One cell. Another cell lives.").model_dump()
    other = Block(block_id="b", text="A cell.").model_dump()
    rows = [{"document_sha256": "s", "language": "en", "body": each, "heading": "Cells"} for each in (body, other)]
    hits = Search("cell divides", COUNTED).hits(rows)
    assert len(hits) == 5
    shown = apart(hits)
    assert shown[0].place.passage.text == "A cell divides."
    assert {hit.place.passage.text for hit in shown[1:]} == {"A cell.", "Another cell lives."}


def test_what_was_not_read_surely_is_weighed_with_the_words_of_the_whole_text() -> None:
    counted = [{"language": "en", "blocks": 40, "terms": {"cell": 30, "divid": 20}}]
    asked = Search("How does the spindle of a cell divide?", counted)
    unsure = ["A cell is small.", "The spindle pu11s as the cell divides.", "Nothing of it."]
    found = asked.unsure(unsure)
    assert [each.number for each in found] == [1, 0]
    assert found[0].share > 0.9 > 0.3 > found[1].share
    assert list(Search("quark", counted).unsure(unsure)) == []
    assert [each.number for each in Search("spindle", []).unsure(unsure)] == [1]
