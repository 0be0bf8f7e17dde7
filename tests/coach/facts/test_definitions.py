"""Which sentences say what a term is, and that no definition is made of what is not one."""

import pytest

from contracts.documents import Block, Emphasis
from services.coach.drafts.order import Concept
from services.coach.facts.definitions import printed_of
from services.coach.facts.find import facts_of
from services.coach.facts.sound import sound
from services.coach.sentences.split import sentences_of
from services.text.words import stems_of
from tests.coach.facts.found import concepts, facts


@pytest.mark.parametrize(
    ("language", "text", "concept", "asks", "said"),
    [
        (
            "en",
            "A ribosome is a small machine that builds proteins.",
            "ribosome",
            "is a ribosome",
            "a small machine that builds proteins",
        ),
        (
            "en",
            "Antibiotics are medicines that kill bacteria or stop their growth.",
            "antibiotics",
            "are antibiotics",
            "medicines that kill bacteria or stop their growth",
        ),
        (
            "en",
            "The process by which plants build sugar out of light is called photosynthesis.",
            "photosynthesis",
            "",
            "The process by which plants build sugar out of light",
        ),
        (
            "en",
            "The part beneath the edge of a leaf, furthest from its stalk, is called the blade.",
            "blade",
            "",
            "The part beneath the edge of a leaf, furthest from its stalk",
        ),
        (
            "en",
            'Moving a plant into a larger pot of earth is called a "repotting".',
            "repotting",
            "",
            "Moving a plant into a larger pot of earth",
        ),
        (
            "en",
            "The process of turning a seed into a plant (in spring) is generally called germination, and is slow.",
            "germination",
            "",
            "The process of turning a seed into a plant (in spring)",
        ),
        (
            "en",
            "Plants that live for more than two years are called perennials.",
            "perennials",
            "",
            "Plants that live for more than two years",
        ),
        (
            "en",
            "Plants grown from the cuttings of others are referred to as slips.",
            "slips",
            "",
            "Plants grown from the cuttings of others",
        ),
        (
            "en",
            'A "sapling" is a young tree that has not yet borne fruit.',
            "sapling",
            "is a sapling",
            "a young tree that has not yet borne fruit",
        ),
        (
            "no",
            "En «avlegger» er en del av en plante som slår røtter i vann.",
            "avlegger",
            "er en avlegger",
            "en del av en plante som slår røtter i vann",
        ),
        (
            "no",
            "Å flytte en plante til en større potte kalles ofte ompotting.",
            "ompotting",
            "",
            "Å flytte en plante til en større potte",
        ),
        (
            "en",
            "The tissue that carries water up from the roots is called xylem.",
            "xylem",
            "",
            "The tissue that carries water up from the roots",
        ),
        (
            "en",
            "Moraines are long ridges of stones and sand.",
            "moraines",
            "are moraines",
            "long ridges of stones and sand",
        ),
        (
            "en",
            "The drag coefficient is defined as the force on a body in a stream, so it has no unit.",
            "drag coefficient",
            "",
            "the force on a body in a stream",
        ),
        (
            "en",
            "The swash zone is the strip of sand just above the waterline.",
            "swash zone",
            "is the swash zone",
            "the strip of sand just above the waterline",
        ),
        (
            "en",
            "The Nadir is the point below the feet of whoever looks at the sky.",
            "nadir",
            "is the nadir",
            "the point below the feet of whoever looks at the sky",
        ),
        (
            "no",
            "Permafrost er jord som har vært frossen i minst to år.",
            "permafrost",
            "er permafrost",
            "jord som har vært frossen i minst to år",
        ),
        (
            "no",
            "Et ribosom er en liten maskin som bygger proteiner.",
            "ribosom",
            "er et ribosom",
            "en liten maskin som bygger proteiner",
        ),
        (
            "no",
            "Duggpunktet er den temperaturen der lufta ikke kan holde på mer damp.",
            "duggpunktet",
            "er duggpunktet",
            "den temperaturen der lufta ikke kan holde på mer damp",
        ),
    ],
)
def test_what_a_term_is_stands_right_after_it_or_right_before(
    language: str, text: str, concept: str, asks: str, said: str
) -> None:
    found = facts(text, concept, language=language).definitions
    assert [(each.asks, each.said.text, each.doubt) for each in found] == [(asks, said, 0)]


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("en", "The result is a number that the program prints at the end.", "result"),
        ("en", "The swash zone was the strip of sand on which they met.", "swash zone"),
        ("en", "The swash zone is the strip of sand that was described above.", "swash zone"),
        ("en", "Ribosomes are a vast and very difficult subject, so we begin with the cell.", "ribosomes"),
        ("en", "Moraines are signs of a glacier.", "moraines"),
        ("en", "Moraines are results of this slow movement of the ice.", "moraines"),
        ("en", "Ribosomes are found in places that hold much fat.", "ribosomes"),
        ("en", "A ribosome is one of the smallest parts of a cell.", "ribosome"),
        ("en", "A ribosome is an example of a small machine.", "ribosome"),
        ("en", "A ribosome is something such as a machine, a tool or a shop.", "ribosome"),
        ("en", "The class of a ribosome depends on what is called weight.", "weight"),
        ("no", "Spesielt er det ikke mulig å se et ribosom uten mikroskop.", "spesielt"),
        ("no", "Totalt er det 352 ribosomer på denne siden av cellen som virker.", "totalt"),
        ("no", "Ribosomet er et svært populært emne på skolen.", "ribosomet"),
        ("no", "Ribosomer er funnet i celler som har mye fett.", "ribosomer"),
        ("no", "Et ribosom er et av de minste leddene i cellen.", "ribosom"),
        ("en", "Pilots are well aware that a perfect chart will never be drawn.", "pilots"),
        ("en", "The crane is the heart of every harbour on the coast.", "crane"),
        ("en", "A longboat is an open rowing boat.", "longboat"),
        ("en", "A dinghy is a kind of boat, so it floats without a keel.", "dinghy"),
        ("en", "A cutter is one that has a single mast and two foresails.", "cutter"),
        ("en", "Brightwater consists of about 75.7 tons or 90 loads of oak wood holding 400 planks.", "Brightwater"),
        ("en", "Harbour lore describes how signals are shown by flags.", "harbour lore"),
        ("en", "A capstan is an efficient means of lifting anchors, easy to turn by hand.", "capstan"),
        ("en", "A fairlead is a ring that guides a rope along the deck (we’ll tie one later).", "fairlead"),
        ("no", "Livbelte er en svært lett måte å holde seg flytende på for dem som faller i.", "livbelte"),
        ("de", "Erstere sind Boote, die mit einem Segel fahren.", "Erstere"),
        ("en", "If you lean on a bulwark, the wood that carries you does not yield until it is old.", "bulwark"),
        ("de", "Hauptzweck ist das Heben von Ankern aus dem Wasser.", "Hauptzweck"),
        ("de", "Netzpflege ist eine recht mühsame Arbeit, die den Winter über dauert.", "Netzpflege"),
        ("en", "Storms are a fact of life in a harbour that lies open to the west.", "storms"),
        ("en", "Sculling is a valid thing to do and often moves a boat that has no wind.", "sculling"),
        ("de", "Ebbe ist ein solcher Wechsel, der zweimal am Tag kommt.", "Ebbe"),
        ("en", "A tide table is 4 columns of figures that a keeper reads.", "tide table"),
    ],
)
def test_what_only_looks_like_a_definition_is_none(language: str, text: str, concept: str) -> None:
    assert facts(text, concept, language=language).definitions == []


