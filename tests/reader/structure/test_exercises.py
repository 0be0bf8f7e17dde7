"""What a document asks of its reader is set aside, once, in English, Norwegian and German; what it teaches stays."""

import pytest

from contracts.documents import Block
from services.reader.formats.drafts import blocks_of
from services.reader.formats.markdown import read_markdown
from services.reader.reading.assembly import Source, flowed
from services.reader.settings import ReaderSettings
from services.reader.structure.exercises import without_exercises
from tests.reader.harness import read_here
from tests.reader.papers import lines, paper, together

CHAPTER = """
# Kilns

## Firing Clay

A kiln is an oven that fires clay. Potters heat it slowly, so that the clay loses its water before it hardens.

A cone is a small pyramid that bends at a known heat. It tells the potter what the oven has done to the ware.
"""
QUIZ = """
What bends at a known heat?

1. The kiln shelf
2. A cone
3. The glaze on the ware
4. The door of the oven

B

Potters heat a kiln ____.

1. slowly
2. at once
3. never

A
"""


def read(text: str) -> list[Block]:
    settings = ReaderSettings()
    drafts, title, language = read_markdown(text, settings.most_nesting)
    blocks = blocks_of(drafts, settings, by_sections=True)
    source = Source("a" * 64, "kilns.md", "r", "text/markdown", None, "section", title, language=language)
    return flowed(blocks, source, settings).reading.blocks


def aside(text: str) -> list[str]:
    """What is set aside as an exercise."""
    return [block.text for block in read(text) if block.aside == "exercise"]


def kept(text: str) -> list[str]:
    return [block.text for block in read(text) if block.material]


@pytest.mark.parametrize(
    "heading",
    ["Review Questions", "Section Quiz", "Self-Check Questions", "Check Your Understanding", "3. Practice Problems"],
)
def test_what_stands_under_a_heading_of_exercises_is_no_material(heading: str) -> None:
    text = f"{CHAPTER}\n### {heading}\n{QUIZ}\n## Glazes\n\nA glaze is a skin of glass on clay.\n"
    told = kept(text)
    assert told[-2:] == ["Glazes", "A glaze is a skin of glass on clay."]
    assert not [each for each in told if "shelf" in each or "slowly" in each[:10] or each in ("A", "B")]
    assert len(aside(text)) == 12
    # It opens no section, so that nothing is said to stand under it.
    assert {block.kind for block in read(text) if block.aside} == {"paragraph", "list_item"}


def test_answers_in_whole_sentences_and_under_headings_of_their_own_go_with_their_questions() -> None:
    text = f"""{CHAPTER}
### Critical Thinking Questions

Compare a kiln with an oven for bread.

Both are hot, and a kiln is ten times hotter.

#### Answer

The clay would crack.

### Glossary

cone: a small pyramid that bends at a known heat

### Summary

Kilns fire clay, and cones tell their heat.
"""
    assert [each[:9] for each in aside(text)] == ["Critical ", "Compare a", "Both are ", "Answer", "The clay "]
    assert kept(text)[-4:] == [
        "Glossary",
        "cone: a small pyramid that bends at a known heat",
        "Summary",
        "Kilns fire clay, and cones tell their heat.",
    ]


@pytest.mark.parametrize("heading", ["Chapter Review", "Review", "Problems", "Practice", "Exercise"])
def test_a_heading_that_may_mean_anything_is_judged_by_what_it_heads(heading: str) -> None:
    teaches = "A kiln cracks ware that is heated too fast. Damp clay bursts, since its water turns to steam."
    assert aside(f"{CHAPTER}\n### {heading}\n\n{teaches}\n") == []
    asks = "Explain why damp clay bursts.\n\nWhy does a potter watch the cone?\n"
    assert aside(f"{CHAPTER}\n### {heading}\n\n{asks}") == [heading, *asks.strip().split("\n\n")]


def test_questions_with_options_need_no_heading() -> None:
    assert len(aside(f"{CHAPTER}\n{QUIZ}")) == 11
    # A list behind a question that nothing marks as a test tells what it tells.
    told = "What does a potter need?\n\n1. Clay of one kind\n2. Water without lime\n3. A kiln that holds its heat\n"
    assert aside(f"{CHAPTER}\n{told}") == []


