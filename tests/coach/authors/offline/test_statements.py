"""True or false: the text's own sentence, or with one other term or number in it."""

from services.coach.authors.offline import statements
from services.coach.authors.offline.questions import source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Statement
from services.coach.facts.fact import Facts, Quantity
from tests.coach.authors.offline.by_hand import concept, order_about, source, span
from tests.coach.orders import CELL_TERMS, CELLE_TERMER, CELLER, CELLS


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
    found = statements_of(CELLS, [name for name, _ in CELL_TERMS], "en")
    false = [shape for _, shape in found if shape.wrong]
    assert len(false) >= 2
    assert len(found) - len(false) >= 2
    assert all(shape.why.startswith("False. The text has ") for shape in false)
    assert all(shape.why == f'True. The text says: "{shape.text}"' for _, shape in found if not shape.wrong)


def test_the_question_names_the_term_that_is_shown() -> None:
    for question, shape in statements_of(CELLS, [name for name, _ in CELL_TERMS], "en"):
        shown = shape.wrong or question.split('"')[1]
        assert question == f'Is this what the text says of "{shown[0].lower()}{shown[1:]}"?'


def test_in_norwegian_a_wrong_term_has_the_article_of_the_right_one() -> None:
    found = statements_of(CELLER, [name for name, _ in CELLE_TERMER], "no")
    assert any(shape.wrong for _, shape in found)
    for question, shape in found:
        assert question.startswith("Er dette det teksten sier om «")
        assert not shape.text.startswith(("Et cellemembran", "En ribosom", "En enzym", "En kromosom"))


def test_a_wrong_number_is_another_of_the_text_and_far_from_right() -> None:
    texts = (
        "Ripe grapes hold about 80 percent water.",
        "Dry wheat holds about 12 percent water.",
        "Fresh milk holds about 87 percent water.",
    )
    read = order_about(texts, ["grapes", "wheat", "milk"])
    quantities = [
        Quantity(concept(read, name), span(read, text), span(read, number, text), float(number), "percent")
        for name, text, number in zip(("grapes", "wheat", "milk"), texts, ("80", "12", "87"), strict=True)
    ]
    found = [
        draft.shape for draft in statements.from_quantities(quantities, source(read, Facts(quantities=quantities)))
    ]
    assert [(shape.wrong, shape.right) for shape in found if isinstance(shape, Statement)] == [
        ("12", "80"),
        ("12", "87"),
    ]


def test_a_number_of_another_unit_is_no_wrong_number() -> None:
    texts = ("A ripe grape weighs 5 grams.", "A wheat field is 90 metres long.")
    read = order_about(texts, ["grape", "wheat field"])
    quantities = [
        Quantity(concept(read, "grape"), span(read, texts[0]), span(read, "5"), 5, "grams"),
        Quantity(concept(read, "wheat field"), span(read, texts[1]), span(read, "90"), 90, "metres"),
    ]
    assert list(statements.from_quantities(quantities, source(read))) == []


def test_each_choice_says_its_own_why() -> None:
    for _, shape in statements_of(CELLS, [name for name, _ in CELL_TERMS], "en"):
        assert shape.why_not != shape.why
        if shape.wrong:
            assert shape.why_not.startswith(f'The statement is not true. The text says "{shape.right}", not "')
        else:
            assert shape.why_not == f'The statement is not false. The text says just this: "{shape.text}"'


def test_a_number_that_is_part_of_a_word_or_stands_twice_is_not_changed() -> None:
    texts = (
        "A galley had a 5-man crew of rowers on each side.",
        "Barges carry 40 tonnes on canals and 40 tonnes at sea.",
        "Ripe ferries carry 12 people.",
    )
    read = order_about(texts, ["galley", "barges", "ferries"])
    quantities = [
        Quantity(concept(read, name), span(read, text), span(read, number, text), float(number))
        for name, text, number in zip(("galley", "barges", "ferries"), texts, ("5", "40", "12"), strict=True)
    ]
    assert not list(statements.from_quantities([quantities[0], quantities[2]], source(read)))
    assert not list(statements.from_quantities([quantities[1], quantities[2]], source(read)))
