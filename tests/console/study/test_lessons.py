"""`pensum learn`: a lesson in the terminal, by lines on stdin: taught, hinted at, left, failed and gone on with."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contracts.problems import TABLE, Code, problem
from services.console.commands.learn import learn
from services.console.endings import Said
from services.console.study.turns import unplaced
from tests.console.study.lesson_standin import HINTS, QUESTIONS, QUOTE, LessonHouse, away, guideline
from tests.console.study.specimens import SESSION, TOKEN

LEAVES = f"`pensum learn {SESSION}` goes on with it."


@pytest.fixture
def gateway() -> Iterator[LessonHouse]:
    with LessonHouse() as started:
        yield started


class Terminal:
    """Somebody who types lines into the command. `lines` beyond the last: there is no more."""

    def __init__(self, gateway: LessonHouse, folder: Path, patch: pytest.MonkeyPatch, capfd: Any) -> None:
        self.gateway, self.folder, self._patch, self._capfd = gateway, folder, patch, capfd
        self.out = self.err = ""

    def types(self, *lines: str, **options: Any) -> int:
        """Runs the command on what is typed; its exit status."""
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        given = {"url": self.gateway.url, "token": TOKEN, "data": self.folder, "timeout": 20, **options}
        status = learn(**given)
        self.out, self.err = self._capfd.readouterr()
        return status

    def sent(self, ending: str) -> list[Any]:
        """The bodies of what was posted to such a path."""
        return [body for method, path, body in self.gateway.asked if method == "POST" and path.endswith(ending)]


@pytest.fixture
def terminal(
    gateway: LessonHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Terminal:
    return Terminal(gateway, tmp_path, monkeypatch, capfd)


def by_name(name: str = "Quarters", **more: Any) -> dict[str, Any]:
    return {"guideline": name, **more}


def test_a_lesson_of_the_curriculum_goes_from_its_first_turn_to_its_end(terminal: Terminal) -> None:
    assert terminal.types("water", "light", "green", **by_name()) == 0
    [wish] = terminal.sent("/v1/sessions")
    assert wish == {
        "goal": {"guideline_id": str(guideline("India", "Quarters")), "topic": "Fractions", "syllabus": "CBSE"},
        "student": {"grade": 3},
    }
    assert [body["student_reply"] for body in terminal.sent("/step")] == ["water", "light", "green"]
    said = terminal.out
    for told in ("Lesson: Halves", "1. Light  now", "Welcome.", "Not quite.", "Right.", *QUESTIONS):
        assert told in said
    assert said.index("Step 1 of 2: Light · mastery 50%") < said.index("Step 2 of 2: Colour · mastery 70%")
    assert "The lesson is complete.\n  90%  Light\n" in said


def test_what_is_next_is_the_subtopic_behind(terminal: Terminal) -> None:
    terminal.types("light", "green", **by_name("halves", country="india"))
    assert 'Next: `pensum learn --guideline "Quarters"` (Fractions).' in terminal.out


@pytest.mark.parametrize(
    ("name", "more", "listed", "silent"),
    [
        ("Fractions", {}, ("Fractions: Halves", "Fractions: Quarters"), ("Adding tens", "Brøk")),
        ("Halves", {}, ("Maths: India, CBSE, grade 3", "Matematikk: Norway, LK20, grade 5"), ("Quarters",)),
        ("Volcanoes", {}, ("Nothing fits.", "Adding tens", "Brøk: Halves"), ()),
        ("Volcanoes", {"grade": 5}, ("Brøk: Halves",), ("Adding tens",)),
        ("", {"country": "Norway"}, ("Brøk: Halves",), ("Adding tens",)),
        ("", {"country": "Chile"}, ("Nothing fits.",), ("Halves",)),
    ],
)
def test_where_several_fit_or_none_what_there_is_is_listed(
    name: str, more: dict[str, Any], listed: tuple[str, ...], silent: tuple[str, ...], terminal: Terminal
) -> None:
    assert terminal.types(**by_name(name, **more)) == 2
    assert all(each in terminal.out for each in listed), terminal.out
    assert not any(each in terminal.out for each in silent), terminal.out
    assert terminal.sent("/v1/sessions") == []


@pytest.mark.parametrize(("name", "more"), [("tens", {}), ("Halves", {"grade": 5}), ("brøk", {}), ("Maths", None)])
def test_one_that_fits_is_begun_by_name_by_words_by_place_or_by_id(
    name: str, more: dict[str, Any] | None, terminal: Terminal
) -> None:
    named = by_name(name, **more) if more is not None else by_name(str(guideline("Norway", "Halves")))
    assert terminal.types(**named) == 0
    assert len(terminal.sent("/v1/sessions")) == 1


def test_hints_come_one_by_one_and_are_sent_to_nobody(terminal: Terminal) -> None:
    terminal.types("?", "hint", "?", "light", "HINT", **by_name())
    first, second = (f"Hint {n} of 2: {hint}" for n, hint in enumerate(HINTS, 1))
    said = terminal.out
    assert said.count(second) == 1
    assert said.index(first) < said.index(second) < said.index("There are no more hints.")
    assert said.count(first) == 2, "another question has its own"
    assert len(terminal.sent("/step")) == 1


@pytest.mark.parametrize("typed", [(), ("stop",), ("Stop ",), ("", "/pause")])
def test_who_leaves_is_told_how_to_go_on_and_nothing_is_said_for_them(
    typed: tuple[str, ...], terminal: Terminal
) -> None:
    assert terminal.types(*typed, **by_name()) == 0
    assert LEAVES in terminal.out
    assert terminal.sent("/step") == []


def test_the_same_command_goes_on_with_the_lesson_under_way(terminal: Terminal) -> None:
    terminal.gateway.begin(guideline("India", "Halves"))
    assert terminal.types("light", **by_name("Halves", country="India")) == 0
    assert terminal.sent("/v1/sessions") == []
    assert "Going on with the lesson under way" in terminal.out
    assert terminal.out.count("Welcome.") == 1
    assert terminal.types("green", what=str(SESSION)) == 0
    assert terminal.out.count(QUESTIONS[1]) == 1
    assert "The lesson is complete." in terminal.out
    assert terminal.sent("/v1/sessions") == terminal.sent("/lessons") == []


def test_new_begins_another_and_so_does_another_guideline(terminal: Terminal) -> None:
    terminal.gateway.begin(guideline("India", "Halves"))
    terminal.types(**by_name("Quarters"))
    terminal.types(**by_name("Quarters", new=True))
    assert len(terminal.sent("/v1/sessions")) == 2


def test_a_lesson_of_the_curriculum_that_is_over_is_begun_again_by_its_session(terminal: Terminal) -> None:
    terminal.gateway.ends = "stopped"
    terminal.types("light", "green", **by_name())
    assert f"Next: `pensum learn {SESSION}` begins this lesson again." in terminal.out
    terminal.types(what=str(SESSION))
    assert [wish["goal"]["guideline_id"] for wish in terminal.sent("/v1/sessions")] == [
        str(guideline("India", "Quarters"))
    ] * 2


def test_another_plan_is_told(terminal: Terminal) -> None:
    terminal.gateway.replans = True
    terminal.types("water", "light", **by_name())
    assert terminal.out.count("Lesson: Halves") == 1
    assert terminal.out.count("Another plan: Halves") == 1
    assert terminal.out.count("1. Light  now") == 2


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ("complete", "The lesson is complete."),
        ("intervention", "look at this with somebody"),
        ("stopped", "The lesson was stopped."),
    ],
)
def test_the_end_tells_how_it_ended(ends: str, told: str, terminal: Terminal) -> None:
    terminal.gateway.ends = ends
    assert terminal.types("light", "green", "never read", **by_name()) == 0
    assert told in terminal.out
    assert LEAVES not in terminal.out


@pytest.mark.parametrize("code", [Code.MODEL_FAILED, Code.STEP_TIMED_OUT])
def test_a_failed_turn_says_what_went_wrong_and_enter_tries_the_same_again(code: Code, terminal: Terminal) -> None:
    house = terminal.gateway
    house.begin()
    house.breaks = [problem(code, "It did not work."), problem(code, "Nor now.")]
    assert terminal.types("light", "", "", what=str(SESSION)) == 0
    for told in ("It did not work.", "Nor now.", f"Code: {code} ({TABLE[code][0]}), trace {SESSION.hex}"):
        assert told in terminal.err
    assert "Right." in terminal.out
    assert len(terminal.sent("/retry")) == 2
    posts = [path for method, path, _ in house.asked if method == "POST"]
    steps = {key for key, path in zip(house.keys, posts, strict=True) if path.endswith("/step")}
    assert len(steps) == 1, "the same message, however often it is asked for"


def test_a_beginning_that_failed_is_tried_again_as_the_same_one(terminal: Terminal) -> None:
    terminal.gateway.breaks = [away()]
    assert terminal.types("", "light", **by_name()) == 0
    assert len(terminal.sent("/retry")) == 1
    assert len(terminal.sent("/v1/sessions")) == 2
    assert terminal.gateway.keys[0] == terminal.gateway.keys[2], "one lesson, however often it is asked for"
    assert "Welcome." in terminal.out


def test_after_a_failed_turn_something_else_can_be_said(terminal: Terminal) -> None:
    house = terminal.gateway
    house.begin()
    house.breaks = [away()]
    assert terminal.types("ligth", "light", what=str(SESSION)) == 0
    assert [body["student_reply"] for body in terminal.sent("/step")] == ["ligth", "light"]
    assert len(set(house.keys)) == 2
    assert "Right." in terminal.out


def test_who_leaves_after_a_failed_turn_has_its_exit_status(terminal: Terminal) -> None:
    terminal.gateway.begin()
    terminal.gateway.breaks = [away()]
    assert terminal.types("light", "stop", what=str(SESSION)) == 4
    assert LEAVES in terminal.out
    assert terminal.sent("/retry") == []


def test_a_turn_that_had_failed_is_told_to_who_comes_back(terminal: Terminal) -> None:
    house = terminal.gateway
    house.begin()
    house.breaks = [away()]
    terminal.types("light", what=str(SESSION))
    assert terminal.types("", what=str(SESSION)) == 0
    assert "The language model did not answer." in terminal.err
    assert len(terminal.sent("/retry")) == 1


@pytest.mark.parametrize(("code", "status"), [(Code.CONFLICT, 1), (Code.NOT_FOUND, 1)])
def test_what_no_other_try_can_help_ends_the_command(code: Code, status: int, terminal: Terminal) -> None:
    terminal.gateway.begin()
    terminal.gateway.breaks = [problem(code, "Another lesson took its place.")]
    assert terminal.types("light", "green", what=str(SESSION)) == status
    assert len(terminal.sent("/step")) == 1


def test_a_reply_that_is_refused_can_be_said_in_other_words(terminal: Terminal) -> None:
    terminal.gateway.begin()
    terminal.gateway.breaks = [problem(Code.CONTRACT_BROKEN, "It is too long.")]
    assert terminal.types("long", "longer", what=str(SESSION)) == 0
    assert [body["student_reply"] for body in terminal.sent("/step")] == ["long", "longer"]
    assert terminal.err.count("It is too long.") == 2


def test_a_turn_that_is_late_is_waited_for(terminal: Terminal) -> None:
    terminal.gateway.late = 2
    assert terminal.types("light", **by_name()) == 0
    assert "Right." in terminal.out
    assert terminal.gateway.late <= 0


def test_a_turn_that_never_comes_ends_in_time_and_says_where_to_look(terminal: Terminal) -> None:
    terminal.gateway.begin()
    terminal.gateway.late = 10_000
    assert terminal.types("light", what=str(SESSION), timeout=0.1) == 1
    assert "not_in_time" in terminal.err
    assert LEAVES in terminal.out


def test_a_documents_lesson_is_begun_about_its_topic_and_its_quotes_have_their_page(terminal: Terminal) -> None:
    assert terminal.types("light", "green", what=str(SESSION), topic="Leaves") == 0
    assert terminal.sent("/lessons") == [{"topic": "Leaves"}]
    assert "Lesson: Leaves" in terminal.out
    assert f"“{QUOTE}” (p. 7)" in terminal.out
    assert f"Next: `pensum learn {SESSION}` teaches what you know least." in terminal.out


def test_a_quote_that_the_tutor_does_not_say_stands_before_the_question(terminal: Terminal) -> None:
    terminal.gateway.quotes = "Let us go on."
    terminal.types(what=str(SESSION))
    said = terminal.out
    assert said.index("Welcome.") < said.index(f"“{QUOTE}” (p. 7)") < said.index("Let us go on.")
    assert said.index("Let us go on.") < said.index(QUESTIONS[0])


def test_a_quote_whose_page_the_tutor_names_is_not_told_twice(terminal: Terminal) -> None:
    terminal.gateway.quotes = f"The text says: “{QUOTE}” (page 7)"
    terminal.types(what=str(SESSION))
    assert terminal.out.count(QUOTE) == 1


def test_a_topic_that_the_document_does_not_have_is_named_with_those_it_has(terminal: Terminal) -> None:
    broken = problem(Code.CONTRACT_BROKEN, "No such topic.", fields=["topic"])
    terminal.gateway.breaks = [broken]
    assert terminal.types(what=str(SESSION), topic="Moons") == 2
    assert "no concept or section “Moons”" in terminal.err
    assert "Choose one of these: Leaves." in terminal.err


def test_a_file_is_read_first_and_then_taught(terminal: Terminal) -> None:
    paper = terminal.folder / "paper.pdf"
    paper.write_bytes(b"%PDF-1.7 all about light")
    assert terminal.types("light", "green", what=str(paper)) == 0
    paths = [path for method, path, _ in terminal.gateway.asked if method == "POST"]
    assert paths[0] == "/v1/documents"
    assert paths[1].endswith("/lessons")
    assert "The lesson is complete." in terminal.out


def test_a_file_that_cannot_be_read_ends_as_study_does(terminal: Terminal) -> None:
    paper = terminal.folder / "paper.pdf"
    paper.write_bytes(b"%PDF-1.7 all about light")
    terminal.gateway.fails = problem(Code.MODEL_FAILED, "It could not be done.")
    assert terminal.types(what=str(paper)) == 4
    assert "It could not be done." in terminal.err
    assert f"`pensum retry {SESSION}` goes on from where it stopped" in terminal.out


def test_json_is_one_object_with_all_turns_and_the_conversation_goes_to_stderr(terminal: Terminal) -> None:
    assert terminal.types("water", "light", "green", as_json=True, **by_name()) == 0
    assert terminal.out.count("\n") == 1
    found = json.loads(terminal.out)
    assert found.keys() == {"session_id", "lesson", "turns", "error"}
    assert (found["session_id"], found["error"], found["lesson"]["ended"]) == (str(SESSION), None, "complete")
    assert [turn["number"] for turn in found["turns"]] == [1, 2, 3, 4]
    assert "Not quite." in terminal.err


def test_json_has_what_went_wrong(terminal: Terminal) -> None:
    terminal.gateway.begin()
    terminal.gateway.breaks = [away()]
    assert terminal.types("light", what=str(SESSION), as_json=True) == 4
    found = json.loads(terminal.out)
    assert (found["error"]["code"], found["lesson"]["is_complete"]) == ("model_failed", False)


def test_json_tells_also_where_no_house_can_be(terminal: Terminal) -> None:
    folder = terminal.folder / "file"
    folder.write_text("no folder")
    assert terminal.types(url=None, data=folder / "data", as_json=True, **by_name()) == 1
    assert json.loads(terminal.out)["error"]["code"] == "no_house"


@pytest.mark.parametrize(
    "given",
    [{}, {"what": "a.pdf", "guideline": "Halves"}, {"guideline": "Halves", "topic": "x"}, {"what": "a", "grade": 3}],
)
def test_what_does_not_go_together_is_said(given: dict[str, Any], terminal: Terminal) -> None:
    with pytest.raises(Said) as said:
        terminal.types(**given)
    assert said.value.status == 2


def test_what_is_neither_session_nor_file_is_said_without_asking_anybody(terminal: Terminal) -> None:
    assert terminal.types(what="nothing.pdf") == 2
    assert "“nothing.pdf” is no session's id and no file." in terminal.err
    assert terminal.gateway.asked == []


def test_a_quote_is_found_where_its_own_marks_are_told_as_inner_ones() -> None:
    quote = {"quote": "Det kalles «flo» her", "source_page": 3}
    told = {"message": "Teksten sier: «Det kalles ‘flo’ her» (side 3)", "quotes": [quote]}
    assert unplaced(told, pages=True) == []
    assert unplaced({**told, "message": "Det kalles fjære."}, pages=True) == [quote]
