"""The whole way by tools alone, from a document to the notes, over stdio and over HTTP, with the SDK's own client."""

import asyncio
import base64
import json
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

from tests.console.samples.make_samples import lesson
from tests.e2e.houses import PENSUM, Up, assert_nothing_left, clean_environment
from tests.mcp.clients import Json, done, over_http, problem, read, text_of
from tests.standins.learners.learner import Learner, mistaken

pytestmark = pytest.mark.embedded
PATIENCE = 100
WAIT = {"wait_seconds": 60}
NAME = "human-body.en"
QUESTION = {
    "item_id",
    "type",
    "difficulty",
    "question",
    "statement",
    "options",
    "prompts",
    "unit",
    "how_to_answer",
}


def over_stdio(data: Path, *options: str, mode: str = "auto") -> Client:
    """`pensum mcp` as a client starts it."""
    arguments = ["mcp", "--data", str(data), *options]
    return Client(StdioServerParameters(command=str(PENSUM), args=arguments, env=clean_environment()), mode=mode)


@asynccontextmanager
async def opened(house: Up, transport: str, mode: str = "auto") -> AsyncIterator[Client]:
    """A learner's client."""
    running = house.house
    over = over_http(running.url, running.learner_token, mode)
    async with over_stdio(house.data, mode=mode) if transport == "stdio" else over as client:
        yield client


