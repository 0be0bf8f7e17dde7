"""A class that joins a course by its code and takes its first quiz, everybody at once, with known abilities."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from tests.standins.learners.learner import NONSENSE, UNJUDGED, Json, Learner

AT_ONCE = 8
PATIENCE = 100.0


@dataclass
class Mate:
    """Somebody of the class. `ability`: how likely an answer is known.

    `answers` are raw; `earned`: the credit of each, by item id; None where only a person can tell.
    """

    name: str
    ability: float
    session: str = ""
    token: str = ""
    attempt: str = ""
    answers: list[Json] = field(default_factory=list)
    earned: dict[str, float | None] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """The mean of what was judged."""
        told = [credit for credit in self.earned.values() if credit is not None]
        return sum(told) / len(told)


def mates(number: int, seed: int = 6) -> list[Mate]:
    """So many, from those who know little to those who know nearly all."""
    found = [Mate(f"Pupil {n:03}", 0.1 + 0.85 * n / max(1, number - 1)) for n in range(number)]
    random.Random(seed).shuffle(found)
    return found


def prepare(mate: Mate, items: Sequence[Json], turned: str = "", seed: int = 6) -> None:
    """Makes up the answers: known ones by the key, others wrong, a few left out.

    `turned`: the item whose key is wrong, so that whoever knows better chooses something else.
    """
    chance = random.Random(f"{seed} {mate.name}")
    for item in items:
        knows = chance.random() < mate.ability
        given, credit = _given(item, knows != (item["item_id"] == turned), chance)
        latency = round(chance.uniform(2, 40), 1)
        mate.answers.append({"item_id": item["item_id"], "answer": given, "latency_sec": latency})
        mate.earned[item["item_id"]] = credit


def _given(item: Json, right: bool, chance: random.Random) -> tuple[Any, float | None]:
    """An answer and what it earns."""
    key = item["answer"]
    if right:
        return key, 1.0
    if chance.random() < 0.06:
        return None, 0.0
    options = [option["option_id"] for option in item.get("options", ())]
    match item["type"]:
        case "multiple_choice" | "true_false":
            others = [option for option in options if option != key]
            return others[0 if chance.random() < 0.9 else -1], 0.0  # The last one is hardly chosen.
        case "multiple_answer":
            return [option for option in options if option not in key], 0.0
        case "ordering":
            return key[::-1], 0.0
        case "matching":
            (a, b), swapped = list(key)[:2], dict(key)
            swapped[a], swapped[b] = key[b], key[a]
            return swapped, (len(key) - 2) / len(key)
        case "short_answer":
            return UNJUDGED, None
        case _:
            return NONSENSE, 0.0


class Classroom:
    """An owner's course. `items`: those of its first quiz, as it asks them, with their keys."""

    def __init__(self, me: Learner, document: bytes, **order: Any) -> None:
        state = me.study(document, **order)
        self.me, self.session, self.course = me, state["session_id"], state["course_id"]
        by_id = {item["item_id"]: item for item in me.items(self.session)}
        self.items = [by_id[each["item_id"]] for each in me.quiz(self.session)["questions"]]
        self.code = ""

    def prepare(self, found: Sequence[Mate], *, turned: str = "", without: Collection[str] = ()) -> None:
        """Makes up everybody's answers to the items, but for those that are left out."""
        for mate in found:
            prepare(mate, self.items, turned)
            mate.answers = [each for each in mate.answers if each["item_id"] not in without]
            mate.earned = {id: credit for id, credit in mate.earned.items() if id not in without}

    def share(self) -> str:
        """Open the course; its code."""
        before = self.code
        assert self.me.owner.post(f"/courses/{self.course}/share").status_code == 202
        self.me.until(lambda: self._code() not in (None, before))
        self.code = str(self._code())
        return self.code

    def close(self) -> None:
        """Close it again; returns when it is."""
        assert self.me.owner.delete(f"/courses/{self.course}/share").status_code == 202
        self.me.until(lambda: self._code() is None)

    def _code(self) -> str | None:
        found: str | None = self.of_course("/share").json()["code"]
        return found

    def of_course(self, path: str, **query: Any) -> httpx.Response:
        """What the owner sees of the course."""
        return self.me.owner.get(f"/courses/{self.course}{path}", params=query).raise_for_status()

    def ask(self, path: str, token: str) -> httpx.Response:
        """A GET by whoever has this token."""
        return self.me.http.get(path, headers={"Authorization": f"Bearer {token}"})

    def get(self, mate: Mate, path: str) -> httpx.Response:
        """A GET of somebody's own session."""
        return self.ask(f"/sessions/{mate.session}{path}", mate.token)

    def quiz(self, mate: Mate) -> Json:
        """Somebody's quiz, once it is there."""
        self.me.until(lambda: self.get(mate, "/quiz").status_code == 200)
        found: Json = self.get(mate, "/quiz").json()
        return found

    def score(self, mate: Mate) -> float | None:
        """What somebody's attempt earned."""
        found: float | None = self.get(mate, f"/results?attempt_id={mate.attempt}").json()["score"]
        return found

    def settle(self, mate: Mate) -> None:
        """Returns when nothing is under way in somebody's session."""
        self.me.until(lambda: self.get(mate, "").json()["status"] == "ready")


