"""What is quoted is whole: no half sentences, and nothing without what it leans on."""

from typing import Any

import pytest

from services.coach.tutor.offline import tutored
from tests.coach.tutor.samples import explain, lesson
from tests.coach.tutor.test_offline import lines


def halves(text: str, **changed: Any) -> list[Any]:
    return [lesson("photosynthesis.en")[0][0].model_copy(update={"text": text, "emphasis": []} | changed)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A guard cell keeps watch. Sweat glands are the glands of the skin that cool it by", "paragraph"),
        ("Sweat glands are the glands of the skin that cool the whole body well", "paragraph"),
        ("A guard cell keeps watch. Sweat glands are the glands of the skin that together", "paragraph"),
        ("Sweat glands: glands of the skin that cool it by the", "list_item"),
        ("into the skin, but many of its sweat glands are deeper than these.", "paragraph"),
        ("(Sweat glands keep the whole body cool on hot days in every summer.)", "paragraph"),
    ],
)
def test_what_the_end_of_a_page_cut_off_is_not_quoted(text: str, kind: str) -> None:
    told = tutored(explain("photosynthesis.en", "sweat glands", blocks=halves(text, kind=kind), places=[]))
    assert not told.found


def test_a_sentence_may_begin_with_a_name_that_is_written_small() -> None:
    small = halves("apt is the command that installs a package and all that it needs.")
    assert tutored(explain("photosynthesis.en", "apt", blocks=small, places=[])).found


def test_a_line_of_a_list_needs_no_full_stop_to_say_what_something_is() -> None:
    line = halves("Sweat glands: glands of the skin that cool the whole body", kind="list_item")
    assert tutored(explain("photosynthesis.en", "sweat glands", blocks=line, places=[])).found
    only_named = halves("Test what is there with all the sweat glands", kind="list_item")
    assert not tutored(explain("photosynthesis.en", "sweat glands", blocks=only_named, places=[])).found


def test_what_leans_on_the_definition_stands_right_behind_it_with_all_between() -> None:
    text = (
        "Plasma is the pale liquid in which blood cells float. About nine tenths of all of it is plain water. The rest "
        "consists of proteins, salts, sugar and waste. Doctors store frozen plasma because it helps the wounded."
    )
    said = lines(tutored(explain("photosynthesis.en", "plasma", blocks=halves(text), places=[])))
    assert said[1].startswith("What it is: “Plasma is")
    assert "About nine tenths" in said[2]
    assert said[-1].startswith("A reason in the text: “Doctors store")


def test_who_is_meant_by_the_sentence_before_is_quoted_with_it() -> None:
    text = (
        "Ian Murdock studied at Purdue. With the idea to make something better, he started the Debian Project in 1993."
    )
    said = lines(tutored(explain("photosynthesis.en", "Debian Project", blocks=halves(text), places=[])))
    assert said[1].startswith("The text says: “Ian Murdock studied")
