"""What follows from a wish: the call it comes to, or the question before it. The rules that no mind gets round:

1. A task is touched only if it is on its user's own list, which is looked up in the same turn.
2. What cannot be taken back, what is done to several tasks by one word, and what a mind is unsure of is asked first.
   The yes is to exactly those calls, once, and for `PATIENCE`; whatever else is said drops it.
3. What a message does not say (which task, its title, what is to change, a day that is not over) is asked for.
4. What stands in a task is shown and never read as a wish.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from contracts.assistant import (
    MAX_REFERENCES,
    Clarification,
    Pending,
    PlannedCall,
    ReplyStatus,
    TaskOption,
    ToolSelectionResult,
)
from contracts.message import Phrase
from contracts.tasks import DESTRUCTIVE, Task, TaskResult, ToolName
from services.assistant.agent import course as courses
from services.assistant.agent.calls import Calls, task_in, tasks_in, total_in
from services.assistant.agent.dues import said_of
from services.assistant.agent.ports import Turn
from services.assistant.agent.references import is_place, is_pronoun, named, names_of, place_of
from services.assistant.agent.wishes import CHANGING, Reference, Wish
from services.text.catalogue.phrases import rendered

PATIENCE = timedelta(minutes=10)
THRESHOLD = 0.6
"""A change that a mind is less sure of is asked for first."""
MOST_SHOWN, MOST_OPTIONS = 50, 20

_TOOL: Mapping[str, ToolName] = {
    "create": "add_task",
    "list": "list_tasks",
    "update": "update_task",
    "complete": "complete_task",
    "delete": "delete_task",
}
_UNSURE = {
    "add_task": "assistant.unsure_add",
    "update_task": "assistant.unsure_update",
    "complete_task": "assistant.unsure_complete",
}
_UNFIT = {"title": "assistant.unfit_title", "description": "assistant.unfit_description"}


class _Ends(Exception):
    """A wish ends in this sentence and goes no further."""

    def __init__(self, phrase: Phrase, status: ReplyStatus) -> None:
        super().__init__(phrase.code)
        self.phrase, self.status = phrase, status


class _Asks(Exception):
    """A wish waits for an answer to this question."""

    def __init__(self, phrase: Phrase, missing: str, options: Sequence[TaskOption] = ()) -> None:
        super().__init__(phrase.code)
        self.phrase, self.missing, self.options = phrase, missing, list(options)


class Acting:
    """Carries out one turn's wishes; then it has `said`, `status`, `clarification`, `pending`, `shown`, `handled`."""

    def __init__(self, turn: Turn, language: str, calls: Calls) -> None:
        self._turn, self._language, self._calls = turn, language, calls
        asked = turn.metadata.agent_context.pending
        self._waited = asked if asked is not None and turn.now <= asked.expires_at else None
        self._expired = asked is not None and self._waited is None
        self._references = dict(turn.metadata.task_references or {})
        self._unsaid = 0
        self.said: list[Phrase] = []
        self.status: ReplyStatus = "success"
        self.clarification: Clarification | None = None
        self.pending: Pending | None = None
        self.shown: dict[str, int] | None = None
        self.handled = False
        self.trace: list[str] = []

    async def carry_out(self, wishes: Sequence[Wish]) -> None:
        """All wishes in order. Deletions of one message are asked for together."""
        for wish in _together(wishes):
            before = len(self.said)
            try:
                await self._carry_out(wish)
            except _Ends as ended:
                self._say(ended.phrase, ended.status)
            self.handled |= len(self.said) > before

    async def _carry_out(self, wish: Wish) -> None:
        match wish.intent:
            case "create":
                await self._create(wish)
            case "list":
                await self._list(wish)
            case "update" | "complete" | "delete":
                await self._change(wish)
            case "confirm":
                await self._confirm()
            case "choose":
                await self._choose(wish)
            case "decline":
                if (left := Phrase.of("assistant.left")) not in self.said:  # "Nah, keep it" is one no.
                    self._say(left)
            case "help":
                self._say(Phrase.of("assistant.help"))
            case "other":
                pass

    # What is said

    def _say(self, phrase: Phrase, status: ReplyStatus = "success") -> None:
        self.said.append(phrase)
        order: Sequence[ReplyStatus] = ("success", "clarification_needed", "confirmation_required", "error")
        self.status = max(self.status, status, key=order.index)

    def _ask(self, phrase: Phrase, pending: Pending) -> None:
        """One question at a time: the first one stands."""
        if self.pending is not None:
            self._unsaid += 1
            if self._unsaid == 1:
                self._say(Phrase.of("assistant.later"))
            return
        self.pending = pending
        status: ReplyStatus = "confirmation_required" if pending.kind == "confirmation" else "clarification_needed"
        self._say(phrase, status)
        shown = pending.options if pending.kind == "clarification" or len(pending.options) > 1 else []
        for place, option in enumerate(shown, 1):
            self.said.append(Phrase.of("assistant.row", place=place, title=option.label))
        if pending.kind == "clarification":
            self.clarification = Clarification(question=self._words(phrase), options=pending.options)

    def _words(self, phrase: Phrase) -> str:
        return rendered(phrase, self._language)

    # Which tasks

    async def _tasks(self) -> dict[int, Task]:
        found = await self._calls.tasks()
        if isinstance(found, TaskResult):
            raise _Ends(*_failed(found))
        return found

    async def _targets(self, wish: Wish) -> list[Task]:
        tasks = await self._tasks()
        if wish.every:
            status = "pending" if wish.intent == "complete" else wish.status
            every = [each for each in tasks.values() if status in (None, each.status)]
            if not every:
                raise _Ends(Phrase.of(f"assistant.none_{status or 'at_all'}"), "success")
            return every[:MAX_REFERENCES]
        if not tasks:
            raise _Ends(Phrase.of("assistant.none_at_all"), "clarification_needed")
        if not wish.tasks:
            raise _Asks(Phrase.of("assistant.which_task"), "task_id", _options(_likely(tasks, wish)))
        found: dict[int, Task] = {}
        for reference in wish.tasks:
            task = self._target(reference, wish, tasks)
            found[task.id] = task
        return list(found.values())

    def _target(self, reference: Reference, wish: Wish, tasks: Mapping[int, Task]) -> Task:
        said = reference.said
        if reference.task_id is not None and reference.task_id in tasks:
            return tasks[reference.task_id]
        if is_pronoun(said):
            return self._named_before(reference, wish, tasks) or self._spoken_of(wish, tasks)
        if is_place(said):
            return self._at(said, tasks)
        likely = {each.id: each.title for each in _likely(tasks, wish)}
        matches = named(said, likely, self._language) or named(
            said, {n: each.title for n, each in tasks.items()}, self._language
        )
        if len(matches) == 1:
            return tasks[matches[0]]
        if not matches and place_of(said, len(self._references)) is not None:
            return self._at(said, tasks)
        words = " ".join(names_of(said))
        if matches:
            options = _options([tasks[number] for number in matches])
            raise _Asks(Phrase.of("assistant.which", len(matches), words=words), "task_id", options)
        if not words:  # an id that is nobody's, or words that name nothing
            raise _Asks(Phrase.of("assistant.which_task"), "task_id", _options(_likely(tasks, wish)))
        raise _Ends(Phrase.of("assistant.none_about", words=words), "clarification_needed")

    def _named_before(self, reference: Reference, wish: Wish, tasks: Mapping[int, Task]) -> Task | None:
        """The one task that the words before "it" name; None: none, or not one alone."""
        place = re.search(r"(?:number|nummer|nr|task|oppgave|#) ?#?\d+", reference.before, re.IGNORECASE)
        if place is not None and self._references:
            return self._at(place.group(), tasks)
        matches = [each for each in _likely(tasks, wish) if named(each.title, {0: reference.before}, self._language)]
        return matches[0] if reference.before and len(matches) == 1 else None

    def _at(self, said: str, tasks: Mapping[int, Task]) -> Task:
        """The task at a place of the list shown last, if it is still there."""
        place = place_of(said, len(self._references))
        if not self._references or place is None:
            raise _Ends(Phrase.of("assistant.no_list"), "clarification_needed")
        if str(place) not in self._references:
            raise _Ends(Phrase.of("assistant.not_listed", place=place), "clarification_needed")
        if (number := self._references[str(place)]) not in tasks:
            raise _Ends(Phrase.of("assistant.gone", place=place), "error")
        return tasks[number]

    def _spoken_of(self, wish: Wish, tasks: Mapping[int, Task]) -> Task:
        """What "it" is: what the last call was about, else the only one that there is."""
        last = self._turn.metadata.last_tool_parameters or {}
        number = last.get("task_id")
        if self._turn.metadata.last_tool_used == "add_task":
            number = max((n for n, each in tasks.items() if each.title == last.get("title")), default=None)
        if self._waited is not None and len(self._waited.options) == 1:
            number = self._waited.options[0].task_id
        if number in tasks:
            return tasks[cast(int, number)]
        if number is not None:
            raise _Ends(self._gone(cast(int, number), str(last.get("title", ""))), "error")
        likely = _likely(tasks, wish)
        if len(likely) == 1:
            return likely[0]
        raise _Asks(Phrase.of("assistant.which_task"), "task_id", _options(likely))

    def _gone(self, number: int, title: str) -> Phrase:
        place = next((place for place, each in self._references.items() if each == number), None)
        if place is None and title:
            return Phrase.of("assistant.gone_named", title=title)
        return Phrase.of("assistant.gone", place=place or number)

    # What is done

    async def _create(self, wish: Wish) -> None:
        if wish.source in ("reviews", "notes", "path"):
            return await self._of_course(wish)
        course, title, parameters = self._turn.course, wish.title, dict[str, Any]()
        if wish.source == "topic":
            if course is None or not (course.topic or course.title):
                raise _Ends(Phrase.of("assistant.no_course"), "clarification_needed")
            title = title or courses.review_of(course.topic or course.title, self._language)
            parameters = courses.linked(course, course.topic)
        elif course is not None and (concept := courses.concept_in(course, title)):
            parameters = courses.linked(course, concept)
        if title:
            parameters["title"] = title
        parameters |= _changes(wish.model_copy(update={"title": ""}))
        call = PlannedCall(tool_name="add_task", parameters=parameters)
        if not title:
            return self._ask(Phrase.of("assistant.what_title"), self._clarifying([call], "title"))
        if wish.past:
            said = Phrase.of("assistant.past", words=wish.past, title=title)
            return self._ask(said, self._clarifying([call], "due_at"))
        await self._ready([call], wish.confidence)

    async def _of_course(self, wish: Wish) -> None:
        """One task for each entry, none twice."""
        course, source = self._turn.course, wish.source
        if course is None or source is None:
            raise _Ends(Phrase.of("assistant.no_course"), "clarification_needed")
        found = courses.entries(course, source, self._language, list((await self._tasks()).values()))
        if not found.new and not found.before:
            raise _Ends(Phrase.of(courses.NOTHING[source]), "success")
        made: list[Phrase] = []
        for parameters in found.new:
            self._choose_tool("add_task", parameters, wish.confidence)
            result = await self._calls.call("add_task", parameters)
            if result.success:
                made.append(Phrase.of("assistant.row", place=len(made) + 1, title=task_in(result).title))
            else:
                self._say(*_failed(result))
                break
        if made:
            self._say(Phrase.of("assistant.made", len(made)))
            self.said += made
        if found.before:
            self._say(Phrase.of("assistant.made_before", found.before))
        if found.more:
            self._say(Phrase.of("assistant.made_first", courses.MOST))

    async def _list(self, wish: Wish) -> None:
        parameters = {"status": wish.status or "all"}
        self._choose_tool("list_tasks", parameters, wish.confidence)
        result = await self._calls.call("list_tasks", parameters)
        if not result.success:
            raise _Ends(*_failed(result))
        tasks = tasks_in(result)
        shown = tasks[:MOST_SHOWN]
        self.shown = {str(place): each.id for place, each in enumerate(shown, 1)}
        self._references = self.shown
        if not tasks:
            return self._say(Phrase.of(f"assistant.none_{wish.status or 'at_all'}"))
        self._say(
            Phrase.of("assistant.listed_completed" if wish.status == "completed" else "assistant.listed", len(tasks))
        )
        self.said += [self._row(place, each) for place, each in enumerate(shown, 1)]
        if (more := total_in(result) - len(shown)) > 0:
            self.said.append(Phrase.of("assistant.more", more))

    def _row(self, place: int, task: Task) -> Phrase:
        if task.status == "completed":
            return Phrase.of("assistant.row_completed", place=place, title=task.title)
        if task.due_at is not None:
            due = said_of(task.due_at, self._turn.now)
            return Phrase.of("assistant.row_due", place=place, title=task.title, due=due)
        return Phrase.of("assistant.row", place=place, title=task.title)

    async def _change(self, wish: Wish) -> None:
        """Updates, completes or deletes what is meant."""
        tool, changes = _TOOL[wish.intent], _changes(wish) if wish.intent == "update" else {}
        try:
            targets = await self._targets(wish)
        except _Asks as asks:
            if wish.found_only:
                return None
            call = PlannedCall(tool_name=tool, parameters=changes)
            return self._ask(asks.phrase, self._clarifying([call], "task_id", asks.options))
        except _Ends:
            if wish.found_only:
                return None
            raise
        calls = [PlannedCall(tool_name=tool, parameters={"task_id": each.id, **changes}) for each in targets]
        if wish.past and wish.intent == "update":
            said = Phrase.of("assistant.past", words=wish.past, title=targets[0].title)
            return self._ask(said, self._clarifying(calls, "due_at"))
        await self._ready(calls, wish.confidence, bulk=(wish.every or wish.bulk) and len(calls) > 1)

    async def _ready(self, calls: Sequence[PlannedCall], confidence: float, *, bulk: bool = False) -> None:
        """Calls that miss nothing but perhaps what is to change, or a yes."""
        tasks = {} if all(call.tool_name == "add_task" for call in calls) else await self._tasks()
        about = [tasks.get(call.parameters.get("task_id", 0)) for call in calls]
        first = about[0].title if about and about[0] is not None else str(calls[0].parameters.get("title", ""))
        tool = calls[0].tool_name
        if tool == "update_task" and calls[0].parameters.keys() <= {"task_id"}:
            options = _options([each for each in about if each is not None])
            return self._ask(
                Phrase.of("assistant.what_changes", title=first),
                self._clarifying(calls, "changes", options if len(options) == 1 else ()),
            )
        for call in calls:
            self._choose_tool(call.tool_name, call.parameters, confidence, asked=bulk or tool in DESTRUCTIVE)
        if tool in DESTRUCTIVE or bulk:
            code = "assistant.confirm_completes"
            if tool in DESTRUCTIVE:
                code = "assistant.confirm_delete" if len(calls) == 1 else "assistant.confirm_deletes"
            return self._ask(_counted(code, len(calls), first), self._confirming(calls, about))
        if confidence < THRESHOLD:
            return self._ask(Phrase.of(_UNSURE[tool], title=first), self._confirming(calls, about))
        for call in calls:
            await self._make(call)

    async def _make(self, call: PlannedCall, title: str = "") -> None:
        """One call, and what came of it. Whose task is not on the list is not called for."""
        tool, parameters = cast(ToolName, call.tool_name), call.parameters
        before: Task | None = None
        if (number := parameters.get("task_id")) is not None:
            before = (await self._tasks()).get(number)
            if before is None:
                return self._say(self._gone(number, title), "error")
            if tool == "complete_task" and before.status == "completed":
                return self._say(Phrase.of("assistant.completed_before", title=before.title))
        result = await self._calls.call(tool, parameters)
        if result.success:
            self._say(self._done(tool, task_in(result), parameters, before))
        elif result.error is not None and result.error.code == "NOT_FOUND" and number is not None:
            self._say(self._gone(number, title or (before.title if before else "")), "error")
        else:
            self._say(*_failed(result))

    def _done(self, tool: ToolName, task: Task, parameters: Mapping[str, Any], before: Task | None) -> Phrase:
        due = None if task.due_at is None else said_of(task.due_at, self._turn.now)
        if tool == "add_task" and due is not None:
            return Phrase.of("assistant.added_due", title=task.title, due=due)
        if tool == "update_task":
            match sorted(parameters.keys() - {"task_id"}):
                case ["title"] if before is not None:
                    return Phrase.of("assistant.renamed", old=before.title, title=task.title)
                case ["due_at"] if due is not None:
                    return Phrase.of("assistant.moved", title=task.title, due=due)
                case ["clear"]:
                    return Phrase.of("assistant.undated", title=task.title)
                case ["status"] if before is not None and before.status == task.status == "pending":
                    return Phrase.of("assistant.open_before", title=task.title)
                case ["status"] if task.status == "pending":
                    return Phrase.of("assistant.reopened", title=task.title)
                case ["description"]:
                    return Phrase.of("assistant.described", title=task.title)
            return Phrase.of("assistant.updated", title=task.title)
        codes = {"complete_task": "assistant.completed", "delete_task": "assistant.deleted"}
        return Phrase.of(codes.get(tool, "assistant.added"), title=task.title)

    # What was asked

    async def _confirm(self) -> None:
        waited, self._waited = self._waited, None
        if waited is None or waited.kind != "confirmation":
            return self._say(Phrase.of("assistant.expired" if self._expired else "assistant.nothing_asked"))
        titles = {option.task_id: option.label for option in waited.options}
        for call in waited.calls:
            await self._make(call, titles.get(call.parameters.get("task_id"), ""))

    async def _choose(self, wish: Wish) -> None:
        waited, self._waited = self._waited, None
        if waited is None or waited.kind != "clarification":
            return self._say(Phrase.of("assistant.expired" if self._expired else "assistant.nothing_asked"))
        filled = dict[str, Any]()
        match waited.missing:
            case "task_id":
                if (number := self._chosen(wish, waited.options)) is not None:
                    filled = {"task_id": number}
            case "title":
                filled = _changes(wish) if wish.title else {}
            case "due_at":
                filled = _changes(wish.model_copy(update={"title": ""}))
            case _:
                filled = _changes(wish)
        if wish.past or not filled:
            title = waited.options[0].label if waited.options else str(waited.calls[0].parameters.get("title", ""))
            codes = {
                "task_id": "assistant.which_task",
                "title": "assistant.what_title",
                "changes": "assistant.what_changes",
            }
            phrase = Phrase.of(codes.get(waited.missing, "assistant.past"), title=title)
            if wish.past or waited.missing == "due_at":
                phrase = Phrase.of("assistant.past", words=wish.past or self._turn.text.strip()[:80], title=title)
            return self._ask(phrase, self._clarifying(waited.calls, waited.missing, waited.options))
        if waited.missing == "due_at" and waited.calls[0].tool_name == "add_task":
            filled.pop("clear", None)
        calls = [
            PlannedCall(tool_name=each.tool_name, parameters={**each.parameters, **filled}) for each in waited.calls
        ]
        known = await self._tasks() if any("task_id" in call.parameters for call in calls) else {}
        gone = [
            call for call in calls if call.parameters.get("task_id", 0) not in known and "task_id" in call.parameters
        ]
        if gone:
            labels = {option.task_id: option.label for option in waited.options}
            number = gone[0].parameters["task_id"]
            raise _Ends(self._gone(number, labels.get(number, "")), "error")
        await self._ready(calls, wish.confidence)

    def _chosen(self, wish: Wish, options: Sequence[TaskOption]) -> int | None:
        """The one option that the answer names: by its place, else by its words."""
        said = wish.tasks[0] if wish.tasks else Reference()
        ids = [option.task_id for option in options]
        if said.task_id is not None and said.task_id in ids:
            return said.task_id
        if is_place(said.said) and (place := place_of(said.said, len(options))) is not None:
            return ids[place - 1] if 1 <= place <= len(ids) else None
        found = named(said.said, {place: option.label for place, option in enumerate(options)}, self._language)
        return ids[found[0]] if len(found) == 1 else None

    def _clarifying(self, calls: Sequence[PlannedCall], missing: str, options: Sequence[TaskOption] = ()) -> Pending:
        return Pending.model_validate(
            {
                "kind": "clarification",
                "calls": list(calls),
                "missing": missing,
                "options": list(options),
                "expires_at": self._turn.now + PATIENCE,
            }
        )

    def _confirming(self, calls: Sequence[PlannedCall], about: Sequence[Task | None]) -> Pending:
        options = _options([each for each in about if each is not None])
        return Pending(kind="confirmation", calls=list(calls), options=options, expires_at=self._turn.now + PATIENCE)

    def _choose_tool(self, tool: str, parameters: Mapping[str, Any], confidence: float, *, asked: bool = False) -> None:
        chosen = ToolSelectionResult(
            tool_name=tool, confidence=confidence, parameters=dict(parameters), requires_confirmation=asked
        )
        self.trace.append(f"{chosen.tool_name}({', '.join(sorted(chosen.parameters))}){' asks first' * asked}")


