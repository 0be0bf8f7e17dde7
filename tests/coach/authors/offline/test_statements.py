"""True or false: the text's own sentence, or with one other term, or the opposite relation, in it."""

from dataclasses import replace

from services.coach.authors.offline.item_types import statements
from services.coach.authors.offline.questions import source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Statement
from services.coach.facts.fact import Facts
from tests.coach.authors.offline.by_hand import PLACES, STEDER, definition, order_about, source


def statements_of(texts: tuple[str, ...], names: list[str], language: str) -> list[tuple[str, Statement]]:
    read = order_about(texts, names, language)
    facts = source_of(read, read.blocks, Places(read)).facts
    found = []
    for draft in statements.from_definitions(facts.definitions, source(read, facts)):
        assert isinstance(draft.shape, Statement)
        assert draft.shape.text.replace(draft.shape.wrong, draft.shape.right, 1) == draft.quote
        found.append((draft.question, draft.shape))
    return found


def test_definitions_become_false_and_true_statements() -> None:
    found = statements_of(PLACES, ["glacier", "moraine", "fjord", "delta", "sound"], "en")
    false = [shape for _, shape in found if shape.wrong]
    assert len(false) >= 2
    assert len(found) - len(false) >= 2
    assert all(shape.why.startswith("False. The text has ") for shape in false)
    assert all(shape.why == f'True. The text says: "{shape.text}"' for _, shape in found if not shape.wrong)


def test_a_statement_asks_about_the_term_that_its_answer_counts_for() -> None:
    read = order_about(PLACES, ["glacier", "moraine", "fjord", "delta", "sound"], "en")
    facts = source_of(read, read.blocks, Places(read)).facts
    for draft in statements.from_definitions(facts.definitions, source(read, facts)):
        assert isinstance(draft.shape, Statement)
        assert draft.question == f'Is this true of "{draft.concept.name}"?'
        assert draft.concept.name in draft.shape.text.lower()


def test_a_sentence_about_somebody_who_studied_it_is_no_statement_about_a_term() -> None:
    """ "Later, Ada Lund studied the fjord, a place where snow turns to ice" tells of Ada Lund."""
    said = "an area of sea that is parted from the coast"
    atoll, plain = "Atoll – a place of coral that lies in a ring.", f"Lagoon – {said}."
    for text, asked in ((plain, 1), (f"Later, Ada Lund studied the lagoon, {said}.", 0)):
        read = order_about((*PLACES, atoll, text), ["glacier", "moraine", "fjord", "delta", "sound", "atoll", "lagoon"])
        read = replace(read, only_focus=True)
        facts = [definition(read, "lagoon", text, said)]
        facts.append(definition(read, "atoll", atoll, "a place of coral that lies in a ring"))
        found = source(read, Facts(definitions=facts))
        assert len([*statements.from_definitions(facts, found)]) == 1 + asked


def test_in_norwegian_a_wrong_term_has_the_article_of_the_right_one() -> None:
    found = statements_of(STEDER, ["fjord", "delta", "myr", "foss"], "no")
    assert any(shape.wrong for _, shape in found)
    for question, shape in found:
        assert question.startswith("Stemmer dette om «")
        assert not shape.text.startswith(("Et fjord", "Et myr", "Et foss", "En delta"))


def relations(*texts: str, name: str) -> list[Statement]:
    read = order_about(texts, [name, "water", "salt"])
    found = source_of(read, read.blocks, Places(read))
    drafts = list(statements.from_relations(found.mentions, found))
    assert all(draft.level == ("understand" if draft.shape.wrong else "recall") for draft in drafts)  # type: ignore[union-attr]
    return [draft.shape for draft in drafts if isinstance(draft.shape, Statement)]


def test_a_statement_is_made_false_by_the_opposite_relation() -> None:
    (shape,) = relations(
        "Salt on a road lowers nothing but increases the weight of the water that freezes.", name="salt"
    )
    assert (shape.right, shape.wrong) == ("increases", "decreases")
    assert shape.why.startswith('False. The text has "increases" where this has "decreases"')


def test_whom_a_statement_is_about_is_said_only_where_it_begins_with_that() -> None:
    read = order_about(
        (
            "The salt on a road increases the weight of the water that freezes there.",
            "Sand on a bridge increases the weight of the salt and water that dry there.",
        ),
        ["salt", "water"],
    )
    found = source_of(read, read.blocks, Places(read))
    asked = {draft.question for draft in statements.from_relations(found.mentions, found)}
    assert asked == {'Is this true of "salt"?', "Is this true?"}


def test_what_may_be_either_way_or_says_two_relations_is_not_turned_round() -> None:
    assert relations("Salt can increase the weight of the water that freezes on a road.", name="salt") == []
    assert relations("Salt increases the weight of water and decreases the cold of a road.", name="salt") == []
    assert relations("Salt was first mined before 1650 by people who boiled sea water.", name="salt") == []


def test_a_noun_is_no_relation() -> None:
    assert relations("Salt brings the gains of trade to towns by the water of the bay.", name="salt") == []


def test_each_choice_says_its_own_why() -> None:
    for _, shape in statements_of(PLACES, ["glacier", "moraine", "fjord", "delta", "sound"], "en"):
        assert shape.why_not != shape.why
        if shape.wrong:
            assert shape.why_not.startswith(f'The statement is not true. The text says "{shape.right}", not "')
        else:
            assert shape.why_not == f'The statement is not false. The text says just this: "{shape.text}"'


GLOSSARY = (
    "row house: a house in a row of others",
    "ferry berth: the place on the quay where a boat for cars lies",
    "tide table: the list of hours at which the sea is high or low",
)


def test_a_line_of_a_glossary_becomes_a_statement_only_about_the_topic_of_a_round() -> None:
    names = ["row house", "ferry berth", "tide table"]
    read = order_about(GLOSSARY, names, "en")
    concepts = [replace(each, definition=line) for each, line in zip(read.concepts, GLOSSARY, strict=True)]
    read = replace(read, concepts=concepts)
    found = source_of(read, read.blocks, Places(read))
    assert all(fact.printed for fact in found.facts.definitions)
    assert not [*statements.from_definitions(found.facts.definitions, found)]
    concepts = [replace(each, focus=each.name == "row house") for each in concepts]
    read = replace(read, concepts=concepts, only_focus=True)
    found = source_of(read, read.blocks, Places(read))
    [draft] = statements.from_definitions(found.facts.definitions, found)
    assert isinstance(draft.shape, Statement)
    assert draft.concept.name == "row house"
    assert draft.shape.text == f"row house: {draft.shape.wrong}"
    assert draft.question == 'Is this true of "row house"?'
    alone = replace(read, blocks=read.blocks[:1])
    found = source_of(alone, alone.blocks, Places(alone))
    assert [each.question for each in statements.from_definitions(found.facts.definitions, found)] == [draft.question]
