"""Which gaps have one answer, and which are taken only where a text gives next to nothing else."""

from dataclasses import replace

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


def test_what_a_term_may_do_or_what_is_said_of_it_in_few_words_fits_others_too() -> None:
    said = "A rotor wheel is a wheel that turns the push of water into work."
    for sentence, expected in (
        ("The rotor wheel drives the old mill in summer and pumps the dock dry in winter.", 0),
        ("The rotor wheel can drive the old mill in summer and pump the dock dry in winter.", 2),
        ("The rotor wheel turns when there is a push of it to do so.", 2),
    ):
        read = order_about([sentence, said], ["rotor wheel"])
        read = replace(read, concepts=[replace(each, definition=said) for each in read.concepts])
        found = source(read)
        mention = next(each for each in found.mentions if each.sentence.text == sentence)
        assert doubt_of_gap(mention, found) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "An impeller, therefore, is a wheel that turns the push of water into work.",
        "The wheel that turns the push of water into work (see the tale of the lamp) is called an impeller.",
    ],
)
def test_a_sentence_that_goes_by_what_stands_elsewhere_has_no_gap(sentence: str) -> None:
    assert doubt(sentence, DEFINED) is None