def _together(wishes: Sequence[Wish]) -> list[Wish]:
    """The same wishes, the deletions of named tasks as one, where the first of them stands."""
    deletions = [each for each in wishes if each.intent == "delete" and not each.every]
    if len(deletions) < 2:
        return list(wishes)
    joined = deletions[0].model_copy(update={"tasks": [named for each in deletions for named in each.tasks]})
    rest = [each for each in wishes if each not in deletions[1:]]
    return [joined if each is deletions[0] else each for each in rest]


def _likely(tasks: Mapping[int, Task], wish: Wish) -> list[Task]:
    """Whom a wish is about rather: those still to be done, and what is to be opened again those that are done, where
    there are any."""
    wanted = "completed" if wish.intent == "update" and wish.status == "pending" else "pending"
    likely = [each for each in tasks.values() if each.status == wanted]
    return likely if likely and wish.intent in CHANGING else list(tasks.values())


def _options(tasks: Sequence[Task]) -> list[TaskOption]:
    return [TaskOption(label=each.title, task_id=each.id) for each in tasks[:MOST_OPTIONS]]


def _counted(code: str, count: int, title: str) -> Phrase:
    return Phrase.of(code, title=title) if code == "assistant.confirm_delete" else Phrase.of(code, count)


def _changes(wish: Wish) -> dict[str, Any]:
    """What a wish says of a task, as parameters."""
    said: dict[str, Any] = {}
    if wish.title:
        said["title"] = wish.title
    if wish.description is not None:
        said["description"] = wish.description
    if wish.due is not None:
        said["due_at"] = wish.due.isoformat()
    elif wish.open_end:
        said["clear"] = ["due_at"]
    if wish.intent == "update" and wish.status is not None:
        said["status"] = wish.status
    return said


def _failed(result: TaskResult) -> tuple[Phrase, ReplyStatus]:
    """Why a tool could not do it, to the user."""
    error = result.error
    if error is not None and error.code == "VALIDATION_ERROR":
        return Phrase.of(_UNFIT.get(error.field, "assistant.unfit")), "error"
    codes = {"UNAVAILABLE": "assistant.unavailable", "LIMIT_REACHED": "assistant.full"}
    return Phrase.of(codes.get(error.code if error else "", "assistant.broken")), "error"
