"""What real answers say of an item: facility, discrimination, distractors, latency. Pure.

Only the first answer of each learner counts: the second is given by somebody who has seen the key.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean, median, pstdev
from typing import Any
from uuid import UUID

from contracts.items import answered_by, chosen
from contracts.views.classes import DistractorShare, ItemStatistics
from services.gateway.database import Row

LEAST_TO_DISCRIMINATE, LEAST_TO_SUSPECT, LEAST_TO_CALIBRATE = 5, 10, 20
RARE = 0.05
EASY_FROM, MEDIUM_FROM = 0.8, 0.5


def statistics(items: Sequence[Row], answers: Sequence[Row]) -> list[ItemStatistics]:
    """The figures of each item, in the items' order.

    `items` have `body` and `state`; `answers` are graded, oldest first, with session_id, attempt_id, item_id, answer,
    credit, latency_sec. None of them is void, undecided or a repeat.
    """
    firsts = first_answers(answers)
    rest = rest_scores(answers)
    of_item: dict[UUID, list[Row]] = {}
    for row in firsts:
        of_item.setdefault(row["item_id"], []).append(row)
    return [_figures(item, of_item.get(UUID(item["body"]["item_id"]), []), rest) for item in items]


def first_answers(answers: Sequence[Row]) -> list[Row]:
    """The first answer of each session to each item."""
    found: dict[tuple[UUID, UUID], Row] = {}
    for row in answers:
        found.setdefault((row["session_id"], row["item_id"]), row)
    return list(found.values())


def rest_scores(answers: Sequence[Row]) -> dict[tuple[UUID, UUID], float]:
    """By attempt and item: the mean credit of the attempt's other answers; none where there is no other."""
    of_attempt: dict[UUID, list[Row]] = {}
    for row in answers:
        of_attempt.setdefault(row["attempt_id"], []).append(row)
    return {
        (attempt, row["item_id"]): (sum(each["credit"] for each in rows) - row["credit"]) / (len(rows) - 1)
        for attempt, rows in of_attempt.items()
        if len(rows) > 1
        for row in rows
    }


def point_biserial(right: Sequence[bool], scores: Sequence[float]) -> float | None:
    """The correlation of right or wrong with a score; None without spread in either."""
    if len(right) < LEAST_TO_DISCRIMINATE or len(set(right)) < 2:
        return None
    spread = pstdev(scores)
    if spread < 1e-12:
        return None
    share = fmean(right)
    of_right = fmean(score for score, is_right in zip(scores, right, strict=True) if is_right)
    of_wrong = fmean(score for score, is_right in zip(scores, right, strict=True) if not is_right)
    found = (of_right - of_wrong) / spread * (share * (1 - share)) ** 0.5
    return round(max(-1.0, min(1.0, float(found))), 4)


def observed_difficulty(facility: float) -> str:
    """How hard an item has shown to be."""
    return "EASY" if facility >= EASY_FROM else "MEDIUM" if facility >= MEDIUM_FROM else "HARD"


def _figures(item: Row, answers: Sequence[Row], rest: Mapping[tuple[UUID, UUID], float]) -> ItemStatistics:
    body = item["body"]
    facility = fmean(row["credit"] for row in answers) if answers else None
    judged = [(row["credit"] == 1, rest[place]) for row in answers if (place := _place(row)) in rest]
    discrimination = point_biserial([right for right, _ in judged], [score for _, score in judged])
    suspect = discrimination is not None and discrimination < 0 and len(judged) >= LEAST_TO_SUSPECT
    calibrated = facility is not None and len(answers) >= LEAST_TO_CALIBRATE
    return ItemStatistics(
        item_id=body["item_id"],
        question=body["question"],
        type=body["type"],
        concept=body["concept"],
        state=item["state"],
        answers=len(answers),
        facility=None if facility is None else round(facility, 4),
        discrimination=discrimination,
        median_latency_sec=median(row["latency_sec"] for row in answers) if answers else None,
        difficulty=body["difficulty"],
        observed_difficulty=observed_difficulty(facility) if calibrated and facility is not None else None,
        options=_distractors(body, answers),
        key_suspect=suspect,
    )


def _distractors(body: Mapping[str, Any], answers: Sequence[Row]) -> list[DistractorShare]:
    """How often each option was chosen; a share says little of few answers, so none of them is called rare."""
    if answered_by(body["type"]) not in ("option", "options"):
        return []
    keys = body["answer"] if isinstance(body["answer"], list) else [body["answer"]]
    picked = [set(chosen(row["answer"])) for row in answers if row["answer"] is not None]
    told = []
    for option in body["options"]:
        id = option["option_id"]
        count, is_key = sum(id in each for each in picked), id in keys
        share = count / len(answers) if answers else 0.0
        rare = not is_key and len(answers) >= LEAST_TO_CALIBRATE and share < RARE
        told.append(
            DistractorShare(
                option_id=id, text=option["text"], is_key=is_key, chosen=count, share=round(share, 4), rare=rare
            )
        )
    return told


def _place(row: Row) -> tuple[UUID, UUID]:
    return row["attempt_id"], row["item_id"]