@dataclass
class Times:
    """How long it took, in seconds since the first request: all have joined, all have handed in, all is graded."""

    joined: float = 0
    handed_in: float = 0
    graded: float = 0


def sit(url: object, code: str, found: Sequence[Mate]) -> Times:
    """All join, take the course's first quiz, and are graded; each step by everybody, a few at once."""
    return asyncio.run(_sit(url, code, found))


def join(url: str, code: str, mate: Mate) -> None:
    """One joins."""

    async def run() -> None:
        async with httpx.AsyncClient(base_url=f"{url}/v1", timeout=70, trust_env=False) as http:
            await _join(http, code, mate)

    asyncio.run(run())


async def _sit(url: object, code: str, found: Sequence[Mate]) -> Times:
    times, begun = Times(), time.monotonic()
    async with httpx.AsyncClient(base_url=str(url), timeout=70, trust_env=False) as http:
        await _each(found, lambda mate: _join(http, code, mate))
        times.joined = time.monotonic() - begun
        await _each(found, lambda mate: _hand_in(http, mate))
        times.handed_in = time.monotonic() - begun
        await _each(found, lambda mate: _graded(http, mate))
        times.graded = time.monotonic() - begun
    return times


async def _each(found: Sequence[Mate], do: Callable[[Mate], Awaitable[None]]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(mate: Mate) -> None:
        async with gate:
            await do(mate)

    await asyncio.gather(*map(one, found))


async def _join(http: httpx.AsyncClient, code: str, mate: Mate) -> None:
    answer = await http.post("/join", json={"code": code, "name": mate.name}, headers={"Idempotency-Key": str(uuid4())})
    assert answer.status_code == 202, answer.text
    mate.session, mate.token = answer.json()["session_id"], answer.json()["token"]


async def _hand_in(http: httpx.AsyncClient, mate: Mate) -> None:
    quiz = (await _until(http, mate, "/quiz"))["quiz_id"]
    answer = await http.post(
        f"/sessions/{mate.session}/results",
        json={"quiz_id": quiz, "answers": mate.answers},
        headers={**_bearer(mate), "Idempotency-Key": str(uuid4())},
    )
    assert answer.status_code == 202, answer.text
    mate.attempt = answer.json()["attempt_id"]


async def _graded(http: httpx.AsyncClient, mate: Mate) -> None:
    await _until(http, mate, f"/results?attempt_id={mate.attempt}")


async def _until(http: httpx.AsyncClient, mate: Mate, path: str) -> Json:
    """What a GET of the session answers once it is there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        answer = await http.get(f"/sessions/{mate.session}{path}", headers=_bearer(mate))
        if answer.status_code == 200:
            found: Json = answer.json()
            return found
        assert answer.status_code == 202, answer.text
        assert time.monotonic() < deadline, f"{mate.name}: {path} still answers 202"
        await asyncio.sleep(0.1)


def _bearer(mate: Mate) -> dict[str, str]:
    return {"Authorization": f"Bearer {mate.token}"}