async def until(client: Client, name: str, arguments: Json, there: Callable[[Json], bool]) -> Json:
    """What a tool answers once that is there; it waits by itself, and is asked again."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while not there(found := done(await client.call_tool(name, {**arguments, "wait_seconds": 20}))):
        assert asyncio.get_running_loop().time() < deadline, found
    return found


def answered(question: Json, item: Json, *, wrongly: bool = False) -> Json:
    """An answer to a question, by its key."""
    return {"item_id": question["item_id"], "answer": mistaken(item) if wrongly else item["answer"]}


@pytest.mark.parametrize(("transport", "mode"), [("stdio", "legacy"), ("http", "auto")])
async def test_from_a_document_to_its_notes_by_tools_alone(
    house: Up, me: Learner, tmp_path: Path, transport: str, mode: str
) -> None:
    notices: list[tuple[float, float | None, str]] = []

    async def noted(progress: float, total: float | None, message: str | None) -> None:
        notices.append((progress, total, message or ""))

    file = tmp_path / f"{NAME}.pdf"
    file.write_bytes(lesson(NAME))
    encoded = {"base64": base64.b64encode(lesson(NAME)).decode(), "filename": file.name}
    document = {"path": str(file)} if transport == "stdio" else encoded
    async with opened(house, transport, mode) as client:
        order = {**document, "questions": 5, "flashcards": 3, **WAIT}
        taken = done(await client.call_tool("submit_document", order, progress_callback=noted))
        session = {"session_id": taken["session_id"]}
        state = await until(client, "get_session", session, lambda found: bool(found["ready"]))
        assert state["documents"] == [file.name]
        assert state["summary"]
        assert state["concepts"]
        assert [progress for progress, _, _ in notices] == sorted({progress for progress, _, _ in notices})
        assert all(total is None or progress <= total for progress, total, _ in notices)
        assert notices[0][2] == "Sending the document."
        assert len(notices) > 1

        quiz = await until(client, "get_quiz", session, lambda found: bool(found["complete"]))
        items = {item["item_id"]: item for item in me.items(taken["session_id"])}
        assert {each["item_id"] for each in quiz["questions"]} <= items.keys()
        asked = [items[each["item_id"]] for each in quiz["questions"]]
        await nothing_told(client, taken["session_id"], asked)

        first, *others = quiz["questions"]
        # A wrong answer to an open question is one that nobody can judge: it would cost nothing.
        second = next(each for each in others if each["type"] != "short_answer")
        rest = [each for each in others if each is not second]
        one = {**session, "quiz_id": quiz["quiz_id"], "finish": False}
        given = [answered(first, items[first["item_id"]])]
        graded = done(await client.call_tool("answer_quiz", {**one, "answers": given}))
        assert [each["item_id"] for each in graded["results"]] == [first["item_id"]]
        assert graded["results"][0]["quote"] == items[first["item_id"]]["proof"]["quote"]
        assert graded["score"] is None
        other = [answered(first, items[first["item_id"]], wrongly=True)]
        changed = problem(await client.call_tool("answer_quiz", {**one, "answers": other}))
        assert (changed["status"], changed["trace_id"]) == (409, taken["session_id"].replace("-", ""))
        await nothing_told(client, taken["session_id"], asked[1:])

        answers = [answered(each, items[each["item_id"]]) for each in rest]
        answers.append(answered(second, items[second["item_id"]], wrongly=True))
        short = problem(await client.call_tool("answer_quiz", {**one, "finish": True, "answers": answers[1:]}))
        assert (short["status"], short["fields"]) == (400, ["answers"])
        whole = {**session, "quiz_id": quiz["quiz_id"], "attempt_id": quiz["attempt_id"], "answers": answers}
        handed = done(await client.call_tool("answer_quiz", whole))
        again = done(await client.call_tool("answer_quiz", {**whole, "answers": [*answers, *given]}))
        assert again["attempt_id"] == handed["attempt_id"] == quiz["attempt_id"]
        assert not handed["graded"] or len(handed["results"]) == len(quiz["questions"]), (
            "what was given singly is not all"
        )
        attempt = {**session, "attempt_id": handed["attempt_id"]}
        results = await until(client, "get_results", attempt, lambda found: bool(found["graded"]))
        assert len(results["results"]) == len(quiz["questions"])
        by_id = {each["item_id"]: each for each in results["results"]}
        assert results["score"] < 1
        assert not by_id[second["item_id"]]["is_correct"]
        assert by_id[second["item_id"]]["correct_answer"]
        notes = await until(client, "get_notes", session, lambda found: found["settled"] and found["notes"])
        assert notes["notes"][0]["attempt_id"] == handed["attempt_id"]


async def nothing_told(client: Client, session: str, items: list[Json]) -> None:
    """Of these questions no tool and no resource tells where the answer stands, and no question has more than it asks.

    The text itself may be read: that what stands in it beside is kept too, `tests/gateway/mcp` holds by marked keys.
    """
    wait = {"session_id": session, "wait_seconds": 0}
    calls: dict[str, Json] = {name: wait for name in ("get_session", "get_quiz", "get_results", "get_notes")}
    calls["due_reviews"] = {"session_id": session, "limit": 50}
    said = {name: await client.call_tool(name, given) for name, given in calls.items()}
    told = {name: text_of(answer) for name, answer in said.items()}
    for part in ("summary", "concepts", "conversation"):
        told[part] = await read(client, f"pensum://sessions/{session}/{part}")
    with pytest.raises(MCPError, match="forbidden"):
        await read(client, f"pensum://sessions/{session}/items")
    for question in done(said["get_quiz"])["questions"]:
        assert question.keys() == QUESTION
    graded = {each["item_id"] for each in (said["get_results"].structured_content or {"results": []})["results"]}
    for item in items:
        assert item["item_id"] not in graded
        place = item["proof"]["block_sha256"]
        assert [name for name, text in told.items() if place in text] == []


@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_a_course_is_asked_searched_reviewed_and_learnt_by_tools(
    house: Up, me: Learner, transport: str, tmp_path: Path
) -> None:
    session = me.study(lesson(NAME), name=f"{NAME}.pdf", numQuizQuestions=4, numFlashcards=4)["session_id"]
    about = {"session_id": session}
    async with opened(house, transport) as client:
        listed = {each.name for each in (await client.list_resources()).resources}
        assert "sessions" in listed
        assert session in await read(client, "pensum://sessions")
        assert "## Concepts" in await read(client, f"pensum://sessions/{session}/summary")
        topics = json.loads(await read(client, f"pensum://sessions/{session}/concepts"))["topics"]
        page = await read(client, f"pensum://sessions/{session}/pages/1")
        assert len(page) > 200

        found = done(await client.call_tool("search_document", {**about, "question": "What does the heart do?"}))
        assert found["passages"][0]["quote"]
        assert found["passages"][0]["document"] == f"{NAME}.pdf"

        reply = done(await client.call_tool("ask_tutor", {**about, "text": f"What is {topics[0]}?", **WAIT}))
        assert reply["replied"], reply
        assert reply["lines"][0]["text"]
        said = json.loads(await read(client, f"pensum://sessions/{session}/conversation"))["lines"]
        assert [each["role"] for each in said[:1]] == ["learner"]

        due = done(await client.call_tool("due_reviews", {**about, "limit": 50}))
        assert len(due["due"]) + due["waiting"] == due["total"] + due["waiting"] > 0
        for card in due["due"][:1]:
            rating = {**about, "card_id": card["card_id"], "rating": "easy"}
            assert done(await client.call_tool("rate_review", rating))["rating"] == "easy"

        await client.call_tool("learn", {**about, "topic": topics[0], **WAIT})
        cycle = await until(client, "learn", about, lambda now: now["settled"] and now["phase"] == "QUIZ_ACTIVE")
        assert cycle["explanation"]
        assert done(await client.call_tool("learn", about))["quiz_id"] == cycle["quiz_id"], (
            "it goes on, and begins no other"
        )
        round_ = {**about, "quiz_id": cycle["quiz_id"]}
        assert (await until(client, "get_quiz", round_, lambda now: bool(now["complete"])))["purpose"] == "cycle"

        taught = done(await client.call_tool("learn", {**about, "how": "lesson", "topic": topics[0], **WAIT}))
        assert taught["lesson"]["message"]
        assert taught["lesson"]["steps"] >= 1
        after = done(await client.call_tool("learn", {**about, "how": "lesson", "say": "I do not know.", **WAIT}))
        assert after["lesson"]["message"] != taught["lesson"]["message"]
        same = done(await client.call_tool("learn", {**about, "how": "lesson"}))
        assert same["lesson"]["message"] == after["lesson"]["message"]
        strange = problem(await client.call_tool("learn", {**about, "topic": "the moon"}))
        assert (strange["status"], strange["fields"]) == (400, ["topic"])


async def test_only_the_owner_reads_keys_before_the_answer(house: Up, me: Learner) -> None:
    session = me.study(lesson(NAME), name=f"{NAME}.pdf", numQuizQuestions=2, numFlashcards=1)["session_id"]
    items = f"pensum://sessions/{session}/items"
    async with over_stdio(house.data) as learner, over_stdio(house.data, "--owner") as owner:
        told = json.loads(await read(owner, items))
        assert told["items"][0]["item"]["answer"]
        with pytest.raises(MCPError, match="owner"):
            await read(learner, items)


async def test_a_path_is_a_document_and_neither_missing_nor_hidden(house: Up, tmp_path: Path) -> None:
    hidden = tmp_path / ".secrets" / "key.txt"
    hidden.parent.mkdir()
    hidden.write_text("not for anybody")
    link = tmp_path / "innocent.txt"
    link.symlink_to(hidden)
    async with over_stdio(house.data) as client:
        for path in (tmp_path / "missing.pdf", tmp_path, hidden, link):
            wrong = problem(await client.call_tool("submit_document", {"path": str(path)}))
            assert (wrong["code"], wrong["fields"]) == ("no_file", ["path"])
            assert "not for anybody" not in json.dumps(wrong)


async def test_a_house_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    way = over_stdio(tmp_path / "none", "--url", "http://127.0.0.1:9", "--token", "none")
    async with way as client:
        assert (await client.list_tools()).tools
        wrong = problem(await client.call_tool("due_reviews", {}))
    assert wrong["code"] == "no_connection"
    assert "pensum up" in wrong["action"]


async def test_where_no_house_runs_one_is_begun_and_ends_with_its_client(data: Path) -> None:
    async with over_stdio(data) as client:
        assert done(await client.call_tool("due_reviews", {}))["due"] == []
    await asyncio.to_thread(assert_nothing_left, data.parent)


def test_stdout_carries_the_protocol_alone(house: Up) -> None:
    hello: dict[str, Any] = {"protocolVersion": "2025-06-18", "capabilities": {}}
    hello["clientInfo"] = {"name": "test", "version": "1"}
    sent = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": "due_reviews", "arguments": {"limit": 0}},
        },
    ]
    command = [str(PENSUM), "mcp", "--data", str(house.data)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("this is no message\n" + "".join(f"{json.dumps(each)}\n" for each in sent))
        process.stdin.flush()
        lines = list[Json]()
        while not any(each.get("id") == 3 for each in lines):
            lines.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        lines += [json.loads(line) for line in process.stdout]
        assert process.wait(60) == 0
    assert all(each["jsonrpc"] == "2.0" for each in lines)
    assert {each["id"] for each in lines if each.get("id")} == {1, 2, 3}
