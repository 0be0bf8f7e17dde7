"""Which sentences state nothing to learn, which are none, and which only look like it."""

import pytest

from services.coach.sentences.split import doubt_of, sentences_of
from services.coach.sentences.unfit import is_unfit
from tests.coach.authors.offline.by_hand import order_about

LEFT_OUT = (
    ("en", "FIXME: Add more about the winches of the old lock here."),
    ("en", "Use a soft brush to clean the brass before the varnish goes on."),
    ("en", "Install the pump before the tank is filled with water."),
    ("en", "Add a label and write the date on the jar."),
    ("en", "Be sure to close the valve before the boiler is lit again."),
    ("en", "Let us look at the boiler of a small steam engine."),
    ("no", "Bruk en myk børste når du skal rense messingen."),
    ("no", "Husk å stenge ventilen før kjelen fyres opp igjen."),
    ("en", "Captain Harrow passed away at the age of ninety in the harbour town."),
    ("en", "The keepers would like to thank the harbour board for the new lamp."),
    ("no", "En stor takk til havnestyret, som ga fyret en ny lampe."),
    ("en", "Lanterns that are specific to the harbour, such as red ones."),
    ("en", "Adds a coat of varnish to the surface of the hull."),
    ("en", "Ideal for lighting small harbours with many narrow entrances."),
    ("en", "To open the old chest, the key must have a special form."),
    ("en", "We demonstrate that the lamp is helpful for small and large harbours."),
    ("en", "Fill in the form 1 Send it to the harbour 2 Wait for a lamp"),
    ("en", "Now turning the brass wheel opens the main valve of the boiler."),
    ("en", "Two more lamps were added, one of them on the outer pier."),
    ("en", "Fellow keeper John Harrow trimmed the wick of the lamp every night."),
    ("en", "During the previous winter the lamp burned whale oil every night."),
    ("en", "A case-in-point is the Tidewater Lantern Society of the old harbour."),
    ("no", "I den påfølgende vinteren brant lampen hver eneste natt."),
    ("de", "Im folgenden Winter brannte die Lampe in jeder Nacht."),
    ("de", "Im Hafen hat sie die Lampe in jeder Nacht gewartet."),
    ("en", "The lamps of the harbour and their colours are listed in ."),
    ("en", "In other cases, the lamp of the harbour can be much brighter."),
    ("en", "The remaining forty lamps are kept in the tower of the harbour."),
    ("en", "From Harrow’s point of view, she had no lamp to keep."),
    ("en", "Currently there is no lamp for harbours with many narrow entrances."),
    ("de", "Von den Booten des Ostens angeregt, baute er Lampen aus Messing für den Hafen."),
    ("ar", "هذا المصباح يضيء مدخل الميناء في كل ليلة من ليالي الشتاء."),
)
KEPT = (
    ("en", "Use of the lamp is restricted to the keepers of the harbour."),
    ("en", "Close to the harbour the water is shallow and warm in summer."),
    ("en", "Read only memory is written once and keeps its data without power."),
    ("en", "Lamps that burn oil need a wick that soaks it up."),
    ("en", "Perhaps the oldest lamp of the coast stands on the outer pier."),
    ("en", "Erosion sculpts the cliffs of the northern coast into arches."),
    ("en", "Harbours that silt up are dredged every second year."),
    ("de", "Nachdem Harrow die Boote gesehen hatte, baute er Lampen aus Messing für den Hafen."),
    ("no", "Bruk av lampen er forbeholdt fyrvokterne i havnen."),
    ("no", "I havnen er vannet grunt og varmt om sommeren."),
)
DOUBTFUL = (
    ("en", "The ‘rapid’ setting makes the lamp turn four times a minute."),
    ("en", "The FAST clause makes the lamp turn four times a minute."),
)
WEAK = (
    ("en", "A vector of lamps along the northern pier."),
    ("en", "You can see the lamp from the outer pier at night."),
    ("en", "Harrow 1.2 (March 9th, 1899): Named for the keeper of the lamp."),
)


@pytest.mark.parametrize(("language", "text"), LEFT_OUT)
def test_what_states_nothing_to_learn_is_left_out(language: str, text: str) -> None:
    assert doubt_of(text, language) is None


@pytest.mark.parametrize(("language", "text"), KEPT)
def test_what_only_looks_like_it_is_kept(language: str, text: str) -> None:
    assert doubt_of(text, language) in (0, 1)


@pytest.mark.parametrize(("language", "text"), DOUBTFUL)
def test_what_speaks_of_an_example_nearby_is_doubtful(language: str, text: str) -> None:
    assert doubt_of(text, language) == 1


@pytest.mark.parametrize(("language", "text"), WEAK)
def test_what_is_no_sentence_of_a_subject_is_taken_only_where_nothing_better_is(language: str, text: str) -> None:
    assert doubt_of(text, language) == 2


def test_an_order_to_the_reader_is_not_taken_even_as_a_last_resort() -> None:
    read = order_about(["Fill the tank."], ["tank"])
    assert sentences_of(read.blocks, "en", last_resort=True) == []


def test_a_half_that_was_recognised_as_a_per_cent_sign_is_no_fact() -> None:
    read = order_about(["Harrow brought 5% barrels of oil to the lamp in one night."], ["lamp"])
    assert sentences_of(read.blocks, "en")
    recognised = [block.model_copy(update={"confidence": 91.0}) for block in read.blocks]
    assert sentences_of(recognised, "en") == []


@pytest.mark.parametrize(
    "text",
    [
        "The fair of the weavers took place in the old town, from 3 to 9 May 1911, together with a regatta.",
        "The fair of the weavers was held in the old town from May 3rd to 9th, 1911, with a regatta before it.",
        "Messen ble holdt i gamlebyen fra 3. til 9. mai 1911, sammen med en regatta på elva.",
    ],
)
def test_from_which_day_to_which_something_lasted_is_not_worth_learning(text: str) -> None:
    assert is_unfit(text)
    assert not is_unfit("The siege of the old town took place in 1911 and ended the long rule of the weavers.")


@pytest.mark.parametrize(
    ("text", "unfit"),
    [
        ("The rain came down, And on the roof it beat All night, To me and to no one.", True),
        ("The lamp burns low, Og over taket går en vind, Til morgenen er her.", True),
        ("The company The Body Shop sells soap.", False),
        ("A glacier moves, and the valley that it leaves is wide.", False),
    ],
)
def test_lines_of_verse_that_stand_as_one_state_nothing(text: str, unfit: bool) -> None:
    assert is_unfit(text) == unfit
