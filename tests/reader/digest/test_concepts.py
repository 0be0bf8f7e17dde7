"""The key concepts: at most ten, each with what the text itself says it is, and none that is only a turn of speech."""

import re

import pytest

from contracts.documents import Block, Emphasis
from services.reader.digest.assembly import digested
from services.reader.digest.term_shapes import is_term
from tests.console.samples.make_samples import NAMES
from tests.reader.digest.test_assembly import names, prose, reading, sample, sure


def concepts(*texts: str, language: str = "en") -> dict[str, str]:
    blocks = [Block(block_id=f"p1b{n}", text=text) for n, text in enumerate(texts, 1)]
    found = digested(reading(*blocks, language=language)).context.key_concepts
    return {concept.term: concept.definition for concept in found}


@pytest.mark.parametrize("name", NAMES)
def test_each_concept_of_a_lesson_has_its_definition_from_the_text(name: str) -> None:
    held = sample(name)
    everything = " ".join(block.text for block in held.blocks)
    found = digested(held).context.key_concepts
    assert 5 <= len(found) <= 10
    assert len({concept.term.casefold() for concept in found}) == len(found)
    for concept in found:
        assert concept.definition
        assert concept.definition in everything
        assert concept.term.casefold()[:4] in concept.definition.casefold()


def test_a_term_of_which_the_text_says_nothing_is_left_out() -> None:
    """It stays a term, to be asked about; but a concept without a definition tells a learner nothing."""
    said = "The crew repaired the halyard before dawn. Nobody had a halyard to spare. A new halyard came by train."
    held = prose(said, "The old halyard had been mended with the halyard of another boat.")
    digest = digested(held)
    assert "halyard" in [name.casefold() for name in names(digest)]
    assert digest.context.key_concepts == []


def test_in_bold_too() -> None:
    text = "Today the crew looked at the bowsprit for a long while."
    start = text.index("bowsprit")
    block = Block(block_id="p1b1", text=text, emphasis=[Emphasis(start=start, end=start + 8, style="bold")])
    digest = digested(reading(block))
    assert names(digest)[0] == "bowsprit"
    assert digest.context.key_concepts == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_stands_in_an_address_neither_introduces_a_term_nor_spells_it(language: str) -> None:
    texts = ["Write to kelpie-team@kelpie.example or see https://kelpie.example/kelpie for more of it."]
    said = {"en": "Kelpie was built by rowers. Today Kelpie carries mail, and Kelpie never sank. Few know Kelpie."}
    said["de"] = "Kelpie wurde von Ruderern gebaut. Heute bringt Kelpie Post, nie sank Kelpie. Wenige kennen Kelpie."
    blocks = [Block(block_id=f"p{n}b1", text=text) for n, text in enumerate([*texts, said[language]], 1)]
    found = {term.term: term.block_id for term in digested(reading(*blocks, language=language)).terms}
    assert found.get("Kelpie") == "p2b1", found
    assert "kelpie" not in found


def test_a_way_through_a_programs_menus_is_no_term() -> None:
    text = "Choose them in synaptic by way of the menu Rediger → Merk pakker, or by hand."
    spans = [(text.index(name), text.index(name) + len(name)) for name in ("Rediger", "Merk pakker", "synaptic")]
    marked = [Emphasis(start=start, end=end, style="italic") for start, end in spans]
    found = names(digested(reading(Block(block_id="p1b1", text=text, emphasis=marked))))
    assert found[0] == "synaptic"
    assert not {"Rediger", "Merk", "pakker", "Merk pakker"} & {*found}


def test_a_pronoun_drawn_together_with_its_verb_is_no_term() -> None:
    assert not any(is_term(text, "en", defined=True) for text in ("you’ll", "we're", "don’t", "it's"))
    assert is_term("d’Alembert sluice", "en", defined=False)


@pytest.mark.parametrize("phrase", ["case-in-point", "case in point", "rule of thumb", "turning point"])
def test_a_turn_of_speech_is_no_concept(phrase: str) -> None:
    text = f"A {phrase} is the Halyard Society, which was founded by three sailors in the year of the great storm."
    found = digested(prose(text, f"Another {phrase} is the harbour itself, which nobody had planned."))
    assert phrase not in [name.casefold() for name in names(found)]
    assert phrase not in concepts(text)


