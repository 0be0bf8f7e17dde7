"""Every type's rules refuse what they are for: one fault is planted in a good item, and its code is told."""

from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from contracts.items import Item
from contracts.quizzes import Verdict
from services.evaluator.validation.validate import validate
from tests.evaluator.every_type import (
    every,
    gap,
    numbers,
    open_question,
    options,
    pairs,
    proof,
    sentence,
    some_of,
    statement,
    steps,
    told_as,
    why,
    years,
)

M = TypeVar("M", bound=BaseModel)


def change(model: M, **fields: Any) -> M:
    return model.model_copy(update=fields)


def verdict_on(item: Item, **fields: Any) -> Verdict:
    (verdict,) = validate(change(every(), items=[change(item, **fields)])).verdicts
    return verdict


def codes(item: Item, **fields: Any) -> set[str]:
    return {reason.code for reason in verdict_on(item, **fields).reasons}


def test_a_good_item_of_every_type_is_accepted() -> None:
    assert [verdict.reasons for verdict in validate(every()).verdicts] == [[]] * 9
    assert verdict_on(gap()).reasons == []
    assert verdict_on(statement(true=False)).accepted


def named(item: Item, *texts: str) -> dict[str, Any]:
    """The options with other texts."""
    return {"options": options(list(texts))}


