"""`pensum study` and `retry`: one JSON object and nothing else, the exit status of the taxonomy, nothing lost."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.problems import TABLE, Code, problem
from contracts.session import Status
from services.console.commands.learn import retry, study
from services.console.endings import plainly
from services.console.study import demo
from services.console.study.client import Gateway
from services.console.study.course import KEYS
from services.console.study.keyed_items import WRONG
from tests.console.study.gateway_standin import StandIn
from tests.console.study.specimens import LONG, SESSION, TOKEN, Json

EXITS = {400: 2, 413: 2, 415: 2, 422: 3, 502: 4, 504: 5}
ITEM_KEYS = {
    *("item_id", "type", "concept", "difficulty", "level", "question", "options", "answer"),
    *("block_id", "source_page", "quote"),
}


@pytest.fixture
def gateway() -> Iterator[StandIn]:
    with StandIn() as started:
        yield started


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    file = tmp_path / "paper.pdf"
    file.write_bytes(b"%PDF-1.7 all about sugar")
    return file


def studied(paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str], **options: object) -> tuple[int, Json]:
    """Exit status and the one object that `study --json` printed."""
    given = {"url": gateway.url, "token": TOKEN, "data": paper.parent / "data", **options}
    status = study([paper], as_json=True, **given)  # type: ignore[arg-type]
    return status, only_object(capfd)


def only_object(capfd: pytest.CaptureFixture[str]) -> Json:
    out = capfd.readouterr().out
    assert out.count("\n") == 1
    found: Json = json.loads(out)
    assert set(found) == set(KEYS)
    return found


def test_it_prints_one_object_with_the_accepted_items_alone(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    status, found = studied(paper, gateway, capfd)
    assert status == 0
    assert (found["session_id"], found["status"], found["error"]) == (str(SESSION), "ready", None)
    assert found["doc_meta"]["filename"] == "a.pdf"
    assert found["context"]["fullSummary"] == "All about sugar."
    assert [item["type"] for item in found["quiz_items"]] == ["multiple_choice", "cloze"]
    assert all(set(item) >= ITEM_KEYS for item in found["quiz_items"])
    choice, cloze = found["quiz_items"]
    assert choice["answer"] in [option["option_id"] for option in choice["options"]]
    assert choice["quote"] == LONG
    assert (cloze["answer"], cloze["source_page"], cloze["block_id"]) == ("Chlorophyll", 2, "b1")
    assert [each["question"] for each in found["flashcards"]] == ["Glucose"]
    assert found["refused"] == {"quote_not_found": 1}
    assert found["shortfall"] == ["2 of 3 questions were made."]


@pytest.mark.parametrize("code", list(Code))
def test_a_refused_upload_ends_with_the_status_of_the_taxonomy(
    code: Code, paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.refuses = problem(code, "It cannot be taken.")
    status, found = studied(paper, gateway, capfd)
    assert status == EXITS.get(TABLE[code][0], 1)
    assert found["session_id"] is None
    assert found["status"] == "failed"
    assert (found["error"]["code"], found["error"]["status"]) == (code, TABLE[code][0])
    assert found["error"]["trace_id"] == SESSION.hex
    assert found["quiz_items"] == found["flashcards"] == found["notes"] == []


@pytest.mark.parametrize(
    "code", [Code.NO_TEXT, Code.TOO_MANY_PAGES, Code.MODEL_FAILED, Code.STEP_TIMED_OUT, Code.INTERNAL]
)
def test_a_session_that_fails_ends_with_the_status_of_the_taxonomy(
    code: Code, paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.fails = problem(code, "It could not be done.")
    status, found = studied(paper, gateway, capfd)
    assert status == EXITS.get(TABLE[code][0], 1)
    assert (found["session_id"], found["status"]) == (str(SESSION), "failed")
    assert found["error"]["trace_id"] == SESSION.hex
    assert found["doc_meta"]["filename"] == "a.pdf"


def test_nothing_accepted_is_a_422_and_never_a_success(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.accepts = False
    status, found = studied(paper, gateway, capfd)
    assert status == 3
    assert found["error"]["code"] == "nothing_to_ask"
    assert "quote_not_found" in found["error"]["detail"]


def test_an_explanation_alone_is_a_course(paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]) -> None:
    gateway.explanation = "Sugar\nWhat it is: “Sugar is sweet.” (page 1)"
    status, found = studied(paper, gateway, capfd, goals=["explanation"])
    assert (status, found["error"]) == (0, None)
    assert (found["explanation"], found["examples"]) == (gateway.explanation, ["Beet."])
    given = {"url": gateway.url, "token": TOKEN, "data": paper.parent / "data"}
    assert study([paper], goals=["explanation"], **given) == 0  # type: ignore[arg-type]
    said = capfd.readouterr().out
    assert "“Sugar is sweet.” (page 1)" in said
    assert "For example: Beet." in said


def test_what_was_asked_reaches_the_gateway(paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]) -> None:
    order = {"questions": 3, "flashcards": 0, "difficulty": "hard", "audience": "nurses"}
    order |= {"per_concept": 2, "fallback": "offline"}
    studied(paper, gateway, capfd, **order, goals=["quiz,flashcards", "explanation"], focus=["Salt, rock", "Moss"])
    sent = {name: values for name, values in gateway.form.items() if name != "file"}
    assert sent == {
        "numQuizQuestions": ["3"],
        "numFlashcards": ["0"],
        "quizDifficulty": ["hard"],
        "questionsPerConcept": ["2"],
        "fallback": ["offline"],
        "targetAudience": ["nurses"],
        "generationGoals": ["quiz", "flashcards", "explanation"],
        "focusAreas": ["Salt, rock", "Moss"],
    }
    assert gateway.form["file"] == ["%PDF-1.7 all about sugar"]


def test_a_gateway_that_is_away_for_a_moment_is_waited_for(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.away = 3
    status, found = studied(paper, gateway, capfd)
    assert (status, found["status"]) == (0, "ready")


def test_a_session_that_takes_too_long_is_told_with_where_it_stands(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.hangs = True
    status, found = studied(paper, gateway, capfd, timeout=0.3)
    assert status == 1
    assert (found["error"]["code"], found["status"]) == ("not_in_time", "reading")
    assert found["session_id"] == str(SESSION)


def test_a_wrong_token_ends_with_1(paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]) -> None:
    status, found = studied(paper, gateway, capfd, token="another")
    assert (status, found["error"]["status"]) == (1, 401)


def test_what_never_reached_a_gateway_is_an_object_too(
    tmp_path: Path, paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = {"nothing": tmp_path / "nothing.pdf", "folder": tmp_path}
    for file in wrong.values():
        assert study([file], as_json=True, url=gateway.url, token=TOKEN) == 1
        assert only_object(capfd)["error"]["code"] == "no_file"
    assert study([paper], as_json=True, url="http://127.0.0.1:1", token=TOKEN) == 1
    assert only_object(capfd)["error"]["code"] == "no_connection"
    taken = tmp_path / "taken"
    taken.write_text("not a folder")
    assert study([paper], as_json=True, data=taken) == 1
    assert only_object(capfd)["error"]["code"] == "no_house"


def test_every_post_has_a_key_of_its_own(paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]) -> None:
    studied(paper, gateway, capfd)
    studied(paper, gateway, capfd)
    assert len(set(gateway.keys)) == 2
    assert "" not in gateway.keys


def test_a_retry_names_the_failed_version_and_ends_with_the_course(
    gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.fails, gateway.status, gateway.version = problem(Code.MODEL_FAILED, "Away."), Status.FAILED, 4
    assert retry(str(SESSION), as_json=True, url=gateway.url, token=TOKEN) == 0
    assert len(only_object(capfd)["quiz_items"]) == 2
    assert retry(str(SESSION), as_json=True, url=gateway.url, token=TOKEN) == 1
    assert only_object(capfd)["error"]["code"] == "conflict"


def test_a_failure_is_a_sentence_what_helps_and_a_trace_id_on_stderr(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.refuses = problem(Code.ENCRYPTED, "The document is locked.")
    assert study([paper], url=gateway.url, token=TOKEN) == 3
    out, err = capfd.readouterr()
    assert out == ""
    assert "The document is locked." in err
    assert "with its password" in err
    assert SESSION.hex in err


def test_a_course_is_printed_with_keys_quotes_and_pages(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    assert study([paper], url=gateway.url, token=TOKEN) == 0
    out = capfd.readouterr().out
    keyed = ("What is glucose? [bold]", "* a) Sugar", f"“{LONG}” (p. 2)", "* Chlorophyll", "A sugar.")
    for words in (*keyed, "2 of 3 questions were made."):
        assert words in out


def test_the_demo_answers_shows_grade_and_notes_and_the_next_quiz(
    gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    with Gateway(gateway.url, TOKEN) as client:
        session = client.upload([demo.SAMPLE], {})["session_id"]
        assert demo.walk(client, session, 20) == 0
    (sent,) = [body for method, path, body in gateway.asked if method == "POST" and path.endswith("/results")]
    assert [answer["answer"] for answer in sent["answers"]] == ["a", WRONG]
    out = capfd.readouterr().out
    for words in ("1 of 2 right", "Look at chlorophyll again.", "The next quiz: 2 questions, 1 on what was missed"):
        assert words in out


def test_the_demo_of_a_document_that_fails_ends_with_its_status(
    paper: Path, gateway: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    gateway.fails = problem(Code.NO_TEXT, "No page has text.")
    with Gateway(gateway.url, TOKEN) as client:
        assert demo.walk(client, client.upload([paper], {})["session_id"], 20) == 3
    assert "No page has text." in capfd.readouterr().err


def test_as_a_process_it_ends_with_that_status_and_pure_output(paper: Path, gateway: StandIn) -> None:
    command = [sys.executable, "-c", "from services.console.app import app; app()", "study", str(paper), "--json"]
    done = subprocess.run([*command, "--url", gateway.url, "--token", TOKEN], capture_output=True, timeout=90)
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) == set(KEYS)
    gateway.refuses = problem(Code.UNSUPPORTED_TYPE, "This is a picture.")
    done = subprocess.run([*command, "--url", gateway.url, "--token", TOKEN], capture_output=True, timeout=90)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "unsupported_type"


def test_a_command_that_is_interrupted_ends_with_130() -> None:
    def command() -> int:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        plainly(command)()
    assert ended.value.code == 130