@pytest.mark.parametrize(
    ("language", "text", "again", "term"),
    [
        (
            "de",
            "Photosynthese ist ein Vorgang, bei dem Pflanzen Licht in Zucker verwandeln.",
            "Ohne die Photosynthese lebt im Wald fast nichts auf Dauer.",
            "Photosynthese",
        ),
        (
            "fr",
            "La photosynthèse est un processus par lequel les plantes transforment la lumière.",
            "Sans la photosynthèse, la forêt ne vivrait pas bien longtemps.",
            "photosynthèse",
        ),
    ],
)
def test_in_a_language_without_our_patterns_a_sentence_that_says_what_it_is_counts(
    language: str, text: str, again: str, term: str
) -> None:
    found = concepts(text, again, again.replace("fast", "gar").replace("bien", "très"), language=language)
    assert {name.casefold(): definition for name, definition in found.items()} == {term.casefold(): text}


@pytest.mark.parametrize(
    "text",
    ["The halyard was frozen on a cold day.", "The halyard is publicly available.", "A halyard broke."],
)
def test_what_is_only_said_of_a_thing_is_no_definition(text: str) -> None:
    assert concepts(text, "A halyard hung there. The halyard swung in the wind. No halyard is like another.") == {}


def glossary(*entries: str, title: str = "Key Terms") -> list[Block]:
    heading = Block(block_id="p9b0", text=title, kind="heading", level=2)
    return [heading, *(Block(block_id=f"p9b{n}", text=entry) for n, entry in enumerate(entries, 1))]


@pytest.mark.parametrize("title", ["Key Terms", "Glossary", "3.4 Key terms", "Ordliste", "Nøkkelbegreper", "Glossar"])
def test_every_entry_of_a_glossary_is_a_concept_with_what_it_says(title: str) -> None:
    text = "The crew hauled the peak halyard before dawn, and the other boats followed them out of the harbour."
    entries = (
        "peak halyard: rope that lifts the outer end of a gaff",
        "no man is left behind: the rule of the lifeboats",
        "self – the boat that is spoken of",
    )
    held = reading(Block(block_id="p1b1", text=text), *glossary(*entries, title=title))
    assert {term.term: term.definition for term in digested(held).terms if term.relevance == "High"} == {
        "peak halyard": entries[0],
        "no man is left behind": entries[1],
        "self": entries[2],
    }


def test_how_a_term_of_a_glossary_is_spoken_is_none_of_its_name_and_a_mere_pointer_says_nothing() -> None:
    text = "The crew hauled the peak halyard before dawn, and the other boats followed them out of the harbour."
    entries = (
        "peak halyard [piːk ˈhæljəd] (PH): rope that lifts the outer end of a gaff",
        "hoisting line: See: peak halyard.",
        "Fallreep: siehe Jakobsleiter",
        "sea trial: see how a ship behaves before she is handed over. It takes a week.",
    )
    held = reading(Block(block_id="p1b1", text=text), *glossary(*entries))
    found = {term.term for term in digested(held).terms if term.relevance == "High"}
    assert found == {"peak halyard", "sea trial"}


def test_what_a_sentence_defines_is_told_before_the_glossary_and_what_it_only_names_after_it() -> None:
    said = "A gaff is a spar that holds the upper edge of a sail. They tie it to a rope called the halyard."
    entries = ("gaff: upper spar", "halyard: rope that lifts a sail")
    found = digested(reading(Block(block_id="p1b1", text=said), *glossary(*entries))).terms
    assert {term.term: term.definition for term in found if term.relevance == "High"} == {
        "gaff": "A gaff is a spar that holds the upper edge of a sail.",
        "halyard": entries[1],
    }


def found_in(*blocks: Block) -> dict[str, tuple[str, str]]:
    """By term: its block, and the text at its span."""
    held = reading(*blocks)
    texts = {block.block_id: block.text for block in held.blocks}
    return {
        term.term: (term.block_id, texts[term.block_id][term.start : term.end])
        for term in digested(held).terms
        if term.relevance == "High"
    }


FIRST = Block(block_id="p1b1", text="The crew speak of halyards, of throats and of gaffs when the wind is fair at sea.")
ENTRY = "halyard: rope that lifts a sail"


@pytest.mark.parametrize("entry", [ENTRY, "halyard: a rope that lifts a sail. It is made of hemp."])
def test_a_term_of_a_glossary_stands_where_the_text_first_has_it_in_a_sentence(entry: str) -> None:
    line = Block(block_id="p1b0", text="Halyard and sheet on board", kind="list_item")
    assert found_in(line, FIRST, *glossary(entry)) == {"halyard": ("p1b1", "halyards")}
    assert found_in(line, *glossary(entry)) == {"halyard": ("p1b0", "Halyard")}


