"""A guideline's file becomes a teacher's text and a course to be quoted and asked; what is wrong names its line."""

import re
from hashlib import sha256

import pytest

from contracts.items import MultipleChoice, Numeric, TrueFalse
from services.curriculum.guideline import Broken
from services.curriculum.reading import read
from tests.curriculum.made import TEXT, changed, guideline, line_of


def test_it_is_whole() -> None:
    found = read(guideline())
    assert (found.place.country, found.place.grade, found.language) == ("Atlantis", 2, "en")
    assert found.teacher.startswith("## Objectives")
    assert found.sha256 == sha256(TEXT.encode()).hexdigest()
    [objective] = found.objectives
    assert (objective.objective_id, objective.concept, objective.tasks) == ("names_ebb", "ebb", 8)
    assert objective.builds_on == ["sea", "shore"]
    assert objective.text == "Tells what ebb is."


def test_blocks_are_numbered_as_the_reader_numbers_those_of_markdown() -> None:
    blocks = read(guideline()).material.blocks
    assert [(each.block_id, each.kind, each.level, each.text) for each in blocks] == [
        ("p1b1", "heading", 1, "Ebb and flood"),
        ("p1b2", "paragraph", None, "The sea comes and goes."),
        ("p2b1", "heading", 2, "Ebb"),
        ("p2b2", "paragraph", None, "When the water falls, that is ebb. It lasts about 6 hours."),
        ("p2b3", "list_item", None, "Ebb uncovers the mud."),
        ("p2b4", "heading", 3, "Example"),
        ("p2b5", "paragraph", None, "At noon the sand is dry."),
    ]
    [bold] = blocks[3].emphasis
    assert blocks[3].text[bold.start : bold.end] == "ebb"


def test_the_digest_says_where_each_concept_is_defined() -> None:
    material = read(guideline()).material
    [term] = material.digest.terms
    block = next(each for each in material.blocks if each.block_id == term.block_id)
    assert block.text[term.start : term.end] == "ebb"
    assert term.definition == "When the water falls, that is ebb."
    assert material.digest.blocks == ["p1b2", "p2b2", "p2b3", "p2b5"]
    assert [each.content_ref for each in material.digest.context.main_sections] == ["section 2"]


def test_each_task_is_an_item_that_quotes_the_learners_part() -> None:
    material = read(guideline()).material
    texts = {each.block_id: each for each in material.blocks}
    assert len({item.item_id for item in material.items}) == 8
    for item in material.items:
        proof = item.proof
        assert texts[proof.block_id].text[proof.start : proof.end] == proof.quote
        assert proof.block_sha256 == sha256(texts[proof.block_id].text.encode()).hexdigest()
        assert proof.source_page == texts[proof.block_id].source_page
        assert item.hints
        assert item.concept == "ebb"
    choice, sum_, _, judged, *_ = material.items
    assert isinstance(choice, MultipleChoice)
    assert choice.answer_text == "the mud"
    assert [each.sentence for each in choice.explanations] == ["The moon is far above the water.", "Ebb uncovers it."]
    assert isinstance(sum_, Numeric)
    assert sum_.value == 12
    assert isinstance(judged, TrueFalse)
    assert (judged.question, judged.statement, judged.wrong) == ("Is this true?", "Ebb uncovers the moon.", "moon")


def test_a_misconception_names_the_answers_that_show_it() -> None:
    found = read(guideline())
    [misconception] = found.misconceptions
    items = found.material.items
    assert [(each.item_id, each.answer) for each in misconception.shown_by] == [
        (items[0].item_id, "a"),
        (items[1].item_id, "8"),
        (items[2].item_id, "moon"),
        (items[3].item_id, "true"),
    ]


def test_read_again_it_has_the_same_ids_and_another_place_has_others() -> None:
    once, again = read(guideline()), read(changed("Boats lie on it.", "Boats stand on it."))
    assert once.guideline_id == again.guideline_id == read(guideline(country="ATLANTIS")).guideline_id
    assert [item.item_id for item in once.material.items] == [item.item_id for item in again.material.items]
    assert once.guideline_id != read(guideline(grade="3")).guideline_id


