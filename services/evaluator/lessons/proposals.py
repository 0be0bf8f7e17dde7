"""What an answer proposes for the plan: its step's status and figures, whether another plan is wanted. Pure.

The orchestrator has the last word. Another plan is wanted

failures               at the third wrong answer on a concept
missing_prerequisite   at the second, where what it builds on was answered wrongly, marked "not yet" or never asked
approach               where the step before went wrongly too (two wrong answers each), or three messages in a row said
                       that nothing was understood
excelling              at three right answers in a row, at once and none wrong, with steps left to skip

and never for a single mistake, nor for what is off the topic.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from contracts.grading import GradedAnswer
from contracts.items import Item
from contracts.learning import ReplyJudged
from contracts.lessons import AssessTurn, PlanStep, ReplanReason, StatusInfo, StepStatus
from services.evaluator.items.masking import tells
from services.evaluator.items.registry import rules_of
from services.evaluator.lessons import reading
from services.evaluator.lessons.answers import secrets
from services.text.words import fold

_FAILURES, _AGAIN, _STREAK, _LOST = 3, 2, 3, 3
_NOT_KNOWN = 0.5


@dataclass(frozen=True)
class Wanted:
    """Another plan, and why: `said` is for the planner."""

    reason: ReplanReason
    said: str


@dataclass(frozen=True)
class Proposal:
    """By the step's id; `advance_to` counts from 1."""

    statuses: Mapping[str, StepStatus] = field(default_factory=dict)
    infos: Mapping[str, StatusInfo] = field(default_factory=dict)
    advance_to: int | None = None
    wanted: Wanted | None = None

    def fields(self) -> dict[str, Any]:
        """As `TurnAssessed` names them."""
        return {
            "updated_step_statuses": dict(self.statuses),
            "updated_status_info": dict(self.infos),
            "advance_to_step": self.advance_to,
            "replan_needed": self.wanted is not None,
            "replan_reason": self.wanted.reason if self.wanted else None,
            "replan_said": self.wanted.said if self.wanted else "",
        }


def of_answer(command: AssessTurn, item: Item, judged: ReplyJudged, *, undecided: bool) -> Proposal:
    """After an answer to the question that waited."""
    step = command.step
    if step is None:
        return Proposal()
    old = step.status_info
    info = StatusInfo(
        questions_asked=max(old.questions_asked, 1),
        questions_correct=old.questions_correct + judged.is_correct,
        attempts=old.attempts + 1,
    )
    wrongs = 0 if judged.is_correct or undecided else _wrongs(command, step)
    wanted = _after_right(command, step, info) if judged.is_correct else _after_wrong(command, item, step, wrongs)
    status: StepStatus = "in_progress"
    if judged.is_correct and info.questions_correct >= step.needed:
        status = "completed"
    elif wanted and wanted.reason == "failures":
        status = "blocked"
    made = Proposal({str(step.step_id): status}, {str(step.step_id): info}, wanted=wanted)
    number = _number(command, step)
    is_last = number == len(command.plan.todo_list)
    return replace(made, advance_to=number + 1) if status == "completed" and not is_last else made


def of_confusion(command: AssessTurn) -> Proposal:
    """After a message that says that nothing was understood."""
    mine = [line.text for line in command.conversation if line.role == "learner" and line.text.strip()]
    before = mine[-(_LOST - 1) :]
    lost = [text for text in before if _is_lost(command, text)]
    if len(lost) < _LOST - 1:
        return Proposal()
    return Proposal(wanted=Wanted("approach", f"{_LOST} messages in a row said that nothing was understood."))


def _is_lost(command: AssessTurn, text: str) -> bool:
    read = reading.read(command.model_copy(update={"text": text, "item": None}))
    return read.intent == "confusion" and read.wish is None


def _wrongs(command: AssessTurn, step: PlanStep) -> int:
    """Wrong answers on the concept, this one among them. Of a step with several concepts only this question tells."""
    info = step.status_info
    in_step = info.attempts - info.questions_correct if len(step.concepts) == 1 else 0
    return max(command.wrong_attempts, in_step) + 1


