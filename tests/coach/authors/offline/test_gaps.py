"""Which gaps have one answer, and which are taken only where a text gives next to nothing else."""

import pytest

from services.coach.authors.offline.item_types.gap import doubt_of_gap, gap_of, gapped_sentence
from services.coach.drafts.draft import Gap
from tests.coach.authors.offline.by_hand import order_about, source

DEFINED = "An impeller is a wheel that turns the push of water into work."


def doubt(sentence: str, *more: str) -> int | None:
    """Of the gap for the impeller; None: no gap."""
    read = order_about([sentence, *more], ["impeller", "dredger"])
    found = source(read)
    mention = next(
        each for each in found.mentions if each.concept.name == "impeller" and each.sentence.text == sentence
    )
    return doubt_of_gap(mention, found) if gapped_sentence(mention, "en") else None


@pytest.mark.parametrize(
    "sentence",
    [
        "The wheel that turns the push of water into work in a dam is called an impeller.",
        "Beside the dredger stands the wheel impeller, which pumps the water out of the old dock.",
        "The old harbour bought an impeller, a wheel that turns the push of water into work.",
    ],
)
def test_a_gap_is_asked_where_the_sentence_says_what_belongs_there(sentence: str) -> None:
    assert doubt(sentence, DEFINED) == 0


@pytest.mark.parametrize(
    "sentence",
    [
        "Beside the dredger in the old harbour they keep the impeller under a roof of corrugated iron.",
        "An impeller is a machine of unknown age beside the old dock of the harbour.",
        "There are many machines, such as an impeller that pumps the water out of the dock.",
        "What drives the mill is both a wooden wheel and an impeller, a wheel that turns the push of water into work.",
    ],
)
def test_a_gap_over_what_happens_to_stand_there_is_the_last_resort(sentence: str) -> None:
    assert doubt(sentence, DEFINED) == 2


def test_a_verb_is_no_term() -> None:
    read = order_about(["All keepers of the harbour must also lock the sheds well before the storms come."], ["lock"])
    (mention,) = source(read).mentions
    assert gapped_sentence(mention, "en") is None


def test_what_a_sentence_defines_is_a_noun_whatever_the_tagger_takes_it_for() -> None:
    read = order_about(["Git is a tool for work on many files that keeps a history of all changes."], ["git"])
    (mention,) = source(read).mentions
    assert (
        gapped_sentence(mention, "en") == "____ is a tool for work on many files that keeps a history of all changes."
    )


def test_what_the_text_also_calls_a_term_is_accepted_in_its_gap() -> None:
    said = "The wheel that turns the push of water into work in a dam is called an impeller."
    texts = (
        said,
        "Impellers (also known as rotor wheels) wear out.",
        "An impeller, sometimes called a rotor, is cast.",
        "An impeller (or not), often called upon, is cast. An impeller, also called for in the plan, is cast.",
    )
    read = order_about([*texts], ["impeller"])
    found = source(read)
    mention = next(each for each in found.mentions if each.sentence.text == said)
    (draft,) = gap_of(mention, found)
    assert isinstance(draft.shape, Gap)
    assert draft.shape.accepted == ["rotor wheels", "rotor"]


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("The impeller drives the old mill in summer and pumps the dock dry in winter.", ()),
        ("An impeller is a wheel of iron.", ()),
        ("The wheel in a dam, sometimes also called an impeller, wears out.", ()),
        ("An impeller, also called rotor, is a wheel that turns the push of water into work.", ()),
        ("Beside the old dock it is called impeller.", ()),
        (DEFINED, ("An inductor is a wheel that turns work into the push of water.",)),
    ],
)
def test_what_fits_others_too_is_the_last_resort(sentence: str, others: tuple[str, ...]) -> None:
    """What a term does, what is said of it in few words, what has another name, and what begins as its neighbour."""
    read = order_about([sentence, *others], ["impeller", *(["inductor"] if others else [])])
    found = source(read)
    mention = next(each for each in found.mentions if each.concept.name == "impeller")
    assert doubt_of_gap(mention, found) == 2


def test_a_word_that_is_thought_of_once_its_first_letter_is_shown_has_no_gap() -> None:
    texts = [
        "A rash is a patch of red skin that itches for some days.",
        "A petechia is a patch of red skin that itches for some days.",
    ]
    read = order_about(texts, ["rash", "petechia"])
    found = source(read)
    assert {each.concept.name: doubt_of_gap(each, found) for each in found.mentions} == {"rash": 2, "petechia": 0}


def test_of_a_word_of_one_letter_none_can_be_shown() -> None:
    read = order_about(["A Q impeller is a wheel that turns the push of water into work."], ["Q impeller"])
    (mention,) = source(read).mentions
    assert gapped_sentence(mention, "en") is None


def test_initials_of_what_its_sentence_says_give_a_gap_away() -> None:
    said = "{} is short for the \u201cOld Harbour Tide Table\u201d, a book that pilots take along on every boat."
    for name, gap in (("OHTT", False), ("QXZ", True)):
        read = order_about([said.format(name)], [name])
        (mention,) = source(read).mentions
        assert (gapped_sentence(mention, "en") is not None) == gap


@pytest.mark.parametrize(
    "sentence",
    [
        "An impeller, therefore, is a wheel that turns the push of water into work.",
        "The wheel that turns the push of water into work (see the tale of the lamp) is called an impeller.",
    ],
)
def test_a_sentence_that_goes_by_what_stands_elsewhere_has_no_gap(sentence: str) -> None:
    assert doubt(sentence, DEFINED) is None