def test_norwegian_is_a_language_and_no_is_not_false() -> None:
    assert read(guideline(language="no")).language == read(guideline(language="nb")).language == "no"


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("country: Atlantis\n", "", "---", "no `country`"),
        ("grade: 2", "grade: two", "grade: two", "`grade` is a number"),
        ("board: Sea", "board: [Sea", "", "no YAML"),
        ("board: Sea", "board: Sea\nschool: Reef", "school: Reef", "knows no `school`"),
        ("board: Sea", "board: Sea\nboard: Lake", "board: Lake", "twice"),
        ("language: en", "language: English", "language: English", "`language` is a code"),
        ("title: Ebb and flood", "title:", "title:", "`title` is empty"),
        ("# For the learner", "# For learners", "# For learners", "neither"),
        ("## Approach", "## Plan", "# For the teacher", "no `## Approach`"),
        ("Look at the water together and wait. " * 60, "", "# For the teacher", "words; it is to have 500 to 2000"),
        ("- `names_ebb`: Tells what ebb is.", "Tells what ebb is.", "## Objectives", "names no objective"),
        ("`names_ebb`: Tells", "`Names Ebb`: Tells", "`Names Ebb`", "is no id"),
        ("objective: names_ebb", "objective: names_flood", "objective: names_flood", "names no objective"),
        ("concept: ebb\n", "", "## Ebb", "no `concept: ...`"),
        ("goal: You know what ebb is.\n", "", "## Ebb", "no `goal: ...`"),
        ("goal: You know what ebb is.", "goal: ebb", "goal: ebb", "no sentence that a learner can be told"),
        ("concept: ebb", "concept: flood", "concept: flood", "No sentence of the section has the words"),
        ("8. multiple_choice, easy: When", "9. multiple_choice, easy: When", "9. multiple_choice", "This is task 8"),
        ("6. short_answer, medium", "6. essay, medium", "6. essay", "There is no type `essay`"),
        ("6. short_answer, medium:", "6. short_answer, tricky:", "6. short_answer", "A task begins like"),
        ("   - key: 12\n", "", "2. numeric", "needs `key`"),
        ("   - key: 12\n", "   - key: a dozen\n", "2. numeric", "value"),
        ("   - hint: Add the time to itself.\n", "", "2. numeric", "needs `hint`"),
        ("works: 2 × 6", "works: 2 × 5", "works: 2 × 5", "makes 10, not `12`"),
        ("works: 2 × 6", "works: two sixes", "works: two sixes", "cannot be worked out"),
        ("from: It lasts about 6 hours.", "from: It lasts 6 hours.", "from: It lasts 6 h", "word for word"),
        ("   - also: the mud\n", "   - alias: the mud\n", "- alias", "has no `alias`"),
        ("- shows: moon [ebb_is_high]", "- shows: moon [low]", "moon [low]", "no misconception `low`"),
        ("   - wrong: moon\n", "", "- key: false", "Of a false statement"),
        ("   - wrong: moon\n", "   - wrong: sun\n", "4. true_false", "must stand in a false statement"),
        ("   - point: the water falls", "   - point: it falls", "- point: it falls", "does not stand in what"),
        ("easy: At noon the sand is dry.", "easy: Ebb uncovers the moon.", "5. true", "asks the same"),
        ("     because: Ebb uncovers it.", "     because: A.\n     because: B.", "because: B.", "one `because`"),
        ("At noon the sand is dry.\n", "At noon | the ![sand](x.png) is dry.\n", "![sand]", "**bold** alone"),
    ],
)  # fmt: skip
def test_what_is_wrong_names_its_line(old: str, new: str, at: str, says: str) -> None:
    content = changed(old, new)
    with pytest.raises(Broken, match=re.escape(says)) as broken:
        read(content)
    told = [fault for fault in broken.value.faults if says in fault.sentence]
    assert told, broken.value.faults
    if at:
        assert told[0].line == line_of(at, content)


def test_fewer_than_eight_tasks_are_too_few() -> None:
    text = TEXT[: TEXT.index("8. multiple_choice")]
    with pytest.raises(Broken, match="has 7 tasks; it needs 8"):
        read(text.encode())


def test_all_that_is_wrong_is_told_at_once_by_line() -> None:
    content = changed("grade: 2", "grade: x").replace(b"6. short_answer", b"7. short_answer")
    with pytest.raises(Broken) as broken:
        read(content)
    lines = [fault.line for fault in broken.value.faults]
    assert len(lines) == 2
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "does not begin with front matter"),
        (b"---\ncountry: x\n", "has no end"),
        (b"---\n- a\n---\n", "no list of `name: value`"),
        (b"\xff\xfe", "not UTF-8"),
        (TEXT.replace("sand", "sa\x00nd").encode(), "U+0000"),
        (b"x" * 500_001, "more than"),
    ],
)
def test_what_is_no_such_file_is_told(content: bytes, says: str) -> None:
    with pytest.raises(Broken, match=re.escape(says)):
        read(content)


def test_an_option_that_is_the_same_number_as_the_key_is_told() -> None:
    content = changed("   - right: noon\n   - wrong: midnight", "   - right: 1/2\n   - wrong: 2/4")
    with pytest.raises(Broken, match="is the same number as"):
        read(content)
