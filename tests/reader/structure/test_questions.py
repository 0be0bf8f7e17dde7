"""A printed question is known by its shape, without a heading: stem, options and key teach nothing; a list that answers
a question, a numbered outline and a manual's orders stay material."""

import pytest

from tests.reader.structure.test_exercises import CHAPTER, aside, kept, read

WRONG = "Kilns are always made of iron."
STEM = "Which of the following is true of kilns?"


def blocks(*texts: str) -> str:
    return "\n\n".join(texts)


@pytest.mark.parametrize(
    "asked",
    [
        blocks(STEM, f"A. {WRONG}", "B. A kiln is an oven that fires clay.", "C. A kiln needs no chimney."),
        blocks(STEM, f"- {WRONG}\n- A kiln fires clay.\n- A kiln needs no chimney."),
        blocks("What holds the heat best?", f"- [ ] {WRONG}\n- [x] Kilns of brick hold it."),
        blocks("All of these hold heat EXCEPT", f"(a) {WRONG}", "(b) Kilns of stone", "(c) Kilns of straw"),
        blocks("Which of these is it?", f"| A | {WRONG} | B | A kiln is an oven. |\n|---|---|---|---|"),
        blocks("Which one is right? (i) Kilns are ovens. (ii) Kilns run on gas. (iii) " + WRONG),
        blocks("1. What is a kiln?", f"a) {WRONG}", "b) An oven", "c) A shelf"),
        f"1. What is a kiln?\n   - {WRONG}\n   - An oven\n   - Ash\n2. What bends?\n   - A cone\n   - Ash\n   - Fire",
        blocks("The best kilns are:", f"a. {WRONG}", "b. Kilns of brick", "c. Kilns of paper", "Answer: B"),
        blocks(
            "Circle the correct answer.", "1. Kilns are", "a. ovens", f"b. {WRONG}", "2. Cones", "a. bend", "b. burn"
        ),
        blocks("True or false?", f"1. {WRONG}\n2. A cone bends at a known heat."),
        blocks(f"T / F {WRONG}"),
        f"1. {WRONG} (True/False)\n2. A cone bends. (True or false)",
        "1. A kiln fires ____.\n2. A cone ______ at a known heat.\n3. Potters heat it .......... so that it holds.",
        blocks("Complete the sentences with the words below.", "kiln - cone - glaze", "1. A ____ fires clay."),
        blocks("Match each term with its meaning.", "| Term | Meaning |\n|---|---|\n| kiln | a skin of glass |"),
        blocks("Answers: 1 b, 2 a, 3 c"),
        blocks("7. Why is it heated slowly?", f"Answer: {WRONG}", "Explanation: " + WRONG),
        blocks(f"Check your understanding: {WRONG} Why do potters say so?"),
        f"1. What is a kiln?\n2. Why is it heated slowly?\n3. {WRONG} Comment on this.",
        blocks(f"### {STEM}", f"- {WRONG}\n- A kiln is an oven."),
        blocks("Hvilken av disse påstandene er riktig?", f"- {WRONG}\n- En ovn brenner leire."),
        blocks("Riktig eller galt?", f"1. {WRONG}\n2. Kjeglen bøyer seg."),
        blocks("Sett kryss ved det rette svaret.", f"☐ {WRONG}", "☐ En ovn brenner leire."),
        blocks("Hva er en kjegle?", f"a) {WRONG}", "b) En liten pyramide", "Fasit: b"),
        blocks("Welche der folgenden Aussagen ist richtig?", f"- {WRONG}\n- Der Kegel neigt sich."),
        blocks("Kreuzen Sie die richtige Antwort an.", f"a) {WRONG}", "b) Der Kegel neigt sich."),
        blocks("3. Nennen Sie den Grund.", f"Lösung: {WRONG}"),
    ],
)
def test_a_printed_question_teaches_nothing(asked: str) -> None:
    text = f"{CHAPTER}\n{asked}\n\n## Glazes\n\nA glaze is a skin of glass on clay.\n"
    assert kept(text) == [*kept(CHAPTER), "Glazes", "A glaze is a skin of glass on clay."]


