"""What happens when something is so: as a rule, in the text's own words."""

import pytest

from tests.coach.facts.found import facts


@pytest.mark.parametrize(
    ("text", "language", "condition", "then"),
    [
        (
            "When the gate of a lock is closed, the water in the chamber rises.",
            "en",
            "When the gate of a lock is closed",
            "the water in the chamber rises",
        ),
        (
            "Når porten i en sluse lukkes, stiger vannet i kammeret.",
            "no",
            "Når porten i en sluse lukkes",
            "stiger vannet i kammeret",
        ),
        (
            "Wenn das Tor der Schleuse geschlossen ist, steigt das Wasser in der Kammer.",
            "de",
            "Wenn das Tor der Schleuse geschlossen ist",
            "steigt das Wasser in der Kammer",
        ),
        (
            "Das Wasser in der Kammer steigt, wenn das Tor der Schleuse geschlossen ist.",
            "de",
            "wenn das Tor der Schleuse geschlossen ist",
            "Das Wasser in der Kammer steigt",
        ),
        (
            "If one gate of the lock is open then all boats wait in the chamber.",
            "en",
            "If one gate of the lock is open",
            "all boats wait in the chamber",
        ),
        (
            "If the gate was mended, the keeper must oil the hinges anew; so it lasts.",
            "en",
            "If the gate was mended",
            "the keeper must oil the hinges anew",
        ),
        (
            "If you open the gate in a storm, the water in the chamber rises.",
            "en",
            "If you open the gate in a storm",
            "the water in the chamber rises",
        ),
        (
            "If your boat touches the gate, you will get a bill from the town.",
            "en",
            "If your boat touches the gate",
            "you will get a bill from the town",
        ),
        (
            "If the last boat of the day passes the gate, the keeper puts the lamps out.",
            "en",
            "If the last boat of the day passes the gate",
            "the keeper puts the lamps out",
        ),
        (
            "The gate stays shut when the chamber cannot be emptied.",
            "en",
            "when the chamber cannot be emptied",
            "The gate stays shut",
        ),
        (
            "Once the gate of the lock is closed, the water in the chamber rises.",
            "en",
            "Once the gate of the lock is closed",
            "the water in the chamber rises",
        ),
        (
            "Much water flows when the gate of the lock opens.",
            "en",
            "when the gate of the lock opens",
            "Much water flows",
        ),
        (
            "When closing the gate, the keeper counts the boats in the chamber.",
            "en",
            "When closing the gate",
            "the keeper counts the boats in the chamber",
        ),
    ],
)
def test_a_condition_and_what_then_happens(text: str, language: str, condition: str, then: str) -> None:
    (found,) = facts(text, {"en": "gate", "no": "porten", "de": "Tor"}[language], language=language).conditions
    assert (found.cause.text, found.effect.text) == (condition, then)


@pytest.mark.parametrize(
    "text",
    [
        "If the wind stops for an hour, the water in the gate is still.",
        "If both keepers are ill, the weight of the gate becomes too great for one.",
        "If the IT department closes the gate, the water in the lock rises at once.",
    ],
)
def test_what_is_still_or_too_great_is_a_consequence(text: str) -> None:
    assert len(facts(text, "gate", language="en").conditions) == 1


def test_what_is_said_of_this_thing_may_be_one_that_the_condition_names() -> None:
    text = "When the gate needs a second keeper, the town looks whether this keeper is free."
    assert len(facts(text, "gate", language="en").conditions) == 1


def test_a_condition_on_one_thing_that_was_spoken_of_before_is_not_asked_alone() -> None:
    before, text = "A keeper may hang a buoy in the lock. ", "If the buoy is red, the gate stays shut for the night."
    assert len(facts(text, "gate", language="en").conditions) == 1
    assert facts(before + text, "gate", language="en").conditions == []
    assert len(facts(before + text, "gate", "buoy", language="en").conditions) == 1, "it is a term"
    assert len(facts("A buoy rope lies there. " + text, "gate", language="en").conditions) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Wenn mehr Tore der Schleuse offen sind, als ein Wärter sehen kann, steigt das Wasser in der Kammer.",
        "Wenn sich ein solches Tor in der Schleuse befindet, steigt das Wasser in der Kammer.",
        "Wenn das Tor der Schleuse offen ist, können Sie das Wasser in der Kammer sehen.",
    ],
)
def test_german_conditions_that_are_cut_lean_or_speak_to_the_reader_are_none(text: str) -> None:
    assert facts(text, "Tor", "Schleuse", language="de").conditions == []


