"""What a turn costs: against a question to the tutor in the same house, and late in a lesson against its beginning."""

import time
from itertools import cycle
from pathlib import Path
from statistics import median
from uuid import uuid4

import psycopg

from tests.measuring.lessons.pupil import Pupil, reply_to
from tests.standins.learners.learner import Json

_QUESTIONS = ("What is {}?", "How does {} work?", "Why does {} matter?", "Give me an example of {}.")
_REPLIED = """
select from messages said join messages told on told.session_id = said.session_id and told.role = 'tutor'
and told.seq > said.seq where said.message_id = %s limit 1"""
_PATIENCE = 60
_DRIFTS = ("My dog ate a cake today.", "Who won the match yesterday?", "Sing a song about pirates.")


def against_questions(asking: Pupil, taught: Pupil, document: Path, times: int = 16) -> str:
    """One after the other in turns: a question in a session without a lesson, then a turn that answers one and a turn
    that a right answer brings; each by what `/messages` takes until its session has settled."""
    names = [one["concept"] for one in asking.me.http.get(f"/sessions/{asking.session}/learner").json()["concepts"]]
    asked, answered, explained = list[float](), list[float](), list[float]()
    for number, name in zip(range(times), cycle(names), strict=False):
        text = _QUESTIONS[number // len(names) % len(_QUESTIONS)].format(name)
        asked.append(settled(asking, text))
        if (item := taught.waits()) is None:
            taught.session = taught.me.study(document)["session_id"]
            taught.begins()
            item = taught.waits()
        assert item is not None, "a lesson that has just begun asks nothing"
        explained.append(settled(taught, text))
        answered.append(settled(taught, reply_to(item, True)))
    question = median(asked)
    parts = [
        f"{name} {1000 * median(of):.0f} ms, {median(of) / question:.2f} x"
        for name, of in (("a turn that answers a question", explained), ("a turn after an answer", answered))
    ]
    return f"a question {1000 * question:.0f} ms; {'; '.join(parts)} (goal 2), medians of {times}"


def late_against_early(late: Pupil, early: Pupil, turns: int = 195, times: int = 11) -> str:
    """Two lessons in which nobody answers, one of them long since: its turns about the 200th and the other's first
    ones, one after the other, so that whatever else the machine does meets both."""
    drifts = cycle(_DRIFTS)
    for _ in range(turns):
        settled(late, next(drifts))
    both = [(settled(late, text), settled(early, text)) for text, _ in zip(drifts, range(times), strict=False)]
    last, first = (median(each) for each in zip(*both, strict=True))
    spent = f"turn 200 {1000 * last:.0f} ms, turn 5 {1000 * first:.0f} ms"
    return f"{spent}, {last / first:.2f} x (goal 1.2), medians of {times}"


def right_late_against_early(late: Pupil, early: Pupil, most: int = 12) -> str:
    """The same two lessons then, answered rightly: the turns of a plan, explanations among them, where what was told
    before is not told again; until one of them is over."""
    both = list[tuple[float, float]]()
    while len(both) < most and (items := (late.waits(), early.waits())) and items[0] and items[1]:
        both.append((settled(late, reply_to(items[0], True)), settled(early, reply_to(items[1], True))))
    last, first = (median(each) for each in zip(*both, strict=True))
    spent = f"answered rightly after turn 200 {1000 * last:.0f} ms, after turn 5 {1000 * first:.0f} ms"
    return f"{spent}, {last / first:.2f} x (goal 1.2), medians of {len(both)}"


def beyond_against_early(ahead: Pupil, early: Pupil) -> str:
    """A lesson that is mastered and goes on beyond its plan, which it does up to ten turns beyond twice its steps, and
    another one's first turns, one after the other, both answered rightly."""
    while not (stands := _stands(ahead))["ended"]:
        item = ahead.waits()
        settled(ahead, reply_to(item, True) if item else "ok")
    began, most = stands["turn_count"], 2 * len(stands["study_plan"]["todo_list"]) + 10
    settled(ahead, "ok")
    both = list[tuple[float, float]]()
    while (items := (ahead.waits(), early.waits())) and items[0] and items[1]:
        both.append((settled(ahead, reply_to(items[0], True)), settled(early, reply_to(items[1], True))))
    assert both, f"after turn {began} of at most {most} nothing is asked"
    last, first = (median(each) for each in zip(*both, strict=True))
    spent = f"beyond the plan (turns {began + 2} to {began + 1 + len(both)}) {1000 * last:.0f} ms"
    ends = f"the first {len(both)} {1000 * first:.0f} ms, {last / first:.2f} x (goal 1.2), medians"
    return f"{spent}, {ends}"


def _stands(pupil: Pupil) -> Json:
    view: Json = pupil.me.http.get(f"/sessions/{pupil.session}/learner").raise_for_status().json()["lesson"]
    return view


def settled(pupil: Pupil, text: str) -> float:
    """Seconds from a message to the tutor's line that answers it."""
    body, headers = {"text": text}, {"Idempotency-Key": str(uuid4())}
    with psycopg.connect(pupil.database, autocommit=True) as connection:
        began = time.monotonic()
        answer = pupil.me.http.post(f"/sessions/{pupil.session}/messages", json=body, headers=headers)
        message = answer.raise_for_status().json()["message_id"]
        while connection.execute(_REPLIED, [message]).fetchone() is None:
            assert time.monotonic() - began < _PATIENCE, f"nobody answers “{text}”"
            time.sleep(0.003)
        return time.monotonic() - began