def test_it_stands_in_the_section_of_its_name_before_any_other_and_first_where_it_is_set_apart() -> None:
    heading = Block(block_id="p2b0", text="2.1 Halyards", kind="heading", level=2)
    told = Block(block_id="p2b1", text="The crew hauled the halyard before dawn, and the others followed them out.")
    text = "Before dawn the old crew looked for a halyard in the dark of the hold."
    start = text.index("halyard")
    bold = Emphasis(start=start, end=start + 7, style="bold")
    marked = Block(block_id="p3b1", text=text, emphasis=[bold])
    assert found_in(FIRST, heading, told, *glossary(ENTRY))["halyard"] == ("p2b1", "halyard")
    assert found_in(FIRST, heading, told, marked, *glossary(ENTRY))["halyard"] == ("p3b1", "halyard")


@pytest.mark.parametrize("title", ["Halyard", "The Halyard", "2.1 Halyards", "Halyard (HY)", "Halyards and Gaffs"])
@pytest.mark.parametrize("entries", [(), (ENTRY,)])
def test_it_stands_in_its_section_though_others_name_it_before(title: str, entries: tuple[str, ...]) -> None:
    named = "Before dawn the crew asked for a halyard. No other boat had a halyard to spare, and a halyard is dear."
    told = "The crew hauled the halyard before dawn, and the others followed them out."
    blocks = [
        Block(block_id="p1b0", text="Ropes", kind="heading", level=2),
        Block(block_id="p1b1", text=named),
        Block(block_id="p2b0", text=title, kind="heading", level=2),
        Block(block_id="p2b1", text=told),
    ]
    found = {term.term: term.block_id for term in digested(reading(*blocks, *glossary(*entries))).terms}
    assert found["halyard"] == "p2b1"


def test_a_term_that_was_often_named_before_is_not_introduced_where_it_is_set_apart() -> None:
    often = [
        Block(block_id=f"p1b{n}", text=f"On day {n} the crew mended a halyard of the old boat {n} before dawn.")
        for n in range(6)
    ]
    text = "Before dawn the old crew looked for a halyard in the dark of the hold."
    start = text.index("halyard")
    marked = Block(block_id="p3b1", text=text, emphasis=[Emphasis(start=start, end=start + 7, style="bold")])
    assert {term.term: term.block_id for term in digested(reading(*often, marked)).terms}["halyard"] == "p1b0"
    assert {term.term: term.block_id for term in digested(reading(often[0], marked)).terms}["halyard"] == "p3b1"


def test_what_only_its_glossary_has_stands_there() -> None:
    assert found_in(FIRST, *glossary("spinnaker: sail for a fair wind", ENTRY)) == {
        "spinnaker": ("p9b1", "spinnaker"),
        "halyard": ("p1b1", "halyards"),
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Gaffing is an important part of the work on a lugger.",
        "Gaffing was an exception among the fishermen of the coast.",
        "Gaffing is one of the oldest trades of the whole coast.",
        "Gaffing is a serious problem for the owners of old boats.",
        "Gaffing is the first duty of the youngest man on board.",
    ],
)
def test_praise_an_ordinal_and_an_exception_are_no_definition(sentence: str) -> None:
    assert (
        concepts(sentence, "They spoke of gaffing at length. The gaffing took them a day, and gaffing tired all.") == {}
    )


def test_praise_before_what_sets_it_apart_is_one() -> None:
    text = "Gaffing is an important trade that mends the upper spars of boats."
    assert concepts(text, "They spoke of gaffing at length. The gaffing took them a day, and gaffing tired all.") == {
        "gaffing": text
    }


def test_a_word_that_a_name_begins_with_is_not_named_by_it() -> None:
    text = (
        "The rope runs through a block called a jib sheet lead on the deck. It carries what is known as jib-like trim."
    )
    found = digested(
        prose(text, "A jib is hoisted first. The jib draws, and the jib pulls hard.", "Each jib has a sheet.")
    )
    assert "jib" not in {term.term for term in found.terms if term.definition}


