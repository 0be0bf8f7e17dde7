"""Which facts are worth asking about: whole ones, that say what a term is."""

from dataclasses import replace

import pytest

from contracts.documents import Block
from services.coach.authors.offline.questions import cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Card, OneOf
from services.coach.facts.fact import Definition
from tests.coach.authors.offline.by_hand import order_about

DEFINED = "A sluice is a gate that holds the water of a canal back until the keeper opens it."


def definitions(text: str, name: str, kind: str = "paragraph") -> list[Definition]:
    read = order_about([text], [name])
    blocks: list[Block] = [block.model_copy(update={"kind": kind}) for block in read.blocks]
    return list(source_of(read, blocks, Places(read)).facts.definitions)


def entries(entry: str, language: str = "en") -> list[Definition]:
    """What a printed glossary of one entry defines."""
    name = entry.partition(":")[0]
    read = order_about([entry], [name.casefold()], language)
    read = replace(read, concepts=[replace(concept, name=name, definition=entry) for concept in read.concepts])
    return list(source_of(read, read.blocks, Places(read)).facts.definitions)


def test_a_sentence_that_a_page_cuts_off_defines_nothing() -> None:
    assert definitions("A sluice is a gate that holds the water of a canal.", "sluice")
    assert not definitions("A sluice is a gate that together with the", "sluice")


def test_a_line_of_a_list_may_define_without_a_full_stop() -> None:
    assert definitions("A sluice is a gate that holds the water", "sluice", "list_item")
    assert definitions("Sluice – a gate that holds the water of a canal", "sluice")


@pytest.mark.parametrize("said", ["the Tidewater Lantern Society.", "the Old Harbour Works (better known as OHW)."])
def test_the_name_of_one_thing_is_no_definition(said: str) -> None:
    assert not definitions(f"The watch was {said}", "watch")


@pytest.mark.parametrize(
    "said",
    [
        "a gate that stands for an unknown number of planks.",
        "a gate that is unknown to the keepers of other canals.",
        "a basin all sides of which are straight walls.",
        "a gate of which each keeper has one key.",
    ],
)
def test_what_is_unknown_about_it_may_be_what_it_is(said: str) -> None:
    assert definitions(f"A sluice is {said}", "sluice")


def test_what_goes_on_to_say_what_another_is_without_an_article_defines_two() -> None:
    assert not definitions("A sluice is the gate of a canal, while locks are the basins between two gates.", "sluice")


@pytest.mark.parametrize(
    ("text", "kind", "defines"),
    [
        ("Sluice – opens the water of the canal for all boats", "list_item", False),
        ("Sluice – Logs details of each boat on the canal", "list_item", False),
        ("Sluice – Glass gate that shows the water of the canal", "list_item", True),
        ("Sluice – Gates of oak that let the water out", "list_item", True),
        ("Sluice – the water of the canal is let out at once", "list_item", False),
        ("Sluice – at the end of the canal, under a roof", "list_item", False),
        ("Sluice – a keeper lets the water of the canal out", "list_item", True),
        ("Sluice – the gate that lets the water out of a canal", "list_item", True),
        ("Sluice – in the canal, under a roof", "list_item", False),
        ("Sluice – in canals, a gate that lets the water out", "list_item", True),
        ("Sluice – like “Weir”, but of wood and with a flap", "list_item", False),
        ("Sluice – gate: Of oak, which lets the water out", "list_item", False),
        ("A sluice is the 2nd stage of the canal which is reached by the keeper.", "paragraph", False),
        ("A sluice is the highest stage of the canal which is reached by the keeper.", "paragraph", True),
    ],
)
def test_a_line_that_tells_what_happens_and_the_place_in_a_row_define_nothing(
    text: str, kind: str, defines: bool
) -> None:
    assert bool(definitions(text, "sluice", kind)) == defines


def test_praise_and_what_is_new_is_no_definition() -> None:
    assert not definitions("A sluice is a brand-new kind of gate for small canals.", "sluice")
    assert not definitions("A sluice is a new gate for small canals.", "sluice")
    assert definitions("A sluice is a new gate that a canal gets after a flood.", "sluice")


def test_what_goes_on_to_say_what_another_thing_is_defines_two() -> None:
    assert not definitions("A sluice is the gate of a canal, and the weir is where the canal ends.", "sluice")


