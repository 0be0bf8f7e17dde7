"""Multiple choice: terms, meanings and reasons; each option explains itself."""

import re
from dataclasses import replace

import pytest

from services.coach.authors.offline.explanations import other_term
from services.coach.authors.offline.item_types import choices
from services.coach.authors.offline.questions import source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import OneOf
from tests.coach.authors.offline.by_hand import definition, order_about, source
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS

OSMOSIS = "Osmosis is the movement of water through a membrane towards the side with more dissolved salt."
OSMOSE = "Osmose er en bevegelse av vann gjennom en hinne mot siden med mest oppløst salt."
EN = [name for name, _ in CELL_TERMS]
NO = [name for name, _ in CELLE_TERMER]


def test_a_definition_asks_for_its_term_among_terms_of_its_shape() -> None:
    read = order_about(CELLS, EN, choice=True)
    fact = definition(read, "osmosis", OSMOSIS, OSMOSIS[len("Osmosis is ") : -1], "is osmosis")
    (draft,) = choices.which_term(fact, source(read))
    assert draft.question == (
        "Which term is defined as “the movement of water through a membrane towards the side with more dissolved salt”?"
    )
    shape = draft.shape
    assert isinstance(shape, OneOf)
    assert shape.key.text == "osmosis"
    assert shape.key.why == f"Right. The text says: “{OSMOSIS}”"
    assert 2 <= len(shape.others) <= 3
    assert all(other.text in EN and other.text != "cell membrane" for other in shape.others)
    assert (draft.difficulty, draft.frame) == ("EASY", "which")


def test_a_wrong_term_is_explained_by_what_the_text_says_of_it() -> None:
    read = order_about(CELLS, EN, choice=True)
    fact = definition(read, "osmosis", OSMOSIS, OSMOSIS[len("Osmosis is ") : -1])
    (draft,) = choices.which_term(fact, source(read))
    assert isinstance(draft.shape, OneOf)
    for other in draft.shape.others:
        assert other.at is not None
        assert other.text in other.at.text.casefold()
        about = re.match(rf"(?:(?:an?|the) )?{other.text}\b", other.at.text, re.IGNORECASE)
        says = "The text says of it" if about else "The text names it here"
        assert other.why == f"“{other.text}” is not it. {says}: “{other.at.text}”"


def test_a_wrong_term_is_explained_by_the_glossarys_line() -> None:
    line = "plasmid: small ring that multiplies by itself"
    read = order_about([OSMOSIS, "They looked for the plasmid in vain that year.", line], ["osmosis", "plasmid"])
    place = Places(read).of(replace(read.concepts[1], definition=line))
    assert place is not None
    assert (place.at.text, place.tells) == (line, True)


def test_a_sentence_that_only_names_a_term_is_not_said_to_be_about_it() -> None:
    texts = [
        OSMOSIS,
        "Cells take up a protein called albumin-like serum in the spring.",
        "Albumin-like serum keeps for a year.",
        "Plasmid rings multiply by themselves in a bacterium.",
        "A plasmid is easily copied.",
    ]
    read = order_about(texts, ["osmosis", "albumin", "plasmid"])
    places = Places(read)
    albumin, plasmid = (places.of(each) for each in read.concepts[1:])
    assert albumin is not None
    assert not albumin.tells
    assert plasmid is not None
    assert (plasmid.at.text, plasmid.tells) == ("A plasmid is easily copied.", True)


def test_a_term_of_which_no_sentence_speaks_is_said_to_be_unsaid() -> None:
    read = order_about(CELLS, ["osmosis", "plasmid", "spirilla"], choice=True)
    fact = definition(read, "osmosis", OSMOSIS, OSMOSIS[len("Osmosis is ") : -1])
    (draft,) = choices.which_term(fact, source(read))
    assert isinstance(draft.shape, OneOf)
    assert [other.at for other in draft.shape.others] == [None, None]
    assert draft.shape.others[0].why == "“plasmid” is not it. The text does not say this of it."


def test_a_term_whose_sentence_is_not_among_the_blocks_is_told_by_its_definition() -> None:
    """A round's order has the blocks that name its topic alone."""
    read = order_about(CELLS, ["osmosis", "plasmid", "spirilla"], choice=True)
    said = "a ring of DNA beside the chromosome"
    told = [replace(each, definition=said if each.name == "plasmid" else "") for each in read.concepts]
    plasmid = next(each for each in told if each.name == "plasmid")
    choice = other_term("plasmid", plasmid, source(replace(read, concepts=told)))
    assert (choice.why, choice.at) == (f"“plasmid” is not it. The text says of it: “{said}”", None)


def test_norwegian_asks_in_norwegian() -> None:
    read = order_about(CELLER, NO, "no", choice=True)
    fact = definition(read, "osmose", OSMOSE, OSMOSE[len("Osmose er ") : -1], "er osmose")
    (draft,) = choices.which_term(fact, source(read))
    assert draft.question.startswith("Hvilket begrep er definert som «en bevegelse av vann")
    assert isinstance(draft.shape, OneOf)
    assert draft.shape.key.why == f"Riktig. Teksten sier: «{OSMOSE}»"
    assert all("er ikke riktig. Teksten sier om det: «" in other.why for other in draft.shape.others)


def test_fewer_than_two_wrong_terms_make_no_choice() -> None:
    read = order_about(CELLS, ["osmosis", "enzyme"])
    fact = definition(read, "osmosis", OSMOSIS, OSMOSIS[len("Osmosis is ") : -1])
    assert list(choices.which_term(fact, source(read))) == []


