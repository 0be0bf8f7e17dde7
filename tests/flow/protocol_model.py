"""The protocol's rules 10, 11 and 13 as a small model whose states are all visited: answers, silence and heartbeats.

A session asks for commands; a worker holds several and works on as many as it has places. What is in the air may arrive
in any order. Time is one thing only: a minute passes when everything prompt has happened and everybody who works has
come further, or earlier at the price of a fault. A deadline of which nothing was heard for a whole minute is missed.

What may go wrong is a budget by name: `lose` a message, `wipe` all of them, `crash` and `hang` a worker, `fail` a
command, `slow` (a minute passes early), `strange` (a message that answers nothing that was asked).
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

T = TypeVar("T")
FAILURES, LOSSES, LIMIT = 2, 3, 4
"""The real ones are 3 failures, 6 losses, and a limit of about 45 minutes; smaller ones have the same edges."""


class Message(NamedTuple):
    """In the air to the orchestrator. `true` False: of another session, type or cause, under a true answer's id."""

    kind: str
    command: str
    attempt: int
    true: bool = True


class Step(NamedTuple):
    """An open command with its deadline. `heard`: since the last minute began; `age`: minutes at this attempt."""

    command: str
    attempt: int = 1
    losses: int = 0
    failures: int = 0
    heard: bool = True
    age: int = 0


class Hand(NamedTuple):
    """A command in a worker's hand at these attempts. `left`: how much of it is to do; `hung`: for how many minutes."""

    command: str
    attempts: tuple[int, ...]
    left: int
    begun: bool = False
    moved: bool = False
    hung: int = -1


class State(NamedTuple):
    """All there is. `sent`: commands in the air; `journal`: the ids that are used up; `spent`: faults so far."""

    open: tuple[Step, ...]
    closed: tuple[str, ...] = ()
    failed: str = ""
    air: tuple[Message, ...] = ()
    sent: tuple[tuple[str, int], ...] = ()
    hands: tuple[Hand, ...] = ()
    memo: tuple[str, ...] = ()
    journal: frozenset[tuple[str, str, int]] = frozenset()
    spent: tuple[str, ...] = ()


@dataclass(frozen=True)
class House:
    """What is checked: the commands and what follows each, how much work one is, the faults, and the broken rules.

    `work` -1: it comes further for ever and never ends.
    """

    commands: tuple[str, ...] = ("A",)
    then: dict[str, str] = field(default_factory=dict)
    work: int = 2
    places: int = 1
    faults: Counter[str] = field(default_factory=Counter)
    broken: frozenset[str] = frozenset()


class Found(NamedTuple):
    """How a search ended: how many states, and each broken promise with the way there."""

    states: int
    wrong: dict[str, list[str]]


def check(house: House, most: int = 2_000_000) -> Found:
    """Visits every state. Promises: it ends; it fails for a counted reason alone; nobody who works is missed."""
    start = State(open=tuple(map(Step, house.commands)), sent=tuple(sorted((each, 1) for each in house.commands)))
    numbers, came, wrong = {start: 0}, [(-1, "")], dict[str, list[str]]()
    todo, edges = deque([start]), list[list[int]]()

    def way(number: int) -> list[str]:
        found = list[str]()
        while number > 0:
            found.append(came[number][1])
            number = came[number][0]
        return found[::-1]

    while todo and len(numbers) < most:
        state = todo.popleft()
        number, onward = len(edges), list[int]()
        for label, after, promise in Moves(house, state).all():
            if promise:
                wrong.setdefault(promise, [*way(number), label])
            if after not in numbers:
                numbers[after] = len(came)
                came.append((number, label))
                todo.append(after)
            onward.append(numbers[after])
        edges.append(onward)
        if not onward and (promise := _unfit_end(state)):
            wrong.setdefault(promise, way(number))
    if todo:
        raise ValueError(f"more than {most} states")
    if (turning := _on_a_cycle(edges)) is not None:
        wrong["it goes on for ever"] = way(turning)
    return Found(len(edges), wrong)


def _unfit_end(state: State) -> str:
    """What is wrong with a state in which nothing can happen any more."""
    if state.open and not state.failed:
        return "it is stuck"
    spent = Counter(state.spent)
    # A stranger's deadline that comes when its attempt is there cannot be told from the true one: it costs a loss.
    lost = spent["lose"] + spent["wipe"] + spent["slow"] + spent["strange"]
    if state.failed == "failures" and spent["fail"] + spent["strange"] < FAILURES:
        return "a step failed, though it was not tried often enough"
    if state.failed == "losses" and lost <= LOSSES and not spent["hang"] and "endless" not in state.memo:
        return "a healthy session failed"
    return ""