def test_what_is_so_besides_is_no_effect_to_ask_the_reason_of() -> None:
    for effect, wanted in (("The lower gate is also heavy", 0), ("The lower gate is heavy", 1)):
        read = order_about([f"{effect} because the whole canal presses against its planks."], ["gate"])
        assert len(source_of(read, read.blocks, Places(read)).facts.causes) == wanted


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The gate plays a critical role in the canal because the whole harbour lies behind it.", "causes"),
        ("If the gate of the canal is opened, there is another danger to think of.", "conditions"),
        ("If the gate of the canal is opened, the keeper takes additional measures to save the boats.", "conditions"),
        ("If the gate of the canal is opened by night, further work is required of the keeper.", "conditions"),
        ("Things get dangerous in the canal because the gate is heavy.", "causes"),
    ],
)
def test_what_says_nothing_of_what_comes_of_it_is_not_asked(text: str, kind: str) -> None:
    read = order_about([text], ["gate"])
    assert not getattr(source_of(read, read.blocks, Places(read)).facts, kind)


def test_what_a_line_says_of_its_label_on_a_condition_or_to_the_reader_is_no_definition() -> None:
    assert definitions("Sluice: a gate that holds the water of a canal", "sluice", "list_item")
    assert not definitions("Sluice: When the canal is full, a gate that holds the water", "sluice", "list_item")
    assert not definitions("Sluice: you find a gate that holds the water of a canal", "sluice", "list_item")


def test_a_term_keeps_the_capital_that_it_has_within_a_sentence() -> None:
    texts = [
        "Morse is a code of short and long signs.",
        "Every keeper knows Morse by heart.",
        "They sent morse at night.",
    ]
    read = order_about(texts, ["morse"])
    read.concepts[0] = read.concepts[0].__class__("Morse", read.concepts[0].key, 0, False)  # type: ignore[index]
    found = source_of(read, read.blocks, Places(read))
    assert any(draft.question == "What is Morse?" for draft in cards_of(found))
    assert not any("morse" in draft.question for draft in questions_of(found))


def test_a_wrong_option_may_not_be_what_the_text_says_of_the_same_thing() -> None:
    texts = [
        "Lumen offers a plain toolkit for keepers of harbour lights.",
        "Lumen comes with a bright lantern for every keeper of a harbour.",
        "Lumen brings a heavy compass aboard for every crew.",
    ]
    read = order_about(texts, ["toolkit", "lantern", "compass"], choice=True)
    found = [
        draft for draft in questions_of(source_of(read, read.blocks, Places(read))) if isinstance(draft.shape, OneOf)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The library holds maps of every harbour and of every canal.", "library"),
        ("On a first pass through a chart, the LUM compiler gathers all the depths.", "compiler"),
        ("Harrow 1.2 brought the harbour its first electric lamp in a storm.", "harrow"),
        ("The keepers had one wish: lamps appeared.", "lamps"),
    ],
)
def test_a_gap_that_any_word_fills_is_not_asked(text: str, name: str) -> None:
    read = order_about([text], [name])
    source = source_of(read, read.blocks, Places(read))
    assert not [draft for draft in questions_of(source) if "____" in draft.question]
    assert not [draft for draft in cards_of(source) if isinstance(draft.shape, Card) and "____" in draft.question]


@pytest.mark.parametrize(
    "said",
    [
        "an important part of every canal.",
        "a critical part of every canal.",
        "an exception among the gates.",
        "one of the gates of a canal.",
        "a matter of taste among keepers.",
        "a term that derives from a Dutch word.",
        "a gate of unknown age and make.",
        "the outer gate.",
    ],
)
def test_what_names_no_kind_is_no_definition(said: str) -> None:
    assert not definitions(f"A sluice is {said}", "sluice")


def test_what_follows_from_one_of_it_is_not_what_it_is() -> None:
    text = "{} means that the keeper holds back the water of both canals."
    assert definitions(text.format("Double locking"), "double locking")
    assert not definitions(text.format("A double sluice"), "double sluice")
    read = order_about([text.format("Double locking"), DEFINED], ["double locking", "sluice"])
    found = source_of(read, read.blocks, Places(read))
    asked = [draft.question for draft in (*questions_of(found), *cards_of(found)) if draft.frame == "which"]
    assert asked
    assert not any("that the keeper" in question for question in asked), "no term is defined as 'that ...'"


def test_one_thing_that_was_spoken_of_before_is_no_reason() -> None:
    for cause, wanted in (("the gate", 0), ("the old gate", 1)):
        read = order_about([f"The canal runs dry every summer because of {cause}."], ["canal"])
        facts = source_of(read, read.blocks, Places(read)).facts
        assert len([*facts.causes, *facts.leads]) == wanted


def test_what_a_longer_name_begins_with_is_not_called_so() -> None:
    text = "Keepers drain the canal by a group of gates called sluice-like gates."
    assert not definitions(text, "sluice")


@pytest.mark.parametrize(
    ("said", "defined"),
    [
        ("a standard method for keeping order.", False),
        ("a way to empty a harbour.", False),
        ("a way to empty a harbour through two gates by night.", True),
        ("a method for measuring the depth of a canal with a lead.", True),
    ],
)
def test_what_may_be_said_of_many_a_thing_defines_none(said: str, defined: bool) -> None:
    assert bool(definitions(f"A sluice is {said}", "sluice")) is defined


