"""What a session with a language model must hold to, however weak that is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.standins.proofs import assert_cards_proved, assert_items_proved

Json = dict[str, Any]
_SLACK_TOKENS = 10_000
"""The budget is looked at before a call: calls under way may go beyond it."""
_FIRST = re.compile(r"^(\d+) ")


@dataclass(frozen=True)
class Seen:
    """A session as its owner sees it. `written`: every question that was judged; `runs`: its log."""

    state: Json
    ordered: Mapping[str, int]
    written: Sequence[Json]
    cards: Sequence[Json]
    blocks: Mapping[str, Json]
    shortfall: Sequence[Json]
    runs: Sequence[Json]
    seconds: float

    @property
    def items(self) -> list[Json]:
        """The questions that were accepted."""
        return [row["item"] for row in self.written if row["accepted"]]

    @property
    def tokens(self) -> int:
        """In and out."""
        spending = self.state["spending"]
        return int(spending["tokens_in"] or 0) + int(spending["tokens_out"] or 0)


def faults(seen: Seen, most_tokens: int) -> list[str]:
    """What does not hold, in words."""
    if seen.state["status"] != "ready":
        return [f"the session ended {seen.state['status']}"]
    found = []
    for proved, entries in ((assert_items_proved, seen.items), (assert_cards_proved, seen.cards)):
        try:
            proved(entries, seen.blocks)
        except AssertionError as error:
            found.append(f"a proof: {error}")
    for of, entries in (("quiz", seen.items), ("flashcards", seen.cards)):
        found += _told(of, entries, seen)
    roles = {spent["role"] for run in seen.runs for spent in run["spending"]}
    if "coach" not in roles:
        found.append("the model was not asked, or its tokens are not told")
    by_run = sum(spent["tokens_in"] + spent["tokens_out"] for run in seen.runs for spent in run["spending"])
    if by_run != seen.tokens:
        found.append(f"the runs tell {by_run} tokens, the session {seen.tokens}")
    if seen.tokens > most_tokens + _SLACK_TOKENS:
        found.append(f"{seen.tokens} tokens are more than {most_tokens} and what is under way")
    return found


def _told(of: str, entries: Sequence[Json], seen: Seen) -> list[str]:
    """Whether what is told of a kind is so."""
    found = []
    offline = sum(each["origin"]["author"] == "offline" for each in entries)
    by_code = {each["code"]: each for each in seen.shortfall if each["of"] == of}
    filled = by_code.pop("written_offline", None)
    if offline and (filled is None or filled["made"] != offline):
        found.append(f"{of}: {offline} were written offline, told are {filled and filled['made']}")
    if filled and (first := _FIRST.match(filled["sentence"])) and int(first[1]) != filled["made"]:
        found.append(f"{of}: the sentence says {first[1]}, the count {filled['made']}")
    short = [each for code, each in by_code.items() if code not in ("difficulty", "focus_not_in_text")]
    if len(entries) < seen.ordered[of] and not short:
        found.append(f"{of}: {len(entries)} of {seen.ordered[of]}, and nothing is told of it")
    found += [
        f"{of}: told are {each['made']} of {each['asked']}, there are {len(entries)}"
        for each in short
        if (each["made"], each["asked"]) != (len(entries), seen.ordered[of])
    ]
    return found
