"""Whether all that follows from answers is right: graded, ruled, traced, scheduled, recalled and noted once."""

import math
from collections import Counter
from datetime import datetime
from uuid import UUID

from contracts.grading import CardReviewed, QuizResults
from services.orchestrator.items.events import ItemRecalled
from tests.flow.learning.books import Books, Row
from tests.flow.verdict import Wrong

PRIOR = 0.3
RATINGS = {"again": 1, "hard": 2, "good": 3, "easy": 4}


class Evidence(Books):
    """Each method raises `Wrong` where a promise is broken."""

    def graded(self) -> None:
        """Every answer that counts has one grade, by the key as it is now or by the last ruling; so has the score."""
        for attempt, row in self.attempts.items():
            given = {UUID(each["item_id"]): each.get("answer") for each in row["answers"]}
            counting = [one for one in self.results[attempt] if not one["void"]]
            items = {one["item_id"] for one in counting}
            wanted = given.keys() - self.taken_back
            if (
                len(items) < len(counting)
                or not wanted - self.removed <= items <= wanted
                or bool(items) != bool(wanted)
            ):
                raise Wrong(f"results of {items}, not of {wanted} without {self.removed}")
            for one in counting:
                self._grade(one, given[one["item_id"]], row)
            decided = [one["credit"] for one in counting if not one["undecided"]]
            score = (sum(decided) / len(decided) if decided else 0.0) if counting else None
            if row["score"] != score and (None in (row["score"], score) or abs(row["score"] - score) > 1e-9):
                raise Wrong(f"a score of {row['score']}, not {score}")

    def ruled(self) -> None:
        """What the owner upheld is what an answer earns; what was rejected is not."""
        decisions, rulings = self.decided(), {one["result_id"]: one["by"] for one in self.rows["rulings"]}
        counting = {one["result_id"] for one in self.rows["results"] if not one["void"]}
        said: dict[UUID, set[str]] = {}
        for one in self.rows["disputes"]:
            if one["dispute_id"] in decisions and one["result_id"] in counting:
                said.setdefault(one["result_id"], set()).add(decisions[one["dispute_id"]].decision)
        for result, words in said.items():
            # Of several disputes about one answer, decided otherwise, either may stand.
            if len(words) == 1 and (rulings.get(result) == "owner") != (words == {"upheld"}):
                raise Wrong(f"disputes are {words}, and the answer is ruled by {rulings.get(result)}")

    def _grade(self, one: Row, given: str | None, attempt: Row) -> None:
        body = one["body"]
        credit: float | None = float(given is not None and given == body["answer"])
        if body["type"] == "short_answer" and given is not None and not credit:
            credit = None
        if one["by"] is not None:
            credit = one["ruled"]
        graded = None if one["undecided"] else one["credit"]
        place = (attempt["submitted_at"], attempt["attempt_id"])
        earlier = [row for row in self.attempts.values() if (row["submitted_at"], row["attempt_id"]) < place]
        repeat = any(each["item_id"] == str(one["item_id"]) for row in earlier for each in row["answers"])
        if graded != credit or one["repeat"] != repeat:
            raise Wrong(
                f"{given!r} earns {graded} (repeat {one['repeat']}), not {credit} ({repeat}): {body['answer']!r}"
            )

    def traced(self) -> None:
        """Mastery is the fold of all evidence that counts, in the order in which it was handed in; the score that is
        told of it is what the belief or the answers leave open, and mastered is what reaches the threshold."""
        known: dict[str, float] = {}
        counts: dict[str, Counter[str]] = {}
        kinds: dict[str, list[str]] = {}
        for row in sorted(self.attempts.values(), key=lambda row: (row["submitted_at"], row["attempt_id"])):
            for one in self.results[row["attempt_id"]]:
                seen = one["observation"]
                if one["void"] or one["undecided"] or seen is None:
                    continue
                prior = known.get(one["concept"], PRIOR)
                right, wrong = prior * seen["if_known"], (1 - prior) * seen["if_unknown"]
                after = right / (right + wrong)
                known[one["concept"]] = after + (1 - after) * seen["learn"]
                kind = "other" if not one["is_correct"] else "own" if one["made_by"] == "learner" else "right"
                count, before = counts.setdefault(one["concept"], Counter()), kinds.setdefault(one["concept"], [])
                count[kind] += 1
                if kind == "other" and "other" in before[-2:]:
                    # A mistake with fewer than two right answers since the last one; and what the answer gave back that
                    # both of them follow.
                    lost = count["lost"] + 1 + (before[-2:] == ["gave", "other"])
                    count["lost"] = min(lost, count["right"])
                elif kind != "other" and before[-1:] not in ([], ["other"]) and count["lost"]:
                    count["lost"] -= 1  # A right answer behind another gives one back.
                    kind = "gave"
                before.append(kind)
        shown = {name: _shown(belief, counts[name]) for name, belief in known.items()}
        told = {row["concept"]: row["score"] for row in self.rows["concept_mastery"] if row["answers"]}
        folded = {name: one.score for name, one in self.state.standings.items() if one.answers}
        for scores in (told, folded):
            if scores.keys() != shown.keys() or any(abs(scores[name] - shown[name]) > 1e-9 for name in shown):
                raise Wrong(f"mastery {scores}, not {shown}: rows {told}, state {folded}")
        for row in self.rows["concept_mastery"]:
            if row["mastered"] != (row["answers"] > 0 and row["score"] >= self.state.mastery_threshold):
                raise Wrong(f"{row['score']} of {self.state.mastery_threshold} is mastered: {row['mastered']}")

    def scheduled(self) -> None:
        """Each rating that counts stands once, and a schedule is of all ratings of its card."""
        expected: dict[UUID, tuple[UUID, int]] = {}
        for one in self.rows["results"]:
            if not one["void"] and not one["undecided"]:
                rating = 3 if one["credit"] >= 1 else 2 if one["credit"] > 0 else 1
                expected[one["result_id"]] = (one["item_id"], rating)
        for message_id in self.kept_of(CardReviewed):
            message = self.asked[message_id]
            assert isinstance(message, CardReviewed)
            if message.card_id not in self.taken_back:
                expected[message_id] = (message.card_id, RATINGS[message.rating])
        found = {row["event_id"]: (row["card_id"], row["rating"]) for row in self.rows["review_events"]}
        if found != expected:
            raise Wrong(f"ratings {found}, not {expected}")
        times: dict[UUID, list[datetime]] = {}
        for row in self.rows["review_events"]:
            times.setdefault(row["card_id"], []).append(row["timestamp"])
        due = {row["card_id"]: (row["reviews"], row["last_review"]) for row in self.rows["schedules"]}
        if due != {card: (len(each), max(each)) for card, each in times.items()}:
            raise Wrong(f"schedules {due}, ratings {times}")

    def recalled(self) -> None:
        """Of each recall every attempt that had answered the item is told once, with the score that it has led to."""
        told = Counter((row["message_id"], row["attempt_id"]) for row in self.rows["recalls"])
        expected = Counter[tuple[UUID, UUID]]()
        for message_id, row in self.journal.items():
            if row["type"] != ItemRecalled.type_name or not row["kept"]:
                continue
            for before in self.kept:
                if before["type"] == QuizResults.type_name and before["seq"] < row["seq"]:
                    message = self.asked[before["message_id"]]
                    assert isinstance(message, QuizResults)
                    if str(row["message"]["item_id"]) in {str(each.item_id) for each in message.answers}:
                        assert message.attempt_id
                        expected[message_id, message.attempt_id] += 1
        if told != expected:
            raise Wrong(f"recalls {told}, not {expected}")
        for row in self.rows["recalls"]:
            if row["score_after"] is None and self.attempts[row["attempt_id"]]["score"] is not None:
                raise Wrong(f"a recall does not tell the score after it: {row}")
        back = Counter(
            (row["attempt_id"], row["item_id"]) for row in self.rows["recalls"] if row["what"] == "retracted"
        )
        if twice := [each for each, count in back.items() if count > 1]:
            raise Wrong(f"told twice: {twice}")

    def noted(self) -> None:
        """Notes of every attempt that counts, about its own results."""
        for attempt, results in self.results.items():
            notes = [row for row in self.rows["notes"] if row["attempt_id"] == attempt]
            counting = {str(one["result_id"]) for one in results if not one["void"]}
            if bool(notes) != bool(counting):
                raise Wrong(f"{len(notes)} notes of {len(counting)} answers")
            named = {each for note in notes for each in (note["evidence"] or {}).get("result_ids", [])}
            if not named <= counting:
                raise Wrong(f"notes name {named - counting}, which count no more")


def _shown(belief: float, counts: Counter[str]) -> float:
    """By the belief or by the answers, whichever leaves more open: .98, and five right answers, leave .15 each. A right
    answer that a second mistake took counts no more, and the learner's own grades as long as they are fewer."""
    right = counts["right"] - counts["lost"]
    own = max(0, min(right - 1, counts["own"]))
    weight = right + own + (1 + counts["own"]) / (2 + counts["own"] + counts["other"])
    by_belief = math.pow(0.15, math.log(1 - belief) / math.log(0.02)) if belief < 1 else 0.0
    return 1 - max(by_belief, math.pow(0.15, weight / 5))