@pytest.mark.parametrize(
    ("text", "concept", "said"),
    [
        (
            "A sluice is a gate, usually of oak, that holds water back, that is, a sluice keeps a lock full.",
            "sluice",
            "a gate, usually of oak, that holds water back",
        ),
        ("A keeper is a person who watches a lock, such as an old sailor.", "keeper", "a person who watches a lock"),
        (
            "A weir is a wall, that is, something over which the river falls.",
            "weir",
            "a wall, that is, something over which the river falls",
        ),
    ],
)
def test_cases_of_a_thing_are_no_part_of_what_it_is(text: str, concept: str, said: str) -> None:
    assert [each.said.text for each in facts(text, concept).definitions] == [said]


def test_a_term_with_the_definite_article_is_defined_where_the_document_sets_it_apart() -> None:
    text = "The xylem is a tissue that carries water from the roots to the leaves."
    marked = [Block(block_id="b1", text=text, emphasis=[Emphasis(start=4, end=9, style="bold")])]
    assert facts(text, "xylem").definitions == []
    (found,) = facts_of(concepts(["xylem"]), sentences_of(marked, "en"), "en").definitions
    assert found.asks == "is the xylem"
    plain = [Block(block_id="b1", text=text)]
    under = facts_of(concepts(["xylem"]), sentences_of(plain, "en"), "en", headings={"b1": "Xylem and phloem"})
    assert len(under.definitions) == 1, "its heading names it"
    told = Concept("xylem", stems_of("xylem", "en"), 0, focus=False, definition="a tissue that carries water")
    assert len(facts_of([told], sentences_of(plain, "en"), "en").definitions) == 1