def _after_wrong(command: AssessTurn, item: Item, step: PlanStep, wrongs: int) -> Wanted | None:
    if wrongs >= _FAILURES:
        return Wanted("failures", f"“{item.concept}” was answered wrongly {wrongs} times.")
    if wrongs < _AGAIN:
        return None
    missing = _missing(command, item.concept)
    if missing:
        return Wanted("missing_prerequisite", f"“{missing}” is not known, and what is asked builds on it.")
    before = _before(command, step)
    if before and before.status_info.attempts - before.status_info.questions_correct >= _AGAIN:
        return Wanted("approach", "Two steps in a row were answered wrongly more than once.")
    return None


def _missing(command: AssessTurn, concept: str) -> str:
    """What the concept builds on and is not known; "": nothing that is known of. What was taught is not missing."""
    asked = fold(concept)
    under = [name for each in command.places if fold(each.concept) == asked for name in each.prerequisites]
    under += [name for each in command.objectives if fold(each.concept) == asked for name in each.builds_on]
    done = [step for step in command.plan.todo_list if step.status == "completed"]
    taught = {fold(name) for step in done for name in step.concepts}
    standings = {fold(each.concept): each for each in command.standings}
    for name in under:
        standing = standings.get(fold(name))
        if fold(name) in (taught | {asked}) or (standing and (standing.mastered or standing.mark == "known")):
            continue
        unknown = standing is None or standing.answers == 0 or standing.mark == "not_yet"
        if unknown or (standing and standing.correct < standing.answers and standing.score < _NOT_KNOWN):
            return name
    return ""


def _before(command: AssessTurn, step: PlanStep) -> PlanStep | None:
    number = _number(command, step)
    return command.plan.todo_list[number - 2] if number > 1 else None


def _after_right(command: AssessTurn, step: PlanStep, info: StatusInfo) -> Wanted | None:
    """Every third right answer in a row, so that a learner who goes on to excel is asked for no plan a turn."""
    others = [each.status_info for each in command.plan.todo_list if each.step_id != step.step_id]
    right = info.questions_correct + sum(each.questions_correct for each in others)
    wrong = info.attempts - info.questions_correct + sum(each.attempts - each.questions_correct for each in others)
    left = [each for each in command.plan.todo_list if each.status == "pending" and each.step_id != step.step_id]
    if command.wrong_attempts or wrong > 0 or right % _STREAK or not left:
        return None
    return Wanted("excelling", f"{right} answers were right at once, and none was wrong.")


def _number(command: AssessTurn, step: PlanStep) -> int:
    ids: list[UUID] = [each.step_id for each in command.plan.todo_list]
    return ids.index(step.step_id) + 1 if step.step_id in ids else len(ids)


def note(command: AssessTurn, item: Item, found: GradedAnswer, judged: ReplyJudged) -> str:
    """A line for the notes, which tells no key: who reads them may be the learner. What was said stands in it only
    where it has no word of the answer; where even a number in the line would tell it, the line is short."""
    hidden = [] if judged.phase in ("cleared", "explain") else secrets(item)
    about = f"“{item.concept}”" if not tells(item.concept, hidden, command.language) else "a question"
    step = f"step {_number(command, command.step)}, " if command.step else ""
    tries = command.wrong_attempts + 1
    at = f"at try {tries}" if tries > 1 else "at once" if judged.is_correct else "at the first try"
    if found.answer is None:
        how = "gave up"
    elif judged.is_correct:
        how = "right"
    elif found.undecided:
        how = "no rule could judge it"
    else:
        how = "partly right" if judged.credit else "wrong"
    # Of two choices the wrong one tells the other.
    said = "" if how != "wrong" or rules_of(item).judged else " ".join((item.said(found.answer) or "").split())[:80]
    lines = [f"{step}{about}: {how}: “{said}”, {at}"] if said else []
    lines += [f"{step}{about}: {how}, {at}", f"a question: {how}"]
    return next((line for line in lines if not tells(line, hidden, command.language)), how)