def test_what_the_reader_may_do_then_is_no_norwegian_consequence() -> None:
    assert (
        facts("Hvis porten i slusen er rusten, kan du male hengslene om våren.", "porten", language="no").conditions
        == []
    )
    assert (
        facts("Hvis porten i slusen er rusten, bør hengslene males om våren.", "porten", language="no").conditions == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "When the gate was closed, the water in the old chamber rose.",
        "When the tide turns the gate and nets they hold drift apart.",
        "If you want the gate to last, the hinges need a coat of oil.",
        "The keepers sign papers to close the gate when a storm comes over the sea.",
        "If the lock is emptied then, the gate opens without any noise.",
        "If it is closed at night, the gate keeps the boats inside.",
        "If the gate has one hinge less than the other, this arrangement holds it open.",
        "When left open in a storm, the gate swings on its old hinges.",
        "If the gate of the lock has the usual height, that means the water stays in the chamber.",
        "If k is the height of the gate, the water stays in the chamber.",
        "If the gate of the lock is rusty, it is a good idea to paint the hinges.",
        "If the gate of the lock is rusty, there is no reason to paint the hinges.",
        "As a rule the gate of the lock is closed, the water in the chamber rises.",
        "As part of the gate of the lock is wet, boards are changed every spring.",
        "After the keeper closed the gate, the water in the chamber rises.",
        "Before the gate is opened, the water in the chamber rises.",
        "If the first keeper leaves the gate, the water in the chamber rises.",
        "If the gate is either shut, half open, or open, the water in the chamber rises.",
        "If the gate is opened, either at once or by the hour, the water in the chamber rises.",
        "The gate of the lock is only opened by the keeper if the water in the chamber is still.",
        "If any of the rules of the gate are broken, the water in the chamber rises.",
        "If either one is opened, the gate lets the water of the chamber out.",
        "Gate A stays shut when B is full of the boats that come from C.",
        "If Box is a list, the gate takes the first name from it.",
        "When the chamber is full, the gate opens if the keeper turns the wheel.",
        "The gate of the lock is blocked when the chamber floods if the wheel is off.",
        "The interesting cases are when planks of the gate that hold back water get lost.",
        "If a gate causes a flood, the wardens of the lock will notice this quickly.",
        "If the gate has three hinges, that means it lasts for twice as long.",
        "When the gate opens, the wheel s turns the other way round.",
        "If you want the gate to last, the keeper oils its hinges twice.",
        "If you close the gate, you can see the chamber from above.",
        "If the answer of the keeper is no, the gate stays shut for the night.",
        "If there are boats in the lock, they pass the gate by night.",
        "If a keeper looks at the gate, there is a variety of ways to mend it.",
        "If you paint the gate, it can be somewhat hard to open for a week.",
        "If you click the gate, the water in the chamber rises.",
        "If a gate is open, the old chamber may lose its water.",
        "If a gate of the lock is open, that is only another way to say so.",
        "If the keeper asks another pilot for the tide, the gate stays shut.",
        "If a keeper therefore opens the gate, the water in the chamber rises.",
        "If the book of the gate has not the word rostra, the keeper adds a line.",
        "If the weight of the gate is T and the depth of the lock is R, the wheel turns by night.",
    ],
)
def test_what_was_once_and_what_leans_is_no_rule(text: str) -> None:
    assert facts(text, "gate", language="en").conditions == []


@pytest.mark.parametrize(
    "text",
    [
        "If the keeper of the gate therefore works at night, the water in the lock stays clean.",
        "When the gate is rusty at its hinges, the signs of it, unfortunately, are very small.",
        "As not every keeper knows the gate, they may choose to ask at the lock.",
        "When the lock is filled through the gate, all other boats wait in the harbour.",
        "When the gate is opened at night, it is likely that many keepers are awake.",
        "The gate tells its keeper by a lamp when the lock has been filled by the river.",
        "When the gate is an old one of oak, it is tempting to leave it open all night.",
        "The gate is not painted again until later when the keeper has an hour to spare.",
    ],
)
def test_what_leans_on_what_stands_before_or_is_regretted_is_no_rule(text: str) -> None:
    assert facts(text, "gate", language="en").conditions == []


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        (
            "A lock gate can be opened only if it has the same water on both sides.",
            "only if it has the same water on both sides",
        ),
        ("A lock gate opens only when both chambers are full of water.", "only when both chambers are full of water"),
    ],
)
def test_what_is_so_in_no_other_case_is_a_rule_of_what_begins_the_sentence(text: str, condition: str) -> None:
    (found,) = facts(text, "lock gate").conditions
    assert (found.cause.text, found.at.text) == (condition, text)
    assert not found.effect.text.endswith("only")


def test_a_setting_that_the_text_names_before_is_no_condition() -> None:
    assert facts("When set to yes, the gate counts all boats in the lock.", "gate").conditions == []


def test_of_much_that_happens_the_first_is_taken() -> None:
    text = (
        "When the upper gate is closed, the water of the chamber rises to the height of the brook, and the lamp on the"
        " tower shows a green light to all the boats that wait in the harbour."
    )
    (found,) = facts(text, "gate").conditions
    assert found.effect.text == "the water of the chamber rises to the height of the brook"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("If all keepers of a lock have the same age, the oldest lock is closed first.", 1),
        ("If the same keeper has two locks, the oldest lock is closed first.", 0),
        ("If the keeper leaves the lock, the gate(s) of the chamber are shut.", 1),
        ("When a lock cannot bear the flood, a last measure is to open all gates.", 0),
        ("If the water of a lock is too high, the gates leak and the keeper sleeps, raise the alarm!", 0),
        ("A lock is emptied by the keeper once a week or when asked to do so by the town.", 0),
        ("When a bell is rung, the lock opens - closes, then opens again at once.", 0),
    ],
)
def test_an_order_half_a_clause_and_what_is_to_be_done_are_no_consequence(text: str, found: int) -> None:
    assert len(facts(text, "lock").conditions) == found