def test_an_adjective_is_not_taken_for_the_noun_of_its_stem() -> None:
    blocks = [
        Block(block_id="p1b0", text="Socialization", kind="heading", level=1),
        *(
            Block(block_id=f"p1b{n}", text=f"In a social {noun}, children meet the social customs of their {noun}.")
            for n, noun in enumerate(("group", "circle", "school", "club"), 1)
        ),
        Block(block_id="p1b9", text="Early socialization is slow, and later socialization is harder for them."),
    ]
    assert "social" not in names(digested(reading(*blocks)))
    assert "socialization" in [name.casefold() for name in names(digested(reading(*blocks)))]


@pytest.mark.parametrize(
    ("language", "text", "nouns", "others"),
    [
        (
            "en",
            "The old harbour lies behind two stone walls. In winter the fishermen mend their nets in a long shed.",
            {"nets", "walls", "shed"},
            {"mend", "behind", "long", "old"},
        ),
        (
            "en",
            "You can relax and look around first. It is important to eat something nice. The duck may be in the lake.",
            {"duck", "lake"},
            {"relax", "nice", "important"},
        ),
        ("de", "Im Winter flicken die Fischer ihre Netze in einem langen Schuppen.", {"Netze"}, {"flicken", "langen"}),
    ],
)
def test_a_plain_text_is_asked_about_what_it_names(language: str, text: str, nouns: set[str], others: set[str]) -> None:
    """Not about what is done, or how something is."""
    found = set(names(digested(reading(Block(block_id="p1b1", text=text), language=language))))
    assert found & nouns
    assert not found & others


def test_what_is_done_or_how_something_is_is_no_term_also_where_a_heading_says_it() -> None:
    blocks = [
        Block(block_id="p1b0", text="Dredging", kind="heading", level=1),
        *(
            Block(
                block_id=f"p1b{n}", text=f"To winch the {thing} they hoist the boom over a massive {thing} of the quay."
            )
            for n, thing in enumerate(("barge", "crane", "buoy", "anchor", "pontoon"), 1)
        ),
        Block(block_id="p2b0", text="Hoist", kind="heading", level=1),
        Block(block_id="p2b1", text="Men hoist the pontoon by hand, and a barge by a crane that the boom carries."),
    ]
    found = {name.casefold() for name in names(digested(reading(*blocks)))}
    assert not found & {"hoist", "winch", "massive"}
    assert found & {"boom", "barge", "crane", "pontoon"}


def test_by_what_name_a_person_goes_is_no_definition() -> None:
    text = "In 1874 Ann Moon, who was also known as Capstan, built the second wall of the harbour with her sons."
    found = concepts(text, "They spoke of Capstan at length. Capstan took them in, and Capstan paid them all.")
    assert "capstan" not in {name.casefold() for name in found}


OFTEN = (
    "Other users of the harbour wait at the gate of it, and each output of the bilge pump is read at the gate.",
    "Else the users read the output of the sluicegate. The pilots tell other users what the sluicegate does.",
    "So the output of the sluicegate is told to users, and the users of the harbour know of it at the gate.",
    "At the sluicegate two users look at the output and tell the others of it, as users of a harbour always do.",
)


def plain_names(*blocks: Block) -> list[str]:
    """The terms, but for the words that any text is asked about where it has hardly any."""
    return [name.casefold() for name in sure(digested(reading(*blocks)))]


def test_a_common_word_that_only_stands_often_is_no_term_and_a_specialists_word_is() -> None:
    found = plain_names(*(Block(block_id=f"p1b{n}", text=text) for n, text in enumerate(OFTEN, 1)))
    assert "sluicegate" in found
    assert not {"users", "user", "output"} & set(found)


@pytest.mark.parametrize(("title", "told"), [("Output", False), ("Sluicegates", True), ("Users and outputs", False)])
def test_a_heading_is_no_evidence_for_a_common_word_or_for_two_things_at_once(title: str, told: bool) -> None:
    heading = Block(block_id="p1b0", text=title, kind="heading", level=1)
    texts = [*OFTEN, f"There are {title.casefold()} here, and {title.casefold()} elsewhere on this coast."]
    found = plain_names(heading, *(Block(block_id=f"p1b{n}", text=text) for n, text in enumerate(texts, 1)))
    assert any(name.startswith(title.casefold().rstrip("s")) for name in found) is told


def spanned(n: int, text: str, word: str, style: str) -> Block:
    at = [place.span() for place in re.finditer(rf"\b{word}\b", text)]
    spans = [Emphasis.model_validate({"start": start, "end": end, "style": style}) for start, end in at]
    return Block(block_id=f"p1b{n}", text=text, emphasis=spans)