@pytest.mark.parametrize(
    "told",
    [
        blocks("### Which clays shrink?", "- Ball clay shrinks by a tenth.\n- Fire clay hardly shrinks at all."),
        blocks("What does a potter need?", "- Clay of one kind\n- Water without lime\n- A kiln that holds its heat"),
        blocks("Which ovens are there?", "1. Ovens for wood\n2. Ovens for gas\n3. Ovens for current"),
        blocks("The kinds of kilns are:", "a. the updraught kiln", "b. the downdraught kiln", "c. the tunnel kiln"),
        blocks("You must know which of these kilns it is:", "- the updraught kiln\n- the tunnel kiln"),
        blocks("### FAQ", "#### How hot is it?", "A stoneware kiln reaches 1300 degrees."),
        blocks("Select the kiln from the menu.", "Compare the cones with a chart.", "Define the speed of the fire."),
        blocks("A good report has to:", "- Explain why the ware cracked\n- Describe how it was stacked"),
        blocks("A name begins with `__init__` or with ___ in code."),
        blocks("The firing ............ 12"),
        blocks("Why does ware crack? It dries too fast. Thick walls dry more slowly than thin ones."),
    ],
)
def test_what_answers_its_own_question_or_orders_nothing_of_the_reader_stays(told: str) -> None:
    assert aside(f"{CHAPTER}\n{told}\n\nA glaze is a skin of glass on clay.\n") == []


def test_what_only_looks_like_a_question_is_one_beside_another_with_as_many_options() -> None:
    sure = blocks("A cone bends at a known ____.", "- heat\n- height\n- weight")
    bare = blocks("What fires clay?", "- A kiln of brick\n- A shelf of iron\n- A door of wood")
    assert aside(f"{CHAPTER}\n{bare}\n\nBoth are dear.\n") == []
    assert len(aside(f"{CHAPTER}\n{sure}\n\n{bare}\n")) == 8
    assert len(aside(f"{CHAPTER}\n{bare}\n\n{sure}\n")) == 8
    more = blocks("What fires clay?", "- A kiln\n- A shelf\n- A door\n- A man")
    assert len(aside(f"{CHAPTER}\n{sure}\n\n{more}\n")) == 4


def test_a_heading_of_exercises_ends_at_a_deeper_one_that_teaches() -> None:
    session = blocks("## Exercise 1: a first firing", "Which wood is dry?", "Watch the smoke.")
    text = f"{CHAPTER}\n{session}\n\n### Salt\n\nSalt thrown into the fire makes a glaze by itself.\n"
    assert aside(text) == ["Exercise 1: a first firing", "Which wood is dry?", "Watch the smoke."]
    asks = "### Part 2\n\nWhat does salt do?\n\n### Ash\n\nWhy is ash a glaze? Where does it come from?\n"
    assert len(aside(f"{CHAPTER}\n{session}\n\n{asks}")) == 7


def test_a_line_that_names_exercises_is_enough_where_nothing_is_a_heading() -> None:
    text = blocks("C Review Questions", "What is a cone?", "A pyramid.", "Why does it bend?", "It softens in the heat.")
    told = "Ash falls on the ware and melts. Potters call it a gift of the fire."
    assert aside(f"A kiln is an oven that fires clay, and it is hot.\n\n{text}\n\n{told}\n") == text.split("\n\n")


def test_an_exercise_that_goes_on_behind_its_number_is_set_aside_as_a_whole() -> None:
    between = "Clay shrinks by a tenth when it dries."
    text = blocks(
        "Exercise 2.", "Weigh a brick, and weigh it again.", between, "Exercise 3. Find", "- a cone\n- a kiln"
    )
    assert aside(f"{CHAPTER}\n{text}\n\n{between}\n") == [
        "Exercise 2.",
        "Weigh a brick, and weigh it again.",
        "Exercise 3. Find",
        "a cone",
        "a kiln",
    ]


def test_each_part_of_a_printed_question_says_what_it_is() -> None:
    text = blocks(
        STEM, f"A. {WRONG}", "B. A kiln is an oven.", "C. A kiln needs air.", "Answer: B", "A kiln fires ____."
    )
    parts = [(block.text, block.exercise_part) for block in read(f"{CHAPTER}\n{text}\n") if block.aside == "exercise"]
    assert parts == [
        (STEM, "question"),
        (f"A. {WRONG}", "option"),
        ("B. A kiln is an oven.", "option"),
        ("C. A kiln needs air.", "option"),
        ("Answer: B", "key"),
        ("A kiln fires ____.", "question"),
    ]
    assert {block.exercise_part for block in read(CHAPTER)} == {None}