def test_a_definition_ends_where_its_sentence_begins_anew() -> None:
    (found,) = definitions("A sluice is a gate that keeps the water in, it opens twice a day.", "sluice")
    assert found.said.text == "a gate that keeps the water in"


@pytest.mark.parametrize(
    ("said", "alike"),
    [
        ("another gate that holds the water of a canal.", "a gate that holds the water of a canal."),
        ("the fact that a gate holds the water back.", "the gate that holds the water back."),
        ("a practical guide to the gates of a canal.", "a practical key to the gates of a canal."),
        ("a good fit for the keepers of small canals.", "a fit for the keepers of small canals."),
        ("the fastest way to lift a boat by water.", "a way to lift a boat over a hill by water."),
        ("a way to lift boats over a hill.", "a gate to lift boats over a hill."),
        ("a gate beside the lock, however keepers speak of both.", "a gate beside the lock that keepers lift."),
        ("a gate that holds the water (as in spring high.", "a gate that holds the water (as in spring) high."),
    ],
)
def test_what_may_be_said_of_many_a_thing_or_is_torn_defines_none(said: str, alike: str) -> None:
    assert not definitions(f"A sluice is {said}", "sluice")
    assert definitions(f"A sluice is {alike}", "sluice")


@pytest.mark.parametrize(
    ("language", "name", "text", "alike"),
    [
        ("no", "bakporten", "Bakporten er en annen port som holder vannet tilbake.",
         "Bakporten er en port som holder vannet tilbake."),
        ("no", "slam", "Slam er det veldig lite vann i.", "Slam er det fineste av leiren i en kanal."),
        ("de", "schleuse", "Eine Schleuse ist ein weiteres Tor, das das Wasser eines Kanals hält.",
         "Eine Schleuse ist ein Tor, das das Wasser eines Kanals hält."),
        ("de", "schleuse", "Eine Schleuse ist ein Tor des Kanals und mit ihrem Bau werden alle Boote gezählt.",
         "Eine Schleuse ist ein Tor des Kanals, mit dessen Bau alle Boote gezählt werden."),
        ("fr", "écluse", "Une écluse est une autre porte qui retient les eaux du canal.",
         "Une écluse est une porte qui retient les eaux du canal."),
    ],
)  # fmt: skip
def test_and_so_it_is_in_other_languages(language: str, name: str, text: str, alike: str) -> None:
    for told, found in ((text, False), (alike, True)):
        read = order_about([told], [name], language)
        assert bool(source_of(read, read.blocks, Places(read)).facts.definitions) == found, told


def test_of_which_list_it_is_the_first_stands_elsewhere() -> None:
    assert not definitions("The first column is the name that a keeper gave to the boat.", "first column")
    assert definitions("The first watch is the time in which the keeper closes all gates.", "first watch")


def test_a_chapter_describes_and_defines_nothing() -> None:
    assert not definitions("Harbour Lore describes the customs of the keepers in three valleys.", "Harbour Lore")
    assert definitions("Dredging describes the removal of the mud from a basin.", "dredging")


@pytest.mark.parametrize(
    ("entry", "defines"),
    [
        ("sluice: gate that our ancestors built to hold the water of a canal back", True),
        ("sluice: Our keepers have built it to hold the water of the canal back.", False),
        ("sluice: There is none that a keeper has to pay for.", False),
        ("sluice: Oak 1024 planks, mended every year", False),
        ("sluice: gate of 1648 that holds the water of a canal back", True),
        ("sluice: Setting this lever up opens the gate of the canal.", False),
        ("sluice: contains the water that a keeper needs for a canal", False),
        ("sluice: gate that holds the water of a canal back,", True),
        ("Key Point: A sluice holds the water of the canal back until it is opened.", False),
        ("mitosis: Dividing of a cell into two cells of one kind", True),
        ("osmosis: Moving of water through a wall", True),
        ("swimming: Moving through water by the limbs", True),
        ("sluice: Holding gate of a canal", True),
        ("sluice: Opening this gate empties the canal at once.", False),
        ("photon: In physics, a particle of light", True),
        ("dam: On a river, a wall that holds the water back", True),
        ("dam: In spring, the wall is mended by its keeper.", False),
        ("dam: In the window, select the wall of a river.", False),
        ("sluice: Any gate that holds the water of a canal back", True),
        ("sluice: Any gate can be opened by its keeper.", False),
        ("hertz: One swing in a second", True),
        ("year: 365 days that the earth needs for its way round the sun", True),
        ("year: 365 days of the earth on its way round the sun", True),
        ("parliament: The 435 members of a house of laws", True),
    ],
)
def test_a_line_that_remarks_advertises_or_gives_an_example_is_no_entry_of_a_glossary(
    entry: str, defines: bool
) -> None:
    assert bool(entries(entry)) == defines


