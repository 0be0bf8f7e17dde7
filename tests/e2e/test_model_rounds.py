"""Rounds of an order in a house with a language model: what did not hold up is ordered again, then it is told."""

import pytest

from contracts.coaching import WriteMaterial
from tests.e2e.school import Class
from tests.standins.proofs import assert_items_proved
from tests.standins.topics import messages

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(120)]


def orders(school: Class, session: str) -> list[WriteMaterial]:
    """What the Coach was asked to write, round by round."""
    found = [each.letter for each in messages(school.up.house.kafka, session)]
    return sorted((each for each in found if isinstance(each, WriteMaterial)), key=lambda order: order.tries)


def test_a_quote_that_stands_nowhere_costs_its_item_and_is_ordered_again_at_most_twice(school: Class) -> None:
    me, session = school.me, school.sessions["Halfliar"]
    assert me.settle(session)["status"] == "ready"
    items = me.items(session)
    assert 2 <= len(items) < 10
    assert_items_proved(items, me.blocks(session))
    (short,) = [each for each in me.quiz(session)["shortfall"] if each["of"] == "quiz"]
    assert (short["asked"], short["made"], short["code"]) == (10, len(items), "quote_not_found")
    assert short["sentence"].startswith(f"{len(items)} of 10 questions: ")
    assert "quotes that are not in the text" in short["sentence"]
    rounds = orders(school, session)
    assert [order.tries for order in rounds] == [0, 1, 2]
    amounts = [order.handover.instructions_for_coach.constraints.num_quiz_questions for order in rounds]
    assert amounts[0] == 10
    assert 10 > amounts[1] >= amounts[2] >= 10 - len(items), "only what is missing is ordered again"
    assert len({order.quiz_id for order in rounds}) == 1


def test_what_the_evaluator_refuses_is_ordered_again_with_its_reasons(school: Class) -> None:
    me, session = school.me, school.sessions["Gutenberg"]
    assert me.settle(session)["status"] == "ready"
    rounds, quiz = orders(school, session), me.quiz(session)
    refused = [row for row in me.owner.get(f"/sessions/{session}/items").json()["items"] if row["accepted"] is False]
    assert refused
    assert all(reason["sentence"] for row in refused for reason in row["reasons"])
    assert 2 <= len(rounds) <= 3
    assert rounds[0].refused == []
    assert {each.question for each in rounds[1].refused} <= {row["item"]["question"] for row in refused}
    assert rounds[1].refused
    assert all(each.reasons for each in rounds[1].refused)
    assert quiz["complete"]
    (short,) = [each for each in quiz["shortfall"] if each["of"] == "quiz"]
    assert short["sentence"].startswith(f"{len(quiz['questions'])} of 10 questions: ")
    assert str(len(refused)) in short["sentence"]


def test_what_a_model_could_not_write_is_filled_up_offline_where_that_was_ordered(school: Class) -> None:
    me, session = school.me, school.sessions["filled"]
    assert me.settle(session)["status"] == "ready"
    assert len(me.quiz(session)["questions"]) == 10
    assert me.quiz(session)["shortfall"] == []
    items = me.items(session)
    assert {item["origin"]["author"] for item in items} == {"model", "offline"}
    assert_items_proved(items, me.blocks(session))