def test_questions_in_a_row_exercises_with_a_number_and_tasks_with_a_question() -> None:
    asked = [
        "Think about these questions:",
        "Why does clay shrink?",
        "How hot is a kiln?",
        "Exercise 4. Measure a brick before and after firing.",
        "Watch a potter at work. What does she do first?",
    ]
    between = "Clay shrinks by a tenth when it dries. So do bricks."
    text = "\n\n".join([CHAPTER, *asked[:3], between, *asked[3:], between])
    assert aside(text) == asked
    assert aside(f"{CHAPTER}\nExplain why clay shrinks when it dries.\n\n{between}\n") == [
        "Explain why clay shrinks when it dries."
    ]
    # One question alone may be the text's own manner of speaking.
    assert aside(f"{CHAPTER}\nWhy does clay shrink?\n\n{between}\n") == []


def test_learning_objectives_are_no_facts_and_what_follows_them_is() -> None:
    text = f"""
# Kilns

## Learning Objectives

By the end of this section, you will be able to:

- Describe a kiln
- Tell cones apart

A kiln is an oven that fires clay, and most of them are lined with brick.

## Glazes

Explain what a glaze is made of

A glaze is a skin of glass on clay.
{CHAPTER}"""
    assert aside(text) == [
        "Learning Objectives",
        "By the end of this section, you will be able to:",
        "Describe a kiln",
        "Tell cones apart",
        "Explain what a glaze is made of",
    ]
    plan = "## Objectives\n\n- More kilns by the autumn\n- Fewer cracks in the ware\n"
    assert aside(f"{CHAPTER}\n{plan}") == []


def test_norwegian_and_german_exercises() -> None:
    norwegian = """
# Ovner

## Brenning

Etter å ha lest dette kapittelet skal du kunne:

- forklare hva en ovn er

En brennovn er en ovn som brenner leire. Pottemakere varmer den sakte, så leira mister vannet før den blir hard.

### Repetisjonsspørsmål

1. Hva er en brennovn?
2. Hvorfor varmes den sakte?

### Fasit

1. En ovn for leire.

### Oppgaver

Forklar hvorfor våt leire sprekker.

## Ovnens oppgaver

En brennovn har flere oppgaver. Den tørker leira og gjør den hard.

## Sammendrag

Brennovner brenner leire.
"""
    assert kept(norwegian)[3:] == [
        "Ovnens oppgaver",
        "En brennovn har flere oppgaver. Den tørker leira og gjør den hard.",
        "Sammendrag",
        "Brennovner brenner leire.",
    ]
    german = """
# Öfen

## Brennen

Ein Brennofen ist ein Ofen, in dem Ton gebrannt wird. Er wird langsam geheizt, damit das Wasser entweicht.

### Kontrollfragen

Warum wird der Ofen langsam geheizt?

a) Damit das Wasser entweicht

### Aufgaben

Erklären Sie, warum nasser Ton platzt.

## Aufgaben

- Trocknung des Tons vor dem Brand
- Härtung der Ware im Feuer der Kammer

## Zusammenfassung

Brennöfen härten Ton.
"""
    assert kept(german)[3:] == [
        "Aufgaben",
        "Trocknung des Tons vor dem Brand",
        "Härtung der Ware im Feuer der Kammer",
        "Zusammenfassung",
        "Brennöfen härten Ton.",
    ]


def test_exercises_of_a_pdf_go_on_over_its_pages() -> None:
    first = together(
        lines("Kilns", top=80, font="Times-Bold", size=18),
        lines("A kiln is an oven that fires clay, and potters heat it", "slowly, so that it does not crack.", top=120),
        lines("Review Questions", top=180, font="Times-Bold", size=14),
        lines("What bends at a known heat?", top=220),
        lines("a) The shelf of the kiln", top=240),
    )
    second = together(
        lines("b) A cone", top=100),
        lines("c) The door", top=120),
        lines("Key Terms", top=180, font="Times-Bold", size=14),
        lines("kiln: an oven that fires clay", top=220),
    )
    blocks = without_exercises(read_here(paper(first, second)))
    assert [block.text for block in blocks if block.material][2:] == ["Key Terms", "kiln: an oven that fires clay"]
    assert {block.aside for block in blocks if not block.material} == {"exercise"}


def test_a_text_without_exercises_is_left_as_it_is() -> None:
    blocks = [Block(block_id=f"b{n}", text=text) for n, text in enumerate(["Is a kiln hot?", "It is.", "1. It is."])]
    assert without_exercises(blocks) == blocks
