"""What the reading of lessons objects to, each once planted; and what it must not object to."""

from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.measuring.lessons.hearing import SLOW, Heard, Hearing, plain
from tests.measuring.lessons.lessons import lessons
from tests.measuring.lessons.pupil import reply_to

GAP: dict[str, Any] = {
    "item_id": "1",
    "type": "cloze",
    "question": "At new moon comes a ____, and it is high.",
    "answer": "spring tide",
    "concept": "moon",
}
CHOICE: dict[str, Any] = {
    "item_id": "2",
    "type": "multiple_choice",
    "question": "What moves the sea?",
    "answer": "q",
    "concept": "tide",
    "options": [{"option_id": "p", "text": "the wind"}, {"option_id": "q", "text": "the moon"}],
}
STATEMENT: dict[str, Any] = {
    "type": "true_false",
    "question": "Is this true?",
    "statement": "The sea rises.",
    "answer": "true",
    "concept": "tide",
    "options": [{"option_id": "true", "text": "True"}, {"option_id": "false", "text": "False"}],
}
SHOWN = "What moves the sea?\na) the wind\nb) the moon"
TEXT = "The sea rises and falls twice on every single day of the year. The moon pulls at it."
VIEW: dict[str, Any] = {
    "mastery_threshold": 0.85,
    "concepts": [{"concept": "tide", "mastered": False}],
    "lesson": {"mastery_estimates": {"tide": 0.84}},
}


def kinds(*turns: Heard, text: str = "") -> Counter[str]:
    hearing = Hearing(plain(text))
    for turn in turns:
        hearing.of_turn(turn)
    return Counter(what.split(":")[0] for what in hearing.faults.elements())


def test_a_decent_lesson_is_not_objected_to() -> None:
    said = f"Welcome!\n\nWhat it is: “{TEXT[:63]}” (page 1)\n\nHere is a question.\n{SHOWN}"
    right = "Right: “the moon”. Page 1 says: “The moon pulls at it.”\n\nNow a gap.\n" + GAP["question"]
    first = Heard("", said, ["It shines."], item=CHOICE, quotes=[TEXT[:63]])
    assert not kinds(first, Heard("b", right, item=GAP, meant_right=True, score=1, mastery=0.6), text=TEXT)


@pytest.mark.parametrize(
    ("kind", "turn"),
    [
        ("empty", Heard("", " ")),
        ("slow", Heard("", "Hello.", seconds=SLOW + 1)),
        ("internal", Heard("", "The student has shown any_two_parts_are_halves.")),
        ("internal", Heard("", "Well done, {name}.")),
        ("questions", Heard("", f"Do you know it?\n\n{SHOWN}", item=CHOICE)),
        ("key told", Heard("", f"Think of the moon.\n\n{SHOWN}", item=CHOICE)),
        ("key told", Heard("", "Go.", ["It is the spring tide."], item=GAP)),
        ("names the concept that is the key", Heard("", "A spring tide.", item=GAP | {"concept": "spring tide"})),
        ("graded", Heard("b", "Not yet.", meant_right=True, score=0)),
        ("mastery", Heard("b", "Right.", meant_right=True, estimate=-0.1)),
    ],
)
def test_what_one_turn_does_wrong_is_objected_to(kind: str, turn: Heard) -> None:
    assert kinds(turn) == Counter([kind])


def test_a_key_that_was_told_before_or_stands_beside_another_option_is_none() -> None:
    two = f"It is one of these two: “the wind” and “the moon”.\n{SHOWN}"
    assert not kinds(Heard("", two, item=CHOICE))
    assert not kinds(Heard("", f"Right: “the moon”.\n{SHOWN}", item=CHOICE, over_key="The moon"))
    assert not kinds(Heard("", f"It was the moon.\n{SHOWN}", item=CHOICE, fresh=False))
    assert not kinds(Heard("", "Page 1 says more.\n____ times", item=GAP | {"type": "numeric", "answer": "1"}))


def test_a_sentence_of_substance_is_said_once_and_a_question_as_often_as_it_waits() -> None:
    sentence = "The sea rises and falls twice on every day."
    again = kinds(Heard("", sentence, item=CHOICE), Heard("no", f"It says: “{sentence}” {SHOWN}", item=CHOICE))
    assert again == Counter(["twice"])
    assert not kinds(
        Heard("", f"That is right.\n{SHOWN}", item=CHOICE), Heard("", f"That is right.\n{SHOWN}", item=CHOICE)
    )
    judged = Heard("", "Is this true?\nThe sea rises.\na) True\nb) False", item=STATEMENT)
    assert not kinds(judged, judged)


def test_what_a_lesson_is_called_may_be_named_again() -> None:
    named = Heard("", "That was “Ebb and flood at the seaside”.")
    for topic, times in (("Ebb and flood at the seaside", 0), ("Tides", 1)):
        hearing = Hearing(topic=topic)
        hearing.of_turn(named)
        hearing.of_turn(named)
        assert hearing.faults.total() == times


