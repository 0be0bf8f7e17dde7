"""What is said to the assistant, in both languages, and what is to come of it: messages that the rules were made for
(tuned, and later, which they were mended by), 40 that were written before there was a rule (held out), and 40 as a
stranger types, written when all others had been mended (apart)."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.assistant.agent.speaking import Said, same, say, utterances, waiting

TUNED, HELD_OUT, APART = utterances("tuned") + utterances("later"), utterances("held_out"), utterances("apart")


@dataclass
class Score:
    """How many of the messages had their intent, and how many beside it their calls, parameters and status."""

    of: int = 0
    intents: int = 0
    parameters: int = 0
    missed: list[str] = field(default_factory=list)

    def shares(self) -> tuple[float, float]:
        return self.intents / self.of, self.parameters / self.of

    def __str__(self) -> str:
        return f"{self.intents} intents, {self.parameters} with their parameters, of {self.of}; missed: {self.missed}"


def intent_is(said: Said, row: dict[str, Any]) -> bool:
    intent = said.answered.response.intent
    return intent is not None and intent.intent_type == row["intent"]


def parameters_are(said: Said, row: dict[str, Any]) -> bool:
    """The calls in their order with all parameters, what waits for a yes, the status, and whose business it is."""
    wanted, response = row.get("calls", []), said.answered.response
    return (
        len(said.calls) == len(wanted)
        and all(same(*pair) for pair in zip(said.calls, wanted, strict=True))
        and ("asks" not in row or (len(waiting(said)) == 1 and same(waiting(said)[0], row["asks"])))
        and response.status == row.get("status", "success")
        and response.handled == row.get("handled", True)
    )


async def scored(rows: list[dict[str, Any]], **how: Any) -> Score:
    score = Score()
    for row in rows:
        said = await say(row["text"], row["at"], **how)
        right, whole = intent_is(said, row), parameters_are(said, row)
        score.of += 1
        score.intents += right
        score.parameters += whole
        if not (right and whole):
            score.missed.append(row["text"])
    return score


async def test_of_the_messages_that_the_rules_were_made_for_95_percent_have_their_intent_and_90_their_parameters() -> (
    None
):
    score = await scored(TUNED)
    print(f"offline, tuned: {score}")
    intents, parameters = score.shares()
    assert intents >= 0.95, score
    assert parameters >= 0.90, score


async def test_the_messages_that_were_kept_apart_are_told_apart(record_property: Any) -> None:
    """Written before there was a rule, or when all others were mended: their figures are printed, gated far below."""
    score = await scored(HELD_OUT)
    print(f"offline, held out: {score}")
    record_property("held_out", str(score))
    assert min(score.shares()) >= 0.75, score
    apart = await scored(APART)
    print(f"offline, as a stranger types: {apart}")
    record_property("apart", str(apart))
    assert min(apart.shares()) >= 0.75, apart


def test_there_are_enough_messages_of_each_sort() -> None:
    assert (len(HELD_OUT), len(APART)) == (40, 40)
    assert len(TUNED) >= 150
    assert len({(row["text"], row["at"]) for row in TUNED + HELD_OUT + APART}) == len(TUNED + HELD_OUT + APART)
    norwegian = [row for row in TUNED if row["at"] in ("norsk", "slett", "kurs") or set("æøå") & set(row["text"])]
    assert len(norwegian) >= 60
    intents = {row["intent"] for row in TUNED}
    assert intents == {
        "create",
        "list",
        "update",
        "complete",
        "delete",
        "confirm",
        "decline",
        "choose",
        "help",
        "other",
    }
    assert intents - {"choose", "confirm", "decline", "help"} <= {row["intent"] for row in HELD_OUT}


@pytest.mark.parametrize(
    "row", [row for row in TUNED + HELD_OUT + APART if row["intent"] == "other"], ids=lambda row: row["text"]
)
async def test_what_is_none_of_our_business_is_left_to_others_and_nothing_is_called(row: dict[str, Any]) -> None:
    said = await say(row["text"], row["at"])
    assert not said.answered.response.handled
    assert said.answered.response.tool_calls == []


@pytest.mark.parametrize(
    "row", [row for row in TUNED + HELD_OUT + APART if row["intent"] == "delete"], ids=lambda row: row["text"]
)
async def test_no_message_deletes_at_once(row: dict[str, Any]) -> None:
    said = await say(row["text"], row["at"])
    assert "delete_task" not in [each.tool_name for each in said.answered.response.tool_calls]


@pytest.mark.parametrize("row", APART, ids=lambda row: row["text"])
async def test_a_message_that_is_not_understood_changes_no_task(row: dict[str, Any]) -> None:
    said = await say(row["text"], row["at"])
    changes = [call for call in said.calls if call["tool"] != "list_tasks"]
    wanted = row.get("calls", [])
    assert all(call["tool"] == "add_task" or any(same(call, each) for each in wanted) for call in changes), changes
