"""What one message changes counts for those of its batch that come after it, and for all attempts that it touches."""

from uuid import UUID, uuid5

from contracts.editing import ItemRetracted
from contracts.grading import DisputeDecided, DisputeRaised
from tests.orchestrator.grading.classroom import answers, of, owner, right, said_at, walk
from tests.standins.messages import Hall, Rec

S = UUID(int=79)


def handed(quiz: UUID, number: int, given: dict[str, str | None]) -> Rec:
    attempt = UUID(int=2000 + number)
    return said_at(answers(quiz, attempt, given), S, number * 10, attempt)


def decision(word: str, minutes: float) -> Rec:
    message = DisputeDecided.model_validate(
        {"dispute_id": uuid5(S, "dispute"), "decision": word, "credit": 1, "decided_by": "u"}
    )
    return said_at(message, S, minutes, uuid5(S, f"{word} {minutes}"))


def retraction(quiz: UUID, name: str, minutes: float) -> Rec:
    return said_at(ItemRetracted(item_id=of(quiz, name)), S, minutes, uuid5(S, f"retract {name}"))


async def disputed(hall: Hall, given: dict[str, str | None]) -> UUID:
    """An attempt and the dispute of its only wrong answer; the quiz."""
    quiz = await owner(hall, S)
    await walk(hall, handed(quiz, 1, given))
    [result] = await hall.rows("select result_id from results where item_id = %s", of(quiz, "tide"))
    message = DisputeRaised(of="grade", result_id=result["result_id"], reason="It is right.")
    await walk(hall, said_at(message, S, 20, uuid5(S, "dispute")))
    return quiz


async def test_attempts_that_one_recall_empties_bear_no_witness_for_each_other_and_get_no_notes(hall: Hall) -> None:
    quiz = await owner(hall, S)
    for number in (1, 2, 3):
        await walk(hall, handed(quiz, number, {"alone": "b"}))
    await walk(hall, retraction(quiz, "alone", 50))
    row = await hall.row(S)
    assert (row["status"], row["state"].get("open", {}), row["state"].get("standings", {})) == ("ready", {}, {})
    for table in ("concept_mastery", "notes", "deadlines"):
        assert await hall.count(table) == 0, table


async def test_a_dispute_that_is_decided_twice_in_one_batch_ends_as_it_was_decided_last(hall: Hall) -> None:
    quiz = await disputed(hall, {"tide": "b", "ebb": right("ebb")})
    await walk(hall, decision("upheld", 30), decision("rejected", 31))
    assert await hall.count("rulings") == 0
    [result] = await hall.rows("select credit from results where item_id = %s", of(quiz, "tide"))
    assert result["credit"] == 0


async def test_a_decision_on_an_answer_that_its_batch_has_made_void_asks_for_no_grade(hall: Hall) -> None:
    quiz = await disputed(hall, {"tide": "b"})
    await walk(hall, retraction(quiz, "tide", 30), decision("upheld", 31))
    row = await hall.row(S)
    assert (row["status"], row["state"].get("open", {})) == ("ready", {})
    assert await hall.count("deadlines") == 0