def test_a_definition_that_holds_a_part_of_its_term_asks_for_no_choice() -> None:
    text = "Vanndamp er vann i form av gass som ingen kan se."
    read = order_about([*CELLER, text], [*NO, "vanndamp"], "no")
    fact = definition(read, "vanndamp", text, "vann i form av gass som ingen kan se")
    assert list(choices.which_term(fact, source(read))) == []


def test_what_a_term_is_stands_among_what_other_terms_are() -> None:
    texts = (*CELLS, "A hormone is a chemical that carries word from one organ to another.")
    read = order_about(texts, [*EN, "hormone"])
    facts = source_of(read, read.blocks, Places(read)).facts
    fact = next(each for each in facts.definitions if each.concept.name == "chlorophyll")
    (draft,) = choices.what_it_is(fact, source(read, facts))
    assert draft.question == "What is chlorophyll?"
    assert isinstance(draft.shape, OneOf)
    assert draft.shape.key.text == "a green pigment that captures the light of the sun"
    # What is no substance would tell by its kind.
    assert {other.text.split()[1] for other in draft.shape.others} == {"protein", "chemical"}
    for other in draft.shape.others:
        assert other.at is not None
        assert other.text in other.at.text
        assert other.why.startswith("The text says this of ")


def test_a_gap_to_choose_for_is_doubtful_unless_the_text_names_it_there() -> None:
    read = order_about(CELLS, EN, choice=True)
    drafts = [draft for mention in source(read).mentions for draft in choices.fits_gap(mention, source(read))]
    assert drafts
    assert all(draft.doubt == 2 for draft in drafts if "called" not in draft.question)


def test_where_an_article_shows_the_gender_no_term_is_offered() -> None:
    assert choices.article_fits("Leaves hold a ", "ribosome", "en")
    assert not choices.article_fits("Leaves hold a ", "enzyme", "en")
    assert choices.article_fits("Mat får smak av ", "enzym", "no")
    assert not choices.article_fits("Mat får smak av et ", "enzym", "no")


GLANDS = (
    "A thymus is a gland that trains the cells of defence.",
    "A pineal body is a gland that makes people sleepy in the dark.",
    "A liver is an organ that makes bile for the gut.",
    "A spleen is an organ that lies behind the stomach.",
    "Insulin is a hormone that lets sugar into the cells.",
    "The liver releases a bitter juice with many salts into the gut after every meal.",
    "The thymus teaches young white cells of the blood to leave the host alone.",
)


def test_wrong_terms_are_of_the_keys_kind() -> None:
    names = ["thymus", "pineal body", "liver", "spleen", "insulin"]
    read = order_about(GLANDS, names)
    found = source_of(read, read.blocks, Places(read))
    fact = next(each for each in found.facts.definitions if each.concept.name == "thymus")
    (draft,) = choices.which_term(fact, found)
    assert isinstance(draft.shape, OneOf)
    assert {other.text for other in draft.shape.others} == {"pineal body", "liver", "spleen"}


def test_a_word_made_of_two_everyday_ones_says_what_it_is_and_is_not_recognised_by_it() -> None:
    texts = [
        "A frostwork is a pattern that ice draws on the panes of a window.",
        "A moraine is a pattern that stones draw on the ground of a valley.",
        "A rosette is a pattern that leaves draw on the ground of a wood.",
    ]
    read = order_about(texts, ["frostwork", "moraine", "rosette"])
    found = source_of(read, read.blocks, Places(read))
    assert {fact.concept.name: fact.doubt for fact in found.defined} == {"frostwork": 2, "moraine": 0, "rosette": 0}


@pytest.mark.parametrize(
    ("language", "text", "name", "doubt"),
    [
        ("en", "Photosynthesis is a process by which plants turn light into sugar.", "photosynthesis", 0),
        ("en", "An antibody is a protein that fights one kind of germ.", "antibody", 0),
        ("en", "Bandwidth is the amount of data that a line carries in a second.", "bandwidth", 0),
        ("en", "Manslaughter is a crime by which somebody dies without intent.", "manslaughter", 0),
        ("en", "A waterfall is a place where the water of a brook falls over a rock.", "waterfall", 2),
        ("en", "Downregulation is a decrease in the number of places that bind a hormone.", "downregulation", 2),
        ("de", "Eine Photosynthese ist ein Vorgang, der Licht in Zucker verwandelt.", "photosynthese", 0),
    ],
)
def test_a_word_that_has_a_meaning_of_its_own_does_not_say_it(language: str, text: str, name: str, doubt: int) -> None:
    read = order_about([text], [name], language)
    assert [fact.doubt for fact in source_of(read, read.blocks, Places(read)).defined] == [doubt]


def test_what_a_term_does_is_asked_of_terms_of_its_kind() -> None:
    names = ["thymus", "pineal body", "liver", "spleen", "insulin"]
    read = order_about(GLANDS, names)
    found = source_of(read, read.blocks, Places(read))
    drafts = [draft for mention in found.mentions for draft in choices.which_does(mention, found)]
    assert [draft.question for draft in drafts] == [
        "Which of these teaches young white cells of the blood to leave the host alone?"
    ], "who never saw the text knows the liver"
    assert isinstance(drafts[0].shape, OneOf)
    assert drafts[0].shape.key.text == "thymus"
    assert {other.text for other in drafts[0].shape.others} == {"liver", "pineal body", "spleen"}
