"""Flashcards: the terms for definitions, lists, reasons; gaps as the last resort."""

from dataclasses import replace

from services.coach.authors.offline.questions import _open, cards_of, questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import DOUBTFUL, Card
from tests.coach.authors.offline.by_hand import order_about
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS

DUES = "Under “Harbour dues”: What is meant by “cost”?"


def fronts(texts: tuple[str, ...], names: list[str], language: str) -> dict[str, tuple[str, int]]:
    read = replace(order_about(texts, names, language), questions=0)  # a quiz would have its share
    found = {}
    for draft in cards_of(source_of(read, read.blocks, Places(read))):
        assert isinstance(draft.shape, Card)
        assert draft.shape.answer.casefold() in draft.quote.casefold()
        found[draft.question] = (draft.shape.answer, draft.doubt)
    return found


def test_a_definition_asks_for_its_term() -> None:
    found = fronts(CELLS, [name for name, _ in CELL_TERMS], "en")
    assert "What is an enzyme?" not in found, "of two cards on one sentence one is enough"
    back = "Which term is defined as “a protein that speeds up a chemical reaction without being used up”?"
    assert found[back] == ("enzyme", 0)


def test_what_says_too_little_to_tell_its_term_is_asked_one_way() -> None:
    found = fronts(("A tender is an open boat for short trips.",), ["tender"], "en")
    assert [front for front in found if "____" not in front] == ["What is a tender?"]


def test_few_words_of_a_glossary_do_not_ask_for_their_term() -> None:
    from services.coach.authors.offline.item_types import cards, gap
    from tests.coach.authors.offline.by_hand import definition, source

    for said, asked in (("hull and its planks", False), ("hull and planks that a shipwright has set in iron", True)):
        read = order_about([f"futtock: {said}"], ["futtock"])
        fact = replace(definition(read, "futtock", f"futtock: {said}", said), printed=True)
        fronts_of = [draft.question for draft in cards.of_definition(fact, source(read))]
        assert any(front.startswith("Which term") for front in fronts_of) == asked, said
        assert bool(list(gap.gap_of_line(fact, source(read)))) == asked, said


def test_what_says_its_term_again_or_little_of_it_is_no_card() -> None:
    for text, asked in (
        ("A mooring point is a point on the quay for mooring.", False),
        ("A mooring point is an iron ring on the wall of a quay.", True),
    ):
        found = fronts((text,), ["mooring point"], "en")
        assert any("____" not in front for front in found) == asked, text


def test_what_something_means_for_others_is_told_of_it_and_not_the_other_way() -> None:
    text = "Slack water means that neither of the two tides that fill the harbour runs."
    found = fronts((text,), ["slack water"], "en")
    assert [front for front in found if "____" not in front] == ["What is meant by “slack water”?"]


def test_a_word_is_asked_about_as_a_word() -> None:
    found = fronts(("Landlubbers is a term that sailors use for people who never went to sea.",), ["Landlubbers"], "en")
    assert any(front.startswith("Which term is defined as") for front in found)
    assert "What is Landlubbers?" not in found


def test_what_names_no_term_is_no_card() -> None:
    lead = "A sluice is a gate that holds the water of a canal."
    for text, asked in (
        ("Wooden planks last for decades in the dark because fungi need light to grow.", False),
        ("The planks of a sluice last for decades in the dark because fungi need light to grow.", True),
        ("The old planks last for decades in the dark because fungi need light to grow.", False),
        ("We know that planks last for decades in the dark because fungi need light to grow.", False),
    ):
        found = fronts((f"{lead} {text}",), ["sluice"], "en")
        assert any(front.endswith("Why?") for front in found) == asked, text


def test_a_definition_makes_no_gap_and_neither_does_what_speaks_to_the_reader() -> None:
    assert not any("____" in front for front in fronts(("A tender is a boat that serves a ship.",), ["tender"], "en"))
    for text, gap in (
        ("At the mouth of a canal the water is held back by a gate called a sluice.", True),
        ("If we want to hold back water at its mouth, we build a gate called a sluice.", False),
    ):
        assert any("____" in front for front in fronts((text,), ["sluice"], "en")) == gap, text


def test_norwegian_cards_ask_in_norwegian() -> None:
    found = fronts(CELLER, [name for name, _ in CELLE_TERMER], "no")
    assert any(front.startswith("Hvilket begrep er definert som «") for front in found)


