"""Who did it: to be chosen among people of whom the text does not say the same, and as a card."""

from services.coach.authors.offline.questions import cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Card, Draft, OneOf
from tests.coach.authors.offline.by_hand import order_about

_HOLM = "Per Holm founded the harbour of the northern island in 1820."
_PEOPLE = [
    "Ada Lund was born on the island. Ida Berg says that stone lasts, and Ola Dahl says that it does not.",
    "Per Holm died in the year of the flood.",
    "Ada Lund led the harbour from 1830 until 1841. Ida Berg led the harbour from 1841 until 1850.",
]


def drafts(*texts: str) -> list[Draft]:
    read = order_about([*texts], ["harbour"])
    source = source_of(read, read.blocks, Places(read))
    return [draft for draft in (*questions_of(source), *cards_of(source)) if draft.frame == "who"]


def options(draft: Draft) -> tuple[str, set[str]]:
    assert isinstance(draft.shape, OneOf)
    return draft.shape.key.text, {other.text for other in draft.shape.others}


def test_who_did_something_is_chosen_among_others_that_the_text_names() -> None:
    choice, *_ = drafts(_HOLM, *_PEOPLE)
    assert choice.question == "Who founded the harbour of the northern island in 1820?"
    assert options(choice) == ("Per Holm", {"Ada Lund", "Ida Berg", "Ola Dahl"})
    cards = [draft for draft in drafts(_HOLM, *_PEOPLE) if isinstance(draft.shape, Card)]
    assert cards[0].shape == Card("Per Holm")


def test_who_did_the_same_is_no_wrong_option_unless_in_other_years() -> None:
    led = next(draft for draft in drafts(_HOLM, *_PEOPLE) if draft.question.startswith("Who led"))
    key, wrong = options(led)
    assert key == "Ada Lund"
    assert "Ida Berg" in wrong
    same = "Ida Berg founded the harbour of the northern island with all that she had."
    choice, *_ = drafts(_HOLM.replace(" in 1820", ""), same, *_PEOPLE)
    assert "Ida Berg" not in options(choice)[1]


def test_one_of_a_row_of_names_is_not_asked() -> None:
    names = ("Ada Lund", "Ida Berg", "Ola Dahl", "Per Holm", "Liv Moe")
    led = [f"{name} led the harbour from 18{n}0 until 18{n}9." for n, name in enumerate(names, 1)]
    assert drafts(*led) == []
    assert len(drafts(*led[:3])) == 6


def test_whom_the_sentence_names_is_no_option_and_with_fewer_than_two_others_nobody_is_asked_for() -> None:
    choice, *_ = drafts(_HOLM.replace("in 1820", "with Ola Dahl"), *_PEOPLE)
    assert options(choice)[1] == {"Ada Lund", "Ida Berg"}
    alone = drafts(_HOLM, "Per Holm was born on the island.")
    assert [draft for draft in alone if isinstance(draft.shape, OneOf)] == []


def test_who_did_the_same_in_another_year_is_an_option_whatever_stands_beside_the_year() -> None:
    led = (
        "Ada Lund led the harbour in 1830, when it was new.",
        "Ida Berg led the harbour in 1841, when it was new.",
        "Ola Dahl led the harbour (1850) when it was new.",
    )
    choice, *_ = drafts(*led)
    assert options(choice) == ("Ada Lund", {"Ida Berg", "Ola Dahl"})


def test_of_one_person_who_did_many_things_each_is_asked() -> None:
    things = (
        "electron in a glass tube",
        "neutron behind a plate of lead",
        "spring below the mill",
        "gold under a road",
    )
    found = [f"Per Holm discovered the {thing} of the harbour." for thing in things]
    questions = {draft.question for draft in drafts(*found, *_PEOPLE) if isinstance(draft.shape, OneOf)}
    assert len([question for question in questions if question.startswith("Who discovered")]) == 4
