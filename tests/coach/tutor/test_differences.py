"""What a difference is asked about may be told by a sentence that leans on the one that names the other side."""

import pytest

from contracts.documents import Block
from contracts.learning import Explain
from contracts.mastery import ConceptPlace
from services.coach.tutor.offline import tutored

SHA = "0" * 64
NO_SENTENCE = "I found no sentence that "
TEXTS = (
    "A quay is a wall at the water to which ships are moored. It is built of stone.",
    "A pier is a walk on posts. It reaches far into the water, but unlike a quay it lets the waves pass below.",
)


def test_what_is_no_definition_is_not_told_as_one() -> None:
    texts = ("A quay is a wall at the water.", "The mole is repaired with new stones every spring after the storms.")
    blocks = [Block(block_id=f"b{n}", text=text, document_sha256=SHA) for n, text in enumerate(texts)]
    places = [ConceptPlace(concept=name, block_id=f"b{n}", ordinal=n) for n, name in enumerate(("quay", "mole"))]
    asked = Explain(
        concepts=[],
        question="What is the difference between a quay and a mole?",
        language="en",
        blocks=blocks,
        places=places,
        document_sha256=SHA,
    )
    assert "What it is: “The mole is repaired" not in tutored(asked).text("en")


def test_a_sentence_that_leans_on_the_other_side_tells_the_difference() -> None:
    blocks = [Block(block_id=f"b{n}", text=text, document_sha256=SHA) for n, text in enumerate(TEXTS)]
    asked = Explain(
        concepts=[],
        question="What is the difference between a quay and a pier?",
        language="en",
        blocks=blocks,
        document_sha256=SHA,
    )
    told = tutored(asked)
    assert "lets the waves pass below" in told.paragraphs[0].lines[0].plain


def told(question: str, *texts: str) -> str:
    blocks = [Block(block_id=f"b{n}", text=text, document_sha256=SHA) for n, text in enumerate(texts)]
    asked = Explain(concepts=[], question=question, language="en", blocks=blocks, document_sha256=SHA)
    return tutored(asked).text("en")


def test_two_things_in_one_sentence_with_a_but_are_not_set_against_each_other() -> None:
    said = told(
        "What is the difference between a quay and a barge?",
        "But a quay at which a barge lies is cleaned each year, and different barges are tied to the quay.",
        "A quay is a wall at the water.",
    )
    assert said.startswith(f"{NO_SENTENCE}tells the difference, and none that says what “barge” is. Of “quay” ")
    assert said.endswith("the text says: “A quay is a wall at the water.” (page 1)")


def test_where_no_sentence_tells_the_difference_it_is_said_so_and_each_is_told() -> None:
    said = told(
        "What is the difference between a quay and a pier?",
        "A quay is a wall at the water.",
        "A pier is a walk on posts.",
    )
    assert said.startswith("No single sentence tells the difference. The text says of each:\n\nQuay\n")
    assert "Pier\nThe text says: “A pier is a walk on posts.”" in said


@pytest.mark.parametrize(
    "contrast",
    [
        "A quay is made of stone, whereas a pier stands on posts.",
        "While a quay is made of stone, a pier stands on posts.",
        "Unlike the quay, which is old, the pier is made of steel.",
        "A quay differs from a pier in what it is made of.",
    ],
)
def test_a_sentence_that_sets_both_against_each_other_is_the_answer(contrast: str) -> None:
    said = told("What is the difference between a quay and a pier?", contrast, "A pier is a walk on posts.")
    assert said == f"The text says: “{contrast}” (page 1)"


@pytest.mark.parametrize(
    ("text", "surely"),
    [
        ("Ships are tied to what is known as a quay.", True),
        ("They lie at the quay, which is a wall of stone.", True),
        ("On a chart one letter marks the quay which stands for a wall of stone.", True),
        ("Quays are cleaned when the ships are gone.", False),
        ("While at the quay, the crew sleeps on board.", False),
        ("At the quay, less than half of the ships are old.", False),
        ("Ships are tied to something called quay-like walls.", False),
    ],
)
def test_what_says_what_something_is(text: str, surely: bool) -> None:
    assert told("What is a quay?", text).startswith("The text says: ") == surely


def test_a_name_of_several_words_is_known_with_and_without_its_hyphen() -> None:
    text = "Walls of stone at the water, termed “the sailing ship quay” (Vold 1902), are old."
    assert told("What is the sailing-ship quay?", text).startswith("The text says: ")