def test_gaps_are_the_last_resort() -> None:
    found = fronts(CELLS, [name for name, _ in CELL_TERMS], "en")
    gaps = [doubt for front, (_, doubt) in found.items() if "____" in front]
    assert gaps
    assert min(gaps) >= 1


def test_a_language_without_words_of_ours_gets_gaps_and_terms() -> None:
    texts = ("La fotosíntesis convierte la luz del sol en azúcar dentro de las hojas verdes.",)
    found = fronts(texts, ["luz del sol"], "es")
    assert set(found) == {"La fotosíntesis convierte la ____ en azúcar dentro de las hojas verdes.", "luz del sol"}


def test_what_a_term_does_is_asked_of_it_and_what_it_has_by_its_verb() -> None:
    lead = "A sluice is a gate that holds the water of a canal."
    for text, front, back in (
        ("The bilge pump draws the water from the lowest part of a ship.", "What does the bilge pump do?", "draws"),
        ("Bilge pumps contain a wheel with four blades of rubber.", "What do bilge pumps contain?", "a wheel"),
        ("A bilge pump is used to draw water from the lowest deck.", "What is a bilge pump used for?", "to draw"),
    ):
        found = fronts((f"{lead} {text}",), ["sluice", "bilge pump"], "en")
        assert front in found, (text, found)
        assert found[front][0].startswith(back)
    for text in (
        "The bilge pump depends on the power of the motor of the ship.",
        "The bilge pump draws these from the lowest part of the ship.",
        "The bilge pump stands by the motor in the lowest part of the ship.",
        "The bilge pump drums are made of oak in the yards of the north.",
        "The bilge pump rises from the lowest part of the ship to its deck.",
        "The bilge pump can draw the water from the lowest part of a ship.",
    ):
        found = fronts((f"{lead} {text}",), ["sluice", "bilge pump"], "en")
        assert not any(front.startswith("What does the bilge pump") for front in found), text


def test_a_reason_that_says_it_stands_with_its_sentence() -> None:
    text = "Wooden planks last for decades because they were soaked in tar for years."
    found = fronts((f"A plank is a piece of wood that is sawn flat. {text}",), ["plank"], "en")
    assert found["Wooden planks last for decades. Why?"][0] == text


def test_what_some_do_is_not_asked_and_a_name_keeps_its_capital() -> None:
    lead = "The harbour is run by Qwark, and sluices hold the water of a canal."
    for then, asked in (
        ("some boats wait outside the harbour", []),
        ("Qwark calls the keepers to the gate", ["When does Qwark call the keepers to the gate?"]),
    ):
        read = order_about((f"{lead} If the side sluice is shut, {then}.",), ["sluice", "Qwark"])
        found = [draft.question for draft in _open(source_of(read, read.blocks, Places(read)))]
        assert [front for front in found if front.startswith("When")] == asked


def test_in_which_case_it_is_so_is_asked_in_a_quiz_and_on_no_card() -> None:
    text = "If the upper sluice is shut at night, the sluice keeper lights a green lantern on the mole."
    assert not any(front.startswith("When") for front in fronts((text,), ["sluice keeper", "lantern"], "en"))
    read = order_about((text,), ["sluice keeper", "lantern"])
    drafts = [*questions_of(source_of(read, read.blocks, Places(read)))]
    assert any(draft.question.startswith("When") for draft in drafts)


def test_what_an_everyday_word_means_is_asked_under_its_heading_or_not() -> None:
    text = "Cost means that neither of the two lanterns which the keeper lights is free of duty."
    read = replace(order_about((text,), ["cost"]), questions=0)
    for headings, asked in (({}, []), ({read.blocks[0].block_id: "Harbour dues"}, [DUES])):
        placed = replace(read, headings=headings)
        drafts = [*cards_of(source_of(placed, placed.blocks, Places(placed)))]
        assert [draft.question for draft in drafts if "____" not in draft.question] == asked


def test_when_what_the_sentence_does_not_name_is_so_is_hardly_worth_asking() -> None:
    before = "The sluice keeper of a dock looks after the water of the dock."
    for text, doubt in (
        ("If the upper gate is shut at night, the sluice keeper lights a green lantern on the mole.", 0),
        ("If the upper gate is shut at night, the watchman lights a green lantern on the mole.", DOUBTFUL),
    ):
        read = order_about((f"{before} {text}",), ["sluice keeper"])
        asked = [each for each in _open(source_of(read, read.blocks, Places(read))) if each.frame == "when"]
        assert [draft.doubt for draft in asked] == [doubt], text
