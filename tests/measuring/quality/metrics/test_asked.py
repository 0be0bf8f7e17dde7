"""The metrics of what is asked, M20 to M29: each sees the fault that is planted for it, and none in sound items."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest

from contracts.documents import Block
from contracts.items import Cloze, Flashcard, Item, MultipleChoice, Numeric
from contracts.proof import Explanation, Proof
from tests.measuring.quality.metrics.cards import alone, asked_whole, fresh
from tests.measuring.quality.metrics.choices import akin
from tests.measuring.quality.metrics.coverage import asked_terms, printed
from tests.measuring.quality.metrics.gaps import on_purpose, one_fits
from tests.measuring.quality.metrics.guessing import by_frequency, guessed
from tests.measuring.quality.metrics.made import BLOCKS, TEXTS, card, choice, proof, sound
from tests.measuring.quality.metrics.standing import leans, run_together, torn
from tests.measuring.quality.metrics.telling import told_by_another
from tests.measuring.quality.metrics.twins import untwinned
from tests.measuring.quality.metrics.worth import beyond_recall, framed, numbers_of_matter, unexchanged

TERMS = ["breakwater", "bollard", "dredging", "cargo", "harbour", "quay"]
SPOKEN = list(TEXTS.values())


def of(kind: str) -> Item:
    return next(item for item in sound() if item.type == kind)


def gap(question: str, answer: str, quote: str = "") -> Cloze:
    made = of("cloze")
    assert isinstance(made, Cloze)
    return made.model_copy(update={"question": question, "answer": answer, "proof": quoted(quote or question)})


def quoted(text: str, block: str = "b1") -> Proof:
    return proof(block, TEXTS[block].split()[1]).model_copy(update={"quote": text, "start": 0, "end": len(text)})


def stated(statement: str, wrong: str = "", right: str = "") -> Item:
    answer = "false" if wrong else "true"
    return of("true_false").model_copy(
        update={"statement": statement, "wrong": wrong, "right": right, "answer": answer, "proof": quoted(statement)}
    )


def test_sound_items_lower_nothing() -> None:
    items = sound()
    for share in (
        torn(items, BLOCKS, TERMS, "en"),
        one_fits(items, SPOKEN, TERMS, "en"),
        on_purpose(items),
        framed(items),
        unexchanged(items),
        numbers_of_matter(items, BLOCKS),
        guessed(items, "en"),
        untwinned([items[0], *items[5:]], "en"),
    ):
        assert share.faults == []


@pytest.mark.parametrize(
    "stem",
    [
        "This wall is called a ____ by sailors.",
        'The text says: "These posts hold two hundred tonnes". What reason does it give?',
        "On the other, there is the crane that the ____ bought.",
        "Figure: Ships in a row before the ____ of the harbour.",
        "There were no ____ that I can remember in the port.",
        "The port has the following ____ for its ships.",
        "A breakwater shelters a ____ from waves [12].",
        "A breakwater shelters a ____ from waves (Holm 2008).",
        "Ships of such a ____ need more depth.",
        'A breakwater is a "wall in the ____.',
        'The text says: "In spring the mud is dug out, possibly". Which reason does it give?',
        "A later development, the ____ crane lifts more.",
        "The crane is used is used to lift ____.",
        "The mud is a shallowwater risk to every ____.",
    ],
)
def test_a_torn_or_leaning_stem_lowers_m21(stem: str) -> None:
    assert torn([gap(stem, "breakwater")], BLOCKS, TERMS, "en").missing == 1


@pytest.mark.parametrize(
    "stem",
    [
        "As its name says, a breakwater breaks the ____.",
        "Put these steps of unloading in order.",
        'Which description fits each of these: "bollard", "breakwater", "dredging"?',
        "It is needed that rivers are dug free of ____.",
        "Ein ____ ist eine Mauer im Meer.",
    ],
)
def test_a_stem_that_stands_alone_does_not(stem: str) -> None:
    assert torn([gap(stem, "breakwater")], BLOCKS, TERMS, "en").faults == []


@pytest.mark.parametrize(
    "statement", ["wall in the sea shelters ships.", "A bollard is a post on the quay", "They are tied to a bollard."]
)
def test_a_statement_that_is_no_whole_sentence_lowers_m21(statement: str) -> None:
    assert torn([stated(statement)], BLOCKS, TERMS, "en").missing == 1
    assert leans("A bollard is a post on the quay.", whole=True) == ""


def test_a_thing_of_the_sentence_before_lowers_m21() -> None:
    text = "A diver saw a defect in the wall. The defect was mended with ____ in spring."
    block = Block(block_id="b1", text=text)
    where = quoted(text[34:]).model_copy(update={"start": 34, "end": len(text)})
    item = gap(text[34:], "concrete").model_copy(update={"proof": where})
    assert torn([item], {"b1": block}, TERMS, "en").missing == 1
    assert torn([item], {"b1": block}, ["defect"], "en").missing == 0


def test_two_words_that_ran_together_are_seen_and_long_words_are_not() -> None:
    assert run_together("A shallowwater risk.", "en") == "shallowwater"
    assert run_together("Photosynthesis and internationalisation of unhappiness.", "en") == ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Both informal and ____ learning happen in the port.", "formal"),
        ("Ships are met by tugs, cranes and ____.", "pilots"),
        ("The port lends machines such as ____ to the ships that call there.", "cranes"),
        ("Harbour and ____ are both sheltered by long walls against heavy waves.", "quay"),
        ("There are several major ____.", "rules"),
    ],
)
def test_one_of_a_list_or_pair_lowers_m22(question: str, answer: str) -> None:
    assert one_fits([gap(question, answer)], SPOKEN, TERMS, "en").missing == 1


def test_a_frame_in_which_the_text_has_another_term_lowers_m22() -> None:
    texts = ["A tug is a small strong ship that draws others. A ferry is a small strong ship that carries people."]
    asked = gap("A ____ is a small strong ship.", "tug", texts[0])
    assert one_fits([asked], texts, ["tug", "ferry"], "en").missing == 1
    clear = gap("A ____ is a small strong ship that draws others to the quay.", "tug", texts[0])
    assert one_fits([clear], ["A tug is a small strong ship that draws others."], ["tug"], "en").missing == 0


def test_another_term_that_stands_with_the_same_words_lowers_m22() -> None:
    texts = [
        "Mud from rivers that bring sand fills a harbour. By rivers a basin fills with mud and sand from a harbour."
    ]
    asked = gap("Rivers that bring mud and sand fill every ____ of a harbour.", "bay", "Elsewhere.")
    assert one_fits([asked], texts, ["basin"], "en").missing == 1


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Under a few hours a ____ may pass before the tide turns at the wall.", "day"),
        ("The crane ____ the cargo from the deck.", "lifts"),
        ("Pilots told of a storm that tore the old ____ away.", "sails"),
        ("The mole is a ____ structure of stone.", "long"),
    ],
)
def test_a_gap_over_an_incidental_word_lowers_m20(question: str, answer: str) -> None:
    assert on_purpose([gap(question, answer)]).missing == 1


@pytest.mark.parametrize(
    "question",
    [
        "A wall in the sea is called a ____.",
        "The ____ is a wall in the sea.",
        "The port is sheltered by the ____, a wall in the sea.",
        "In winter, ____ shelters the ships.",
        'Which term completes this sentence from the text? "A wall in the open sea is known as the ____."',
    ],
)
def test_a_gap_over_what_is_named_does_not(question: str) -> None:
    assert on_purpose([gap(question, "breakwater")]).faults == []


def test_a_stem_that_leans_on_the_text_lowers_m20() -> None:
    for stem in (
        "The text says: so. Why?",
        "What is a tug, according to the text?",
        "Hva er en slepebåt ifølge teksten?",
    ):
        assert framed([gap(stem, "x")]).missing == 1


def test_a_statement_false_by_a_number_lowers_m20() -> None:
    assert unexchanged([stated("It holds 300 tonnes.", "300", "200")]).missing == 1
    assert unexchanged([stated("It holds three ships.", "three", "two")]).missing == 1


@pytest.mark.parametrize(
    "quote",
    [
        "For example, a tug drew 200 ships that day.",
        "Holm asked 200 pilots (Holm 2008).",
        "A survey found 200 of them idle.",
        "There were 200 ships that I remember.",
    ],
)
def test_a_number_of_an_example_or_a_publication_lowers_m20(quote: str) -> None:
    item = of("numeric")
    assert isinstance(item, Numeric)
    blocks = {"b1": Block(block_id="b1", text=quote)}
    assert numbers_of_matter([item.model_copy(update={"proof": quoted(quote)})], blocks).missing == 1


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("What keeps keratin in the cell?", ("keratinocyte", "breakwater", "bollard")),
        ("What is a tug?", ("a small strong ship that draws others to the quay and out", "a wall", "a post")),
        ("What ties ships?", ("200", "bollard", "dredging")),
        ("What lifts?", ("Crane", "tug", "pilot")),
        ("Ships are moored by an ____ of iron.", ("anchor", "bollard", "crane")),
        ("In the port ____ are made of stone.", ("walls", "crane", "tug")),
        ("It is told by the ____ (VTS).", ("vessel traffic service", "harbour master", "quay")),
    ],
)
def test_a_key_that_is_found_without_the_text_raises_m23(question: str, options: tuple[str, ...]) -> None:
    assert guessed([choice("b1", question, *options)], "en").missing == 1
    swapped = choice("b1", "Which is meant here?", "harbour wall", "harbour post")
    assert guessed([swapped], "en").missing == 0


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Informal talk and ____ talk differ.", "formal"),
        ("It releases the ____ (ADH).", "antidiuretic hormone"),
        ("A build system that calls Make is ____.", "CMake"),
        ("The wall and the ____ are of stone.", "sea wall"),
    ],
)
def test_a_gap_that_its_own_sentence_fills_raises_m23(question: str, answer: str) -> None:
    assert guessed([gap(question, answer)], "en").missing == 1


def test_a_false_statement_with_a_broken_article_raises_m23() -> None:
    assert guessed([stated("A anchor is a post.", "anchor", "bollard")], "en").missing == 1


def test_the_option_of_the_rarest_word_is_counted_and_a_tie_is_not() -> None:
    assert by_frequency([choice("b1", "Which?", "breakwater", "house", "water")], "en").value == 1
    assert by_frequency([choice("b1", "Which?", "house", "breakwater", "water")], "en").value == 0
    assert by_frequency([choice("b1", "Which?", "the house", "a house")], "zz").of == 0


def test_near_twins_raise_m23() -> None:
    first = gap("A ____ is a wall in the open sea against heavy waves.", "breakwater", "One.")
    again = stated("A breakwater is a wall in the sea that shelters ships against waves.")
    assert untwinned([first, again], "en").missing == 0.5
    assert untwinned([first, gap("Ships wait behind a ____ at night.", "sea breakwater", "Two.")], "en").missing == 0.5
    assert untwinned([first, gap("Mud is dug by ____.", "dredging", "Three.")], "en").missing == 0


def test_a_stem_that_tells_the_answer_of_a_gap_two_questions_before_raises_m23() -> None:
    items = [
        gap("____ is a rethinking of where a port keeps its cranes.", "Multiport", "One."),
        gap("Mud is dug by ____.", "dredging", "Two."),
        stated("Multiport is a radical rethinking of where a port keeps its cranes."),
    ]
    assert told_by_another(items).faults != []
    assert untwinned(items, "en").missing == pytest.approx(1 / 3)


def test_options_of_other_classes_lower_m24() -> None:
    item = choice("b1", "Which term means a wall in the sea?", "breakwater", "bollard", "pilots")
    assert akin([item], SPOKEN, "en").value == 0
    assert akin([item], ["breakwater bollard pilots"], "en").value == 1
    assert akin([choice("b1", "Which is it?", "first tide", "second tide")], [], "en").value == 1
    assert akin([choice("b1", "Which is it?", "wall", "200")], [], "en").of == 0


def front(question: str, answer: str, quote: str) -> Flashcard:
    made: dict[str, Any] = {"question": question, "answer": answer, "proof": quoted(quote)}
    return card("b1", "What?", "wall").model_copy(update=made)


def test_cards_that_repeat_the_quiz_raise_m26() -> None:
    quiz = [of("multiple_choice")]
    assert fresh([front("What is a breakwater?", "a wall", quiz[0].proof.quote)], quiz, "en").missing == 1
    near = "In the sea a breakwater is the wall that shelters any harbour from the waves."
    assert fresh([front("What is a breakwater?", "a wall", near)], quiz, "en").missing == 1
    assert fresh([front("What is a bollard?", "a post", TEXTS["b2"])], quiz, "en").missing == 0
    printed = [quiz[0].model_copy(update={"proof": quoted("B")})]
    assert fresh([front("What is a bollard?", "a post", TEXTS["b2"])], printed, "en").missing == 0, (
        "a key of one letter"
    )
    told = Explanation(option_id="bollard", sentence="No.", proof=quoted(TEXTS["b2"]))
    explained = [quiz[0].model_copy(update={"explanations": [told]})]
    assert fresh([front("What is a bollard?", "a post", TEXTS["b2"])], explained, "en").missing == 0, "asked by none"
    supported = [quiz[0].model_copy(update={"supports": [quoted(TEXTS["b2"])]})]
    assert fresh([front("What is a bollard?", "a post", TEXTS["b2"])], supported, "en").missing == 1


def test_cards_that_are_gaps_raise_m26() -> None:
    cards = [front("A ____ is a wall.", "breakwater", "x"), front("What is a wall?", "a breakwater", "x")]
    assert asked_whole(cards).missing == 0.5


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What leads to this?", "mud"),
        ("What does such a wall do?", "It shelters ships."),
        ("What is a tug?", "This is a small ship."),
        ("What is a tug?", "which draws others"),
        ("What is a tug?", "a small ship with"),
        ("What are tugs?", "there are three kinds of"),
    ],
)
def test_a_side_that_does_not_read_alone_lowers_m26(question: str, answer: str) -> None:
    cards = [front(question, answer, "x"), front("What is a tug?", "a small ship that draws others", "x")]
    assert alone(cards, "en").missing == 0.5


def test_a_number_word_of_one_language_promises_nothing_in_another() -> None:
    assert alone([front("What is a tug?", "a small ship that is used to draw others", "x")], "en").value == 1
    assert alone([front("Hva er en slepebåt?", "et skip som trengs til to slags arbeid", "x")], "no").value == 0


def lines(*texts: str) -> Sequence[Block]:
    kinds = ["heading" if text.istitle() and ":" not in text else "paragraph" for text in texts]
    return [Block(block_id=f"g{n}", text=t, kind=k) for n, (t, k) in enumerate(zip(texts, kinds, strict=True))]


def test_a_printed_glossary_is_read_and_terms_that_nobody_asks_lower_m27() -> None:
    blocks = lines(
        "Harbours",
        "Note: this is no entry of any glossary.",
        "Glossary",
        "breakwater: wall in the sea for shelter",
        "vessel traffic service (VTS): those who watch ships",
        "Bollards",
        "bollard: post on the quay for ropes",
    )
    glossary = printed(blocks)
    assert list(glossary) == ["breakwater", "vessel traffic service"]
    assert asked_terms([of("multiple_choice"), of("cloze")], glossary, "en").faults == ["vessel traffic service"]
    assert asked_terms([of("multiple_choice")], glossary, "en").of == 1
    spoken = gap("A vessel traffic service sees the ____.", "ship")
    assert asked_terms([spoken], glossary, "en").good == 0
    assert asked_terms([front("What is a vessel traffic service?", "a watch", "x")], glossary, "en").good == 1


def test_questions_beyond_recall_raise_m29() -> None:
    recall = [gap("A ____ is a wall.", "breakwater"), stated("A tug is a wall.", "wall", "ship"), of("multiple_choice")]
    assert beyond_recall(recall).value == 0
    because = choice("b1", "Which claim holds?", "because rivers bring sand", "because ships are heavy")
    beyond = [of("short_answer"), of("ordering"), stated("Waves rise after the wall.", "after", "before"), because]
    assert beyond_recall(beyond).value == 1
    assert isinstance(because, MultipleChoice)
    assert sha256(TEXTS["b1"].encode()).hexdigest() == of("multiple_choice").proof.block_sha256
