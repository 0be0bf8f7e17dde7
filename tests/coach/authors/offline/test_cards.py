"""Flashcards: definitions both ways, lists, reasons; gaps as the last resort."""

from dataclasses import replace

from services.coach.authors.offline.questions import cards_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Card
from tests.coach.authors.offline.by_hand import order_about
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS


def fronts(texts: tuple[str, ...], names: list[str], language: str) -> dict[str, tuple[str, int]]:
    read = replace(order_about(texts, names, language), questions=0)  # a quiz would have its share
    found = {}
    for draft in cards_of(source_of(read, read.blocks, Places(read))):
        assert isinstance(draft.shape, Card)
        assert draft.shape.answer.casefold() in draft.quote.casefold()
        found[draft.question] = (draft.shape.answer, draft.doubt)
    return found


def test_a_definition_is_asked_both_ways() -> None:
    found = fronts(CELLS, [name for name, _ in CELL_TERMS], "en")
    assert found["What is an enzyme?"] == (
        "An enzyme is a protein that speeds up a chemical reaction without being used up.",
        0,
    )
    back = 'Which term is defined as "a protein that speeds up a chemical reaction without being used up"?'
    assert found[back] == ("enzyme", 0)


def test_norwegian_cards_ask_in_norwegian() -> None:
    found = fronts(CELLER, [name for name, _ in CELLE_TERMER], "no")
    assert found["Hva er et enzym?"][1] == 0
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