def test_a_capital_that_only_begins_sentences_is_not_the_terms_own() -> None:
    text = "Slab pull is a force that drags a plate down. Most geologists think that slab pull is strong."
    first, *_ = facts(text, "Slab pull").definitions
    assert first.asks == "is slab pull"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The keepers of the canal learnt of the windlass, a drum on which a chain is wound.",
            "a drum on which a chain is wound",
        ),
        (
            "The gate and the windlass (a drum on which a chain is wound) were of oak.",
            "a drum on which a chain is wound",
        ),
        ("The windlass, a gift of the town, was of oak.", None),
        ("The height of the windlass (the upper iron rim) is measured once each year.", None),
        ("After the windlass, a new gate had to be made for the lock.", None),
    ],
)
def test_what_stands_beside_a_term_may_say_what_it_is(text: str, said: str | None) -> None:
    found = facts(text, "windlass", language="en").definitions
    assert [each.said.text for each in found] == ([said] if said else [])


def test_what_stands_beside_a_name_says_who_it_is() -> None:
    assert facts("The quays were drawn by Holm, a builder of harbours along the coast.", "Holm").definitions == []


def test_a_sentence_before_a_colon_is_no_entry_of_a_glossary() -> None:
    line = "Windlasses are the oldest of the machines here: a drum on which a chain is wound"
    known = [Concept("windlass", stems_of("windlass", "en"), 0, False, definition=line)]
    assert not [each for each in printed_of(known, [Block(block_id="b1", text=line)], "en") if each.printed]
    entry = "windlass of locks: a drum on which a chain is wound"
    known = [Concept("windlass", stems_of("windlass", "en"), 0, False, definition=entry)]
    assert [each.said.text for each in printed_of(known, [Block(block_id="b1", text=entry)], "en")]


def test_the_entry_of_a_printed_glossary_is_the_best_definition() -> None:
    entry = "windlass (WL): drum on which a chain is wound (also called a winch)"
    known = [Concept("windlass", stems_of("windlass", "en"), 0, False, definition=entry)]
    blocks = [Block(block_id="b1", text=entry)]
    (found,) = facts_of(known, sentences_of(blocks, "en"), "en", blocks).definitions
    assert (found.term.text, found.said.text, found.printed, found.doubt) == (
        "windlass",
        "drum on which a chain is wound",
        True,
        0,
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("windlass: a drum on which a chain is wound. See also Capstan.", "a drum on which a chain is wound"),
        ("windlass: A windlass is a drum for chains. The oldest one is of oak.", "a drum for chains"),
        ("windlass: It is a drum for chains.", "a drum for chains"),
        ("windlass: a drum for chains, e.g. of an anchor. “W” stands for one", "a drum for chains, e.g. of an anchor"),
        ("windlass [ˈwɪndləs] (WL): a drum on which a chain is wound", "a drum on which a chain is wound"),
        ("windlass, winch: A winch is a drum on which a chain is wound.", "a drum on which a chain is wound"),
        ("windlass: The term denotes a drum on which a chain is wound.", "a drum on which a chain is wound"),
    ],
)
def test_the_first_sentence_of_an_entry_says_what_it_is(entry: str, said: str) -> None:
    known = [Concept("windlass", stems_of("windlass", "en"), 0, False, definition=entry)]
    (found,) = printed_of(known, [Block(block_id="b1", text=entry)], "en")
    assert found.said.text == said
    assert found.at.text == entry[: len(found.at.text)]
    assert said in found.at.text


@pytest.mark.parametrize(
    "entry",
    [
        "windlass: Synonym for winch, as old keepers say",
        "windlass: Figure 12. The drum of a gate",
        "windlass: From the dictionary of the harbour (March 2001):",
        "windlass: As stated in the rules of the harbour, it is of oak",
        "windlass: Because all boats have one, much depends on it",
        "windlass: There things are getting complicated",
        "windlass: After the gate has opened, it can be seen from afar",
        "windlass: Information about drums on which chains are wound",
    ],
)
def test_an_entry_that_points_elsewhere_or_tells_a_tale_says_nothing(entry: str) -> None:
    known = [Concept("windlass", stems_of("windlass", "en"), 0, False, definition=entry)]
    assert [*printed_of(known, [Block(block_id="b1", text=entry)], "en")] == []