POINT = open_question().key_points[0]
WALL = pairs().options[1].text
NOWHERE = "statement_not_in_quote"
MUTANTS: list[tuple[str, Item, dict[str, Any], str]] = [
    ("key elsewhere", some_of(), named(some_of(), "ducks", "swans", "herons", "waders"), "answer_not_in_quote"),
    ("swapped key", some_of(), {"answer": ["a", "b", "c"]}, "answer_not_in_quote"),
    ("swapped key is a second key", some_of(), {"answer": ["a", "b", "c"]}, "key_ambiguous"),
    ("inflected distractor", some_of(), named(some_of(), "ducks", "geese", "bird", "waders"), "key_ambiguous"),
    ("one key of two", some_of(), {"answer": ["a", "b"]}, "key_ambiguous"),
    ("same option twice", some_of(), named(some_of(), "ducks", "geese", "herons", "Ducks."), "options_alike"),
    ("a number among words", some_of(), named(some_of(), "ducks", "geese", "42", "waders"), "option_shape"),
    ("leak", some_of(), {"question": "Which birds like ducks do salt marshes shelter?"}, "answer_leaked"),
    ("true but not said", statement(true=True), {"statement": "A sluice is a wall."}, "statement_not_in_quote"),
    (
        "a negation is put in",
        statement(true=True),
        {"statement": sentence("t4").replace(" is ", " is not ")},
        "statement_not_in_quote",
    ),
    ("wrong is said too", statement(true=False), {"wrong": "gate", "right": "gate"}, "key_ambiguous"),
    ("right is elsewhere", statement(true=False), {"right": "mud"}, "statement_not_in_quote"),
    (
        "nothing is wrong",
        statement(true=False),
        {"statement": sentence("t4").replace("water", "waters"), "wrong": "waters", "right": "water"},
        "statement_not_false",
    ),
    ("false called true", statement(true=False), {"answer": "true", "wrong": "", "right": ""}, NOWHERE),
    ("no proof of a pair", pairs(), {"explanations": pairs().explanations[:1]}, "pair_unproved"),
    ("swapped pairs", pairs(), {"answer": {"1": "b", "2": "c"}}, "answer_not_in_quote"),
    ("one option twice", pairs(), {"answer": {"1": "c", "2": "c"}}, "key_ambiguous"),
    ("prompt not in its quote", pairs(), {"prompts": options(["polder", "sluice"], "12")}, "answer_not_in_quote"),
    ("not the first proof", pairs(), {"proof": pairs().explanations[1].proof}, "pair_unproved"),
    ("left over fits", pairs(), named(pairs(), "behind a dike", WALL, "a piece of low land"), "key_ambiguous"),
    ("prompts alike", pairs(), {"prompts": options(["polder", "Polder"], "12")}, "options_alike"),
    (
        "a pair tells itself",
        pairs(),
        {"prompts": options(["polder", "wall"], "12")},
        "answer_leaked",
    ),
    ("two steps swapped", steps(), {"answer": ["c", "b", "a"]}, "order_wrong"),
    ("the order as it is shown", steps(), {"answer": ["a", "b", "c"]}, "order_wrong"),
    (
        "a step from nowhere",
        steps(),
        named(steps(), "digs the ditches", "drains the field", "mills"),
        "answer_not_in_quote",
    ),
    ("steps alike", steps(), named(steps(), "sows reeds", "drains the field", "sows reeds"), "options_alike"),
    ("years swapped", years(), {"answer": ["b", "c", "a"]}, "order_wrong"),
    ("years backwards", years(), {"answer": ["a", "b", "c"]}, "order_wrong"),
    ("another number", numbers()[0], {"answer": "33", "value": 33.0}, "answer_not_in_quote"),
    ("a part of a number", numbers()[1], {"answer": "300", "value": 300.0}, "answer_not_in_quote"),
    ("another value", numbers()[0], {"value": 33.0}, "number_misread"),
    ("comma taken for a point", numbers()[1], {"value": 1.3}, "number_misread"),
    ("million twice", numbers()[1], {"value": 1.3e9}, "number_misread"),
    ("million left out", numbers()[1], {"unit": "cubic metres"}, "number_misread"),
    ("million not reckoned", numbers()[2], {"value": 2.5}, "number_misread"),
    ("decimal comma lost", numbers()[2], {"value": 25e6}, "number_misread"),
    ("another unit", numbers()[0], {"unit": "miles"}, "unit_wrong"),
    ("told in the question", numbers()[0], {"question": "How long is the 32 km dike?"}, "answer_leaked"),
    ("told in words", numbers()[0], {"question": "How long is the thirty-two kilometre dike?"}, "answer_leaked"),
    ("key point elsewhere", open_question(), {"key_points": [change(POINT, start=0)]}, "key_point_not_in_quote"),
    (
        "key point of its own words",
        open_question(),
        {"key_points": [change(POINT, text="it shrinks")]},
        "key_point_not_in_quote",
    ),
    (
        "key point outside the quote",
        open_question(),
        {"key_points": [change(POINT, start=60, end=80)]},
        "key_point_not_in_quote",
    ),
    ("answer without key point", open_question(), {"answer": "Because peat land sinks."}, "answer_incomplete"),
    (
        "answer invented",
        open_question(),
        {"answer": "Heavy tractors and storms press the dry peat, which rots away, under their weight."},
        "answer_not_in_quote",
    ),
    ("number invented", open_question(), {"answer": "Because 40 % of the dry peat rots away."}, "answer_not_in_quote"),
    ("open question tells", open_question(), {"question": "Does it sink as the dry peat rots away?"}, "answer_leaked"),
]


@pytest.mark.parametrize(("item", "fields", "code"), [each[1:] for each in MUTANTS], ids=[each[0] for each in MUTANTS])
def test_every_planted_fault_is_refused_by_its_code(item: Item, fields: dict[str, Any], code: str) -> None:
    assert code in codes(item, **fields)


@pytest.mark.parametrize("item", every().items, ids=lambda item: item.type)
def test_an_explanation_of_no_option_or_with_a_broken_proof_is_refused(item: Item) -> None:
    # Whatever is wrong may be typed; but of that something is said only with a quote.
    code = "explanation_unproved" if item.by == "words" else "explanation_without_option"
    assert code in codes(item, explanations=[*item.explanations, why("zz", None)])
    for each in item.explanations:
        if each.proof is None:
            continue
        again = [*item.explanations, each]
        assert "explanation_without_option" in codes(item, explanations=again)
        for field, value, code in (
            ("quote", "So it is.", "quote_not_verbatim"),
            ("block_id", "b99", "block_missing"),
            ("block_sha256", "0" * 64, "block_changed"),
            ("source_page", 77, "page_wrong"),
            ("document_sha256", "0" * 64, "document_wrong"),
            ("answer_start", 5_000, "answer_not_in_quote"),
        ):
            broken = change(each, proof=change(each.proof, **{field: value}))
            rest = [broken if other is each else other for other in item.explanations]
            assert code in codes(item, explanations=rest), (item.type, field)


