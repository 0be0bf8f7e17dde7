"""What somebody was asked about beside the text has a place in it, and that costs the same in a course of many
questions."""

import json
from typing import Any, LiteralString
from uuid import UUID, uuid4

from tests.gateway.learnt import mastery, own, read
from tests.gateway.shelf import START, Kept, Shelf

PLACED: LiteralString = "select concept, block_id from concept_place_view where session_id = %(s)s and not introduced"
EXPLAINED: LiteralString = f"explain (analyze, buffers, format json) {PLACED}"
MANY, BESIDE = 1500, 20


def asked(shelf: Shelf, kept: Kept, quiz: UUID, concept: str, block: str, ordinal: int = 0) -> None:
    """A question of that quiz about a concept, whose proof stands in that block."""
    body = kept.items[0].model_dump(mode="json")
    body = {**body, "concept": concept, "proof": {**body["proof"], "block_id": block}}
    row: dict[str, Any] = {"item_id": uuid4(), "quiz_id": quiz, "course_id": kept.course, "ordinal": ordinal}
    shelf.insert("items", body=body, accepted=True, **row, **own(kept))


def touched(shelf: Shelf, kept: Kept) -> int:
    """How many of its pages Postgres looks at for the places."""
    shelf.ask("analyze items")
    [(told,)] = shelf.ask(EXPLAINED, s=kept.session)
    plan = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])


def test_its_place_is_that_of_the_first_question_by_the_quizzes_numbers(shelf: Shelf, tenant: str) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    mastery(shelf, kept, "bark", 0.2, 1)
    last, first = sorted((uuid4(), uuid4()))
    for number, quiz in ((2, first), (3, last)):
        about = {"quiz_id": quiz, "course_id": kept.course, "number": number, "created_at": START}
        shelf.insert("quizzes", ready=True, complete=True, shortfall=[], **about, **own(kept))
        asked(shelf, kept, quiz, "Bark", f"p{number}")
    assert shelf.ask(PLACED, s=kept.session) == [("bark", "p2")]


def test_places_cost_no_more_where_the_course_asks_much_about_others(shelf: Shelf, tenant: str) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    for number in range(BESIDE):
        mastery(shelf, kept, f"beside {number}", 0.2, 1)
        asked(shelf, kept, kept.quiz, f"beside {number}", "p2", 10 + number)
    before = touched(shelf, kept)
    with shelf.at_once():
        for number in range(MANY):
            asked(shelf, kept, kept.quiz, f"other {number}", "p2", 100 + number)
    assert touched(shelf, kept) <= 1.5 * before