@pytest.mark.parametrize(
    "entry",
    [
        "tackle: A log line is written when a boat goes down",
        "tackle: determined by the weight of the boat and its sails",
        "tackle: It is possible to lift a boat, without harm, by its mast",
        "t2 variable: a rope that has a length of four fathoms",
    ],
)
def test_how_a_thing_is_and_what_one_of_an_example_is_defines_none(entry: str) -> None:
    name = entry.partition(":")[0]
    known = [Concept(name, stems_of(name, "en"), 0, False, definition=entry)]
    blocks = [Block(block_id="b1", text=entry)]
    assert sound(facts_of(known, sentences_of(blocks, "en"), "en", blocks), "en").definitions == []


def test_what_is_chosen_in_a_program_is_no_term_but_that_of_a_glossary() -> None:
    assert (
        sound(facts("Default is the number of gates that a lock of this kind has.", "default"), "en").definitions == []
    )
    entry = "default: set of rules that every lock of the harbour has"
    known = [Concept("default", stems_of("default", "en"), 0, False, definition=entry)]
    blocks = [Block(block_id="b1", text=entry)]
    assert sound(facts_of(known, sentences_of(blocks, "en"), "en", blocks), "en").definitions


def test_an_entry_that_says_what_another_thing_is_is_none() -> None:
    entry = "Spill: Eine Winde ist im Hafen eine Maschine mit einer Trommel, um die sich eine Kette legt"
    known = [Concept("Spill", stems_of("Spill", "de"), 0, False, definition=entry)]
    blocks = [Block(block_id="b1", text=entry)]
    assert sound(facts_of(known, sentences_of(blocks, "de"), "de", blocks), "de").definitions == []


def _entries(text: str, name: str, *, kind: str = "list_item", bold: bool = True) -> list[tuple[str, str, int]]:
    end = text.index(":")
    block = Block(block_id="b1", text=text, kind=kind, emphasis=[Emphasis(start=0, end=end, style="bold")] * bold)
    known = [Concept(name, stems_of(name, "en"), 0, False)]
    found = sound(facts_of(known, sentences_of([block], "en"), "en", [block]), "en").definitions
    return [(each.said.text, each.at.text, each.doubt) for each in found]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            "Sluice: A gate that holds the water of a canal. It opens twice a day.",
            "sluice",
            "A gate that holds the water of a canal",
        ),
        (
            "Dues: Dues are payments that a ship makes to a harbour. See also Toll.",
            "dues",
            "payments that a ship makes to a harbour",
        ),
        (
            "draught: In a lock, draught refers to the depth of a ship in the water.",
            "draught",
            "the depth of a ship in the water",
        ),
        (
            "sill: - the beam on which the gates of a lock rest; often of oak.",
            "sill",
            "the beam on which the gates of a lock rest; often of oak",
        ),
        (
            "AIS: Automatic Identification System. A signal that tells where ships are. It is free.",
            "AIS",
            "Automatic Identification System. A signal that tells where ships are",
        ),
        (
            "yawl: Historical. A boat with two masts and oars. Few are left.",
            "yawl",
            "Historical. A boat with two masts and oars",
        ),
    ],
)
def test_a_line_that_opens_with_a_term_in_bold_type_says_what_it_is_up_to_its_full_stop(
    text: str, name: str, said: str
) -> None:
    ((told, quote, doubt),) = _entries(text, name)
    assert (told, doubt) == (said, 0)
    assert text.startswith(quote)
    assert said in quote
    assert _entries(text, name, kind="paragraph") == _entries(text, name)


@pytest.mark.parametrize(
    "text",
    [
        "A lock is a classic example of a gate that is opened by keepers.",
        "A lock is useful in cases of flood or of drought in the hills.",
        "The keepers save water by closing the lock, the use of buckets and prayers for rain.",
    ],
)
def test_an_example_a_use_and_one_of_a_list_are_no_definition(text: str) -> None:
    assert facts(text, "lock").definitions == []


@pytest.mark.parametrize(
    "text",
    [
        "Sluice: Open it before the tide turns. It holds the water.",
        "Sluice: It must be opened twice a day. A keeper does that.",
        "Sluice: This is a part of the lock that is spoken of below.",
    ],
)
def test_what_a_line_tells_of_its_term_is_not_what_it_is(text: str) -> None:
    assert not [each for each in _entries(text, "sluice") if each[2] == 0]


def test_a_line_whose_term_is_not_set_apart_is_but_a_line_of_a_list() -> None:
    text = "Sluice: A gate that holds the water of a canal."
    assert not [each for each in _entries(text, "sluice", bold=False) if each[2] == 0]