@pytest.mark.parametrize(
    ("language", "entry", "alike"),
    [
        ("de", "Schleuse: In der Schifffahrt ein Tor, das das Wasser eines Kanals hält",
         "Schleuse: In der Schifffahrt öffnet ein Wärter das Tor."),
        ("no", "sluse: I en kanal, et kammer for båter", "sluse: I en kanal er et kammer for båter."),
    ],
)  # fmt: skip
def test_an_entry_may_begin_with_where_it_is_called_so(language: str, entry: str, alike: str) -> None:
    assert entries(entry, language)
    assert not entries(alike, language)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Iron lasts longer than oak in a sluice, which is why the town of Havn buys sluices of iron.", True),
        ("Iron lasts longer than oak in a sluice, which is why the price certainly is of little weight.", False),
        ("What matters is to note that the sluice stood open because its hinges had rusted.", False),
        ("The width of a sluice is a matter of taste because boats are narrow in the hills.", False),
    ],
)
def test_what_an_author_remarks_is_no_effect(text: str, asked: bool) -> None:
    read = order_about([text], ["sluice"])
    assert bool(source_of(read, read.blocks, Places(read)).facts.causes) == asked


@pytest.mark.parametrize(
    ("whole", "leaning", "kind"),
    [
        ("Sluices of oak are tarred in spring because rot begins in damp wood.",
         "Sluices of oak are tarred in spring because such rot begins in damp wood.", "causes"),
        ("Sluices of oak are tarred in spring because rot begins in damp wood.",
         "The two sluices of oak are tarred because rot begins in damp wood.", "causes"),
        ("Sluices of oak are tarred in spring because rot begins in damp wood.",
         "We tar the sluices of oak in spring because rot begins in damp wood.", "causes"),
        ("Sluices of oak are tarred in spring because rot begins in damp wood.",
         "Sluices of oak are dearer than than sluices of pine because rot begins in damp wood.", "causes"),
        ("Sluices of oak are tarred in spring because rot begins in damp wood.",
         "The reason is that rot begins in damp wood, so sluices of oak are tarred in spring.", "causes"),
        ("If a sluice of oak dries, water runs through its seams.",
         "If no keeper is named for a sluice, gate, and wall, water runs through its seams.", "conditions"),
        ("A sluice of oak holds the outer basin full by closing both of its flaps.",
         "A sluice of oak holds the second basin by closing both of its flaps.", "ways"),
    ],
)  # fmt: skip
def test_what_leans_on_what_stands_before_and_what_only_may_be_is_not_asked(
    whole: str, leaning: str, kind: str
) -> None:
    for text, found in ((whole, 1), (leaning, 0)):
        read = order_about([text], ["sluice", "water meadows"])
        facts = source_of(read, read.blocks, Places(read)).facts
        assert len(getattr(facts, kind)) == found, text


@pytest.mark.parametrize(("heading", "asked"), [("Tarring", 1), ("A simple example", 0), ("Example 3: oak", 0)])
def test_what_happens_in_an_example_is_asked_nowhere(heading: str, asked: int) -> None:
    read = order_about(["Sluices of oak are tarred in spring because rot begins in damp wood."], ["sluice"])
    read = replace(read, headings={block.block_id: heading for block in read.blocks})
    assert len(source_of(read, read.blocks, Places(read)).facts.causes) == asked


@pytest.mark.parametrize(
    ("said", "defines"),
    [
        ("a gate of light wood, so it was easy for us to lift.", False),
        ("the abbreviation for Standing Lower Upper Inner Cross Edge.", False),
        ("a gate of light wood, so that it is easy to lift.", True),
        ("like “Weir”, but of wood and with a flap for boats.", False),
    ],
)
def test_who_tells_what_they_did_and_what_it_is_like_says_not_what_it_is(said: str, defines: bool) -> None:
    assert bool(definitions(f"A sluice is {said}", "sluice")) == defines


def test_what_is_named_to_show_how_one_names_it_is_no_term() -> None:
    assert not definitions("The MyGate type is a gate that holds the water of one canal.", "mygate type")
    assert definitions("The MySQL type is a gate that holds the water of one canal.", "mysql type")


def test_what_is_said_of_two_terms_alike_defines_neither() -> None:
    lines = ["Weir: a wall that holds the water of a canal back", "Sluice: a wall that holds the water of a canal back"]
    for texts, found in ((lines, 0), ([lines[0], "Sluice: a gate that lets the water of a canal out"], 2)):
        read = order_about(texts, ["weir", "sluice"])
        assert len(source_of(read, read.blocks, Places(read)).facts.definitions) == found


def test_a_term_that_heads_examples_is_none() -> None:
    assert not definitions("Examples are the gates of a canal that its keeper opens by hand.", "examples")