def test_what_is_to_be_put_in_its_place_is_no_term_though_it_is_set_in_italics() -> None:
    calls = [f"{name} (rowsize) makes a matrix of as many rows" for name in ("zeros", "ones", "eye", "rand")]
    said = ["The keelson lies on the keel.", "A keelson is bolted to it.", "No ship is without its keelson here."]
    blocks = [spanned(n, text, "rowsize", "italic") for n, text in enumerate(calls, 1)]
    blocks += [spanned(n, text, "keelson", "italic") for n, text in enumerate(said, 11)]
    found = plain_names(*blocks)
    assert "keelson" in found
    assert "rowsize" not in found


def test_one_abbreviation_of_a_list_of_them_is_no_term() -> None:
    listed = ["ABC Alpha Beta Coding of the tides at sea", "BVQ Boundary Value Question of the inner harbour"]
    blocks = [spanned(n, text, text[:3], "bold") for n, text in enumerate(listed, 1)]
    assert plain_names(*blocks) == []


def test_a_persons_other_name_in_brackets_is_no_concept() -> None:
    text = (
        "Peder Aasen (also known as Lanterna) kept the lamps. Lanterna was seen on each quay. So Lanterna is told of."
    )
    assert "Lanterna" not in concepts(text)


def test_names_of_commands_in_bold_are_not_all_that_a_manual_is_about() -> None:
    commands = ("halyx", "jibconf", "sheetctl", "mastd", "boomrc", "keelcfg", "rigadm", "luffgen")
    blocks = []
    for n, name in enumerate(commands, 1):
        text = f"The windlass is set up by {name}, which is run once for each hawser."
        start = text.index(name)
        mark = [Emphasis(start=start, end=start + len(name), style="bold")]
        blocks.append(Block(block_id=f"p1b{n}", text=text, emphasis=mark))
    said = [name.casefold() for name in names(digested(reading(*blocks)))]
    assert {"windlass", "hawser"} <= {*said}
    terms = ("halyard", "rudder", "mast", "keel", "anchor", "rigging", "tiller", "hull")
    marked = [
        block.model_copy(
            update={
                "text": (text := block.text.replace(command, term)),
                "emphasis": [Emphasis(start=text.index(term), end=text.index(term) + len(term), style="bold")],
            }
        )
        for block, command, term in zip(blocks, commands, terms, strict=True)
    ]
    assert "hawser" not in [name.casefold() for name in names(digested(reading(*marked)))], "it marks its terms"


def test_a_conjunction_before_a_noun_is_no_part_of_a_term() -> None:
    text = "Whereas halyards are the ropes which hoist a sail, sheets are the ropes that hold it in the wind."
    found = names(digested(prose(text, "Whereas halyards are made of wire today, sheets are made of soft rope.")))
    assert not [name for name in found if "hereas" in name]


def test_an_adverb_before_its_verb_is_no_norwegian_term() -> None:
    text = "Spesielt er det ikke mulig for to båter å ligge ved samme brygge om natten."
    again = "Spesielt er det vanskelig for store båter å finne en brygge. Spesielt er havnen i Bergen full om sommeren."
    more = "Følgelig er en brygge som aldri blir våt, et tegn på at havnen er tom."
    blocks = [Block(block_id=f"p1b{n}", text=each) for n, each in enumerate((text, again, more), 1)]
    found = digested(reading(*blocks, language="no"))
    assert not {"spesielt", "følgelig"} & {name.casefold() for name in names(found)}
    assert not [each.term for each in found.context.key_concepts if each.term.casefold() == "spesielt"]


def test_what_praises_or_compares_is_no_term() -> None:
    text = "A nice feature holds the sail. The simplest model of a winch has one drum."
    again = "Another nice feature is a brake. The simplest model needs no brake. A winch is a drum that winds a rope."
    more = "Every nice feature costs money, and the simplest model is sold most. A winch holds a sheet."
    found = [name.casefold() for name in names(digested(prose(text, again, more)))]
    assert "winch" in found
    assert not {"nice feature", "simplest model"} & {*found}


@pytest.mark.parametrize("adverb", ["Leider", "Idealerweise", "Ursprünglich"])
def test_a_german_sentences_first_adverb_is_no_term(adverb: str) -> None:
    held = reading(
        Block(block_id="p1b1", text=f"{adverb} ist die Mole ein Bau, der vor Wellen schützt."), language="de"
    )
    assert adverb not in names(digested(held))
