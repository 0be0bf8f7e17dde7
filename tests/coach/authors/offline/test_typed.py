"""What is told of a typed answer: what more the text says of it, and what was typed instead, with its place."""

from services.coach.authors.offline.author import written_from
from services.coach.authors.offline.explanations import more_of
from services.coach.authors.offline.item_types import gap, numbers
from services.coach.compose.items import entry
from services.coach.drafts.draft import Draft
from services.coach.drafts.order import order_of
from services.coach.facts.fact import Facts, Quantity
from tests.coach.authors.offline.by_hand import concept, order_about, source, span
from tests.coach.orders import CELLE_TERMER, CELLER, order

WALL = "A groyne is a low wall that runs out into the sea from the beach."
GATE = "A sluice is a gate that lets the water of a river through a dike."
BUILT = "In the old harbour the engineers built a groyne of black stones."
COST = "It cost them three summers and a ship."


def told(draft: Draft) -> list[tuple[str, str]]:
    """What is said of which answer; where, is checked."""
    assert all(each.at and each.at.text in each.why for each in draft.told)
    return [(each.text, each.why) for each in draft.told]


def gap_in(sentence: str, texts: list[str], term: str) -> Draft:
    read = order_about(texts, ["groyne", "sluice"])
    (mention,) = (m for m in source(read).mentions if m.concept.name == term and m.sentence.text == sentence)
    (draft,) = gap.gap_of(mention, source(read))
    return draft


def test_a_gap_tells_the_words_definition_and_what_the_other_term_is() -> None:
    draft = gap_in(BUILT, [WALL, GATE, BUILT], "groyne")
    right, wrong = told(draft)
    assert right == ("groyne", f"The text says this of “groyne”: “{WALL}”")
    assert wrong == ("sluice", f"“sluice” is not it. The text says of it: “{GATE}”")


def test_a_gap_in_the_definition_itself_tells_the_sentence_beside_it() -> None:
    draft = gap_in(WALL, [f"{WALL} {COST}", GATE], "groyne")
    assert told(draft)[0] == ("groyne", f"The text goes on: “{COST}”")


def test_what_is_told_is_never_the_quote_that_stands_beside_it() -> None:
    read = order_about([WALL, BUILT], ["groyne"])
    at = span(read, WALL)
    assert [each.why for each in more_of("a low wall", concept(read, "groyne"), at, source(read))] == [
        f"The text names “groyne” here too: “{BUILT}”"
    ]
    same = "In short, the groyne is the low wall that runs out from the beaches into the sea."
    for texts in ([WALL], [WALL, same]):
        read = order_about(texts, ["groyne"])
        assert more_of("a low wall", concept(read, "groyne"), span(read, WALL), source(read)) == []


def test_a_remark_in_brackets_is_no_reason() -> None:
    remark = "(A drawing of all of its stones and posts can be bought there.)"
    read = order_about([f"{remark} {WALL} {remark}"], ["groyne"])
    assert more_of("a low wall", concept(read, "groyne"), span(read, WALL), source(read)) == []


def test_a_number_tells_what_the_other_numbers_of_the_text_are_of() -> None:
    length, width = "The groyne is 320 metres long.", "The sluice is 45 metres wide."
    same, gates = "Some say that the groyne is 325 metres long.", "The sluice has 12 gates."
    read = order_about([length, width, same, gates], ["groyne", "sluice"])
    facts = [
        Quantity(concept(read, "groyne"), span(read, length), span(read, "320"), 320, "metres"),
        Quantity(concept(read, "sluice"), span(read, width), span(read, "45"), 45, "metres"),
        Quantity(concept(read, "groyne"), span(read, same), span(read, "325"), 325, "metres"),
        Quantity(concept(read, "sluice"), span(read, gates), span(read, "12"), 12),
    ]
    (draft,) = numbers.number_of(facts[0], source(read, Facts(quantities=facts)))
    # A number within what counts as right is no wrong answer, and a count is none of a length.
    assert told(draft)[1:] == [("45", f"The text gives “45” for something else: “{width}”")]


def test_a_number_tells_what_stands_beside_it_and_no_definition_that_says_nothing_of_it() -> None:
    length = "The groyne is 320 metres long."
    read = order_about([f"{length} {COST}", WALL], ["groyne"])
    fact = Quantity(concept(read, "groyne"), span(read, length), span(read, "320"), 320, "metres")
    (draft,) = numbers.number_of(fact, source(read, Facts(quantities=[fact])))
    assert told(draft)[0] == ("320", f"The text goes on: “{COST}”")


def test_every_typed_question_of_a_norwegian_lesson_is_explained_in_norwegian_with_a_place() -> None:
    read = order_of(order(CELLER, CELLE_TERMER, language="no"))
    written = written_from(read)
    items = [entry(draft, read, written.origin).item for draft in written.quiz]
    typed = [item for item in items if item.by == "words"]
    assert {item.type for item in typed} >= {"cloze", "numeric", "short_answer"}
    for item in typed:
        ids = [each.option_id for each in item.explanations]
        assert ids[0] == item.answer
        assert len(set(ids)) == len(ids)
        for each in item.explanations:
            assert each.proof is not None
            assert each.proof.quote in each.sentence
            assert "eksten" in each.sentence
        assert item.type != "cloze" or len(ids) > 3