def _on_a_cycle(edges: list[list[int]]) -> int | None:
    """A state that leads back to itself, None if all come to an end."""
    leading = Counter(after for onward in edges for after in onward)
    free = [number for number in range(len(edges)) if not leading[number]]
    left = len(edges)
    while free:
        number, left = free.pop(), left - 1
        for after in edges[number]:
            leading[after] -= 1
            if not leading[after]:
                free.append(after)
    return min(number for number, count in leading.items() if count > 0) if left else None


class Moves:
    """What can happen next in a state: a label, the state after it, and the promise that it breaks, if any."""

    def __init__(self, house: House, state: State) -> None:
        self.house, self.state = house, state
        self.left = house.faults - Counter(state.spent)

    def all(self) -> Iterator[tuple[str, State, str]]:
        prompt = [*self._arrives(), *self._worker()]
        yield from prompt
        idle = not prompt and all(hand.moved or hand.hung >= 0 for hand in self.state.hands if hand.begun)
        if self.state.open and not self.state.failed and (idle or self.left["slow"]):
            yield self._minute(self.state if idle else self._spend("slow"))
        yield from self._faults()

    # The orchestrator

    def _arrives(self) -> Iterator[tuple[str, State, str]]:
        for message in sorted(set(self.state.air)):
            state = self.state._replace(air=_without(self.state.air, message))
            after, promise = self._fold(state, message), ""
            if message.kind == "ok" and message.true and not state.failed:
                asked = {each.command: each.attempt for each in state.open}.get(message.command, 0)
                if message.attempt <= asked and any(each.command == message.command for each in after.open):
                    promise = "a true answer was not taken"
            yield f"fold {' '.join(map(str, message))}", after, promise

    def _fold(self, state: State, message: Message) -> State:
        kind, command, attempt, true = message
        step = next((each for each in state.open if each.command == command), None)
        if kind == "beat":
            same = step is not None and (step.attempt == attempt or self._breaks("a heartbeat of any attempt counts"))
            return _with(state, step._replace(heard=True)) if step and same else state
        ahead = step is not None and attempt > step.attempt
        if (not true and not self._breaks("a stranger's answer is journaled")) or (
            ahead and not self._breaks("a future attempt is journaled")
        ):
            return state
        id = (kind, command, attempt)
        if id in state.journal:
            return state
        state = state._replace(journal=state.journal | {id})
        if step is None or state.failed or not true:
            return state
        if kind == "ok":
            if attempt != step.attempt and self._breaks("a success of an older attempt is not taken"):
                return state
            return self._close(state, step)
        if attempt != step.attempt and not (attempt < step.attempt and self._breaks("stale failures count")):
            return state
        if kind == "broken" and self._breaks("a broken answer fails the step for good"):
            return state._replace(failed="failures")
        lost, failing = (step.losses + 1, step.failures) if kind == "late" else (step.losses, step.failures + 1)
        if lost > LOSSES or failing >= FAILURES:
            return state._replace(failed="losses" if lost > LOSSES else "failures")
        again = Step(command, step.attempt + 1, lost, failing)
        return _with(state, again)._replace(sent=tuple(sorted((*state.sent, (command, again.attempt)))))

    def _close(self, state: State, step: Step) -> State:
        left = tuple(each for each in state.open if each.command != step.command)
        state = state._replace(open=left, closed=tuple(sorted((*state.closed, step.command))))
        if (following := self.house.then.get(step.command)) is None:
            return state
        return state._replace(
            open=tuple(sorted((*left, Step(following)))), sent=tuple(sorted((*state.sent, (following, 1))))
        )

    # The worker

    def _worker(self) -> Iterator[tuple[str, State, str]]:
        state, hands = self.state, self.state.hands
        for command, attempt in sorted(set(state.sent)):
            taken = state._replace(sent=_without(state.sent, (command, attempt)))
            mine = next((hand for hand in hands if hand.command == command), None)
            if mine is None:
                left = 0 if command in state.memo else self.house.work
                yield f"take {command} {attempt}", _held(taken, Hand(command, (attempt,), left)), ""
            else:
                newer = mine._replace(attempts=(*mine.attempts, attempt)) if attempt > max(mine.attempts) else mine
                yield f"take {command} {attempt} again", _held(taken, newer), ""
        for hand in hands:
            if hand.hung >= 0:
                continue
            if not hand.begun:
                if sum(each.begun for each in hands) < self.house.places:
                    yield f"begin {hand.command}", _held(state, hand._replace(begun=True)), ""
            elif hand.left == 0:
                yield f"answer {hand.command}", self._answered(hand), ""
            elif not hand.moved:
                yield f"work {hand.command}", self._further(hand), ""

    def _further(self, hand: Hand) -> State:
        """It comes further, and says so of itself and of those that wait."""
        after = hand._replace(left=max(hand.left - 1, -1), moved=True)
        state = _held(self.state, after)
        waiting = [] if self._breaks("who waits is not spoken for") else [h for h in state.hands if not h.begun]
        beats = [Message("beat", each.command, self._spoken_for(each)) for each in (after, *waiting)]
        memo = ("endless",) if hand.left < 0 else state.memo
        return state._replace(air=tuple(sorted((*state.air, *beats))), memo=memo)

    def _spoken_for(self, hand: Hand) -> int:
        return hand.attempts[0] if self._breaks("it speaks for the attempt that it began with") else max(hand.attempts)

    def _answered(self, hand: Hand) -> State:
        """Each attempt in hand is answered, the later ones from the memo."""
        state = self.state._replace(hands=tuple(each for each in self.state.hands if each.command != hand.command))
        answers = [Message("ok", hand.command, attempt) for attempt in hand.attempts]
        return state._replace(
            air=tuple(sorted((*state.air, *answers))), memo=tuple(sorted({*state.memo, hand.command}))
        )

    # Time

    def _minute(self, state: State) -> tuple[str, State, str]:
        """A minute passes: what was silent for the whole of it is missed."""
        promise, late, steps = "", list[Message](), list[Step]()
        clock = self._breaks("heartbeats come from a clock")
        for step in state.open:
            hung = next((hand.hung for hand in state.hands if hand.command == step.command), -1)
            over = step.age >= LIMIT and not self._breaks("there is no limit")
            if hung >= 1 and step.heard and step.age > 1:
                promise = "a worker that hangs is taken for one that works"
            if (step.heard or (clock and hung >= 0)) and not over:
                still = clock and hung >= 0
                steps.append(step._replace(heard=still, age=min(step.age + 1, LIMIT)))
                continue
            told = Message("late", step.command, step.attempt)
            late += [] if told in state.air else [told]
            steps.append(step)
            if not {"lose", "wipe", "slow", "hang", "crash"} & set(state.spent) and not over:
                promise = "nothing was lost, yet a deadline had to help"
        hands = tuple(hand._replace(moved=False, hung=min(hand.hung + (hand.hung >= 0), 2)) for hand in state.hands)
        passed = state._replace(open=tuple(steps), air=tuple(sorted((*state.air, *late))), hands=hands)
        return "a minute", passed, promise

    # What goes wrong

    def _faults(self) -> Iterator[tuple[str, State, str]]:
        state = self.state
        if self.left["lose"]:
            for message in sorted(set(state.air)):
                yield f"LOSE {message}", self._spend("lose")._replace(air=_without(state.air, message)), ""
            for command in sorted(set(state.sent)):
                yield f"LOSE {command}", self._spend("lose")._replace(sent=_without(state.sent, command)), ""
        if self.left["wipe"] and (state.air or state.sent):
            yield "WIPE", self._spend("wipe")._replace(air=(), sent=()), ""
        if self.left["crash"] and state.hands:
            back = [(hand.command, attempt) for hand in state.hands for attempt in hand.attempts]
            yield "CRASH", self._spend("crash")._replace(hands=(), sent=tuple(sorted((*state.sent, *back)))), ""
        for hand in state.hands:
            if hand.begun and hand.hung < 0 and self.left["hang"]:
                yield f"HANG {hand.command}", _held(self._spend("hang"), hand._replace(hung=0)), ""
            if hand.begun and hand.hung < 0 and self.left["fail"]:
                failed = self._spend("fail")._replace(hands=tuple(each for each in state.hands if each is not hand))
                answers = [Message("fail", hand.command, attempt) for attempt in hand.attempts]
                yield f"FAIL {hand.command}", failed._replace(air=tuple(sorted((*state.air, *answers)))), ""
        if self.left["strange"] and not state.failed:
            for step in state.open:
                for message in _strange(step):
                    said = self._spend("strange")._replace(air=tuple(sorted((*state.air, message))))
                    yield f"STRANGE {' '.join(map(str, message))}", said, ""

    def _spend(self, fault: str) -> State:
        return self.state._replace(spent=tuple(sorted((*self.state.spent, fault))))

    def _breaks(self, rule: str) -> bool:
        return rule in self.house.broken


def _strange(step: Step) -> Iterator[Message]:
    """Answers without a cause or to another's command, answers and deadlines of the future, and a broken body."""
    yield Message("ok", step.command, step.attempt, true=False)
    for kind in ("ok", "fail", "late", "beat"):
        yield Message(kind, step.command, step.attempt + 1)
    yield Message("broken", step.command, step.attempt)


def _without(things: tuple[T, ...], one: T) -> tuple[T, ...]:
    at = things.index(one)
    return things[:at] + things[at + 1 :]


def _with(state: State, step: Step) -> State:
    kept = (each for each in state.open if each.command != step.command)
    return state._replace(open=tuple(sorted((*kept, step))))


def _held(state: State, hand: Hand) -> State:
    kept = (each for each in state.hands if each.command != hand.command)
    return state._replace(hands=tuple(sorted((*kept, hand))))
