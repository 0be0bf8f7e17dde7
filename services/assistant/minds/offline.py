"""The mind without a model: rules, the same for the same message, in English and Norwegian, with slips of the pen."""

from collections.abc import Sequence

from contracts.assistant import Pending
from services.assistant.agent.ports import Tools, Turn
from services.assistant.agent.references import is_place, is_pronoun, named, resolved
from services.assistant.agent.wishes import CHANGING, Reference, Understood, Wish
from services.assistant.reading.clauses import all_wishes, chosen, cleaned, says_place, when
from services.assistant.reading.cues import QUESTION
from services.assistant.reading.language import language_of
from services.assistant.reading.wording import wording
from services.text.guessing import is_foreign

_NO_DATE = ("none", "no date", "no due date", "never", "without", "ingen", "ingen frist", "uten frist", "aldri")
_UNMISTAKABLE = 0.9
_LONGEST = 2_000
READ = ("en", "no")
"""The languages that the rules are made for."""


class OfflineMind:
    """Reads a message by rules."""

    async def read(self, turn: Turn, tools: Tools) -> Understood:
        """What the message wants; the tools are not asked."""
        text = turn.text[:_LONGEST]
        wishes = all_wishes(text, turn.now, course=turn.course is not None)
        ours = [wish for wish in wishes if wish.intent != "other"]
        wishes = ours or wishes[:1] or [Wish(intent="other", confidence=1.0)]
        asked = turn.metadata.agent_context.pending
        waits = asked if asked is not None and turn.now <= asked.expires_at else None
        if waits is not None and waits.kind == "clarification":
            wishes = _answering(text, wishes, turn, waits)
        elif all(wish.intent in ("other", "complete") for wish in wishes) and says_place(text):
            wishes = [Wish(intent="choose", confidence=0.8, tasks=[chosen(text)])]
        if turn.course is not None and waits is None and all(each.intent in ("choose", "decline") for each in wishes):
            wishes = [Wish(intent="other", confidence=0.8)]  # the tutor's question, not ours
        wishes = _agreed(wishes, turn, waits)
        foreign = all(wish.intent == "other" for wish in wishes) and is_foreign(text, READ)
        return Understood(wishes=wishes, language=language_of(turn), why="rules", foreign=foreign)


def _answering(text: str, wishes: Sequence[Wish], turn: Turn, waits: Pending) -> list[Wish]:
    """The message as the answer to what was asked, unless it is another command without a doubt."""
    first, said = wishes[0], wording(text).said.strip(" .,!?")
    if waits.missing == "due_at" and said in _NO_DATE:
        return [Wish(intent="choose", confidence=0.9, open_end=True)]
    if first.intent in ("decline", "help", "list") or (
        first.intent in CHANGING and first.confidence >= _UNMISTAKABLE and waits.missing != "changes"
    ):
        return list(wishes)
    answer = Wish(intent="choose", confidence=0.9)
    dated = when(text, turn.now)
    match waits.missing:
        case "task_id":
            reference = first.tasks[0] if first.tasks else chosen(text)
            if first.intent == "other" and QUESTION.match(said) and not is_place(said):
                labels = {place: option.label for place, option in enumerate(waits.options)}
                if not named(said, labels, language_of(turn)):
                    return list(wishes)
            return [answer.model_copy(update={"tasks": [reference]})]
        case "title":
            if first.intent == "other" and QUESTION.match(said) and text.strip().endswith("?"):
                return list(wishes)
            title = cleaned(dated.without(text) if dated else text)
            return [answer.model_copy(update={"title": title, "due": dated.due if dated and not dated.past else None})]
        case "due_at":
            if dated is None and first.intent == "other" and QUESTION.match(said):
                return list(wishes)
        case "changes" if first.intent == "update":
            return [first.model_copy(update={"intent": "choose", "tasks": []})]
        case "changes" if first.intent in CHANGING and first.confidence >= _UNMISTAKABLE:
            return list(wishes)
        case "changes" if dated is None or dated.without(text).strip(" .,!?"):
            return [answer.model_copy(update={"title": cleaned(dated.without(text) if dated else text)})]
    if dated is None:
        return [answer]
    return [answer.model_copy(update={"past": dated.words} if dated.past else {"due": dated.due})]


def _agreed(wishes: Sequence[Wish], turn: Turn, waits: Pending | None) -> list[Wish]:
    """A yes with a command behind it: what names the same call is that yes; another call is no yes at all."""
    if len(wishes) < 2 or wishes[0].intent != "confirm":
        return list(wishes)
    if waits is None or waits.kind != "confirmation":
        return list(wishes[1:])
    kept: list[Wish] = []
    for wish in wishes[1:]:
        if f"{wish.intent}_task" != waits.calls[0].tool_name:
            kept.append(wish)
        elif wish.every or not all(_is_waited_for(each, turn, waits) for each in wish.tasks):
            return list(wishes[1:])
    return [wishes[0], *kept]


def _is_waited_for(reference: Reference, turn: Turn, waits: Pending) -> bool:
    ids = {call.parameters.get("task_id") for call in waits.calls}
    if is_pronoun(reference.said):
        return True
    if is_place(reference.said):
        return resolved(turn.metadata, reference.said) in ids
    return bool(named(reference.said, {n: each.label for n, each in enumerate(waits.options)}, ""))