def test_a_thing_and_a_kind_of_it_keep_their_names() -> None:
    said = told("What is the difference between a quay and a stone quay?", "A quay is a wall.", "A stone quay is dear.")
    assert "Quay quay" not in said


def in_language(language: str, question: str, *texts: str, **more: object) -> str:
    blocks = [Block(block_id=f"b{n}", text=text, document_sha256=SHA) for n, text in enumerate(texts)]
    asked = Explain(concepts=[], question=question, language=language, blocks=blocks, document_sha256=SHA, **more)
    return tutored(asked).text(language)


def test_what_is_only_listed_or_named_in_code_is_no_side_of_a_difference() -> None:
    for text in (
        "With other than rope winches, such as chain winches, the brake is rather slow.",
        "A winch turns slowly; however there are quicker engines, as rope.turn() shows.",
        "But the boats are roped to a ring, and a winch is not.",
    ):
        said = told("What is the difference between a rope and a winch?", text, "A winch is an engine that pulls.")
        assert not said.startswith("The text says: “" + text[:20])


def test_various_kinds_are_no_difference_in_norwegian() -> None:
    said = in_language(
        "no",
        "Hva er forskjellen på en vinsj og en talje?",
        "Katalogen viser varer etter ulike grupper (vinsjer, taljer, tau).",
        "I havna er en «vinsj» en maskin som trekker.",
        "Derimot er en «talje» et tau over to hjul.",
    )
    assert said.startswith("Ingen enkelt setning forteller forskjellen. Teksten sier om hver:")
    assert "maskin som trekker" in said
    assert "tau over to hjul" in said
    said = in_language("no", "Hva er en vinsj?", "I havna er en «vinsj» en maskin som trekker.")
    assert said.startswith("Teksten sier: «I havna er en")


def test_two_names_with_an_article_each_share_no_head() -> None:
    said = told("What is the difference between a quay and a swing bridge?", "A swing bridge is a bridge that turns.")
    assert "none that says what “quay” is" in said


def test_one_of_many_in_a_list_is_not_said_to_be_the_next() -> None:
    text = "A ship may carry a heavy anchor, a rope, a buoy, and so on."
    assert not told("What is an anchor?", text).startswith("The text says")


def test_what_is_only_compared_in_brackets_is_not_named_there() -> None:
    assert not told("What is a winch?", "Another part (a winch as long as the mast) must be bought.").startswith(
        "The text"
    )


@pytest.mark.parametrize(
    ("language", "question", "text"),
    [
        ("en", "What is the difference between a sloop and a ketch?", "A sloop has one mast and a ketch has two."),
        ("no", "Hva er forskjellen på jakt og galeas?", "En jakt er et skip med én mast og en galeas er et med to."),
        ("de", "Was ist der Unterschied zwischen Kogge und Holk?", "Die Kogge ist flach und der Holk ist bauchig."),
    ],
)
def test_a_sentence_that_says_of_each_what_it_is_tells_the_difference(language: str, question: str, text: str) -> None:
    block = Block(block_id="b0", text=text, document_sha256=SHA)
    asked = Explain(concepts=[], question=question, language=language, blocks=[block], document_sha256=SHA)
    answer = tutored(asked)
    assert answer.found
    assert text in answer.text("en")
    only = "The sloop and the ketch are moored beside each other."
    assert told("What is the difference between a sloop and a ketch?", only).startswith(NO_SENTENCE)


def test_one_thing_twice_and_one_that_names_the_other_are_answered() -> None:
    texts = ("A quay is a wall at the water.", "The quay wall is built of large stones that the sea cannot move.")
    for twice in ("a quay and a quay", "quay and quay", "a quay and quays"):
        assert told(f"What is the difference between {twice}?", *texts)
    said = told("What is the difference between quay and quay wall?", *texts)
    assert "Quay\nThe text says: “A quay is a wall" in said
    assert "Quay wall\nThe text says: “The quay wall is built" in said


def test_a_host_that_is_called_after_a_thing_does_not_say_what_that_is() -> None:
    texts = ("The hosting of north.quay.org moved to another firm in 1995.", "A mole is a wall of stone in the sea.")
    assert "hosting" not in told("What is the difference between quay and mole?", *texts)