def test_an_explanation_must_speak_of_its_option() -> None:
    elsewhere = [why("c", proof("t4", sentence("t4")))]
    assert codes(some_of(), explanations=elsewhere) == {"explanation_elsewhere"}
    assert not codes(some_of(), explanations=[why("c", some_of().proof)])  # "the text lists others"


def test_the_steps_of_a_list_may_each_have_their_own_place() -> None:
    places = [proof("t8", sentence("t8", number)) for number in (0, 1)] + [proof("t4", sentence("t4"))]
    item = change(
        years(),
        options=options(["pump mill", "Steam pumps", "a sluice"]),
        answer=["c", "a", "b"],
        explanations=[why("a", places[0]), why("b", places[1]), why("c", places[2])],
    )
    assert codes(item) == set()
    assert codes(item, answer=["a", "b", "c"]) == {"order_wrong"}


@pytest.mark.parametrize(("answer", "value"), [("32", 32.0), ("1,300 million", 1.3e9)])
def test_a_number_may_hold_its_scale_or_leave_it_to_the_unit(answer: str, value: float) -> None:
    item = numbers()[0] if answer == "32" else numbers()[1]
    unit = "kilometres" if answer == "32" else "cubic metres"
    assert codes(item, answer=answer, value=value, unit=unit) == set()


def test_what_is_refused_is_named() -> None:
    (reason,) = verdict_on(steps(), answer=["c", "b", "a"]).reasons
    assert reason.sentence == "The order of the steps is not the text's: they do not stand in the text in this order."
    (reason,) = verdict_on(numbers()[0], value=33.0).reasons
    assert reason.sentence == "The text's “32” means 32, but the item's value is 33."
    twice = {reason.sentence for reason in verdict_on(pairs(), answer={"1": "c", "2": "c"}).reasons}
    assert "One option is the answer to two prompts." in twice
    (first, *_) = verdict_on(pairs(), answer={"1": "b", "2": "c"}).reasons
    assert "does not stand in the quote that is to prove the pair of “polder”" in first.sentence


TOLD = [
    ("another right answer", gap(), told_as("the sluices", "t4", 1), "explanation_without_option"),
    ("right by its tolerance", numbers()[0], told_as("32.0 km", "t5"), "explanation_without_option"),
    ("not of it", gap(), told_as("groyne", "t8"), "explanation_elsewhere"),
    ("no such number", numbers()[0], told_as("47", "t8"), "explanation_elsewhere"),
    ("the right one, from somewhere else", gap(), told_as("sluice", "t8"), "explanation_elsewhere"),
    ("no proof", gap(), change(told_as("groyne", "t3"), proof=None), "explanation_unproved"),
    (
        "not what it says",
        gap(),
        change(told_as("groyne", "t3"), sentence="A groyne is some kind of bridge over rivers and canals."),
        "explanation_unproved",
    ),
    (
        "a number of its own",
        gap(),
        change(told_as("groyne", "t3"), sentence="A groyne is a low wall that runs 40 metres out into the sea."),
        "explanation_unproved",
    ),
]


@pytest.mark.parametrize(("item", "told", "code"), [each[1:] for each in TOLD], ids=[each[0] for each in TOLD])
def test_what_is_told_of_a_typed_answer_is_proved_and_of_what_is_wrong(item: Item, told: Any, code: str) -> None:
    others = [each for each in item.explanations if each.option_id != told.option_id]
    assert codes(item, explanations=others) == set()
    assert codes(item, explanations=[*others, told]) == {code}
