"""Rounds of an order in a house with a language model: what did not hold up is ordered again, then it is told."""

from typing import Any

import pytest

from contracts.coaching import WriteMaterial
from tests.e2e.school import Class
from tests.standins.proofs import assert_items_proved
from tests.standins.topics import messages

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]


def orders(school: Class, session: str) -> list[WriteMaterial]:
    """What the Coach was asked to write, round by round."""
    found = [each.message for each in messages(school.up.house.kafka, session)]
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
    assert "of what the language model wrote, " in short["sentence"]
    assert "quotes that are not in the text" in short["sentence"]
    assert {item["origin"]["author"] for item in items} == {"model"}
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
    items = me.items(session)
    assert {item["origin"]["author"] for item in items} == {"model", "offline"}
    assert_items_proved(items, me.blocks(session))
    assert_told(me.quiz(session)["shortfall"], items, "quotes that are not in the text")


def assert_told(shortfall: list[dict[str, Any]], items: list[dict[str, Any]], why: str) -> None:
    """What was written offline is counted, and the reason is the model's."""
    (told,) = [each for each in shortfall if (each["of"], each["code"]) == ("quiz", "written_offline")]
    count = sum(item["origin"]["author"] == "offline" for item in items)
    assert told["made"] == count
    assert told["sentence"].startswith(f"{count} questions were written offline because the language model's did not")
    assert why in told["sentence"]


def test_a_model_that_invents_all_its_quotes_still_ends_in_a_quiz_which_says_who_wrote_it(school: Class) -> None:
    me, session = school.me, school.sessions["Liar filled"]
    assert me.settle(session)["status"] == "ready"
    items = me.items(session)
    assert len(items) == 10
    assert {item["origin"]["author"] for item in items} == {"offline"}
    assert {card["origin"]["author"] for card in me.cards(session)} == {"offline"}
    assert_items_proved(items, me.blocks(session))
    assert_told(me.quiz(session)["shortfall"], items, "quotes that are not in the text")
    assert len([order for order in orders(school, session) if order.tries == 0]) == 1


def test_a_model_whose_answers_never_end_still_ends_in_a_quiz_which_says_who_wrote_it(school: Class) -> None:
    """So the smallest real model writes (`make model`)."""
    me, session = school.me, school.sessions["Endless"]
    assert me.settle(session)["status"] == "ready"
    items = me.items(session)
    assert {item["origin"]["author"] for item in items} == {"offline"}
    assert_items_proved(items, me.blocks(session))
    assert_told(me.quiz(session)["shortfall"], items, "not in the agreed shape")


def test_what_the_evaluator_refuses_is_ordered_again_and_then_written_offline(school: Class) -> None:
    me, session = school.me, school.sessions["Gutenberg filled"]
    assert me.settle(session)["status"] == "ready"
    items, quiz = me.items(session), me.quiz(session)
    rounds = [order.tries for order in orders(school, session)]
    offline = [item["origin"]["author"] for item in items].count("offline")
    assert 0 < offline < len(items), quiz["shortfall"]
    assert rounds in ([0, 1], [0, 1, 2])
    (told,) = [each for each in quiz["shortfall"] if each["of"] == "quiz"]
    assert (told["code"], told["made"]) == ("written_offline", offline)
    assert "written offline because the language model's did not hold up: " in told["sentence"]


def test_where_that_is_forbidden_the_failure_names_the_models_items_and_not_the_text(school: Class) -> None:
    me, session = school.me, school.sessions["Liar"]
    wrong = me.settle(session)["error"]
    assert (wrong["status"], wrong["code"]) == (502, "model_unreadable")
    count = int(wrong["numbers"]["items"])
    assert (
        f"The language model wrote {count} items, and none could be proved from the text: {count} had quotes"
        in (wrong["detail"])
    )
