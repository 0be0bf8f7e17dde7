"""What a log line says of a session and of an exception: whose trace, what kind, where; and no word of a learner."""

import asyncio
import json
import logging
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from pydantic import BaseModel, Field, field_validator

from contracts.problems import Code, failure
from services.chassis.broker.bus import BusLost
from services.chassis.logs.json_lines import JsonLines, about, now_about
from services.chassis.logs.redaction import described, traced
from services.chassis.model.failures import ModelRejected

WORD = "Mjølnirspeil"
SESSION = UUID("12345678-9abc-4def-8123-456789abcdef")
ours = logging.getLogger("services.chassis.somewhere")


class Lines(logging.Handler):
    """Keeps each line as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines("test"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def last(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.lines[-1])
        return found


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler = Lines()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


def test_every_line_within_has_the_trace_id_of_its_session_and_none_before_or_after(lines: Lines) -> None:
    with about(SESSION):
        logging.getLogger("aiokafka.conn").warning("a library's line")
        with about(None):
            ours.warning("of nobody")
        ours.warning("again")
    ours.warning("after")
    told = [json.loads(line).get("trace_id") for line in lines.lines]
    assert told == [SESSION.hex, None, SESSION.hex, None]
    assert json.loads(lines.lines[0])["session_id"] == str(SESSION)


async def test_tasks_side_by_side_keep_their_sessions_apart(lines: Lines) -> None:
    async def handle(session: UUID) -> None:
        now_about(session)
        await asyncio.sleep(0)
        await asyncio.to_thread(ours.warning, "in a thread of %s", session.hex)

    sessions = [uuid4() for _ in range(5)]
    await asyncio.gather(*(asyncio.create_task(handle(each)) for each in sessions))
    for line in map(json.loads, lines.lines):
        assert line["message"].endswith(line["trace_id"])
    assert {json.loads(line)["trace_id"] for line in lines.lines} == {each.hex for each in sessions}


class Answer(BaseModel):
    score: int = Field(ge=0)
    by_word: dict[str, int] = {}

    @field_validator("score")
    @classmethod
    def even(cls, score: int) -> int:
        if score % 2:
            raise ValueError(f"{WORD} is odd")
        return score


def invalid() -> None:
    Answer.model_validate({"score": WORD})


def key() -> None:
    Answer.model_validate({"score": 2, "by_word": {WORD: WORD}})


def odd() -> None:
    Answer.model_validate({"score": 3})


def missing() -> None:
    open(f"/nowhere/{WORD}.pdf").close()


def lookup() -> None:
    {}[WORD]  # type: ignore[index]


def nested() -> None:
    try:
        lookup()
    except KeyError as error:
        raise RuntimeError(f"nothing of {WORD}") from error


def grouped() -> None:
    raise ExceptionGroup(f"about {WORD}", [ValueError(WORD), TypeError(WORD)])


def document() -> None:
    raise failure(Code.DAMAGED, f"{WORD}.pdf is damaged.")


def provider() -> None:
    raise ModelRejected(f"HTTP 400: your prompt {WORD} is not liked")


@pytest.mark.parametrize(
    ("breaks", "shown"),
    [
        (invalid, "ValidationError: score: int_parsing"),
        (key, "ValidationError: by_word.*: int_parsing"),
        (odd, "ValidationError: score: value_error"),
        (missing, "FileNotFoundError: No such file or directory"),
        (lookup, "KeyError"),
        (nested, "RuntimeError"),
        (grouped, "ExceptionGroup"),
        (document, "damaged"),
        (provider, "ModelRejected"),
    ],
)
def test_an_exception_is_told_by_kind_and_place_and_never_by_a_value(
    breaks: Callable[[], None], shown: str, lines: Lines
) -> None:
    with pytest.raises(Exception) as caught:
        breaks()
    assert described(caught.value) == shown
    ours.error("it broke: %s", caught.value, exc_info=caught.value, extra={"because": caught.value})
    line = lines.last
    assert (line["message"], line["because"]) == (f"it broke: {shown}", shown)
    assert breaks.__name__ in str(line["error"])
    assert WORD not in "".join(lines.lines) + traced(caught.value)


def test_causes_and_members_of_a_group_are_told(lines: Lines) -> None:
    for breaks, kind in ((nested, "because of: KeyError"), (grouped, "one of them: TypeError")):
        with pytest.raises(Exception) as caught:
            breaks()
        assert kind in traced(caught.value)


def test_words_that_stand_in_the_code_are_told() -> None:
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError("PENSUM_TOKEN_SECRET is not set")
    assert described(caught.value) == "RuntimeError: PENSUM_TOKEN_SECRET is not set"
    assert described(BusLost("the broker at 127.0.0.1:9 is away")) == "BusLost: the broker at 127.0.0.1:9 is away"
    with pytest.raises(psycopg.OperationalError) as away:
        psycopg.connect("host=/nowhere", connect_timeout=1)
    assert "/nowhere" in described(away.value)


def test_of_libraries_that_we_do_not_know_only_the_template_is_told(lines: Lines) -> None:
    unknown = logging.getLogger("some.parser")
    unknown.warning("strange word %s", WORD)
    unknown.warning(f"strange word {WORD}")
    logging.captureWarnings(True)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"{WORD} looks odd", UserWarning, stacklevel=1)
    logging.captureWarnings(False)
    first, second, warned = (json.loads(line)["message"] for line in lines.lines)
    assert (first, second) == ("strange word %s", f"test_json_lines:{second.partition(':')[2]}")
    assert warned.endswith("UserWarning")
    assert WORD not in "".join(lines.lines)


def test_what_would_end_a_process_a_thread_or_a_task_with_a_traceback_is_a_line_too() -> None:
    program = """
import asyncio, gc, threading
from services.chassis.logs.json_lines import log_json_lines, log_loop_errors
log_json_lines("test")

def breaks():
    raise ValueError("".join(["Mjølnir", "speil"]))

async def main():
    asyncio.get_running_loop().set_exception_handler(log_loop_errors)
    async def breaking():
        breaks()
    asyncio.create_task(breaking())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()

asyncio.run(main())
thread = threading.Thread(target=breaks)
thread.start()
thread.join()
breaks()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=90)
    assert done.returncode == 1
    said = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["error_type"] for line in said] == ["ValueError"] * 3
    assert all("in breaks" in line["error"] for line in said)
    assert WORD not in done.stdout + done.stderr
