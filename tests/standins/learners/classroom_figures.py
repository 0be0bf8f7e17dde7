"""What real answers say of an item and of concepts, counted from the raw answers of a class, by formulas of our own."""

import statistics
from collections.abc import Sequence
from typing import Any

from tests.standins.learners.classmates import Mate
from tests.standins.learners.learner import Json

ROUNDED = 1e-4


def figures(item: Json, found: Sequence[Mate]) -> dict[str, Any]:
    """`ItemStatistics` without what stands in the item itself."""
    id = item["item_id"]
    judged = [(mate, credit) for mate in found if (credit := mate.earned[id]) is not None]
    credits = [credit for _, credit in judged]
    facility = statistics.fmean(credits)
    rest = [_rest(mate, id) for mate, _ in judged]
    given = [_given(mate, id) for mate, _ in judged]
    shares = {
        option["option_id"]: (told := _told(given, option["option_id"]), told / len(given))
        for option in (item.get("options") or ())
        if item["type"] in ("multiple_choice", "multiple_answer", "true_false")
    }
    key = item["answer"] if isinstance(item["answer"], list) else [item["answer"]]
    return {
        "answers": len(judged),
        "facility": facility,
        # A point-biserial correlation is Pearson's with right as 1 and wrong as 0.
        "discrimination": statistics.correlation([float(credit == 1) for credit in credits], rest),
        "median_latency_sec": statistics.median(_latency(mate, id) for mate, _ in judged),
        "observed_difficulty": "HARD" if facility < 0.5 else "MEDIUM" if facility < 0.8 else "EASY",
        "options": shares,
        "rare": {id for id, (_, share) in shares.items() if share < 0.05 and id not in key},
    }


def _rest(mate: Mate, id: str) -> float:
    return statistics.fmean(credit for other, credit in mate.earned.items() if other != id and credit is not None)


def _given(mate: Mate, id: str) -> Any:
    return next(each["answer"] for each in mate.answers if each["item_id"] == id)


def _latency(mate: Mate, id: str) -> float:
    return float(next(each["latency_sec"] for each in mate.answers if each["item_id"] == id))


def _told(given: Sequence[Any], option: str) -> int:
    return sum(option in each if isinstance(each, list) else option == each for each in given)
