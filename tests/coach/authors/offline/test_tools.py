"""A command is asked for by what it does."""

import time

from contracts.documents import Block
from services.coach.authors.offline.questions import cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Card, Draft, Gap
from tests.coach.authors.offline.by_hand import order_about

COMMANDS = (
    "The touch command creates an empty file or renews the date of an old file.",
    "The wc command counts the lines and the words of each file.",
    "The gzip command packs a large file into small space.",
    "The chmod command changes the list of people with access to a file.",
    "The cut() function takes single columns out of every line of a file.",
)


def drafts(*texts: str, cards: bool = False) -> list[Draft]:
    read = order_about(texts, ["file"])
    found = source_of(read, [block for block in read.blocks if isinstance(block, Block)], Places(read))
    return [*(cards_of(found) if cards else questions_of(found))]


def asked(text: str) -> list[str]:
    """The names that a card asks for by what they do."""
    found = [each for each in drafts(text, *COMMANDS, cards=True) if each.at.text == text and each.frame == "tool"]
    return [each.shape.answer for each in found if isinstance(each.shape, Card)]


def test_a_command_is_no_gap_and_no_choice() -> None:
    """Another command does as much, or its look tells it."""
    names = {text.split()[1] for text in COMMANDS}
    found = drafts(*COMMANDS)
    assert found
    assert not [each for each in found if isinstance(each.shape, Gap) and each.shape.answer in names]
    assert not [each for each in found if each.frame == "tool"]


def test_what_tells_its_name_is_not_asked() -> None:
    assert not asked("The count command counts the lines and the words of each file.")
    for name, does in (
        ("seq", "creates long sequences of numbers"),
        ("lsfit", "gives a least squares fitting of points"),
        ("scp", "sends what cp copies to other machines"),
    ):
        assert not asked(f"The {name} command {does} in a file.")
        assert asked(f"The pkzip command {does} in a file.") == ["pkzip"]


def test_what_compares_with_what_stood_before_is_not_asked() -> None:
    assert not asked("The pkzip command is a more general way to pack a file.")
    assert asked("The pkzip command is a more general way than tar to pack a file.")


def test_where_it_belongs_what_it_is_like_and_what_it_may_do_is_not_what_it_does() -> None:
    for does in (
        "is in the standard package of tools together with others",
        "is much like a saw that cuts the lines of a file",
        "might pack the lines and the words of every file",
    ):
        assert not asked(f"The pkzip command {does}.")


def test_on_a_card_its_back_is_the_name() -> None:
    fronts = {each.question: each.shape for each in drafts(*COMMANDS, cards=True)}
    assert fronts["Which command changes the list of people with access to a file?"] == Card("chmod")


def test_a_name_of_equal_letters_takes_no_time() -> None:
    began = time.process_time()
    does = " ".join(f"aaa{letter}{letter}ing" for letter in "bcdefghijklmnoprstuv")
    drafts(f"The {'a' * 30}q command creates harbour {does}.", *COMMANDS)
    assert time.process_time() - began < 5


def test_several_of_a_thing_are_no_comparison() -> None:
    text = "The pkzip command writes one or more names into a file."
    assert asked(text) == ["pkzip"]