def test_a_hint_is_given_once_and_a_key_that_asks_is_no_question() -> None:
    twice = kinds(Heard("", SHOWN, ["It shines."], item=CHOICE), Heard("a", SHOWN, ["It shines."], item=CHOICE))
    assert twice == Counter(["hint twice"])
    assert not kinds(Heard("", f"Right: “Is he in?”.\n\n{SHOWN}", item=CHOICE))


def test_a_short_quotation_makes_another_sentence() -> None:
    one, other = (f"Right, it is not true: the text has “{word}”, not “more”." for word in ("less", "fewer"))
    assert not kinds(Heard("", one), Heard("", other))
    assert kinds(Heard("", one), Heard("", one)) == Counter(["twice"])


def test_what_a_document_is_said_to_say_needs_its_words_and_their_place() -> None:
    bare = "The text says: “The sea rises and falls twice on every single day of the year.”"
    assert kinds(Heard("", bare, quotes=[TEXT[:63]]), text=TEXT) == Counter(["no place"])
    assert kinds(Heard("", bare + " (page 1)"), text=TEXT) == Counter(["no citation"])
    assert kinds(Heard("", "It says: “The sea stands still the whole day.” (page 1)"), text=TEXT) == Counter(
        ["misquoted"]
    )
    unquoted = "The sea rises and falls twice on every single day of the year."
    assert kinds(Heard("", unquoted), text=TEXT) == Counter(["no citation"])


def test_a_mean_that_falls_after_a_right_answer_is_objected_to() -> None:
    right = Heard("b", "Right.", meant_right=True, mastery=0.5)
    assert kinds(Heard("", "Hello.", mastery=0.6), right) == Counter(["mean"])
    assert not kinds(Heard("", "Hello.", mastery=0.6), Heard("a", "No.", meant_right=False, mastery=0.5))


def test_an_end_a_plan_and_a_figure_that_contradict_each_other_are_objected_to() -> None:
    hearing = Hearing()
    done = {"todo_list": [{"status": "completed"}] * 3}
    hearing.of_end("complete", ("complete",), 9)
    hearing.of_plan({"study_plan": done, "ended": "complete"})
    hearing.of_mastery(VIEW)
    assert not hearing.faults
    hearing.of_end(None, ("complete", "intervention"), 90)
    hearing.of_plan({"study_plan": {"todo_list": [{"status": "pending"}] * 3}, "ended": "complete"})
    hearing.of_plan({"study_plan": done, "ended": None})
    hearing.of_plan({"study_plan": {"todo_list": [{"status": "pending"}]}, "ended": None})
    hearing.of_mastery(VIEW | {"lesson": {"mastery_estimates": {"tide": 0.85}}})
    assert [what.split(":")[0] for what in hearing.faults] == ["end", "plan", "plan", "plan", "mastery"]


def test_a_complete_lesson_that_hides_what_is_not_mastered_is_objected_to() -> None:
    lesson = {"ended": "complete", "mastery_estimates": {"ebb": 0.84, "flood": 0.9}}

    def found(last: str, **more: Any) -> list[str]:
        hearing = Hearing()
        hearing.of_learnt({**lesson, **more}, 0.85, last)
        return [what.split(":")[0] for what in hearing.faults]

    assert found("This went well: “ebb” (4 of 4 right) and “flood” (5 of 5 right).") == ["short"]
    assert found("That was it.") == ["short"]
    assert found("This went well: “flood”.\nNot quite mastered yet: “ebb” (4 of 4 right, 84 %).") == []
    assert found("", ended="intervention") == []


def test_an_option_is_answered_by_its_letter_and_a_gap_by_its_words() -> None:
    assert [reply_to(CHOICE, right) for right in (True, False)] == ["b", "a"]
    assert reply_to(STATEMENT, right=True) == "a"
    assert reply_to(GAP, right=True) == "spring tide"
    assert reply_to(GAP, right=False) != "spring tide"


def test_there_are_twenty_lessons_over_four_guidelines_one_norwegian_and_two_documents(tmp_path: Path) -> None:
    all_of = list(lessons([tmp_path / "a.pdf", tmp_path / "b.pdf"]))
    assert len(all_of) == 20
    assert len({document for *_, document, _ in all_of if document}) == 2
    subtopics = {subtopic for *_, subtopic in all_of if subtopic}
    folder = files("services.curriculum") / "guidelines"
    shipped = "\n".join(path.read_text() for path in folder.iterdir() if path.name.endswith(".md"))
    assert len(subtopics) >= 4
    assert "Brøk som del av en hel" in subtopics
    for subtopic in subtopics:
        assert f"\nsubtopic: {subtopic}\n" in shipped
